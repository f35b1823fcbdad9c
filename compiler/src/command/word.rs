//! Words of a POSIX shell line: quotes, expansions and substitutions, each with its place.

use std::borrow::Cow;
use std::ops::Range;

/// How a piece of a word is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quote {
    /// Not at all: blanks in the value of an expansion split the word.
    None,
    /// In `'…'` or `$'…'`.
    Single,
    /// In `"…"`.
    Double,
}

/// What a piece of a word is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartKind {
    /// Text that stands for itself, quotes and escapes removed.
    Literal(String),
    /// `$NAME`, `${NAME}` or `${NAME:-word}`.
    Variable {
        /// The name: an identifier, or one sign such as `1`, `@`, `?`.
        name: String,
        /// What follows the name inside the braces, as written: `:-word`, `%.*`; empty for a plain read.
        operator: Range<usize>,
    },
    /// `$(…)` or `` `…` ``; the range is what stands inside.
    Substitution(Range<usize>),
    /// `$((…))`.
    Arithmetic,
}

/// A piece of a word. The range covers the piece as written, without its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where it stands.
    pub range: Range<usize>,
    /// How it is quoted.
    pub quote: Quote,
    /// What it is.
    pub kind: PartKind,
}

/// One word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Where it stands, quotes included.
    pub range: Range<usize>,
    /// Its pieces, in order; none for `''`.
    pub parts: Vec<Part>,
    /// Whether an unquoted `*`, `?` or `[` makes it a pattern for file names.
    pub glob: bool,
    /// Whether a backslash outside single quotes was taken as an escape.
    pub escaped: bool,
}

impl Word {
    /// The value, if no expansion can change it.
    pub fn literal(&self) -> Option<Cow<'_, str>> {
        match self.parts.as_slice() {
            [] => Some(Cow::Borrowed("")),
            [Part { kind: PartKind::Literal(text), .. }] => Some(Cow::Borrowed(text)),
            parts => {
                let mut whole = String::new();
                for part in parts {
                    let PartKind::Literal(text) = &part.kind else { return None };
                    whole.push_str(text);
                }
                Some(Cow::Owned(whole))
            }
        }
    }

    /// What [`text`](Self::text) gives, without a copy of a word of one piece.
    pub(super) fn plain<'w>(&'w self, line: &'w str) -> Cow<'w, str> {
        match self.parts.as_slice() {
            [] => Cow::Borrowed(""),
            [Part { kind: PartKind::Literal(text), .. }] => Cow::Borrowed(text),
            [part] => Cow::Borrowed(&line[part.range.clone()]),
            _ => Cow::Owned(self.text(line)),
        }
    }

    /// The word with quotes removed and expansions as written.
    pub fn text(&self, line: &str) -> String {
        let mut text = String::with_capacity(self.range.len());
        for part in &self.parts {
            match &part.kind {
                PartKind::Literal(literal) => text.push_str(literal),
                _ => text.push_str(&line[part.range.clone()]),
            }
        }
        text
    }

    /// The word as written.
    pub fn raw<'l>(&self, line: &'l str) -> &'l str {
        &line[self.range.clone()]
    }

    /// Whether quotes enclose all of it.
    pub fn is_quoted(&self) -> bool {
        self.parts.iter().all(|part| part.quote != Quote::None)
    }

    /// Whether no piece of it is quoted.
    pub fn is_bare(&self) -> bool {
        !self.parts.is_empty() && self.parts.iter().all(|part| part.quote == Quote::None)
    }

    /// Whether it reads a variable or runs a command.
    pub fn is_dynamic(&self) -> bool {
        self.parts.iter().any(|part| !matches!(part.kind, PartKind::Literal(_)))
    }

    /// The word as a Windows shell reads a path in it: quotes removed, every backslash kept, a doubled one once.
    pub fn windows_text(&self, line: &str) -> String {
        let raw = self.raw(line);
        raw.replace(['"', '\''], "").replace("\\\\", "\\")
    }

    /// Whether it is a path in the Windows spelling: `C:\x`, `C:/x`, `%SystemRoot%\x`, or backslashes before a name with a Windows extension.
    pub fn is_windows_path(&self, line: &str) -> bool {
        let raw = self.raw(line);
        if !raw.bytes().any(|byte| matches!(byte, b'\\' | b':')) {
            return false;
        }
        let text = self.windows_text(line);
        let bytes = text.as_bytes();
        let drive = bytes.len() > 2
            && bytes[0].is_ascii_alphabetic()
            && bytes[1] == b':'
            && matches!(bytes[2], b'\\' | b'/');
        drive || text.contains('\\') && (bytes[0] == b'%' || has_windows_extension(&text))
    }
}

