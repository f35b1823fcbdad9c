use hookc_compiler::diagnostic::{Applicability, Edit};
use hookc_schema::event::Subject;
use hookc_schema::tool::MCP_PREFIX;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A blank stands behind `MCP:` in a matcher.
    ///
    /// ## What the host does
    /// It sends `MCP:` and the bare tool name, without a blank between them. A pattern with the blank matches none of them.
    ///
    /// ## Evidence
    /// DOC for the form `MCP:<tool>`, confirmed by captures (HOOKS.md 5.3).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "audit", "matcher": "MCP: .*migrate" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "audit", "matcher": "MCP:.*migrate" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "audit", "matcher": "MCP:\\s*migrate" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// Never.
    "matcher-mcp-blank", [Warning], [NeverRuns], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some((matcher, _)) = context.native_matcher() else { return };
    if context.hook.event.facts().subject.value != Subject::ToolName {
        return;
    }
    let text = matcher.text.value.as_str();
    for (at, _) in text.match_indices(MCP_PREFIX) {
        let behind = &text[at + MCP_PREFIX.len()..];
        let blanks = behind.len() - behind.trim_start_matches(' ').len();
        if blanks == 0 || behind[blanks..].starts_with(['*', '?', '{']) {
            continue;
        }
        let start = at + MCP_PREFIX.len();
        let span = matcher.text.span_of(&context.source.tree, start..start + blanks);
        findings.report(
            RULE.at(context.id(), span, "tool names have no blank behind `MCP:`, so this never matches")
                .label("no blank here")
                .fix(Applicability::Unsafe, "remove the blank", vec![Edit { span, text: String::new() }]),
        );
    }
}
