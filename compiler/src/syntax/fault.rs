//! What keeps a text from being JSON, in words.

use crate::span::Span;

/// What encloses a block in Markdown.
pub(super) const FENCE: &str = "```";

/// One fault of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The exact place; empty where something is missing.
    pub span: Span,
}

/// A kind of bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bracket {
    /// `[` and `]`.
    Square,
    /// `{` and `}`.
    Curly,
}

impl Bracket {
    /// `[` or `{`.
    pub const fn opening(self) -> char {
        match self {
            Self::Square => '[',
            Self::Curly => '{',
        }
    }

    /// `]` or `}`.
    pub const fn closing(self) -> char {
        match self {
            Self::Square => ']',
            Self::Curly => '}',
        }
    }
}

/// What a text that is no JSON at all looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Foreign {
    /// One line with a path: what a symbolic link becomes on a checkout without links.
    Path,
    /// Anything else.
    Text,
}

/// What follows the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trailing {
    /// A second value.
    Document,
    /// Brackets that were never opened, and nothing else.
    Closers,
    /// A comma, and nothing else.
    Comma,
    /// Anything else.
    Text,
}

/// What can be wrong. Offsets are bytes of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// Longer than [`MAX_TEXT`](super::MAX_TEXT).
    TooLarge,
    /// Nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH); the span is the first bracket that is not followed.
    TooDeep,
    /// There is no value.
    Empty,
    /// The text is something else than JSON; the span is its first line.
    NotJson(Foreign),
    /// The value stands in a fenced block of Markdown; the span is the opening fence.
    Fence {
        /// Where the closing fence starts, if there is one.
        closing: Option<u32>,
    },
    /// Something follows the value; the span is its first line at most.
    TrailingContent(Trailing),
    /// A comment, or several that follow each other directly.
    Comment {
        /// Whether it ends; a `/*` may not.
        closed: bool,
    },
    /// The markers of an unresolved merge; the span is the first of them.
    ConflictMarkers,
    /// Characters between the tokens that look like white space, or like nothing, and are no JSON white space.
    NotASpace(
        /// The first of them.
        char,
    ),
    /// A comma before a closing bracket.
    TrailingComma(
        /// What closes there.
        Bracket,
    ),
    /// Commas with nothing before them.
    ExtraComma,
    /// A comma is missing here.
    MissingComma,
    /// A colon is missing here; when the span is not empty, `=` or `=>` stands in its place.
    MissingColon,
    /// A member has no key.
    MissingKey,
    /// A member has no value.
    MissingValue,
    /// Something that belongs nowhere.
    Unexpected,
    /// A string in quotes that JSON does not have.
    WrongQuotes(
        /// The opening one.
        char,
    ),
    /// A key or a text without quotes.
    BareWord {
        /// Whether it is a key.
        key: bool,
        /// Whether only the opening quote is missing.
        closed: bool,
    },
    /// `true`, `false` or `null` in another spelling.
    Literal(
        /// The JSON spelling.
        &'static str,
    ),
    /// `NaN`, `Infinity` or `undefined`: no JSON value stands for it.
    NotAValue,
    /// A number in a notation that JSON does not have.
    InvalidNumber,
    /// An escape that JSON does not have.
    InvalidEscape {
        /// The string that it is in.
        string: Span,
    },
    /// Control characters in a string; the span is the first of them.
    ControlCharacter {
        /// The string that they are in.
        string: Span,
        /// The first of them.
        first: char,
        /// How many there are.
        count: u32,
    },
    /// Quotes inside a string; the span is the first of them.
    UnescapedQuote {
        /// The string as it was meant.
        string: Span,
    },
    /// A string that does not end on its line; the span is what is taken for it.
    UnterminatedString {
        /// The backslash before what looks like the closing quote.
        escaped_quote: Option<u32>,
    },
    /// A bracket that is never closed; the span is the bracket.
    Unclosed {
        /// The bracket.
        bracket: Bracket,
        /// Where that was noticed.
        noticed: u32,
        /// How many brackets around it are not closed there either.
        also: u32,
        /// Whether nothing but the closing bracket is missing.
        complete: bool,
    },
    /// A closing bracket of the wrong kind.
    WrongCloser {
        /// What would be right.
        expected: Bracket,
        /// Where that one was opened.
        opener: u32,
    },
}

