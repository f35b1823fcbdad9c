//! What a finding is recognised by when it is met again: after edits around it, on another machine, by a newer build.
//!
//! It is a digest of the rule, the file, the place and the underlined text. The place is that of the value in the document, not its line: the keys that lead to it, and for
//! an item of a list what the item is (the command of a hook, the matcher of a group), since the number of an item changes with each one before it. In
//! a file that is not JSON the place is the line's own text. White space between words does not count, and neither does what the finding says.

use std::cell::OnceCell;

use hookc_compiler::Digest;
use hookc_compiler::diagnostic::Diagnostic;
use hookc_compiler::span::Span;
use hookc_compiler::syntax::{Member, Node, Tree};

use crate::Report;

/// How many hexadecimal digits a fingerprint has.
const DIGITS: usize = 32;

/// The fingerprint of one finding: 32 lower-case hexadecimal digits. For all findings of a report ask [`Fingerprints`], which reads each file once.
pub fn fingerprint(report: &Report, diagnostic: &Diagnostic) -> String {
    Fingerprints::new(report).of(diagnostic)
}

/// The fingerprints of the findings of a report.
#[derive(Debug)]
pub struct Fingerprints<'r> {
    report: &'r Report,
    trees: Vec<OnceCell<Option<Tree>>>,
}

impl<'r> Fingerprints<'r> {
    /// Reads nothing yet.
    pub fn new(report: &'r Report) -> Self {
        Self { report, trees: report.files.iter().map(|_| OnceCell::new()).collect() }
    }

    /// The fingerprint of a finding of the report. Two findings that nothing tells apart, such as those at two hooks with the same command, have the same one.
    pub fn of(&self, diagnostic: &Diagnostic) -> String {
        let file = &self.report.files[diagnostic.file.0 as usize].shown;
        digest(&[file.strip_prefix("./").unwrap_or(file), &self.in_file(diagnostic)])
    }

    /// As [`of`](Self::of), whatever the file is called.
    pub(crate) fn in_file(&self, diagnostic: &Diagnostic) -> String {
        let mut parts = vec![diagnostic.rule.to_owned()];
        parts.extend(diagnostic.policy.iter().map(|policy| policy.id.clone()));
        match self.tree(diagnostic) {
            Some(tree) => place_in_tree(tree, diagnostic.span, &mut parts),
            None => place_in_text(self.text(diagnostic), diagnostic.span, &mut parts),
        }
        digest(&parts)
    }

    /// The fingerprints of these findings, no two the same: the second of a kind differs from the first, and from one report to the next in the same way.
    pub fn distinct<'d>(&self, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<String> {
        let mut met = std::collections::HashMap::<String, usize>::new();
        let mut one = |diagnostic| {
            let fingerprint = self.of(diagnostic);
            let before = met.entry(fingerprint.clone()).or_default();
            *before += 1;
            if *before == 1 { fingerprint } else { digest(&[fingerprint, before.to_string()]) }
        };
        diagnostics.into_iter().map(&mut one).collect()
    }

    fn text(&self, diagnostic: &Diagnostic) -> &'r str {
        &self.report.files[diagnostic.file.0 as usize].text
    }

    /// The document that the file is, if it is one.
    fn tree(&self, diagnostic: &Diagnostic) -> Option<&Tree> {
        let index = diagnostic.file.0 as usize;
        let parse = || {
            let text = &self.report.files[index].text;
            let is_object = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
            is_object.then(|| Tree::parse(std::sync::Arc::clone(text)))
        };
        self.trees[index].get_or_init(parse).as_ref()
    }
}

/// The way to the innermost value that holds the text, and the text unless it is that whole list or object, whose place says enough.
fn place_in_tree(tree: &Tree, span: Span, parts: &mut Vec<String>) {
    let innermost = tree.node_at(span.start as usize);
    let node = std::iter::successors(innermost, |node| node.parent()).find(|node| node.span().contains(span));
    let is_all_of_it = |node: Node<'_>| (node.is_object() || node.is_array()) && node.span() == span;
    if !node.is_some_and(is_all_of_it) {
        parts.push(words(slice(tree.text(), span)));
    }
    let ways = std::iter::successors(node, |node| node.parent());
    parts.extend(ways.map(|node| match node.member() {
        Some(member) => member.key().as_str().unwrap_or_default().to_owned(),
        None => format!("- {}", identity(node)),
    }));
}

/// What an item of a list is, whatever its number: a hook by what it does, a group of Claude's hooks by its matcher.
fn identity(item: Node<'_>) -> String {
    let text = |key| item.get(key).map(Member::value).and_then(Node::as_str);
    match ["command", "prompt", "url", "matcher"].into_iter().find_map(text) {
        Some(text) => words(text),
        None if item.is_object() || item.is_array() => String::new(),
        None => words(item.source()),
    }
}

fn place_in_text(text: &str, span: Span, parts: &mut Vec<String>) {
    let start = text.floor_char_boundary(span.start as usize);
    let line_start = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    parts.extend([words(slice(text, span)), words(line)]);
}

