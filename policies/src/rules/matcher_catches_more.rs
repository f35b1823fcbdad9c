use hookc_schema::event::Vocabulary;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};
use crate::vocabulary;

declare_rule! {
    /// A matcher also takes longer names than the one that it spells, or everything.
    ///
    /// ## What the host does
    /// Matchers are not anchored: `Read` also matches `ReadLints`, and `Shell` also matches `BackgroundShell`.
    ///
    /// ## Evidence
    /// BND: `RegExp.prototype.test` without anchors (HOOKS.md 5.1).
    ///
    /// ## Fails (pedantic, also gui-path)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "audit", "matcher": "Read" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "audit", "matcher": "^Read$" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent (pedantic, also gui-path)
    /// A name that no other known name contains, and a pattern for command lines:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [{ "command": "audit", "matcher": "Grep" }],
    ///     "beforeShellExecution": [{ "command": "audit", "matcher": "git push" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// Nearly always: it is only worth a look when a guard blocks too much. It is shown with `--pedantic` alone.
    "matcher-catches-more", [Info], [AlwaysRuns], Bnd, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some((matcher, pattern)) = context.native_matcher().filter(|_| context.settings.pedantic) else {
        return;
    };
    let event = context.hook.event;
    let whole = matcher.text.span_of(&context.source.tree, 0..matcher.text.value.len());
    if pattern.matches_everything() {
        findings.report(RULE.at(context.id(), whole, "this matcher takes everything").pedantic());
        return;
    }
    let (Vocabulary::Known(names) | Vocabulary::Closed(names)) = event.facts().vocabulary else { return };
    for branch in vocabulary::branches(pattern, event, context.settings) {
        let Some(name) = branch.name.filter(|name| names.contains(&name.as_str())) else { continue };
        let longer: Vec<String> = names
            .iter()
            .filter(|known| known.contains(&name) && **known != name && pattern.matches(known) == Some(true))
            .map(|known| format!("`{known}`"))
            .collect();
        if !longer.is_empty() {
            let span = matcher.text.span_of(&context.source.tree, branch.range);
            findings.report(
                RULE.at(context.id(), span, format!("`{name}` also matches {}", longer.join(", ")))
                    .help(format!("write `^{name}$` if that is not meant"))
                    .pedantic(),
            );
        }
    }
}
