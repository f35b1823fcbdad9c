//! The patterns of `.gitignore`, matched as git does.

/// A longer pattern is left out: no path is so long, in bytes.
const MAX_PATTERN: usize = 4096;

/// One line of an ignore file that is a pattern.
#[derive(Debug)]
pub(super) struct Rule {
    /// Its line, counted from 1.
    pub(super) line: u32,
    /// Whether it takes back what an earlier line ignores.
    pub(super) is_negated: bool,
    only_folders: bool,
    /// Whether it is matched against the name alone.
    name_only: bool,
    prefix: Vec<u8>,
    tokens: Vec<Token>,
}

#[derive(Debug)]
enum Token {
    Byte(u8),
    Any,
    Class(Class),
    /// `*`, or `**` where it may cross folders.
    Star {
        crosses: bool,
    },
    /// Stands before `**/`, which may also be nothing at all.
    Optional,
    Never,
}

#[derive(Debug)]
struct Class {
    is_negated: bool,
    ranges: Vec<(u8, u8)>,
    named: Vec<fn(&u8) -> bool>,
}

/// The rules of an ignore file.
pub(super) fn rules(bytes: &[u8]) -> Vec<Rule> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split(|byte| *byte == b'\n').zip(1..);
    lines.filter_map(|(text, line)| Rule::parse(text, line)).collect()
}

impl Rule {
    fn parse(text: &[u8], line: u32) -> Option<Self> {
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let text = without_trailing_blanks(text);
        if text.is_empty() || text[0] == b'#' || text.len() > MAX_PATTERN {
            return None;
        }
        let (is_negated, text) = match text.strip_prefix(b"!") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (only_folders, text) = match text.strip_suffix(b"/") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let name_only = !text.contains(&b'/');
        let text = text.strip_prefix(b"/").filter(|_| !name_only).unwrap_or(text);
        // What is plain at the start is compared as it is; `**` right behind it counts as if it stood at the start.
        let special = text.iter().position(|byte| matches!(byte, b'*' | b'?' | b'[' | b'\\'));
        let (prefix, pattern) = text.split_at(special.unwrap_or(text.len()));
        Some(Self {
            line,
            is_negated,
            only_folders,
            name_only,
            prefix: prefix.to_vec(),
            tokens: tokens(pattern, !name_only),
        })
    }

    /// How many letters are compared at most to tell whether it matches.
    pub(super) fn cost(&self, path: &[u8]) -> usize {
        let rest = self.subject(path).strip_prefix(self.prefix.as_slice());
        1 + rest.map_or(0, |rest| self.tokens.len() * rest.len())
    }

    /// Whether it matches a path, given from the folder of the ignore file with `/`.
    pub(super) fn matches(&self, path: &[u8], is_folder: bool) -> bool {
        if self.only_folders && !is_folder {
            return false;
        }
        self.subject(path).strip_prefix(self.prefix.as_slice()).is_some_and(|rest| self.matches_rest(rest))
    }

    /// The part of a path that it is compared with.
    fn subject<'p>(&self, path: &'p [u8]) -> &'p [u8] {
        match path.iter().rposition(|byte| *byte == b'/') {
            Some(slash) if self.name_only => &path[slash + 1..],
            _ => path,
        }
    }

    /// Runs all ways through the pattern at once: linear in the length of both.
    fn matches_rest(&self, text: &[u8]) -> bool {
        let mut states = vec![false; self.tokens.len() + 1];
        states[0] = true;
        self.skip_stars(&mut states);
        for byte in text {
            let mut next = vec![false; states.len()];
            for (at, token) in self.tokens.iter().enumerate().filter(|(at, _)| states[*at]) {
                match token {
                    Token::Star { crosses } => next[at] |= *crosses || self.name_only || *byte != b'/',
                    token => next[at + 1] |= token.takes(*byte, self.name_only),
                }
            }
            self.skip_stars(&mut next);
            states = next;
        }
        states[self.tokens.len()]
    }

    /// A star may stand for nothing; `**/` as a whole, too.
    fn skip_stars(&self, states: &mut [bool]) {
        for (at, token) in self.tokens.iter().enumerate() {
            match token {
                Token::Star { .. } if states[at] => states[at + 1] = true,
                Token::Optional if states[at] => {
                    states[at + 1] = true;
                    states[at + 3] = true;
                }
                _ => {}
            }
        }
    }
}

