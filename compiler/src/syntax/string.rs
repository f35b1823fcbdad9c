//! Strings: what their escapes mean, and which source text each decoded character came from.

use std::ops::Range;

use crate::span::Span;

use super::tree::Mark;

/// What one escape or one plain character stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Char(char),
    /// Half of a surrogate pair without the other half; legal, and U+FFFD in a Rust string.
    Lone(u16),
    /// A backslash before a line end, which JavaScript drops together with it.
    Nothing,
}

impl Meaning {
    /// The character in the decoded text.
    fn character(self) -> Option<char> {
        match self {
            Self::Char(character) => Some(character),
            Self::Lone(_) => Some(char::REPLACEMENT_CHARACTER),
            Self::Nothing => None,
        }
    }
}

/// The length of the escape at `at` if JSON has it, `\` included.
pub(super) fn legal_escape(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at + 1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => hex4(bytes, at + 2).map(|_| 6),
        _ => None,
    }
}

/// The four hexadecimal digits at `at`.
fn hex4(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 4)?;
    digits.iter().try_fold(0, |value, &digit| Some(value << 4 | (digit as char).to_digit(16)? as u16))
}

/// What the escape at `at` stands for, and its length. An escape that JSON does not have means what its author most
/// likely meant: a backslash and the character after it, unless another language says something else.
pub(super) fn escape(raw: &str, at: usize) -> (usize, Meaning) {
    let bytes = raw.as_bytes();
    let Some(&letter) = bytes.get(at + 1) else { return (1, Meaning::Char('\\')) };
    let character = match letter {
        b'"' | b'\\' | b'/' | b'\'' | b'`' => letter as char,
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unicode_escape(raw, at),
        b'x' => return hex_escape(raw, at),
        b'\n' => return (2, Meaning::Nothing),
        b'\r' => return (if bytes.get(at + 2) == Some(&b'\n') { 3 } else { 2 }, Meaning::Nothing),
        _ => return (1, Meaning::Char('\\')),
    };
    (2, Meaning::Char(character))
}

fn unicode_escape(raw: &str, at: usize) -> (usize, Meaning) {
    let bytes = raw.as_bytes();
    let Some(unit) = hex4(bytes, at + 2) else { return braced_escape(raw, at) };
    let low = (bytes.get(at + 6..at + 8) == Some(br"\u")).then(|| hex4(bytes, at + 8)).flatten();
    let pair = low.map_or([unit, 0], |low| [unit, low]);
    match char::decode_utf16(pair).next() {
        Some(Ok(character)) => (if character.len_utf16() == 2 { 12 } else { 6 }, Meaning::Char(character)),
        _ => (6, Meaning::Lone(unit)),
    }
}

/// `\u{1F600}`, which JavaScript has and JSON has not.
fn braced_escape(raw: &str, at: usize) -> (usize, Meaning) {
    /// The longest form: `\u{10FFFF}`.
    const LONGEST: usize = 10;
    let window = &raw.as_bytes()[at..raw.len().min(at + LONGEST)];
    let digits = window
        .strip_prefix(br"\u{")
        .and_then(|rest| rest.iter().position(|&byte| byte == b'}').map(|end| &rest[..end]))
        .and_then(|digits| std::str::from_utf8(digits).ok());
    match digits.and_then(|digits| Some((digits.len(), u32::from_str_radix(digits, 16).ok()?))) {
        Some((length, value)) if let Some(character) = char::from_u32(value) => {
            (length + 4, Meaning::Char(character))
        }
        _ => (1, Meaning::Char('\\')),
    }
}

/// `\x1b`, which JavaScript and shells have and JSON has not.
fn hex_escape(raw: &str, at: usize) -> (usize, Meaning) {
    let digits =
        raw.get(at + 2..at + 4).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
        Some(byte) => (4, Meaning::Char(byte as char)),
        None => (1, Meaning::Char('\\')),
    }
}

/// At least so far apart are the marks of a string, in bytes of its source; a shorter string has none.
const MARK_DISTANCE: usize = 1024;

/// Appends the decoded form of `raw`, and marks of a long one; says whether a lone surrogate is in it.
pub(super) fn unescape(raw: &str, out: &mut String, marks: &mut Vec<Mark>) -> bool {
    let start = out.len();
    let mut next_mark = MARK_DISTANCE;
    let mut lone = false;
    let mut at = 0;
    loop {
        let plain = raw[at..].find('\\').unwrap_or(raw.len() - at);
        while next_mark <= at + plain {
            // Between two escapes both texts are the same, so that a mark may stand inside of a character.
            let ahead = next_mark.saturating_sub(at);
            let (decoded, raw) = ((out.len() - start + ahead) as u32, (at + ahead) as u32);
            marks.push(Mark { decoded, raw });
            next_mark = at + ahead + MARK_DISTANCE;
        }
        out.push_str(&raw[at..at + plain]);
        at += plain;
        if at == raw.len() {
            return lone;
        }
        let (length, meaning) = escape(raw, at);
        out.extend(meaning.character());
        lone |= matches!(meaning, Meaning::Lone(_));
        at += length;
    }
}

