//! A matcher as a flat automaton: bytes in, a yes or a no out, in linear time and without a regex engine.

use std::fmt;

/// The state in which no continuation can match any more.
pub const REJECT: u16 = 0;
/// The state in which every continuation matches.
pub const ACCEPT: u16 = 1;

const BYTES: usize = 256;
/// The first byte of the binary form; raised whenever that form changes.
const FORMAT: u8 = 1;
const HEADER_LEN: usize = 7;
/// The states that every table has and that are not written out: [`REJECT`] and [`ACCEPT`].
const IMPLIED_STATES: usize = 2;
/// With at most this many states a state takes one byte in the binary form, otherwise two.
const MAX_NARROW_STATES: usize = 256;
/// A table with more states than this is refused, so that a forged plan cannot claim much memory.
pub const MAX_STATES: usize = 16_384;

/// An automaton over the bytes of a subject (see [`subject`](crate::units::subject)). It decides a whole subject; where in it the pattern matched is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The class of each byte: bytes of one class are not told apart.
    classes: Box<[u8; BYTES]>,
    class_count: u16,
    start: u16,
    /// `state * class_count + class` → next state.
    next: Box<[u16]>,
    /// Whether a subject that ends in the state matches.
    accepts: Box<[bool]>,
}

/// Why bytes or parts are not a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableError {
    /// The binary form has another version than this build reads.
    Format(u8),
    /// The binary form ends early or goes on too long.
    Length {
        /// How many bytes it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A count is zero, too large, or does not fit the other parts.
    Count,
    /// A byte class is not below the number of classes.
    Class(u8),
    /// A state is not below the number of states.
    State(u16),
    /// One of the two fixed states does not behave as it must.
    FixedState(u16),
    /// Unused bits are set.
    Padding,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(found) => {
                write!(f, "matcher table has format {found}, this build reads format {FORMAT}")
            }
            Self::Length { expected, found } => {
                write!(f, "matcher table should have {expected} bytes but has {found}")
            }
            Self::Count => write!(f, "matcher table has an impossible number of states or classes"),
            Self::Class(class) => {
                write!(f, "matcher table refers to byte class {class}, which it does not have")
            }
            Self::State(state) => write!(f, "matcher table refers to state {state}, which it does not have"),
            Self::FixedState(state) => write!(f, "state {state} of the matcher table is not what it must be"),
            Self::Padding => write!(f, "matcher table has unused bits set"),
        }
    }
}

impl std::error::Error for TableError {}

impl Table {
    /// A table from its parts, every index checked.
    ///
    /// `next` holds one row of `class_count` states for each state; the rows of [`REJECT`] and [`ACCEPT`] must lead nowhere else.
    pub fn new(
        classes: [u8; BYTES],
        class_count: u16,
        start: u16,
        next: Vec<u16>,
        accepts: Vec<bool>,
    ) -> Result<Self, TableError> {
        let states = accepts.len();
        let width = usize::from(class_count);
        if !(IMPLIED_STATES..=MAX_STATES).contains(&states) || !(1..=BYTES).contains(&width) {
            return Err(TableError::Count);
        }
        if next.len() != states * width {
            return Err(TableError::Count);
        }
        if let Some(&class) = classes.iter().find(|&&class| usize::from(class) >= width) {
            return Err(TableError::Class(class));
        }
        if let Some(&state) = next.iter().chain([&start]).find(|&&state| usize::from(state) >= states) {
            return Err(TableError::State(state));
        }
        for fixed in [REJECT, ACCEPT] {
            let row = &next[usize::from(fixed) * width..][..width];
            if row.iter().any(|&state| state != fixed) || accepts[usize::from(fixed)] != (fixed == ACCEPT) {
                return Err(TableError::FixedState(fixed));
            }
        }
        Ok(Self { classes: classes.into(), class_count, start, next: next.into(), accepts: accepts.into() })
    }

