//! Characters that nobody sees, in strings that people read before they trust them.

use std::ops::Range;

use crate::span::Span;

use super::string::JsonString;

/// A character that is not seen, and its place in the source: the character itself or its whole escape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    /// The character.
    pub character: char,
    /// What it does.
    pub kind: HiddenKind,
    /// Where it stands in the source.
    pub span: Span,
}

/// What hidden characters do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HiddenKind {
    /// NUL, which ends the text for a shell.
    Nul,
    /// Changes the direction of what follows, so that it reads in another order than it runs.
    Bidi,
    /// Takes no room: zero-width spaces and joiners, fillers, a byte order mark.
    ZeroWidth,
    /// A hyphen that shows only at a line break.
    SoftHyphen,
    /// A tag or a variation selector without a character to act on: invisible, and able to carry text.
    Tag,
}

impl HiddenKind {
    /// What it is, in a few words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nul => "a NUL character",
            Self::Bidi => "a character that changes the writing direction",
            Self::ZeroWidth => "a character without width",
            Self::SoftHyphen => "a soft hyphen",
            Self::Tag => "an invisible tag character",
        }
    }
}

/// The hidden characters of a string, raw or escaped, in order.
///
/// Silent where they do their proper work: joiners inside emoji and in scripts that need them, direction marks beside
/// right-to-left letters, variation selectors after what they vary, the tags of regional flags.
pub fn in_string(string: JsonString<'_>) -> Vec<Hidden> {
    in_range(string, 0..string.text().len())
}

/// As [`in_string`], for a part of [`JsonString::text`] given in bytes of it.
pub fn in_range(string: JsonString<'_>, range: Range<usize>) -> Vec<Hidden> {
    let text = string.text();
    if text.is_ascii() && !text.contains('\0') {
        return Vec::new();
    }
    let places = text.char_indices().filter(|(at, _)| range.contains(at));
    let mut hidden: Vec<Hidden> = places
        .filter_map(|(at, character)| {
            let kind = kind_of(character)?;
            let end = at + character.len_utf8();
            let context = Context { before: &text[..at], character, after: &text[end..] };
            (!context.is_proper()).then_some(Hidden { character, kind, span: Span::new(at, end) })
        })
        .collect();
    locate(string, &mut hidden);
    hidden
}

/// Turns places in the decoded text into places in the source, in one walk.
fn locate(string: JsonString<'_>, hidden: &mut [Hidden]) {
    let mut places = string.source_spans();
    for found in hidden {
        let wanted = found.span.start as usize;
        if let Some((_, span)) = places.find(|&(offset, _)| offset == wanted) {
            found.span = span;
        }
    }
}

fn kind_of(character: char) -> Option<HiddenKind> {
    Some(match character {
        '\0' => HiddenKind::Nul,
        '\u{ad}' => HiddenKind::SoftHyphen,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            HiddenKind::Bidi
        }
        '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2064}'
        | '\u{206a}'..='\u{206f}'
        | '\u{feff}'
        | '\u{34f}'
        | '\u{180e}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{3164}'
        | '\u{ffa0}'
        | '\u{fff9}'..='\u{fffb}' => HiddenKind::ZeroWidth,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e007f}' | '\u{e0100}'..='\u{e01ef}' => HiddenKind::Tag,
        _ => return None,
    })
}

/// Whether the character takes no ink.
pub(super) fn is_invisible(character: char) -> bool {
    kind_of(character).is_some()
}

/// A hidden character and what stands around it.
struct Context<'t> {
    before: &'t str,
    character: char,
    after: &'t str,
}

impl Context<'_> {
    /// Whether the character does there what it was made for.
    fn is_proper(&self) -> bool {
        let before = self.before.chars().next_back().unwrap_or(' ');
        let after = self.after.chars().next().unwrap_or(' ');
        match self.character {
            '\u{200d}' if joins_emoji(before) && is_emoji(after) => true,
            '\u{200c}' | '\u{200d}' => needs_joiners(before) && needs_joiners(after),
            '\u{200e}' | '\u{200f}' | '\u{61c}' => is_right_to_left(before) || is_right_to_left(after),
            '\u{fe0e}' | '\u{fe0f}' => is_emoji(before) || matches!(before, '0'..='9' | '#' | '*'),
            '\u{fe00}'..='\u{fe0d}' => before.is_alphanumeric() && !before.is_ascii(),
            '\u{e0100}'..='\u{e01ef}' => is_ideograph(before),
            '\u{e0020}'..='\u{e007f}' => self.is_in_flag(),
            _ => false,
        }
    }

    /// A black flag, at most six tags, and the tag that ends them.
    fn is_in_flag(&self) -> bool {
        const LONGEST: usize = 6;
        let is_tag = |character: &char| matches!(character, '\u{e0020}'..='\u{e007e}');
        let base = self.before.chars().rev().take(LONGEST + 1).find(|character| !is_tag(character));
        let whole = self.after.chars().take(LONGEST + 1).find(|character| !is_tag(character));
        base == Some('\u{1f3f4}') && (self.character == '\u{e007f}' || whole == Some('\u{e007f}'))
    }
}

