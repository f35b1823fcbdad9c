use hookc_compiler::analysis::Platform;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// A shared file runs what only Windows has.
    ///
    /// ## What the host does
    /// It gives the same command to every system; there is no field for one of them. On Linux and macOS the program is not there, and the hook fails.
    ///
    /// ## Evidence
    /// DOC for the one command (HOOKS.md 6.2).
    ///
    /// ## Fails (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "cmd /c tools\\stop.cmd" }] }
    /// }
    /// ```
    /// ```bat tools/stop.cmd
    /// @echo {}
    /// ```
    ///
    /// ## Fixed (pedantic, also gui-path)
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
    /// ## Stays silent (pedantic)
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "cmd /c hooks\\stop.cmd" }] }
    /// }
    /// ```
    /// ```bat ~/.cursor/hooks/stop.cmd
    /// @echo {}
    /// ```
    ///
    /// ## When to ignore it
    /// When everybody who works on the project uses Windows.
    "windows-only-command", [Info], [FailsOpen], Doc, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let is_shared = context.source.kind().is_some_and(|kind| kind.facts().shared);
    let elsewhere = context.runs_on(Platform::Linux) || context.runs_on(Platform::Macos);
    if !(context.settings.pedantic && is_shared && elsewhere) {
        return;
    }
    let hooks = context.source.config.iter().flat_map(|config| &config.hooks);
    let commands = hooks.filter_map(|hook| hook.command()).filter(|command| command.line.is_windows_only());
    let mut places = commands.map(|command| command.text.span);
    let Some(first) = places.next() else { return };
    let message = "only Windows can run this, and the file is shared";
    let finding = RULE.at(context.id(), first, message).label("Windows only").pedantic();
    findings.report(places.fold(finding, |finding, place| finding.related(context.id(), place, "here too")));
}
