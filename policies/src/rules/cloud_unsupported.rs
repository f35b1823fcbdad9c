use hookc_compiler::analysis::Target;
use hookc_compiler::diagnostic::{Diagnostic, Level};
use hookc_compiler::typecheck::{Action, Hook};
use hookc_schema::event::Cloud;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// Cloud agents do not run this hook.
    ///
    /// ## What the host does
    /// Cloud agents read the hooks of the project (those of the enterprise and of the team on Enterprise plans), and neither the user's nor
    /// Claude's. They run command hooks of most events; what is left out is passed over in silence, a gate too.
    ///
    /// ## Evidence
    /// DOC (HOOKS.md 9).
    ///
    /// ## Fails (target cloud)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "node tools/mcp.js", "failClosed": true }] }
    /// }
    /// ```
    /// ```js tools/mcp.js
    /// console.log("{}");
    /// ```
    ///
    /// ## Fixed (target cloud)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "node tools/mcp.js", "failClosed": true }] }
    /// }
    /// ```
    /// ```js tools/mcp.js
    /// console.log("{}");
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "node tools/mcp.js", "failClosed": true }] }
    /// }
    /// ```
    /// ```js tools/mcp.js
    /// console.log("{}");
    /// ```
    ///
    /// ## When to ignore it
    /// When the hook is not needed there: a cloud agent works in a machine of its own.
    "cloud-unsupported", [Warning, Info], [NeverRuns], Doc, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let Some(kind) = context.source.kind().filter(|_| context.settings.targets.contains(&Target::Cloud))
    else {
        return;
    };
    let Some(config) = &context.source.config else { return };
    if !kind.facts().cloud.value {
        findings.0.extend(whole_file(context, kind.name()));
        return;
    }
    for hook in &config.hooks {
        let Some((level, message)) = left_out(hook) else { continue };
        let span = match &hook.action {
            Action::Prompt { prompt, .. } => prompt.span,
            Action::Command(command) => command.text.span,
            Action::Unsupported => hook.span,
        };
        findings.report(
            RULE.with(level, RULE.effects[0], context.id(), span, message)
                .label("not in cloud agents")
                .related(context.id(), hook.event_key.span, "at this event"),
        );
    }
}

/// One finding for a file that cloud agents do not read, if it has hooks.
fn whole_file(context: &SourceContext<'_>, kind: &str) -> Option<Diagnostic> {
    let config = context.source.config.as_ref().filter(|config| !config.hooks.is_empty())?;
    let hooks = context.source.tree.node(config.root).get("hooks")?;
    let message = format!("cloud agents do not read the source `{kind}`, so none of its hooks run there");
    Some(
        RULE.with(Level::Info, RULE.effects[0], context.id(), hooks.key().span(), message)
            .label("not read")
            .help("what cloud agents shall run stands in the project's `.cursor/hooks.json`"),
    )
}

/// Why a hook of a file that is read does not run, and how much that matters.
fn left_out(hook: &Hook) -> Option<(Level, String)> {
    let event = hook.event;
    let is_gate = event.facts().blocking.value.can_block();
    let level = if is_gate { Level::Warning } else { Level::Info };
    let unguarded = if is_gate { ", and what it should judge goes unjudged" } else { "" };
    match event.facts().cloud.value {
        Cloud::Runs if matches!(hook.action, Action::Prompt { .. }) => {
            Some((level, format!("prompt hooks do not run in cloud agents{unguarded}")))
        }
        Cloud::Runs => None,
        Cloud::SelfHostedOnly(reason) => Some((
            level,
            format!("`{event}` runs on self-hosted workers only, not in cloud agents: {reason}{unguarded}"),
        )),
        Cloud::No(reason) => {
            Some((level, format!("`{event}` does not run in cloud agents: {reason}{unguarded}")))
        }
    }
}
