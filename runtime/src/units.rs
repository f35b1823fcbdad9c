//! UTF-16 code units, which is what JavaScript's regular expressions read: sets of them, their case, and the bytes that stand for them.

use std::borrow::Cow;

/// An inclusive range of code units.
pub type UnitRange = (u16, u16);

const ASCII_LIMIT: u16 = 128;
const FIRST_SURROGATE: u16 = 0xd800;
const LAST_SURROGATE: u16 = 0xdfff;
/// The first lead byte of a character outside the basic plane in UTF-8.
const FIRST_ASTRAL_LEAD: u8 = 0xf0;

/// A set of code units: sorted ranges that neither overlap nor touch, with the ASCII part as a bitmap for speed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnitSet {
    ascii: u128,
    ranges: Box<[UnitRange]>,
}

impl UnitSet {
    /// The set of all units in the ranges, which may come in any order and overlap. A range that runs backwards is empty.
    pub fn new(ranges: impl IntoIterator<Item = UnitRange>) -> Self {
        let mut sorted: Vec<UnitRange> = ranges.into_iter().filter(|(low, high)| low <= high).collect();
        sorted.sort_unstable();
        let mut merged: Vec<UnitRange> = Vec::with_capacity(sorted.len());
        for (low, high) in sorted {
            match merged.last_mut() {
                Some(last) if u32::from(low) <= u32::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self { ascii: ascii_bitmap(&merged), ranges: merged.into() }
    }

    /// The set of one unit.
    pub fn single(unit: u16) -> Self {
        Self::new([(unit, unit)])
    }

    /// Every unit.
    pub fn all() -> Self {
        Self::new([(0, u16::MAX)])
    }

    /// The units that are not in this set.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = Some(0);
        for &(low, high) in &self.ranges {
            if let Some(next) = next
                && next < low
            {
                ranges.push((next, low - 1));
            }
            next = high.checked_add(1);
        }
        ranges.extend(next.map(|next| (next, u16::MAX)));
        Self { ascii: !self.ascii, ranges: ranges.into() }
    }

    /// Whether the unit is in the set.
    #[inline]
    pub fn contains(&self, unit: u16) -> bool {
        if unit < ASCII_LIMIT {
            return self.ascii >> unit & 1 == 1;
        }
        let after = self.ranges.partition_point(|&(low, _)| low <= unit);
        after.checked_sub(1).and_then(|index| self.ranges.get(index)).is_some_and(|&(_, high)| unit <= high)
    }

    /// The ranges, sorted, neither overlapping nor touching.
    pub fn ranges(&self) -> &[UnitRange] {
        &self.ranges
    }

    /// Whether no unit is in the set.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// The units that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut ranges = Vec::new();
        let (mut left, mut right) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        while let (Some(&&(a_low, a_high)), Some(&&(b_low, b_high))) = (left.peek(), right.peek()) {
            let (low, high) = (a_low.max(b_low), a_high.min(b_high));
            if low <= high {
                ranges.push((low, high));
            }
            if a_high < b_high {
                left.next()
            } else {
                right.next()
            };
        }
        Self { ascii: self.ascii & other.ascii, ranges: ranges.into() }
    }
}

fn ascii_bitmap(ranges: &[UnitRange]) -> u128 {
    let mut bitmap = 0;
    for &(low, high) in ranges.iter().take_while(|(low, _)| *low < ASCII_LIMIT) {
        for unit in low..=high.min(ASCII_LIMIT - 1) {
            bitmap |= 1 << unit;
        }
    }
    bitmap
}

/// Whether JavaScript's `\w` matches the unit.
#[inline]
pub const fn is_word(unit: u16) -> bool {
    matches!(unit, 0x30..=0x39 | 0x41..=0x5a | 0x5f | 0x61..=0x7a)
}

/// Whether the unit ends a line for JavaScript: `\n`, `\r`, U+2028, U+2029.
#[inline]
pub const fn is_line_terminator(unit: u16) -> bool {
    matches!(unit, 0x0a | 0x0d | 0x2028 | 0x2029)
}

