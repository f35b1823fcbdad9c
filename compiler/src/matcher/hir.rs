//! From the syntax tree to the intermediate form of the crate `regex-syntax`, over the bytes that
//! [`subject`](hookc_runtime::units::subject) writes: one code unit is one character of one to three bytes.

use std::ops::Range;

use hookc_runtime::backtrack::Assertion;
use hookc_runtime::units::{UnitRange, UnitSet};
use regex_syntax::hir::{
    Class, ClassBytes, ClassBytesRange, ClassUnicode, ClassUnicodeRange, Hir, Look, Repetition,
};

use super::ast::{Ast, Kind, NodeId};

/// Patterns that nest deeper than this get no automaton: the crates that build it recurse.
pub(super) const MAX_DEPTH: u32 = 200;
/// Repetitions by number are written out when an automaton is built; beyond this the attempt is not worth its time.
const MAX_COUNT: u32 = 2_000;

const BEFORE_SURROGATES: u32 = 0xd7ff;
const FIRST_SURROGATE: u32 = 0xd800;
const LAST_SURROGATE: u32 = 0xdfff;
const AFTER_SURROGATES: u32 = 0xe000;
/// The first byte of every surrogate.
const SURROGATE_LEAD: u8 = 0xed;
/// How many units share their first two bytes.
const LAST_BYTE_VALUES: u32 = 0x40;

/// Why a pattern has no automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotRegular {
    /// The part at fault, in bytes of the decoded pattern.
    pub range: Range<usize>,
    /// What it is.
    pub reason: Reason,
}

/// What keeps a pattern from being an automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A look-ahead or look-behind anywhere but right behind a leading `^`.
    LookAround,
    /// A back-reference.
    BackReference,
    /// `^` or `$` with the modifier `m`.
    LineAnchor,
    /// The automaton would be too large, or the pattern nests too deeply to try.
    TooLarge,
}

/// A part of a pattern that no automaton expresses.
pub(super) struct Obstacle {
    pub(super) node: NodeId,
    pub(super) reason: Reason,
}

/// The node as an expression over bytes. The tree must not be deeper than [`MAX_DEPTH`].
pub(super) fn to_hir(ast: &Ast, node: NodeId) -> Result<Hir, Obstacle> {
    let obstacle = |reason| Err(Obstacle { node, reason });
    let all = |nodes: &[NodeId]| nodes.iter().map(|&node| to_hir(ast, node)).collect::<Result<Vec<_>, _>>();
    Ok(match ast.kind(node) {
        Kind::Empty => Hir::empty(),
        Kind::Unit(unit) => units(&UnitSet::single(*unit)),
        Kind::Set(set) => units(ast.set(*set)),
        Kind::Assert(assertion) => match look(*assertion) {
            Some(look) => Hir::look(look),
            None => return obstacle(Reason::LineAnchor),
        },
        Kind::Concat(parts) => Hir::concat(all(parts)?),
        Kind::Alternation(branches) => Hir::alternation(all(branches)?),
        Kind::Group { body, .. } => to_hir(ast, *body)?,
        Kind::Repeat { min, max, .. } if (*min).max(max.unwrap_or(0)) > MAX_COUNT => {
            return obstacle(Reason::TooLarge);
        }
        Kind::Repeat { min, max, greedy, body } => {
            let sub = Box::new(to_hir(ast, *body)?);
            Hir::repetition(Repetition { min: *min, max: *max, greedy: *greedy, sub })
        }
        Kind::Look { .. } => return obstacle(Reason::LookAround),
        Kind::Reference { .. } => return obstacle(Reason::BackReference),
    })
}

fn look(assertion: Assertion) -> Option<Look> {
    match assertion {
        Assertion::Start => Some(Look::Start),
        Assertion::End => Some(Look::End),
        Assertion::WordBoundary => Some(Look::WordAscii),
        Assertion::NotWordBoundary => Some(Look::WordAsciiNegate),
        Assertion::LineStart | Assertion::LineEnd => None,
    }
}

/// Anchored at the start of the subject.
pub(super) fn anchored(parts: impl IntoIterator<Item = Hir>) -> Hir {
    Hir::concat(std::iter::once(Hir::look(Look::Start)).chain(parts).collect())
}

/// An empty match of `\B` must not fall between the bytes of one unit: then whole units are walked from the start.
pub(super) fn at_unit_boundary(hir: Hir) -> Hir {
    let properties = hir.properties();
    let may_be_empty = properties.minimum_len().is_none_or(|len| len == 0);
    if !may_be_empty || !properties.look_set().contains(Look::WordAsciiNegate) {
        return hir;
    }
    let skip = Repetition { min: 0, max: None, greedy: false, sub: Box::new(units(&UnitSet::all())) };
    anchored([Hir::repetition(skip), hir])
}

fn units(set: &UnitSet) -> Hir {
    let mut characters = ClassUnicode::empty();
    let mut choices = Vec::new();
    for &range in set.ranges() {
        for (low, high) in outside_surrogates(range) {
            characters.push(ClassUnicodeRange::new(low, high));
        }
        push_surrogates(&mut choices, range);
    }
    if !characters.ranges().is_empty() || choices.is_empty() {
        choices.insert(0, Hir::class(Class::Unicode(characters)));
    }
    Hir::alternation(choices)
}

fn outside_surrogates((low, high): UnitRange) -> impl Iterator<Item = (char, char)> {
    let (low, high) = (u32::from(low), u32::from(high));
    let parts = [(low, high.min(BEFORE_SURROGATES)), (low.max(AFTER_SURROGATES), high)];
    parts
        .into_iter()
        .filter(|(low, high)| low <= high)
        .filter_map(|(low, high)| Some((char::from_u32(low)?, char::from_u32(high)?)))
}

/// The surrogates of a range as byte sequences, in as few as possible.
fn push_surrogates(choices: &mut Vec<Hir>, (low, high): UnitRange) {
    let last = u32::from(high).min(LAST_SURROGATE);
    let mut first = u32::from(low).max(FIRST_SURROGATE);
    while first <= last {
        let end = if first % LAST_BYTE_VALUES == 0 && last - first >= LAST_BYTE_VALUES {
            first + (last + 1 - first) / LAST_BYTE_VALUES * LAST_BYTE_VALUES - 1
        } else {
            (first | (LAST_BYTE_VALUES - 1)).min(last)
        };
        choices.push(Hir::concat(vec![
            byte_class(SURROGATE_LEAD, SURROGATE_LEAD),
            byte_class(tail(first >> 6), tail(end >> 6)),
            byte_class(tail(first), tail(end)),
        ]));
        first = end + 1;
    }
}

const fn tail(bits: u32) -> u8 {
    0x80 | (bits % LAST_BYTE_VALUES) as u8
}

fn byte_class(low: u8, high: u8) -> Hir {
    Hir::class(Class::Bytes(ClassBytes::new([ClassBytesRange::new(low, high)])))
}