/// A piece of a string: where it stands in the raw content, and what it means.
struct Piece {
    raw: Range<usize>,
    meaning: Meaning,
}

/// The pieces of a string in order.
#[derive(Clone)]
struct Pieces<'t> {
    raw: &'t str,
    escaped: bool,
    at: usize,
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        let start = self.at;
        let character = self.raw[start..].chars().next()?;
        let (length, meaning) = if character == '\\' && self.escaped {
            escape(self.raw, start)
        } else {
            (character.len_utf8(), Meaning::Char(character))
        };
        self.at += length;
        Some(Piece { raw: start..self.at, meaning })
    }
}

/// A string of the tree: its decoded text, and the way back to the source.
#[derive(Debug, Clone, Copy)]
pub struct JsonString<'t> {
    /// Decoded.
    pub(super) text: &'t str,
    /// What stands between the quotes.
    pub(super) raw: &'t str,
    /// Where `raw` starts in the source.
    pub(super) start: usize,
    /// Whether `text` differs from `raw`.
    pub(super) escaped: bool,
    /// In order; none for a short string.
    pub(super) marks: &'t [Mark],
}

impl<'t> JsonString<'t> {
    /// The decoded text; a lone surrogate is U+FFFD in it.
    pub const fn text(self) -> &'t str {
        self.text
    }

    /// What stands between the quotes, escapes and all.
    pub const fn raw(self) -> &'t str {
        self.raw
    }

    /// The place of the content, without the quotes.
    pub const fn content_span(self) -> Span {
        Span::new(self.start, self.start + self.raw.len())
    }

    /// The UTF-16 code units as JavaScript sees them, lone surrogates included, each with the byte offset in
    /// [`text`](Self::text) of the character that it belongs to.
    pub fn units(self) -> impl Iterator<Item = (usize, u16)> + Clone + 't {
        let mut offset = 0;
        let pieces = Pieces { raw: self.raw, escaped: self.escaped, at: 0 };
        pieces.map(|piece| PieceUnits::of(&piece)).flat_map(move |piece| {
            let start = offset;
            offset += piece.text_length;
            piece.units.into_iter().take(piece.count).map(move |unit| (start, unit))
        })
    }

    /// The source of a part of [`text`](Self::text), given in bytes of it: whole escapes, exactly.
    ///
    /// An empty range gives the empty span in front of that character; a range past the end ends with the content.
    pub fn span_of(self, range: Range<usize>) -> Span {
        let start = self.raw_at(range.start).start;
        let end = if range.is_empty() { start } else { self.raw_at(range.end - 1).end };
        Span::new(self.start + start, self.start + end)
    }

    /// Every character of [`text`](Self::text): its byte offset there and its place in the source.
    pub fn source_spans(self) -> impl Iterator<Item = (usize, Span)> + 't {
        let mut after = 0;
        let pieces = Pieces { raw: self.raw, escaped: self.escaped, at: 0 };
        pieces.filter_map(move |piece| {
            let offset = after;
            after += piece.meaning.character()?.len_utf8();
            Some((offset, Span::new(self.start + piece.raw.start, self.start + piece.raw.end)))
        })
    }

    /// The part of `raw` that the byte `offset` of `text` came from; empty at the end.
    fn raw_at(self, offset: usize) -> Range<usize> {
        let behind = self.marks.partition_point(|mark| mark.decoded as usize <= offset);
        let (mut after, mut at) = match behind.checked_sub(1).map(|last| self.marks[last]) {
            Some(mark) => (mark.decoded as usize, mark.raw as usize),
            None => (0, 0),
        };
        let raw = self.raw.as_bytes();
        loop {
            // Up to the next escape both texts are the same.
            let plain = at + (offset - after);
            let window = raw.get(at..=plain).unwrap_or(&raw[at..]);
            let escaped = if self.escaped { window.iter().position(|byte| *byte == b'\\') } else { None };
            let Some(before) = escaped else {
                return if plain < raw.len() {
                    self.raw.floor_char_boundary(plain)..self.raw.ceil_char_boundary(plain + 1)
                } else {
                    raw.len()..raw.len()
                };
            };
            at += before;
            let (length, meaning) = escape(self.raw, at);
            after += before + meaning.character().map_or(0, char::len_utf8);
            if after > offset {
                return at..at + length;
            }
            at += length;
        }
    }
}

