//! Places inside of a string of a TOML file.

use std::ops::Range;

use hookc_compiler::span::Span;

/// The source of a byte range of a string's value, escapes counted. `literal` is the whole string with its quotes; what is no string is its own source.
pub(super) fn span_of(text: &str, literal: Span, range: Range<usize>) -> Span {
    let source = text.get(literal.range()).unwrap_or_default();
    let Some(quote) = source.chars().next().filter(|quote| matches!(quote, '"' | '\'')) else {
        return literal;
    };
    let start = match source.strip_prefix(&String::from(quote).repeat(3)) {
        None => 1,
        // A line break right behind the quotes is no part of the value.
        Some(rest) => {
            3 + rest.strip_prefix("\r\n").map_or_else(|| usize::from(rest.starts_with('\n')), |_| 2)
        }
    };
    let mut from = None;
    let mut value = 0;
    let mut at = start;
    while value < range.end && at < source.len() {
        let (read, meant) = if quote == '"' { unit(&source[at..]) } else { plain(&source[at..]) };
        if meant > 0 && value >= range.start && from.is_none() {
            from = Some(at);
        }
        at += read;
        value += meant;
    }
    let place = literal.start as usize;
    Span::new(place + from.unwrap_or(at), place + at)
}

/// How many bytes the next character or escape takes in the source, and how many in the value.
fn unit(source: &str) -> (usize, usize) {
    let Some(escape) = source.strip_prefix('\\') else { return plain(source) };
    let code = |digits: usize| {
        let character = escape.get(1..=digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        (2 + digits, character.and_then(char::from_u32).map_or(0, char::len_utf8))
    };
    match escape.chars().next() {
        Some('x') => code(2),
        Some('u') => code(4),
        Some('U') => code(8),
        Some(blank) if blank.is_ascii_whitespace() => (1 + escape.len() - escape.trim_start().len(), 0),
        Some(_) => (2, 1),
        None => (1, 0),
    }
}

fn plain(source: &str) -> (usize, usize) {
    let len = source.chars().next().map_or(1, char::len_utf8);
    (len, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The source of a part of the value of a string.
    fn source_of<'s>(literal: &'s str, part: &str) -> &'s str {
        let document = format!("x = {literal}");
        let table: toml::Table = document.parse().unwrap();
        let value = table["x"].as_str().unwrap();
        let start = value.find(part).unwrap();
        &literal[span_of(literal, Span::new(0, literal.len()), start..start + part.len()).range()]
    }

    #[test]
    fn without_escapes_it_is_the_text_itself() {
        assert_eq!(source_of("'a(b'", "("), "(");
        assert_eq!(source_of("\"aé(b\"", "(b"), "(b");
        assert_eq!(source_of("'''\na(b'''", "("), "(");
        assert_eq!(source_of("\"\"\"\r\na(b\"\"\"", "a("), "a(");
    }

    #[test]
    fn escapes_are_counted() {
        assert_eq!(source_of(r#""\\b(\u0041[""#, "A["), r"\u0041[");
        assert_eq!(source_of(r#""\\b(""#, "("), "(");
        assert_eq!(source_of("\"\"\"a\\\n   (b\"\"\"", "(b"), "(b");
    }
}
