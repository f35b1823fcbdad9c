//! A matcher as bytecode, for what no automaton can express: back-references, look-behind, look-ahead inside a pattern.
//!
//! The interpreter follows ECMAScript's own definition of matching, one UTF-16 code unit at a time, and counts its steps: when the budget
//! is spent it says so instead of going on. It never recurses.

use std::fmt;

use crate::units::{UnitSet, canonicalize, is_line_terminator, is_word};

/// How many steps one decision may take. Enough for every pattern that is not pathological; a few milliseconds at most.
pub const STEP_BUDGET: u32 = 100_000;
/// A program with more registers than this is refused, so that a forged plan cannot claim much memory.
pub const MAX_REGISTERS: u32 = 1 << 22;
/// A program with more operations than this is refused.
pub const MAX_OPS: usize = 1 << 24;
/// How many registers are set in the time of one step.
const REGISTERS_A_STEP: u32 = 64;

/// An address: an index of [`Code::ops`].
pub type Address = u32;
/// An index of the machine's registers, which hold positions in the subject and counters.
pub type Register = u32;

const UNSET: u32 = u32::MAX;

/// The direction of reading: look-behind reads backwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Towards the end of the subject.
    Forward,
    /// Towards its beginning.
    Backward,
}

/// A condition on a position that reads nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Assertion {
    /// The beginning of the subject.
    Start,
    /// The end of the subject.
    End,
    /// The beginning of a line (`^` with the modifier `m`).
    LineStart,
    /// The end of a line (`$` with the modifier `m`).
    LineEnd,
    /// A word boundary.
    WordBoundary,
    /// Anywhere but a word boundary.
    NotWordBoundary,
}

/// One operation. Unless said otherwise the next one follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Reads this unit.
    Unit(u16, Way),
    /// Reads a unit of [`Code::sets`], by index.
    Set(u32, Way),
    /// Reads nothing, and fails unless the condition holds.
    Assert(Assertion),
    /// Goes on elsewhere.
    Jump(Address),
    /// Tries `first`, and `second` if that fails.
    Split {
        /// Tried first.
        first: Address,
        /// Tried if the first fails.
        second: Address,
    },
    /// Puts the position into a register.
    Save(Register),
    /// Forgets the registers from the first up to, not including, the second.
    Clear(Register, Register),
    /// Fails if the position is still the one in the register: an optional iteration must read something.
    Progress(Register),
    /// Puts zero into a register.
    Zero(Register),
    /// The head of a counted loop: goes into the body, which follows, or to `exit`.
    Count {
        /// How often the body has matched.
        counter: Register,
        /// How often it must.
        min: u32,
        /// How often it may; [`u32::MAX`] for any number.
        max: u32,
        /// Whether the body is tried before the exit.
        greedy: bool,
        /// Where the loop ends.
        exit: Address,
    },
    /// The end of the body of a counted loop: counts, and goes back to the head.
    Next {
        /// The counter of the loop.
        counter: Register,
        /// Iterations from this one on must read something …
        min: u32,
        /// … that is, leave the position in this register. [`u32::MAX`] when the body always reads something.
        mark: Register,
        /// The [`Op::Count`] of the loop.
        head: Address,
    },
    /// Begins a look-around, whose body follows up to its [`Op::LookEnd`].
    Look {
        /// Whether the body must not match.
        negative: bool,
        /// The register that remembers how high the machine's stack was.
        height: Register,
        /// Where matching goes on.
        exit: Address,
    },
    /// The body of a look-around has matched.
    LookEnd {
        /// As in the [`Op::Look`].
        negative: bool,
        /// As in the [`Op::Look`].
        height: Register,
    },
    /// Reads again what a group read, kept in register `start` and the one after it; nothing if the group took no part.
    Reference {
        /// The register with the group's start.
        start: Register,
        /// The direction.
        way: Way,
        /// Whether case matters not.
        ignore_case: bool,
    },
    /// The pattern has matched.
    Match,
}

/// A program: operations, the sets they name, and how many registers they use.
#[derive(Debug, Clone, PartialEq)]
pub struct Code {
    ops: Box<[Op]>,
    sets: Box<[UnitSet]>,
    registers: u32,
    starts: Starts,
}

