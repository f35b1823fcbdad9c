use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::nearest;
use hookc_compiler::syntax::edit;
use hookc_compiler::typecheck::{Dialect, is_convention};
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// A key at the top of the file looks like a misspelling of one that counts.
    ///
    /// ## What the host does
    /// It looks at `version`, `hooks` and the old `stop_hook_loop_limit`, and passes over every other key without a word. A misspelt key is
    /// passed over too, and an event outside of `hooks` never runs.
    ///
    /// ## Evidence
    /// BND: read in the validators of the 2026 builds (HOOKS.md 1.1).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {},
    ///   "stop": [{ "command": "notify-send done" }]
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "stop": [{ "command": "notify-send done" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "$schema": "./hooks.schema.json",
    ///   "_comment": "owned by the platform team",
    ///   "description": "format after edits",
    ///   "version": 1,
    ///   "hooks": {
    ///     "stop": [{ "command": "notify-send done" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When another program reads the key and its name only happens to be close.
    "unknown-top-level-key", [Warning], [Ignored], Bnd, Check::Source(check)
}

const KEYS: [&str; 3] = ["version", "hooks", "stop_hook_loop_limit"];

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let Some(root) = context.root().filter(|_| context.dialect() == Some(Dialect::Native)) else { return };
    if root.get("hooks").is_none() {
        return;
    }
    for member in root.members() {
        let Some(key) = member.key().as_str() else { continue };
        if KEYS.contains(&key) || is_convention(key) {
            continue;
        }
        let span = member.key().span();
        if Event::from_name(key).is_some() {
            findings.report(
                RULE.at(
                    context.id(),
                    span,
                    format!("`{key}` stands outside of `hooks`, so its hooks never run"),
                )
                .label("not inside `hooks`")
                .help(format!("move `{key}` into `hooks`")),
            );
        } else if let Some(meant) =
            KEYS.into_iter().find(|known| key.trim() == *known || nearest::is_misspelling(key, known))
        {
            let mut finding = RULE
                .at(context.id(), span, format!("`{key}` is not read; did you mean `{meant}`?"))
                .label("not a key of a hooks file");
            if root.get(meant).is_none() {
                finding = finding.fix(
                    Applicability::Unsafe,
                    format!("rename it to `{meant}`"),
                    vec![edit::replace(span, edit::quote(meant))],
                );
            }
            findings.report(finding);
        }
    }
}
