//! Files that a script opens and writes.

use std::rc::Rc;

use super::super::facts::{FileWrite, FileWritten};
use super::args::Arguments;
use super::known::{Known, Target, Valued};
use super::{Reader, StdinUse, taint};

/// Values nested deeper than this are not looked through.
const MAX_DEPTH: usize = 6;

impl<'t> Reader<'t> {
    /// `open(…)`.
    pub(super) fn open(&mut self, arguments: &Arguments<'t>) -> Known {
        let Some(path) = arguments.either(0, "file").cloned() else { return Known::Unknown };
        let mode = arguments.either(1, "mode").and_then(|mode| mode.known.constant()).map(|mode| mode.name);
        let encoding = arguments.either(3, "encoding").map(|value| value.known.clone());
        match &path.known {
            Known::Number(Some(0), _) => self.open_stdin(mode.as_deref(), encoding.as_ref()),
            Known::Number(Some(1), _) => Known::library("sys.stdout"),
            Known::Number(Some(2), _) => Known::library("sys.stderr"),
            // A descriptor from `os.open`.
            Known::File(_) => path.known,
            known => match known.constant().as_ref().map(|key| key.name.as_str()) {
                Some("/dev/stdin" | "/proc/self/fd/0") => self.open_stdin(mode.as_deref(), encoding.as_ref()),
                Some("/dev/stdout") => Known::library("sys.stdout"),
                Some("/dev/stderr" | "/dev/null") => Known::library("sys.stderr"),
                _ => Self::open_file(
                    &path,
                    mode.as_deref().unwrap_or("r"),
                    arguments.keyword("opener").is_some(),
                ),
            },
        }
    }

    fn open_stdin(&mut self, mode: Option<&str>, encoding: Option<&Known>) -> Known {
        if mode.is_some_and(|mode| mode.contains('b')) {
            self.facts.stdin.names_encoding = true;
            return Known::library("sys.stdin.buffer");
        }
        self.note_encoding(encoding);
        Known::library("sys.stdin")
    }

    fn open_file(path: &Valued, mode: &str, has_opener: bool) -> Known {
        if !mode.contains(['w', 'a', 'x', '+']) {
            return Known::library("open()");
        }
        Known::File(Rc::new(Target { private: has_opener, ..target(path) }))
    }

    /// A method of a path.
    pub(super) fn path_method(&mut self, path: &Valued, name: &str, arguments: &Arguments<'t>) -> Known {
        match name {
            "open" => {
                let mode = arguments.either(0, "mode").and_then(|mode| mode.known.constant());
                let mode = mode.map_or("r".to_owned(), |mode| mode.name);
                if !mode.contains(['w', 'a', 'x', '+']) {
                    return Known::library("open()");
                }
                Known::File(Rc::new(target(path)))
            }
            "chmod" => {
                self.note_mode(path, arguments.get(0));
                Known::Unknown
            }
            _ => {
                let written = arguments.known(0);
                self.write_file(&target(path), &written);
                Known::Unknown
            }
        }
    }

    pub(super) fn note_mode(&mut self, path: &Valued, mode: Option<&Valued>) {
        if mode.is_some_and(|mode| is_private(&mode.known)) {
            self.notes.private_files.insert(target(path).path);
        }
    }

    /// `os.open(path, flags, mode)`.
    pub(super) fn open_descriptor(&self, arguments: &Arguments<'t>) -> Known {
        let Some(path) = arguments.get(0) else { return Known::Unknown };
        let private = arguments.either(2, "mode").is_some_and(|mode| is_private(&mode.known));
        let reads_only =
            arguments.nodes.get(1).is_some_and(|flags| self.source(*flags).ends_with("O_RDONLY"));
        if reads_only {
            return Known::library("open()");
        }
        Known::File(Rc::new(Target { private, ..target(path) }))
    }

    pub(super) fn file_method(&mut self, file: &Rc<Target>, name: &str, arguments: &Arguments<'t>) -> Known {
        match name {
            "write" | "writelines" => {
                let written = arguments.known(0);
                self.write_file(file, &written);
                Known::Unknown
            }
            "__enter__" => Known::File(file.clone()),
            _ => Known::Unknown,
        }
    }

    pub(super) fn write_file(&mut self, target: &Target, written: &Known) {
        if self.is_rehearsal || !self.state.alive {
            return;
        }
        let Target { path, place, private } = target.clone();
        let written = self.written(written, 0).unwrap_or(FileWritten::Other);
        let write = FileWrite { target: path, place, written, private };
        if !self.facts.file_writes.iter().rev().take(64).any(|known| *known == write) {
            self.facts.file_writes.push(write);
        }
    }

    /// What of the payload a value holds: all of it, or a field.
    fn written(&self, known: &Known, depth: usize) -> Option<FileWritten> {
        if depth > MAX_DEPTH {
            return None;
        }
        let found = match known {
            Known::Object(id) => {
                let object = self.state.object(*id)?;
                let mut first = None;
                for member in &object.members {
                    match self.written(&member.value.known, depth + 1) {
                        Some(FileWritten::Payload) => return Some(FileWritten::Payload),
                        found => first = first.or(found),
                    }
                }
                return first;
            }
            Known::Json(value) => return self.written(&value.known, depth + 1),
            Known::Text(text) => {
                return text.holes().find_map(|hole| self.written(&hole.known, depth + 1));
            }
            known => taint(known)?,
        };
        Some(if found.is_empty() { FileWritten::Payload } else { FileWritten::Field(found.to_vec()) })
    }
}

/// A file by its path.
pub(super) fn target(path: &Valued) -> Target {
    let (shape, place) = match &path.known {
        Known::Text(text) => (text.shape(), text.constant().map_or(path.place.clone(), |key| key.place)),
        _ => ("$".to_owned(), path.place.clone()),
    };
    Target { path: shape, place, private: false }
}

/// Whether a mode lets only the owner in.
fn is_private(mode: &Known) -> bool {
    matches!(mode, Known::Number(Some(mode), _) if mode.trailing_zeros() >= 6)
}

impl Reader<'_> {
    /// The file that a script makes for itself alone.
    pub(super) fn temporary(place: &super::Place) -> Known {
        let target = Target { path: "$".to_owned(), place: place.clone(), private: true };
        Known::File(Rc::new(target))
    }

    pub(super) fn read_stdin(&mut self, is_part: bool, place: &super::Place) -> Known {
        self.take_stdin(if is_part { StdinUse::Part } else { StdinUse::Whole }, place)
    }
}
