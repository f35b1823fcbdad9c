//! The position automaton of a pattern (Glushkov): one state for each place that reads a unit, so that every way to match is a path of its own.

use hookc_runtime::units::UnitSet;

use super::ast::{Ast, Kind, NodeId};
use super::hir::MAX_DEPTH;

/// With more places than this nothing is said about a pattern.
pub(super) const MAX_POSITIONS: usize = 128;
/// Sets that overlap in more ways than this are given up.
const MAX_CLASSES: usize = 128;
/// A body that must or may match several times by number is written out at most so often each.
const MAX_COPIES: u32 = 2;

/// A set of positions, or of classes of units: one bit each.
pub(super) type Bits = u128;

/// The members of a set.
pub(super) fn members(mut bits: Bits) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let index = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(index)
    })
}

/// The automaton. Assertions and back-references are taken to read nothing and to hold always, so there may be more paths than the pattern has.
#[derive(Debug)]
pub(super) struct Positions {
    /// What each position reads, as classes of units.
    pub(super) reads: Vec<Bits>,
    /// The node of each position.
    pub(super) nodes: Vec<NodeId>,
    /// Where a match can begin.
    pub(super) first: Bits,
    /// Which positions can follow.
    pub(super) follow: Vec<Bits>,
    /// Which of those can follow in two ways, and what made the second.
    pub(super) doubled: Vec<(usize, usize, NodeId)>,
    /// Which positions can be reached in one step or more.
    pub(super) reach: Vec<Bits>,
    /// A unit of each class.
    pub(super) units: Vec<u16>,
    /// A unit that nothing reads.
    pub(super) outsider: Option<u16>,
}

impl Positions {
    pub(super) fn new(ast: &Ast) -> Option<Self> {
        let root = ast.root();
        if ast.facts(root).depth > MAX_DEPTH {
            return None;
        }
        let mut builder =
            Builder { ast, sets: Vec::new(), nodes: Vec::new(), follow: Vec::new(), doubled: Vec::new() };
        let fragment = builder.fragment(root)?;
        let classes = Classes::new(&builder.sets)?;
        Some(Self {
            reads: classes.masks,
            nodes: builder.nodes,
            first: fragment.first,
            reach: closure(&builder.follow),
            follow: builder.follow,
            doubled: builder.doubled,
            units: classes.units,
            outsider: classes.outsider,
        })
    }

    /// The positions from which `position` can be reached and that it can reach: its loop. Empty if it is in none.
    pub(super) fn loop_of(&self, position: usize) -> Bits {
        members(self.reach[position])
            .filter(|&other| self.reach[other] >> position & 1 == 1)
            .fold(0, |bits, other| bits | 1 << other)
    }
}

/// What is known of a part while it is put together.
#[derive(Clone, Copy)]
struct Fragment {
    nullable: bool,
    first: Bits,
    last: Bits,
}

impl Fragment {
    const EMPTY: Self = Self { nullable: true, first: 0, last: 0 };
}

struct Builder<'a> {
    ast: &'a Ast,
    sets: Vec<UnitSet>,
    nodes: Vec<NodeId>,
    follow: Vec<Bits>,
    doubled: Vec<(usize, usize, NodeId)>,
}

