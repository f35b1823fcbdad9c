//! Tokens: white space and what is mistaken for it, strings, and words.

use super::fault::FaultKind;
use super::number;
use super::parse::{Cut, Parser};
use super::string::{Meaning, escape, legal_escape};
use super::tree::{CLOSED, DECODED, KEY, LONE_SURROGATE, NodeKind, OPENED, TRUE};

/// JSON white space.
const SPACE: u8 = 1;
/// May start a comment, a conflict marker or a character that only looks like white space.
const ODD: u8 = 1 << 1;
/// Part of a word.
const WORD: u8 = 1 << 2;
/// Ends the plain part of a string.
const STRING_STOP: u8 = 1 << 3;
/// May follow a string.
const AFTER_STRING: u8 = 1 << 4;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' => SPACE | AFTER_STRING,
            b'\t' | b'\n' | b'\r' => SPACE | STRING_STOP | AFTER_STRING,
            0..=0x1f => ODD | STRING_STOP,
            b'"' | b'\\' => STRING_STOP | if byte as u8 == b'\\' { WORD } else { 0 },
            b',' | b':' | b'}' | b']' => AFTER_STRING,
            b'[' | b'{' | b'\'' | b'`' => 0,
            b'/' | b'#' | b'<' | b'=' | b'>' | b'|' | 0x80..=0xff => ODD | WORD,
            0x7f => ODD,
            _ => WORD,
        };
        byte += 1;
    }
    table
}

#[inline]
fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

/// JSON white space.
pub(super) fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\n' | '\r')
}

/// Whether the byte can start a word.
pub(super) fn is_word(byte: u8) -> bool {
    is(byte, WORD)
}

/// A character that editors show as a blank, or not at all, and that is no JSON white space.
fn is_odd_space(character: char) -> bool {
    let looks_blank =
        character.is_whitespace() || character.is_control() || super::hidden::is_invisible(character);
    looks_blank && !is_space(character)
}

/// What a string or word is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    Value,
}

impl Role {
    fn flag(self) -> u8 {
        match self {
            Self::Key => KEY,
            Self::Value => 0,
        }
    }
}

/// What is noticed while a string is read; each kind of fault is reported when the end of the string is known.
#[derive(Default)]
struct StringNotes {
    has_escape: bool,
    bad_escapes: Vec<(usize, usize)>,
    first_control: Option<usize>,
    controls: u32,
    first_quote: Option<usize>,
    /// Quotes and line breaks before this offset belong to the string.
    until: usize,
}

/// Where a string ends.
struct Ending {
    end: usize,
    closed: bool,
    /// The backslash that keeps the string open, where that is the fault.
    escaped_quote: Option<usize>,
}

