use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::matcher::Pattern;
use hookc_compiler::syntax::edit;
use hookc_schema::Event;
use hookc_schema::event::{Subject, Vocabulary};
use hookc_schema::tool;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A matcher is written for another subject than the one of its event.
    ///
    /// ## What the host does
    /// It matches file events against the kind of access (`Read`, `Write`), never against a path, and subagent events against the type of
    /// the subagent, never against a tool. A path, an extension or a tool name matches nothing there, and the hook never runs. Shell events are matched
    /// against the command line: the name of the tool selects only the commands that happen to contain it.
    ///
    /// ## Evidence
    /// DOC: the subjects are documented event by event (HOOKS.md 5.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "eslint-hook", "matcher": "\\.tsx?$" }] }
    /// }
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "check-command", "matcher": "Shell" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "eslint-hook" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "afterFileEdit": [{ "command": "eslint-hook", "matcher": "Write|TabWrite" }],
    ///     "beforeShellExecution": [{ "command": "check-command", "matcher": "openspec[\\\\/]changes" }],
    ///     "subagentStart": [{ "command": "audit", "matcher": "explore|shell" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When a subagent type of the project has the name of a tool.
    "matcher-wrong-subject", [Error], [NeverRuns], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some((matcher, pattern)) = context.native_matcher() else { return };
    let event = context.hook.event;
    if !applies(pattern, event) {
        return;
    }
    let span = matcher.text.span_of(&context.source.tree, 0..matcher.text.value.len());
    let (message, help) = match event.facts().subject.value {
        Subject::SubagentType => (
            format!(
                "`{}` is matched against the type of the subagent, not against a tool, so the hook never runs",
                event.name()
            ),
            "types are `generalPurpose`, `explore`, `shell` and the names of the project's own agents",
        ),
        Subject::CommandText => (
            format!("`{}` is matched against the command line, not against a tool", event.name()),
            "leave the matcher out: every command of this event is a shell command",
        ),
        _ => (
            format!(
                "`{}` is matched against the kind of access, not against a path, so the hook never runs",
                event.name()
            ),
            "leave the matcher out and test `file_path` of the payload in the script",
        ),
    };
    let mut finding = RULE.at(context.id(), span, message).label("never matches").help(help);
    if let Some(member) = context.entry().get("matcher") {
        finding = finding.fix(Applicability::Unsafe, "remove the matcher", vec![edit::remove_member(member)]);
    }
    findings.report(finding);
}

/// Whether the matcher is dead at this event because it is meant for another subject.
pub(crate) fn applies(pattern: &Pattern, event: Event) -> bool {
    let facts = event.facts();
    match (facts.subject.value, facts.vocabulary) {
        (Subject::FileAccess(_), Vocabulary::Closed(names)) => {
            looks_like_a_path(&pattern.text())
                && names.iter().all(|name| pattern.matches(name) == Some(false))
        }
        (Subject::SubagentType, Vocabulary::Known(names)) => {
            let text = pattern.text();
            text.split('|').all(is_tool) && names.iter().all(|name| pattern.matches(name) == Some(false))
        }
        (Subject::CommandText, _) => pattern.text().split('|').all(is_shell_tool),
        _ => false,
    }
}

/// Whether a name is that of the shell tool, here or in Claude Code, as no command line has it.
fn is_shell_tool(name: &str) -> bool {
    matches!(name.trim_start_matches('^').trim_end_matches('$'), "Shell" | "Bash")
}

fn looks_like_a_path(pattern: &str) -> bool {
    pattern.contains(['/', '\\', '.'])
}

fn is_tool(name: &str) -> bool {
    let name = name.trim_start_matches('^').trim_end_matches('$');
    name == "Bash" || tool::tool(name).is_some() || name.starts_with(tool::MCP_PREFIX)
}
