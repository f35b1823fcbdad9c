//! What compiles, but means something else in the dialect that its author had in mind.

use std::ops::Range;

use super::Pattern;
use crate::order;

/// A part of a pattern that compiles and does not mean what it looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trap {
    /// The part, in bytes of the decoded pattern.
    pub range: Range<usize>,
    /// What it is.
    pub kind: TrapKind,
    /// What JavaScript takes it for: one clause, lower case, without a full stop.
    pub meaning: &'static str,
    /// What to write instead, if there is an equal form.
    pub replacement: Option<String>,
}

/// The kinds of traps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TrapKind {
    /// `[[:space:]]`, POSIX.
    PosixClass,
    /// `\A`, `\Z`, `\z`, `\G`: anchors of Perl, Python and others.
    Anchor,
    /// `\h`, `\H`, `\R`, `\K`, `\e`, `\a`: escapes of Perl and others.
    Escape,
    /// `\<` and `\>` around a word, GNU.
    WordBoundary,
    /// `\Q…\E`, quotation in Perl and Java.
    Quotation,
    /// `\p{L}`, which JavaScript has only with the flag `u`.
    UnicodeProperty,
    /// `\u{1F600}` or `\x{1F600}`, likewise.
    CodePoint,
    /// `Bash(git *)`: a rule of a permission list, not a pattern.
    PermissionRule {
        /// The name before the parenthesis.
        tool: String,
        /// What stands between the parentheses.
        argument: String,
    },
}

/// POSIX classes, and what each is inside a JavaScript class.
const POSIX_CLASSES: [(&str, &str); 13] = [
    ("alnum", "0-9A-Za-z"),
    ("alpha", "A-Za-z"),
    ("blank", " \\t"),
    ("cntrl", "\\x00-\\x1f\\x7f"),
    ("digit", "\\d"),
    ("graph", "!-~"),
    ("lower", "a-z"),
    ("print", " -~"),
    ("punct", "!-\\/:-@\\[-`{-~"),
    ("space", "\\s"),
    ("upper", "A-Z"),
    ("word", "\\w"),
    ("xdigit", "0-9A-Fa-f"),
];

/// Letters behind a backslash that mean themselves here, what they mean elsewhere, and what says that: outside a class, and inside one.
const LETTER_ESCAPES: [(char, TrapKind, Option<&str>, Option<&str>); 11] = [
    ('A', TrapKind::Anchor, Some("^"), None),
    ('Z', TrapKind::Anchor, Some("$"), None),
    ('z', TrapKind::Anchor, Some("$"), None),
    ('G', TrapKind::Anchor, None, None),
    ('h', TrapKind::Escape, Some("[ \\t]"), Some(" \\t")),
    ('H', TrapKind::Escape, Some("[^ \\t]"), None),
    ('R', TrapKind::Escape, Some("(?:\\r\\n|[\\n\\v\\f\\r\\x85\\u2028\\u2029])"), None),
    ('K', TrapKind::Escape, None, None),
    ('e', TrapKind::Escape, Some("\\x1b"), Some("\\x1b")),
    ('a', TrapKind::Escape, Some("\\x07"), Some("\\x07")),
    ('X', TrapKind::Escape, None, None),
];

const ITSELF: &str = "the backslash is ignored, and the letter stands for itself";

/// Tools whose permission rules people know. A group behind another word is taken for the group that it is.
const RULE_TOOLS: [&str; 20] = [
    "Agent",
    "Bash",
    "Delete",
    "Edit",
    "Glob",
    "Grep",
    "LS",
    "MultiEdit",
    "Mcp",
    "NotebookEdit",
    "NotebookRead",
    "Read",
    "Shell",
    "Skill",
    "Task",
    "TodoWrite",
    "WebFetch",
    "WebSearch",
    "Write",
    "PowerShell",
];

/// All traps of a pattern, in the order of their places. Escapes that are merely needless (`\-`, `\/`, `[[]`) are none.
pub fn traps(pattern: &Pattern) -> Vec<Trap> {
    let text = pattern.text();
    let mut scan = Scan { text: &text, at: 0, in_class: false, word_start: None, traps: Vec::new() };
    scan.run();
    let mut traps = scan.traps;
    traps.extend(permission_rules(&text));
    order::by_place(&mut traps, |trap| (trap.range.start, 0));
    traps
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    in_class: bool,
    /// A `\<` whose `\>` has not come yet.
    word_start: Option<usize>,
    traps: Vec<Trap>,
}