/// Whether a path ends like a program or script that only Windows runs by its name.
pub(super) fn has_windows_extension(path: &str) -> bool {
    [".cmd", ".bat", ".ps1", ".exe", ".vbs"].iter().any(|extension| {
        path.len() > extension.len()
            && path.is_char_boundary(path.len() - extension.len())
            && path[path.len() - extension.len()..].eq_ignore_ascii_case(extension)
    })
}

/// Where a word ends when none of it is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// At a blank or a sign that has a meaning of its own (`|`, `;`, `>` …).
    Operator,
    /// At a blank.
    Blank,
    /// At the end of the range.
    End,
}

/// A word, and whether all its quotes and brackets were closed.
pub(super) struct Lexed {
    pub(super) word: Word,
    pub(super) complete: bool,
}

/// Reads the word that starts at `range.start`, at most to `range.end`.
pub(super) fn lex(line: &str, range: Range<usize>, until: Until) -> Lexed {
    let mut lexer = Lexer {
        line,
        at: range.start,
        end: range.end,
        // Most words are one piece.
        parts: Vec::with_capacity(1),
        glob: false,
        escaped: false,
        complete: true,
    };
    lexer.unquoted(until);
    let word =
        Word { range: range.start..lexer.at, parts: lexer.parts, glob: lexer.glob, escaped: lexer.escaped };
    Lexed { word, complete: lexer.complete }
}

/// The words of a range in which only blanks separate, such as the inside of `[ … ]`.
pub(super) fn words(line: &str, range: Range<usize>) -> Vec<Word> {
    let mut words = Vec::new();
    let mut at = range.start;
    loop {
        let blanks = line[at..range.end].bytes().take_while(|byte| is_blank(*byte)).count();
        at += blanks;
        if at >= range.end {
            return words;
        }
        let word = lex(line, at..range.end, Until::Blank).word;
        at = word.range.end.max(at + 1);
        words.push(word);
    }
}

/// Whether a byte divides words and lines; a form feed is a letter to a shell.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

