//! What the author of a pattern that does not compile may have meant, as a pattern that does.

use super::dialect::{escape_literal, permission_rule};
use super::parse::{ErrorKind, PatternError};
use super::{Pattern, parse_str};

/// A pattern that compiles, for one that does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The whole new pattern.
    pub text: String,
    /// What was taken to be meant.
    pub kind: SuggestionKind,
}

/// What a pattern that does not compile was taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SuggestionKind {
    /// A glob: `*.ts`, `**/*.py`, `src/**`.
    Glob,
    /// A rule of a permission list: `Write(src/**)`. Only its tool is left.
    PermissionRule,
    /// `(?i)` in front: both cases are written out.
    IgnoreCase,
    /// `(?P<name>…)`, `(?P=name)`.
    PythonGroup,
    /// `a++`, `(?>a)`: the same without the promise not to come back.
    Possessive,
    /// A syntax character that stands for itself.
    Literal,
    /// Two ends in the wrong order: `[z-a]`, `{3,1}`.
    Order,
}

/// How often one fault after the other is repaired before nothing is suggested.
const MAX_REPAIRS: usize = 8;

/// The nearest pattern that compiles, if there is a plausible one. `error` is what parsing `pattern` gave.
pub fn suggest(pattern: &str, error: &PatternError) -> Option<Suggestion> {
    let whole = permission_rules(pattern)
        .map(|text| (text, SuggestionKind::PermissionRule))
        .or_else(|| globs(pattern, error.kind).map(|text| (text, SuggestionKind::Glob)))
        .or_else(|| inline_flags(pattern).map(|text| (text, SuggestionKind::IgnoreCase)));
    if let Some((text, kind)) = whole {
        return parse_str(&text).is_ok().then_some(Suggestion { text, kind });
    }
    repaired(pattern, error.clone())
}

/// Repairs one place after the other.
fn repaired(pattern: &str, mut error: PatternError) -> Option<Suggestion> {
    let mut pattern = pattern.to_owned();
    let mut first_kind = None;
    for _ in 0..MAX_REPAIRS {
        let (repaired, kind) = repair(&pattern, &error)?;
        let kind = *first_kind.get_or_insert(kind);
        match parse_str(&repaired) {
            Ok(_) => return Some(Suggestion { text: repaired, kind }),
            Err(next) => error = next,
        }
        pattern = repaired;
    }
    None
}

fn repair(pattern: &str, error: &PatternError) -> Option<(String, SuggestionKind)> {
    let at = error.range.clone();
    let (before, fault, after) = (pattern.get(..at.start)?, pattern.get(at.clone())?, pattern.get(at.end..)?);
    let joined = |middle: &str, after: &str| format!("{before}{middle}{after}");
    let literal = || Some((joined(&escape_literal(fault), after), SuggestionKind::Literal));
    match error.kind {
        ErrorKind::NothingToRepeat if fault == "+" && before.ends_with(['*', '+', '?', '}']) => {
            Some((joined("", after), SuggestionKind::Possessive))
        }
        ErrorKind::NothingToRepeat | ErrorKind::UnmatchedClose | ErrorKind::UnclosedClass => literal(),
        ErrorKind::TrailingBackslash => literal(),
        ErrorKind::UnclosedGroup if !after.starts_with('?') => literal(),
        ErrorKind::UnknownGroup => match fault {
            "(?P<" => Some((joined("(?<", after), SuggestionKind::PythonGroup)),
            "(?P=" => {
                let (name, after) = after.split_once(')')?;
                Some((joined(&format!("\\k<{name}>"), after), SuggestionKind::PythonGroup))
            }
            "(?>" => Some((joined("(?:", after), SuggestionKind::Possessive)),
            _ => None,
        },
        ErrorKind::ClassRangeOrder => {
            let (low, high) = fault.split_once('-')?;
            let swapped = format!("{high}-{low}");
            (!low.is_empty() && !high.is_empty()).then(|| (joined(&swapped, after), SuggestionKind::Order))
        }
        ErrorKind::RepetitionOrder => {
            let (min, max) = fault.strip_prefix('{')?.strip_suffix('}')?.split_once(',')?;
            Some((joined(&format!("{{{max},{min}}}"), after), SuggestionKind::Order))
        }
        _ => None,
    }
}

/// `Write(src/**)|Edit` → `Write|Edit`.
fn permission_rules(pattern: &str) -> Option<String> {
    let mut found = false;
    let tools = pattern.split('|').map(|part| match permission_rule(part) {
        Some((tool, _, len)) if len == part.len() => {
            found = true;
            Some(tool)
        }
        _ => parse_str(part).is_ok().then_some(part),
    });
    let tools: Vec<&str> = tools.collect::<Option<_>>()?;
    found.then(|| tools.join("|"))
}