/// Where in a subject a match can begin.
#[derive(Debug, Clone, PartialEq)]
enum Starts {
    Anywhere,
    /// At the very beginning, and before these units.
    Before(UnitSet),
}

/// Why operations are not a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeError {
    /// Too many operations, or too many registers.
    TooLarge,
    /// An operation refers to an address, a set or a register that does not exist.
    Index {
        /// The operation at fault.
        op: usize,
    },
    /// The last operation is not [`Op::Match`].
    NoMatch,
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "matcher program is too large"),
            Self::Index { op } => {
                write!(f, "operation {op} of the matcher program refers to something that does not exist")
            }
            Self::NoMatch => write!(f, "matcher program does not end by matching"),
        }
    }
}

impl std::error::Error for CodeError {}

/// How a run of the interpreter ended, and what it cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Whether the pattern matched; `None` when the budget was spent first.
    pub matched: Option<bool>,
    /// Steps taken: operations executed, plus the units compared by back-references.
    pub steps: u32,
}

impl Code {
    /// A program, every index checked.
    pub fn new(ops: Vec<Op>, sets: Vec<UnitSet>, registers: u32) -> Result<Self, CodeError> {
        if registers > MAX_REGISTERS || ops.len() > MAX_OPS {
            return Err(CodeError::TooLarge);
        }
        if ops.last() != Some(&Op::Match) {
            return Err(CodeError::NoMatch);
        }
        let limits = Limits { ops: ops.len() as u32, sets: sets.len() as u32, registers };
        if let Some(op) = ops.iter().position(|op| !limits.allow(op)) {
            return Err(CodeError::Index { op });
        }
        let starts = find_starts(&ops, &sets);
        Ok(Self { ops: ops.into(), sets: sets.into(), registers, starts })
    }

    /// Whether the pattern matches anywhere in the subject, given as UTF-16; `None` when [`STEP_BUDGET`] is spent first.
    pub fn is_match(&self, subject: &[u16]) -> Option<bool> {
        self.search(subject, STEP_BUDGET).matched
    }

    /// As [`is_match`](Self::is_match), with the budget given and the cost told. Positions at which no match can begin cost nothing.
    pub fn search(&self, subject: &[u16], budget: u32) -> Run {
        let mut machine = Machine::new(self, subject, budget);
        let matched = self.search_with(&mut machine, subject);
        Run { matched, steps: machine.steps }
    }

