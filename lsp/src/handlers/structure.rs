//! The nesting of a text: what can be folded, and what a selection grows to.

use gen_lsp_types::{FoldingRange, FoldingRangeParams, SelectionRange, SelectionRangeParams};
use hookc_compiler::span::Span;
use hookc_compiler::syntax::{JsonString, Member, Node};

use crate::session::{Session, View};

/// The objects and arrays of several lines. The line of the closing bracket stays in sight.
pub(crate) fn folding(session: &Session<'_>, params: &FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let view = session.view(&params.text_document.uri)?;
    let mut ranges = Vec::new();
    let mut open = vec![view.source.tree.root()];
    while let Some(node) = open.pop() {
        open.extend(node.items());
        open.extend(node.members().map(Member::value));
        let (first, last) = (view.line(node.span().start as usize), view.line(node.span().end as usize));
        if (node.is_object() || node.is_array()) && last > first + 1 {
            ranges.push(FoldingRange { start_line: first, end_line: last - 1, ..FoldingRange::default() });
        }
    }
    ranges.sort_by_key(|range| (range.start_line, range.end_line));
    Some(ranges)
}

/// For each position what stands there, then what that is part of, up to the whole.
pub(crate) fn selections(
    session: &Session<'_>,
    params: &SelectionRangeParams,
) -> Option<Vec<SelectionRange>> {
    let view = session.view(&params.text_document.uri)?;
    let selections = params.positions.iter().map(|position| selection(&view, view.offset(*position)));
    Some(selections.collect())
}

fn selection(view: &View<'_>, offset: usize) -> SelectionRange {
    let mut spans = vec![Span::new(0, view.text().len())];
    let innermost = view.source.tree.node_at(offset);
    let mut around: Vec<Node<'_>> = std::iter::successors(innermost, |node| node.parent()).collect();
    around.reverse();
    for node in around {
        spans.extend(node.member().map(Member::span));
        spans.push(node.span());
        spans.extend(node.string().map(JsonString::content_span));
    }
    let mut selection = SelectionRange { range: view.range(spans[0]), parent: None };
    for pair in spans.windows(2).filter(|pair| pair[0].contains(pair[1]) && pair[0] != pair[1]) {
        selection = SelectionRange { range: view.range(pair[1]), parent: Some(Box::new(selection)) };
    }
    selection
}
