//! JSON text in a word: its value with the places of its parts, and the values that were put into it.

use super::super::facts::{Key, Member, Place, Value, is_plain_field};
use super::origin::Origin;
use super::word::{HOLE, Hole, Word};

/// Values nested deeper than this are not read.
const MAX_DEPTH: usize = 48;

/// A JSON text.
#[derive(Debug, PartialEq)]
pub(super) struct Json {
    pub(super) value: Value,
    /// Values inside its strings that nothing has made safe for JSON.
    pub(super) unescaped: Vec<Place>,
}

/// Reads a word as one JSON value.
pub(super) fn parse(word: &Word) -> Option<Json> {
    let mut parser = Parser::new(word);
    let value = parser.value(0)?;
    parser.blanks();
    parser.is_at_end().then_some(Json { value, unescaped: parser.unescaped })
}

/// Whether a word is two JSON values or more, one behind the other.
pub(super) fn is_many(word: &Word) -> bool {
    let mut parser = Parser::new(word);
    let mut count = 0;
    while !parser.is_at_end() {
        if parser.value(0).is_none() {
            return false;
        }
        count += 1;
        parser.blanks();
    }
    count > 1
}

struct Parser<'w> {
    word: &'w Word,
    bytes: &'w [u8],
    at: usize,
    holes: usize,
    unescaped: Vec<Place>,
}

impl<'w> Parser<'w> {
    fn new(word: &'w Word) -> Self {
        Self { word, bytes: word.text.as_bytes(), at: 0, holes: 0, unescaped: Vec::new() }
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn hole(&mut self) -> Option<&'w Hole> {
        self.eat(HOLE as u8)?;
        self.holes += 1;
        self.word.holes.get(self.holes - 1)
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.blanks();
        match self.peek()? {
            b'{' => self.object(depth),
            b'[' => self.array(depth),
            b'"' => self.string().map(Text::value),
            0 => self.hole().map(value_of),
            b't' => self.word_value("true").map(|place| Value::Bool(true, place)),
            b'f' => self.word_value("false").map(|place| Value::Bool(false, place)),
            b'n' => self.word_value("null").map(Value::Null),
            _ => self.number(),
        }
    }

    fn word_value(&mut self, name: &str) -> Option<Place> {
        let start = self.at;
        self.bytes[start..].starts_with(name.as_bytes()).then(|| self.at += name.len())?;
        Some(self.word.place_of(start, self.at))
    }

    fn number(&mut self) -> Option<Value> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')) {
            self.at += 1;
        }
        self.word.text[start..self.at].parse::<f64>().ok()?;
        Some(Value::Number(self.word.place_of(start, self.at)))
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        self.eat(b'[')?;
        self.blanks();
        if self.eat(b']').is_some() {
            return Some(Value::Array);
        }
        loop {
            self.value(depth + 1)?;
            self.blanks();
            if self.eat(b',').is_none() {
                self.eat(b']')?;
                return Some(Value::Array);
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        self.eat(b'{')?;
        let (mut members, mut open) = (Vec::new(), false);
        self.blanks();
        if self.eat(b'}').is_some() {
            return Some(Value::Object { members, open });
        }
        loop {
            self.blanks();
            let key = self.string()?;
            self.blanks();
            self.eat(b':')?;
            let value = self.value(depth + 1)?;
            match key.value() {
                Value::Text(key) => members.push(Member { key, value, optional: false }),
                _ => open = true,
            }
            self.blanks();
            if self.eat(b',').is_none() {
                self.eat(b'}')?;
                return Some(Value::Object { members, open });
            }
        }
    }

    fn string(&mut self) -> Option<Text> {
        self.eat(b'"')?;
        let start = self.at;
        let (mut name, mut is_constant) = (String::new(), true);
        loop {
            let rest = &self.word.text[self.at..];
            let character = rest.chars().next()?;
            match character {
                '"' => break,
                '\\' => name.push(self.escape()?),
                HOLE => {
                    is_constant = false;
                    let hole = self.hole()?;
                    if needs_escape(&hole.origins) {
                        self.unescaped.push(hole.place.clone());
                    }
                }
                '\u{1}'..='\u{1f}' => return None,
                _ => {
                    name.push(character);
                    self.at += character.len_utf8();
                }
            }
        }
        let place = self.word.place_of(start, self.at);
        self.at += 1;
        let only = (self.at - start == 2 && !is_constant).then(|| &self.word.holes[self.holes - 1]);
        if let Some(values) = only.and_then(constants) {
            return Some(Text::OneOf(values));
        }
        Some(if is_constant { Text::Constant(Key { name, place }) } else { Text::Any(place) })
    }

    fn escape(&mut self) -> Option<char> {
        let kind = *self.bytes.get(self.at + 1)?;
        self.at += 2;
        Some(match kind {
            b'"' | b'\\' | b'/' => kind as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let digits = self.word.text.get(self.at..self.at + 4)?;
                let unit = u32::from_str_radix(digits, 16).ok()?;
                self.at += 4;
                char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return None,
        })
    }
}

enum Text {
    Constant(Key),
    Any(Place),
    OneOf(Vec<Value>),
}

impl Text {
    fn value(self) -> Value {
        match self {
            Self::OneOf(values) => Value::OneOf(values),
            Self::Constant(key) => Value::Text(key),
            Self::Any(place) => Value::AnyText(place),
        }
    }
}

/// The texts that a value can be, when all are constant.
pub(super) fn constants(hole: &Hole) -> Option<Vec<Value>> {
    let texts = hole.origins.iter().map(|origin| match origin {
        Origin::Text(word) => {
            let place = word.place_of(0, word.text.len());
            Some(Value::Text(Key { name: word.constant()?.to_owned(), place }))
        }
        _ => None,
    });
    texts.collect()
}

/// The JSON value that a value is where a whole JSON value is wanted.
fn value_of(hole: &Hole) -> Value {
    let known: Option<Vec<Value>> = hole
        .origins
        .iter()
        .map(|origin| match origin {
            Origin::Json(value) => Some((**value).clone()),
            Origin::Text(word) if word.holes.is_empty() => parse(word).map(|json| json.value),
            _ => None,
        })
        .collect();
    match known {
        Some(mut values) if values.len() == 1 => values.remove(0),
        Some(values) if !values.is_empty() => Value::OneOf(values),
        _ => Value::Unknown(hole.place.clone()),
    }
}

/// Whether a value inside a JSON string can break it.
fn needs_escape(origins: &[Origin]) -> bool {
    origins.iter().any(|origin| match origin {
        Origin::Field(path, _) => !is_plain_field(path),
        Origin::Payload | Origin::Columns(_) | Origin::Derived | Origin::Quoted | Origin::Unknown => true,
        Origin::Text(word) => {
            breaks_json(&word.text) || word.holes.iter().any(|hole| needs_escape(&hole.origins))
        }
        // A JSON value inside a string breaks it when it has quotes of its own.
        Origin::Json(value) => !matches!(**value, Value::Number(_) | Value::Bool(..)),
        Origin::Plain
        | Origin::Escaped
        | Origin::Argument
        | Origin::Environment(_)
        | Origin::Cwd
        | Origin::Temporary => false,
    })
}

/// Whether a constant text needs an escape in a JSON string.
pub(super) fn breaks_json(text: &str) -> bool {
    text.chars().any(|character| matches!(character, '"' | '\\' | '\u{1}'..='\u{1f}'))
}