struct Lexer<'l> {
    line: &'l str,
    at: usize,
    end: usize,
    parts: Vec<Part>,
    glob: bool,
    escaped: bool,
    complete: bool,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> Option<u8> {
        let at = self.at + ahead;
        (at < self.end).then(|| self.line.as_bytes()[at])
    }

    fn unquoted(&mut self, until: Until) {
        while let Some(byte) = self.peek(0) {
            let ends = match until {
                Until::Operator => matches!(
                    byte,
                    b' ' | b'\t' | b'\n' | b'\r' | b'|' | b'&' | b';' | b'<' | b'>' | b'(' | b')'
                ),
                Until::Blank => is_blank(byte),
                Until::End => false,
            };
            if ends {
                return;
            }
            match byte {
                b'\'' => self.single(1),
                b'"' => self.double(1),
                b'$' if self.peek(1) == Some(b'\'') => self.single(2),
                b'$' if self.peek(1) == Some(b'"') => self.double(2),
                b'$' | b'`' if self.expansion(Quote::None) => {}
                b'\\' => self.escape(Quote::None),
                _ => {
                    self.glob |= matches!(byte, b'*' | b'?' | b'[');
                    self.plain(Quote::None, |byte| {
                        matches!(byte, b'\'' | b'"' | b'$' | b'`' | b'\\' | b'|' | b'&' | b';' | b'<' | b'>')
                            || matches!(byte, b'(' | b')' | b'*' | b'?' | b'[')
                            || byte.is_ascii_whitespace()
                    });
                }
            }
        }
    }

    /// `'…'` or `$'…'`, `opening` bytes long at its start.
    fn single(&mut self, opening: usize) {
        let ansi = opening == 2;
        let start = self.at + opening;
        let mut at = start;
        let bytes = self.line.as_bytes();
        while at < self.end && bytes[at] != b'\'' {
            at += if ansi && bytes[at] == b'\\' { 2 } else { 1 };
        }
        let closed = at < self.end;
        let stop = at.min(self.end);
        self.complete &= closed;
        let inside = &self.line[start.min(stop)..floor_boundary(self.line, stop)];
        let text = if ansi { ansi_text(inside) } else { inside.to_owned() };
        self.parts.push(Part {
            range: start.min(stop)..stop,
            quote: Quote::Single,
            kind: PartKind::Literal(text),
        });
        self.at = if closed { stop + 1 } else { self.end };
    }

    fn double(&mut self, opening: usize) {
        self.at = (self.at + opening).min(self.end);
        let first = self.parts.len();
        loop {
            match self.peek(0) {
                None => {
                    self.complete = false;
                    return;
                }
                Some(b'"') => break,
                Some(b'$' | b'`') if self.expansion(Quote::Double) => {}
                Some(b'\\') => self.escape(Quote::Double),
                Some(_) => {
                    self.plain(Quote::Double, |byte| matches!(byte, b'"' | b'$' | b'`' | b'\\'));
                }
            }
        }
        if self.parts.len() == first {
            let empty = Part {
                range: self.at..self.at,
                quote: Quote::Double,
                kind: PartKind::Literal(String::new()),
            };
            self.parts.push(empty);
        }
        self.at += 1;
    }

    /// At least one byte of text up to the next byte that `stops`.
    fn plain(&mut self, quote: Quote, stops: impl Fn(u8) -> bool) {
        let start = self.at;
        self.at += 1;
        while self.peek(0).is_some_and(|byte| !stops(byte)) {
            self.at += 1;
        }
        self.literal(quote, start..self.at, start..self.at);
    }

    fn escape(&mut self, quote: Quote) {
        let start = self.at;
        let Some(next) = self.peek(1) else {
            self.at += 1;
            self.literal(quote, start..self.at, start..self.at);
            return;
        };
        let length = self.line[start + 1..].chars().next().map_or(1, char::len_utf8);
        self.at = (start + 1 + length).min(self.end);
        let taken = quote == Quote::None || matches!(next, b'$' | b'`' | b'"' | b'\\' | b'\n');
        self.escaped |= taken;
        let value = match (taken, next) {
            (true, b'\n') => self.at..self.at,
            (true, _) => start + 1..self.at,
            (false, _) => start..self.at,
        };
        self.literal(quote, start..self.at, value);
    }

    /// Appends text, joining it with a literal of the same quoting that it touches.
    fn literal(&mut self, quote: Quote, range: Range<usize>, value: Range<usize>) {
        let value = &self.line[value];
        if let Some(Part { range: last, quote: same, kind: PartKind::Literal(text) }) = self.parts.last_mut()
            && *same == quote
            && last.end == range.start
        {
            text.push_str(value);
            last.end = range.end;
            return;
        }
        self.parts.push(Part { range, quote, kind: PartKind::Literal(value.to_owned()) });
    }

    /// An expansion or substitution at `$` or a backtick; false when the sign stands for itself.
    fn expansion(&mut self, quote: Quote) -> bool {
        let start = self.at;
        let Some((kind, stop, closed)) = expansion_at(self.line, start, self.end) else { return false };
        self.complete &= closed;
        self.at = stop;
        self.parts.push(Part { range: start..stop, quote, kind });
        true
    }
}

/// What the `$` or backtick at `start` begins: the piece, where it ends, and whether it was closed.
fn expansion_at(line: &str, start: usize, end: usize) -> Option<(PartKind, usize, bool)> {
    let bytes = &line.as_bytes()[..end];
    if bytes[start] == b'`' {
        let (inner_end, closed) = balanced(bytes, start + 1, b'`');
        return Some((PartKind::Substitution(start + 1..inner_end), after(inner_end, closed), closed));
    }
    match *bytes.get(start + 1)? {
        b'(' if bytes.get(start + 2) == Some(&b'(') => {
            let (inner_end, closed) = balanced(bytes, start + 2, b')');
            Some((PartKind::Arithmetic, after(inner_end, closed), closed))
        }
        b'(' => {
            let (inner_end, closed) = balanced(bytes, start + 2, b')');
            Some((PartKind::Substitution(start + 2..inner_end), after(inner_end, closed), closed))
        }
        b'{' => {
            let (inner_end, closed) = balanced(bytes, start + 2, b'}');
            let (name, operator) = braced_name(line, start + 2..inner_end);
            Some((PartKind::Variable { name, operator }, after(inner_end, closed), closed))
        }
        byte if byte.is_ascii_alphabetic() || byte == b'_' => {
            let length = identifier_length(&bytes[start + 1..]);
            let stop = start + 1 + length;
            let name = line[start + 1..stop].to_owned();
            Some((PartKind::Variable { name, operator: stop..stop }, stop, true))
        }
        byte if byte.is_ascii_digit() || matches!(byte, b'@' | b'*' | b'#' | b'?' | b'!' | b'$' | b'-') => {
            let stop = start + 2;
            let name = char::from(byte).to_string();
            Some((PartKind::Variable { name, operator: stop..stop }, stop, true))
        }
        _ => None,
    }
}

fn after(inner_end: usize, closed: bool) -> usize {
    inner_end + usize::from(closed)
}

