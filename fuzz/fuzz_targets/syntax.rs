//! A file's bytes to a tree: places, values, ways out of faults, and edits. `serde_json` is asked which texts are JSON.

#![no_main]

use hookc_compiler::diagnostic::Edit;
use hookc_compiler::line_index::LineIndex;
use hookc_compiler::syntax::{self, MAX_DEPTH, Node, NodeKind, Tree, edit};
use hookc_fuzz::{bytes, places, tree};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let (choice, data) = bytes::split_first(data);
    let decoded = syntax::decode(data);
    for fault in &decoded.faults {
        places::at(&decoded.text, fault.span);
        assert!(fault.byte <= data.len());
    }
    let parsed = Tree::parse(decoded.text);
    tree::examine(&parsed);
    compare_with_serde(&parsed);
    examine_lines(&parsed);
    let nodes = nodes_of(parsed.root());
    edit_around(bytes::choose(&nodes, choice), &parsed);
});

/// `serde_json` differs from `JSON.parse` in three ways: it refuses lone surrogates, it refuses numbers beyond the doubles, and it has no
/// limit on depth here.
fn compare_with_serde(tree: &Tree) {
    let text = tree.text().strip_prefix('\u{feff}').unwrap_or(tree.text());
    let nodes = nodes_of(tree.root());
    let is_beyond_serde = nodes
        .iter()
        .any(|node| node.has_lone_surrogate() || node.as_f64().is_some_and(f64::is_infinite));
    if is_beyond_serde || depth(text) >= MAX_DEPTH {
        return;
    }
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let theirs = serde::Deserialize::deserialize(&mut reader).and_then(|value: Value| reader.end().map(|()| value));
    match theirs {
        Ok(value) => {
            assert!(tree.is_valid(), "{text:?} is JSON: {:?}", tree.faults());
            assert_eq!(tree.root().to_json(), value, "{text:?}");
        }
        Err(error) => assert!(!tree.is_valid(), "{text:?} is no JSON: {error}"),
    }
}

/// How deep brackets nest at most, those in strings counted too.
fn depth(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b'[' | b'{')).count()
}

fn nodes_of(root: Node<'_>) -> Vec<Node<'_>> {
    let mut nodes = vec![root];
    let mut next = 0;
    while let Some(&node) = nodes.get(next) {
        nodes.extend(node.members().flat_map(|member| [member.key(), member.value()]).chain(node.items()));
        next += 1;
    }
    nodes
}

/// Every place has a line and a column, and they lead back to it.
fn examine_lines(tree: &Tree) {
    let text = tree.text();
    let lines = LineIndex::new(tree.shared_text());
    for (offset, _) in text.char_indices().take(200) {
        let is_inside_line_end = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
        let (line, column) = lines.utf16(offset);
        assert_eq!(lines.offset_of_utf16(line, column), offset - usize::from(is_inside_line_end), "{text:?}");
    }
}

/// Each change to a valid text leaves a valid text that says what it was to say.
fn edit_around(node: Node<'_>, tree: &Tree) {
    if !tree.is_valid() {
        return;
    }
    let pointer = node.pointer();
    let value = node.to_json();
    match node.kind() {
        NodeKind::Object => {
            for first in [true, false] {
                let after = edited(tree, &[edit::insert_member(node, "\u{1}new", "{\n  \"a\": 1\n}", first)]);
                assert_eq!(after.pointer(&(pointer.clone() + "/\u{1}new/a")).unwrap().number(), Some("1"));
            }
        }
        NodeKind::Array => {
            for first in [true, false] {
                let after = edited(tree, &[edit::insert_item(node, "[1]", first)]);
                let items = after.pointer(&pointer).unwrap().to_json();
                let mut expected = value.as_array().unwrap().clone();
                expected.insert(if first { 0 } else { expected.len() }, serde_json::json!([1]));
                assert_eq!(items, Value::Array(expected));
            }
        }
        NodeKind::String => {
            let said = "\"\\\n\u{1f600}";
            let content = node.string().unwrap().content_span();
            let after = edited(tree, &[edit::replace_inside(content, said)]);
            assert_eq!(after.node_at(node.span().start as usize).and_then(Node::as_str), Some(said));
        }
        _ => {}
    }
    remove(node, tree);
}

/// The tree of the text with edits, which must still be valid.
fn edited(tree: &Tree, edits: &[Edit]) -> Tree {
    let after = Tree::parse(places::apply(tree.text(), edits));
    assert!(after.is_valid(), "{:?} became {:?}", tree.text(), after.text());
    after
}

fn remove(node: Node<'_>, tree: &Tree) {
    let Some(parent) = node.parent() else { return };
    let pointer = parent.pointer();
    if let Some(member) = node.member() {
        let count = parent.members().count();
        let after = edited(tree, &[edit::remove_member(member)]);
        assert_eq!(after.pointer(&pointer).unwrap().members().count(), count - 1);
    } else {
        let mut items: Vec<Value> = parent.items().map(Node::to_json).collect();
        let at = parent.items().position(|item| item.id() == node.id()).unwrap();
        items.remove(at);
        let after = edited(tree, &[edit::remove_item(node)]);
        assert_eq!(after.pointer(&pointer).unwrap().to_json(), Value::Array(items));
    }
}
