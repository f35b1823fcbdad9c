//! Constant texts of a script, and the way from each byte of them back to the source.

use std::ops::Range;

use super::super::facts::{Key, Place};

/// A constant text, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::script) struct Spelled {
    pub(in crate::script) text: String,
    /// Where the content stands, without quotes.
    pub(in crate::script) place: Place,
    /// Where each byte of the text starts, and where the last one ends; `None` when the source is the text itself.
    starts: Option<Vec<u32>>,
}

impl Spelled {
    /// A text that stands in the source as it is.
    pub(in crate::script) fn plain(text: &str, place: Place) -> Self {
        Self { text: text.to_owned(), place, starts: None }
    }

    /// A text that is not written in the source but stands for what is at `place`.
    pub(in crate::script) fn made(text: String, place: Place) -> Self {
        let starts = (0..text.len()).map(|_| place.start as u32).chain([place.end as u32]).collect();
        Self { text, place, starts: Some(starts) }
    }

    /// A text whose bytes start at these places; one more place says where the last one ends.
    pub(in crate::script) fn mapped(text: String, place: Place, starts: Vec<u32>) -> Self {
        Self { text, place, starts: Some(starts) }
    }

    /// Decodes the content of a string or of a piece of a template.
    pub(in crate::script) fn decode(source: &str, place: Place) -> Self {
        let raw = &source[place.clone()];
        if !raw.contains('\\') {
            return Self::plain(raw, place);
        }
        let mut text = String::with_capacity(raw.len());
        let mut starts = Vec::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(first) = rest.chars().next() {
            let start = place.start + raw.len() - rest.len();
            let (decoded, length) =
                if first == '\\' { escape(rest) } else { (Some(first), first.len_utf8()) };
            if let Some(letter) = decoded {
                text.push(letter);
                starts.extend((0..letter.len_utf8()).map(|_| start as u32));
            }
            rest = &rest[length..];
        }
        starts.push(place.end as u32);
        Self { text, place, starts: Some(starts) }
    }

    /// Where a part of the text stands.
    pub(in crate::script) fn place_of(&self, part: Range<usize>) -> Place {
        let at = |byte: usize| match &self.starts {
            Some(starts) => starts.get(byte).map_or(self.place.end, |start| *start as usize),
            None => (self.place.start + byte).min(self.place.end),
        };
        let start = at(part.start);
        start..at(part.end).max(start)
    }

    /// The text as a name with its place.
    pub(in crate::script) fn key(&self) -> Key {
        Key { name: self.text.clone(), place: self.place.clone() }
    }
}

/// The character that an escape sequence stands for, and the length of the sequence.
fn escape(rest: &str) -> (Option<char>, usize) {
    let Some(letter) = rest[1..].chars().next() else { return (None, 1) };
    let simple = 1 + letter.len_utf8();
    let hexadecimal = |digits: Option<&str>, length: usize| {
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match code {
            Some(code) => (Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)), length),
            None => (Some(letter), simple),
        }
    };
    match letter {
        'n' => (Some('\n'), simple),
        't' => (Some('\t'), simple),
        'r' => (Some('\r'), simple),
        'b' => (Some('\u{8}'), simple),
        'f' => (Some('\u{c}'), simple),
        'v' => (Some('\u{b}'), simple),
        '0' => (Some('\0'), simple),
        '\n' => (None, simple),
        'x' => hexadecimal(rest.get(2..4), 4),
        'u' if rest.as_bytes().get(2) == Some(&b'{') => match rest.find('}') {
            Some(end) => hexadecimal(rest.get(3..end), end + 1),
            None => (Some(letter), simple),
        },
        'u' => hexadecimal(rest.get(2..6), 6),
        _ => (Some(letter), simple),
    }
}