/// The unit that stands for it where case does not matter: ECMAScript's `Canonicalize` without the flags `u` and `v`.
///
/// That is the upper case, unless it takes more than one unit or turns a character outside ASCII into one inside it.
pub fn canonicalize(unit: u16) -> u16 {
    if unit < ASCII_LIMIT {
        return u16::from((unit as u8).to_ascii_uppercase());
    }
    let Some(character) = char::from_u32(u32::from(unit)) else { return unit };
    let mut upper = character.to_uppercase();
    match (upper.next().map(u32::from).and_then(|upper| u16::try_from(upper).ok()), upper.next()) {
        (Some(upper), None) if upper >= ASCII_LIMIT => upper,
        _ => unit,
    }
}

/// The text as a [`Table`](crate::Table) reads it: UTF-8, except that a character outside the basic plane is written as its two surrogates
/// (CESU-8), so that the automaton sees what JavaScript sees. Most text is borrowed as it is.
pub fn subject(text: &str) -> Cow<'_, [u8]> {
    if text.bytes().all(|byte| byte < FIRST_ASTRAL_LEAD) {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(subject_of_units(text.encode_utf16()))
}

/// The code units as a [`Table`](crate::Table) reads them; lone surrogates are kept.
pub fn subject_of_units(units: impl IntoIterator<Item = u16>) -> Vec<u8> {
    let units = units.into_iter();
    let mut bytes = Vec::with_capacity(units.size_hint().0);
    for unit in units {
        push_unit(&mut bytes, unit);
    }
    bytes
}

const fn continuation(bits: u16) -> u8 {
    0x80 | (bits & 0x3f) as u8
}

fn push_unit(bytes: &mut Vec<u8>, unit: u16) {
    match unit {
        0..=0x7f => bytes.push(unit as u8),
        0x80..=0x7ff => bytes.extend([0xc0 | (unit >> 6) as u8, continuation(unit)]),
        _ => bytes.extend([0xe0 | (unit >> 12) as u8, continuation(unit >> 6), continuation(unit)]),
    }
}

/// Whether the unit is half of a character outside the basic plane.
pub const fn is_surrogate(unit: u16) -> bool {
    matches!(unit, FIRST_SURROGATE..=LAST_SURROGATE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_sorted_and_merged() {
        let set = UnitSet::new([(0x70, 0x80), (0x30, 0x39), (0x3a, 0x40), (0x75, 0x90), (9, 3)]);
        assert_eq!(set.ranges(), [(0x30, 0x40), (0x70, 0x90)]);
    }

    #[test]
    fn a_complement_holds_exactly_the_other_units() {
        for set in [UnitSet::new([]), UnitSet::all(), UnitSet::new([(0, 5), (0x7f, 0x80), (0xffff, 0xffff)])]
        {
            let complement = set.complement();
            assert!((0..=u16::MAX).all(|unit| set.contains(unit) != complement.contains(unit)));
        }
    }

    #[test]
    fn an_intersection_holds_exactly_the_common_units() {
        let (a, b) =
            (UnitSet::new([(5, 60), (100, 3000)]), UnitSet::new([(0, 7), (50, 200), (2999, 0xffff)]));
        let both = a.intersection(&b);
        assert!((0..=u16::MAX).all(|unit| both.contains(unit) == (a.contains(unit) && b.contains(unit))));
    }

    #[test]
    fn case_follows_the_rule_without_the_unicode_flag() {
        let canonical = |c: char| char::from_u32(u32::from(canonicalize(c as u16)));
        assert_eq!(canonical('k'), Some('K'));
        assert_eq!(canonical('é'), Some('É'));
        assert_eq!(canonical('µ'), Some('Μ'), "the micro sign is a Greek letter");
        assert_eq!(canonical('ſ'), Some('ſ'), "the long s stays outside ASCII");
        assert_eq!(canonical('ß'), Some('ß'), "SS is two units");
    }

    #[test]
    fn an_astral_character_becomes_its_two_surrogates() {
        assert_eq!(subject("aé😀").as_ref(), [0x61, 0xc3, 0xa9, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);
        assert!(matches!(subject("aé"), Cow::Borrowed(_)));
    }
}
