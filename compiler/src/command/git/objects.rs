//! Objects of a repository, read from loose files and packs: enough to come from a commit to its files.
//!
//! Names are never computed, so that both kinds of repositories, with names of 20 and of 32 bytes, are read alike. What a repository
//! holds is not trusted: every length is checked, chains of deltas are followed by a loop, and sizes have a limit.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit as inflate;

use super::Unreadable;
use super::pack::{Entry, Pack, PackIndex};
use crate::source::MAX_FILE;
use crate::system::System;

/// No object that matters here is larger than a file may be.
pub(super) const MAX_OBJECT: usize = MAX_FILE as usize;

/// Git makes chains of 50 deltas, and refuses more than this.
const MAX_CHAIN: usize = 4095;

/// So many bytes are unpacked, copied and searched for the objects of one repository. A repository that people made takes a small part of it; one that was made to
/// be unpacked is given up.
const MAX_WORK: usize = 2 << 30;

/// Other object stores that a store may name, all together.
const MAX_STORES: usize = 16;

/// The name of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Name {
    bytes: [u8; 32],
    length: u8,
}

impl Name {
    /// From its bytes; `None` unless these are 20 or 32.
    pub(super) fn new(bytes: &[u8]) -> Option<Self> {
        if !matches!(bytes.len(), 20 | 32) {
            return None;
        }
        let mut name = Self { bytes: [0; 32], length: bytes.len() as u8 };
        name.bytes[..bytes.len()].copy_from_slice(bytes);
        Some(name)
    }

