//! Byte offsets to lines and columns and back: the one place that knows about position encodings.

use std::sync::Arc;

/// Bytes between two checkpoints: what one query counts at most.
const BLOCK: usize = 256;

/// How many characters come before the start of a block.
#[derive(Debug, Clone, Copy, Default)]
struct Checkpoint {
    scalars: u32,
    utf16: u32,
}

impl Checkpoint {
    fn advance(mut self, bytes: &[u8]) -> Self {
        if bytes.is_ascii() {
            let count = bytes.len() as u32;
            return Self { scalars: self.scalars + count, utf16: self.utf16 + count };
        }
        for &byte in bytes {
            if byte & 0xC0 != 0x80 {
                self.scalars += 1;
                self.utf16 += if byte >= 0xF0 { 2 } else { 1 };
            }
        }
        self
    }
}

/// The lines of one text.
///
/// A line ends with `\n`, `\r\n` or a lone `\r`, as in the language server protocol. Offsets past the end count as
/// the end, offsets inside a character as its start, and the place between `\r` and `\n` as the place before `\r`.
#[derive(Debug, Clone)]
pub struct LineIndex {
    text: Arc<str>,
    line_starts: Vec<u32>,
    checkpoints: Vec<Checkpoint>,
}

impl LineIndex {
    /// Reads the text once. An `Arc<str>` is shared, not copied.
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        Self { line_starts: line_starts(text.as_bytes()), checkpoints: checkpoints(text.as_bytes()), text }
    }

    /// The number of lines; an empty text has one.
    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }

    /// The bytes of a line, counted from 0, without its line end; `None` past the last line.
    pub fn line_range(&self, line: usize) -> Option<std::ops::Range<usize>> {
        let start = *self.line_starts.get(line)? as usize;
        let next = self.line_starts.get(line + 1).map_or(self.text.len(), |&next| next as usize);
        let line = &self.text[start..next];
        let content = line.strip_suffix('\n').map_or(line, |rest| rest);
        let content = content.strip_suffix('\r').unwrap_or(content);
        Some(start..start + content.len())
    }

    /// Line and column of a byte offset, both from 1; the column counts Unicode scalar values.
    pub fn line_column(&self, offset: usize) -> (u32, u32) {
        let offset = self.clamp(offset);
        let line = self.line_of(offset);
        let start = self.line_starts[line] as usize;
        (line as u32 + 1, self.before(offset).scalars - self.before(start).scalars + 1)
    }

    /// Line and column of a byte offset, both from 0; the column counts UTF-16 code units.
    pub fn utf16(&self, offset: usize) -> (u32, u32) {
        let offset = self.clamp(offset);
        let line = self.line_of(offset);
        let start = self.line_starts[line] as usize;
        (line as u32, self.before(offset).utf16 - self.before(start).utf16)
    }

    /// The byte offset of a UTF-16 position. A column past the end of its line is the end of the line, a line past
    /// the last is the end of the text, and a column inside a surrogate pair is the start of the character.
    pub fn offset_of_utf16(&self, line: u32, column: u32) -> usize {
        let Some(range) = self.line_range(line as usize) else { return self.text.len() };
        let mut left = column as usize;
        let content = &self.text[range.clone()];
        for (offset, character) in content.char_indices() {
            if left < character.len_utf16() {
                return range.start + offset;
            }
            left -= character.len_utf16();
        }
        range.end
    }

    fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start as usize <= offset) - 1
    }

    fn clamp(&self, offset: usize) -> usize {
        let offset = self.text.floor_char_boundary(offset);
        let bytes = self.text.as_bytes();
        let inside_line_end = offset > 0 && bytes[offset - 1] == b'\r' && bytes.get(offset) == Some(&b'\n');
        if inside_line_end { offset - 1 } else { offset }
    }

    fn before(&self, offset: usize) -> Checkpoint {
        let block = offset / BLOCK;
        self.checkpoints[block].advance(&self.text.as_bytes()[block * BLOCK..offset])
    }
}

fn line_starts(bytes: &[u8]) -> Vec<u32> {
    /// So many bytes are asked at once whether a line ends among them.
    const GLANCE: usize = 32;
    let is_end = |byte: u8| byte == b'\n' || byte == b'\r';
    let mut starts = vec![0];
    for (number, glance) in bytes.chunks(GLANCE).enumerate() {
        // Without a way out of the loop it is a few instructions.
        if !glance.iter().fold(false, |any, &byte| any | is_end(byte)) {
            continue;
        }
        for at in number * GLANCE..number * GLANCE + glance.len() {
            if is_end(bytes[at]) && !(bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n')) {
                starts.push(at as u32 + 1);
            }
        }
    }
    starts
}

