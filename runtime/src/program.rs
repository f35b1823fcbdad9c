//! What decides a matcher: the cheapest of four forms that is exact.

use crate::backtrack::Code;
use crate::table::Table;
use crate::units;

/// A compiled matcher.
#[derive(Debug, Clone, PartialEq)]
pub enum Program {
    /// Every subject matches.
    Always,
    /// No subject matches.
    Never,
    /// An automaton, in linear time.
    Table(Table),
    /// Bytecode, within a budget.
    Backtrack(Code),
}

/// The answer of a [`Program`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// The pattern matches.
    Match,
    /// It does not.
    NoMatch,
    /// The budget was spent before that was known. The hook then runs, as it would with no matcher.
    BudgetSpent,
}

impl Program {
    /// Whether the pattern matches anywhere in the subject.
    pub fn decide(&self, subject: &str) -> Decision {
        let matched = match self {
            Self::Always => Some(true),
            Self::Never => Some(false),
            Self::Table(table) => Some(table.is_match(&units::subject(subject))),
            Self::Backtrack(code) => code.is_match(&subject.encode_utf16().collect::<Vec<_>>()),
        };
        Decision::from(matched)
    }

    /// As [`decide`](Self::decide), for a subject that may hold lone surrogates.
    pub fn decide_units(&self, subject: &[u16]) -> Decision {
        let matched = match self {
            Self::Always => Some(true),
            Self::Never => Some(false),
            Self::Table(table) => Some(table.is_match(&units::subject_of_units(subject.iter().copied()))),
            Self::Backtrack(code) => code.is_match(subject),
        };
        Decision::from(matched)
    }
}

impl From<Option<bool>> for Decision {
    fn from(matched: Option<bool>) -> Self {
        match matched {
            Some(true) => Self::Match,
            Some(false) => Self::NoMatch,
            None => Self::BudgetSpent,
        }
    }
}
