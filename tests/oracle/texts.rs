//! Texts for differential and robustness tests: the field files, and faulty ones made from them. No clock, no chance:
//! the same on every run.

#![allow(dead_code, reason = "every test uses a part")]

use std::path::Path;

/// A small generator of numbers that are random enough (splitmix64).
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Numbers that depend on the seed alone.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `limit`; 0 when that is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % (limit as u64).max(1)) as usize
    }

    fn pick<'t, T>(&mut self, choices: &'t [T]) -> &'t T {
        &choices[self.below(choices.len())]
    }
}

/// The bytes of the field files, in order of name.
pub(crate) fn field_bytes() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("field");
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    assert!(paths.len() > 100, "the field files are missing");
    paths.iter().map(|path| read(path)).collect()
}

#[expect(clippy::disallowed_methods, reason = "a fixture of this test, not an input of the product")]
fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

/// The field files as text.
pub(crate) fn field_texts() -> Vec<String> {
    field_bytes().iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect()
}

/// What is put into texts: tokens, faults that people make, and characters that parsers stumble over.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "`",
    "\\",
    "/",
    "//",
    "/*",
    "*/",
    "#",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "\0",
    "\u{b}",
    "\u{c}",
    "\u{1f}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{feff}",
    "\u{200b}",
    "\u{2028}",
    "\u{2029}",
    "é",
    "😀",
    "“",
    "0",
    "1",
    "-",
    "+",
    ".",
    "e",
    "E",
    "e5",
    "-0",
    "01",
    ".5",
    "1.",
    "1e",
    "0x1",
    "NaN",
    "null",
    "true",
    "false",
    "nul",
    "\"a\":",
    "\"a\": 1,",
    "\"\"",
    "[]",
    "{}",
    ",,",
    "::",
    "[1,2]",
    "{\"a\":{\"b\":[null]}}",
    "\\n",
    "\\u0041",
    "\\ud83d",
    "\\ude00",
    "\\ud83d\\ude00",
    "\\u00",
    "\\x41",
    "\\s",
    "\\\"",
    "\\\\",
    "\\/",
    "\"__proto__\": 1,",
    "1e400",
    "\\u0000",
    "9007199254740993",
    "1E-7",
    "<<<<<<< HEAD\n",
    "=======\n",
    ">>>>>>> b\n",
    "\"\\\"",
    "\" \"",
];

/// The text with one to three changes: a piece put in, left out, replaced, doubled, moved or cut off.
pub(crate) fn mutate(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(characters.len() + 1);
        let until = (at + random.below(8)).min(characters.len());
        match random.below(8) {
            0..=2 => {
                let piece = random.pick(PIECES).chars();
                characters.splice(at..at, piece);
            }
            3 => {
                characters.drain(at..until);
            }
            4 => {
                let piece = random.pick(PIECES).chars();
                characters.splice(at..until, piece);
            }
            5 => {
                let doubled: Vec<char> = characters[at..until].to_vec();
                let place = random.below(characters.len() + 1);
                characters.splice(place..place, doubled);
            }
            6 => {
                if until > at {
                    characters.swap(at, until - 1);
                }
            }
            _ => {
                if random.below(4) == 0 {
                    characters.truncate(at);
                } else {
                    characters.splice(at..at, [*random.pick(&[' ', '\n', '\t', '\r'])]);
                }
            }
        }
    }
    characters.into_iter().collect()
}

/// The bytes with one to four of them changed, put in or left out.
pub(crate) fn mutate_bytes(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let byte = random.below(256) as u8;
        match random.below(3) {
            0 if at < bytes.len() => bytes[at] = byte,
            1 if at < bytes.len() => {
                bytes.remove(at);
            }
            _ => bytes.insert(at, byte),
        }
    }
    bytes
}
