//! What must hold of every tree.

use hookc_compiler::line_index::LineIndex;
use hookc_compiler::syntax::{JsonString, MAX_FAULTS, Node, Tree, hidden};

use crate::places;

/// Asks a tree everything that can be asked of it.
pub fn examine(tree: &Tree) {
    let text = tree.text();
    assert!(tree.faults().len() <= MAX_FAULTS);
    assert!(tree.faults().is_sorted_by_key(|fault| fault.span.start), "{:?}", tree.faults());
    let lines = LineIndex::new(tree.shared_text());
    for fault in tree.faults() {
        places::at(text, fault.span);
        assert!(!fault.message(text).contains('\n'), "{fault:?}");
        fault.help();
        lines.line_column(fault.span.start as usize);
        if let Some((place, _)) = fault.related(text) {
            places::at(text, place);
        }
        if let Some(fix) = fault.fix(text) {
            places::fixed(text, &fix);
        }
    }
    examine_nodes(tree.root(), text);
    assert!(tree.duplicates().all(|(member, first)| first.span().start < member.span().start));
}

/// Every node lies in its parent and after its elder sibling; what its string says leads back to the text.
fn examine_nodes(root: Node<'_>, text: &str) {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        places::at(text, node.span());
        assert!(node.parent().is_none_or(|parent| parent.span().contains(node.span())), "{node:?}");
        if let Some(string) = node.string() {
            examine_string(string, text);
        }
        let children = node.members().flat_map(|member| [member.key(), member.value()]).chain(node.items());
        let mut end = node.span().start;
        for child in children {
            assert!(end <= child.span().start, "{child:?} overlaps what is before it");
            end = child.span().end;
            assert_eq!(child.parent().map(Node::id), Some(node.id()));
            open.push(child);
        }
    }
}

fn examine_string(string: JsonString<'_>, text: &str) {
    let decoded = string.text();
    let content = string.content_span();
    assert_eq!(places::at(text, content), string.raw());
    assert!(content.contains(string.span_of(0..decoded.len())));
    let mut end = content.start;
    for (offset, place) in string.source_spans() {
        assert!(decoded.is_char_boundary(offset));
        places::at(text, place);
        assert!(end <= place.start && place.end <= content.end);
        end = place.end;
    }
    for (offset, place) in string.source_spans().take(20) {
        assert_eq!(string.span_of(offset..offset + 1), place);
    }
    assert!(string.units().all(|(offset, _)| decoded.is_char_boundary(offset)));
    for found in hidden::in_string(string) {
        places::at(text, found.span);
    }
}
