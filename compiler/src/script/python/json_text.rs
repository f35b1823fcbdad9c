//! Reads a text that the script builds as JSON: the fixed pieces must read as JSON when each value put in stands for a text or a value.

use super::super::facts::{Key, Member, Place, Value};
use super::known::{Known, Valued};
use super::text::{Piece, Text};

/// JSON nested deeper than this is not read.
const MAX_DEPTH: usize = 64;

/// Stands for a value in the flat text; a text that holds it otherwise is not read.
const HOLE: char = '\0';

/// What a text reads as.
pub(super) enum Reading {
    /// JSON that is constant or made by a JSON writer.
    Json(Value),
    /// JSON with values put in; the places of those that nothing has escaped.
    ByHand(Value, Vec<Place>),
    /// No JSON.
    No,
    /// It depends on the values, or on more text.
    Unclear,
}

/// Reads a text. `value_of` tells what a value is as JSON.
pub(super) fn read(text: &Text, value_of: &dyn Fn(&Valued) -> Value) -> Reading {
    let Some(flat) = Flat::new(text) else { return Reading::Unclear };
    let mut parser = Parser { flat: &flat, at: 0, hole: 0, by_hand: false, unescaped: Vec::new(), value_of };
    parser.blank();
    let value = parser.value(0);
    parser.blank();
    match value {
        Some(value) if parser.at == flat.text.len() && !flat.is_only_a_value() => {
            if parser.by_hand {
                Reading::ByHand(value, parser.unescaped)
            } else {
                Reading::Json(value)
            }
        }
        // What fails before any value and before the end fails whatever follows.
        _ => flat.without_json(parser.hole == 0 && parser.at < flat.text.trim_end().len()),
    }
}

/// The text in one piece.
struct Flat<'a> {
    text: String,
    /// Where each piece starts, with its length and place.
    pieces: Vec<(usize, usize, Place)>,
    holes: Vec<&'a Valued>,
}

impl<'a> Flat<'a> {
    fn new(text: &'a Text) -> Option<Self> {
        let mut flat = Self { text: String::new(), pieces: Vec::new(), holes: Vec::new() };
        for piece in &text.pieces {
            match piece {
                Piece::Fixed { text, .. } if text.contains(HOLE) => return None,
                Piece::Fixed { text, place } => {
                    flat.pieces.push((flat.text.len(), text.len(), place.clone()));
                    flat.text.push_str(text);
                }
                Piece::Hole(value) => {
                    flat.pieces.push((flat.text.len(), HOLE.len_utf8(), value.place.clone()));
                    flat.text.push(HOLE);
                    flat.holes.push(value);
                }
            }
        }
        Some(flat)
    }

    /// Where a part of the text stands in the script.
    fn place(&self, from: usize, to: usize) -> Place {
        let start = self.source(from, false);
        start..self.source(to, true).max(start)
    }

    fn source(&self, at: usize, is_end: bool) -> usize {
        // The end of a part belongs to the piece before it.
        let before =
            self.pieces.partition_point(|(start, ..)| if is_end { *start < at } else { *start <= at });
        let Some((start, length, place)) = before.checked_sub(1).map(|index| &self.pieces[index]) else {
            return self.pieces.first().map_or(0, |(_, _, place)| place.start);
        };
        if place.len() == *length && *length > 1 {
            place.start + (at - start).min(*length)
        } else if is_end || at - start >= *length {
            place.end
        } else {
            place.start
        }
    }

    /// Whether nothing is fixed, so that the form is the value's own.
    fn is_only_a_value(&self) -> bool {
        self.text.trim_matches([HOLE, ' ', '\n']).is_empty()
    }

    /// A text that is no JSON is one for certain only when no value put into it can make it one.
    fn without_json(&self, fails_early: bool) -> Reading {
        let text = self.text.trim();
        let Some(first) = text.chars().next() else { return Reading::Unclear };
        match first {
            '{' | '[' if fails_early => Reading::No,
            '{' | '[' | '}' | ']' | ',' | ':' | '"' | HOLE => Reading::Unclear,
            _ => Reading::No,
        }
    }
}

