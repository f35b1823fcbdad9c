//! Patterns over the whole ECMAScript grammar, and subjects near them, from a seed.

use std::fmt::Write as _;

/// Splitmix64: small, and the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub(crate) fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

const CHARACTERS: &[&str] = &[
    "a",
    "a",
    "a",
    "b",
    "b",
    "A",
    "B",
    "k",
    "s",
    "1",
    "0",
    "_",
    " ",
    "-",
    ":",
    "/",
    "é",
    "É",
    "ſ",
    "\u{212a}",
    "µ",
    "\u{3bc}",
    "ß",
    "\u{2028}",
    "\n",
    "\r",
    "\u{feff}",
    "😀",
    "\u{1f601}",
    "ı",
    "ǆ",
    "ǅ",
    "]",
    "}",
    "{",
    ",",
    "=",
    "!",
    "<",
    ">",
];
const PLAIN_ATOMS: &[&str] = &["a", "b", "A", "k", "é", "_", "\\b", "\\B", "$", "\\w"];
const CLASS_ESCAPES: &[&str] = &["\\d", "\\D", "\\s", "\\S", "\\w", "\\W"];
const ESCAPES: &[&str] = &[
    "\\n",
    "\\r",
    "\\t",
    "\\v",
    "\\f",
    "\\cA",
    "\\cz",
    "\\c",
    "\\c1",
    "\\c_",
    "\\x61",
    "\\x6",
    "\\x",
    "\\u0061",
    "\\u00e9",
    "\\u61",
    "\\u{61}",
    "\\ud83d",
    "\\ude00",
    "\\ud83d\\ude00",
    "\\0",
    "\\00",
    "\\012",
    "\\141",
    "\\377",
    "\\400",
    "\\8",
    "\\9",
    "\\-",
    "\\/",
    "\\.",
    "\\\\",
    "\\]",
    "\\[",
    "\\(",
    "\\)",
    "\\a",
    "\\e",
    "\\p",
    "\\h",
    "\\A",
    "\\Z",
    "\\😀",
    "\\{",
    "\\k",
    "\\_",
    "\\é",
];
const CLASS_PARTS: &[&str] = &[
    "a-b",
    "a-z",
    "A-Z",
    "0-9",
    "a",
    "b",
    "k",
    "-",
    "--",
    "-a",
    "^",
    "[",
    "\\b",
    "\\B",
    "\\]",
    "\\-",
    "é-ÿ",
    "α-ω",
    "😀",
    "\u{2028}",
    "[:space:]",
    "&&",
    ".",
    "$",
    "|",
    "(",
    "\\ud800-\\udfff",
    "\\0-\\x7f",
    "a-\\d",
    "\\w-z",
    "+--",
];
const NAMES: &[&str] =
    &["a", "b", "$", "_x", "é", "a1", "\\u0062", "\\u{61}", "𝒜", "\\ud835\\udc9c", "a\u{200d}", "ͺ", "゛"];
const BAD_NAMES: &[&str] =
    &["", "1a", "-", "a b", "😀", "\\u{110000}", "\\u{}", "\\u6", "\\x61", "a>", "\u{2028}", "☃"];
const QUANTIFIERS: &[&str] = &[
    "*",
    "+",
    "?",
    "*?",
    "+?",
    "??",
    "{0}",
    "{1}",
    "{2}",
    "{0,1}",
    "{1,2}",
    "{2,}",
    "{0,3}?",
    "{1,}?",
    "{2,3}",
    "{,2}",
    "{1",
    "{",
    "{a}",
    "{4294967296}?",
    "{0,99999999999}",
];
const LOOKS: &[&str] = &["(?=", "(?!", "(?<=", "(?<!"];
const MODIFIERS: &[&str] = &["i", "m", "s", "im", "i-s", "-i", "-m", "-s", "ims", "s-im", "i-", "-", "ii"];
const SYNTAX: &[u8] = b"()[]{}*+?|^$.\\-:=!<>kabc019,imsuxPB";
const ODD_UNITS: &[u16] = &[0xd83d, 0xde00, 0xd800, 0xdfff, 0];
const MAX_SUBJECT: usize = 16;

/// Writes patterns over the whole grammar, most of them valid.
pub(crate) struct Generator {
    random: Random,
    text: String,
    groups: usize,
}

impl Generator {
    pub(crate) fn pattern(random: &mut Random) -> String {
        let mut generator = Self { random: Random(random.next()), text: String::new(), groups: 0 };
        let depth = 1 + generator.random.below(4);
        if generator.random.one_in(4) {
            generator.leading_look_aheads(depth);
        } else {
            generator.disjunction(depth);
        }
        generator.text
    }

    /// The form that a table decides although it is no plain regular expression.
    fn leading_look_aheads(&mut self, depth: usize) {
        self.text.push('^');
        for _ in 0..=self.random.below(2) {
            self.text.push_str(self.random.pick(&["(?=", "(?!"]));
            self.plain_sequence(depth);
            self.text.push(')');
        }
        if self.random.one_in(2) {
            self.plain_sequence(depth);
        }
        if self.random.one_in(4) {
            self.text.push('|');
            self.plain_sequence(depth);
        }
    }