    /// From hexadecimal digits.
    pub(super) fn from_hex(text: &str) -> Option<Self> {
        if !text.is_ascii() || !matches!(text.len(), 40 | 64) {
            return None;
        }
        let bytes: Option<Vec<u8>> =
            (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect();
        Self::new(&bytes?)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }

    fn hex(&self) -> String {
        use std::fmt::Write as _;
        self.bytes().iter().fold(String::new(), |mut hex, byte| {
            // Writing to a string cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Commit,
    Tree,
    Blob,
    Tag,
}

/// An object, whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Object {
    pub(super) kind: Kind,
    pub(super) bytes: Vec<u8>,
}

/// The objects of a repository and of those that it borrows from.
#[derive(Debug)]
pub(super) struct Objects {
    folders: Vec<PathBuf>,
    /// Opened when an object is not loose.
    packs: Option<Vec<Pack>>,
    /// What is left of [`MAX_WORK`].
    left: Cell<usize>,
}

impl Objects {
    /// The store in this folder, and those it names.
    pub(super) fn open(folder: PathBuf, system: &dyn System) -> Self {
        let mut folders = vec![folder];
        let mut at = 0;
        while let Some(folder) = folders.get(at).cloned() {
            let list = system.read(&folder.join("info").join("alternates"), MAX_FILE).unwrap_or_default();
            for line in String::from_utf8_lossy(&list).lines().filter(|line| !line.starts_with('#')) {
                let other = folder.join(line);
                if !line.is_empty() && folders.len() < MAX_STORES && !folders.contains(&other) {
                    folders.push(other);
                }
            }
            at += 1;
        }
        Self { folders, packs: None, left: Cell::new(MAX_WORK) }
    }

    /// Counts work on so many bytes.
    ///
    /// # Errors
    ///
    /// It is more than [`MAX_WORK`], all together.
    pub(super) fn spend(&self, bytes: usize) -> Result<(), Unreadable> {
        let left = self.left.get().checked_sub(bytes).ok_or(Unreadable::Large("what is unpacked of it"))?;
        self.left.set(left);
        Ok(())
    }

    /// An object.
    ///
    /// # Errors
    ///
    /// It is not there, as in a clone of a part, or damaged, or larger than [`MAX_OBJECT`], or there was too much to do.
    pub(super) fn read(&mut self, name: &Name, system: &dyn System) -> Result<Object, Unreadable> {
        let mut name = *name;
        let mut deltas: Vec<Vec<u8>> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut base = loop {
            if let Some(object) = self.loose(&name, system)? {
                break object;
            }
            match self.packed(&name, &mut deltas, system)? {
                Packed::Whole(object) => break object,
                // Only a damaged pack goes round in a circle.
                Packed::DeltaOf(other) if seen.insert(other) && deltas.len() <= MAX_CHAIN => name = other,
                Packed::DeltaOf(_) => return Err(Unreadable::Damaged("a pack")),
            }
        };
        for delta in deltas.iter().rev() {
            self.spend(base.bytes.len() + delta.len())?;
            base.bytes = apply(&base.bytes, delta).ok_or(Unreadable::Damaged("a pack"))?;
        }
        Ok(base)
    }

    fn loose(&self, name: &Name, system: &dyn System) -> Result<Option<Object>, Unreadable> {
        let hex = name.hex();
        for folder in &self.folders {
            let path = folder.join(&hex[..2]).join(&hex[2..]);
            let Ok(bytes) = system.read(&path, MAX_FILE) else { continue };
            let bytes = inflate(&bytes, MAX_OBJECT).map_err(|_| Unreadable::Damaged("an object"))?;
            self.spend(bytes.len())?;
            return loose_object(bytes).map(Some).ok_or(Unreadable::Damaged("an object"));
        }
        Ok(None)
    }

    /// Follows deltas inside of one pack, and adds them to `deltas`.
    fn packed(
        &mut self,
        name: &Name,
        deltas: &mut Vec<Vec<u8>>,
        system: &dyn System,
    ) -> Result<Packed, Unreadable> {
        if self.packs.is_none() {
            self.packs = Some(open_packs(&self.folders, system)?);
        }
        let packs = self.packs.as_deref().unwrap_or_default();
        let found = packs.iter().find_map(|pack| Some((pack, pack.index.offset(name, system)?)));
        let Some((pack, mut offset)) = found else { return Err(Unreadable::Missing) };
        let mut unpacked = deltas.iter().map(Vec::len).sum::<usize>();
        let mut add = |delta: Vec<u8>| {
            self.spend(delta.len())?;
            unpacked += delta.len();
            deltas.push(delta);
            if unpacked > MAX_OBJECT { Err(Unreadable::Large("a chain of deltas")) } else { Ok(deltas.len()) }
        };
        loop {
            match pack.entry(offset, name.bytes().len(), system).ok_or(Unreadable::Damaged("a pack"))? {
                Entry::Whole(kind, bytes) => {
                    self.spend(bytes.len())?;
                    return Ok(Packed::Whole(Object { kind, bytes }));
                }
                Entry::OffsetDelta { base, delta } => {
                    // A base lies before what is built on it, so this ends.
                    if add(delta)? > MAX_CHAIN || base >= offset {
                        return Err(Unreadable::Damaged("a pack"));
                    }
                    offset = base;
                }
                Entry::NameDelta { base, delta } => {
                    add(delta)?;
                    return Ok(Packed::DeltaOf(base));
                }
            }
        }
    }
}

enum Packed {
    Whole(Object),
    DeltaOf(Name),
}

fn open_packs(folders: &[PathBuf], system: &dyn System) -> Result<Vec<Pack>, Unreadable> {
    let mut packs = Vec::new();
    for folder in folders.iter().map(|folder| folder.join("pack")) {
        for entry in system.read_dir(&folder).unwrap_or_default() {
            let path = folder.join(&entry.name);
            if path.extension().is_some_and(|extension| extension == "idx") {
                packs.push(open_pack(&path, system)?);
            }
        }
    }
    Ok(packs)
}

fn open_pack(index: &Path, system: &dyn System) -> Result<Pack, Unreadable> {
    let path = index.with_extension("pack");
    let index = PackIndex::open(index.to_path_buf(), system);
    Ok(Pack { path, index: index.ok_or(Unreadable::Damaged("the index of a pack"))? })
}

/// A loose object: its kind, its length, a NUL, and its bytes.
fn loose_object(mut bytes: Vec<u8>) -> Option<Object> {
    let end = bytes.iter().take(32).position(|byte| *byte == 0)?;
    let (kind, length) = std::str::from_utf8(&bytes[..end]).ok()?.split_once(' ')?;
    let kind = match kind {
        "commit" => Kind::Commit,
        "tree" => Kind::Tree,
        "blob" => Kind::Blob,
        "tag" => Kind::Tag,
        _ => return None,
    };
    let length: usize = length.parse().ok()?;
    bytes.drain(..=end);
    (bytes.len() == length).then_some(Object { kind, bytes })
}

/// The text that a delta makes of its base.
fn apply(base: &[u8], delta: &[u8]) -> Option<Vec<u8>> {
    let mut delta = delta.iter().copied();
    let base_length = delta_length(&mut delta)?;
    let length = delta_length(&mut delta)?;
    if base_length != base.len() || length > MAX_OBJECT {
        return None;
    }
    let mut text = Vec::with_capacity(length);
    while let Some(step) = delta.next() {
        if step & 0x80 != 0 {
            let mut number = |bits: std::ops::Range<u32>| -> Option<usize> {
                let mut value = 0;
                for (place, bit) in bits.enumerate() {
                    if step & (1 << bit) != 0 {
                        value |= usize::from(delta.next()?) << (8 * place);
                    }
                }
                Some(value)
            };
            let start = number(0..4)?;
            let copied = match number(4..7)? {
                0 => 0x1_0000,
                copied => copied,
            };
            text.extend_from_slice(base.get(start..start.checked_add(copied)?)?);
        } else if step != 0 {
            let before = text.len();
            text.extend(delta.by_ref().take(usize::from(step)));
            if text.len() - before != usize::from(step) {
                return None;
            }
        } else {
            return None;
        }
        if text.len() > length {
            return None;
        }
    }
    (text.len() == length).then_some(text)
}

/// Seven bits a byte, the lowest first.
fn delta_length(bytes: &mut impl Iterator<Item = u8>) -> Option<usize> {
    let mut value = 0_usize;
    for shift in (0..35).step_by(7) {
        let byte = bytes.next()?;
        value |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delta_copies_and_inserts() {
        // Lengths 5 and 6; copy 2 bytes from 3, insert "xyz", copy 1 byte from 0.
        let delta = [5, 6, 0x91, 3, 2, 3, b'x', b'y', b'z', 0x90, 1];
        assert_eq!(apply(b"abcde", &delta).unwrap(), b"dexyza");
    }

    #[test]
    fn a_delta_that_reaches_beyond_its_base_or_its_end_is_refused() {
        for delta in [
            &[5, 2, 0x91, 4, 2][..],
            &[5, 3, 3, b'x'],
            &[5, 1, 0],
            &[4, 1, 1, b'x'],
            &[5, 1, 2, b'x', b'y'],
            &[5],
        ] {
            assert_eq!(apply(b"abcde", delta), None, "{delta:?}");
        }
    }

    #[test]
    fn a_loose_object_must_be_as_long_as_it_says() {
        let object = loose_object(b"blob 3\0abc".to_vec()).unwrap();
        assert_eq!((object.kind, object.bytes.as_slice()), (Kind::Blob, b"abc".as_slice()));
        for wrong in ["blob 2\0abc", "blob x\0abc", "thing 3\0abc", "blob 3abc"] {
            assert_eq!(loose_object(wrong.as_bytes().to_vec()), None, "{wrong}");
        }
    }

    #[test]
    fn names_are_forty_or_sixty_four_digits() {
        assert!(Name::from_hex(&"0a".repeat(20)).is_some() && Name::from_hex(&"0a".repeat(32)).is_some());
        for wrong in ["", "0a", &"0g".repeat(20), &"é".repeat(20)] {
            assert_eq!(Name::from_hex(wrong), None, "{wrong}");
        }
    }
}
