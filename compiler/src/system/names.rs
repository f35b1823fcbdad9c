//! The names in a folder, kept small.

use std::cmp::Ordering;
use std::ffi::OsStr;

use super::{Entry, FileKind};

/// The names in a folder with what they stand for.
#[derive(Debug)]
pub(super) struct Names {
    /// The names, one behind the other.
    text: Vec<u8>,
    /// Where each name ends, in the order of the names without their case.
    entries: Vec<(u32, u32, FileKind)>,
    is_ascii: bool,
}

/// What a list of names says of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// It is among them.
    As(FileKind),
    /// Nothing has the name.
    Absent,
    /// A file system that takes several spellings for one name may find something.
    Unsure,
}

impl Names {
    pub(super) fn of(entries: &[Entry]) -> Self {
        let mut text = Vec::with_capacity(entries.iter().map(|entry| entry.name.len()).sum());
        let mut places = Vec::with_capacity(entries.len());
        for entry in entries {
            let start = text.len() as u32;
            text.extend_from_slice(entry.name.as_encoded_bytes());
            places.push((start, text.len() as u32, entry.kind));
        }
        let name = |place: &(u32, u32, FileKind)| &text[place.0 as usize..place.1 as usize];
        places.sort_by(|one, other| without_case(name(one), name(other)));
        Self { is_ascii: text.is_ascii(), text, entries: places }
    }

    pub(super) fn find(&self, name: &OsStr) -> Listed {
        let wanted = name.as_encoded_bytes();
        let first = self.entries.partition_point(|place| without_case(self.name(place), wanted).is_lt());
        let mut alike = self.entries[first..]
            .iter()
            .take_while(|place| self.name(place).eq_ignore_ascii_case(wanted))
            .peekable();
        let is_plain = alike.peek().is_none() && self.is_ascii && is_plain(wanted);
        match alike.find(|place| self.name(place) == wanted) {
            Some(place) => Listed::As(place.2),
            None if is_plain => Listed::Absent,
            None => Listed::Unsure,
        }
    }

    fn name(&self, place: &(u32, u32, FileKind)) -> &[u8] {
        &self.text[place.0 as usize..place.1 as usize]
    }
}

fn without_case(one: &[u8], other: &[u8]) -> Ordering {
    Iterator::cmp(one.iter().map(u8::to_ascii_lowercase), other.iter().map(u8::to_ascii_lowercase))
}

/// Whether a name has one spelling but for its case. Windows passes over blanks and dots at the end, and knows short names with `~`.
fn is_plain(name: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_');
    name.iter().all(is_plain) && !name.ends_with(b".")
}