struct Parser<'a> {
    flat: &'a Flat<'a>,
    at: usize,
    hole: usize,
    by_hand: bool,
    unescaped: Vec<Place>,
    value_of: &'a dyn Fn(&Valued) -> Value,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.flat.text.as_bytes().get(self.at).copied()
    }

    fn blank(&mut self) {
        while self.peek().is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn next_hole(&mut self) -> Option<&Valued> {
        let hole = self.flat.holes.get(self.hole).copied()?;
        self.hole += 1;
        self.at += 1;
        Some(hole)
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let start = self.at;
        match self.peek()? {
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            b'"' => self.string(),
            0 => {
                let hole = self.next_hole()?.clone();
                match &hole.known {
                    Known::Json(inner) => Some((self.value_of)(inner)),
                    Known::Number(..) => {
                        self.by_hand = true;
                        Some(Value::Number(hole.place))
                    }
                    _ => {
                        self.by_hand = true;
                        Some(Value::Unknown(hole.place))
                    }
                }
            }
            b'-' | b'0'..=b'9' => {
                while self
                    .peek()
                    .is_some_and(|byte| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9'))
                {
                    self.at += 1;
                }
                let number = serde_json::from_str::<serde_json::Number>(&self.flat.text[start..self.at]);
                number.ok().map(|_| Value::Number(self.flat.place(start, self.at)))
            }
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Option<Value> {
        let start = self.at;
        for word in ["true", "false", "null"] {
            if self.flat.text[start..].starts_with(word) {
                self.at += word.len();
                let place = self.flat.place(start, self.at);
                return Some(match word {
                    "null" => Value::Null(place),
                    word => Value::Bool(word == "true", place),
                });
            }
        }
        None
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.take(b'[')?;
        self.blank();
        if self.take(b']').is_some() {
            return Some(Value::Array);
        }
        loop {
            self.blank();
            self.value(depth + 1)?;
            self.blank();
            if self.take(b',').is_none() {
                self.take(b']')?;
                return Some(Value::Array);
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.take(b'{')?;
        let mut members = Vec::new();
        let mut open = false;
        self.blank();
        if self.take(b'}').is_some() {
            return Some(Value::Object { members, open });
        }
        loop {
            self.blank();
            let key = match self.string()? {
                Value::Text(key) => Some(key),
                _ => None,
            };
            self.blank();
            self.take(b':')?;
            self.blank();
            let value = self.value(depth + 1)?;
            match key {
                Some(key) => members.push(Member { key, value, optional: false }),
                None => open = true,
            }
            self.blank();
            if self.take(b',').is_none() {
                self.take(b'}')?;
                return Some(Value::Object { members, open });
            }
        }
    }

    /// A string literal; with values in it it is some text.
    fn string(&mut self) -> Option<Value> {
        self.take(b'"')?;
        let start = self.at;
        let mut has_hole = false;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                0 => {
                    has_hole = true;
                    self.by_hand = true;
                    let hole = self.next_hole()?;
                    if !is_harmless(&hole.known) {
                        let place = hole.place.clone();
                        self.unescaped.push(place);
                    }
                }
                byte if byte < b' ' => return None,
                _ => self.at += 1,
            }
        }
        let end = self.at;
        self.at += 1;
        let place = self.flat.place(start, end);
        if has_hole {
            return Some(Value::AnyText(place));
        }
        let name = serde_json::from_str(self.flat.text.get(start - 1..self.at)?).ok()?;
        Some(Value::Text(Key { name, place }))
    }
}

/// Whether a value can stand inside a string literal as it is.
fn is_harmless(known: &Known) -> bool {
    match known {
        Known::Number(..) | Known::Bool(..) | Known::None(_) | Known::Json(_) => true,
        Known::AnyText { escaped, .. } => *escaped,
        Known::OneOf(all) => all.iter().all(is_harmless),
        Known::Text(text) => text.constant().is_some_and(|key| !key.name.contains(['"', '\\', '\n'])),
        _ => false,
    }
}
