use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// The command is empty.
    ///
    /// ## What the host does
    /// It accepts the hook and runs an empty command line, which succeeds and says nothing: a guard that never guards.
    ///
    /// ## Evidence
    /// BND: only the type of `command` is checked (HOOKS.md 4.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": " " }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "check-command" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// A prompt hook has no command:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "type": "prompt", "prompt": "Is it safe?", "command": "" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// Never; remove the entry.
    "empty-command", [Error], [None], Bnd, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command().filter(|command| command.text.value.trim().is_empty()) else {
        return;
    };
    findings.report(
        RULE.at(context.id(), command.text.span, "the command is empty, so the hook does nothing")
            .label("nothing to run")
            .help("the host accepts it; remove the entry or write the command"),
    );
}