fn joins_emoji(character: char) -> bool {
    is_emoji(character) || character == '\u{fe0f}'
}

fn is_emoji(character: char) -> bool {
    matches!(character,
        '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{3030}' | '\u{303d}'
        | '\u{3297}' | '\u{3299}' | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{24c2}'
        | '\u{25a0}'..='\u{27bf}' | '\u{2934}' | '\u{2935}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Scripts whose letters join or stack depending on joiners: Arabic to Mongolian, and those of India and its neighbours.
fn needs_joiners(character: char) -> bool {
    matches!(character,
        '\u{600}'..='\u{7ff}' | '\u{840}'..='\u{dff}' | '\u{f00}'..='\u{109f}' | '\u{1780}'..='\u{18af}'
        | '\u{1a20}'..='\u{1aad}' | '\u{1b00}'..='\u{1c4f}' | '\u{a840}'..='\u{a87f}' | '\u{a8e0}'..='\u{a8ff}'
        | '\u{a980}'..='\u{a9df}' | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{11000}'..='\u{1193f}')
}

fn is_right_to_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{61b}' | '\u{61d}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

fn is_ideograph(character: char) -> bool {
    matches!(character,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

#[cfg(test)]
mod tests {
    use super::super::Tree;
    use super::*;

    /// The source texts of the hidden characters in a JSON string.
    fn found(json: &str) -> Vec<String> {
        let tree = Tree::parse(json);
        let hidden = in_string(tree.root().string().unwrap());
        hidden.iter().map(|hidden| json[hidden.span.range()].to_owned()).collect()
    }

    #[test]
    fn hidden_characters_are_found_raw_and_escaped() {
        assert_eq!(found("\"rm\u{200b} -rf\""), ["\u{200b}"]);
        assert_eq!(found(r#""a\u200b\u0000""#), [r"\u200b", r"\u0000"]);
        assert_eq!(found(r#""a\n\udb40\udc41""#), [r"\udb40\udc41"]);
    }

    #[test]
    fn every_family_is_found() {
        let table = [
            ('\0', HiddenKind::Nul),
            ('\u{202e}', HiddenKind::Bidi),
            ('\u{2066}', HiddenKind::Bidi),
            ('\u{200e}', HiddenKind::Bidi),
            ('\u{200d}', HiddenKind::ZeroWidth),
            ('\u{2060}', HiddenKind::ZeroWidth),
            ('\u{feff}', HiddenKind::ZeroWidth),
            ('\u{3164}', HiddenKind::ZeroWidth),
            ('\u{ad}', HiddenKind::SoftHyphen),
            ('\u{e0041}', HiddenKind::Tag),
            ('\u{fe0f}', HiddenKind::Tag),
        ];
        for (character, kind) in table {
            let json =
                if character == '\0' { r#""a\u0000b""#.to_owned() } else { format!("\"a{character}b\"") };
            let tree = Tree::parse(json);
            let hidden = in_string(tree.root().string().unwrap());
            assert_eq!(hidden.iter().map(|hidden| hidden.kind).collect::<Vec<_>>(), [kind], "{character:?}");
        }
    }

    #[test]
    fn joiners_inside_emoji_are_silent() {
        assert_eq!(found("\"👩\u{200d}💻 ❤\u{fe0f}\u{200d}🔥 1\u{fe0f}\u{20e3}\""), [""; 0]);
        assert_eq!(found("\"👩\u{200d} x\""), ["\u{200d}"]);
    }

    #[test]
    fn joiners_in_persian_and_hindi_are_silent() {
        assert_eq!(found("\"می\u{200c}خواهم क\u{94d}\u{200d}ष\""), [""; 0]);
        assert_eq!(found("\"r\u{200c}m\""), ["\u{200c}"]);
    }

    #[test]
    fn direction_marks_beside_hebrew_are_silent_but_overrides_are_not() {
        assert_eq!(found("\"שלום\u{200f}!\""), [""; 0]);
        assert_eq!(found("\"שלום\u{202e}!\""), ["\u{202e}"]);
    }

    #[test]
    fn the_flag_of_scotland_is_silent_but_tags_elsewhere_are_not() {
        let scotland = "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        assert_eq!(found(&format!("\"{scotland}\"")), [""; 0]);
        assert_eq!(found("\"🏴\u{e0067}\u{e0062}\"").len(), 2);
    }

    #[test]
    fn a_variation_selector_after_an_ideograph_is_silent_but_a_second_is_not() {
        assert_eq!(found("\"葛\u{e0100}\""), [""; 0]);
        assert_eq!(found("\"葛\u{e0100}\u{e0101}\""), ["\u{e0101}"]);
    }

    #[test]
    fn a_part_of_a_string_can_be_asked_for() {
        let tree = Tree::parse("\"\u{200b}ab\u{200b}\"");
        let string = tree.root().string().unwrap();
        assert_eq!(in_range(string, 3..string.text().len()).len(), 1);
    }
}
