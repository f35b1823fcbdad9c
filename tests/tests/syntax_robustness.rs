//! No text is too much for the front end: it never panics, and its places lie in the text.

#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

#[path = "../oracle/texts.rs"]
mod texts;

use hookc_compiler::line_index::LineIndex;
use hookc_compiler::syntax::{MAX_FAULTS, Node, Tree, decode, edit, hidden};
use texts::{Random, field_bytes, field_texts, mutate, mutate_bytes};

/// Parses, and asks everything that can be asked.
fn examine(text: &str) {
    let tree = Tree::parse(text);
    let lines = LineIndex::new(tree.shared_text());
    assert!(tree.faults().len() <= MAX_FAULTS);
    for fault in tree.faults() {
        assert!(text.get(fault.span.range()).is_some(), "{text:?} {fault:?}");
        assert!(!fault.message(text).contains('\n'));
        fault.help();
        lines.line_column(fault.span.start as usize);
        if let Some((place, _)) = fault.related(text) {
            assert!(text.get(place.range()).is_some(), "{text:?} {fault:?}");
        }
        if let Some(fix) = fault.fix(text) {
            assert!(edit::apply(text, &fix.edits).is_some(), "{text:?} {fault:?}");
        }
    }
    visit(tree.root(), text);
    tree.root().to_json();
    assert!(tree.duplicates().all(|(member, first)| first.span().start < member.span().start));
}

/// Every node lies in its parent, strings lead back to the text, and pointers to nodes of the same key or place.
fn visit(node: Node<'_>, text: &str) {
    assert!(text.get(node.span().range()).is_some(), "{text:?}");
    assert!(node.parent().is_none_or(|parent| parent.span().contains(node.span())), "{text:?} {node:?}");
    if let Some(string) = node.string() {
        let decoded = string.text();
        assert_eq!(&text[string.content_span().range()], string.raw());
        assert!(string.content_span().contains(string.span_of(0..decoded.len())));
        for (offset, place) in string.source_spans() {
            assert!(decoded.is_char_boundary(offset) && text.get(place.range()).is_some());
        }
        for (offset, place) in string.source_spans().take(20) {
            assert_eq!(string.span_of(offset..offset + 1), place);
        }
        assert!(string.units().all(|(offset, _)| decoded.is_char_boundary(offset)));
        hidden::in_string(string);
    }
    for member in node.members() {
        visit(member.key(), text);
        visit(member.value(), text);
    }
    for item in node.items() {
        visit(item, text);
    }
}

#[test]
fn every_prefix_of_every_field_file_is_read() {
    for text in field_texts() {
        for (end, _) in text.char_indices() {
            let tree = Tree::parse(&text[..end]);
            assert!(tree.faults().iter().all(|fault| fault.span.end as usize <= end));
        }
    }
}

#[test]
fn some_prefixes_are_examined_closely() {
    for text in field_texts() {
        text.char_indices().step_by(37).for_each(|(end, _)| examine(&text[..end]));
    }
}

#[test]
fn random_bytes_in_field_files_are_read() {
    let mut random = Random::new(3);
    let files = field_bytes();
    for _ in 0..2_000 {
        let bytes = mutate_bytes(&files[random.below(files.len())], &mut random);
        examine(&decode(&bytes).text);
    }
}

#[test]
fn random_faults_in_field_files_are_read() {
    let mut random = Random::new(4);
    let files = field_texts();
    for _ in 0..2_000 {
        let text = mutate(&files[random.below(files.len())], &mut random);
        examine(&text);
    }
}

/// Where every fault of a text has a fix, all of them together make it JSON, when a missing quote is put in before
/// what is missing after it.
#[test]
fn fixes_of_one_run_go_together() {
    let mut random = Random::new(5);
    let files = field_texts();
    let mut fixable = 0;
    for _ in 0..2_000 {
        let text = mutate(&files[random.below(files.len())], &mut random);
        let tree = Tree::parse(text.as_str());
        let ways_out: Option<Vec<_>> = tree.faults().iter().map(|fault| fault.fix(&text)).collect();
        let mut edits: Vec<_> = ways_out.unwrap_or_default().into_iter().flat_map(|fix| fix.edits).collect();
        edits.sort_by_key(|edit| edit.text != "\"");
        if edits.is_empty() {
            continue;
        }
        let Some(after) = edit::apply(&text, &edits) else { continue };
        fixable += 1;
        let fixed = Tree::parse(after);
        assert!(fixed.is_valid(), "{text:?}\n{:?}\n{:?}", tree.faults(), fixed.faults());
        // A line break of the file is written `\n` whatever it is.
        let meant = tree.root().to_json().to_string().replace(r"\r\n", r"\n");
        assert_eq!(fixed.root().to_json().to_string(), meant, "{text:?}");
    }
    assert!(fixable > 500, "{fixable}");
}
