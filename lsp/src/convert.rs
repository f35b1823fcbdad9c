//! Positions of the protocol to bytes of a text and back: the only file that knows what a position counts.

use std::sync::Arc;

use gen_lsp_types::{Position, Range, SemanticToken};
use hookc_compiler::line_index::LineIndex;
use hookc_compiler::span::Span;

/// The byte order mark. Editors keep that of a file to themselves: their first line starts behind it. In a text that a client sent it is a sign like any other.
const MARK: &str = "\u{feff}";

/// What a position counts within its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client understands.
    Utf16,
}

/// The lines of one text, as the client counts them.
#[derive(Debug)]
pub(crate) struct Lines {
    text: Arc<str>,
    index: LineIndex,
    encoding: Encoding,
    /// The width of the mark that the client does not see.
    hidden: usize,
}

impl Lines {
    /// The lines of a text that the client sent.
    pub(crate) fn of_document(text: Arc<str>, encoding: Encoding) -> Self {
        Self { index: LineIndex::new(Arc::clone(&text)), text, encoding, hidden: 0 }
    }

    /// The lines of a file that the client has not opened.
    pub(crate) fn of_file(text: Arc<str>, encoding: Encoding) -> Self {
        let hidden = match encoding {
            _ if !text.starts_with(MARK) => 0,
            Encoding::Utf8 => MARK.len(),
            Encoding::Utf16 => 1,
        };
        Self { hidden, ..Self::of_document(text, encoding) }
    }

    /// The text that the lines are those of.
    pub(crate) const fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The position of a byte offset. Offsets past the end count as the end, those inside a character as its start.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let (line, units) = self.index.utf16(offset);
        let content = self.index.line_range(line as usize).unwrap_or_default();
        let column = match self.encoding {
            Encoding::Utf16 => units as usize,
            Encoding::Utf8 => {
                self.text.floor_char_boundary(offset).clamp(content.start, content.end) - content.start
            }
        };
        let mark = if line == 0 { self.hidden } else { 0 };
        Position { line, character: column.saturating_sub(mark) as u32 }
    }

    /// The range of a span.
    pub(crate) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start as usize), end: self.position(span.end as usize) }
    }

    /// Tokens with their types, in order of place, as distances from one to the next. One that goes over the end of a line is left out.
    pub(crate) fn tokens(&self, tokens: &[(Span, u32)]) -> Vec<SemanticToken> {
        let mut last = Position { line: 0, character: 0 };
        let mut relative = Vec::new();
        for &(span, token_type) in tokens {
            let Range { start, end } = self.range(span);
            if start.line != end.line || start.character == end.character {
                continue;
            }
            let same_line = start.line == last.line;
            relative.push(SemanticToken {
                delta_line: start.line - last.line,
                delta_start: start.character - if same_line { last.character } else { 0 },
                length: end.character - start.character,
                token_type,
                token_modifiers_bitset: 0,
            });
            last = start;
        }
        relative
    }

    /// The line of a byte offset, from 0.
    pub(crate) fn line(&self, offset: usize) -> u32 {
        self.index.utf16(offset).0
    }

    /// The byte offset of a position. A column past the end of its line is the end of the line, a line past the last the end of the text.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let Some(line) = self.index.line_range(position.line as usize) else { return self.text.len() };
        let mark = if position.line == 0 { self.hidden } else { 0 };
        let column = (position.character as usize).saturating_add(mark);
        line.start + column_to_bytes(&self.text[line], column, self.encoding)
    }

    /// The span of a range; empty at its start when it ends before that.
    pub(crate) fn span(&self, range: Range) -> Span {
        let start = self.offset(range.start);
        Span::new(start, self.offset(range.end).max(start))
    }
}

/// The bytes of a range in a text that is edited just now, found without an index of its lines.
pub(crate) fn span_in(text: &str, range: Range, encoding: Encoding) -> Span {
    let start = offset_in(text, range.start, encoding);
    Span::new(start, offset_in(text, range.end, encoding).max(start))
}

