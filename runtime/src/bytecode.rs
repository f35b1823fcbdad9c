//! The binary form of a backtracking matcher: what a plan holds of a [`Code`].

use std::fmt;

use crate::backtrack::{Assertion, Code, CodeError, Op, Way};
use crate::units::UnitSet;

/// The first byte of the binary form; raised whenever that form changes.
const FORMAT: u8 = 1;
/// A flag of an operation's first byte: reads backwards, or is greedy, or is negative.
const FLAG: u8 = 0x40;
/// Another one: case matters not.
const IGNORE_CASE: u8 = 0x80;
const OPCODE: u8 = 0x3f;
const REFERENCE: u8 = 0x0d;

const ASSERTIONS: [Assertion; 6] = [
    Assertion::Start,
    Assertion::End,
    Assertion::LineStart,
    Assertion::LineEnd,
    Assertion::WordBoundary,
    Assertion::NotWordBoundary,
];

/// Why bytes are not a matcher program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BytecodeError {
    /// The binary form has another version than this build reads.
    Format(u8),
    /// The bytes end early.
    Truncated,
    /// No operation has this code.
    Opcode(u8),
    /// A number is too large for its place.
    Number,
    /// The bytes are not the ones that this program would be written as.
    NotCanonical,
    /// The operations are not a program.
    Code(CodeError),
}

