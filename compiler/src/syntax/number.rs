//! Numbers: the JSON grammar, and what other notations mean in it.

/// Whether the whole word is a JSON number.
pub(super) fn is_number(word: &[u8]) -> bool {
    let mut rest = word.strip_prefix(b"-").unwrap_or(word);
    rest = match rest {
        [b'0', rest @ ..] => rest,
        [b'1'..=b'9', ..] => skip_digits(rest),
        _ => return false,
    };
    if let [b'.', fraction @ ..] = rest {
        rest = skip_digits(fraction);
        if rest.len() == fraction.len() {
            return false;
        }
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let digits = match exponent {
            [b'+' | b'-', digits @ ..] => digits,
            _ => exponent,
        };
        rest = skip_digits(digits);
        if rest.len() == digits.len() {
            return false;
        }
    }
    rest.is_empty()
}

fn skip_digits(bytes: &[u8]) -> &[u8] {
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    &bytes[digits..]
}

/// Whether the word was meant as a number, rightly written or not.
pub(super) fn looks_like_number(word: &str) -> bool {
    let body = word.strip_prefix(['+', '-']).unwrap_or(word);
    body.strip_prefix('.').unwrap_or(body).starts_with(|first: char| first.is_ascii_digit())
}

/// The JSON number that a word of another notation stands for: `+1`, `01`, `.5`, `1.`, `0x1F`, `1_000`.
pub(super) fn meant(word: &str) -> Option<String> {
    let (sign, body) = match word.strip_prefix('-') {
        Some(body) => ("-", body),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    let digits = radix(body).or_else(|| decimal(body))?;
    let number = format!("{sign}{digits}");
    is_number(number.as_bytes()).then_some(number)
}

/// Whether the word has two readings: a leading zero means octal in old JavaScript, and decimal to everybody else.
pub(super) fn is_ambiguous(word: &str) -> bool {
    let body = word.strip_prefix(['+', '-']).unwrap_or(word);
    let all_octal = body.bytes().all(|byte| matches!(byte, b'0'..=b'7'));
    body.starts_with('0') && all_octal && body.trim_start_matches('0').len() > 1
}

fn radix(body: &str) -> Option<String> {
    let (prefix, digits) = body.split_at_checked(2)?;
    let radix = match prefix {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    u64::from_str_radix(digits, radix).ok().map(|value| value.to_string())
}

fn decimal(body: &str) -> Option<String> {
    let plain = without_separators(body)?;
    let (mantissa, exponent) = match plain.find(['e', 'E']) {
        Some(at) => plain.split_at(at),
        None => (plain.as_str(), ""),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{whole}{point}{fraction}{exponent}"))
}

/// `1_000` without the underscores, which stand between two digits.
fn without_separators(body: &str) -> Option<String> {
    let bytes = body.as_bytes();
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let misplaced = bytes
        .iter()
        .enumerate()
        .any(|(at, &byte)| byte == b'_' && !(is_digit(at.checked_sub(1)) && is_digit(Some(at + 1))));
    (!misplaced).then(|| body.replace('_', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_is_that_of_json() {
        for word in
            ["0", "-0", "1", "10", "1.5", "1e5", "1E+5", "1e-05", "-0.0e0", "123456789012345678901234567890"]
        {
            assert!(is_number(word.as_bytes()), "{word}");
        }
        for word in
            ["", "-", "+1", "01", "-01", ".5", "1.", "1.e5", "1e", "1e+", "0x1F", "1_000", "--1", "1 ", "1a"]
        {
            assert!(!is_number(word.as_bytes()), "{word}");
        }
    }

    #[test]
    fn other_notations_have_their_json_number() {
        let table = [
            ("+1", "1"),
            ("01", "1"),
            ("-007", "-7"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("1.", "1"),
            ("1.e5", "1e5"),
            ("0x1F", "31"),
            ("0b101", "5"),
            ("0o17", "15"),
            ("1_000", "1000"),
            ("00", "0"),
        ];
        for (word, number) in table {
            assert_eq!(meant(word).as_deref(), Some(number), "{word}");
        }
    }

    #[test]
    fn what_is_no_number_in_any_notation_stays_none() {
        for word in ["30s", "1.2.3", "--1", "1__0", "1_", "0x", "0xg", "1e", "+", "."] {
            assert_eq!(meant(word), None, "{word}");
        }
    }

    #[test]
    fn a_path_does_not_look_like_a_number() {
        assert!(!looks_like_number("./run.sh"));
        assert!(!looks_like_number(".cursor/x"));
        assert!(looks_like_number("-.5"));
        assert!(looks_like_number("30s"));
    }

    #[test]
    fn only_an_octal_looking_number_of_two_digits_is_ambiguous() {
        assert!(is_ambiguous("010"));
        assert!(!is_ambiguous("05"));
        assert!(!is_ambiguous("019"));
        assert!(!is_ambiguous("00"));
    }
}
