use hookc_compiler::typecheck::Dialect;
use hookc_schema::claude;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// A Claude event that the host does not import.
    ///
    /// ## What the host does
    /// It maps eight of Claude's events to its own and skips the others with a line in its log. They run in Claude Code only.
    ///
    /// ## Evidence
    /// DOC for `Notification` and `PermissionRequest`, OBS for the others (HOOKS.md 2.3).
    ///
    /// ## Fails
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": { "Notification": [{ "hooks": [{ "type": "command", "command": "notify-send waiting" }] }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "notify-send done" }] }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// The events that the host maps:
    ///
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": {
    ///     "SessionStart": [{ "hooks": [{ "type": "command", "command": "notify-send start" }] }],
    ///     "PreCompact": [{ "hooks": [{ "type": "command", "command": "notify-send compact" }] }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the hook is meant for Claude Code alone; it is an info, never more.
    "unsupported-claude-event", [Info], [NeverRuns], Obs, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let Some(hooks) = context
        .root()
        .filter(|_| context.dialect() == Some(Dialect::Claude))
        .and_then(|root| root.get("hooks"))
    else {
        return;
    };
    for member in hooks.value().members() {
        let Some(name) = member.key().as_str() else { continue };
        if claude::event(name).is_some_and(|row| row.runs_at.value.is_none()) {
            findings.report(
                RULE.at(
                    context.id(),
                    member.key().span(),
                    format!("`{name}` runs in Claude Code only; Cursor skips it"),
                )
                .label("no counterpart"),
            );
        }
    }
}
