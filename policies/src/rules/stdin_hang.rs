use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::StdinUse;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::ProgramContext;

declare_rule! {
    /// A script waits for the end of its input, and its hook has no timeout.
    ///
    /// ## What the host does
    /// It writes the payload and closes the pipe. On Windows and in nested shells the pipe was seen to stay open, and then a script that reads to the end waits until the host
    /// ends it, after 60 seconds by default.
    ///
    /// ## Evidence
    /// OBS: four reports of sessions that hung.
    ///
    /// ## Fails (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/log.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/log.sh
    /// input=$(cat)
    /// echo "${#input}" >&2
    /// ```
    ///
    /// ## Fixed (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/log.sh", "timeout": 5 }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/log.sh
    /// input=$(cat)
    /// echo "${#input}" >&2
    /// ```
    ///
    /// ## Stays silent (pedantic)
    /// A script that gives up by itself, and one that reads a line only.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/log.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/log.sh
    /// input=$(timeout 5 cat)
    /// echo "${#input}" >&2
    /// ```
    ///
    /// ## When to ignore it
    /// When the default of 60 seconds is short enough.
    "stdin-hang", [Info], [Blocks], Obs, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    if !context.settings.pedantic {
        return;
    }
    let stdin = &context.facts().stdin;
    let waits = stdin.used == StdinUse::Whole && !stdin.has_deadline;
    let Some(place) = stdin.place.as_ref().filter(|_| waits) else { return };
    if context.told().all(|run| run.hook.timeout.is_some()) {
        return;
    }
    findings.report(
        context
            .finding(
                &RULE,
                Level::Info,
                Effect::Blocks,
                place,
                "this waits for the end of the input, and the hook has no `timeout`",
            )
            .label("reads to the end")
            .help("a short `timeout` ends it where the pipe stays open")
            .pedantic(),
    );
}