/// The name inside `${…}` and the rest behind it. What is no identifier at all is the name as a whole.
fn braced_name(line: &str, inside: Range<usize>) -> (String, Range<usize>) {
    let text = &line[inside.clone()];
    let prefix = usize::from(text.len() > 1 && text.starts_with(['!', '#']));
    let length = identifier_length(&text.as_bytes()[prefix..]);
    if length > 0 {
        let stop = inside.start + prefix + length;
        return (text[prefix..prefix + length].to_owned(), stop..inside.end);
    }
    (text.to_owned(), inside.end..inside.end)
}

/// How many bytes from the start form a shell identifier.
pub(super) fn identifier_length(bytes: &[u8]) -> usize {
    if bytes.first().is_some_and(u8::is_ascii_digit) {
        return 0;
    }
    bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
}

/// The place of the sign that closes what was opened before `at`, quotes and nested brackets skipped. The
/// second value is false when nothing closes it; then the place is the end.
fn balanced(bytes: &[u8], mut at: usize, closer: u8) -> (usize, bool) {
    let mut open = vec![closer];
    while at < bytes.len() {
        let top = *open.last().unwrap_or(&closer);
        let byte = bytes[at];
        let next = bytes.get(at + 1).copied();
        match byte {
            b'\\' => at += 1,
            _ if byte == top => {
                open.pop();
                if open.is_empty() {
                    return (at, true);
                }
            }
            b'$' if next == Some(b'(') => {
                open.push(b')');
                at += 1;
            }
            b'$' if next == Some(b'{') => {
                open.push(b'}');
                at += 1;
            }
            b'"' => open.push(b'"'),
            b'`' => open.push(b'`'),
            b'(' if top == b')' => open.push(b')'),
            b'\'' if top != b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'\'' {
                    at += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    (bytes.len(), false)
}

/// The text of `$'…'` with the common escapes decoded.
fn ansi_text(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut signs = inside.chars();
    while let Some(sign) = signs.next() {
        if sign != '\\' {
            text.push(sign);
            continue;
        }
        match signs.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some(sign @ ('\\' | '\'' | '"')) => text.push(sign),
            Some(sign) => text.extend(['\\', sign]),
            None => text.push('\\'),
        }
    }
    text
}

/// The largest character boundary at or before `at`.
fn floor_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Word {
        lex(text, 0..text.len(), Until::Operator).word
    }

    #[test]
    fn quotes_are_removed_and_expansions_kept() {
        let text = r#""$CURSOR_PROJECT_DIR"/.cursor/'a b'/x\ y.sh"#;
        assert_eq!(word(text).text(text), "$CURSOR_PROJECT_DIR/.cursor/a b/x y.sh");
        assert_eq!(word(text).range, 0..text.len());
    }

    #[test]
    fn a_default_is_an_operator_of_the_variable() {
        let text = "${A:-$HOME/.local}/x";
        let word = word(text);
        let PartKind::Variable { name, operator } = &word.parts[0].kind else { panic!("{word:?}") };
        assert_eq!((name.as_str(), &text[operator.clone()]), ("A", ":-$HOME/.local"));
    }

    #[test]
    fn a_substitution_with_nested_quotes_is_one_piece() {
        let text = r#""$(git -C "$(pwd)" rev-parse ')')/x""#;
        let word = word(text);
        let PartKind::Substitution(inside) = &word.parts[0].kind else { panic!("{word:?}") };
        assert_eq!(&text[inside.clone()], r#"git -C "$(pwd)" rev-parse ')'"#);
        assert_eq!(word.text(text), r#"$(git -C "$(pwd)" rev-parse ')')/x"#);
    }

    #[test]
    fn backslashes_in_double_quotes_stay_unless_they_escape() {
        let text = r#""C:\Users\\me\"x""#;
        assert_eq!(word(text).literal().unwrap(), r#"C:\Users\me"x"#);
    }

    #[test]
    fn an_open_quote_is_told() {
        assert!(!lex("'abc", 0..4, Until::Operator).complete);
        assert!(!lex("\"$(abc", 0..6, Until::Operator).complete);
        assert!(lex("'abc'", 0..5, Until::Operator).complete);
    }

    #[test]
    fn windows_spellings_are_recognised() {
        for text in ["C:\\x\\y.js", "\"C:\\\\x\\\\y.js\"", ".cursor\\hooks\\x.cmd", "%SystemRoot%\\p.exe"] {
            assert!(word(text).is_windows_path(text), "{text}");
        }
        for text in ["a\\ b/x.sh", "http://x", ".cursor/hooks/x.cmd", "\\$x"] {
            assert!(!word(text).is_windows_path(text), "{text}");
        }
    }
}