    fn search_with(&self, machine: &mut Machine<'_>, subject: &[u16]) -> Option<bool> {
        for start in 0..=subject.len() {
            let possible = match &self.starts {
                Starts::Anywhere => true,
                Starts::Before(_) if start == 0 => true,
                Starts::Before(units) if units.is_empty() => return Some(false),
                Starts::Before(units) => subject.get(start).is_some_and(|&unit| units.contains(unit)),
            };
            if possible && machine.attempt(start as u32)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// A match that begins at the subject's first unit, and nowhere else: the work of one attempt.
    pub fn attempt(&self, subject: &[u16], budget: u32) -> Run {
        let mut machine = Machine::new(self, subject, budget);
        let matched = machine.attempt(0);
        Run { matched, steps: machine.steps }
    }

    /// The operations.
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The sets that operations name.
    pub fn sets(&self) -> &[UnitSet] {
        &self.sets
    }

    /// How many registers the program uses.
    pub const fn registers(&self) -> u32 {
        self.registers
    }
}

struct Limits {
    ops: u32,
    sets: u32,
    registers: u32,
}

impl Limits {
    fn allow(&self, op: &Op) -> bool {
        let address = |address: Address| address < self.ops;
        let register = |register: Register| register < self.registers;
        match *op {
            Op::Unit(..) | Op::Assert(_) | Op::Match => true,
            Op::Set(set, _) => set < self.sets,
            Op::Jump(target) => address(target),
            Op::Split { first, second } => address(first) && address(second),
            Op::Save(at) | Op::Progress(at) | Op::Zero(at) => register(at),
            Op::Clear(from, to) => from <= to && to <= self.registers,
            Op::Count { counter, exit, .. } => register(counter) && address(exit),
            Op::Next { counter, mark, head, .. } => {
                register(counter) && (mark == UNSET || register(mark)) && address(head)
            }
            Op::Look { height, exit, .. } => register(height) && address(exit),
            Op::LookEnd { height, .. } => register(height),
            Op::Reference { start, .. } => register(start) && register(start + 1),
        }
    }
}

/// Follows everything that reads nothing, from the first operation to the units that can be read first.
fn find_starts(ops: &[Op], sets: &[UnitSet]) -> Starts {
    let mut units = Vec::new();
    let mut seen = vec![false; ops.len()];
    let mut pending = vec![0];
    while let Some(address) = pending.pop() {
        let Some(op) = ops.get(address as usize) else { return Starts::Anywhere };
        if std::mem::replace(&mut seen[address as usize], true) {
            continue;
        }
        match *op {
            Op::Unit(unit, Way::Forward) => units.push((unit, unit)),
            Op::Set(set, Way::Forward) => units.extend(sets[set as usize].ranges()),
            Op::Assert(Assertion::Start) => {}
            Op::Assert(_) | Op::Save(_) | Op::Clear(..) | Op::Progress(_) | Op::Zero(_) => {
                pending.push(address + 1);
            }
            Op::Jump(target) => pending.push(target),
            Op::Split { first, second } => pending.extend([first, second]),
            Op::Count { exit, .. } => pending.extend([address + 1, exit]),
            Op::Next { head, .. } => pending.push(head),
            Op::Look { exit, .. } => pending.push(exit),
            Op::Unit(..) | Op::Set(..) | Op::LookEnd { .. } | Op::Reference { .. } | Op::Match => {
                return Starts::Anywhere;
            }
        }
    }
    Starts::Before(UnitSet::new(units))
}

/// What to do when matching fails, the latest first.
#[derive(Debug, Clone, Copy)]
enum Frame {
    /// Go on at an address and a position.
    Choice { address: Address, position: u32 },
    /// Put a register back.
    Restore { register: Register, value: u32 },
    /// A look-around began here. If its body fails, a negative one has succeeded.
    Look { negative: bool, exit: Address, position: u32 },
}

struct Machine<'a> {
    code: &'a Code,
    subject: &'a [u16],
    registers: Vec<u32>,
    stack: Vec<Frame>,
    steps: u32,
    budget: u32,
}

impl<'a> Machine<'a> {
    fn new(code: &'a Code, subject: &'a [u16], budget: u32) -> Self {
        let registers = vec![UNSET; code.registers as usize];
        Self { code, subject, registers, stack: Vec::new(), steps: 0, budget }
    }

    /// Matches from one position; `None` when the budget is spent.
    fn attempt(&mut self, start: u32) -> Option<bool> {
        self.stack.clear();
        self.registers.fill(UNSET);
        self.charge(self.code.registers / REGISTERS_A_STEP);
        let mut thread = Some((0, start));
        while let Some((address, position)) = thread {
            self.charge(1);
            if self.spent() {
                return None;
            }
            thread = match self.code.ops.get(address as usize) {
                Some(Op::Match) => return Some(true),
                Some(&op) => self.execute(op, address + 1, position).or_else(|| self.backtrack()),
                None => self.backtrack(),
            };
        }
        Some(false)
    }

    /// Counts steps. What is charged to one operation is bounded by the registers and the subject, so the budget is only looked at
    /// between operations.
    fn charge(&mut self, steps: u32) {
        self.steps = self.steps.saturating_add(steps);
    }

    fn spent(&self) -> bool {
        self.steps > self.budget
    }

