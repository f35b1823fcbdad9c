use hookc_schema::event::Subject;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A matcher on an MCP event: nobody documents what it is matched against.
    ///
    /// ## What the host does
    /// Builds were seen to match it against the payload's `command`, the server's name or launch line; other authors assume the tool's name.
    /// `hookc run` takes `command`, else `url`.
    ///
    /// ## Evidence
    /// BND, weak: two builds of 2026, nothing in the documentation (HOOKS.md 0.6, 5.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "audit", "matcher": "github" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "audit" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [{ "command": "audit", "matcher": "MCP:create_issue" }],
    ///     "afterMCPExecution": [{ "command": "audit", "matcher": "*" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the builds in use are known to match as the pattern expects.
    "matcher-undocumented-subject", [Info], [None], Bnd, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some((matcher, _)) = context.native_matcher() else { return };
    let event = context.hook.event;
    if event.facts().subject.value != Subject::Undocumented {
        return;
    }
    findings.report(
        RULE.at(
            context.id(),
            matcher.text.span,
            format!("what a matcher of `{}` is tested against is not documented", event.name()),
        )
        .label("may never match, or match too much")
        .help("leave it out and test `mcp_server_name` and `tool_name` of the payload in the script"),
    );
}
