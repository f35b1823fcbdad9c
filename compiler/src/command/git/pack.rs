//! Packs: many objects in one file, and the index that says where.

use std::path::PathBuf;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit as inflate;

use super::objects::{Kind, MAX_OBJECT, Name};
use crate::system::System;

/// The index of a pack, version 2. Only its head is kept: it may be hundreds of megabytes long, and few objects are looked up.
#[derive(Debug)]
pub(super) struct PackIndex {
    path: PathBuf,
    /// How many names begin with a byte up to this one.
    fanout: Vec<u32>,
    hash_length: usize,
}

const MAGIC: [u8; 8] = [0xff, b't', b'O', b'c', 0, 0, 0, 2];
const FANOUT: usize = 256 * 4;
/// Magic and fan-out table.
const HEAD: usize = MAGIC.len() + FANOUT;

impl PackIndex {
    /// Opens an index; `None` when it is damaged or of another version.
    pub(super) fn open(path: PathBuf, system: &dyn System) -> Option<Self> {
        let length = usize::try_from(system.metadata(&path).ok()?.len).ok()?;
        let head = system.read_part(&path, 0, HEAD as u64).ok()?;
        let (fanout, hash_length) = Self::read_head(&head, length)?;
        Some(Self { path, fanout, hash_length })
    }

    fn read_head(head: &[u8], length: usize) -> Option<(Vec<u32>, usize)> {
        if !head.starts_with(&MAGIC) {
            return None;
        }
        let counts = (0..256).map(|at| number(head, MAGIC.len() + at * 4));
        let fanout: Vec<u32> = counts.collect::<Option<_>>()?;
        let count = fanout[255] as usize;
        // Names, checksums, offsets, and two digests at the end; offsets of 8 bytes may come before those.
        let hash_length = [20, 32].into_iter().find(|hash_length| {
            let fixed = HEAD + count * (hash_length + 8) + 2 * hash_length;
            let Some(rest) = length.checked_sub(fixed) else { return false };
            rest % 8 == 0 && rest / 8 <= count
        })?;
        fanout.is_sorted().then_some((fanout, hash_length))
    }

    /// Where the object begins in the pack.
    pub(super) fn offset(&self, name: &Name, system: &dyn System) -> Option<u64> {
        let wanted = name.bytes();
        if wanted.len() != self.hash_length {
            return None;
        }
        let first = usize::from(wanted[0]);
        let mut low = first.checked_sub(1).map_or(0, |before| self.fanout[before] as usize);
        let mut high = self.fanout[first] as usize;
        while low < high {
            let middle = usize::midpoint(low, high);
            let found = self.part(HEAD + middle * self.hash_length, self.hash_length, system)?;
            match found.as_slice().cmp(wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.offset_at(middle, system),
            }
        }
        None
    }

    fn offset_at(&self, place: usize, system: &dyn System) -> Option<u64> {
        const LARGE: u32 = 1 << 31;
        let count = self.fanout[255] as usize;
        let offsets = HEAD + count * (self.hash_length + 4);
        let offset = number(&self.part(offsets + place * 4, 4, system)?, 0)?;
        if offset & LARGE == 0 {
            return Some(u64::from(offset));
        }
        let at = offsets + count * 4 + (offset & !LARGE) as usize * 8;
        let bytes = self.part(at, 8, system)?;
        Some(u64::from(number(&bytes, 0)?) << 32 | u64::from(number(&bytes, 4)?))
    }

    fn part(&self, at: usize, length: usize, system: &dyn System) -> Option<Vec<u8>> {
        let bytes = system.read_part(&self.path, at as u64, length as u64).ok()?;
        (bytes.len() == length).then_some(bytes)
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// A pack.
#[derive(Debug)]
pub(super) struct Pack {
    pub(super) path: PathBuf,
    pub(super) index: PackIndex,
}

/// What stands at a place of a pack.
pub(super) enum Entry {
    Whole(Kind, Vec<u8>),
    /// A delta against what stands at another place of the pack.
    OffsetDelta {
        base: u64,
        delta: Vec<u8>,
    },
    /// A delta against an object.
    NameDelta {
        base: Name,
        delta: Vec<u8>,
    },
}

/// What comes before the packed bytes of an entry is never longer: a length, and an offset or a name.
const MAX_ENTRY_HEAD: u64 = 10 + 32;

impl Pack {
    /// The entry that begins there; `None` when it is damaged or too large.
    pub(super) fn entry(&self, offset: u64, hash_length: usize, system: &dyn System) -> Option<Entry> {
        let head = system.read_part(&self.path, offset, MAX_ENTRY_HEAD).ok()?;
        let mut at = 0;
        let mut next = || {
            let byte = head.get(at).copied();
            at += 1;
            byte
        };
        let first = next()?;
        let mut length = usize::from(first & 0x0f);
        let mut shift = 4;
        let mut byte = first;
        while byte & 0x80 != 0 {
            byte = next()?;
            if shift > 32 {
                return None;
            }
            length |= usize::from(byte & 0x7f) << shift;
            shift += 7;
        }
        let base_offset = if first >> 4 & 7 == 6 { Some(distance(&mut next)?) } else { None };
        let base_name = match first >> 4 & 7 {
            7 => {
                let name = Name::new(head.get(at..at + hash_length)?)?;
                at += hash_length;
                Some(name)
            }
            _ => None,
        };
        let bytes = self.inflate(offset + at as u64, length, system)?;
        Some(match first >> 4 & 7 {
            1 => Entry::Whole(Kind::Commit, bytes),
            2 => Entry::Whole(Kind::Tree, bytes),
            3 => Entry::Whole(Kind::Blob, bytes),
            4 => Entry::Whole(Kind::Tag, bytes),
            6 => Entry::OffsetDelta { base: offset.checked_sub(base_offset?)?, delta: bytes },
            7 => Entry::NameDelta { base: base_name?, delta: bytes },
            _ => return None,
        })
    }

    /// The bytes that are packed from there on.
    fn inflate(&self, start: u64, length: usize, system: &dyn System) -> Option<Vec<u8>> {
        if length > MAX_OBJECT {
            return None;
        }
        // What does not shrink grows by five bytes in 16 KiB, and is wrapped in six.
        let most = length + length / 1024 + 64;
        let packed = system.read_part(&self.path, start, most as u64).ok()?;
        let bytes = inflate(&packed, length + 1).ok()?;
        (bytes.len() == length).then_some(bytes)
    }
}

/// How far before a delta its base lies: seven bits a byte, the highest first; each further byte counts from one more.
fn distance(next: &mut impl FnMut() -> Option<u8>) -> Option<u64> {
    let mut byte = next()?;
    let mut value = u64::from(byte & 0x7f);
    while byte & 0x80 != 0 {
        byte = next()?;
        value = value.checked_add(1)?.checked_mul(128)?.checked_add(u64::from(byte & 0x7f))?;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_of_any_other_form_is_refused() {
        let head = |bytes: &[u8]| PackIndex::read_head(bytes, bytes.len());
        for bytes in [&b""[..], b"\xfftOc\0\0\0\x01", b"\xfftOc\0\0\0\x02", &[0; 2000]] {
            assert_eq!(head(bytes), None);
        }
        let mut huge = MAGIC.to_vec();
        huge.extend([0xff; FANOUT + 100]);
        assert_eq!(head(&huge), None);
        let mut unsorted = MAGIC.to_vec();
        unsorted.extend([[0, 0, 0, 1].repeat(255), vec![0; 4], vec![0; 40]].concat());
        assert_eq!(head(&unsorted), None);
    }
}
