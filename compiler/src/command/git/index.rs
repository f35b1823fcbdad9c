//! The index of a repository: which files it tracks, and with which mode.
//!
//! Versions 2, 3 and 4 are read, with 20-byte and 32-byte object names. What is damaged is not read at all, and what an index
//! leaves to another file (a shared index, folders outside a sparse checkout) is told as incomplete.

use std::ops::Range;

/// How a file is tracked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// 100644.
    Regular,
    /// 100755.
    Executable,
    /// 120000.
    Symlink,
}

/// What an index says of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Tracked(Mode),
    Absent,
    /// The path lies in a part that this index does not list.
    Unlisted,
}

/// What an index would commit at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Staged<'i> {
    /// Nothing, or a file that is only intended to be added.
    Absent,
    /// The sides of a merge.
    Conflict,
    File {
        mode: u32,
        object: &'i [u8],
    },
}

/// An index, read.
#[derive(Debug)]
pub(super) struct Index {
    names: Vec<u8>,
    /// The names of objects, in step with `entries`; empty unless they were asked for.
    objects: Vec<Object>,
    /// Places in `names` and modes, sorted by name.
    entries: Vec<(Range<u32>, u32)>,
    is_whole: bool,
}

#[derive(Debug)]
struct Object {
    name: Vec<u8>,
    is_conflict: bool,
    is_only_intended: bool,
}

/// So long may all names be together, in bytes: in version 4 each may repeat the one before it, so that they are not bounded by the length of the index.
const MAX_NAMES: usize = 128 << 20;

const SUBMODULE: u32 = 0o160_000;
const SPARSE_FOLDER: u32 = 0o040_000;

impl Index {
    /// Reads an index; `None` when it is damaged or of an unknown version.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        Self::read(bytes, false)
    }

    /// The same, with the names of objects, for [`Index::staged`].
    pub(super) fn parse_with_objects(bytes: &[u8]) -> Option<Self> {
        Self::read(bytes, true)
    }

    fn read(bytes: &[u8], wants_objects: bool) -> Option<Self> {
        [20, 32]
            .into_iter()
            .find_map(|hash_length| Reader { bytes, at: 0, hash_length, wants_objects }.index())
    }

    /// An index without files.
    pub(super) const fn empty() -> Self {
        Self { names: Vec::new(), objects: Vec::new(), entries: Vec::new(), is_whole: true }
    }

    /// Whether it lists everything that is tracked, and leaves no part to another file or folder.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole && self.entries.iter().all(|(_, mode)| *mode != SPARSE_FOLDER)
    }

    /// What it would commit at a path. Only an index that was read with objects has an answer.
    pub(super) fn staged(&self, path: &str) -> Staged<'_> {
        let Some(place) = self.place(path) else { return Staged::Absent };
        match self.objects.get(place) {
            None | Some(Object { is_only_intended: true, .. }) => Staged::Absent,
            Some(Object { is_conflict: true, .. }) => Staged::Conflict,
            Some(Object { name, .. }) => Staged::File { mode: self.entries[place].1, object: name },
        }
    }

    /// What it says of a path, given from the root of the work tree with `/`.
    pub(super) fn entry(&self, path: &str) -> Entry {
        if let Some(mode) = self.mode(path) {
            return match mode {
                0o100_755 => Entry::Tracked(Mode::Executable),
                0o120_000 => Entry::Tracked(Mode::Symlink),
                SUBMODULE => Entry::Unlisted,
                _ => Entry::Tracked(Mode::Regular),
            };
        }
        let in_unlisted_folder = path.match_indices('/').any(|(slash, _)| {
            self.mode(&path[..slash]) == Some(SUBMODULE) || self.mode(&path[..=slash]) == Some(SPARSE_FOLDER)
        });
        if in_unlisted_folder || !self.is_whole { Entry::Unlisted } else { Entry::Absent }
    }

    fn mode(&self, path: &str) -> Option<u32> {
        self.place(path).map(|at| self.entries[at].1)
    }

    fn place(&self, path: &str) -> Option<usize> {
        self.entries.binary_search_by(|(name, _)| self.name(name).cmp(path.as_bytes())).ok()
    }

    fn name(&self, place: &Range<u32>) -> &[u8] {
        &self.names[place.start as usize..place.end as usize]
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    hash_length: usize,
    wants_objects: bool,
}

/// The times, sizes and owners before an object's name.
const STAT_LENGTH: usize = 40;

