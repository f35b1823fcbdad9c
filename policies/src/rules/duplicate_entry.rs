use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::syntax::edit;
use hookc_compiler::typecheck::{Action, Hook};

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// The same hook is registered twice for one event.
    ///
    /// ## What the host does
    /// It runs every entry, so the same command runs twice at the same time.
    ///
    /// ## Evidence
    /// BND: entries of one file are not compared (HOOKS.md 2.5, 4.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "summary" }, { "command": "summary" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "summary" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [
    ///       { "command": "audit", "matcher": "Shell" },
    ///       { "command": "audit", "matcher": "Write", "timeout": 5 }
    ///     ],
    ///     "stop": [{ "command": "audit" }],
    ///     "sessionEnd": [{ "command": "audit" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When running it twice is the purpose.
    "duplicate-entry", [Warning], [RunsTwice], Bnd, Check::Source(check)
}

/// In a file with more hooks than this no fix is offered: finding an entry's neighbours takes time for each.
const MOST_WITH_FIX: usize = 2000;

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let Some(config) = &context.source.config else { return };
    let mut seen = std::collections::HashMap::with_capacity(config.hooks.len());
    for hook in &config.hooks {
        let Some(key) = key(hook) else { continue };
        let Some(first) = seen.insert(key, hook) else { continue };
        seen.insert(key, first);
        let mut finding = RULE
            .at(context.id(), hook.span, "the same hook is registered twice for this event, so it runs twice")
            .label("again here")
            .related(context.id(), first.span, "first here");
        if config.hooks.len() <= MOST_WITH_FIX {
            let removal = edit::remove_item(context.source.tree.node(hook.entry));
            finding = finding.fix(Applicability::Unsafe, "remove the second one", vec![removal]);
        }
        findings.report(finding);
    }
}

type Key<'a> = (hookc_schema::Event, &'a str, bool, Option<&'a str>, Option<u64>, bool);

/// What makes two entries the same: everything that decides when they run and what they do.
fn key(hook: &Hook) -> Option<Key<'_>> {
    let (text, is_prompt) = match &hook.action {
        Action::Command(command) => (command.text.value.as_str(), false),
        Action::Prompt { prompt, .. } => (prompt.value.as_str(), true),
        Action::Unsupported => return None,
    };
    Some((
        hook.event,
        text,
        is_prompt,
        hook.matcher.as_ref().map(|matcher| matcher.text.value.as_str()),
        hook.timeout.map(|timeout| timeout.value.to_bits()),
        hook.fails_closed(),
    ))
}