/// The underlined text; a place past the end is the end.
fn slice(text: &str, span: Span) -> &str {
    let end = text.floor_char_boundary(span.end as usize);
    &text[text.floor_char_boundary(span.start as usize).min(end)..end]
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn digest(parts: &[impl AsRef<str>]) -> String {
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend_from_slice(&(part.as_ref().len() as u64).to_le_bytes());
        bytes.extend_from_slice(part.as_ref().as_bytes());
    }
    let mut digits = Digest::of(&bytes).to_string();
    digits.truncate(DIGITS);
    digits
}

#[cfg(test)]
mod tests {
    use hookc_compiler::analysis::CheckedFile;
    use hookc_compiler::diagnostic::{Effect, FileId, Level};
    use hookc_schema::Evidence;

    use super::*;

    const HOOKS: &str = r#"{
  "version": 1,
  "hooks": {
    "stop": [{ "command": "first", "matcher": "Bash" }, { "command": "second", "matcher": "Bash" }]
  }
}
"#;

    /// The fingerprint of a finding at the `nth` place of a part of a text.
    fn at(shown: &str, text: &str, part: &str, nth: usize) -> String {
        let start = text.match_indices(part).nth(nth).expect("the part is there").0;
        of(shown, text, Span::new(start, start + part.len()))
    }

    fn of(shown: &str, text: &str, span: Span) -> String {
        let report = report(shown, text, &[span]);
        fingerprint(&report, &report.diagnostics[0])
    }

    fn report(shown: &str, text: &str, spans: &[Span]) -> Report {
        let finding = |span: &Span| {
            Diagnostic::new("a-rule", Level::Error, Effect::None, Evidence::Doc, FileId(0), *span, "m")
        };
        Report {
            files: vec![CheckedFile { path: shown.into(), shown: shown.to_owned(), text: text.into() }],
            diagnostics: spans.iter().map(finding).collect(),
            ..Report::default()
        }
    }

    #[test]
    fn edits_around_a_finding_leave_it_what_it_is() {
        let before = at("f", HOOKS, "Bash", 1);
        let with_another = HOOKS.replace("\"stop\": [", "\"stop\": [\n      { \"command\": \"zeroth\" },\n");
        let on_one_line = HOOKS.replace('\n', " ");
        let with_a_timeout = HOOKS.replace("\"second\"", "\"second\", \"timeout\": 5");
        for after in [with_another, on_one_line, with_a_timeout] {
            assert_eq!(at("f", &after, "Bash", 1), before, "{after}");
        }
    }

    #[test]
    fn another_hook_another_text_or_another_file_is_another_finding() {
        let one = at("f", HOOKS, "Bash", 0);
        assert_ne!(one, at("f", HOOKS, "Bash", 1));
        assert_ne!(one, at("f", HOOKS, "first", 0));
        assert_ne!(one, at("g", HOOKS, "Bash", 0));
        assert_ne!(one, at("f", &HOOKS.replace("\"stop\"", "\"preToolUse\""), "Bash", 0));
    }

    #[test]
    fn a_name_with_a_dot_in_front_is_the_same_file() {
        assert_eq!(at("./f", HOOKS, "Bash", 0), at("f", HOOKS, "Bash", 0));
    }

    #[test]
    fn a_list_or_object_is_what_its_place_is() {
        let before = at("f", HOOKS, r#"{ "command": "first", "matcher": "Bash" }"#, 0);
        let after = HOOKS.replace("\"first\"", "\"first\", \"timeout\": 5");
        assert_eq!(at("f", &after, r#"{ "command": "first", "timeout": 5, "matcher": "Bash" }"#, 0), before);
    }

    #[test]
    fn in_a_script_the_line_counts_and_its_number_does_not() {
        let before = at("s", "echo a\nexit 1\n", "exit 1", 0);
        assert_eq!(at("s", "# new\r\necho b\r\n  exit  1\r\n", "exit  1", 0), before);
        assert_ne!(at("s", "exit 1 # sure\n", "exit 1", 0), before);
    }

    #[test]
    fn findings_that_nothing_tells_apart_are_counted() {
        let text = HOOKS.replace("second", "first");
        let places: Vec<Span> =
            text.match_indices("Bash").map(|(at, _)| Span::new(at, at + "Bash".len())).collect();
        let report = report("f", &text, &places);
        let fingerprints = Fingerprints::new(&report);
        let [one, two] = [0, 1].map(|at| fingerprints.of(&report.diagnostics[at]));
        assert_eq!(one, two);
        let distinct = fingerprints.distinct(&report.diagnostics);
        assert_eq!(distinct[0], one);
        assert_ne!(distinct[1], one);
    }

    #[test]
    fn no_place_and_no_text_brings_it_down() {
        for text in ["", "{", "\u{feff}{\"é\": [", "é", "[1", "{}\n{}"] {
            for start in 0..=text.len() + 1 {
                for end in 0..=text.len() + 1 {
                    assert_eq!(of("f", text, Span::new(start, end)).len(), DIGITS);
                }
            }
        }
    }
}
