//! JSON as `JSON.parse` takes it.

use serde_json::Value;

/// The value of a JSON text.
///
/// Unlike `serde_json` alone it takes escapes of lone surrogates, which JavaScript writes for broken text; each becomes
/// U+FFFD. A text nested deeper than 128 levels is refused.
///
/// # Errors
///
/// The first fault of the text.
pub(crate) fn parse(text: &str) -> Result<Value, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| match without_lone_surrogates(text) {
        Some(repaired) => serde_json::from_str(&repaired),
        None => Err(error),
    })
}

/// The text with the escapes of lone surrogates replaced by that of U+FFFD; `None` if there is none.
fn without_lone_surrogates(text: &str) -> Option<String> {
    const ESCAPE_LEN: usize = 6;
    let mut repaired = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(offset) = text.get(at..)?.find('\\') {
        at += offset;
        at += match (unit_at(text, at), unit_at(text, at + ESCAPE_LEN)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE_LEN,
            (Some(0xd800..=0xdfff), _) => {
                repaired.push_str(text.get(copied..at)?);
                repaired.push_str("\\ufffd");
                copied = at + ESCAPE_LEN;
                ESCAPE_LEN
            }
            (Some(_), _) => ESCAPE_LEN,
            (None, _) => 1 + text.get(at + 1..)?.chars().next().map_or(0, char::len_utf8),
        };
    }
    if copied == 0 {
        return None;
    }
    repaired.push_str(text.get(copied..)?);
    Some(repaired)
}

/// The code unit that an escape `\uXXXX` at this place stands for.
fn unit_at(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_lone_surrogate_becomes_the_replacement_character() {
        for text in [r#""a\ud83db""#, r#""a\uDC00b""#] {
            assert_eq!(parse(text).unwrap(), json!("a\u{fffd}b"), "{text}");
        }
        assert_eq!(parse(r#""\ud83d\ud83d\ude00""#).unwrap(), json!("\u{fffd}😀"));
    }

    #[test]
    fn an_escaped_backslash_begins_no_escape() {
        assert_eq!(parse(r#"["\ud800", "\\ud800"]"#).unwrap(), json!(["\u{fffd}", "\\ud800"]));
    }

    #[test]
    fn a_fault_stays_a_fault() {
        for text in ["{", r#""\ud800"#, r#""\ud8"#, "\\", r#""\ud800\"#, "{} {}", ""] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_refused_instead_of_exhausting_the_stack() {
        assert!(parse(&"[".repeat(1_000_000)).is_err());
    }
}