    /// One operation: where matching goes on, usually at `next`; `None` if it failed.
    fn execute(&mut self, op: Op, next: Address, position: u32) -> Option<(Address, u32)> {
        match op {
            Op::Unit(unit, way) => {
                let (found, after) = self.read(position, way)?;
                (found == unit).then_some((next, after))
            }
            Op::Set(set, way) => {
                let (found, after) = self.read(position, way)?;
                self.code.sets[set as usize].contains(found).then_some((next, after))
            }
            Op::Assert(assertion) => self.holds(assertion, position).then_some((next, position)),
            Op::Jump(target) => Some((target, position)),
            Op::Split { first, second } => {
                self.stack.push(Frame::Choice { address: second, position });
                Some((first, position))
            }
            Op::Save(register) => {
                self.set(register, position);
                Some((next, position))
            }
            Op::Clear(from, to) => {
                self.clear(from, to);
                Some((next, position))
            }
            Op::Progress(register) => (self.get(register) != position).then_some((next, position)),
            Op::Zero(register) => {
                self.set(register, 0);
                Some((next, position))
            }
            Op::Count { counter, min, max, greedy, exit } => {
                let (first, second) = if greedy { (next, exit) } else { (exit, next) };
                let address = match self.get(counter) {
                    count if count < min => next,
                    count if max != u32::MAX && count >= max => exit,
                    _ => {
                        self.stack.push(Frame::Choice { address: second, position });
                        first
                    }
                };
                Some((address, position))
            }
            Op::Next { counter, min, mark, head } => {
                let count = self.get(counter);
                if mark != UNSET && count >= min && self.get(mark) == position {
                    return None;
                }
                self.set(counter, count.saturating_add(1).min(UNSET - 1));
                Some((head, position))
            }
            Op::Look { negative, height, exit } => {
                let above_the_restored_register = self.stack.len() as u32 + 1;
                self.set(height, above_the_restored_register);
                self.stack.push(Frame::Look { negative, exit, position });
                Some((next, position))
            }
            Op::LookEnd { negative, height } => self.end_look(negative, height),
            Op::Reference { start, way, ignore_case } => {
                Some((next, self.read_again(start, way, ignore_case, position)?))
            }
            Op::Match => None,
        }
    }

    fn get(&self, register: Register) -> u32 {
        self.registers[register as usize]
    }

    fn set(&mut self, register: Register, value: u32) {
        let old = std::mem::replace(&mut self.registers[register as usize], value);
        self.stack.push(Frame::Restore { register, value: old });
    }

    fn clear(&mut self, from: Register, to: Register) {
        self.charge(to - from);
        for register in from..to {
            if self.get(register) != UNSET {
                self.set(register, UNSET);
            }
        }
    }

    /// The unit beside the position in the direction of reading, and the position after it.
    fn read(&self, position: u32, way: Way) -> Option<(u16, u32)> {
        let (at, after) = match way {
            Way::Forward => (position, position + 1),
            Way::Backward => (position.checked_sub(1)?, position - 1),
        };
        self.subject.get(at as usize).map(|&unit| (unit, after))
    }

    fn holds(&self, assertion: Assertion, position: u32) -> bool {
        let before = || self.read(position, Way::Backward).map(|(unit, _)| unit);
        let after = || self.read(position, Way::Forward).map(|(unit, _)| unit);
        let on_boundary = || before().is_some_and(is_word) != after().is_some_and(is_word);
        match assertion {
            Assertion::Start => position == 0,
            Assertion::End => position as usize == self.subject.len(),
            Assertion::LineStart => before().is_none_or(is_line_terminator),
            Assertion::LineEnd => after().is_none_or(is_line_terminator),
            Assertion::WordBoundary => on_boundary(),
            Assertion::NotWordBoundary => !on_boundary(),
        }
    }

    /// The body of a look-around matched: its choices are final, and a positive one goes on where it began.
    fn end_look(&mut self, negative: bool, height: Register) -> Option<(Address, u32)> {
        let at = self.get(height) as usize;
        let &Frame::Look { exit, position, .. } = self.stack.get(at)? else { return None };
        self.charge((self.stack.len() - at) as u32);
        if negative {
            while self.stack.len() > at {
                if let Some(Frame::Restore { register, value }) = self.stack.pop() {
                    self.registers[register as usize] = value;
                }
            }
            return None;
        }
        let mut kept = at;
        for index in at..self.stack.len() {
            if matches!(self.stack[index], Frame::Restore { .. }) {
                self.stack.swap(kept, index);
                kept += 1;
            }
        }
        self.stack.truncate(kept);
        Some((exit, position))
    }

