use hookc_compiler::typecheck::Action;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A prompt hook gives an order to a model that can only judge.
    ///
    /// ## What the host does
    /// It asks a small model for `{ok, reason}` about what is to happen, and `ok: false` blocks it. The model has no tools: it runs nothing,
    /// changes nothing, and whatever else it answers is not read.
    ///
    /// ## Evidence
    /// DOC for the answer (HOOKS.md 1.3).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeSubmitPrompt": [{ "type": "prompt", "prompt": "Run the linter and fix what it finds." }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeSubmitPrompt": [{ "type": "prompt", "prompt": "Does the prompt ask for a change of the linter's rules?" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeShellExecution": [
    ///       { "type": "prompt", "prompt": "Check that the command deletes nothing." },
    ///       { "type": "prompt", "prompt": "Run this through our rules and block what breaks them." },
    ///       { "type": "prompt", "prompt": "Commands may only read." }
    ///     ]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the words are meant as a condition all the same.
    "prompt-is-an-order", [Warning], [None], Doc, Check::Hook(check)
}

/// What an order begins with, and a condition does not.
const ORDERS: [&str; 21] = [
    "run",
    "fix",
    "write",
    "update",
    "create",
    "add",
    "remove",
    "delete",
    "commit",
    "push",
    "format",
    "summarize",
    "summarise",
    "refactor",
    "generate",
    "install",
    "execute",
    "implement",
    "rename",
    "document",
    "rewrite",
];

/// Words of a text that asks for a judgement in some way.
const JUDGEMENTS: [&str; 24] = [
    "?",
    "allow",
    "block",
    "deny",
    "approve",
    "reject",
    "refuse",
    "permit",
    "return",
    "respond",
    "answer",
    "reply",
    "whether",
    "verify",
    "check",
    "judge",
    "decide",
    "evaluate",
    "assess",
    "should",
    "must not",
    "safe",
    "ok",
    "$arguments",
];

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Action::Prompt { prompt, .. } = &context.hook.action else { return };
    // Where nothing can be blocked, `inert-prompt-hook` says more.
    if !context.hook.event.facts().prompt_hook.value {
        return;
    }
    let Some(verb) = order(&prompt.value) else { return };
    let span = prompt.span_of(&context.source.tree, verb);
    findings.report(
        RULE.at(
            context.id(),
            span,
            "this reads as an order, and the model that gets it can only say yes or no",
        )
        .label("nobody carries this out")
        .help(
            "write the condition under which the action may go ahead, or use a command hook to do something",
        ),
    );
}

/// Where the verb stands that makes a text an order, if it is nothing but one.
fn order(text: &str) -> Option<std::ops::Range<usize>> {
    let start = text.len() - text.trim_start().len();
    let rest = &text[start..];
    let length = rest.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(rest.len());
    let lower = text.to_lowercase();
    let is_order = ORDERS.iter().any(|verb| rest[..length].eq_ignore_ascii_case(verb));
    (is_order && !JUDGEMENTS.iter().any(|word| lower.contains(word))).then_some(start..start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_begins_with_what_is_to_be_done() {
        assert_eq!(order("  Run the tests."), Some(2..5));
        assert_eq!(order("Fix the style, then commit"), Some(0..3));
    }

    #[test]
    fn a_condition_is_no_order() {
        for text in [
            "",
            "Is it clean?",
            "Format must be JSON, else deny",
            "Runtime errors",
            "Run it by our rules: is it safe?",
        ] {
            assert_eq!(order(text), None, "{text}");
        }
    }
}