impl Fault {
    /// One sentence, lower case, without a full stop. `text` is the text that was parsed.
    pub fn message(&self, text: &str) -> String {
        let found = || describe(text, self.span);
        match self.kind {
            FaultKind::TooLarge => {
                format!("the file is larger than {} MiB and was not read", super::MAX_TEXT >> 20)
            }
            FaultKind::TooDeep => format!("nested more than {} levels deep", super::MAX_DEPTH),
            FaultKind::Empty if text.is_empty() => "the file is empty".to_owned(),
            FaultKind::Empty => "the file holds no value".to_owned(),
            FaultKind::NotJson(Foreign::Path) => format!("the file holds a path, {}, not JSON", found()),
            FaultKind::NotJson(Foreign::Text) => "the file is not JSON".to_owned(),
            FaultKind::Fence { .. } => "the file holds a block of Markdown, not JSON alone".to_owned(),
            FaultKind::TrailingContent(Trailing::Document) => {
                format!("a second document starts after the first: {}", found())
            }
            FaultKind::TrailingContent(Trailing::Closers) => format!("{} closes nothing", found()),
            FaultKind::TrailingContent(Trailing::Comma) => "a comma follows the value".to_owned(),
            FaultKind::TrailingContent(Trailing::Text) => {
                format!("the value has ended, and {} follows", found())
            }
            FaultKind::Comment { closed: true } => "JSON has no comments".to_owned(),
            FaultKind::Comment { closed: false } => "a comment starts here and never ends".to_owned(),
            FaultKind::ConflictMarkers => "the file has unresolved merge conflicts".to_owned(),
            FaultKind::NotASpace(character) => {
                format!("{} is not white space in JSON", describe_character(character))
            }
            FaultKind::TrailingComma(bracket) => format!("trailing comma before `{}`", bracket.closing()),
            FaultKind::ExtraComma => "nothing stands before this comma".to_owned(),
            FaultKind::MissingComma => "a comma is missing here".to_owned(),
            FaultKind::MissingColon if self.span.range().is_empty() => {
                "a colon is missing after the key".to_owned()
            }
            FaultKind::MissingColon => format!("{} stands where `:` belongs", found()),
            FaultKind::MissingKey => format!("a key is missing before {}", found()),
            FaultKind::MissingValue => "the key has no value".to_owned(),
            FaultKind::Unexpected => format!("{} does not belong here", found()),
            FaultKind::WrongQuotes(quote) => {
                format!("{} does not quote strings in JSON", describe_character(quote))
            }
            FaultKind::BareWord { key: true, .. } => format!("the key {} has no quotes", found()),
            FaultKind::BareWord { closed: true, .. } => "the opening quote is missing".to_owned(),
            FaultKind::BareWord { .. } => format!("{} has no quotes", found()),
            FaultKind::Literal(meant) => format!("{} is written `{meant}` in JSON", found()),
            FaultKind::NotAValue => format!("JSON has no {}", found()),
            FaultKind::InvalidNumber => format!("{} is not a JSON number", found()),
            FaultKind::InvalidEscape { .. } => format!("{} is not an escape in JSON", found()),
            FaultKind::ControlCharacter { first, count, .. } => {
                let more =
                    if count > 1 { format!(" ({count} such characters in it)") } else { String::new() };
                format!("{} stands unescaped in a string{more}", describe_character(first))
            }
            FaultKind::UnescapedQuote { .. } => "a quote inside the string is not escaped".to_owned(),
            FaultKind::UnterminatedString { .. } if self.is_at_end_of(text) => {
                "the file ends inside this string".to_owned()
            }
            FaultKind::UnterminatedString { escaped_quote: None } => {
                "the string is not closed on its line".to_owned()
            }
            FaultKind::UnterminatedString { escaped_quote: Some(_) } => {
                "the backslash before the last quote keeps the string open".to_owned()
            }
            FaultKind::Unclosed { bracket, also: 0, .. } => {
                format!("this `{}` is never closed", bracket.opening())
            }
            FaultKind::Unclosed { bracket, also, .. } => {
                let others = if also == 1 { "one".to_owned() } else { also.to_string() };
                format!("this `{}` is never closed, nor {others} around it", bracket.opening())
            }
            FaultKind::WrongCloser { expected, .. } => {
                format!("{} stands where `{}` belongs", found(), expected.closing())
            }
        }
    }

