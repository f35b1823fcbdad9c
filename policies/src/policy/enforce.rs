//! What binds the files below: levels that may be raised and not lowered, and what came of attempts to.
//!
//! The files of a configuration have an order: the file itself is 0, what it extends comes behind it, then the configurations of folders above and that of the enterprise
//! source. The command line stands above all of them. A file takes back what it says itself, or what a file below it says, but never what one above it says.

use std::collections::BTreeMap;

use hookc_compiler::diagnostic::Level;

use crate::config::{Fault, LevelName, Origin};

/// The rule of attempts to weaken what is declared above.
pub(crate) const WEAKENED: &str = "policy-weakened";

/// Where something that binds is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Declared {
    /// The number of the file, [`usize::MAX`] for the command line; of a pack the file that names it.
    pub(crate) file: usize,
    /// Whether a pack says it.
    pub(crate) by_pack: bool,
}

impl Declared {
    /// Whether a level that is set in this file may be lower. A pack binds the file that names it, too.
    const fn yields_to_level_of(self, file: usize) -> bool {
        !self.by_pack && self.file == file
    }

    /// Whether this file may set a finding aside: a suppression says why, and where.
    pub(crate) const fn yields_to_suppression_of(self, file: usize) -> bool {
        file >= self.file
    }
}

/// The least level of a rule's findings.
#[derive(Debug, Clone)]
pub(crate) struct Floor {
    /// The level; that which the finding has by itself when `None`.
    pub(crate) level: Option<LevelName>,
    pub(crate) declared: Declared,
    pub(crate) origin: Origin,
}

/// The least levels, by rule.
#[derive(Debug, Default)]
pub(crate) struct Floors(BTreeMap<String, Vec<Floor>>);

impl Floors {
    pub(crate) fn add(&mut self, rule: &str, floor: Floor) {
        self.0.entry(rule.to_owned()).or_default().push(floor);
    }

    pub(crate) fn of(&self, rule: &str) -> &[Floor] {
        self.0.get(rule).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn rules(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Floor)> {
        self.0.iter().flat_map(|(rule, floors)| floors.iter().map(move |floor| (rule.as_str(), floor)))
    }

    /// The level of a finding that has the level `own` by itself, where this is set for it.
    pub(crate) fn raise(&self, rule: &str, own: Level, set: Option<(LevelName, usize)>) -> LevelName {
        let own = LevelName::of(own);
        self.of(rule).iter().fold(set.map_or(own, |(level, _)| level), |level, floor| {
            let yields = set.is_some_and(|(_, file)| floor.declared.yields_to_level_of(file));
            if yields { level } else { level.max(floor.level.unwrap_or(own)) }
        })
    }

    /// The floor that keeps a rule from being set to this level by this file, if there is one.
    pub(crate) fn against(&self, rule: &str, level: LevelName, file: usize) -> Option<&Floor> {
        self.of(rule).iter().find(|floor| {
            let least = floor.level.unwrap_or_else(|| gravest(rule));
            floor.declared.file >= file && !floor.declared.yields_to_level_of(file) && level < least
        })
    }

    /// The floor that keeps a rule from being left out by this file, if there is one.
    pub(crate) fn against_silence(&self, rule: &str, file: usize) -> Option<&Floor> {
        self.of(rule).iter().find(|floor| floor.declared.file >= file)
    }
}

/// The gravest level that the rule's findings have by themselves.
fn gravest(rule: &str) -> LevelName {
    let levels = crate::rules().iter().find(|known| known.name == rule).map_or(&[][..], |rule| rule.levels);
    LevelName::of(levels.iter().copied().max().unwrap_or(Level::Info))
}

/// A finding about an attempt.
pub(crate) fn weakened(at: Origin, message: String) -> Fault {
    Fault { rule: WEAKENED, level: Level::Error, at, message, help: String::new() }
        .help("what stands above can be added to and tightened; what is not wanted is taken back there")
}
