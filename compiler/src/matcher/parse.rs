//! Reads a pattern as `new RegExp(pattern)` does: ECMAScript 2025 with Annex B and without flags.
//!
//! The parser keeps its own stack, so nesting is bounded by memory alone, as it is in V8.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use hookc_runtime::backtrack::Assertion;
use hookc_runtime::units::{UnitRange, UnitSet};

use super::ast::{Ast, Kind, NodeId, SetId};
use super::fold::ignore_case;
use super::source::Source;

/// V8 refuses a pattern with more capturing groups ("Too many captures").
pub const MAX_GROUPS: u32 = 32_767;
/// V8 reads larger numbers in `{n,m}` as infinity.
const INFINITE_REPETITION: u32 = i32::MAX as u32;
/// A decimal escape above this is never a back-reference.
const MAX_REFERENCE: u32 = 65_535;

const SPACE: [UnitRange; 10] = [
    (0x09, 0x0d),
    (0x20, 0x20),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x2000, 0x200a),
    (0x2028, 0x2029),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
    (0xfeff, 0xfeff),
];
const DIGIT: [UnitRange; 1] = [(0x30, 0x39)];
const WORD: [UnitRange; 4] = [(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];
const LINE_TERMINATOR: [UnitRange; 3] = [(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)];

/// Why a pattern does not compile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError {
    /// The exact text at fault, in bytes of the decoded pattern.
    pub range: Range<usize>,
    /// What kind of fault it is.
    pub kind: ErrorKind,
    /// One sentence, lower case, without a full stop: what stands there and what JavaScript wants.
    pub message: String,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PatternError {}

/// The kinds of faults in a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// A quantifier with nothing before it, or with another quantifier before it.
    NothingToRepeat,
    /// A `)` without its `(`.
    UnmatchedClose,
    /// A `(` without its `)`.
    UnclosedGroup,
    /// A `[` without its `]`.
    UnclosedClass,
    /// A `\` with nothing after it.
    TrailingBackslash,
    /// A range in a class that runs backwards.
    ClassRangeOrder,
    /// `{n,m}` with n above m.
    RepetitionOrder,
    /// `(?` followed by something that JavaScript does not have: `(?i)`, `(?P<`, `(?>`, `(?#`.
    UnknownGroup,
    /// The name of a group is not an identifier, or its `>` is missing.
    GroupName,
    /// Two groups of the same name can both take part in a match.
    DuplicateName,
    /// `\k` without a name behind it, in a pattern with named groups.
    IncompleteReference,
    /// `\k<name>` where no group has the name.
    UnknownName,
    /// `\k` in a class, in a pattern with named groups.
    NamedReferenceInClass,
    /// A modifier twice in `(?i-i:`, or none in `(?-:`.
    Modifiers,
    /// More than [`MAX_GROUPS`] capturing groups.
    TooManyGroups,
}

/// Syntax that engines before 2024 refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NewerSyntax {
    /// `(?i:x)`: V8 12.5, Chrome 125.
    Modifiers,
    /// The same group name in two alternatives: V8 12.5, Chrome 125.
    DuplicateNames,
}

/// What the parser found.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) ast: Ast,
    /// How many capturing groups there are.
    pub(super) groups: u32,
    /// Syntax of which older engines know nothing, with its place in units.
    pub(super) newer: Vec<(NewerSyntax, Range<u32>)>,
}

type Result<T> = std::result::Result<T, PatternError>;

pub(super) fn parse(source: &Source) -> Result<Parsed> {
    let mut parser = Parser::new(source);
    parser.pattern()?;
    parser.resolve_references()?;
    Ok(Parsed { ast: parser.ast, groups: parser.groups, newer: parser.newer })
}

/// The modifiers in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Modifiers {
    ignore_case: bool,
    multiline: bool,
    dot_all: bool,
}

impl Modifiers {
    fn set(&mut self, letter: char, on: bool) {
        match letter {
            'i' => self.ignore_case = on,
            'm' => self.multiline = on,
            _ => self.dot_all = on,
        }
    }
}

/// What a parenthesis opened.
#[derive(Debug, Clone, Copy)]
enum Opener {
    Pattern,
    Group(Option<u32>),
    Look { behind: bool, negative: bool },
}