impl<'a> Scan<'a> {
    fn run(&mut self) {
        while let Some(character) = self.rest().chars().next() {
            match character {
                '\\' => self.escape(),
                '[' if !self.in_class => {
                    if !self.posix_class() {
                        self.in_class = true;
                        self.at += 1;
                    }
                }
                ']' => {
                    self.in_class = false;
                    self.at += 1;
                }
                other => self.at += other.len_utf8(),
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn push(
        &mut self,
        range: Range<usize>,
        kind: TrapKind,
        meaning: &'static str,
        replacement: Option<String>,
    ) {
        self.traps.push(Trap { range, kind, meaning, replacement });
    }

    fn escape(&mut self) {
        let start = self.at;
        let Some(letter) = self.rest()[1..].chars().next() else {
            self.at += 1;
            return;
        };
        self.at += 1 + letter.len_utf8();
        match letter {
            'p' | 'P' => self.property(start),
            'u' | 'x' => self.code_point(start),
            'Q' if !self.in_class => self.quotation(start),
            '<' | '>' if !self.in_class => self.word_boundary(start, letter),
            _ => self.letter_escape(start, letter),
        }
    }

    fn letter_escape(&mut self, start: usize, letter: char) {
        let known = LETTER_ESCAPES.iter().find(|(known, ..)| *known == letter);
        let Some((_, kind, outside, inside)) = known else { return };
        let replacement = if self.in_class { inside } else { outside };
        if self.in_class && replacement.is_none() {
            return;
        }
        self.push(start..self.at, kind.clone(), ITSELF, replacement.map(str::to_owned));
    }

    /// `{…}` at the cursor.
    fn braces(&self) -> Option<&'a str> {
        self.rest().strip_prefix('{')?.split_once('}').map(|(inside, _)| inside)
    }

    fn property(&mut self, start: usize) {
        let named = self.braces().filter(|name| !name.is_empty() && name.chars().all(is_property_character));
        let len = match named {
            Some(name) => name.len() + 2,
            // `\pL`
            None => match self.rest().chars().next() {
                Some('L' | 'N' | 'P' | 'S' | 'Z' | 'M' | 'C') => 1,
                _ => return,
            },
        };
        self.at += len;
        let meaning =
            "without the flag `u`, which a matcher cannot have, this is the letter `p` and what follows it";
        self.push(start..self.at, TrapKind::UnicodeProperty, meaning, None);
    }

    fn code_point(&mut self, start: usize) {
        let Some(digits) = self.braces().filter(|inside| !inside.is_empty()) else { return };
        let Ok(value) = u32::from_str_radix(digits, 16) else { return };
        let Some(character) = char::from_u32(value) else { return };
        self.at += digits.len() + 2;
        let mut units = [0; 2];
        let units = character.encode_utf16(&mut units);
        let escaped = units.iter().fold(String::new(), |text, unit| text + &format!("\\u{unit:04x}"));
        let replacement = (units.len() == 1 || !self.in_class).then_some(escaped);
        let meaning =
            "without the flag `u`, which a matcher cannot have, the braces repeat the letter before them";
        self.push(start..self.at, TrapKind::CodePoint, meaning, replacement);
    }

    fn quotation(&mut self, start: usize) {
        let Some((quoted, _)) = self.rest().split_once("\\E") else { return };
        self.at += quoted.len() + 2;
        let meaning = "`\\Q` is the letter `Q`, and what is quoted is read as a pattern";
        self.push(start..self.at, TrapKind::Quotation, meaning, Some(escape_literal(quoted)));
    }

    /// `\<word\>`; either alone may well be a needless backslash before a `<` that is meant.
    fn word_boundary(&mut self, start: usize, bracket: char) {
        let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
        if bracket == '<' {
            self.word_start = self.rest().starts_with(is_word).then_some(start);
            return;
        }
        let Some(first) = self.word_start.take().filter(|_| self.text[..start].ends_with(is_word)) else {
            return;
        };
        for at in [first, start] {
            let meaning = "the backslash is ignored, and the bracket stands for itself";
            self.push(at..at + 2, TrapKind::WordBoundary, meaning, Some("\\b".to_owned()));
        }
    }

    /// `[[:space:]]` and its like, or `[:space:]`, which is meant to be the same. The cursor moves behind it.
    fn posix_class(&mut self) -> bool {
        let start = self.at;
        let text = self.rest();
        let parsed = PosixBracket::parse(text).or_else(|| PosixBracket::parse_bare(text));
        let Some(bracket) = parsed else { return false };
        self.at += bracket.len;
        let meaning = "the brackets end at the first `]`, and the letters of the name are its members";
        self.push(start..self.at, TrapKind::PosixClass, meaning, Some(bracket.replacement));
        true
    }
}

fn is_property_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '=' | '^')
}