/// Every alternative as a glob, if the pattern holds nothing but what globs are made of.
fn globs(pattern: &str, error: ErrorKind) -> Option<String> {
    let is_glob_character =
        |character: char| character.is_alphanumeric() || "*?./_-{},|@~ :".contains(character);
    let plausible = error == ErrorKind::NothingToRepeat
        && pattern.contains('*')
        && pattern.chars().all(is_glob_character)
        && !pattern.contains(".*")
        && !pattern.starts_with(['?', '+']);
    if !plausible {
        return None;
    }
    split_outside_braces(pattern, '|')
        .into_iter()
        .map(glob)
        .collect::<Option<Vec<_>>>()
        .map(|parts| parts.join("|"))
}

fn split_outside_braces(text: &str, separator: char) -> Vec<&str> {
    let mut depth = 0_i32;
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if character == separator && depth <= 0 => {
                parts.push(&text[start..at]);
                start = at + character.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// One glob as a pattern. A star at either end is left out: a matcher is not anchored.
fn glob(text: &str) -> Option<String> {
    let body = text.trim_start_matches("**/").trim_start_matches('*');
    let open_start = body.len() < text.len();
    let kept = body.strip_suffix("/**").map(|folder| format!("{folder}/"));
    let body = kept.as_deref().unwrap_or(body);
    let trimmed = body.trim_end_matches('*');
    let open_end = kept.is_some() || trimmed.len() < body.len();
    if trimmed.is_empty() {
        return Some(".*".to_owned());
    }
    let from_a_folder = text.starts_with("**/");
    let start = match (open_start, trimmed.contains('/') || from_a_folder) {
        (true, _) if !from_a_folder || text.starts_with("**/*") => "",
        (_, true) => "(^|/)",
        _ => "^",
    };
    let end = if open_end { "" } else { "$" };
    Some(format!("{start}{}{end}", glob_body(trimmed)?))
}

fn glob_body(mut rest: &str) -> Option<String> {
    let mut pattern = String::new();
    let mut in_braces = false;
    while let Some(character) = rest.chars().next() {
        let (piece, len) = match character {
            '*' if rest.starts_with("**/") => ("(?:.*/)?".to_owned(), 3),
            '*' if rest.starts_with("**") => (".*".to_owned(), 2),
            '*' => ("[^/]*".to_owned(), 1),
            '?' => ("[^/]".to_owned(), 1),
            '{' if !in_braces => {
                in_braces = true;
                ("(?:".to_owned(), 1)
            }
            '}' if in_braces => {
                in_braces = false;
                (")".to_owned(), 1)
            }
            ',' if in_braces => ("|".to_owned(), 1),
            '{' | '}' => return None,
            other => (escape_literal(other.encode_utf8(&mut [0; 4])), other.len_utf8()),
        };
        pattern.push_str(&piece);
        rest = &rest[len..];
    }
    (!in_braces).then_some(pattern)
}

/// `(?i)rest` with the letters of the rest in both cases.
fn inline_flags(pattern: &str) -> Option<String> {
    let (flags, rest) = pattern.strip_prefix("(?")?.split_once(')')?;
    if flags.is_empty() || !flags.chars().all(|flag| matches!(flag, 'i' | 's' | 'm')) || !flags.contains('i')
    {
        return None;
    }
    // `s` and `m` change nothing where there is no dot and no anchor.
    let unchanged =
        !(flags.contains('s') && rest.contains('.') || flags.contains('m') && rest.contains(['^', '$']));
    let parsed: Pattern = parse_str(rest).ok()?;
    (unchanged && parsed.newer_syntax().is_empty()).then(|| both_cases(rest))
}

fn both_cases(pattern: &str) -> String {
    let mut out = String::new();
    let mut in_class = false;
    let mut characters = pattern.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                let len = escape_len(&pattern[at..]);
                out.push_str(&pattern[at..at + len]);
                while characters.next_if(|(next, _)| *next < at + len).is_some() {}
            }
            '(' if !in_class
                && pattern[at..].starts_with("(?<")
                && !pattern[at..].starts_with("(?<=")
                && !pattern[at..].starts_with("(?<!") =>
            {
                let len = pattern[at..].find('>').map_or(1, |close| close + 1);
                out.push_str(&pattern[at..at + len]);
                while characters.next_if(|(next, _)| *next < at + len).is_some() {}
            }
            '[' if !in_class => {
                in_class = true;
                out.push('[');
            }
            ']' => {
                in_class = false;
                out.push(']');
            }
            letter if letter.is_ascii_alphabetic() && in_class => {
                out.push_str(&class_member_in_both_cases(&pattern[at..]));
                let len = class_range_len(&pattern[at..]);
                while characters.next_if(|(next, _)| *next < at + len).is_some() {}
            }
            letter if letter.is_ascii_alphabetic() => {
                out.extend(['[', letter.to_ascii_lowercase(), letter.to_ascii_uppercase(), ']']);
            }
            other => out.push(other),
        }
    }
    out
}