    fn plain_sequence(&mut self, depth: usize) {
        for _ in 0..=self.random.below(3) {
            match self.random.below(5) {
                0 if depth > 0 => {
                    self.text.push_str("(?:");
                    self.plain_sequence(depth - 1);
                    self.text.push('|');
                    self.plain_sequence(depth - 1);
                    self.text.push(')');
                }
                1 => self.text.push_str(".*"),
                2 => self.class(),
                _ => self.text.push_str(self.random.pick(PLAIN_ATOMS)),
            }
            if !self.text.ends_with(['b', 'B', '$', '*']) && self.random.one_in(4) {
                self.text.push_str(self.random.pick(&["*", "+", "?", "{1,2}"]));
            }
        }
    }

    fn disjunction(&mut self, depth: usize) {
        self.sequence(depth);
        while self.random.one_in(4) {
            self.text.push('|');
            self.sequence(depth);
        }
    }

    fn sequence(&mut self, depth: usize) {
        for _ in 0..self.random.below(4) {
            self.term(depth);
        }
    }

    fn term(&mut self, depth: usize) {
        match self.random.below(28) {
            0 => self.text.push('^'),
            1 => self.text.push('$'),
            2 => self.text.push_str(self.random.pick(&["\\b", "\\B"])),
            3 if depth > 0 => {
                let opener = self.random.pick(LOOKS);
                self.enclosed(opener, depth);
                if !opener.contains('<') || self.random.one_in(20) {
                    self.quantifier();
                }
            }
            4..=6 if depth > 0 => {
                self.groups += 1;
                self.quantified_group("(", depth);
            }
            7 | 8 if depth > 0 => self.quantified_group("(?:", depth),
            9 if depth > 0 => {
                self.groups += 1;
                let name = self.name();
                self.quantified_group(&format!("(?<{name}>"), depth);
            }
            10 if depth > 0 => {
                let modifiers = self.random.pick(MODIFIERS);
                self.quantified_group(&format!("(?{modifiers}:"), depth);
            }
            11 | 12 => {
                let number = 1 + self.random.below(self.groups + 1);
                write!(self.text, "\\{number}").unwrap();
                self.quantifier();
            }
            13 => {
                let name = self.name();
                write!(self.text, "\\k<{name}>").unwrap();
                self.quantifier();
            }
            14 | 15 => {
                self.class();
                self.quantifier();
            }
            16 => self.quantified(ESCAPES),
            17 => self.quantified(CLASS_ESCAPES),
            18 => self.quantified(&["."]),
            _ => self.quantified(CHARACTERS),
        }
    }

    fn enclosed(&mut self, opener: &str, depth: usize) {
        self.text.push_str(opener);
        self.disjunction(depth - 1);
        self.text.push(')');
    }

    fn quantified_group(&mut self, opener: &str, depth: usize) {
        self.enclosed(opener, depth);
        self.quantifier();
    }

    fn quantified(&mut self, choices: &[&str]) {
        self.text.push_str(self.random.pick(choices));
        self.quantifier();
    }

    fn name(&mut self) -> &'static str {
        if self.random.one_in(12) { self.random.pick(BAD_NAMES) } else { self.random.pick(NAMES) }
    }

    fn quantifier(&mut self) {
        if self.random.one_in(3) {
            self.text.push_str(self.random.pick(QUANTIFIERS));
        }
    }

    fn class(&mut self) {
        self.text.push('[');
        if self.random.one_in(3) {
            self.text.push('^');
        }
        for _ in 0..self.random.below(4) {
            let choices = match self.random.below(6) {
                0 => CLASS_ESCAPES,
                1 => ESCAPES,
                2 => CHARACTERS,
                _ => CLASS_PARTS,
            };
            self.text.push_str(self.random.pick(choices));
        }
        self.text.push(']');
    }
}

fn syntax_unit(random: &mut Random) -> u16 {
    u16::from(SYNTAX[random.below(SYNTAX.len())])
}

/// A heap of syntax characters, seldom valid.
pub(crate) fn soup(random: &mut Random) -> Vec<u16> {
    (0..=random.below(9)).map(|_| syntax_unit(random)).collect()
}

/// A pattern with one to four units changed, taken out or put in.
pub(crate) fn mutated(random: &mut Random, mut pattern: Vec<u16>) -> Vec<u16> {
    for _ in 0..=random.below(3) {
        let at = random.below(pattern.len() + 1);
        let unit = if random.one_in(12) { random.next() as u16 } else { syntax_unit(random) };
        match random.below(3) {
            0 if at < pattern.len() => pattern[at] = unit,
            1 if at < pattern.len() => {
                pattern.remove(at);
            }
            _ => pattern.insert(at, unit),
        }
    }
    pattern
}

/// A subject near the pattern: pieces of it, of the generator's alphabet, of itself, and now and then a lone surrogate.
pub(crate) fn subject(random: &mut Random, pattern: &[u16]) -> Vec<u16> {
    let mut units = Vec::new();
    for _ in 0..random.below(7) {
        match random.below(8) {
            0 if !pattern.is_empty() => {
                let from = random.below(pattern.len());
                let to = (from + 1 + random.below(5)).min(pattern.len());
                units.extend_from_slice(&pattern[from..to]);
            }
            1 => units.push(ODD_UNITS[random.below(ODD_UNITS.len())]),
            2 if !units.is_empty() => {
                let again = units[random.below(units.len())..].to_vec();
                units.extend(again);
            }
            _ => units.extend(random.pick(CHARACTERS).encode_utf16()),
        }
    }
    units.truncate(MAX_SUBJECT);
    units
}
