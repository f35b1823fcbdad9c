//! Matchers: what a pattern accepts, exactly as the host's `new RegExp(pattern).test(subject)` decides it (HOOKS.md 5.1).
//!
//! A [`Pattern`] is parsed once. Testing a subject runs small bytecode and builds nothing else; questions about the whole language of a
//! pattern ([`Pattern::intersection`], [`Pattern::matches_everything`], …) build an automaton at the first one and keep it.
//!
//! The truth is V8 as it stands in the host's builds of 2026: modifiers (`(?i:x)`) and one name in several alternatives are accepted.
//! [`Pattern::newer_syntax`] tells where an engine from before 2024 would refuse.
//!
//! One thing is not modelled: a pattern with some ten thousand capturing groups compiles, but exhausts V8's stack at the first test.

mod ast;
mod coverage;
mod dialect;
mod draft;
mod fold;
mod hir;
mod lower;
mod parse;
mod positions;
mod redos;
mod set;
mod source;
mod suggest;
mod table;
#[cfg(test)]
mod tests;
mod tokens;

use std::ops::Range;
use std::sync::OnceLock;

use hookc_runtime::backtrack::{Code, CodeError};
use hookc_runtime::table::{ACCEPT, REJECT};
use hookc_runtime::{Program, Table};

pub use self::coverage::{Coverage, coverage};
pub use self::dialect::{Trap, TrapKind, traps};
pub use self::hir::{NotRegular, Reason};
pub use self::parse::{ErrorKind, MAX_GROUPS, NewerSyntax, PatternError};
pub use self::redos::{Backtracking, Growth};
pub use self::set::Proof;
pub use self::suggest::{Suggestion, SuggestionKind, suggest};
pub use self::tokens::TokenKind;

use self::ast::{Ast, Facts, Kind, NodeId};
use self::source::Source;

/// Subjects that tell most patterns from one that matches everything, before an automaton is built.
const PROBES: [&str; 4] = ["", "a", " ", "\n"];

/// The code units around an alternation, times its branches, up to which each branch gets a pattern of its own.
const MOST_COPIED: usize = 1 << 20;

/// A pattern that compiles.
#[derive(Debug)]
pub struct Pattern {
    source: Source,
    ast: Ast,
    newer: Vec<(NewerSyntax, Range<u32>)>,
    code: Code,
    table: OnceLock<Result<Table, NotRegular>>,
}

/// One of several ways in which a pattern can match: a branch between `|`.
#[derive(Debug)]
pub struct Alternative {
    /// The branch, in bytes of the decoded pattern.
    pub range: Range<usize>,
    /// What to delete to be rid of it: the branch with one `|`. `None` for an only branch.
    pub removal: Option<Range<usize>>,
    /// The pattern with only this branch, anchors and groups around it kept.
    pub pattern: Pattern,
}

/// Reads a pattern as `new RegExp(pattern)` does.
///
/// # Errors
/// The first fault, where V8 would throw a `SyntaxError`.
pub fn parse_str(pattern: &str) -> Result<Pattern, PatternError> {
    Pattern::from_source(Source::from_text(pattern))
}

/// As [`parse_str`], for a pattern that may hold lone surrogates: UTF-16 code units, each with the byte offset of its character in a
/// decoded text of `len` bytes. All ranges are in bytes of that text.
pub fn parse(units: impl IntoIterator<Item = (usize, u16)>, len: usize) -> Result<Pattern, PatternError> {
    Pattern::from_source(Source::new(units, len))
}

impl Pattern {
    fn from_source(source: Source) -> Result<Self, PatternError> {
        let parsed = parse::parse(&source)?;
        let code = lower::lower(&parsed.ast, parsed.groups).map_err(|error| too_large(&source, error))?;
        Ok(Self { source, ast: parsed.ast, newer: parsed.newer, code, table: OnceLock::new() })
    }

    /// The pattern as written; a lone surrogate reads as U+FFFD.
    pub fn text(&self) -> String {
        self.source.text(0..self.source.units().len() as u32)
    }

    /// Whether the pattern matches anywhere in the subject; `None` when neither the bytecode within its budget nor an automaton decides it.
    pub fn matches(&self, subject: &str) -> Option<bool> {
        self.matches_units(&subject.encode_utf16().collect::<Vec<_>>())
    }

    /// As [`matches`](Self::matches), for a subject that may hold lone surrogates.
    pub fn matches_units(&self, subject: &[u16]) -> Option<bool> {
        self.code.is_match(subject).or_else(|| {
            let table = self.table().ok()?;
            Some(table.is_match(&hookc_runtime::units::subject_of_units(subject.iter().copied())))
        })
    }

    /// The smallest program that decides the pattern exactly.
    pub fn program(&self) -> Program {
        match self.table() {
            Ok(table) if table.start() == ACCEPT => Program::Always,
            Ok(table) if table.start() == REJECT => Program::Never,
            Ok(table) => Program::Table(table.clone()),
            Err(_) => Program::Backtrack(self.code.clone()),
        }
    }

    /// The automaton of the pattern, built at the first call, or why there is none.
    pub fn table(&self) -> Result<&Table, &NotRegular> {
        let built = self.table.get_or_init(|| {
            table::build(&self.ast)
                .map_err(|obstacle| NotRegular { range: self.bytes(obstacle.node), reason: obstacle.reason })
        });
        built.as_ref()
    }