/// An open group: where its parts begin on the parser's stacks.
#[derive(Debug, Clone, Copy)]
struct Frame {
    opener: Opener,
    /// The `(`.
    start: usize,
    /// The first unit of the body, and of its current branch.
    body_start: usize,
    branch_start: usize,
    items: usize,
    branches: usize,
    names: usize,
    branch_names: usize,
    outer_modifiers: Modifiers,
}

/// What the whole pattern holds, found by looking ahead once.
#[derive(Debug, Clone, Copy)]
struct Survey {
    groups: u32,
    named: bool,
}

/// One member of a class.
enum ClassAtom {
    Unit(u16),
    Ranges(UnitSet),
}

struct Interval {
    min: u32,
    max: Option<u32>,
    end: usize,
}

struct Parser<'a> {
    source: &'a Source,
    units: &'a [u16],
    at: usize,
    ast: Ast,
    frames: Vec<Frame>,
    items: Vec<NodeId>,
    branches: Vec<NodeId>,
    modifiers: Modifiers,
    groups: u32,
    survey: Option<Survey>,
    any_unit: Option<SetId>,
    any_but_line_end: Option<SetId>,
    names: Names,
    references: Vec<(NodeId, String)>,
    newer: Vec<(NewerSyntax, Range<u32>)>,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source) -> Self {
        Self {
            source,
            units: source.units(),
            at: 0,
            ast: Ast::new(),
            frames: Vec::new(),
            items: Vec::new(),
            branches: Vec::new(),
            modifiers: Modifiers::default(),
            groups: 0,
            survey: None,
            any_unit: None,
            any_but_line_end: None,
            names: Names::default(),
            references: Vec::new(),
            newer: Vec::new(),
        }
    }

    fn pattern(&mut self) -> Result<()> {
        self.push_frame(Opener::Pattern, 0, Modifiers::default());
        while let Some(unit) = self.peek() {
            let start = self.at;
            match ascii(unit) {
                '|' => self.next_branch(),
                ')' => self.close_group()?,
                '(' => self.open_group()?,
                '^' if self.modifiers.multiline => self.assertion(Assertion::LineStart, 1),
                '^' => self.assertion(Assertion::Start, 1),
                '$' if self.modifiers.multiline => self.assertion(Assertion::LineEnd, 1),
                '$' => self.assertion(Assertion::End, 1),
                '*' | '+' | '?' => return Err(self.nothing_to_repeat(start..start + 1)),
                '{' if let Some(interval) = self.interval(start) => {
                    return Err(self.nothing_to_repeat(start..interval.end));
                }
                '.' => {
                    self.at += 1;
                    let set = self.dot();
                    self.quantified(start, Kind::Set(set))?;
                }
                '[' => {
                    let set = self.class()?;
                    self.set_atom(start, set)?;
                }
                '\\' => self.escape()?,
                _ => {
                    self.at += 1;
                    self.unit_atom(start, unit)?;
                }
            }
        }
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        if !matches!(frame.opener, Opener::Pattern) {
            let message = "`(` is never closed: JavaScript wants a `)`, or `\\(` for the character itself";
            return Err(self.error(ErrorKind::UnclosedGroup, frame.start..frame.start + 1, message));
        }
        let root = self.finish_body(&frame);
        self.ast.set_root(root);
        Ok(())
    }

    // Groups

    fn push_frame(&mut self, opener: Opener, start: usize, outer_modifiers: Modifiers) {
        self.frames.push(Frame {
            opener,
            start,
            body_start: self.at,
            branch_start: self.at,
            items: self.items.len(),
            branches: self.branches.len(),
            names: self.names.mark(),
            branch_names: self.names.mark(),
            outer_modifiers,
        });
    }

    fn open_group(&mut self) -> Result<()> {
        let start = self.at;
        let outer = self.modifiers;
        self.at += 1;
        let opener = if !self.looking_at("?") {
            Opener::Group(Some(self.new_group(start)?))
        } else if self.eat("?:") {
            Opener::Group(None)
        } else if self.eat("?=") {
            Opener::Look { behind: false, negative: false }
        } else if self.eat("?!") {
            Opener::Look { behind: false, negative: true }
        } else if self.eat("?<=") {
            Opener::Look { behind: true, negative: false }
        } else if self.eat("?<!") {
            Opener::Look { behind: true, negative: true }
        } else if self.eat("?<") {
            let group = self.new_group(start)?;
            let name_start = self.at;
            let name = self.group_name()?;
            self.declare_name(name, group, name_start)?;
            Opener::Group(Some(group))
        } else {
            self.modifier_group(start)?;
            Opener::Group(None)
        };
        self.push_frame(opener, start, outer);
        Ok(())
    }

    fn new_group(&mut self, start: usize) -> Result<u32> {
        if self.groups == MAX_GROUPS {
            let message = format!("this is group number {}: V8 allows {MAX_GROUPS}", MAX_GROUPS + 1);
            return Err(self.error(ErrorKind::TooManyGroups, start..start + 1, message));
        }
        self.groups += 1;
        Ok(self.groups)
    }

    /// `(?i:`, `(?i-s:`, `(?-m:`: the cursor is at the `?`.
    fn modifier_group(&mut self, start: usize) -> Result<()> {
        let mut at = self.at + 1;
        let mut modifiers = self.modifiers;
        let mut seen = String::new();
        let mut on = true;
        loop {
            match self.units.get(at).copied().map(ascii) {
                Some(letter @ ('i' | 'm' | 's')) => {
                    if seen.contains(letter) {
                        let message = format!("modifier `{letter}` stands twice in one group");
                        return Err(self.error(ErrorKind::Modifiers, at..at + 1, message));
                    }
                    seen.push(letter);
                    modifiers.set(letter, on);
                }
                Some('-') if on => on = false,
                Some(':') => break,
                _ => return Err(self.unknown_group(start)),
            }
            at += 1;
        }
        if seen.is_empty() {
            let message = "`(?-:` takes away no modifier: JavaScript wants `i`, `m` or `s` behind the `-`";
            return Err(self.error(ErrorKind::Modifiers, start..at + 1, message));
        }
        self.at = at + 1;
        self.modifiers = modifiers;
        self.newer.push((NewerSyntax::Modifiers, start as u32..self.at as u32));
        Ok(())
    }

    fn unknown_group(&self, start: usize) -> PatternError {
        let letters = self.units[start + 2..].iter().take_while(|&&unit| ascii(unit).is_ascii_alphabetic());
        let mut end = start + 2 + letters.count();
        let next = self.units.get(end).copied().map(ascii);
        let (message, whole) = match (end - start, next) {
            (2, Some('#')) => ("`(?#` begins a comment elsewhere: JavaScript has none in patterns", true),
            (2, Some('>')) => ("`(?>` is an atomic group elsewhere: JavaScript has none", true),
            (2, None) => (
                "`(?` is incomplete: JavaScript wants `(?:`, `(?=`, `(?!`, `(?<=`, `(?<!` or `(?<name>`",
                false,
            ),
            (_, Some(')')) => (
                "inline flags belong to other languages: JavaScript has only the form `(?i:...)` around a part",
                true,
            ),
            (3, Some('<')) if self.units[start + 2] == u16::from(b'P') => {
                ("`(?P<name>` is Python's: JavaScript writes `(?<name>`", true)
            }
            (3, Some('=')) if self.units[start + 2] == u16::from(b'P') => {
                ("`(?P=name)` is Python's: JavaScript writes `\\k<name>`", true)
            }
            _ => (
                "JavaScript knows no such group: it has `(?:`, `(?=`, `(?!`, `(?<=`, `(?<!`, `(?<name>` and `(?i:`",
                true,
            ),
        };
        end += usize::from(whole && next.is_some());
        self.error(ErrorKind::UnknownGroup, start..end, message)
    }

    fn next_branch(&mut self) {
        let Some(mut frame) = self.frames.pop() else { return };
        let branch = self.finish_branch(&frame);
        self.branches.push(branch);
        self.at += 1;
        frame.branch_start = self.at;
        self.names.end_branch(frame.branch_names);
        frame.branch_names = self.names.mark();
        self.frames.push(frame);
    }

    fn close_group(&mut self) -> Result<()> {
        let close = self.at;
        let frame = self.frames.pop().filter(|frame| !matches!(frame.opener, Opener::Pattern));
        let Some(frame) = frame else {
            let message =
                "`)` closes nothing: JavaScript wants a `(` before it, or `\\)` for the character itself";
            return Err(self.error(ErrorKind::UnmatchedClose, close..close + 1, message));
        };
        let body = self.finish_body(&frame);
        self.names.close(frame.names);
        self.modifiers = frame.outer_modifiers;
        self.at += 1;
        match frame.opener {
            Opener::Look { behind: true, negative } => {
                let node =
                    self.ast.add(Kind::Look { behind: true, negative, body }, self.range_from(frame.start));
                self.items.push(node);
                Ok(())
            }
            Opener::Look { behind: false, negative } => {
                self.quantified(frame.start, Kind::Look { behind: false, negative, body })
            }
            Opener::Group(capture) => self.quantified(frame.start, Kind::Group { capture, body }),
            Opener::Pattern => Ok(()),
        }
    }

    fn finish_branch(&mut self, frame: &Frame) -> NodeId {
        let range = self.range_from(frame.branch_start);
        let parts: Box<[NodeId]> = self.items.drain(frame.items..).collect();
        match *parts {
            [] => self.ast.add(Kind::Empty, range),
            [only] => only,
            _ => self.ast.add(Kind::Concat(parts), range),
        }
    }

    fn finish_body(&mut self, frame: &Frame) -> NodeId {
        let last = self.finish_branch(frame);
        if self.branches.len() == frame.branches {
            return last;
        }
        self.branches.push(last);
        let branches = self.branches.drain(frame.branches..).collect();
        self.ast.add(Kind::Alternation(branches), self.range_from(frame.body_start))
    }

    // Atoms and quantifiers

    /// An assertion that is written with this many units.
    fn assertion(&mut self, assertion: Assertion, units: usize) {
        let start = self.at;
        self.at += units;
        let node = self.ast.add(Kind::Assert(assertion), self.range_from(start));
        self.items.push(node);
    }

    fn set_atom(&mut self, start: usize, set: UnitSet) -> Result<()> {
        let set = self.ast.add_set(set);
        self.quantified(start, Kind::Set(set))
    }

    /// The set of `.`, kept once: patterns are full of them.
    fn dot(&mut self) -> SetId {
        let ast = &mut self.ast;
        if self.modifiers.dot_all {
            *self.any_unit.get_or_insert_with(|| ast.add_set(UnitSet::all()))
        } else {
            *self
                .any_but_line_end
                .get_or_insert_with(|| ast.add_set(UnitSet::new(LINE_TERMINATOR).complement()))
        }
    }

    fn unit_atom(&mut self, start: usize, unit: u16) -> Result<()> {
        if self.modifiers.ignore_case {
            return self.set_atom(start, ignore_case(&UnitSet::single(unit)));
        }
        self.quantified(start, Kind::Unit(unit))
    }

    /// Adds the atom that ends at the cursor, together with the quantifier behind it, if any.
    fn quantified(&mut self, start: usize, kind: Kind) -> Result<()> {
        let mut node = self.ast.add(kind, self.range_from(start));
        if let Some((min, max)) = self.quantifier()? {
            let greedy = !self.eat("?");
            node = self.ast.add(Kind::Repeat { min, max, greedy, body: node }, self.range_from(start));
        }
        self.items.push(node);
        Ok(())
    }

    /// Reads `*`, `+`, `?` or an interval, if one is there.
    fn quantifier(&mut self) -> Result<Option<(u32, Option<u32>)>> {
        let bounds = match self.peek().map(ascii) {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                let Some(interval) = self.interval(self.at) else { return Ok(None) };
                self.check_interval(&interval)?;
                self.at = interval.end;
                return Ok(Some((interval.min, interval.max)));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(bounds))
    }

    /// `{n}`, `{n,}` or `{n,m}` at a place; anything else there is an ordinary `{`.
    fn interval(&self, at: usize) -> Option<Interval> {
        let (min, after_min) = self.number(at + 1)?;
        let (max, close) = match self.units.get(after_min).copied().map(ascii) {
            Some(',') => match self.number(after_min + 1) {
                Some((max, after_max)) => (Some(max), after_max),
                None => (None, after_min + 1),
            },
            _ => (Some(min), after_min),
        };
        let max = max.filter(|&max| max < INFINITE_REPETITION);
        (self.units.get(close).copied().map(ascii) == Some('}')).then_some(Interval {
            min,
            max,
            end: close + 1,
        })
    }

    fn check_interval(&self, interval: &Interval) -> Result<()> {
        match interval.max {
            Some(max) if max < interval.min => {
                let message = format!(
                    "at least {} but at most {max} times: the smaller number comes first",
                    interval.min
                );
                Err(self.error(ErrorKind::RepetitionOrder, self.at..interval.end, message))
            }
            _ => Ok(()),
        }
    }

    fn number(&self, at: usize) -> Option<(u32, usize)> {
        let digits = self.units[at..].iter().take_while(|&&unit| ascii(unit).is_ascii_digit());
        let (mut value, mut end) = (0_u32, at);
        for &digit in digits {
            value = value.saturating_mul(10).saturating_add(u32::from(digit) - u32::from(b'0'));
            end += 1;
        }
        (end > at).then_some((value.min(INFINITE_REPETITION), end))
    }

    fn nothing_to_repeat(&self, range: Range<usize>) -> PatternError {
        let text = self.source.text(range.start as u32..range.end as u32);
        let before = range.start.checked_sub(1).map(|at| ascii(self.units[at]));
        let first = ascii(self.units[range.start]);
        let message = match before {
            Some('*' | '+' | '?' | '}') if first == '+' => {
                format!("a quantifier stands before `{text}`: JavaScript has no possessive quantifiers")
            }
            Some('*' | '+' | '?' | '}') => {
                format!(
                    "a quantifier stands before `{text}` already: JavaScript wants something to repeat there"
                )
            }
            _ => format!("nothing stands before `{text}`: JavaScript wants something to repeat there"),
        };
        self.error(ErrorKind::NothingToRepeat, range, message)
    }

    // Escapes

    fn escape(&mut self) -> Result<()> {
        let start = self.at;
        let Some(unit) = self.units.get(start + 1).copied() else {
            return Err(self.trailing_backslash(start));
        };
        match ascii(unit) {
            'b' | 'B' => {
                let boundary = if unit == u16::from(b'b') {
                    Assertion::WordBoundary
                } else {
                    Assertion::NotWordBoundary
                };
                self.assertion(boundary, 2);
                Ok(())
            }
            'k' if self.survey().named => self.named_reference(),
            '1'..='9' if let Some((group, end)) = self.numbered_reference(start + 1) => {
                self.at = end;
                let ignore_case = self.modifiers.ignore_case;
                self.quantified(start, Kind::Reference { groups: [group].into(), ignore_case })
            }
            _ => {
                self.at += 1;
                match self.character_escape(start, false)? {
                    ClassAtom::Unit(unit) => self.unit_atom(start, unit),
                    ClassAtom::Ranges(set) => self.set_atom(start, set),
                }
            }
        }
    }

    fn trailing_backslash(&self, at: usize) -> PatternError {
        let message =
            "`\\` stands at the end: JavaScript wants a character behind it, or `\\\\` for a backslash";
        self.error(ErrorKind::TrailingBackslash, at..at + 1, message)
    }

    fn numbered_reference(&mut self, at: usize) -> Option<(u32, usize)> {
        let (number, end) = self.number(at)?;
        let exists = number <= self.groups || number <= MAX_REFERENCE && number <= self.survey().groups;
        exists.then_some((number, end))
    }

    fn named_reference(&mut self) -> Result<()> {
        let start = self.at;
        self.at += 2;
        if !self.eat("<") {
            let message = "`\\k` names no group: in a pattern with named groups JavaScript wants `\\k<name>`";
            return Err(self.error(ErrorKind::IncompleteReference, start..start + 2, message));
        }
        let name = self.group_name()?;
        let ignore_case = self.modifiers.ignore_case;
        let before = self.items.len();
        self.quantified(start, Kind::Reference { groups: Box::default(), ignore_case })?;
        let mut node = self.items[before];
        if let Kind::Repeat { body, .. } = *self.ast.kind(node) {
            node = body;
        }
        self.references.push((node, name));
        Ok(())
    }

    fn resolve_references(&mut self) -> Result<()> {
        for (node, name) in std::mem::take(&mut self.references) {
            let Some(groups) = self.names.groups(&name) else {
                let place = self.ast.node(node).range();
                let message = format!("no group is called `{name}`");
                return Err(self.error(
                    ErrorKind::UnknownName,
                    place.start as usize..place.end as usize,
                    message,
                ));
            };
            self.ast.resolve_reference(node, groups.into());
        }
        Ok(())
    }

    /// What an escape means that is neither an assertion nor a reference. The cursor is behind the backslash.
    fn character_escape(&mut self, start: usize, in_class: bool) -> Result<ClassAtom> {
        let Some(unit) = self.peek() else { return Err(self.trailing_backslash(start)) };
        self.at += 1;
        let letter = ascii(unit);
        if let Some(set) = class_escape(letter) {
            return Ok(ClassAtom::Ranges(set));
        }
        let value = match letter {
            'b' if in_class => 0x08,
            't' => 0x09,
            'n' => 0x0a,
            'v' => 0x0b,
            'f' => 0x0c,
            'r' => 0x0d,
            'c' => self.control_escape(in_class),
            'x' => self.hex(2).unwrap_or(unit),
            'u' => self.hex(4).unwrap_or(unit),
            '0'..='7' => self.octal(),
            'k' if self.survey().named => {
                let message =
                    "`\\k` stands in a class: a class has no back-references, and `k` needs no backslash";
                return Err(self.error(ErrorKind::NamedReferenceInClass, start..self.at, message));
            }
            _ => unit,
        };
        Ok(ClassAtom::Unit(value))
    }

    /// `\cX` is a control character; any other `\c` is a backslash, and the `c` is read next.
    fn control_escape(&mut self, in_class: bool) -> u16 {
        match self.peek().map(ascii) {
            Some(letter)
                if letter.is_ascii_alphabetic() || in_class && (letter.is_ascii_digit() || letter == '_') =>
            {
                self.at += 1;
                letter as u16 % 32
            }
            _ => {
                self.at -= 1;
                u16::from(b'\\')
            }
        }
    }

    /// So many hexadecimal digits, or nothing is read.
    fn hex(&mut self, count: usize) -> Option<u16> {
        let digits = self.units.get(self.at..self.at + count)?;
        let mut value = 0;
        for &digit in digits {
            value = value * 16 + ascii(digit).to_digit(16)? as u16;
        }
        self.at += count;
        Some(value)
    }

    /// Up to three octal digits with a value below 256. The cursor is behind the first.
    fn octal(&mut self) -> u16 {
        let digit = |unit: u16| ascii(unit).to_digit(8).map(|digit| digit as u16);
        let mut value = digit(self.units[self.at - 1]).unwrap_or(0);
        for largest_before in [7, 31] {
            match self.peek().and_then(digit) {
                Some(next) if value <= largest_before => {
                    value = value * 8 + next;
                    self.at += 1;
                }
                _ => break,
            }
        }
        value
    }

    // Classes

    fn class(&mut self) -> Result<UnitSet> {
        let start = self.at;
        self.at += 1;
        let negated = self.eat("^");
        let mut ranges: Vec<UnitRange> = Vec::new();
        while !self.eat("]") {
            let from_place = self.at;
            let from = self.class_atom(start)?;
            if !self.looking_at("-") || self.units.get(self.at + 1).copied().map(ascii) == Some(']') {
                extend(&mut ranges, &from);
                continue;
            }
            self.at += 1;
            let to = self.class_atom(start)?;
            match (&from, &to) {
                (&ClassAtom::Unit(low), &ClassAtom::Unit(high)) if low <= high => ranges.push((low, high)),
                (ClassAtom::Unit(_), ClassAtom::Unit(_)) => {
                    let text = self.source.text(self.range_from(from_place));
                    let message = format!(
                        "`{text}` runs backwards: the smaller character comes first, or `\\-` for a hyphen"
                    );
                    return Err(self.error(ErrorKind::ClassRangeOrder, from_place..self.at, message));
                }
                _ => {
                    extend(&mut ranges, &from);
                    extend(&mut ranges, &to);
                    ranges.push((u16::from(b'-'), u16::from(b'-')));
                }
            }
        }
        let mut set = UnitSet::new(ranges);
        if self.modifiers.ignore_case {
            set = ignore_case(&set);
        }
        Ok(if negated { set.complement() } else { set })
    }

    fn class_atom(&mut self, class_start: usize) -> Result<ClassAtom> {
        let start = self.at;
        let Some(unit) = self.peek() else {
            let message = "`[` is never closed: JavaScript wants a `]`, or `\\[` for the character itself";
            return Err(self.error(ErrorKind::UnclosedClass, class_start..class_start + 1, message));
        };
        self.at += 1;
        if unit == u16::from(b'\\') { self.character_escape(start, true) } else { Ok(ClassAtom::Unit(unit)) }
    }

    // Names

    /// A group's name up to and with its `>`. The cursor is behind the `<`.
    fn group_name(&mut self) -> Result<String> {
        let start = self.at;
        let mut name = String::new();
        loop {
            let Some(character) = self.name_character() else { return Err(self.bad_name(start)) };
            match character {
                ('>', false) if !name.is_empty() => return Ok(name),
                (character, _) if name.is_empty() && is_identifier_start(character) => name.push(character),
                (character, _) if !name.is_empty() && is_identifier_part(character) => name.push(character),
                _ => return Err(self.bad_name(start)),
            }
        }
    }

    fn bad_name(&self, start: usize) -> PatternError {
        let rest = &self.units[start..];
        let close = rest.iter().position(|&unit| unit == u16::from(b'>'));
        let (end, message) = match close {
            Some(0) => (start + 1, "the group's name is missing between `<` and `>`"),
            Some(length) => {
                (start + length, "this cannot be a group's name: it must be a JavaScript identifier")
            }
            None => (self.at.max(start), "the group's name is not closed: JavaScript wants `(?<name>`"),
        };
        self.error(ErrorKind::GroupName, start - 1..end, message)
    }

    /// The next character of a name, and whether it was written as an escape.
    fn name_character(&mut self) -> Option<(char, bool)> {
        if self.eat("\\u") {
            return Some((self.name_escape()?, true));
        }
        let decoded = char::decode_utf16(self.units[self.at..].iter().copied()).next()?.ok()?;
        self.at += decoded.len_utf16();
        Some((decoded, false))
    }

    fn name_escape(&mut self) -> Option<char> {
        if !self.eat("{") {
            let first = self.hex(4)?;
            if let Some(character) = char::from_u32(u32::from(first)) {
                return Some(character);
            }
            let second = if self.eat("\\u") { self.hex(4)? } else { return None };
            return char::decode_utf16([first, second]).next()?.ok();
        }
        let mut value = 0_u32;
        let mut digits = 0;
        while let Some(digit) = self.peek().and_then(|unit| ascii(unit).to_digit(16)) {
            value = value.saturating_mul(16).saturating_add(digit);
            digits += 1;
            self.at += 1;
        }
        if digits == 0 || !self.eat("}") { None } else { char::from_u32(value) }
    }

    fn declare_name(&mut self, name: String, group: u32, start: usize) -> Result<()> {
        match self.names.declare(name, group) {
            Declared::First => Ok(()),
            Declared::Again => {
                self.newer.push((NewerSyntax::DuplicateNames, self.range_from(start)));
                Ok(())
            }
            Declared::Conflict => {
                let message = "another group of the same alternative has this name";
                Err(self.error(ErrorKind::DuplicateName, start..self.at - 1, message))
            }
        }
    }

    // The cursor

    fn peek(&self) -> Option<u16> {
        self.units.get(self.at).copied()
    }

    fn looking_at(&self, text: &str) -> bool {
        let rest = &self.units[self.at.min(self.units.len())..];
        rest.len() >= text.len() && text.bytes().zip(rest).all(|(byte, &unit)| u16::from(byte) == unit)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.looking_at(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn range_from(&self, start: usize) -> Range<u32> {
        start as u32..self.at as u32
    }

    fn error(&self, kind: ErrorKind, range: Range<usize>, message: impl Into<String>) -> PatternError {
        let range = self.source.bytes(range.start as u32..range.end as u32);
        PatternError { range, kind, message: message.into() }
    }

    /// Counts all groups, which decides what `\1` and `\k` mean even before those groups.
    fn survey(&mut self) -> Survey {
        let units = self.units;
        *self.survey.get_or_insert_with(|| survey(units))
    }
}

fn survey(units: &[u16]) -> Survey {
    let mut found = Survey { groups: 0, named: false };
    let mut in_class = false;
    let mut at = 0;
    while let Some(&unit) = units.get(at) {
        match ascii(unit) {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                let next = |ahead: usize| units.get(at + ahead).copied().map(ascii);
                let named =
                    next(1) == Some('?') && next(2) == Some('<') && !matches!(next(3), Some('=' | '!'));
                found.named |= named;
                found.groups += u32::from(named || next(1) != Some('?'));
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The unit as an ASCII character; NUL, which no syntax uses, for any other.
fn ascii(unit: u16) -> char {
    u8::try_from(unit).ok().filter(u8::is_ascii).map_or('\0', char::from)
}

fn class_escape(letter: char) -> Option<UnitSet> {
    let set = match letter.to_ascii_lowercase() {
        'd' => UnitSet::new(DIGIT),
        's' => UnitSet::new(SPACE),
        'w' => UnitSet::new(WORD),
        _ => return None,
    };
    Some(if letter.is_ascii_uppercase() { set.complement() } else { set })
}

fn extend(ranges: &mut Vec<UnitRange>, atom: &ClassAtom) {
    match atom {
        ClassAtom::Unit(unit) => ranges.push((*unit, *unit)),
        ClassAtom::Ranges(set) => ranges.extend(set.ranges()),
    }
}

/// `ID_Start` where it is wider than `XID_Start`, which the crate unicode-ident knows.
const ID_START_ONLY: &[(u32, u32)] = &[(0x0e33, 0x0e33), (0x0eb3, 0x0eb3), (0xff9e, 0xff9f)];
/// Both `ID_Start` and `ID_Continue`, but neither of the X forms.
const ID_ONLY: &[(u32, u32)] = &[
    (0x037a, 0x037a),
    (0x309b, 0x309c),
    (0xfc5e, 0xfc63),
    (0xfdfa, 0xfdfb),
    (0xfe70, 0xfe70),
    (0xfe72, 0xfe72),
    (0xfe74, 0xfe74),
    (0xfe76, 0xfe76),
    (0xfe78, 0xfe78),
    (0xfe7a, 0xfe7a),
    (0xfe7c, 0xfe7c),
    (0xfe7e, 0xfe7e),
];
const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
const ZERO_WIDTH_JOINER: char = '\u{200d}';

fn in_any(ranges: &[(u32, u32)], character: char) -> bool {
    ranges.iter().any(|(low, high)| (low..=high).contains(&&u32::from(character)))
}

fn is_identifier_start(character: char) -> bool {
    matches!(character, '$' | '_')
        || unicode_ident::is_xid_start(character)
        || in_any(ID_START_ONLY, character)
        || in_any(ID_ONLY, character)
}

fn is_identifier_part(character: char) -> bool {
    matches!(character, '$' | ZERO_WIDTH_NON_JOINER | ZERO_WIDTH_JOINER)
        || unicode_ident::is_xid_continue(character)
        || in_any(ID_ONLY, character)
}

enum Declared {
    First,
    Again,
    Conflict,
}

/// The names of groups, and which of them can take part in a match together with what comes next.
#[derive(Debug, Default)]
struct Names {
    index: HashMap<String, usize>,
    entries: Vec<NameEntry>,
    /// The entries in the order of their groups.
    declared: Vec<usize>,
}

#[derive(Debug)]
struct NameEntry {
    groups: Vec<u32>,
    active: bool,
}

impl Names {
    const fn mark(&self) -> usize {
        self.declared.len()
    }

    fn declare(&mut self, name: String, group: u32) -> Declared {
        let entries = &mut self.entries;
        let entry = *self.index.entry(name).or_insert_with(|| {
            entries.push(NameEntry { groups: Vec::new(), active: false });
            entries.len() - 1
        });
        self.declared.push(entry);
        let entry = &mut self.entries[entry];
        if std::mem::replace(&mut entry.active, true) {
            return Declared::Conflict;
        }
        entry.groups.push(group);
        if entry.groups.len() == 1 { Declared::First } else { Declared::Again }
    }

    /// A branch ended: its names cannot meet those of the next.
    fn end_branch(&mut self, mark: usize) {
        self.set_active(mark, false);
    }

    /// A group ended: any of its names may have taken part.
    fn close(&mut self, mark: usize) {
        self.set_active(mark, true);
    }

    fn set_active(&mut self, mark: usize, active: bool) {
        for &entry in &self.declared[mark..] {
            self.entries[entry].active = active;
        }
    }

    fn groups(&self, name: &str) -> Option<Vec<u32>> {
        self.index.get(name).map(|&entry| self.entries[entry].groups.clone())
    }
}