impl Builder<'_> {
    fn fragment(&mut self, node: NodeId) -> Option<Fragment> {
        Some(match *self.ast.kind(node) {
            Kind::Unit(unit) => self.leaf(node, UnitSet::single(unit))?,
            Kind::Set(set) => self.leaf(node, self.ast.set(set).clone())?,
            Kind::Empty | Kind::Assert(_) | Kind::Reference { .. } => Fragment::EMPTY,
            Kind::Concat(ref parts) => {
                let mut whole = Fragment::EMPTY;
                for &part in parts {
                    let next = self.fragment(part)?;
                    whole = self.concat(node, whole, next);
                }
                whole
            }
            Kind::Alternation(ref branches) => {
                let mut whole = Fragment { nullable: false, ..Fragment::EMPTY };
                for &branch in branches {
                    let next = self.fragment(branch)?;
                    whole.nullable |= next.nullable;
                    whole.first |= next.first;
                    whole.last |= next.last;
                }
                whole
            }
            Kind::Group { body, .. } => self.fragment(body)?,
            Kind::Repeat { min, max, body, .. } => self.repeat(node, min, max, body)?,
            // The body of a look-ahead is tried on the way; nothing follows it.
            Kind::Look { behind: false, body, .. } => {
                Fragment { nullable: true, last: 0, ..self.fragment(body)? }
            }
            Kind::Look { behind: true, .. } => Fragment::EMPTY,
        })
    }

    fn leaf(&mut self, node: NodeId, set: UnitSet) -> Option<Fragment> {
        let position = self.sets.len();
        if position == MAX_POSITIONS {
            return None;
        }
        self.sets.push(set);
        self.nodes.push(node);
        self.follow.push(0);
        let bit = 1 << position;
        Some(Fragment { nullable: false, first: bit, last: bit })
    }

    fn concat(&mut self, node: NodeId, left: Fragment, right: Fragment) -> Fragment {
        self.connect(node, left.last, right.first);
        Fragment {
            nullable: left.nullable && right.nullable,
            first: left.first | if left.nullable { right.first } else { 0 },
            last: right.last | if right.nullable { left.last } else { 0 },
        }
    }

    fn connect(&mut self, node: NodeId, from: Bits, to: Bits) {
        for position in members(from) {
            let again = self.follow[position] & to;
            self.doubled.extend(members(again).map(|next| (position, next, node)));
            self.follow[position] |= to;
        }
    }

    fn repeat(&mut self, node: NodeId, min: u32, max: Option<u32>, body: NodeId) -> Option<Fragment> {
        let mut whole = Fragment::EMPTY;
        let required = if max.is_none() { min.saturating_sub(1) } else { min };
        for _ in 0..required.min(MAX_COPIES) {
            let copy = self.fragment(body)?;
            whole = self.concat(node, whole, copy);
        }
        let Some(max) = max else {
            let mut copy = self.fragment(body)?;
            self.connect(node, copy.last, copy.first);
            copy.nullable |= min == 0;
            return Some(self.concat(node, whole, copy));
        };
        for _ in 0..max.saturating_sub(min).min(MAX_COPIES) {
            let copy = self.fragment(body)?;
            whole = self.concat(node, whole, Fragment { nullable: true, ..copy });
        }
        Some(whole)
    }
}

fn closure(follow: &[Bits]) -> Vec<Bits> {
    let mut reach = follow.to_vec();
    for via in 0..reach.len() {
        let through = reach[via];
        for bits in &mut reach {
            if *bits >> via & 1 == 1 {
                *bits |= through;
            }
        }
    }
    reach
}

/// The units in classes that no set tells apart.
struct Classes {
    masks: Vec<Bits>,
    units: Vec<u16>,
    outsider: Option<u16>,
}

impl Classes {
    fn new(sets: &[UnitSet]) -> Option<Self> {
        let ranges = || sets.iter().flat_map(UnitSet::ranges);
        let readable = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9').chain(b'!'..=b'~').map(u16::from);
        let borders = ranges().flat_map(|&(low, high)| [Some(low), high.checked_add(1)]).flatten();
        let mut classes = Self { masks: vec![0; sets.len()], units: Vec::new(), outsider: None };
        // There are few, so that looking through them takes less time than hashing.
        let mut known: Vec<Bits> = Vec::new();
        for unit in readable.chain(borders).filter(|&unit| !hookc_runtime::units::is_surrogate(unit)) {
            let holders = sets.iter().enumerate().filter(|(_, set)| set.contains(unit));
            let signature: Bits = holders.fold(0, |bits, (index, _)| bits | 1 << index);
            if signature == 0 {
                classes.outsider.get_or_insert(unit);
            } else if !known.contains(&signature) {
                let class = known.len();
                if class == MAX_CLASSES {
                    return None;
                }
                known.push(signature);
                classes.units.push(unit);
                for index in members(signature) {
                    classes.masks[index] |= 1 << class;
                }
            }
        }
        Some(classes)
    }
}
