use crate::declare_rule;
use crate::programs;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// Who does not have this program can do nothing any more.
    ///
    /// ## What the host does
    /// A program that is not there ends the hook with 127, and `failClosed` makes a denial of it: on a fresh clone, in CI or in a cloud agent
    /// every action that the event judges is blocked.
    ///
    /// ## Evidence
    /// DOC for the exit code and for `failClosed` (HOOKS.md 0.3), OBS for the lock-outs.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "rule-hook --event tool", "matcher": "Write", "failClosed": true }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "node tools/rule-hook.js", "matcher": "Write", "failClosed": true }] }
    /// }
    /// ```
    /// ```js tools/rule-hook.js
    /// console.log("{}");
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [
    ///       { "command": "rule-hook --event tool", "matcher": "Write", "failClosed": true },
    ///       { "command": "other-hook", "matcher": "Shell" },
    ///       { "command": "command -v third-hook >/dev/null || exit 0; third-hook", "failClosed": true },
    ///       { "command": "jq -c '{permission: \"allow\"}'", "failClosed": true }
    ///     ]
    ///   }
    /// }
    /// ```
    /// ```toml mise.toml
    /// [tools]
    /// "cargo:rule-hook" = "1.4.0"
    /// ```
    ///
    /// ## When to ignore it
    /// When everybody has the program by other means, or nobody without it shall work on the project.
    "failclosed-lockout", [Warning], [Blocks], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    let Some(program) = command.unprovided.iter().find(|program| !programs::is_common(&program.name)) else {
        return;
    };
    let is_void = context.source.config.as_ref().is_some_and(|config| config.void);
    if is_void
        || command.line.swallow().is_some()
        || command.line.is_prose()
        || command.line.is_windows_only()
    {
        return;
    }
    let span = command.text.span_of(&context.source.tree, program.range.clone());
    let message = format!(
        "nothing in the project provides `{}`, and without it everything that `{}` judges is blocked",
        program.name, context.hook.event
    );
    findings.report(
        RULE.at(context.id(), span, message)
            .label("from somewhere else")
            .help("keep the program in the project, name it where the project's tools are listed, or do without `failClosed`"),
    );
}