struct PosixBracket {
    len: usize,
    replacement: String,
}

impl PosixBracket {
    /// A bracket expression as POSIX reads it, with at least one class in it.
    fn parse(text: &str) -> Option<Self> {
        let inside = text.strip_prefix('[')?;
        let negated = inside.starts_with('^');
        let mut at = 1 + usize::from(negated);
        let mut body = String::new();
        let mut classes = 0;
        loop {
            let rest = &text[at..];
            if let Some((name_len, members)) = posix_name(rest) {
                body.push_str(members);
                classes += 1;
                at += name_len;
                continue;
            }
            let character = rest.chars().next()?;
            at += character.len_utf8();
            match character {
                ']' if !body.is_empty() => break,
                '\\' => {
                    let escaped = rest[1..].chars().next()?;
                    at += escaped.len_utf8();
                    body.extend(['\\', escaped]);
                }
                '[' => body.push_str("\\["),
                other => body.push(other),
            }
        }
        (classes > 0).then(|| Self { len: at, replacement: bracket(&body, negated) })
    }

    /// A class without the outer brackets.
    fn parse_bare(text: &str) -> Option<Self> {
        let (len, members) = posix_name(text)?;
        Some(Self { len, replacement: bracket(members, false) })
    }
}

/// `[:name:]` at the start of the text: its length, and its members.
fn posix_name(text: &str) -> Option<(usize, &'static str)> {
    let (name, _) = text.strip_prefix("[:")?.split_once(":]")?;
    let (name, members) = POSIX_CLASSES.iter().find(|(known, _)| *known == name)?;
    Some((name.len() + 4, members))
}

/// The class with these members, or the escape that is the same.
fn bracket(members: &str, negated: bool) -> String {
    match (members, negated) {
        ("\\s" | "\\d" | "\\w", false) => members.to_owned(),
        ("\\s" | "\\d" | "\\w", true) => members.to_ascii_uppercase(),
        (_, false) => format!("[{members}]"),
        (_, true) => format!("[^{members}]"),
    }
}

