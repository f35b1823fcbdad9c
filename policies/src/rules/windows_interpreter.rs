use hookc_compiler::analysis::Platform;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// `python3` is no program of a Windows installation of Python.
    ///
    /// ## What the host does
    /// It starts the command in PowerShell. The installer of Python brings `python` and the launcher `py`; what answers to `python3` is a stub of
    /// Windows that points at the Store and ends with 9009 or 49.
    ///
    /// ## Evidence
    /// OBS: ten reports.
    ///
    /// ## Fails (platform windows)
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
    /// ## Fixed (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node tools/stop.js" }] }
    /// }
    /// ```
    /// ```js tools/stop.js
    /// console.log("{}");
    /// ```
    ///
    /// ## Stays silent
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
    /// ## When to ignore it
    /// When Python comes from the Store, or everybody has made `python3` themselves.
    "windows-interpreter", [Info], [FailsOpen], Obs, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    if !context.runs_on(Platform::Windows) {
        return;
    }
    let hooks = context.source.config.iter().flat_map(|config| &config.hooks);
    let mut places = hooks.filter_map(|hook| hook.command()).flat_map(|command| {
        let programs = command.line.programs().iter();
        let named = programs.filter(|program| program.name == "python3" && !program.guarded);
        named.map(|program| command.text.span_of(&context.source.tree, program.range.clone()))
    });
    let Some(first) = places.next() else { return };
    let message = "`python3` is a stub on most Windows machines, and the hook fails there";
    let finding = RULE
        .at(context.id(), first, message)
        .label("`python` or `py -3` there")
        .help("no one name serves all systems: a small launcher, or a script in another language, does");
    findings.report(places.fold(finding, |finding, place| finding.related(context.id(), place, "here too")));
}
