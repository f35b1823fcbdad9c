use hookc_compiler::diagnostic::{Effect, Level};

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// The end of a command hides every failure before it.
    ///
    /// ## What the host does
    /// It sees exit code 0 and an empty answer, whatever happened: an exit code of 2 no longer blocks, and `failClosed` never hears of a failure.
    ///
    /// ## Evidence
    /// DOC for the exit codes (HOOKS.md 0.3).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "git diff --quiet || true", "failClosed": true }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "git diff --quiet", "failClosed": true }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "prettier --write . || true" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the hook only watches an event that could be blocked and shall never do so.
    "swallowed-failure", [Warning, Info], [FailsOpen], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    if !context.hook.event.facts().blocking.value.can_block() {
        return;
    }
    let Some(swallow) = command.line.swallow() else { return };
    let level = if context.hook.fails_closed() { Level::Warning } else { Level::Info };
    let span = command.text.span_of(&context.source.tree, swallow.range.clone());
    let message = if context.hook.fails_closed() {
        "this turns every failure into success, so `failClosed` never acts"
    } else {
        "this turns every failure into success, an exit code of 2 included"
    };
    findings.report(
        RULE.with(level, Effect::FailsOpen, context.id(), span, message).label("hides the exit code"),
    );
}
