//! Packs: many objects in one file, and the index that says where.

use std::path::PathBuf;

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit as inflate;

use super::objects::{Kind, MAX_OBJECT, Name};
use crate::system::System;

/// The index of a pack, version 2.
#[derive(Debug)]
pub(super) struct PackIndex {
    bytes: Vec<u8>,
    count: usize,
    hash_length: usize,
}

const MAGIC: [u8; 8] = [0xff, b't', b'O', b'c', 0, 0, 0, 2];
const FANOUT: usize = 256 * 4;
/// Magic and fan-out table.
const HEAD: usize = MAGIC.len() + FANOUT;

impl PackIndex {
    /// An index larger than this is not read.
    pub(super) const MOST: u64 = 512 << 20;

    /// Reads an index; `None` when it is damaged or of another version.
    pub(super) fn parse(bytes: Vec<u8>) -> Option<Self> {
        if !bytes.starts_with(&MAGIC) {
            return None;
        }
        let count = number(&bytes, MAGIC.len() + 255 * 4)? as usize;
        // Names, checksums, offsets, and two digests at the end; offsets of 8 bytes may come before those.
        let hash_length = [20, 32].into_iter().find(|length| {
            let fixed = HEAD + count * (length + 8) + 2 * length;
            let Some(rest) = bytes.len().checked_sub(fixed) else { return false };
            rest % 8 == 0 && rest / 8 <= count
        })?;
        Some(Self { bytes, count, hash_length })
    }

    /// Where the object begins in the pack.
    pub(super) fn offset(&self, name: &Name) -> Option<u64> {
        let wanted = name.bytes();
        if wanted.len() != self.hash_length {
            return None;
        }
        let first = usize::from(wanted[0]);
        let fanout = |at: usize| number(&self.bytes, MAGIC.len() + at * 4).map(|number| number as usize);
        let (mut low, mut high) = (if first == 0 { 0 } else { fanout(first - 1)? }, fanout(first)?);
        if high > self.count {
            return None;
        }
        while low < high {
            let middle = usize::midpoint(low, high);
            let start = HEAD + middle * self.hash_length;
            match self.bytes.get(start..start + self.hash_length)?.cmp(wanted) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.offset_at(middle),
            }
        }
        None
    }

    fn offset_at(&self, place: usize) -> Option<u64> {
        const LARGE: u32 = 1 << 31;
        let offsets = HEAD + self.count * (self.hash_length + 4);
        let offset = number(&self.bytes, offsets + place * 4)?;
        if offset & LARGE == 0 {
            return Some(u64::from(offset));
        }
        let at = offsets + self.count * 4 + (offset & !LARGE) as usize * 8;
        Some(u64::from(number(&self.bytes, at)?) << 32 | u64::from(number(&self.bytes, at + 4)?))
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
        for bytes in [&b""[..], b"\xfftOc\0\0\0\x01", b"\xfftOc\0\0\0\x02", &[0; 2000]] {
            assert!(PackIndex::parse(bytes.to_vec()).is_none());
        }
        let mut huge = MAGIC.to_vec();
        huge.extend([0xff; FANOUT + 100]);
        assert!(PackIndex::parse(huge).is_none());
    }
}
