//! A text as its author would have it: each bracket that was broken stays broken, in the indentation that the text shows.

use gen_lsp_types::{DocumentFormattingParams, TextEdit};
use hookc_compiler::diagnostic::Edit;
use hookc_compiler::span::Span;
use hookc_compiler::syntax::{Node, Tree, edit};

use crate::session::Session;

/// The edits that put a text in order; none for one that is no JSON.
pub(crate) fn answer(session: &Session<'_>, params: &DocumentFormattingParams) -> Option<Vec<TextEdit>> {
    let view = session.view(&params.text_document.uri)?;
    let edits = edits(&view.source.tree).into_iter();
    Some(edits.map(|edit| TextEdit { range: view.range(edit.span), new_text: edit.text }).collect())
}

/// A container that is being laid out.
struct Open<'t> {
    node: Node<'t>,
    children: Vec<Child<'t>>,
    next: usize,
    /// Where the text that is laid out already ends.
    done: usize,
    is_broken: bool,
    depth: usize,
}

/// An item, or a member with its key.
#[derive(Clone, Copy)]
struct Child<'t> {
    key: Option<Node<'t>>,
    value: Node<'t>,
}

impl Child<'_> {
    fn start(self) -> usize {
        self.key.unwrap_or(self.value).span().start as usize
    }
}

impl<'t> Open<'t> {
    fn new(node: Node<'t>, depth: usize) -> Self {
        let items = node.items().map(|value| Child { key: None, value });
        let members = node.members().map(|member| Child { key: Some(member.key()), value: member.value() });
        let children: Vec<Child<'t>> = items.chain(members).collect();
        let done = node.span().start as usize + 1;
        let first = children.first().map_or(done, |child| child.start());
        let is_broken = node.tree().text()[done..first].contains(['\n', '\r']);
        Self { node, children, next: 0, done, is_broken, depth }
    }
}

struct Layout<'t> {
    text: &'t str,
    line_end: &'t str,
    unit: &'t str,
    edits: Vec<Edit>,
}

/// What to change so that the text is laid out evenly: blanks and line ends only.
fn edits(tree: &Tree) -> Vec<Edit> {
    if !tree.is_valid() {
        return Vec::new();
    }
    let mut layout = Layout {
        text: tree.text(),
        line_end: edit::line_end(tree),
        unit: edit::indent_unit(tree),
        edits: Vec::new(),
    };
    let root = tree.root();
    let start = tree.byte_order_mark().map_or(0, |mark| mark.end as usize);
    layout.gap(start, root.span().start as usize, String::new());
    layout.all(root);
    let end = root.span().end as usize;
    let has_end = layout.text[end..].contains(['\n', '\r']);
    layout.gap(end, layout.text.len(), if has_end { layout.line_end.to_owned() } else { String::new() });
    layout.edits
}

impl<'t> Layout<'t> {
    fn all(&mut self, root: Node<'t>) {
        let mut open = vec![Open::new(root, 1)];
        while let Some(mut container) = open.pop() {
            let Some(&child) = container.children.get(container.next) else {
                self.close(&container);
                continue;
            };
            self.before(&container, child);
            if let Some(key) = child.key {
                self.gap(key.span().end as usize, child.value.span().start as usize, ": ".to_owned());
            }
            container.next += 1;
            container.done = child.value.span().end as usize;
            let depth = container.depth + usize::from(container.is_broken);
            open.push(container);
            if child.value.is_object() || child.value.is_array() {
                open.push(Open::new(child.value, depth));
            }
        }
    }

    fn before(&mut self, container: &Open<'_>, child: Child<'_>) {
        let comma = if container.next == 0 { "" } else { "," };
        let old = &self.text[container.done..child.start()];
        let space = if container.is_broken {
            self.new_line(old, container.depth)
        } else if container.next > 0 {
            " ".to_owned()
        } else {
            one_blank_at_most(old)
        };
        self.gap(container.done, child.start(), format!("{comma}{space}"));
    }

    fn close(&mut self, container: &Open<'_>) {
        if !(container.node.is_object() || container.node.is_array()) {
            return;
        }
        let end = container.node.span().end as usize - 1;
        let old = &self.text[container.done..end];
        let space = match (container.children.is_empty(), container.is_broken) {
            (true, _) => String::new(),
            (false, true) => format!("{}{}", self.line_end, self.unit.repeat(container.depth - 1)),
            (false, false) => one_blank_at_most(old),
        };
        self.gap(container.done, end, space);
    }

    /// A new line, with the empty line before it that the author left.
    fn new_line(&self, old: &str, depth: usize) -> String {
        let lines = old.matches('\n').count().max(old.matches('\r').count());
        let is_apart = old.contains(',') && lines > 1;
        format!("{}{}", self.line_end.repeat(if is_apart { 2 } else { 1 }), self.unit.repeat(depth))
    }

    fn gap(&mut self, start: usize, end: usize, new: String) {
        if self.text[start..end] != new {
            self.edits.push(Edit { span: Span::new(start, end), text: new });
        }
    }
}

fn one_blank_at_most(old: &str) -> String {
    if old.is_empty() { String::new() } else { " ".to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn formatted(text: &str) -> String {
        edit::apply(text, &edits(&Tree::parse(text))).unwrap()
    }

    #[test]
    fn the_indentation_of_the_text_is_kept_and_its_broken_brackets_stay_broken() {
        assert_eq!(
            formatted(
                "{\n\t\"version\":1,\n  \"hooks\":   {\n\"stop\":[{\"command\":\"a\"},{ \"command\" : \"b\"  }]\n}}\n\n"
            ),
            "{\n\t\"version\": 1,\n\t\"hooks\": {\n\t\t\"stop\": [{\"command\": \"a\"}, { \"command\": \"b\" }]\n\t}\n}\n"
        );
    }

    #[test]
    fn brackets_that_open_on_one_line_count_once() {
        let text = "{\n  \"stop\": [{\n    \"command\": \"a\"\n  }]\n}";
        assert_eq!(formatted(text), text);
    }

    #[test]
    fn an_empty_line_between_members_is_kept_and_more_are_not() {
        assert_eq!(formatted("{\n  \"a\": 1,\n\n\n  \"b\": 2\n}"), "{\n  \"a\": 1,\n\n  \"b\": 2\n}");
    }

    #[test]
    fn line_ends_are_those_of_the_text() {
        assert_eq!(formatted("{\r\n  \"a\":1\r\n}\r\n"), "{\r\n  \"a\": 1\r\n}\r\n");
    }

    #[test]
    fn what_is_no_json_is_left_alone() {
        assert!(edits(&Tree::parse("{ \"a\": ,}")).is_empty());
    }

    proptest! {
        #[test]
        fn formatting_keeps_the_value_and_is_done_after_once(text in "[\\[\\]{},:1 \n\"a]{0,30}") {
            let tree = Tree::parse(text.as_str());
            if tree.is_valid() {
                let once = formatted(&text);
                prop_assert_eq!(Tree::parse(once.as_str()).root().to_json(), tree.root().to_json());
                prop_assert_eq!(formatted(&once), once);
            }
        }
    }
}