fn offset_in(text: &str, position: Position, encoding: Encoding) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find(['\n', '\r']) {
            Some(end) => start += end + if text[start + end..].starts_with("\r\n") { 2 } else { 1 },
            None => return text.len(),
        }
    }
    let rest = &text[start..];
    let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
    start + column_to_bytes(line, position.character as usize, encoding)
}

/// How many bytes of the line come before a column; never a part of a character.
fn column_to_bytes(line: &str, column: usize, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => line.floor_char_boundary(column),
        Encoding::Utf16 => {
            let mut left = column;
            for (at, character) in line.char_indices() {
                if left < character.len_utf16() {
                    return at;
                }
                left -= character.len_utf16();
            }
            line.len()
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str, encoding: Encoding) -> Lines {
        Lines::of_document(text.into(), encoding)
    }

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn a_column_counts_what_was_agreed_on() {
        let text = "é😀x\n";
        let x = text.find('x').unwrap();
        assert_eq!(lines(text, Encoding::Utf16).position(x), at(0, 3));
        assert_eq!(lines(text, Encoding::Utf8).position(x), at(0, 6));
    }

    #[test]
    fn the_byte_order_mark_of_a_file_is_not_counted() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let lines = Lines::of_file("\u{feff}{}\n{}".into(), encoding);
            assert_eq!(lines.position(3), at(0, 0));
            assert_eq!(lines.offset(at(0, 1)), 4);
            assert_eq!(lines.offset(at(1, 1)), 7);
        }
    }

    #[test]
    fn a_byte_order_mark_that_a_client_sent_is_counted() {
        assert_eq!(lines("\u{feff}{}", Encoding::Utf16).position(3), at(0, 1));
        assert_eq!(lines("\u{feff}{}", Encoding::Utf8).position(3), at(0, 3));
    }

    #[test]
    fn positions_beyond_a_line_or_the_text_are_their_ends() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            assert_eq!(lines("ab\r\ncd", encoding).offset(at(0, 99)), 2);
            assert_eq!(lines("ab\r\ncd", encoding).offset(at(9, 0)), 6);
            assert_eq!(lines("ab", encoding).offset(at(u32::MAX, u32::MAX)), 2);
        }
    }

    #[test]
    fn a_range_that_ends_before_it_starts_is_empty() {
        let range = Range { start: at(0, 3), end: at(0, 1) };
        assert_eq!(lines("abcd", Encoding::Utf16).span(range), Span::empty(3));
        assert_eq!(span_in("abcd", range, Encoding::Utf16), Span::empty(3));
    }

    fn texts() -> impl Strategy<Value = String> {
        let pieces = prop::sample::select(vec!["a", "é", "😀", "\n", "\r", "\r\n", "\u{2028}", "€", "\t"]);
        prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
    }

    fn encodings() -> impl Strategy<Value = Encoding> {
        prop::sample::select(vec![Encoding::Utf8, Encoding::Utf16])
    }

    proptest! {
        #[test]
        fn a_place_between_characters_comes_back(text in texts(), at in 0_usize..200, encoding in encodings()) {
            let lines = lines(&text, encoding);
            let offset = text.floor_char_boundary(at);
            let inside_line_end = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
            prop_assume!(!inside_line_end);
            prop_assert_eq!(lines.offset(lines.position(offset)), offset);
        }

        #[test]
        fn the_index_and_a_look_at_the_text_agree(
            text in texts(), line in 0_u32..40, character in 0_u32..80, encoding in encodings()
        ) {
            let position = Position { line, character };
            prop_assert_eq!(lines(&text, encoding).offset(position), offset_in(&text, position, encoding));
        }

        #[test]
        fn every_position_leads_between_two_characters(
            text in texts(), line in 0_u32..40, character in 0_u32..80, encoding in encodings()
        ) {
            let offset = lines(&text, encoding).offset(Position { line, character });
            prop_assert!(text.is_char_boundary(offset));
        }
    }
}