impl Parser<'_> {
    /// Skips white space, and what others take for it.
    #[inline]
    pub(super) fn trivia(&mut self) {
        while let Some(byte) = self.peek() {
            if is(byte, SPACE) {
                self.at += 1;
            } else if !(is(byte, ODD) && self.odd_trivia(byte)) {
                break;
            }
        }
    }

    /// Skips one comment, conflict marker or odd character, and reports it.
    #[cold]
    fn odd_trivia(&mut self, byte: u8) -> bool {
        match byte {
            b'/' if self.bytes.get(self.at + 1) == Some(&b'/') => self.line_comments("//"),
            b'/' if self.bytes.get(self.at + 1) == Some(&b'*') => self.block_comment(),
            b'#' if !self.text[self.at..].starts_with("#!") => self.line_comments("#"),
            b'<' | b'=' | b'>' | b'|' => self.conflict_marker(byte),
            b'/' | b'#' => false,
            _ => self.odd_spaces(),
        }
    }

    /// A comment to the end of the line, together with those on the lines right below.
    fn line_comments(&mut self, mark: &str) -> bool {
        let start = self.at;
        let mut end = start;
        loop {
            end += self.text[end..].find(['\n', '\r']).unwrap_or(self.text.len() - end);
            let next = end + self.text[end..].find(|character| !is_space(character)).unwrap_or(0);
            if next == end || !self.text[next..].starts_with(mark) {
                break;
            }
            end = next;
        }
        self.at = end;
        self.fault(FaultKind::Comment { closed: true }, start, end);
        true
    }

    fn block_comment(&mut self) -> bool {
        let start = self.at;
        let length = self.text[start + 2..].find("*/");
        self.at = length.map_or(self.bytes.len(), |length| start + 2 + length + 2);
        if length.is_none() {
            self.cut = Cut::InsideToken;
        }
        let end = if length.is_some() { self.at } else { start + 2 };
        self.fault(FaultKind::Comment { closed: length.is_some() }, start, end);
        true
    }

    /// The markers of a merge conflict: the first side is kept, the other is skipped.
    fn conflict_marker(&mut self, byte: u8) -> bool {
        let rest = &self.bytes[self.at..];
        let starts_line = self.at == 0 || matches!(self.bytes[self.at - 1], b'\n' | b'\r');
        let is_marker = starts_line && rest.len() >= 7 && rest[..7].iter().all(|&mark| mark == byte);
        if !is_marker || (byte != b'<' && !self.conflicts.is_open) {
            return false;
        }
        if byte == b'<' {
            let end = self.line_end(self.at);
            self.fault(FaultKind::ConflictMarkers, self.at, end);
            self.at = end;
            self.conflicts.is_open = true;
            return true;
        }
        self.conflicts.is_open = false;
        self.at = match self.end_of_conflict() {
            Some(last_marker) => self.line_end(last_marker),
            None => self.line_end(self.at),
        };
        true
    }

    fn end_of_conflict(&mut self) -> Option<usize> {
        if self.conflicts.none_ends || self.text[self.at..].starts_with('>') {
            return None;
        }
        let found = self.text[self.at..].find("\n>>>>>>>").map(|marker| self.at + marker + 1);
        self.conflicts.none_ends = found.is_none();
        found
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find(['\n', '\r']).map_or(self.text.len(), |length| at + length)
    }

    fn odd_spaces(&mut self) -> bool {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find(|character| !is_odd_space(character)).unwrap_or(rest.len());
        self.at += length;
        if let Some(first) = rest[..length].chars().next() {
            self.fault(FaultKind::NotASpace(first), start, self.at);
        }
        length > 0
    }

    /// A string in double quotes, at the cursor. Gives its node.
    #[inline]
    pub(super) fn string(&mut self, role: Role) -> u32 {
        let start = self.at;
        let stop = self.plain_end(start + 1);
        let is_closed = self.bytes.get(stop) == Some(&b'"');
        if is_closed && self.bytes.get(stop + 1).is_none_or(|&byte| is(byte, AFTER_STRING)) {
            self.at = stop + 1;
            self.push(NodeKind::String, start, stop + 1, OPENED | CLOSED | role.flag())
        } else {
            self.irregular_string(start, stop, role)
        }
    }

    #[inline]
    fn plain_end(&self, mut at: usize) -> usize {
        while let Some(&byte) = self.bytes.get(at) {
            if is(byte, STRING_STOP) {
                break;
            }
            at += 1;
        }
        at
    }

    /// A string with escapes or faults.
    fn irregular_string(&mut self, start: usize, from: usize, role: Role) -> u32 {
        let mut notes = StringNotes::default();
        let ending = self.scan_string(start, from, role, &mut notes);
        self.at = ending.end;
        self.report_string(start, &ending, &notes);
        let closing = if ending.closed { CLOSED } else { 0 };
        let content = start + 1..ending.end - usize::from(ending.closed);
        self.push_string(start, content, OPENED | closing | role.flag(), notes.has_escape)
    }

    /// Adds the node of a string whose content is known.
    fn push_string(
        &mut self,
        start: usize,
        content: std::ops::Range<usize>,
        flags: u8,
        has_escape: bool,
    ) -> u32 {
        let node = self.push(NodeKind::String, start, self.at, flags);
        if has_escape {
            let lone = self.decode(node, content);
            self.flag(node, DECODED | if lone { LONE_SURROGATE } else { 0 });
        }
        node
    }

    fn decode(&mut self, node: u32, content: std::ops::Range<usize>) -> bool {
        self.decodings.add(node, &self.text[content])
    }

    fn scan_string(&mut self, start: usize, from: usize, role: Role, notes: &mut StringNotes) -> Ending {
        let mut at = from;
        loop {
            at = self.plain_end(at);
            let Some(&byte) = self.bytes.get(at) else { return self.unterminated(start, at, role) };
            match byte {
                b'"' => {
                    if at >= notes.until {
                        match self.later_close(at + 1, role, |character| character == '"') {
                            Some(close) => notes.until = close,
                            None if self.is_open_key(start, at, role) => {
                                return self.unterminated(start, at + 1, role);
                            }
                            None => return Ending { end: at + 1, closed: true, escaped_quote: None },
                        }
                    }
                    notes.first_quote.get_or_insert(at);
                    at += 1;
                }
                b'\\' => {
                    notes.has_escape = true;
                    let next = self.check_escape(at, notes);
                    let breaks_line =
                        self.bytes[at + 1..next].iter().any(|byte| matches!(byte, b'\n' | b'\r'));
                    if breaks_line && !self.goes_on_below(at + 1, role, notes) {
                        return self.unterminated(start, at + 1, role);
                    }
                    at = next;
                }
                b'\n' | b'\r' if !self.goes_on_below(at, role, notes) => {
                    return self.unterminated(start, at, role);
                }
                _ => {
                    notes.first_control.get_or_insert(at);
                    notes.controls += 1;
                    at += 1;
                }
            }
        }
    }

    /// The end of the escape at `at`, which is noted when JSON does not have it.
    fn check_escape(&self, at: usize, notes: &mut StringNotes) -> usize {
        if let Some(length) = legal_escape(self.bytes, at) {
            return at + length;
        }
        let end = match escape(self.text, at) {
            (1, Meaning::Char('\\')) => self.end_of_unknown_escape(at),
            (length, _) => at + length,
        };
        notes.bad_escapes.push((at, end));
        end
    }

    /// The backslash with the character after it, and the digits of an incomplete `\u`.
    fn end_of_unknown_escape(&self, at: usize) -> usize {
        let letter = self.text[at + 1..].chars().next().filter(|letter| !letter.is_control());
        let end = at + 1 + letter.map_or(0, char::len_utf8);
        let is_digit = |byte: &&u8| letter == Some('u') && byte.is_ascii_hexdigit();
        end + self.bytes[end..].iter().take(3).take_while(is_digit).count()
    }

    /// Whether the string that is cut by the line end at `at` is closed further down, and not just unclosed.
    fn goes_on_below(&self, at: usize, role: Role, notes: &mut StringNotes) -> bool {
        if at < notes.until {
            return true;
        }
        let Some(next) = self.text[at..].find(|character| !is_space(character)).map(|length| at + length)
        else {
            return false;
        };
        if matches!(self.bytes[next], b'"' | b'\'' | b'{' | b'}' | b'[' | b']') {
            return false;
        }
        let mut quote = next;
        while let Some(&byte) = self.bytes.get(quote) {
            match byte {
                b'"' => break,
                b'\\' => quote += 2,
                _ => quote += 1,
            }
        }
        if quote >= self.bytes.len() || !self.ends_here(quote + 1, role) {
            return false;
        }
        notes.until = quote;
        true
    }

    /// Whether what follows a closing quote at this place is what follows a string.
    fn ends_here(&self, at: usize, role: Role) -> bool {
        let next =
            self.bytes.get(at..).unwrap_or_default().iter().find(|&&byte| !matches!(byte, b' ' | b'\t'));
        match (role, next) {
            (Role::Key, next) => next == Some(&b':'),
            (Role::Value, next) => matches!(next, None | Some(b'\n' | b'\r' | b',' | b'}' | b']')),
        }
    }

    /// After a closing quote that something follows directly: the quote on the same line that really closes.
    fn later_close(&mut self, from: usize, role: Role, closes: impl Fn(char) -> bool) -> Option<usize> {
        let is_plausible_end = match self.bytes.get(from) {
            None => true,
            Some(b'/') => matches!(self.bytes.get(from + 1), Some(b'/' | b'*')),
            Some(b'=') => role == Role::Key,
            Some(b'"' | b'\'' | b'#' | b'+') => true,
            Some(&byte) => is(byte, AFTER_STRING) || self.text[from..].starts_with(is_odd_space),
        };
        if is_plausible_end || from < self.no_close_before {
            return None;
        }
        let mut characters = self.text[from..].char_indices();
        while let Some((offset, character)) = characters.next() {
            let at = from + offset;
            match character {
                '\n' | '\r' => {
                    self.no_close_before = at;
                    return None;
                }
                '\\' => {
                    characters.next();
                }
                _ if closes(character) && self.ends_here(at + character.len_utf8(), role) => return Some(at),
                _ => {}
            }
        }
        self.no_close_before = self.bytes.len();
        None
    }

    /// Whether the quote at `at` starts the value of a key that lacks its own: `"command: "x"`.
    fn is_open_key(&self, start: usize, at: usize, role: Role) -> bool {
        let is_followed = self.bytes.get(at + 1).is_some_and(|&byte| is_word(byte) && !is(byte, ODD));
        role == Role::Key && is_followed && self.text[start..at].trim_end().ends_with(':')
    }

    /// Where a string ends that nothing closes before `limit`, the end of its line: before the punctuation that was
    /// not meant to be in it.
    fn unterminated(&mut self, start: usize, limit: usize, role: Role) -> Ending {
        let content =
            self.text[start..limit].char_indices().nth(1).map_or(limit, |(offset, _)| start + offset);
        let body = &self.text[content..limit];
        let trimmed = body.trim_end_matches([' ', '\t', ',', '}', ']']);
        if let Some(before) = trimmed.strip_suffix(r#"\""#) {
            let backslash = content + before.len();
            return Ending { end: backslash + 2, closed: true, escaped_quote: Some(backslash) };
        }
        let end = content
            + match role {
                Role::Key => body.find(':').map_or(body.len(), |colon| body[..colon].trim_end().len()),
                Role::Value => without_punctuation(body).len(),
            };
        if end == self.bytes.len() {
            self.cut = Cut::InsideToken;
        }
        Ending { end, closed: false, escaped_quote: None }
    }

    fn report_string(&mut self, start: usize, ending: &Ending, notes: &StringNotes) {
        let end = ending.end;
        let string = crate::span::Span::new(start, end);
        if !ending.closed || ending.escaped_quote.is_some() {
            let escaped_quote = ending.escaped_quote.map(|at| at as u32);
            self.fault(FaultKind::UnterminatedString { escaped_quote }, start, end);
        }
        if let Some(quote) = notes.first_quote.filter(|_| ending.closed) {
            self.fault(FaultKind::UnescapedQuote { string }, quote, quote + 1);
        }
        if let Some(first) = notes.first_control {
            let character = self.bytes[first] as char;
            let kind = FaultKind::ControlCharacter { string, first: character, count: notes.controls };
            self.fault(kind, first, first + 1);
        }
        for &(from, to) in notes.bad_escapes.iter().filter(|&&(_, to)| to <= end) {
            self.fault(FaultKind::InvalidEscape { string }, from, to);
        }
    }

    /// The quote at the cursor that other languages and word processors use.
    pub(super) fn wrong_quote(&self) -> Option<char> {
        match self.peek()? {
            quote @ (b'\'' | b'`') => Some(quote as char),
            byte if byte >= 0x80 => self.text[self.at..]
                .chars()
                .next()
                .filter(|quote| matches!(quote, '“' | '”' | '„' | '‘' | '’')),
            _ => None,
        }
    }

    /// A string in quotes that JSON does not have, at the cursor. Gives its node.
    pub(super) fn wrongly_quoted(&mut self, quote: char, role: Role) -> u32 {
        let start = self.at;
        let content = start + quote.len_utf8();
        let closes = |character: char| match quote {
            '\'' | '`' => character == quote,
            '‘' | '’' => matches!(character, '‘' | '’' | '\''),
            _ => matches!(character, '“' | '”' | '„' | '"'),
        };
        let mut has_escape = false;
        let mut close = None;
        let mut limit = self.bytes.len();
        let mut characters = self.text[content..].char_indices();
        while let Some((offset, character)) = characters.next() {
            match character {
                '\\' => {
                    has_escape = true;
                    characters.next();
                }
                '\n' | '\r' if quote != '`' => {
                    limit = content + offset;
                    break;
                }
                _ if closes(character) => {
                    close = Some((content + offset, character));
                    break;
                }
                _ => {}
            }
        }
        let Some((first, closing)) = close else {
            return self.open_wrong_quote(start, limit, role, has_escape);
        };
        let after = first + closing.len_utf8();
        let close = self.later_close(after, role, closes).unwrap_or(first);
        let closing = self.text[close..].chars().next().map_or(1, char::len_utf8);
        self.at = close + closing;
        has_escape |= self.text[first..close].contains('\\');
        self.fault(FaultKind::WrongQuotes(quote), start, self.at);
        self.push_string(start, content..close, OPENED | CLOSED | role.flag(), has_escape)
    }

    fn open_wrong_quote(&mut self, start: usize, limit: usize, role: Role, has_escape: bool) -> u32 {
        let ending = self.unterminated(start, limit, role);
        let quote = self.text[start..].chars().next().map_or(1, char::len_utf8);
        self.at = ending.end.max(start + quote);
        self.fault(FaultKind::UnterminatedString { escaped_quote: None }, start, self.at);
        self.push_string(start, start + quote..self.at, OPENED | role.flag(), has_escape)
    }

    /// The end of the word at `start`.
    fn word_end(&self, start: usize) -> usize {
        let length = self.bytes[start..].iter().position(|&byte| !is(byte, WORD));
        let word = &self.text[start..length.map_or(self.bytes.len(), |length| start + length)];
        let cut = if word.is_ascii() { None } else { word.find(is_odd_space) };
        let word = &word[..cut.unwrap_or(word.len())];
        let comment = word.find("//").or_else(|| word.find("/*")).or_else(|| word.find('#'));
        let length = comment.filter(|&at| is_plain_word(&word[..at])).unwrap_or(word.len());
        start + length
    }

    /// Whether the word at the cursor is neither a literal nor a number, in any spelling.
    pub(super) fn is_bare_word(&self) -> bool {
        let word = &self.text[self.at..self.word_end(self.at)];
        let has_spelling = literal(word).is_some() || is_no_value(word) || number::looks_like_number(word);
        !has_spelling
    }

    /// Whether a key without quotes, and its colon, come next.
    pub(super) fn is_bare_key_ahead(&self) -> bool {
        let end = self.word_end(self.at);
        let end = if self.bytes.get(end) == Some(&b'"') { end + 1 } else { end };
        self.ends_here(end, Role::Key)
    }

    /// A word where a value belongs: a literal, a number, or text without quotes.
    pub(super) fn word(&mut self) {
        let start = self.at;
        let end = self.word_end(start);
        let word = &self.text[start..end];
        if number::is_number(word.as_bytes()) {
            self.at = end;
            self.push(NodeKind::Number, start, end, 0);
        } else if let Some((meant, kind)) = literal(word) {
            self.at = end;
            self.push(kind, start, end, if meant == "true" { TRUE } else { 0 });
            if word != meant {
                self.fault(FaultKind::Literal(meant), start, end);
            }
        } else if is_no_value(word) {
            self.at = end;
            self.fault(FaultKind::NotAValue, start, end);
            self.push(NodeKind::Invalid, start, end, 0);
        } else if number::looks_like_number(word) {
            self.at = end;
            self.fault(FaultKind::InvalidNumber, start, end);
            self.push_odd_number(start, end);
        } else {
            self.bare_value(start);
        }
    }

    fn push_odd_number(&mut self, start: usize, end: usize) {
        match number::meant(&self.text[start..end]) {
            Some(number) => {
                let node = self.push(NodeKind::Number, start, end, DECODED);
                self.decodings.add_plain(node, &number);
            }
            None => {
                self.push(NodeKind::Invalid, start, end, 0);
            }
        }
    }

    /// Text without quotes, up to the end of its line or what else ends a value.
    fn bare_value(&mut self, start: usize) {
        let rest = &self.text[start..];
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let stop = rest.find([',', '{', '}', '[', ']', '"', '\n', '\r']).unwrap_or(rest.len());
        let stop = rest[..stop].find(" //").unwrap_or(stop).max(first);
        let closed = rest[stop..].starts_with('"') && self.ends_here(start + stop + 1, Role::Value);
        let end = start + if closed { stop + 1 } else { rest[..stop].trim_end().len().max(first) };
        self.at = end;
        self.fault(FaultKind::BareWord { key: false, closed }, start, end);
        self.push(NodeKind::String, start, end, if closed { CLOSED } else { 0 });
    }

    /// A key without quotes, at the cursor. Gives its node.
    pub(super) fn bare_key(&mut self) -> u32 {
        let start = self.at;
        let first = self.text[start..].chars().next().map_or(0, char::len_utf8);
        let word_end = self.word_end(start).max(start + first);
        let closed = self.bytes.get(word_end) == Some(&b'"') && self.ends_here(word_end + 1, Role::Key);
        self.at = word_end + usize::from(closed);
        self.fault(FaultKind::BareWord { key: true, closed }, start, self.at);
        self.push(NodeKind::String, start, self.at, KEY | if closed { CLOSED } else { 0 })
    }
}

