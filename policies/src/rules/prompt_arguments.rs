use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::syntax::edit;
use hookc_compiler::typecheck::Action;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// The placeholder `$ARGUMENTS` of a prompt hook is misspelt, or stands in it more than once.
    ///
    /// ## What the host does
    /// `$ARGUMENTS` is replaced by the payload as JSON; without it the payload is appended to the prompt. A misspelt placeholder stays in the
    /// text as it is and the payload is appended. Two placeholders bring the payload twice.
    ///
    /// ## Evidence
    /// DOC for the placeholder, INF for several of them (HOOKS.md 1.3).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "type": "prompt", "prompt": "Is ${ARGUMENTS} read-only?" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "type": "prompt", "prompt": "Is $ARGUMENTS read-only?" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "type": "prompt", "prompt": "Is the command read-only?" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the prompt speaks about the placeholder itself.
    "prompt-arguments", [Info], [None], Doc, Check::Hook(check)
}

const PLACEHOLDER: &str = "$ARGUMENTS";
const MISSPELT: [&str; 7] =
    ["${ARGUMENTS}", "{{ARGUMENTS}}", "$arguments", "$Arguments", "$ARGUMENT", "$ARGS", "{ARGUMENTS}"];

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Action::Prompt { prompt, .. } = &context.hook.action else { return };
    let text = prompt.value.as_str();
    let places: Vec<usize> = text.match_indices(PLACEHOLDER).map(|(at, _)| at).collect();
    if let [first, second, ..] = places.as_slice() {
        let span = |at: usize| prompt.span_of(&context.source.tree, at..at + PLACEHOLDER.len());
        findings.report(
            RULE.at(context.id(), span(*second), "the payload is put into this prompt more than once")
                .label("again here")
                .related(context.id(), span(*first), "first here"),
        );
    }
    if !places.is_empty() {
        return;
    }
    let Some((at, found)) = MISSPELT.into_iter().find_map(|word| Some((whole_word(text, word)?, word)))
    else {
        return;
    };
    let span = prompt.span_of(&context.source.tree, at..at + found.len());
    findings.report(
        RULE.at(
            context.id(),
            span,
            format!("`{found}` is not replaced; the payload is appended to the prompt instead"),
        )
        .label(format!("wanted: `{PLACEHOLDER}`"))
        .fix(
            Applicability::Unsafe,
            format!("write `{PLACEHOLDER}`"),
            vec![edit::replace(span, PLACEHOLDER)],
        ),
    );
}

fn whole_word(text: &str, word: &str) -> Option<usize> {
    let at = text.find(word)?;
    let goes_on = text[at + word.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_');
    (!goes_on).then_some(at)
}