/// Flags of an entry: it has two more bytes of flags; its name's length, all ones when it is longer.
const EXTENDED: u16 = 0x4000;
const STAGE: u16 = 0x3000;
const NAME_LENGTH: u16 = 0x0fff;

/// The flag among the further ones of a file that is only intended to be added.
const INTENT_TO_ADD: u16 = 0x2000;

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_be_bytes(self.take(2)?.try_into().ok()?))
    }

    fn index(mut self) -> Option<Index> {
        if self.take(4)? != b"DIRC" {
            return None;
        }
        let version = self.u32().filter(|version| (2..=4).contains(version))?;
        let count = self.u32()?;
        let mut index = Index::empty();
        for _ in 0..count {
            self.entry(version, &mut index)?;
        }
        index.is_whole = self.has_no_foreign_part()?;
        Some(index)
    }

    fn entry(&mut self, version: u32, index: &mut Index) -> Option<()> {
        let start = self.at;
        let times_and_mode = self.take(STAT_LENGTH)?;
        let mode = u32::from_be_bytes(times_and_mode[24..28].try_into().ok()?);
        let known = [0o100_644, 0o100_755, 0o120_000, SUBMODULE, SPARSE_FOLDER, 0o100_664];
        if !known.contains(&mode) {
            return None;
        }
        let object = self.take(self.hash_length)?;
        let flags = self.u16()?;
        let mut is_only_intended = false;
        if flags & EXTENDED != 0 {
            if version < 3 {
                return None;
            }
            is_only_intended = self.u16()? & INTENT_TO_ADD != 0;
        }
        let previous = index.entries.last().map(|(name, _)| name.clone());
        let name_start = index.names.len();
        if version == 4 {
            let dropped = self.variable_length()?;
            let previous = previous.clone().unwrap_or_default();
            let kept = (previous.len()).checked_sub(dropped)?;
            let kept = previous.start as usize..previous.start as usize + kept;
            index.names.extend_from_within(kept);
            let suffix = self.until_nul()?;
            index.names.extend_from_slice(suffix);
            self.take(1)?;
        } else {
            let length = usize::from(flags & NAME_LENGTH);
            let name =
                if flags & NAME_LENGTH == NAME_LENGTH { self.until_nul()? } else { self.take(length)? };
            index.names.extend_from_slice(name);
            let padded = (self.at - start + 8) / 8 * 8;
            let padding = self.take(padded - (self.at - start))?;
            if padding.iter().any(|byte| *byte != 0) {
                return None;
            }
        }
        if index.names.len() > MAX_NAMES {
            return None;
        }
        let name = u32::try_from(name_start).ok()?..u32::try_from(index.names.len()).ok()?;
        if name.is_empty() || index.name(&name).contains(&0) {
            return None;
        }
        // The sides of a conflict have the same name, one behind the other.
        match previous.map(|previous| index.name(&previous).cmp(index.name(&name))) {
            None | Some(std::cmp::Ordering::Less) => {
                index.entries.push((name, mode));
                if self.wants_objects {
                    let is_conflict = flags & STAGE != 0;
                    index.objects.push(Object { name: object.to_vec(), is_conflict, is_only_intended });
                }
            }
            Some(std::cmp::Ordering::Equal) => {}
            Some(std::cmp::Ordering::Greater) => return None,
        }
        Some(())
    }

    fn until_nul(&mut self) -> Option<&'a [u8]> {
        let rest = self.bytes.get(self.at..)?;
        let length = rest.iter().position(|byte| *byte == 0)?;
        self.take(length)
    }

    /// Seven bits a byte, the highest first; each further byte counts from one more.
    fn variable_length(&mut self) -> Option<usize> {
        let mut byte = self.take(1)?[0];
        let mut value = usize::from(byte & 0x7f);
        while byte & 0x80 != 0 {
            byte = self.take(1)?[0];
            value = value.checked_add(1)?.checked_mul(128)?.checked_add(usize::from(byte & 0x7f))?;
        }
        Some(value)
    }

    /// Steps over the extensions; false when one that must be understood is not (`link` names a second index).
    fn has_no_foreign_part(&mut self) -> Option<bool> {
        let end = self.bytes.len().checked_sub(self.hash_length)?;
        let mut is_whole = true;
        while self.at < end {
            let signature = self.take(4)?;
            let is_optional = signature[0].is_ascii_uppercase();
            is_whole &= is_optional || signature == b"sdir";
            let length = self.u32()? as usize;
            self.take(length)?;
        }
        (self.at == end).then_some(is_whole)
    }
}
