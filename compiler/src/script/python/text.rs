//! Texts as the script builds them: fixed pieces with their places, and values put between.

use std::rc::Rc;

use super::super::facts::{Key, Place};
use super::Node;
use super::known::{Known, Path, Valued};

/// A text of more pieces is not followed.
const MAX_PIECES: usize = 2048;

/// A longer text is not followed, so that doubling cannot run away.
const MAX_LENGTH: usize = 64 << 10;

/// A text in pieces.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Text {
    pub(super) pieces: Vec<Piece>,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    /// Fixed text. Unless it is an escape sequence, every byte stands in the source as it is.
    Fixed { text: Rc<str>, place: Place },
    /// A value that is put in.
    Hole(Valued),
}

impl Text {
    pub(super) fn fixed(text: &str, place: Place) -> Self {
        Self { pieces: vec![Piece::Fixed { text: text.into(), place }] }
    }

    pub(super) fn push(&mut self, piece: Piece) {
        match piece {
            Piece::Fixed { text, .. } if text.is_empty() => {}
            piece => self.pieces.push(piece),
        }
    }

    /// Puts a value behind the text.
    pub(super) fn push_value(&mut self, value: &Valued) {
        match &value.known {
            Known::Text(text) => self.pieces.extend(text.pieces.iter().cloned()),
            _ => self.pieces.push(Piece::Hole(value.clone())),
        }
    }

    /// The text as a value; one that has grown too large is any text.
    pub(super) fn into_known(self) -> Known {
        if self.pieces.len() > MAX_PIECES || self.length() > MAX_LENGTH {
            return Known::tainted(self.taint());
        }
        match self.pieces.as_slice() {
            [Piece::Hole(Valued { known: known @ Known::Json(_), .. })] => known.clone(),
            _ => Known::Text(Rc::new(self)),
        }
    }

    fn length(&self) -> usize {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Fixed { text, .. } => text.len(),
                Piece::Hole(_) => 0,
            })
            .sum()
    }

    pub(super) fn holes(&self) -> impl Iterator<Item = &Valued> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Hole(value) => Some(value),
            Piece::Fixed { .. } => None,
        })
    }

    /// Whether all that is fixed is blanks.
    pub(super) fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| match piece {
            Piece::Fixed { text, .. } => text.trim().is_empty(),
            Piece::Hole(_) => true,
        })
    }

    fn taint(&self) -> Option<Path> {
        self.holes().find_map(|hole| match &hole.known {
            Known::Payload { path, .. } => Some(path.clone()),
            Known::AnyText { taint, .. } => taint.clone(),
            _ => None,
        })
    }

    /// The text and its place when all of it is fixed.
    pub(super) fn constant(&self) -> Option<Key> {
        let mut name = String::new();
        let mut whole: Option<Place> = None;
        for piece in &self.pieces {
            let Piece::Fixed { text, place } = piece else { return None };
            name.push_str(text);
            whole = Some(match whole {
                // Pieces from several places of the script: the first stands for all.
                Some(known) if place.start < known.end => known,
                Some(known) => known.start..place.end,
                None => place.clone(),
            });
        }
        Some(Key { name, place: whole.unwrap_or(0..0) })
    }

    pub(super) fn truth(&self) -> Option<bool> {
        if self.length() > 0 {
            return Some(true);
        }
        self.pieces.is_empty().then_some(false)
    }

    /// Its shape as a path: holes as `$`.
    pub(super) fn shape(&self) -> String {
        let mut shape = String::new();
        for piece in &self.pieces {
            match piece {
                Piece::Fixed { text, .. } => shape.push_str(text),
                Piece::Hole(_) if shape.ends_with('$') => {}
                Piece::Hole(_) => shape.push('$'),
            }
        }
        shape
    }

    /// The same text with each marker that `next` finds replaced by a value. `next` is handed fixed text and yields where its first
    /// marker stands and the value or text that takes its place.
    pub(super) fn substitute(
        &self,
        mut next: impl FnMut(&str) -> Option<(std::ops::Range<usize>, Substitute)>,
    ) -> Self {
        let mut out = Self::default();
        for piece in &self.pieces {
            let Piece::Fixed { text, place } = piece else {
                out.push(piece.clone());
                continue;
            };
            let mut from = 0;
            while let Some((range, substitute)) = next(&text[from..]) {
                let range = from + range.start..from + range.end;
                out.push(part(text, place, from..range.start));
                match substitute {
                    Substitute::Value(value) => out.push_value(&value),
                    Substitute::Text(fixed) => {
                        let Piece::Fixed { place, .. } = part(text, place, range.clone()) else { continue };
                        out.push(Piece::Fixed { text: fixed.into(), place });
                    }
                }
                from = range.end;
            }
            out.push(part(text, place, from..text.len()));
        }
        out
    }
}

