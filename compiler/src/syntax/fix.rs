//! Ways out of a fault. The text that a fix makes means what the parser took the faulty text for.

use crate::diagnostic::{Applicability, Edit, Fix};
use crate::span::Span;

use super::edit::{quote, replace};
use super::fault::{Fault, FaultKind, Trailing};
use super::number;
use super::string::{Meaning, escape, legal_escape, unescape};

impl Fault {
    /// The way out, where there is a plain one. `text` is the text that was parsed.
    pub fn fix(&self, text: &str) -> Option<Fix> {
        let source = text.get(self.span.range())?;
        let (applicability, title, edits) = match self.kind {
            FaultKind::Comment { closed: true } => {
                (Applicability::Safe, "remove the comment".to_owned(), vec![without_comment(text, self.span)])
            }
            FaultKind::TrailingComma(_) | FaultKind::ExtraComma => {
                (Applicability::Safe, "remove the comma".to_owned(), vec![replace(self.span, "")])
            }
            FaultKind::TrailingContent(Trailing::Closers | Trailing::Comma) => {
                (Applicability::Safe, format!("remove `{source}`"), vec![replace(self.span, "")])
            }
            FaultKind::MissingComma => {
                (Applicability::Safe, "insert `,`".to_owned(), vec![replace(self.span, ",")])
            }
            FaultKind::MissingColon => {
                (Applicability::Safe, "write `:`".to_owned(), vec![replace(self.span, ":")])
            }
            FaultKind::Fence { closing } => {
                let opening =
                    Span::new(self.span.start as usize, start_of_next_line(text, self.span.end as usize));
                let closing = closing.map(|start| closing_line(text, start as usize));
                let edits = std::iter::once(opening).chain(closing).map(|span| replace(span, "")).collect();
                (Applicability::Safe, "remove the fences".to_owned(), edits)
            }
            FaultKind::NotASpace('\u{feff}')
                if text[..self.span.range().start].chars().all(|sign| sign == '\u{feff}') =>
            {
                let marks = Span::new(0, self.span.range().end);
                (Applicability::Safe, "remove the marks".to_owned(), vec![replace(marks, "")])
            }
            FaultKind::NotASpace(_) => {
                (Applicability::Safe, "write a plain space".to_owned(), vec![replace(self.span, " ")])
            }
            FaultKind::WrongQuotes(_) => {
                let quoted = quote(&content_of_wrong_quotes(source));
                (Applicability::Safe, "use double quotes".to_owned(), vec![replace(self.span, quoted)])
            }
            FaultKind::BareWord { key, closed } => {
                let word = if closed { source.strip_suffix('"').unwrap_or(source) } else { source };
                let applicability = if key || closed { Applicability::Safe } else { Applicability::Unsafe };
                (applicability, "add double quotes".to_owned(), vec![replace(self.span, quote(word))])
            }
            FaultKind::Literal(meant) => {
                (Applicability::Safe, format!("write `{meant}`"), vec![replace(self.span, meant)])
            }
            FaultKind::InvalidNumber => {
                let number = number::meant(source)?;
                let is_ambiguous = number::is_ambiguous(source);
                let applicability = if is_ambiguous { Applicability::Unsafe } else { Applicability::Safe };
                (applicability, format!("write `{number}`"), vec![replace(self.span, number)])
            }
            FaultKind::InvalidEscape { string } => {
                let (applicability, written) = legal_form(source, &text[string.range()]);
                let title = if written.is_empty() {
                    "join the two lines".to_owned()
                } else {
                    format!("write `{written}`")
                };
                (applicability, title, vec![replace(self.span, written)])
            }
            FaultKind::ControlCharacter { string, .. } => escaped_controls(text, string),
            FaultKind::UnescapedQuote { string } => {
                (Applicability::Unsafe, "escape the inner quotes".to_owned(), escaped_quotes(text, string))
            }
            FaultKind::UnterminatedString { escaped_quote: Some(backslash) } => {
                let place = Span { start: backslash, end: backslash };
                (Applicability::Unsafe, "write `\\\\`".to_owned(), vec![replace(place, "\\")])
            }
            FaultKind::UnterminatedString { escaped_quote: None }
                if source.starts_with('"') && !self.is_at_end_of(text) =>
            {
                let end = Span::empty(self.span.end as usize);
                (Applicability::Unsafe, "close the string".to_owned(), vec![replace(end, "\"")])
            }
            FaultKind::Unclosed { bracket, noticed, also: 0, complete: true } => {
                let end = text[..noticed as usize].trim_end().len();
                let closing = bracket.closing();
                let edit = replace(Span::empty(end), closing.to_string());
                (Applicability::Unsafe, format!("insert `{closing}`"), vec![edit])
            }
            FaultKind::WrongCloser { expected, .. } => {
                let closing = expected.closing();
                (
                    Applicability::Unsafe,
                    format!("write `{closing}`"),
                    vec![replace(self.span, closing.to_string())],
                )
            }
            _ => return None,
        };
        // A string that was cut short while recovering may end before what is wrong in it.
        (!edits.is_empty()).then_some(Fix { title, applicability, edits })
    }
}

fn start_of_next_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |length| at + length + 1)
}

/// The closing fence with its line.
fn closing_line(text: &str, start: usize) -> Span {
    let fence = text[start..].bytes().take_while(|byte| *byte == b'`').count();
    let rest = text[start + fence..].trim_start_matches([' ', '\t']);
    let line_end = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
    Span::new(start, text.len() - rest.len() + line_end)
}

