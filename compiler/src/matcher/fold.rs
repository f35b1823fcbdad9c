//! Sets in which case matters not (the modifier `i`).

use std::sync::OnceLock;

use hookc_runtime::units::{UnitSet, canonicalize};

const LAST_ASCII: u16 = 0x7f;
/// What turns an ASCII letter into the same letter in the other case.
const CASE_BIT: u16 = 0x20;

/// Every unit that stands for the same as a unit of the set, as ECMAScript's `Canonicalize` without the flag `u` has it.
pub(super) fn ignore_case(set: &UnitSet) -> UnitSet {
    let only_ascii = set.ranges().last().is_none_or(|&(_, high)| high <= LAST_ASCII);
    let mut ranges = set.ranges().to_vec();
    if only_ascii {
        let letters = (b'a'..=b'z').chain(b'A'..=b'Z').map(u16::from);
        let other_case = letters.filter(|&letter| set.contains(letter)).map(|letter| letter ^ CASE_BIT);
        ranges.extend(other_case.map(|letter| (letter, letter)));
        return UnitSet::new(ranges);
    }
    let changed = units_with_another_canonical_form();
    ranges.extend(changed.iter().filter(|(unit, _)| set.contains(*unit)).map(|&(_, upper)| (upper, upper)));
    let with_canonical_forms = UnitSet::new(ranges.iter().copied());
    let same = changed.iter().filter(|(_, upper)| with_canonical_forms.contains(*upper));
    ranges.extend(same.map(|&(unit, _)| (unit, unit)));
    UnitSet::new(ranges)
}

/// Pairs of a unit and its canonical form, where they differ.
fn units_with_another_canonical_form() -> &'static [(u16, u16)] {
    static PAIRS: OnceLock<Vec<(u16, u16)>> = OnceLock::new();
    PAIRS.get_or_init(|| {
        let pairs = (0..=u16::MAX).map(|unit| (unit, canonicalize(unit)));
        pairs.filter(|(unit, canonical)| unit != canonical).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> UnitSet {
        ignore_case(&UnitSet::new(text.encode_utf16().map(|unit| (unit, unit))))
    }

    fn holds(set: &UnitSet, text: &str) -> bool {
        text.encode_utf16().all(|unit| set.contains(unit))
    }

    #[test]
    fn letters_come_in_both_cases() {
        assert!(holds(&folded("a5Z"), "aA5zZ"));
        assert!(holds(&folded("é"), "éÉ"));
        assert!(holds(&folded("ǅ"), "Ǆǅǆ"));
    }

    #[test]
    fn nothing_crosses_the_border_of_ascii() {
        assert!(!holds(&folded("s"), "ſ"));
        assert!(!holds(&folded("ſé"), "S"));
        assert!(!holds(&folded("k"), "\u{212a}"));
    }
}
