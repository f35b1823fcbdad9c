//! Places in texts.

use hookc_compiler::diagnostic::{Edit, Fix};
use hookc_compiler::span::Span;
use hookc_compiler::syntax::edit;

/// The text at a place, which must lie in the text and begin and end between characters.
#[track_caller]
pub fn at(text: &str, span: Span) -> &str {
    text.get(span.range()).unwrap_or_else(|| panic!("{span:?} is no place in {text:?}"))
}

/// The text with edits applied, which must be possible.
#[track_caller]
pub fn apply(text: &str, edits: &[Edit]) -> String {
    edit::apply(text, edits).unwrap_or_else(|| panic!("{edits:?} cannot be applied to {text:?}"))
}

/// The text with a fix applied.
#[track_caller]
pub fn fixed(text: &str, fix: &Fix) -> String {
    apply(text, &fix.edits)
}

/// Every range of bytes that a value holds, as its debug form tells them: `3..5`, and `Span { start: 3, end: 5 }`. Texts in it are passed
/// over.
pub fn all_in(value: &impl std::fmt::Debug) -> Vec<std::ops::Range<usize>> {
    let shown = without_texts(&format!("{value:?}"));
    let mut ranges = Vec::new();
    for (at, _) in shown.match_indices("..") {
        let start = shown[..at].rsplit(|sign: char| !sign.is_ascii_digit()).next().and_then(|text| text.parse().ok());
        let end = shown[at + 2..].split(|sign: char| !sign.is_ascii_digit()).next().and_then(|text| text.parse().ok());
        ranges.extend(start.zip(end).map(|(start, end)| start..end));
    }
    for part in shown.split("Span { start: ").skip(1) {
        let numbers = part.split_once(" }").map(|(span, _)| span.split(", end: "));
        let mut numbers = numbers.into_iter().flatten().filter_map(|text| text.parse().ok());
        ranges.extend(numbers.next().zip(numbers.next()).map(|(start, end)| start..end));
    }
    ranges
}

/// A debug form without the content of its string and character literals.
fn without_texts(shown: &str) -> String {
    let mut rest = String::with_capacity(shown.len());
    let mut signs = shown.chars();
    while let Some(sign) = signs.next() {
        if sign != '"' {
            rest.push(sign);
            continue;
        }
        while let Some(inner) = signs.next() {
            match inner {
                '\\' => drop(signs.next()),
                '"' => break,
                _ => {}
            }
        }
    }
    rest
}

/// Fails unless every place that a value holds is one of the text.
#[track_caller]
pub fn assert_all_in(text: &str, value: &impl std::fmt::Debug) {
    for range in all_in(value) {
        assert!(text.get(range.clone()).is_some(), "{range:?} is no place in {text:?}: {value:?}");
    }
}
