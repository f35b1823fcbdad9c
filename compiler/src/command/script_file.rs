//! What the beginning of a script says: who reads it, and whether its bytes let them.

use std::ops::Range;
use std::path::PathBuf;

use super::git::{GitState, Mode};
use super::lookups::Lookups;
use crate::inside::Trees;

/// A script larger than this is not read at all: its beginning is not known.
pub const MAX_SCRIPT: u64 = 1 << 20;

/// Only this much of a script is looked at, in bytes.
pub const MAX_HEAD: usize = 64 << 10;

/// The first line of a script that names its interpreter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shebang {
    /// The line without its end, bytes of the file.
    pub range: Range<usize>,
    /// The program behind `#!`: `/usr/bin/env`.
    pub path: String,
    /// The name of the program that reads the script in the end: `bash` of `/usr/bin/env bash` and of `/bin/bash`.
    pub program: String,
    /// The arguments before the script's own path, those of `env` removed.
    pub arguments: Vec<String>,
}

/// How the lines of a script end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineEnds {
    /// With a line feed, or there is one line only.
    Unix,
    /// The first with a carriage return before it: the kernel takes it as part of the interpreter's name.
    CrlfFirst,
    /// A later one with a carriage return before it.
    CrlfLater,
}

/// A script that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptFile {
    /// Where it is, links followed.
    pub path: PathBuf,
    /// Its length in bytes.
    pub len: u64,
    /// Whether others may execute it: as the index says if it is tracked there, else as the disk says.
    pub executable: Option<bool>,
    /// Whether the disk says so.
    pub executable_on_disk: Option<bool>,
    /// How git knows it.
    pub git: GitState,
    /// What is known of its text; `None` when it cannot be read.
    pub head: Option<Head>,
}

/// The facts about the first 64 KiB of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// Its first line, if that names an interpreter. A mark before it hides it from the kernel, but not from here.
    pub shebang: Option<Shebang>,
    /// How its lines end.
    pub line_ends: LineEnds,
    /// Whether it begins with a UTF-8 byte order mark.
    pub byte_order_mark: bool,
    /// Whether it is a program in machine code or other binary data.
    pub is_binary: bool,
    /// Whether it is empty.
    pub is_empty: bool,
}

impl ScriptFile {
    /// Whether a line ends with a carriage return.
    pub fn has_foreign_line_ends(&self) -> bool {
        self.head.as_ref().is_some_and(|head| head.line_ends != LineEnds::Unix)
    }

    pub(super) fn read(path: PathBuf, trees: &Trees<'_>, lookups: &mut Lookups) -> Self {
        let state = lookups.git.state_inside(&path, trees);
        let tracked = match state {
            GitState::Tracked(mode) => Some(mode == Mode::Executable),
            _ => None,
        };
        let script = lookups.script(&path, trees.system());
        Self {
            len: script.len,
            executable: tracked.or(script.executable),
            executable_on_disk: script.executable,
            git: state,
            head: script.head.clone(),
            path,
        }
    }
}

impl Head {
    /// The facts about a whole script, of which only the beginning is looked at.
    pub(super) fn of_script(bytes: &[u8]) -> Self {
        Self::of(&bytes[..bytes.len().min(MAX_HEAD)])
    }

    /// The facts about the beginning of a script.
    pub fn of(bytes: &[u8]) -> Self {
        let mark = bytes.starts_with(b"\xef\xbb\xbf");
        let start = if mark { 3 } else { 0 };
        let first_end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        let first_is_crlf = first_end < bytes.len() && first_end > 0 && bytes[first_end - 1] == b'\r';
        let later_is_crlf = || bytes.windows(2).any(|pair| pair == b"\r\n");
        let is_binary = bytes.contains(&0);
        let line_ends = if is_binary {
            LineEnds::Unix
        } else if first_is_crlf {
            LineEnds::CrlfFirst
        } else if later_is_crlf() {
            LineEnds::CrlfLater
        } else {
            LineEnds::Unix
        };
        let line_end = if first_is_crlf { first_end - 1 } else { first_end };
        Self {
            shebang: if is_binary || line_end < start { None } else { Shebang::of(bytes, start..line_end) },
            line_ends,
            byte_order_mark: mark,
            is_binary,
            is_empty: bytes.is_empty(),
        }
    }
}

impl Shebang {
    fn of(bytes: &[u8], range: Range<usize>) -> Option<Self> {
        let line = std::str::from_utf8(&bytes[range.clone()]).ok()?.strip_prefix("#!")?;
        let mut words = line.split_ascii_whitespace();
        let path = words.next()?.to_owned();
        let mut words: Vec<String> = words.map(str::to_owned).collect();
        let mut program = name_of(&path);
        if program == "env" {
            let is_program = |word: &String| !word.starts_with('-') && !word.contains('=');
            let at = words.iter().position(is_program)?;
            program = name_of(&words[at]);
            words.drain(..=at);
        }
        Some(Self { range, path, program, arguments: words })
    }
}

fn name_of(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Option<String> {
        Head::of(text.as_bytes()).shebang.map(|shebang| shebang.program)
    }

    #[test]
    fn the_interpreter_is_the_program_that_reads_the_script() {
        assert_eq!(program("#!/bin/sh\n").as_deref(), Some("sh"));
        assert_eq!(program("#! /usr/bin/env python3\nx").as_deref(), Some("python3"));
        assert_eq!(program("#!/usr/bin/env -S A=b deno run -A\n").as_deref(), Some("deno"));
        assert_eq!(program("#!/usr/bin/env bash").as_deref(), Some("bash"));
        assert_eq!(program("echo x"), None);
        assert_eq!(program(""), None);
    }

    #[test]
    fn a_carriage_return_in_the_first_line_is_told_from_a_later_one() {
        let ends = |text: &str| Head::of(text.as_bytes()).line_ends;
        assert_eq!(ends("#!/bin/sh\r\nx\n"), LineEnds::CrlfFirst);
        assert_eq!(ends("#!/bin/sh\nx\r\n"), LineEnds::CrlfLater);
        assert_eq!(ends("#!/bin/sh\nx\r"), LineEnds::Unix);
        assert_eq!(program("#!/bin/sh\r\nx").as_deref(), Some("sh"));
    }

    #[test]
    fn a_mark_hides_the_first_line_from_the_kernel_only() {
        let head = Head::of(b"\xef\xbb\xbf#!/bin/sh\n");
        assert!(head.byte_order_mark);
        assert_eq!(head.shebang.unwrap().program, "sh");
    }

    #[test]
    fn machine_code_has_no_lines() {
        let head = Head::of(b"\x7fELF\0\r\n");
        assert!(head.is_binary);
        assert_eq!(head.line_ends, LineEnds::Unix);
    }
}
