//! The text of a pattern as JavaScript reads it, and the way back to bytes.

use std::ops::Range;

/// A pattern as UTF-16 code units, each with its place in the decoded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Source {
    units: Vec<u16>,
    /// The byte at which each unit's character begins, and the length of the text.
    offsets: Vec<u32>,
}

const fn is_high_surrogate(unit: u16) -> bool {
    matches!(unit, 0xd800..=0xdbff)
}

const fn is_low_surrogate(unit: u16) -> bool {
    matches!(unit, 0xdc00..=0xdfff)
}

impl Source {
    /// The units with the byte offset of each; `len` is the length of the whole text in bytes.
    pub(super) fn new(units: impl IntoIterator<Item = (usize, u16)>, len: usize) -> Self {
        let mut source = Self { units: Vec::with_capacity(len), offsets: Vec::with_capacity(len + 1) };
        for (offset, unit) in units {
            let of_pair =
                is_low_surrogate(unit) && source.units.last().copied().is_some_and(is_high_surrogate);
            let offset = match source.offsets.last() {
                Some(&first_half) if of_pair => first_half,
                _ => offset as u32,
            };
            source.units.push(unit);
            source.offsets.push(offset);
        }
        source.offsets.push(len as u32);
        source
    }

    pub(super) fn from_text(text: &str) -> Self {
        let mut buffer = [0; 2];
        let units = text.char_indices().flat_map(|(offset, character)| {
            let units = character.encode_utf16(&mut buffer);
            let (first, second) = (units[0], units.get(1).copied());
            std::iter::once(first).chain(second).map(move |unit| (offset, unit))
        });
        Self::new(units, text.len())
    }

    /// Units without a text of their own: the offsets are those of their UTF-8 form, with three bytes for a lone surrogate.
    pub(super) fn from_units(units: &[u16]) -> Self {
        let mut len = 0;
        let mut placed = Vec::with_capacity(units.len());
        for decoded in char::decode_utf16(units.iter().copied()) {
            match decoded {
                Ok(character) => {
                    let mut buffer = [0; 2];
                    placed.extend(character.encode_utf16(&mut buffer).iter().map(|&unit| (len, unit)));
                    len += character.len_utf8();
                }
                Err(lone) => {
                    placed.push((len, lone.unpaired_surrogate()));
                    len += char::REPLACEMENT_CHARACTER.len_utf8();
                }
            }
        }
        Self::new(placed, len)
    }

    pub(super) fn units(&self) -> &[u16] {
        &self.units
    }

    /// The bytes of a range of units, grown to whole characters.
    pub(super) fn bytes(&self, range: Range<u32>) -> Range<usize> {
        let offset = |index: usize| self.offsets.get(index).or(self.offsets.last()).copied().unwrap_or(0);
        let start = offset(range.start as usize);
        let mut after = range.end as usize;
        while range.start < range.end && after < self.units.len() && offset(after) == offset(after - 1) {
            after += 1;
        }
        start as usize..offset(after).max(start) as usize
    }

    /// The text of a range of units; a lone surrogate becomes U+FFFD.
    pub(super) fn text(&self, range: Range<u32>) -> String {
        let units = self.units.get(range.start as usize..range.end as usize).unwrap_or_default();
        String::from_utf16_lossy(units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_bytes_of_whole_characters() {
        let source = Source::from_text("aé😀b");
        assert_eq!(source.units().len(), 5);
        assert_eq!(source.bytes(1..2), 1..3);
        assert_eq!(source.bytes(2..3), 3..7, "half a character is underlined whole");
        assert_eq!(source.bytes(3..4), 3..7);
        assert_eq!(source.bytes(4..5), 7..8);
        assert_eq!(source.bytes(5..5), 8..8);
    }
}