    /// The position after reading again what a group has read.
    fn read_again(&mut self, start: Register, way: Way, ignore_case: bool, position: u32) -> Option<u32> {
        let (from, to) = (self.get(start), self.get(start + 1));
        if from == UNSET || to == UNSET {
            return Some(position);
        }
        let length = to.checked_sub(from)?;
        self.charge(length);
        let (first, after) = match way {
            Way::Forward => (position, position.checked_add(length)?),
            Way::Backward => (position.checked_sub(length)?, position.checked_sub(length)?),
        };
        let part = |at: u32| self.subject.get(at as usize..at as usize + length as usize);
        let (read, again) = (part(from)?, part(first)?);
        let equal = if ignore_case {
            read.iter().zip(again).all(|(&a, &b)| a == b || canonicalize(a) == canonicalize(b))
        } else {
            read == again
        };
        equal.then_some(after)
    }

    fn backtrack(&mut self) -> Option<(Address, u32)> {
        while let Some(frame) = self.stack.pop() {
            match frame {
                Frame::Choice { address, position } => return Some((address, position)),
                Frame::Restore { register, value } => self.registers[register as usize] = value,
                Frame::Look { negative: true, exit, position } => return Some((exit, position)),
                Frame::Look { negative: false, .. } => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: u16 = b'a' as u16;
    const B: u16 = b'b' as u16;

    fn code(ops: &[Op], registers: u32) -> Code {
        Code::new(ops.to_vec(), Vec::new(), registers).unwrap()
    }

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn a_back_reference_reads_the_same_again() {
        // (a|b)\1
        let program = code(
            &[
                Op::Save(0),
                Op::Split { first: 2, second: 4 },
                Op::Unit(A, Way::Forward),
                Op::Jump(5),
                Op::Unit(B, Way::Forward),
                Op::Save(1),
                Op::Reference { start: 0, way: Way::Forward, ignore_case: false },
                Op::Match,
            ],
            2,
        );
        assert_eq!(program.is_match(&units("abb")), Some(true));
        assert_eq!(program.is_match(&units("abab")), Some(false));
    }

    #[test]
    fn a_spent_budget_is_told_from_a_failure() {
        // (?:a|a)*b
        let program = code(
            &[
                Op::Split { first: 1, second: 6 },
                Op::Split { first: 2, second: 4 },
                Op::Unit(A, Way::Forward),
                Op::Jump(0),
                Op::Unit(A, Way::Forward),
                Op::Jump(0),
                Op::Unit(B, Way::Forward),
                Op::Match,
            ],
            0,
        );
        assert_eq!(program.is_match(&units("aaab")), Some(true));
        assert_eq!(program.is_match(&units("aaac")), Some(false));
        assert_eq!(program.is_match(&units(&"a".repeat(60))), None);
    }

    #[test]
    fn a_loop_that_reads_nothing_still_ends() {
        let program = code(&[Op::Jump(0), Op::Match], 0);
        assert_eq!(program.is_match(&[]), None);
    }

    #[test]
    fn an_index_out_of_range_is_refused() {
        for op in [
            Op::Jump(2),
            Op::Split { first: 0, second: 9 },
            Op::Set(0, Way::Forward),
            Op::Save(1),
            Op::Clear(0, 2),
            Op::Clear(1, 0),
            Op::Reference { start: 0, way: Way::Forward, ignore_case: false },
            Op::Next { counter: 0, min: 0, mark: 5, head: 0 },
            Op::LookEnd { negative: true, height: 1 },
        ] {
            assert_eq!(
                Code::new(vec![op, Op::Match], Vec::new(), 1),
                Err(CodeError::Index { op: 0 }),
                "{op:?}"
            );
        }
        assert_eq!(Code::new(vec![], Vec::new(), 0), Err(CodeError::NoMatch));
        assert_eq!(Code::new(vec![Op::Match], Vec::new(), u32::MAX), Err(CodeError::TooLarge));
    }

    #[test]
    fn a_look_end_without_its_look_fails_instead_of_panicking() {
        let program = code(&[Op::Zero(0), Op::LookEnd { negative: false, height: 0 }, Op::Match], 1);
        assert_eq!(program.is_match(&units("a")), Some(false));
    }

    #[test]
    fn positions_where_nothing_can_begin_are_free() {
        let program = code(&[Op::Unit(B, Way::Forward), Op::Match], 0);
        let run = program.search(&units(&"a".repeat(1_000_000)), STEP_BUDGET);
        assert_eq!(run, Run { matched: Some(false), steps: 1 });
    }
}