fn checkpoints(bytes: &[u8]) -> Vec<Checkpoint> {
    let mut points = Vec::with_capacity(bytes.len() / BLOCK + 1);
    let mut point = Checkpoint::default();
    for block in bytes.chunks(BLOCK) {
        points.push(point);
        point = point.advance(block);
    }
    if bytes.len().is_multiple_of(BLOCK) {
        points.push(point);
    }
    points
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_and_columns_count_from_one() {
        let index = LineIndex::new("ab\ncd");
        assert_eq!(index.line_column(0), (1, 1));
        assert_eq!(index.line_column(2), (1, 3));
        assert_eq!(index.line_column(3), (2, 1));
        assert_eq!(index.line_column(5), (2, 3));
    }

    #[test]
    fn columns_count_characters_and_utf16_counts_code_units() {
        let text = "é😀x";
        let index = LineIndex::new(text);
        let x = text.find('x').unwrap();
        assert_eq!(index.line_column(x), (1, 3));
        assert_eq!(index.utf16(x), (0, 3));
    }

    #[test]
    fn all_three_line_ends_end_a_line() {
        let index = LineIndex::new("a\r\nb\rc\nd");
        let lines: Vec<u32> = [0, 3, 5, 7].map(|offset| index.line_column(offset).0).to_vec();
        assert_eq!(lines, [1, 2, 3, 4]);
    }

    #[test]
    fn the_middle_of_a_line_end_is_the_place_before_it() {
        let index = LineIndex::new("ab\r\ncd");
        assert_eq!(index.line_column(3), index.line_column(2));
    }

    #[test]
    fn a_text_without_a_line_end_has_one_line() {
        assert_eq!(LineIndex::new("").line_count(), 1);
        assert_eq!(LineIndex::new("").line_column(0), (1, 1));
        assert_eq!(LineIndex::new("a\n").line_count(), 2);
    }

    #[test]
    fn positions_outside_the_text_are_clamped() {
        let index = LineIndex::new("ab\ncd");
        assert_eq!(index.line_column(99), (2, 3));
        assert_eq!(index.offset_of_utf16(0, 99), 2);
        assert_eq!(index.offset_of_utf16(9, 0), 5);
    }

    #[test]
    fn a_column_inside_a_surrogate_pair_is_the_start_of_the_character() {
        assert_eq!(LineIndex::new("😀x").offset_of_utf16(0, 1), 0);
    }

    #[test]
    fn a_long_line_is_counted_across_blocks() {
        let text = "é😀".repeat(5000);
        let index = LineIndex::new(text.as_str());
        assert_eq!(index.line_column(text.len()), (1, 10_001));
        assert_eq!(index.utf16(text.len()), (0, 15_000));
    }

    fn texts() -> impl Strategy<Value = String> {
        let pieces = prop::sample::select(vec!["a", "é", "😀", "\n", "\r", "\r\n", "\u{2028}", "€", "\t"]);
        prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn utf16_positions_come_back_to_their_offset(text in texts(), at in 0_usize..200) {
            let index = LineIndex::new(text.as_str());
            let offset = index.clamp(at);
            let (line, column) = index.utf16(offset);
            prop_assert_eq!(index.offset_of_utf16(line, column), offset);
        }

        #[test]
        fn lines_and_columns_agree_with_counting_by_hand(text in texts(), at in 0_usize..200) {
            let index = LineIndex::new(text.as_str());
            let offset = index.clamp(at);
            let (mut line, mut column, mut utf16) = (1, 1, 0);
            let mut before = text[..offset].chars().peekable();
            while let Some(character) = before.next() {
                let ends_line = character == '\n' || (character == '\r' && before.peek() != Some(&'\n'));
                if ends_line {
                    (line, column, utf16) = (line + 1, 1, 0);
                } else {
                    column += 1;
                    utf16 += character.len_utf16() as u32;
                }
            }
            prop_assert_eq!(index.line_column(offset), (line, column));
            prop_assert_eq!(index.utf16(offset), (line - 1, utf16));
        }
    }
}
