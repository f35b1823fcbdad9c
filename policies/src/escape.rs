//! Text from outside, made safe to print: a command in a hooks file must not steer the terminal of whoever reads about it.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with everything that a terminal would obey, hide or reorder written as an escape, as in a Rust string.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push_visible(&mut out, character);
    }
    Cow::Owned(out)
}

/// The same for a text of several lines, whose ends stay.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    let is_hidden = |character: char| !matches!(character, '\n' | '\t') && is_unsafe(character);
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let lines: Vec<Cow<'_, str>> = text.split('\n').map(visible).collect();
    Cow::Owned(lines.join("\n"))
}

/// Text that begins a line, so that it begins no command to the log of a CI host, which looks behind blanks: `::error::…`, `##[error]…`.
pub fn line_start(text: &str) -> Cow<'_, str> {
    let start = text.len() - text.trim_start().len();
    let escape = match text.as_bytes()[start..] {
        [b':', b':', ..] => "\\u{3a}",
        [b'#', b'#', b'[', ..] => "\\u{23}",
        _ => return Cow::Borrowed(text),
    };
    Cow::Owned([&text[..start], escape, &text[start + 1..]].concat())
}

/// Appends one character, escaped where [`visible`] would.
pub fn push_visible(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if is_unsafe(character) => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
        }
        _ => out.push(character),
    }
}

/// A JSON document with the same characters escaped as JSON does it. Its meaning stays: outside of strings only ASCII stands in it.
pub fn visible_json(document: &str) -> Cow<'_, str> {
    let is_hidden = |character: char| is_unsafe(character) && !matches!(character, '\n' | '\r' | '\t');
    if !document.chars().any(is_hidden) {
        return Cow::Borrowed(document);
    }
    let mut out = String::with_capacity(document.len() + 16);
    for character in document.chars() {
        if is_hidden(character) {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

/// Control characters, and characters without width that hide or reorder their neighbours.
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_left_as_it_is() {
        assert!(matches!(visible("naïve 日本 😀 \\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn terminal_escapes_are_shown_and_not_sent() {
        assert_eq!(visible("\u{1b}[2J\u{9b}31m\u{7}"), "\\u{1b}[2J\\u{9b}31m\\u{7}");
    }

    #[test]
    fn no_line_begins_a_command_to_a_log() {
        assert_eq!(line_start("::error::x"), "\\u{3a}:error::x");
        assert_eq!(line_start("  ##[group]x"), "  \\u{23}#[group]x");
        for harmless in ["", ":", "a ::error::x", "## a", "#[a]"] {
            assert!(matches!(line_start(harmless), Cow::Borrowed(_)), "{harmless}");
        }
    }

    #[test]
    fn line_ends_and_tabs_stay_on_the_line() {
        assert_eq!(visible("a\r\n\tb\u{2028}"), "a\\r\\n\\tb\\u{2028}");
    }

    #[test]
    fn a_document_says_the_same_in_escapes() {
        let value = serde_json::json!({ "a\u{9b}b\u{7f}": "rm\u{202e}\u{e0041} 日本 😀 \u{1b}" });
        let document = serde_json::to_string_pretty(&value).unwrap();
        let escaped = visible_json(&document);
        assert!(!escaped.chars().any(|character| character != '\n' && is_unsafe(character)), "{escaped}");
        assert!(
            escaped.contains("\\u009b") && escaped.contains("\\udb40\\udc41") && escaped.contains("日本 😀")
        );
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escaped).unwrap(), value);
        assert!(matches!(visible_json("{\n  \"a\": 1\n}\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn text_that_reorders_or_hides_is_shown() {
        assert_eq!(visible("rm\u{202e}fdp.exe\u{200b}"), "rm\\u{202e}fdp.exe\\u{200b}");
    }
}