/// The length of the escape at the start of the text.
fn escape_len(text: &str) -> usize {
    let wanted = match text.as_bytes().get(1) {
        Some(b'u') => 6,
        Some(b'x') => 4,
        Some(b'c') => 3,
        Some(b'k') => text.find('>').map_or(2, |close| close + 1),
        _ => 1 + text[1..].chars().next().map_or(0, char::len_utf8),
    };
    if text.is_char_boundary(wanted) && wanted <= text.len() {
        wanted
    } else {
        1 + text[1..].chars().next().map_or(0, char::len_utf8)
    }
}

/// Three for `a-z`, one for a single letter.
fn class_range_len(text: &str) -> usize {
    match text.as_bytes() {
        [low, b'-', high, ..] if low.is_ascii_alphabetic() && high.is_ascii_alphabetic() => 3,
        _ => 1,
    }
}

fn class_member_in_both_cases(text: &str) -> String {
    let member = &text[..class_range_len(text)];
    let (lower, upper) = (member.to_ascii_lowercase(), member.to_ascii_uppercase());
    let same_case = member == lower || member == upper;
    if same_case { format!("{lower}{upper}") } else { format!("{member}{lower}{upper}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggested(pattern: &str) -> Option<String> {
        let error = parse_str(pattern).unwrap_err();
        suggest(pattern, &error).map(|suggestion| suggestion.text)
    }

    fn becomes(pattern: &str, wanted: &str) {
        assert_eq!(suggested(pattern).as_deref(), Some(wanted), "{pattern}");
    }

    #[test]
    fn globs_become_patterns() {
        becomes("*.ts", "\\.ts$");
        becomes("**/*.py", "\\.py$");
        becomes("src/**", "(^|/)src/");
        becomes("*.ts|*.tsx", "\\.ts$|\\.tsx$");
        becomes("*.{ts,tsx}", "\\.(?:ts|tsx)$");
        becomes("src/**/*.rs", "(^|/)src/(?:.*/)?[^/]*\\.rs$");
        becomes("*Edit", "Edit$");
        becomes("*git*", "git");
        becomes("**", ".*");
        becomes("**/Makefile", "(^|/)Makefile$");
    }

    #[test]
    fn a_pattern_with_one_star_too_many_is_no_glob() {
        becomes("^foo.**", "^foo.*\\*");
    }

    #[test]
    fn inline_flags_are_written_out() {
        becomes("(?i)foo", "[fF][oO][oO]");
        becomes("(?i)drop\\s+[a-z_]+", "[dD][rR][oO][pP]\\s+[a-zA-Z_]+");
        becomes("(?i)\\bx\\x41(?<n>y)\\k<n>", "\\b[xX]\\x41(?<n>[yY])\\k<n>");
        becomes("(?is)rm -rf", "[rR][mM] -[rR][fF]");
        assert_eq!(suggested("(?is)a.b"), None);
        assert_eq!(suggested("(?x)a b"), None);
    }

    #[test]
    fn groups_of_other_languages_are_translated() {
        becomes("(?P<n>a)(?P=n)", "(?<n>a)\\k<n>");
        becomes("(?>a|b)c", "(?:a|b)c");
        becomes("a++b", "a+b");
        assert_eq!(suggested("(?#x)a"), None);
    }

    #[test]
    fn lone_syntax_characters_are_escaped() {
        becomes("git commit (", "git commit \\(");
        becomes("a)", "a\\)");
        becomes("[", "\\[");
        becomes("echo [x", "echo \\[x");
        becomes("C:\\", "C:\\\\");
        becomes("+x", "\\+x");
        becomes("f((", "f\\(\\(");
    }

    #[test]
    fn ends_in_the_wrong_order_are_swapped() {
        becomes("[z-a]", "[a-z]");
        becomes("a{3,1}", "a{1,3}");
    }

    #[test]
    fn permission_rules_leave_their_tool() {
        becomes("Write(src/**)", "Write");
        becomes("Edit|Write(**/*.ts)", "Edit|Write");
    }

    #[test]
    fn the_suggestion_always_compiles() {
        for pattern in [
            "*",
            "?",
            "(?",
            "(?<",
            "[b-a",
            "\\",
            "((((((((((",
            "a**b",
            "{1}",
            "(?i)(",
            "(?<1>a)",
            "*{",
            "*.{a",
        ] {
            if let Some(suggestion) = suggested(pattern) {
                assert!(parse_str(&suggestion).is_ok(), "{pattern}: {suggestion}");
            }
        }
    }
}