    /// The branches of the pattern, looking through groups and anchors around all of it: `^(A|B)$` has two. At least one: where so much
    /// stands around so many branches that keeping it with each would cost too much, the whole pattern is the only one.
    pub fn alternatives(&self) -> Vec<Alternative> {
        let Some((alternation, branches)) = self.outer_alternation() else {
            return self.only_alternative().into_iter().collect();
        };
        let ranges: Vec<Range<u32>> = branches.iter().map(|&branch| self.ast.node(branch).range()).collect();
        let whole = self.ast.node(alternation).range();
        let units = self.source.units();
        let around = units.len() - (whole.end - whole.start) as usize;
        if around.saturating_mul(ranges.len()) > MOST_COPIED {
            return self.only_alternative().into_iter().collect();
        }
        let alternatives = ranges.iter().enumerate().filter_map(|(index, range)| {
            let removal = match (ranges.get(index + 1), index.checked_sub(1)) {
                (Some(next), _) => range.start..next.start,
                (None, Some(previous)) => ranges[previous].end..range.end,
                (None, None) => return None,
            };
            let alone = [
                &units[..whole.start as usize],
                &units[range.start as usize..range.end as usize],
                &units[whole.end as usize..],
            ]
            .concat();
            Some(Alternative {
                range: self.source.bytes(range.clone()),
                removal: Some(self.source.bytes(removal)),
                pattern: Self::from_source(Source::from_units(&alone)).ok()?,
            })
        });
        alternatives.collect()
    }

    fn only_alternative(&self) -> Option<Alternative> {
        let whole = self.source.bytes(0..self.source.units().len() as u32);
        let pattern = Self::from_source(self.source.clone()).ok()?;
        Some(Alternative { range: whole, removal: None, pattern })
    }

    /// The alternation that makes up the pattern, but for anchors and groups around it. A branch by itself means the same only if
    /// nothing refers back to a group by its number.
    fn outer_alternation(&self) -> Option<(NodeId, &[NodeId])> {
        if self.facts().reference {
            return None;
        }
        let mut node = self.ast.root();
        loop {
            match self.ast.kind(node) {
                Kind::Alternation(branches) => return Some((node, branches)),
                Kind::Group { body, .. } => node = *body,
                Kind::Concat(parts) => {
                    let mut others =
                        parts.iter().filter(|&&part| !matches!(self.ast.kind(part), Kind::Assert(_)));
                    let &only = others.next().filter(|_| others.clone().next().is_none())?;
                    if !matches!(self.ast.kind(only), Kind::Group { .. }) {
                        return None;
                    }
                    node = only;
                }
                _ => return None,
            }
        }
    }

    /// Exponential or polynomial backtracking, if it is proved: a subject was found on which the work grows so.
    pub fn backtracking(&self) -> Option<Backtracking> {
        redos::find(&self.ast, &self.source, &self.code)
    }

    /// Whether it is proved that every well-formed text matches.
    pub fn matches_everything(&self) -> bool {
        let facts = self.facts();
        if !facts.nullable {
            return false;
        }
        if !(facts.assertion || facts.look || facts.reference || facts.barren) {
            return true;
        }
        if PROBES.iter().any(|probe| self.matches(probe) == Some(false)) {
            return false;
        }
        self.table().is_ok_and(|table| set::find(table, table, |matches, _| !matches) == Proof::Impossible)
    }

    /// Whether it is proved that no well-formed text matches.
    pub fn matches_nothing(&self) -> bool {
        let facts = self.facts();
        if !(facts.assertion || facts.look || facts.reference || facts.barren) {
            return false;
        }
        if PROBES.iter().any(|probe| self.matches(probe) == Some(true)) {
            return false;
        }
        self.example() == Proof::Impossible
    }

    /// A shortest text that matches.
    pub fn example(&self) -> Proof {
        self.compare(self, |matches, _| matches)
    }

    /// A shortest text that both patterns match.
    pub fn intersection(&self, other: &Self) -> Proof {
        self.compare(other, |this, other| this && other)
    }

    /// A shortest text that this pattern matches and the other does not; impossible when the other includes this one.
    pub fn difference(&self, other: &Self) -> Proof {
        self.compare(other, |this, other| this && !other)
    }

    fn compare(&self, other: &Self, choose: impl Fn(bool, bool) -> bool) -> Proof {
        match (self.table(), other.table()) {
            (Ok(this), Ok(other)) => set::find(this, other, choose),
            _ => Proof::Unknown,
        }
    }

    /// The text that the pattern is, when it is nothing but plain characters.
    pub fn literal(&self) -> Option<String> {
        let unit = |node: NodeId| match self.ast.kind(node) {
            Kind::Unit(unit) => Some(*unit),
            _ => None,
        };
        let units: Option<Vec<u16>> = match self.ast.kind(self.ast.root()) {
            Kind::Concat(parts) => parts.iter().map(|&part| unit(part)).collect(),
            _ => unit(self.ast.root()).map(|unit| vec![unit]),
        };
        String::from_utf16(&units?).ok()
    }

    /// Places where an engine from before 2024 refuses the pattern.
    pub fn newer_syntax(&self) -> Vec<(NewerSyntax, Range<usize>)> {
        self.newer.iter().map(|(what, range)| (*what, self.source.bytes(range.clone()))).collect()
    }

    /// The bytecode, which every pattern has.
    pub const fn code(&self) -> &Code {
        &self.code
    }

    fn facts(&self) -> &Facts {
        self.ast.facts(self.ast.root())
    }

    fn bytes(&self, node: NodeId) -> Range<usize> {
        self.source.bytes(self.ast.node(node).range())
    }
}

/// The limits of the bytecode lie far above those of V8's own compiler.
fn too_large(source: &Source, error: CodeError) -> PatternError {
    PatternError {
        range: source.bytes(0..source.units().len() as u32),
        kind: ErrorKind::TooManyGroups,
        message: error.to_string(),
    }
}
