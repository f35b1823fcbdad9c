//! Option values of the wrong type or out of range (HOOKS.md 4.2).

use hookc_schema::Evidence;

use super::schema::ViolationKind;
use super::{Checker, describe};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::syntax::{Node, edit};

impl<'t> Checker<'t> {
    pub(super) fn wrong_option(&mut self, key: &str, node: Node<'t>, kind: ViolationKind) {
        match key {
            "type" => self.bad_type(node),
            "timeout" => self.bad_timeout(node),
            "loop_limit" => self.bad_loop_limit(node),
            "failClosed" => self.wrong_type(node, "`true` or `false`", boolean(node)),
            "matcher" => self.wrong_matcher(node),
            "command" => self.wrong_command(node),
            "prompt" | "model" if kind == ViolationKind::Value => self.blank(key, node),
            _ => self.wrong_type(node, "a string", Vec::new()),
        }
    }

    fn bad_type(&mut self, node: Node<'t>) {
        let mut diagnostic = self
            .fault(
                "bad-type",
                Evidence::Bnd,
                node.span(),
                format!(
                    "`type` must be `\"command\"` or `\"prompt\"` and is {}, {}",
                    describe(node),
                    self.cost()
                ),
            )
            .label("wanted: `\"command\"` or `\"prompt\"`");
        if let Some(near) =
            node.as_str().and_then(|found| crate::nearest::nearest(found, ["command", "prompt"]))
        {
            diagnostic = diagnostic.fix(
                Applicability::Safe,
                format!("write `\"{near}\"`"),
                vec![edit::replace(node.span(), edit::quote(near))],
            );
        } else if node.parent().is_some_and(|entry| entry.get("command").is_some()) {
            diagnostic = diagnostic.fix(
                Applicability::Safe,
                "write `\"command\"`",
                vec![edit::replace(node.span(), "\"command\"")],
            );
        }
        self.report(diagnostic);
    }

    fn bad_timeout(&mut self, node: Node<'t>) {
        let mut diagnostic = self
            .fault(
                "bad-timeout",
                Evidence::Bnd,
                node.span(),
                format!(
                    "`timeout` must be a number of seconds above 0 and is {}, {}",
                    describe(node),
                    self.cost()
                ),
            )
            .label("wanted: seconds, for example `30`")
            .help("leave the option out to get the default of 60 seconds");
        if let Some(seconds) = numeral(node).filter(|seconds| *seconds > 0.0) {
            diagnostic = diagnostic.fix(
                Applicability::Safe,
                format!("write `{seconds}`"),
                vec![edit::replace(node.span(), seconds.to_string())],
            );
        } else {
            diagnostic = offer_removal(diagnostic, node);
        }
        self.report(diagnostic);
    }

    fn bad_loop_limit(&mut self, node: Node<'t>) {
        let mut diagnostic = self
            .fault(
                "bad-loop-limit",
                if node.as_f64() == Some(0.0) { Evidence::Obs } else { Evidence::Bnd },
                node.span(),
                format!(
                    "`loop_limit` must be a whole number from 1 up, or `null` for no limit, and is {}, {}",
                    describe(node),
                    self.cost()
                ),
            )
            .label("wanted: `1` or more, or `null`");
        if let Some(limit) = numeral(node).filter(|limit| *limit >= 1.0 && limit.fract() == 0.0) {
            diagnostic = diagnostic.fix(
                Applicability::Safe,
                format!("write `{limit}`"),
                vec![edit::replace(node.span(), limit.to_string())],
            );
        } else {
            diagnostic = diagnostic
                .fix(
                    Applicability::Unsafe,
                    "write `null`: no limit",
                    vec![edit::replace(node.span(), "null")],
                )
                .fix(Applicability::Unsafe, "write `1`", vec![edit::replace(node.span(), "1")]);
        }
        self.report(diagnostic);
    }

    fn wrong_matcher(&mut self, node: Node<'t>) {
        let patterns: Option<Vec<&str>> = node.items().map(Node::as_str).collect();
        let fixes = match patterns {
            Some(patterns) if node.is_array() && !patterns.is_empty() => {
                let pattern = patterns.join("|");
                vec![(format!("write `{}`", edit::quote(&pattern)), edit::quote(&pattern))]
            }
            _ => Vec::new(),
        };
        self.wrong_type(node, "a string that holds a regular expression", fixes);
    }

    fn wrong_command(&mut self, node: Node<'t>) {
        let words: Option<Vec<&str>> = node.items().map(Node::as_str).collect();
        let fixes = match words {
            Some(words) if node.is_array() && !words.is_empty() => {
                let line = words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ");
                vec![("join the words to one command line".to_owned(), edit::quote(&line))]
            }
            _ => Vec::new(),
        };
        self.wrong_type(node, "a string that holds a command line", fixes);
    }

    fn blank(&mut self, key: &str, node: Node<'t>) {
        let rule = if key == "prompt" { "missing-prompt" } else { "bad-model" };
        let diagnostic = self
            .fault(
                rule,
                Evidence::Bnd,
                node.span(),
                format!("`{key}` of a prompt hook is blank, {}", self.cost()),
            )
            .label("nothing in here");
        let diagnostic = if key == "model" { offer_removal(diagnostic, node) } else { diagnostic };
        self.report(diagnostic);
    }
}

fn offer_removal(diagnostic: Diagnostic, node: Node<'_>) -> Diagnostic {
    match node.member() {
        Some(member) => {
            diagnostic.fix(Applicability::Unsafe, "remove the option", vec![edit::remove_member(member)])
        }
        None => diagnostic,
    }
}

/// The number that a string or number value spells.
fn numeral(node: Node<'_>) -> Option<f64> {
    let number = node.as_f64().or_else(|| node.as_str()?.trim().parse().ok())?;
    number.is_finite().then_some(number)
}

/// The fix for a string or number that spells a truth value.
fn boolean(node: Node<'_>) -> Vec<(String, String)> {
    let truth = match (node.as_str().map(|text| text.trim().to_lowercase()).as_deref(), node.as_f64()) {
        (Some("true" | "yes" | "on" | "1"), _) => "true",
        (Some("false" | "no" | "off" | "0"), _) => "false",
        (_, Some(1.0)) => "true",
        (_, Some(0.0)) => "false",
        _ => return Vec::new(),
    };
    vec![(format!("write `{truth}`"), truth.to_owned())]
}

/// A word as it is written in a command line, quoted when a shell would split or expand it.
pub(super) fn shell_word(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=@%+,$~{}".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