    /// Whether the text ends with the place of the fault.
    pub(super) fn is_at_end_of(&self, text: &str) -> bool {
        self.span.end as usize == text.len()
    }

    /// What to do, beyond what a [`fix`](Fault::fix) says; empty when there is nothing to add.
    pub fn help(&self) -> &'static str {
        match self.kind {
            FaultKind::NotJson(Foreign::Path) => {
                "a symbolic link that was checked out without link support looks like this; commit the file itself"
            }
            FaultKind::TrailingContent(Trailing::Document) => {
                "a file holds one value; merge the two or remove one"
            }
            FaultKind::TrailingContent(Trailing::Text) => {
                "a bracket may be closed too early above; the file holds one value and nothing else"
            }
            FaultKind::Comment { .. } => {
                "remove it, or keep the remark in a key that is not read, such as `_comment`"
            }
            FaultKind::ConflictMarkers => "choose one side and remove the marker lines",
            FaultKind::NotAValue => "write a number, or `null` where that is allowed",
            FaultKind::InvalidNumber => "write a plain decimal number; a unit does not belong in it",
            FaultKind::InvalidEscape { .. } => {
                "a backslash in the value itself, as regular expressions and Windows paths need it, is written `\\\\`"
            }
            FaultKind::ControlCharacter { .. } => "write `\\n` for a line break and `\\t` for a tab",
            FaultKind::UnescapedQuote { .. } => {
                "write `\\\"` for a quote inside a string, or use single quotes there"
            }
            FaultKind::UnterminatedString { escaped_quote: Some(_) } => {
                "write `\\\\` for a backslash at the end"
            }
            FaultKind::WrongQuotes(_) | FaultKind::BareWord { .. } => {
                "strings and keys stand in straight double quotes"
            }
            _ => "",
        }
    }

    /// Another place that belongs to it, and what is there.
    pub fn related(&self, text: &str) -> Option<(Span, String)> {
        match self.kind {
            FaultKind::Unclosed { noticed, .. } if noticed as usize >= text.len() => {
                Some((Span::empty(text.len()), "the file ends here".to_owned()))
            }
            FaultKind::Unclosed { bracket, noticed, .. } => {
                let message = format!("`{}` would have been needed before this", bracket.closing());
                Some((Span { start: noticed, end: noticed + 1 }, message))
            }
            FaultKind::Fence { closing: Some(closing) } => Some((
                Span { start: closing, end: closing + FENCE.len() as u32 },
                "the block ends here".to_owned(),
            )),
            FaultKind::WrongCloser { opener, expected } => {
                let message = format!("`{}` was opened here", expected.opening());
                Some((Span { start: opener, end: opener + 1 }, message))
            }
            _ => None,
        }
    }
}

/// The underlined text for a message: in backticks, on one line, cut when it is long.
fn describe(text: &str, span: Span) -> String {
    /// Characters of a text that are repeated in a message.
    const SHOWN: usize = 40;
    let found = text.get(span.range()).unwrap_or_default();
    let mut characters = found.chars();
    match (characters.next(), characters.next()) {
        (None, _) => "the end of the file".to_owned(),
        (Some(only), None) if !is_printable(only) => describe_character(only),
        _ if found.chars().nth(SHOWN).is_some() => {
            format!("`{}…`", found.chars().take(SHOWN).map(printable).collect::<String>())
        }
        _ => format!("`{}`", found.chars().map(printable).collect::<String>()),
    }
}

fn is_printable(character: char) -> bool {
    !character.is_control() && !character.is_whitespace() && !super::hidden::is_invisible(character)
}

fn printable(character: char) -> char {
    if character == ' ' || is_printable(character) { character } else { char::REPLACEMENT_CHARACTER }
}

/// A character by name where it cannot be shown.
fn describe_character(character: char) -> String {
    match character {
        '\0' => "a NUL character".to_owned(),
        '\t' => "a tab".to_owned(),
        '\n' | '\r' => "a line break".to_owned(),
        '`' => "a backtick".to_owned(),
        '\u{a0}' => "a no-break space".to_owned(),
        '\u{feff}' => "a byte order mark".to_owned(),
        '\u{200b}' => "a zero-width space".to_owned(),
        _ if is_printable(character) => format!("`{character}`"),
        _ => format!("the character U+{:04X}", u32::from(character)),
    }
}