/// The text as a pattern that matches just it.
pub(super) fn escape_literal(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if "\\^$.*+?()[]{}|".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// `Tool(argument)` as a whole alternative. The argument must look like one: a glob, a path, a command, a domain; `Read(Lints)` is a group.
fn permission_rules(text: &str) -> Vec<Trap> {
    let mut rules = Vec::new();
    let mut start = 0;
    for (tool, argument, len) in top_level_rules(text, &mut start) {
        rules.push(Trap {
            range: len,
            kind: TrapKind::PermissionRule { tool, argument },
            meaning: "the parentheses group, so the subject would need the words without them",
            replacement: None,
        });
    }
    rules
}

fn top_level_rules(text: &str, start: &mut usize) -> Vec<(String, String, Range<usize>)> {
    let mut rules = Vec::new();
    while *start <= text.len() {
        let rest = &text[*start..];
        if let Some((tool, argument, len)) = permission_rule(rest) {
            rules.push((tool.to_owned(), argument.to_owned(), *start..*start + len));
        }
        match next_alternative(rest) {
            Some(next) => *start += next,
            None => break,
        }
    }
    rules
}

/// Where the next top-level alternative begins.
fn next_alternative(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// A permission rule at the start of the text, up to the end of its alternative.
pub(super) fn permission_rule(text: &str) -> Option<(&str, &str, usize)> {
    let open = text.find(|character: char| !character.is_ascii_alphabetic())?;
    let tool = &text[..open];
    let inside = text[open..].strip_prefix('(')?;
    let close = inside.find(')')?;
    let (argument, behind) = (&inside[..close], &inside[close + 1..]);
    let ends = behind.is_empty() || behind.starts_with('|');
    let looks_like_one = !argument.starts_with('?')
        && !argument.contains(['|', '(', '\\', '['])
        && argument.contains(['*', ' ', ':', '/', '.', '~'])
        && !matches!(argument, ".*" | ".+" | ".");
    (RULE_TOOLS.contains(&tool) && ends && looks_like_one).then_some((tool, argument, open + close + 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matcher::parse_str;

    fn found(pattern: &str) -> Vec<(&str, Option<String>)> {
        let traps = traps(&parse_str(pattern).unwrap());
        traps.into_iter().map(|trap| (&pattern[trap.range], trap.replacement)).collect()
    }

    fn one(pattern: &str) -> (&str, Option<String>) {
        let mut found = found(pattern);
        assert_eq!(found.len(), 1, "{pattern}: {found:?}");
        found.remove(0)
    }

    #[test]
    fn posix_classes_become_classes() {
        assert_eq!(one("git[[:space:]]+push"), ("[[:space:]]", Some("\\s".into())));
        assert_eq!(one("[^[:space:]]x"), ("[^[:space:]]", Some("\\S".into())));
        assert_eq!(one("[[:alpha:]_-]*"), ("[[:alpha:]_-]", Some("[A-Za-z_-]".into())));
        assert_eq!(one("[:digit:]+"), ("[:digit:]", Some("[\\d]".replace(['[', ']'], ""))));
    }

    #[test]
    fn brackets_in_classes_are_no_posix_class() {
        for pattern in ["[[]", "[[:]", "[:]", "[a[:b]", "[[:foo:]]", "[\\[:space:]", "x[:,]y", "[[\\]:]"] {
            assert_eq!(found(pattern), [], "{pattern}");
        }
    }

    #[test]
    fn anchors_of_other_languages_are_letters_here() {
        assert_eq!(found("\\Agit\\Z"), [("\\A", Some("^".into())), ("\\Z", Some("$".into()))]);
        assert_eq!(one("rm\\h+-rf"), ("\\h", Some("[ \\t]".into())));
        assert_eq!(one("[\\h]x"), ("\\h", Some(" \\t".into())));
        assert_eq!(one("a\\Kb").1, None);
    }

    #[test]
    fn needless_escapes_are_silent() {
        for pattern in [
            "\\-",
            "\\/",
            "nc ",
            "[\\\\/]",
            "\\.ts$",
            "\\@",
            "\\:",
            "\\_",
            "\\\\Admin",
            "[\\A-Z]",
            "C:\\\\Zulu",
            "\\bx\\B",
        ] {
            assert_eq!(found(pattern), [], "{pattern}");
        }
    }

    #[test]
    fn gnu_word_boundaries_come_in_pairs() {
        assert_eq!(found("\\<rm\\>"), [("\\<", Some("\\b".into())), ("\\>", Some("\\b".into()))]);
        for pattern in ["echo \\> file", "\\<\\<EOF", "a\\>", "\\<!--"] {
            assert_eq!(found(pattern), [], "{pattern}");
        }
    }

    #[test]
    fn quoted_text_is_escaped() {
        assert_eq!(one("\\Qa.b\\E"), ("\\Qa.b\\E", Some("a\\.b".into())));
        assert_eq!(found("\\Q"), []);
    }

    #[test]
    fn properties_and_code_points_need_a_flag() {
        assert_eq!(one("\\p{Lu}x"), ("\\p{Lu}", None));
        assert_eq!(one("\\u{e9}"), ("\\u{e9}", Some("\\u00e9".into())));
        assert_eq!(one("\\x{1F600}"), ("\\x{1F600}", Some("\\ud83d\\ude00".into())));
        for pattern in ["\\pip", "\\u00e9", "\\x41", "p{2}"] {
            assert_eq!(found(pattern), [], "{pattern}");
        }
    }

    #[test]
    fn permission_rules_are_no_patterns() {
        let trap = &traps(&parse_str("Edit|Bash(git add *)").unwrap())[0];
        assert_eq!(trap.range, 5..20);
        let (tool, argument) = ("Bash".to_owned(), "git add *".to_owned());
        assert_eq!(trap.kind, TrapKind::PermissionRule { tool, argument });
        assert_eq!(found("Bash(npm run test:*)").len(), 1);
        assert_eq!(found("Read(./.env)|Write(src/*)").len(), 2);
    }

    #[test]
    fn groups_behind_names_are_no_permission_rules() {
        for pattern in [
            "Read(Lints)",
            "Read(Lints|File)",
            "Write(.*)",
            "Read(.*)?",
            "Tab(Read|Write)",
            "git (push *)",
            "Write(File)?",
            "MCP:(a.b)",
            "Web(Fetch|Search)",
            "Bash(?: x)",
            "(Bash|Edit)",
        ] {
            assert_eq!(found(pattern), [], "{pattern}");
        }
    }
}
