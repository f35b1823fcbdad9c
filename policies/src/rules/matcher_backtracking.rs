use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::matcher::Growth;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A matcher can take so long on some text that the host hangs.
    ///
    /// ## What the host does
    /// JavaScript tries one way after the other. Where a pattern can match the same text in many ways and then fails, the number of ways grows with
    /// every character: twice as many for each is more than a day for a line of forty.
    ///
    /// ## Evidence
    /// INF: this is how the engine works; the witness in the finding was tried.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "check-command", "matcher": "^(\\w+\\s?)+$" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "check-command", "matcher": "^\\w+(\\s\\w+)*\\s?$" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "check-command", "matcher": "git\\s+push\\b.*--force|(a|b)*c" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the subject is always short. Growth by a power is shown with `--pedantic` alone.
    "matcher-backtracking", [Warning, Info], [Blocks], Inf, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(matcher) = &context.hook.matcher else { return };
    let Some(Ok(pattern)) = &matcher.pattern else { return };
    if context.hook.shares_matcher {
        return;
    }
    let Some(found) = pattern.backtracking() else { return };
    let span = matcher.text.span_of(&context.source.tree, found.range.clone());
    let witness = format!(
        "for example on {} followed by {} many times and then {}",
        shown(&found.prefix),
        shown(&found.pump),
        shown(&found.suffix)
    );
    findings.report(match found.growth {
        Growth::Exponential => RULE
            .with(
                Level::Warning,
                Effect::Blocks,
                context.id(),
                span,
                "the time that this takes doubles with every character of some texts",
            )
            .label("can match one text in many ways")
            .consequence(witness),
        Growth::Polynomial(power) => RULE
            .with(
                Level::Info,
                Effect::Blocks,
                context.id(),
                span,
                format!("the time that this takes grows with the power {power} of the length of some texts"),
            )
            .consequence(witness)
            .pedantic(),
    });
}

fn shown(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { format!("`{}`", text.escape_debug()) }
}