    /// Whether the pattern matches anywhere in the subject, given as [`subject`](crate::units::subject) writes it. Any bytes are safe.
    #[inline]
    pub fn is_match(&self, subject: &[u8]) -> bool {
        let mut state = self.start;
        for &byte in subject {
            if state <= ACCEPT {
                break;
            }
            state = self.step(state, byte);
        }
        self.accepts(state)
    }

    /// The state in which every subject begins.
    pub const fn start(&self) -> u16 {
        self.start
    }

    /// Where a byte leads. `state` must be a state of this table.
    #[inline]
    pub fn step(&self, state: u16, byte: u8) -> u16 {
        let class = usize::from(self.classes[usize::from(byte)]);
        self.next[usize::from(state) * usize::from(self.class_count) + class]
    }

    /// Whether a subject that ends in the state matches. `state` must be a state of this table.
    #[inline]
    pub fn accepts(&self, state: u16) -> bool {
        self.accepts[usize::from(state)]
    }

    /// How many states there are, the two fixed ones included.
    pub const fn states(&self) -> usize {
        self.accepts.len()
    }

    /// How many kinds of bytes the table tells apart.
    pub const fn class_count(&self) -> u16 {
        self.class_count
    }

    /// The class of a byte.
    pub fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }

    /// The binary form: format, number of states, of classes and the start (16 bits each, little-endian), the class of every byte, the rows
    /// of all states but the fixed two (one byte a state while they fit), and one bit a state for those that accept, least significant first.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Layout::of(self.states(), usize::from(self.class_count)).total);
        bytes.push(FORMAT);
        for number in [self.states() as u16, self.class_count, self.start] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.classes.iter());
        for &state in &self.next[IMPLIED_STATES * usize::from(self.class_count)..] {
            match u8::try_from(state) {
                Ok(narrow) if self.states() <= MAX_NARROW_STATES => bytes.push(narrow),
                _ => bytes.extend(state.to_le_bytes()),
            }
        }
        for eight in self.accepts[IMPLIED_STATES..].chunks(8) {
            bytes.push(eight.iter().rev().fold(0, |bits, &accepts| bits << 1 | u8::from(accepts)));
        }
        bytes
    }

    /// Reads the binary form. Every index is checked, so that a table from an untrusted plan is as safe as one just built.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableError> {
        let short = TableError::Length { expected: HEADER_LEN, found: bytes.len() };
        let (header, rest) = bytes.split_at_checked(HEADER_LEN).ok_or(short)?;
        if header[0] != FORMAT {
            return Err(TableError::Format(header[0]));
        }
        let number = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let (states, class_count, start) = (usize::from(number(1)), number(3), number(5));
        let width = usize::from(class_count);
        if !(IMPLIED_STATES..=MAX_STATES).contains(&states) || !(1..=BYTES).contains(&width) {
            return Err(TableError::Count);
        }
        let layout = Layout::of(states, width);
        if bytes.len() != layout.total {
            return Err(TableError::Length { expected: layout.total, found: bytes.len() });
        }
        let (classes, rest) = rest
            .split_first_chunk()
            .ok_or(TableError::Length { expected: layout.total, found: bytes.len() })?;
        let (rows, accept_bits) = rest.split_at(layout.rows);

        let mut next = Vec::with_capacity(states * width);
        for fixed in [REJECT, ACCEPT] {
            next.extend(std::iter::repeat_n(fixed, width));
        }
        if layout.wide {
            next.extend(rows.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])));
        } else {
            next.extend(rows.iter().map(|&state| u16::from(state)));
        }
        let mut accepts = vec![false, true];
        accepts
            .extend((0..states - IMPLIED_STATES).map(|index| accept_bits[index / 8] >> (index % 8) & 1 == 1));
        let used_bits = (states - IMPLIED_STATES) % 8;
        if used_bits != 0 && accept_bits.last().is_some_and(|last| last >> used_bits != 0) {
            return Err(TableError::Padding);
        }
        Self::new(*classes, class_count, start, next, accepts)
    }
}