/// What takes the place of a marker in a format.
pub(super) enum Substitute {
    Value(Valued),
    Text(&'static str),
}

/// A part of a fixed piece.
fn part(text: &Rc<str>, place: &Place, range: std::ops::Range<usize>) -> Piece {
    let exact = place.len() == text.len();
    let place = if exact { place.start + range.start..place.start + range.end } else { place.clone() };
    Piece::Fixed { text: text[range].into(), place }
}

/// How a string literal is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Literal {
    raw: bool,
    bytes: bool,
    formatted: bool,
}

impl Literal {
    /// From the start of the literal: its prefix and quotes.
    pub(super) fn of(start: &str) -> Self {
        let prefix = start.trim_end_matches(['"', '\'']);
        let has = |letter: char| prefix.chars().any(|known| known.eq_ignore_ascii_case(&letter));
        Self { raw: has('r'), bytes: has('b'), formatted: has('f') || has('t') }
    }

    /// Decodes the content of a literal into pieces.
    pub(super) fn decode(self, source: &str, content: Node<'_>, out: &mut Text) {
        let base = content.start_byte();
        let text = &source[content.byte_range()];
        let mut plain = 0;
        let mut at = 0;
        while let Some(found) = text[at..].find(['\\', '{', '}']) {
            let start = at + found;
            let Some((length, decoded)) = self.special(&text[start..]) else {
                at = start + 1;
                continue;
            };
            out.push(Piece::Fixed { text: text[plain..start].into(), place: base + plain..base + start });
            out.push(Piece::Fixed { text: decoded.into(), place: base + start..base + start + length });
            at = start + length;
            plain = at;
        }
        out.push(Piece::Fixed { text: text[plain..].into(), place: base + plain..base + text.len() });
    }

    /// An escape at the start of a text: its length and what it stands for.
    fn special(self, text: &str) -> Option<(usize, String)> {
        if let Some(brace) = ["{{", "}}"].iter().find(|brace| text.starts_with(**brace)) {
            return self.formatted.then(|| (2, brace[1..].to_owned()));
        }
        let rest = text.strip_prefix('\\').filter(|_| !self.raw)?;
        let first = rest.chars().next()?;
        let simple = match first {
            '\n' => "",
            '\\' => "\\",
            '\'' => "'",
            '"' => "\"",
            'a' => "\u{7}",
            'b' => "\u{8}",
            'f' => "\u{c}",
            'n' => "\n",
            'r' => "\r",
            't' => "\t",
            'v' => "\u{b}",
            _ => return self.coded(rest, first),
        };
        Some((1 + first.len_utf8(), simple.to_owned()))
    }

    fn coded(self, rest: &str, first: char) -> Option<(usize, String)> {
        if rest.starts_with("\r\n") {
            return Some((3, String::new()));
        }
        let (skipped, radix, most) = match first {
            'x' => (1, 16, 2),
            'u' if !self.bytes => (1, 16, 4),
            'U' if !self.bytes => (1, 16, 8),
            '0'..='7' => (0, 8, 3),
            _ => return None,
        };
        let digits =
            rest[skipped..].bytes().take(most).take_while(|byte| (*byte as char).is_digit(radix)).count();
        let code = u32::from_str_radix(&rest[skipped..skipped + digits], radix).ok()?;
        let letter = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        Some((1 + skipped + digits, letter.to_string()))
    }
}