impl Token {
    fn takes(&self, byte: u8, name_only: bool) -> bool {
        match self {
            Self::Byte(expected) => *expected == byte,
            Self::Any => name_only || byte != b'/',
            Self::Class(class) => class.has(byte) && (name_only || byte != b'/'),
            Self::Star { .. } | Self::Optional | Self::Never => false,
        }
    }
}

impl Class {
    fn has(&self, byte: u8) -> bool {
        let in_range = self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&byte));
        (in_range || self.named.iter().any(|named| named(&byte))) != self.is_negated
    }
}

/// A blank at the end counts only behind a backslash.
fn without_trailing_blanks(text: &[u8]) -> &[u8] {
    let mut end = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at] == b'\\' {
            at += 1;
            end = (at + 1).min(text.len());
        } else if text[at] != b' ' {
            end = at + 1;
        }
        at += 1;
    }
    &text[..end]
}

fn tokens(pattern: &[u8], is_path: bool) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(byte) = pattern.get(at) {
        match byte {
            b'*' => {
                let stars = pattern[at..].iter().take_while(|byte| **byte == b'*').count();
                let starts_folder = at == 0 || pattern[at - 1] == b'/';
                at += stars;
                let ends_folder = matches!(pattern[at..], [] | [b'/', ..] | [b'\\', b'/', ..]);
                let crosses = stars > 1 && starts_folder && ends_folder && is_path;
                if crosses && pattern.get(at) == Some(&b'/') {
                    tokens.push(Token::Optional);
                }
                tokens.push(Token::Star { crosses });
                continue;
            }
            b'?' => tokens.push(Token::Any),
            b'[' => match class(pattern, at + 1) {
                Some((class, end)) => {
                    tokens.push(Token::Class(class));
                    at = end;
                    continue;
                }
                None => return vec![Token::Never],
            },
            b'\\' => {
                at += 1;
                tokens.push(pattern.get(at).map_or(Token::Never, |byte| Token::Byte(*byte)));
            }
            byte => tokens.push(Token::Byte(*byte)),
        }
        at += 1;
    }
    tokens
}

/// The class whose inside begins at `at`, and the place behind its bracket.
fn class(pattern: &[u8], mut at: usize) -> Option<(Class, usize)> {
    let mut class = Class { is_negated: false, ranges: Vec::new(), named: Vec::new() };
    if matches!(pattern.get(at), Some(b'!' | b'^')) {
        class.is_negated = true;
        at += 1;
    }
    let first = at;
    // The last single sign, from which a range may go on.
    let mut low = None;
    loop {
        let byte = *pattern.get(at)?;
        match byte {
            b']' if at > first => return Some((class, at + 1)),
            b'-' if low.is_some() && pattern.get(at + 1).is_some_and(|next| *next != b']') => {
                at += 1;
                let mut high = pattern[at];
                if high == b'\\' {
                    at += 1;
                    high = *pattern.get(at)?;
                }
                class.ranges.push((low.unwrap_or(high), high));
                low = None;
            }
            b'[' if pattern.get(at + 1) == Some(&b':') => {
                let inside = at + 2;
                let close = inside + pattern[inside..].iter().position(|byte| *byte == b']')?;
                if close > inside && pattern[close - 1] == b':' {
                    class.named.push(named_class(&pattern[inside..close - 1])?);
                    at = close;
                    low = None;
                } else {
                    class.ranges.push((b'[', b'['));
                    low = Some(b'[');
                }
            }
            byte => {
                let sign = if byte == b'\\' {
                    at += 1;
                    *pattern.get(at)?
                } else {
                    byte
                };
                class.ranges.push((sign, sign));
                low = Some(sign);
            }
        }
        at += 1;
    }
}

fn named_class(name: &[u8]) -> Option<fn(&u8) -> bool> {
    Some(match name {
        b"alnum" => u8::is_ascii_alphanumeric,
        b"alpha" => u8::is_ascii_alphabetic,
        b"blank" => |byte| matches!(byte, b' ' | b'\t'),
        b"cntrl" => u8::is_ascii_control,
        b"digit" => u8::is_ascii_digit,
        b"graph" => u8::is_ascii_graphic,
        b"lower" => u8::is_ascii_lowercase,
        b"print" => |byte| (b' '..=b'~').contains(byte),
        b"punct" => u8::is_ascii_punctuation,
        b"space" => |byte| byte.is_ascii_whitespace() || *byte == 0x0b,
        b"upper" => u8::is_ascii_uppercase,
        b"xdigit" => u8::is_ascii_hexdigit,
        _ => return None,
    })
}
