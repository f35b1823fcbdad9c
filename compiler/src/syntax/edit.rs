//! Changes to a text that leave the rest of it, its indentation and its line ends as they are.

use std::fmt::Write;

use crate::diagnostic::Edit;
use crate::span::Span;

use super::tree::{Member, Node, Tree};

/// Replaces a part of the text.
pub fn replace(span: Span, text: impl Into<String>) -> Edit {
    Edit { span, text: text.into() }
}

/// Replaces a part of a string's content; the text is escaped as it must be inside a string.
pub fn replace_inside(span: Span, text: &str) -> Edit {
    let quoted = quote(text);
    replace(span, &quoted[1..quoted.len() - 1])
}

/// A text as a JSON string, quotes included; characters beyond ASCII stay as they are.
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\0'..='\u{1f}' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(character));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// The line end of the text: that of its first line, `\n` when it has one line.
pub fn line_end(tree: &Tree) -> &'static str {
    match tree.first_line_end() {
        Some(at) if tree.text()[at..].starts_with("\r\n") => "\r\n",
        Some(at) if tree.text()[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

/// One level of indentation as the text has it: the difference between a bracket's line and its first child's, two
/// spaces when nothing shows it.
pub fn indent_unit(tree: &Tree) -> &str {
    first_indented_child(tree.root())
        .and_then(|(outer, inner)| inner.strip_prefix(outer))
        .filter(|unit| !unit.is_empty())
        .unwrap_or("  ")
}

/// The indentation of the outermost bracket and of a child that has a line of its own.
fn first_indented_child(root: Node<'_>) -> Option<(&str, &str)> {
    /// How many levels without line breaks are looked through.
    const LEVELS: usize = 4;
    let mut node = root;
    for _ in 0..LEVELS {
        let child = first_child(node)?;
        if starts_line(child) {
            return Some((line_indent(node), line_indent(child)));
        }
        node = child.member().map_or(child, Member::value);
    }
    None
}

/// The first key or item.
fn first_child(node: Node<'_>) -> Option<Node<'_>> {
    node.members().next().map(Member::key).or_else(|| node.items().next())
}

/// What stands before the node on its line; `None` when the line starts too far away for its indentation to be seen.
///
/// Without that limit, a thousand changes to a file of one long line would cost a thousand times its length.
fn before_on_line(node: Node<'_>) -> Option<&str> {
    const FARTHEST: usize = 4096;
    let text = node.tree().text();
    let end = node.span().start as usize;
    let start = text.floor_char_boundary(end.saturating_sub(FARTHEST));
    let before = &text[start..end];
    match before.rfind(['\n', '\r']) {
        Some(line_end) => Some(&before[line_end + 1..]),
        None => (start == 0).then_some(before),
    }
}

fn starts_line(node: Node<'_>) -> bool {
    before_on_line(node).is_some_and(|line| {
        line.len() < node.span().start as usize
            && line.chars().all(|character| matches!(character, ' ' | '\t'))
    })
}

/// The blanks at the start of the node's line.
fn line_indent(node: Node<'_>) -> &str {
    let line = before_on_line(node).unwrap_or_default();
    &line[..line.find(|character| !matches!(character, ' ' | '\t')).unwrap_or(line.len())]
}

/// Removes a member with the comma that goes with it.
pub fn remove_member(member: Member<'_>) -> Edit {
    let Some(object) = member.key().parent() else { return replace(member.span(), "") };
    let span = |sibling: Node<'_>| sibling.member().map_or(sibling.span(), Member::span);
    let previous = member.key().previous_sibling().map(span);
    remove_child(object, previous, member.span(), member.value().next_sibling().map(span))
}

/// Removes these members of one object, of which another stays; as [`remove_member`].
pub fn remove_members(members: &[Member<'_>]) -> Vec<Edit> {
    members.iter().map(|member| remove_member(*member)).collect()
}

/// Removes an item of an array with the comma that goes with it.
pub fn remove_item(item: Node<'_>) -> Edit {
    let Some(array) = item.parent().filter(|parent| parent.is_array()) else {
        return replace(item.span(), "");
    };
    let (previous, next) = (item.previous_sibling(), item.next_sibling());
    remove_child(array, previous.map(Node::span), item.span(), next.map(Node::span))
}

fn remove_child(container: Node<'_>, previous: Option<Span>, child: Span, next: Option<Span>) -> Edit {
    match (previous, next) {
        (Some(previous), _) => replace(Span { start: previous.end, end: child.end }, ""),
        (None, Some(next)) => replace(Span { start: child.start, end: next.start }, ""),
        (None, None) => replace(interior(container).unwrap_or(child), ""),
    }
}

/// What stands between the brackets; `None` when the closing one is missing.
fn interior(container: Node<'_>) -> Option<Span> {
    let span = container.span();
    let closing = if container.is_array() { ']' } else { '}' };
    let is_closed = span.end - span.start >= 2 && container.tree().text()[span.range()].ends_with(closing);
    is_closed.then_some(Span { start: span.start + 1, end: span.end - 1 })
}

/// Inserts a member into an object, as its first or its last, laid out like those that are there.
///
/// `json_text` is the value; its further lines, if any, are indented by two spaces a level, and come out in the
/// indentation of the file.
pub fn insert_member(object: Node<'_>, key: &str, json_text: &str, first: bool) -> Edit {
    let colon = match object.members().next() {
        Some(member) => colon_of(member),
        None => ": ",
    };
    insert(object, &format!("{}{colon}{json_text}", quote(key)), first)
}

/// Inserts an item into an array, as its first or its last; see [`insert_member`].
pub fn insert_item(array: Node<'_>, json_text: &str, first: bool) -> Edit {
    insert(array, json_text, first)
}

fn colon_of(member: Member<'_>) -> &'static str {
    let between = member.key().span().end as usize..member.value().span().start as usize;
    let is_tight = member.key().tree().text().get(between).is_some_and(|between| between == ":");
    if is_tight { ":" } else { ": " }
}

fn insert(container: Node<'_>, child: &str, first: bool) -> Edit {
    let Some(neighbour) = first_child(container) else { return fill(container, child) };
    let tree = container.tree();
    let own_line = starts_line(neighbour);
    let gap = if own_line {
        format!("{}{}", line_end(tree), line_indent(neighbour))
    } else if is_tight(container) {
        String::new()
    } else {
        " ".to_owned()
    };
    let child = reindent(tree, child, line_indent(neighbour));
    if first {
        replace(Span::empty(neighbour.span().start as usize), format!("{child},{gap}"))
    } else {
        replace(Span::empty(end_of_last_child(container)), format!(",{gap}{child}"))
    }
}

/// Whether a container on one line has no blank after its first comma, or after its first colon if it has no comma.
fn is_tight(container: Node<'_>) -> bool {
    let text = container.tree().text();
    let gap_before = |node: Node<'_>| text[..node.span().start as usize].ends_with([' ', '\t', '\n', '\r']);
    let second = container.members().nth(1).map(Member::key).or_else(|| container.items().nth(1));
    let fallback = container.members().next().map(Member::value);
    second.or(fallback).is_some_and(|node| !gap_before(node))
}

fn end_of_last_child(container: Node<'_>) -> usize {
    let last =
        container.members().last().map(Member::span).or_else(|| container.items().last().map(Node::span));
    last.unwrap_or_else(|| container.span()).end as usize
}

/// The first child of an empty container: on a line of its own in a text of several lines.
fn fill(container: Node<'_>, child: &str) -> Edit {
    let tree = container.tree();
    let is_one_line = tree.is_one_line();
    let outer = line_indent(container);
    let inner = format!("{outer}{}", indent_unit(tree));
    let line_end = line_end(tree);
    let child = reindent(tree, child, if is_one_line { outer } else { &inner });
    let filled = if is_one_line { child } else { format!("{line_end}{inner}{child}{line_end}{outer}") };
    let blank = interior(container).filter(|inside| tree.text()[inside.range()].trim().is_empty());
    replace(blank.unwrap_or(Span::empty(container.span().start as usize + 1)), filled)
}

/// Gives the further lines of a value the indentation and line ends of the file.
fn reindent(tree: &Tree, json_text: &str, base: &str) -> String {
    let unit = indent_unit(tree);
    let mut lines = json_text.lines();
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let content = line.trim_start_matches(' ');
        let levels = (line.len() - content.len()) / 2;
        out.extend([line_end(tree), base, &unit.repeat(levels), content]);
    }
    out
}

/// The text with the edits made, or `None` when two of them overlap or one does not lie in the text.
pub fn apply(text: &str, edits: &[Edit]) -> Option<String> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| edit.span);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in sorted {
        out.push_str(text.get(done..edit.span.start as usize)?);
        out.push_str(&edit.text);
        done = edit.span.end as usize;
    }
    out.push_str(text.get(done..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SPACES: &str = "{\n    \"version\": 1,\n    \"hooks\": {\n        \"stop\": []\n    }\n}\n";

    /// The text after an edit; it parses.
    fn after(tree: &Tree, edit: Edit) -> String {
        let text = apply(tree.text(), &[edit]).unwrap();
        assert!(Tree::parse(text.as_str()).is_valid(), "{text}");
        text
    }

    #[test]
    fn quoting_escapes_what_json_wants_escaped() {
        assert_eq!(quote("a\"\\\n\t\u{1}é"), r#""a\"\\\n\t\u0001é""#);
        assert_eq!(Tree::parse(quote("\u{7f}\u{2028}😀")).root().as_str(), Some("\u{7f}\u{2028}😀"));
    }

    #[test]
    fn the_unit_of_indentation_is_that_of_the_file() {
        assert_eq!(indent_unit(&Tree::parse(SPACES)), "    ");
        assert_eq!(indent_unit(&Tree::parse("{\n\t\"a\": 1\n}")), "\t");
        assert_eq!(indent_unit(&Tree::parse("[{\n   \"a\": 1\n}]")), "   ");
        assert_eq!(indent_unit(&Tree::parse("{\"a\": 1}")), "  ");
    }

    #[test]
    fn a_member_goes_in_front_on_a_line_of_its_own() {
        let tree = Tree::parse("{\n  \"hooks\": {}\n}\n");
        let text = after(&tree, insert_member(tree.root(), "version", "1", true));
        assert_eq!(text, "{\n  \"version\": 1,\n  \"hooks\": {}\n}\n");
    }

    #[test]
    fn a_member_goes_to_the_end_on_a_line_of_its_own() {
        let tree = Tree::parse(SPACES);
        let text = after(&tree, insert_member(tree.root(), "note", "null", false));
        assert_eq!(text, SPACES.replace("    }\n}", "    },\n    \"note\": null\n}"));
    }

    #[test]
    fn a_value_of_several_lines_takes_the_indentation_of_the_file() {
        let tree = Tree::parse(SPACES);
        let value = "[\n  {\n    \"command\": \"x\"\n  }\n]";
        let text = after(&tree, insert_member(tree.pointer("/hooks").unwrap(), "preToolUse", value, true));
        let entry = "        \"preToolUse\": [\n            {\n                \"command\": \"x\"\n            }\n        ],\n";
        assert_eq!(text, SPACES.replace("        \"stop\"", &format!("{entry}        \"stop\"")));
    }

    #[test]
    fn line_ends_stay_what_they_are() {
        let tree = Tree::parse("{\r\n\t\"a\": 1\r\n}\r\n");
        let text = after(&tree, insert_member(tree.root(), "b", "[\n  2\n]", false));
        assert_eq!(text, "{\r\n\t\"a\": 1,\r\n\t\"b\": [\r\n\t\t2\r\n\t]\r\n}\r\n");
    }

    #[test]
    fn a_line_stays_a_line() {
        for (before, expected) in [
            ("{ \"a\": 1 }", "{ \"a\": 1, \"b\": 2 }"),
            ("{\"a\":1}", "{\"a\":1,\"b\":2}"),
            ("{\"a\":1,\"c\":3}", "{\"a\":1,\"c\":3,\"b\":2}"),
            ("{}", "{\"b\": 2}"),
            ("{ }\n", "{\"b\": 2}\n"),
        ] {
            let tree = Tree::parse(before);
            assert_eq!(after(&tree, insert_member(tree.root(), "b", "2", false)), expected);
        }
    }

    #[test]
    fn an_empty_container_in_a_file_of_lines_opens_up() {
        let tree = Tree::parse("{\n  \"hooks\": {}\n}\n");
        let text = after(&tree, insert_member(tree.pointer("/hooks").unwrap(), "stop", "[]", true));
        assert_eq!(text, "{\n  \"hooks\": {\n    \"stop\": []\n  }\n}\n");
    }

    #[test]
    fn an_item_goes_where_it_is_told() {
        let tree = Tree::parse("[1, 2]");
        assert_eq!(after(&tree, insert_item(tree.root(), "0", true)), "[0, 1, 2]");
        assert_eq!(after(&tree, insert_item(tree.root(), "3", false)), "[1, 2, 3]");
    }

    #[test]
    fn removing_a_member_removes_its_line_and_its_comma() {
        let text = "{\n  \"a\": 1,\n  \"b\": {\"x\": 1},\n  \"c\": 3\n}\n";
        let tree = Tree::parse(text);
        let removed = |at: usize| after(&tree, remove_member(tree.root().members().nth(at).unwrap()));
        assert_eq!(removed(0), "{\n  \"b\": {\"x\": 1},\n  \"c\": 3\n}\n");
        assert_eq!(removed(1), "{\n  \"a\": 1,\n  \"c\": 3\n}\n");
        assert_eq!(removed(2), "{\n  \"a\": 1,\n  \"b\": {\"x\": 1}\n}\n");
    }

    #[test]
    fn removing_the_only_child_leaves_empty_brackets() {
        let tree = Tree::parse("{\n  \"a\": [ 1 ]\n}");
        assert_eq!(after(&tree, remove_member(tree.root().members().next().unwrap())), "{}");
        assert_eq!(after(&tree, remove_item(tree.pointer("/a/0").unwrap())), "{\n  \"a\": []\n}");
    }

    #[test]
    fn what_was_inserted_can_be_removed_again() {
        for text in [SPACES, "{\"a\":1}", "{ \"a\": {\n\t\"b\": 2\n} }", "{\r\n \"a\": 1\r\n}"] {
            for first in [true, false] {
                let tree = Tree::parse(text);
                let inserted =
                    Tree::parse(after(&tree, insert_member(tree.root(), "new", "[\n  true\n]", first)));
                assert_eq!(inserted.pointer("/new").unwrap().to_json(), json!([true]));
                let member = inserted.root().get("new").unwrap();
                assert_eq!(after(&inserted, remove_member(member)), text);
            }
        }
    }

    #[test]
    fn overlapping_edits_are_refused() {
        let edits = [replace(Span::new(0, 2), "x"), replace(Span::new(1, 3), "y")];
        assert_eq!(apply("abc", &edits), None);
        assert_eq!(apply("abc", &[replace(Span::new(2, 9), "")]), None);
    }
}