impl fmt::Display for BytecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(found) => {
                write!(f, "matcher program has format {found}, this build reads format {FORMAT}")
            }
            Self::Truncated => write!(f, "matcher program ends early"),
            Self::Opcode(code) => write!(f, "matcher program has an unknown operation {code}"),
            Self::Number => write!(f, "matcher program has a number that is too large"),
            Self::NotCanonical => write!(f, "matcher program is not in its canonical form"),
            Self::Code(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BytecodeError {}

/// The binary form of a program. Equal programs have equal forms.
pub fn to_bytes(code: &Code) -> Vec<u8> {
    let mut writer = Writer(vec![FORMAT]);
    writer.number(code.registers());
    writer.number(code.sets().len() as u32);
    for set in code.sets() {
        writer.number(set.ranges().len() as u32);
        for &(low, high) in set.ranges() {
            writer.number(u32::from(low));
            writer.number(u32::from(high));
        }
    }
    writer.number(code.ops().len() as u32);
    for &op in code.ops() {
        writer.op(op);
    }
    writer.0
}

/// The program of a binary form, every index checked.
///
/// # Errors
///
/// The first fault of the bytes; only what [`to_bytes`] writes is taken.
pub fn from_bytes(bytes: &[u8]) -> Result<Code, BytecodeError> {
    let mut reader = Reader(bytes);
    match reader.byte()? {
        FORMAT => {}
        other => return Err(BytecodeError::Format(other)),
    }
    let registers = reader.number()?;
    let sets = reader.list(Reader::set)?;
    let ops = reader.list(Reader::op)?;
    let code = Code::new(ops, sets, registers).map_err(BytecodeError::Code)?;
    if to_bytes(&code) != bytes {
        return Err(BytecodeError::NotCanonical);
    }
    Ok(code)
}

struct Writer(Vec<u8>);

impl Writer {
    /// Seven bits a byte, the lowest first; all bytes but the last have the high bit set.
    fn number(&mut self, mut number: u32) {
        while number > 0x7f {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn numbers(&mut self, opcode: u8, flag: bool, numbers: &[u32]) {
        self.0.push(opcode | if flag { FLAG } else { 0 });
        for &number in numbers {
            self.number(number);
        }
    }

    fn op(&mut self, op: Op) {
        match op {
            Op::Unit(unit, way) => self.numbers(0, is_backward(way), &[u32::from(unit)]),
            Op::Set(set, way) => self.numbers(1, is_backward(way), &[set]),
            Op::Assert(assertion) => {
                let index = ASSERTIONS.iter().position(|known| *known == assertion).unwrap_or_default();
                self.numbers(2, false, &[index as u32]);
            }
            Op::Jump(target) => self.numbers(3, false, &[target]),
            Op::Split { first, second } => self.numbers(4, false, &[first, second]),
            Op::Save(register) => self.numbers(5, false, &[register]),
            Op::Clear(from, to) => self.numbers(6, false, &[from, to]),
            Op::Progress(register) => self.numbers(7, false, &[register]),
            Op::Zero(register) => self.numbers(8, false, &[register]),
            Op::Count { counter, min, max, greedy, exit } => {
                self.numbers(9, greedy, &[counter, min, max, exit]);
            }
            Op::Next { counter, min, mark, head } => self.numbers(10, false, &[counter, min, mark, head]),
            Op::Look { negative, height, exit } => self.numbers(11, negative, &[height, exit]),
            Op::LookEnd { negative, height } => self.numbers(12, negative, &[height]),
            Op::Reference { start, way, ignore_case } => {
                let opcode = if ignore_case { REFERENCE | IGNORE_CASE } else { REFERENCE };
                self.numbers(opcode, is_backward(way), &[start]);
            }
            Op::Match => self.numbers(14, false, &[]),
        }
    }
}

fn is_backward(way: Way) -> bool {
    way == Way::Backward
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Result<u8, BytecodeError> {
        let (&first, rest) = self.0.split_first().ok_or(BytecodeError::Truncated)?;
        self.0 = rest;
        Ok(first)
    }

    fn number(&mut self) -> Result<u32, BytecodeError> {
        let mut number = 0_u64;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return u32::try_from(number).map_err(|_| BytecodeError::Number);
            }
        }
        Err(BytecodeError::Number)
    }

    fn unit(&mut self) -> Result<u16, BytecodeError> {
        u16::try_from(self.number()?).map_err(|_| BytecodeError::Number)
    }

    /// A count and that many items. No memory is set aside for items that the bytes cannot hold.
    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, BytecodeError>,
    ) -> Result<Vec<T>, BytecodeError> {
        let count = self.number()? as usize;
        if count > self.0.len() {
            return Err(BytecodeError::Truncated);
        }
        (0..count).map(|_| item(self)).collect()
    }

    fn set(&mut self) -> Result<UnitSet, BytecodeError> {
        Ok(UnitSet::new(self.list(|reader| Ok((reader.unit()?, reader.unit()?)))?))
    }

    fn op(&mut self) -> Result<Op, BytecodeError> {
        let first = self.byte()?;
        let flag = first & FLAG != 0;
        let way = if flag { Way::Backward } else { Way::Forward };
        Ok(match first & OPCODE {
            0 => Op::Unit(self.unit()?, way),
            1 => Op::Set(self.number()?, way),
            2 => {
                let index = self.number()? as usize;
                Op::Assert(*ASSERTIONS.get(index).ok_or(BytecodeError::Number)?)
            }
            3 => Op::Jump(self.number()?),
            4 => Op::Split { first: self.number()?, second: self.number()? },
            5 => Op::Save(self.number()?),
            6 => Op::Clear(self.number()?, self.number()?),
            7 => Op::Progress(self.number()?),
            8 => Op::Zero(self.number()?),
            9 => Op::Count {
                counter: self.number()?,
                min: self.number()?,
                max: self.number()?,
                greedy: flag,
                exit: self.number()?,
            },
            10 => Op::Next {
                counter: self.number()?,
                min: self.number()?,
                mark: self.number()?,
                head: self.number()?,
            },
            11 => Op::Look { negative: flag, height: self.number()?, exit: self.number()? },
            12 => Op::LookEnd { negative: flag, height: self.number()? },
            REFERENCE => Op::Reference { start: self.number()?, way, ignore_case: first & IGNORE_CASE != 0 },
            14 => Op::Match,
            other => return Err(BytecodeError::Opcode(other)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each operation; not a sensible pattern.
    fn everything() -> Code {
        let ops = vec![
            Op::Unit(0xffff, Way::Forward),
            Op::Set(1, Way::Backward),
            Op::Assert(Assertion::NotWordBoundary),
            Op::Jump(4),
            Op::Split { first: 5, second: 14 },
            Op::Save(300),
            Op::Clear(0, 301),
            Op::Progress(2),
            Op::Zero(3),
            Op::Count { counter: 3, min: 1, max: u32::MAX, greedy: true, exit: 11 },
            Op::Next { counter: 3, min: 1, mark: u32::MAX, head: 9 },
            Op::Look { negative: true, height: 4, exit: 13 },
            Op::LookEnd { negative: true, height: 4 },
            Op::Reference { start: 5, way: Way::Backward, ignore_case: true },
            Op::Match,
        ];
        Code::new(ops, vec![UnitSet::single(7), UnitSet::new([(1, 2), (200, 60_000)])], 301).unwrap()
    }

    #[test]
    fn a_program_survives_its_binary_form() {
        assert_eq!(from_bytes(&to_bytes(&everything())), Ok(everything()));
    }

    #[test]
    fn a_truncated_or_longer_form_is_refused() {
        let bytes = to_bytes(&everything());
        for len in 0..bytes.len() {
            assert!(from_bytes(&bytes[..len]).is_err(), "{len} bytes");
        }
        assert_eq!(from_bytes(&[bytes.as_slice(), &[0]].concat()), Err(BytecodeError::NotCanonical));
    }

    #[test]
    fn every_single_damaged_byte_is_refused_or_still_safe() {
        let bytes = to_bytes(&everything());
        for at in 0..bytes.len() {
            for value in 0..=255 {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                if let Ok(code) = from_bytes(&damaged) {
                    code.is_match(&[0, 7, 0xffff]);
                }
            }
        }
    }

    #[test]
    fn each_fault_has_its_own_error() {
        assert_eq!(from_bytes(&[]), Err(BytecodeError::Truncated));
        assert_eq!(from_bytes(&[9]), Err(BytecodeError::Format(9)));
        assert_eq!(from_bytes(&[1, 0, 0, 1, 63]), Err(BytecodeError::Opcode(63)));
        assert_eq!(from_bytes(&[1, 0, 0, 0x7f, 14]), Err(BytecodeError::Truncated), "a count that cannot be");
        assert_eq!(from_bytes(&[1, 0x80, 0x80, 0x80, 0x80, 0x80]), Err(BytecodeError::Number));
        assert_eq!(from_bytes(&[1, 0x80, 0, 0, 1, 14]), Err(BytecodeError::NotCanonical), "a long zero");
        assert_eq!(from_bytes(&[1, 0, 0, 0]), Err(BytecodeError::Code(CodeError::NoMatch)));
        assert_eq!(from_bytes(&[1, 0, 0, 2, 3, 5, 14]), Err(BytecodeError::Code(CodeError::Index { op: 0 })));
    }
}