/// What a literal is spelled like in JSON, from its spelling in any language.
fn literal(word: &str) -> Option<(&'static str, NodeKind)> {
    Some(match word {
        "true" | "True" | "TRUE" => ("true", NodeKind::Bool),
        "false" | "False" | "FALSE" => ("false", NodeKind::Bool),
        "null" | "Null" | "NULL" | "None" | "nil" => ("null", NodeKind::Null),
        _ => return None,
    })
}

/// Words for values that JSON cannot express.
fn is_no_value(word: &str) -> bool {
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    matches!(unsigned, "NaN" | "Infinity" | "undefined")
}

/// A word that a comment may follow without a blank.
fn is_plain_word(word: &str) -> bool {
    literal(word).is_some() || is_no_value(word) || number::is_number(word.as_bytes())
}

/// The text without a comma at its end and without closing brackets that it does not open.
fn without_punctuation(text: &str) -> &str {
    let surplus = |open: char, close: char| {
        let count = |wanted: char| text.matches(wanted).count();
        count(close).saturating_sub(count(open))
    };
    let (mut square, mut curly) = (surplus('[', ']'), surplus('{', '}'));
    let mut rest = text.trim_end();
    loop {
        let left = match rest.bytes().next_back() {
            Some(b']') if square > 0 => &mut square,
            Some(b'}') if curly > 0 => &mut curly,
            Some(b',') => {
                rest = rest[..rest.len() - 1].trim_end();
                continue;
            }
            _ => return rest,
        };
        *left -= 1;
        rest = rest[..rest.len() - 1].trim_end();
    }
}
