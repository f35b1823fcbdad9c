//! The syntax tree of a pattern: an arena in which children stand before their parents, so that no depth of nesting needs a deep stack.

use std::ops::Range;

use hookc_runtime::backtrack::Assertion;
use hookc_runtime::units::UnitSet;

/// A node of an [`Ast`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(u32);

/// A set of an [`Ast`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SetId(pub(super) u32);

/// What a node matches. Modifiers are already applied: a unit whose case matters not is a set.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Empty,
    Unit(u16),
    Set(SetId),
    Assert(Assertion),
    Concat(Box<[NodeId]>),
    Alternation(Box<[NodeId]>),
    Group {
        /// The number of a capturing group, from 1.
        capture: Option<u32>,
        body: NodeId,
    },
    Repeat {
        min: u32,
        /// `None` for any number.
        max: Option<u32>,
        greedy: bool,
        body: NodeId,
    },
    Look {
        behind: bool,
        negative: bool,
        body: NodeId,
    },
    /// What one of the groups has read; groups of one name exclude each other.
    Reference {
        groups: Box<[u32]>,
        ignore_case: bool,
    },
}

/// What is known of a node and everything below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent fact that some analysis asks for")]
pub(super) struct Facts {
    /// How deeply groups and repetitions nest.
    pub(super) depth: u32,
    /// It may match without reading.
    pub(super) nullable: bool,
    /// It never reads.
    pub(super) zero_width: bool,
    /// There is a look-around.
    pub(super) look: bool,
    /// There is a back-reference.
    pub(super) reference: bool,
    /// There is an assertion: `^`, `$`, `\b`, `\B`.
    pub(super) assertion: bool,
    /// Some part can never match.
    pub(super) barren: bool,
    /// There is a repetition without an upper bound.
    pub(super) unbounded: bool,
    /// The numbers of the capturing groups.
    pub(super) captures: (u32, u32),
}

impl Facts {
    const EMPTY: Self = Self {
        depth: 0,
        nullable: true,
        zero_width: true,
        look: false,
        reference: false,
        assertion: false,
        barren: false,
        unbounded: false,
        captures: (0, 0),
    };
    const READS: Self = Self { nullable: false, zero_width: false, ..Self::EMPTY };

    fn merge_below(&mut self, below: &Self) {
        self.depth = self.depth.max(below.depth);
        self.look |= below.look;
        self.reference |= below.reference;
        self.assertion |= below.assertion;
        self.barren |= below.barren;
        self.unbounded |= below.unbounded;
        self.captures = match (self.captures, below.captures) {
            ((0, 0), other) | (other, (0, 0)) => other,
            ((a, b), (c, d)) => (a.min(c), b.max(d)),
        };
    }
}

/// One node with its place, in code units of the pattern.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) facts: Facts,
}

impl Node {
    pub(super) const fn range(&self) -> Range<u32> {
        self.start..self.end
    }
}

/// A parsed pattern.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ast {
    nodes: Vec<Node>,
    sets: Vec<UnitSet>,
    root: NodeId,
}

impl Ast {
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), sets: Vec::new(), root: NodeId(0) }
    }

    pub(super) const fn root(&self) -> NodeId {
        self.root
    }

    pub(super) const fn set_root(&mut self, root: NodeId) {
        self.root = root;
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn kind(&self, id: NodeId) -> &Kind {
        &self.node(id).kind
    }

    pub(super) fn facts(&self, id: NodeId) -> &Facts {
        &self.node(id).facts
    }

    /// All nodes, children before parents.
    pub(super) fn nodes(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.iter()
    }

    pub(super) fn set(&self, id: SetId) -> &UnitSet {
        &self.sets[id.0 as usize]
    }

    pub(super) fn sets(&self) -> &[UnitSet] {
        &self.sets
    }

    pub(super) fn add_set(&mut self, set: UnitSet) -> SetId {
        self.sets.push(set);
        SetId(self.sets.len() as u32 - 1)
    }

    pub(super) fn add(&mut self, kind: Kind, range: Range<u32>) -> NodeId {
        let facts = self.facts_of(&kind);
        self.nodes.push(Node { kind, start: range.start, end: range.end, facts });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Says which groups a reference by name means, once all groups are known.
    pub(super) fn resolve_reference(&mut self, id: NodeId, resolved: Box<[u32]>) {
        if let Kind::Reference { groups, .. } = &mut self.nodes[id.0 as usize].kind {
            *groups = resolved;
        }
    }

    fn facts_of(&self, kind: &Kind) -> Facts {
        match kind {
            Kind::Empty => Facts::EMPTY,
            Kind::Unit(_) => Facts::READS,
            Kind::Set(set) => Facts { barren: self.set(*set).is_empty(), ..Facts::READS },
            Kind::Assert(_) => Facts { assertion: true, ..Facts::EMPTY },
            Kind::Reference { .. } => Facts { reference: true, zero_width: false, ..Facts::EMPTY },
            Kind::Concat(parts) => {
                let mut facts = Facts::EMPTY;
                for part in parts.iter().map(|&part| self.facts(part)) {
                    facts.merge_below(part);
                    facts.nullable &= part.nullable;
                    facts.zero_width &= part.zero_width;
                }
                facts
            }
            Kind::Alternation(branches) => {
                let mut facts = Facts { nullable: false, ..Facts::EMPTY };
                for branch in branches.iter().map(|&branch| self.facts(branch)) {
                    facts.merge_below(branch);
                    facts.nullable |= branch.nullable;
                    facts.zero_width &= branch.zero_width;
                }
                facts
            }
            Kind::Group { capture, body } => {
                let mut facts = *self.facts(*body);
                facts.depth += 1;
                if let Some(number) = *capture {
                    facts.captures = (number, facts.captures.1.max(number + 1));
                }
                facts
            }
            Kind::Repeat { min, max, body, .. } => {
                let mut facts = *self.facts(*body);
                facts.depth += 1;
                facts.nullable |= *min == 0;
                facts.zero_width |= *max == Some(0);
                facts.unbounded |= max.is_none();
                facts
            }
            Kind::Look { body, .. } => {
                let mut facts = *self.facts(*body);
                facts.depth += 1;
                Facts { look: true, nullable: true, zero_width: true, ..facts }
            }
        }
    }
}
