use hookc_compiler::analysis::Platform;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// `python` without a version is not there on many machines.
    ///
    /// ## What the host does
    /// It looks the name up on the `PATH`. macOS and several Linux distributions have `python3` only, and the hook ends with 127 there.
    ///
    /// ## Evidence
    /// OBS: reports from macOS and Debian.
    ///
    /// ## Fails (pedantic, also gui-path)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "python tools/stop.py" }] }
    /// }
    /// ```
    /// ```py tools/stop.py
    /// print("{}")
    /// ```
    ///
    /// ## Fixed (pedantic, also gui-path)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "python3 tools/stop.py" }] }
    /// }
    /// ```
    /// ```py tools/stop.py
    /// print("{}")
    /// ```
    ///
    /// ## Stays silent (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "\"$(command -v python3 || command -v python)\" tools/stop.py" }] }
    /// }
    /// ```
    /// ```py tools/stop.py
    /// print("{}")
    /// ```
    ///
    /// ## When to ignore it
    /// When everybody has it, or a virtual environment is active wherever the host is started.
    "bare-python", [Info], [FailsOpen], Obs, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let runs = context.runs_on(Platform::Linux) || context.runs_on(Platform::Macos);
    if !context.settings.pedantic || !runs {
        return;
    }
    let hooks = context.source.config.iter().flat_map(|config| &config.hooks);
    let commands = hooks.filter_map(|hook| hook.command()).filter(|command| !command.line.is_windows_only());
    let mut places = commands.flat_map(|command| {
        let programs = command.line.programs().iter();
        let named = programs.filter(|program| program.name == "python" && !program.guarded);
        named.map(|program| command.text.span_of(&context.source.tree, program.range.clone()))
    });
    let Some(first) = places.next() else { return };
    let message = "many machines have `python3` and no `python`, and the hook fails there";
    let finding = RULE.at(context.id(), first, message).label("`python3` elsewhere").pedantic();
    findings.report(places.fold(finding, |finding, place| finding.related(context.id(), place, "here too")));
}