/// The lengths of the parts of the binary form, in bytes.
struct Layout {
    wide: bool,
    rows: usize,
    total: usize,
}

impl Layout {
    const fn of(states: usize, width: usize) -> Self {
        let wide = states > MAX_NARROW_STATES;
        let written = states - IMPLIED_STATES;
        let rows = written * width * if wide { 2 } else { 1 };
        Self { wide, rows, total: HEADER_LEN + BYTES + rows + written.div_ceil(8) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matches subjects that hold an `a`.
    fn holds_an_a() -> Table {
        let mut classes = [0; BYTES];
        classes[usize::from(b'a')] = 1;
        Table::new(classes, 2, 2, vec![0, 0, 1, 1, 2, 1], vec![false, true, false]).unwrap()
    }

    /// Counts bytes up to `states`, then accepts.
    fn counts_to(states: u16) -> Table {
        let last = states - 1;
        let next =
            (0..states).map(|s| if s <= 1 { s } else { (s + 1) % (last + 1) }).map(|s| s.max(1)).collect();
        let mut next: Vec<u16> = next;
        next[0] = 0;
        Table::new([0; BYTES], 1, 2, next, (0..states).map(|s| s == 1).collect()).unwrap()
    }

    #[test]
    fn decides_a_subject() {
        assert!(holds_an_a().is_match(b"xxa"));
        assert!(!holds_an_a().is_match(b"xxx"));
        assert!(!holds_an_a().is_match(b""));
    }

    #[test]
    fn survives_its_binary_form() {
        for table in [holds_an_a(), counts_to(200), counts_to(300)] {
            assert_eq!(Table::from_bytes(&table.to_bytes()), Ok(table));
        }
    }

    #[test]
    fn a_truncated_or_longer_form_is_refused() {
        let bytes = counts_to(300).to_bytes();
        for len in 0..bytes.len() {
            assert!(
                matches!(Table::from_bytes(&bytes[..len]), Err(TableError::Length { .. })),
                "{len} bytes"
            );
        }
        assert!(matches!(
            Table::from_bytes(&[bytes.as_slice(), &[0]].concat()),
            Err(TableError::Length { .. })
        ));
    }

    #[test]
    fn every_single_damaged_byte_is_refused_or_still_safe() {
        let bytes = holds_an_a().to_bytes();
        for at in 0..bytes.len() {
            for value in 0..=255 {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                if let Ok(table) = Table::from_bytes(&damaged) {
                    table.is_match(b"\x00abc\xff");
                }
            }
        }
    }

    #[test]
    fn each_fault_has_its_own_error() {
        let damage = |at: usize, value: u8| {
            let mut bytes = holds_an_a().to_bytes();
            bytes[at] = value;
            Table::from_bytes(&bytes)
        };
        assert_eq!(damage(0, 9), Err(TableError::Format(9)));
        assert_eq!(damage(1, 0), Err(TableError::Count));
        assert_eq!(damage(5, 7), Err(TableError::State(7)));
        assert_eq!(damage(HEADER_LEN, 2), Err(TableError::Class(2)));
        assert_eq!(damage(HEADER_LEN + BYTES, 3), Err(TableError::State(3)));
        assert_eq!(damage(HEADER_LEN + BYTES + 2, 2), Err(TableError::Padding));
    }

    #[test]
    fn the_fixed_states_must_be_fixed() {
        let built = Table::new([0; BYTES], 1, 0, vec![1, 1], vec![false, true]);
        assert_eq!(built, Err(TableError::FixedState(REJECT)));
        let built = Table::new([0; BYTES], 1, 0, vec![0, 1], vec![false, false]);
        assert_eq!(built, Err(TableError::FixedState(ACCEPT)));
    }
}
