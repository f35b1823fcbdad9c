use hookc_compiler::syntax::Member;
use hookc_compiler::typecheck::Dialect;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// `$schema` names the schema of another product.
    ///
    /// ## What the host does
    /// It ignores `$schema`. An editor does not: it completes and checks the file by the other product's rules.
    ///
    /// ## Evidence
    /// BND: keys beside `version` and `hooks` are not looked at (HOOKS.md 1.1).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "$schema": "https://json.schemastore.org/claude-code-settings.json",
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "notify-send done" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "notify-send done" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "$schema": "https://unpkg.com/cursor-hooks/schema/hooks.schema.json",
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "notify-send done" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When one schema of one's own covers several products.
    "foreign-schema", [Info], [None], Bnd, Check::Source(check)
}

const OTHER_PRODUCTS: [&str; 7] = ["claude", "copilot", "codex", "windsurf", "gemini", "opencode", "zed"];

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let Some(schema) = context
        .root()
        .filter(|_| context.dialect() == Some(Dialect::Native))
        .and_then(|root| root.get("$schema"))
        .map(Member::value)
    else {
        return;
    };
    let Some(address) = schema.as_str().map(str::to_lowercase) else { return };
    let names = |product: &str| address.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == product);
    if names("cursor") {
        return;
    }
    if let Some(product) = OTHER_PRODUCTS.into_iter().find(|product| names(product)) {
        findings.report(
            RULE.at(
                context.id(),
                schema.span(),
                format!("this schema belongs to another product ({product}), so an editor completes the wrong keys"),
            )
            .label("not a schema of this file")
            .help("`hookc schema hooks` prints the one that fits"),
        );
    }
}