/// One piece as code units.
#[derive(Clone)]
struct PieceUnits {
    units: [u16; 2],
    count: usize,
    text_length: usize,
}

impl PieceUnits {
    fn of(piece: &Piece) -> Self {
        let mut units = [0; 2];
        let count = match piece.meaning {
            Meaning::Char(character) => character.encode_utf16(&mut units).len(),
            Meaning::Lone(unit) => {
                units[0] = unit;
                1
            }
            Meaning::Nothing => 0,
        };
        Self { units, count, text_length: piece.meaning.character().map_or(0, char::len_utf8) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tree;
    use super::*;

    fn decoded(raw: &str) -> String {
        let mut out = String::new();
        unescape(raw, &mut out, &mut Vec::new());
        out
    }

    #[test]
    fn the_escapes_of_json_are_decoded() {
        assert_eq!(decoded(r#"\"\\\/\b\f\n\r\t\u00e9"#), "\"\\/\u{8}\u{c}\n\r\té");
    }

    #[test]
    fn a_surrogate_pair_is_one_character_and_a_lone_half_is_replaced() {
        assert_eq!(decoded(r"\ud83d\ude00"), "😀");
        assert_eq!(decoded(r"\ud83dx"), "\u{fffd}x");
        assert_eq!(decoded(r"\ude00\ud83d"), "\u{fffd}\u{fffd}");
    }

    #[test]
    fn an_unknown_escape_keeps_its_backslash() {
        assert_eq!(decoded(r"\s+\."), r"\s+\.");
        assert_eq!(decoded(r"C:\users"), r"C:\users");
    }

    #[test]
    fn escapes_of_other_languages_mean_what_they_mean_there() {
        assert_eq!(decoded(r"it\'s"), "it's");
        assert_eq!(decoded(r"\x1b[0m"), "\u{1b}[0m");
        assert_eq!(decoded(r"\u{1F600}"), "😀");
        assert_eq!(decoded("a\\\nb"), "ab");
    }

    #[test]
    fn units_keep_lone_surrogates() {
        let tree = Tree::parse(r#""a\ud800\u00e9😀""#);
        let units: Vec<_> = tree.root().string().unwrap().units().collect();
        assert_eq!(units, [(0, 0x61), (1, 0xd800), (4, 0xe9), (6, 0xd83d), (6, 0xde00)]);
    }

    #[test]
    fn a_part_of_the_decoded_text_leads_back_to_whole_escapes() {
        let text = r#""a\u00e9b\\c""#;
        let tree = Tree::parse(text);
        let string = tree.root().string().unwrap();
        let source = |part: &str| {
            let at = string.text().find(part).unwrap();
            &text[string.span_of(at..at + part.len()).range()]
        };
        assert_eq!(source("a"), "a");
        assert_eq!(source("é"), r"\u00e9");
        assert_eq!(source("b\\"), r"b\\");
        assert_eq!(source("c"), "c");
    }

    #[test]
    fn the_way_back_is_the_same_through_a_long_string() {
        let pieces = [
            "a",
            "\\n",
            "é",
            "\\u00e9",
            "\\ud800",
            "😀",
            "\\ud83d\\ude00",
            "\\s",
            "\\\n",
            "plain ".repeat(400).as_str(),
        ]
        .map(str::to_owned);
        let raw: String = (0..4_000).map(|n: usize| pieces[n * n % 97 % pieces.len()].as_str()).collect();
        let tree = Tree::parse(format!("\"{raw}\""));
        let string = tree.root().string().unwrap();
        assert!(string.marks.len() > 100);
        let characters: Vec<(usize, Span)> = string.source_spans().collect();
        for (at, (offset, span)) in characters.iter().enumerate() {
            let next = characters.get(at + 1).map_or(string.text().len(), |(next, _)| *next);
            for offset in *offset..next {
                assert_eq!(string.span_of(offset..offset + 1), *span, "{offset}");
            }
        }
    }

    #[test]
    fn an_empty_part_is_an_empty_span() {
        for text in [r#""abc""#, r#""a\nc""#] {
            let tree = Tree::parse(text);
            let string = tree.root().string().unwrap();
            assert_eq!(string.span_of(0..0), Span::empty(1));
            assert_eq!(string.span_of(3..3), Span::empty(text.len() - 1));
        }
    }
}