/// Removes a comment: with its whole lines when it stands alone on them, else with the blanks before it.
fn without_comment(text: &str, span: Span) -> Edit {
    let range = span.range();
    let is_blank = |character| matches!(character, ' ' | '\t');
    let before = text[..range.start].trim_end_matches(is_blank);
    let after = text[range.end..].trim_start_matches(is_blank);
    let starts_line = before.is_empty() || before.ends_with(['\n', '\r']);
    let ends_line = after.is_empty() || after.starts_with(['\n', '\r']);
    let line_end = if after.starts_with("\r\n") { 2 } else { usize::from(!after.is_empty()) };
    let text_end = text.len() - after.len();
    match (starts_line, ends_line) {
        (true, true) => replace(Span::new(before.len(), text_end + line_end), ""),
        (false, true) => replace(Span::new(before.len(), range.end), ""),
        (true, false) => replace(Span::new(range.start, text_end), ""),
        (false, false) => replace(Span::new(before.len(), text_end), " "),
    }
}

/// The decoded text between the first and the last character.
fn content_of_wrong_quotes(source: &str) -> String {
    let mut characters = source.chars();
    characters.next();
    characters.next_back();
    let mut content = String::new();
    unescape(characters.as_str(), &mut content, &mut Vec::new());
    content
}

/// An escape that JSON does not have, in JSON. Doubling the backslash is right for regular expressions and paths; it
/// is unsure where another language has that escape, and in strings with escapes that JSON reads in its own way.
fn legal_form(source: &str, string: &str) -> (Applicability, String) {
    match escape(source, 0) {
        (1, _) => {
            let is_known_elsewhere = source[1..].starts_with(['a', 'e', 'v', 'x', '0', '$']);
            let is_partial = source.starts_with(r"\u") && source.len() > 2;
            let is_sure = !is_known_elsewhere && !is_partial && !has_control_escape(string);
            let applicability = if is_sure { Applicability::Safe } else { Applicability::Unsafe };
            (applicability, format!("\\{source}"))
        }
        (_, Meaning::Char(character)) => {
            let is_quote = matches!(character, '\'' | '`') && source.len() == 2;
            let is_braced = source.starts_with(r"\u");
            let applicability =
                if is_quote || is_braced { Applicability::Safe } else { Applicability::Unsafe };
            (applicability, if is_quote { character.to_string() } else { unicode_escape(character) })
        }
        (_, Meaning::Lone(_) | Meaning::Nothing) => (Applicability::Unsafe, String::new()),
    }
}

fn unicode_escape(character: char) -> String {
    use std::fmt::Write;
    let mut units = [0; 2];
    character.encode_utf16(&mut units).iter().fold(String::new(), |mut escaped, unit| {
        let _ = write!(escaped, "\\u{unit:04x}");
        escaped
    })
}

/// Whether the string has `\b`, `\f`, `\n`, `\r` or `\t`, which may be meant as `\\b`, … as well.
fn has_control_escape(string: &str) -> bool {
    escapes(string).any(|(_, escaped)| matches!(escaped.as_bytes()[1..], [b'b' | b'f' | b'n' | b'r' | b't']))
}

/// The legal escapes of a string with their offsets.
fn escapes(string: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + string[at..].find('\\')?;
            let length = legal_escape(string.as_bytes(), start);
            at = start + length.unwrap_or(1);
            if let Some(length) = length {
                return Some((start, &string[start..start + length]));
            }
        }
    })
}

/// Escapes for the control characters of a string; unsure when a line break may be a mere wrap.
fn escaped_controls(text: &str, string: Span) -> (Applicability, String, Vec<Edit>) {
    let source = &text[string.range()];
    let is_control = |character: char| u32::from(character) < 0x20;
    let mut edits = Vec::new();
    let mut breaks_line = false;
    for (at, character) in source.char_indices().filter(|&(_, character)| is_control(character)) {
        let follows_backslash = source[..at].ends_with('\\') && matches!(character, '\n' | '\r');
        let ends_pair = character == '\n' && source[..at].ends_with('\r');
        breaks_line |= matches!(character, '\n' | '\r');
        if follows_backslash || ends_pair {
            continue;
        }
        let (length, written) = match character {
            '\r' if source[at..].starts_with("\r\n") => (2, "\\n".to_owned()),
            '\n' => (1, "\\n".to_owned()),
            '\t' => (1, "\\t".to_owned()),
            '\r' => (1, "\\r".to_owned()),
            _ => (1, unicode_escape(character)),
        };
        let start = string.start as usize + at;
        edits.push(replace(Span::new(start, start + length), written));
    }
    let applicability = if breaks_line { Applicability::Unsafe } else { Applicability::Safe };
    (applicability, "write escapes".to_owned(), edits)
}

/// A backslash before each quote inside the string that has none.
fn escaped_quotes(text: &str, string: Span) -> Vec<Edit> {
    let source = &text[string.range()];
    let inner = 1..source.len().saturating_sub(1);
    let escaped: Vec<usize> = escapes(source).map(|(at, _)| at + 1).collect();
    let bytes = source.bytes().enumerate();
    let quotes =
        bytes.filter(|(at, byte)| *byte == b'"' && inner.contains(at) && escaped.binary_search(at).is_err());
    quotes.map(|(at, _)| replace(Span::empty(string.start as usize + at), "\\")).collect()
}
