//! The memory of a script: its variables, objects and lists, with a log that lets several ways be tried and joined.

use std::collections::{BTreeMap, HashMap};

use super::super::facts::Key;
use super::thing::Thing;

/// A place in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell(u32);

/// A block of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScopeId(u32);

/// A member of an object of the script.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) key: Key,
    pub(super) thing: Thing,
    pub(super) optional: bool,
}

/// What a cell holds.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Content {
    /// A variable's value.
    Variable(Thing),
    /// The members of an object, and whether there can be more.
    Object(Vec<Entry>, bool),
    /// The items of a list, and whether there can be more.
    List(Vec<Thing>, bool),
}

impl Content {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Variable(one), Self::Variable(two)) => Self::Variable(one.or(two)),
            (Self::Object(one, open), Self::Object(two, also_open)) => {
                Self::Object(join_entries(one, two), open || also_open)
            }
            (Self::List(mut one, open), Self::List(two, also_open)) => {
                one.extend(two.into_iter().skip_while(|thing| one.contains(thing)).collect::<Vec<_>>());
                Self::List(one, open || also_open)
            }
            (one, _) => one,
        }
    }
}

fn join_entries(mut one: Vec<Entry>, two: Vec<Entry>) -> Vec<Entry> {
    for entry in &mut one {
        entry.optional |= !two.iter().any(|other| other.key.name == entry.key.name);
    }
    for entry in two {
        match one.iter_mut().find(|known| known.key.name == entry.key.name) {
            Some(known) => {
                known.optional |= entry.optional;
                known.thing = std::mem::replace(&mut known.thing, Thing::Undefined).or(entry.thing);
            }
            None => one.push(Entry { optional: true, ..entry }),
        }
    }
    one
}

#[derive(Debug)]
struct Names<'t> {
    parent: Option<ScopeId>,
    cells: HashMap<&'t str, Cell>,
}

/// What changed in memory on one way.
#[derive(Debug, Clone, Default)]
pub(super) struct Changes(BTreeMap<Cell, Content>);

impl Changes {
    /// How many cells changed.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// A moment, to which memory can be taken back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    log: usize,
    cells: u32,
}

/// Memory.
#[derive(Debug)]
pub(super) struct State<'t> {
    cells: Vec<Content>,
    names: Vec<Names<'t>>,
    log: Vec<(Cell, Content)>,
}

impl<'t> State<'t> {
    pub(super) fn new() -> Self {
        Self {
            cells: Vec::new(),
            names: vec![Names { parent: None, cells: HashMap::new() }],
            log: Vec::new(),
        }
    }

    /// The outermost names.
    pub(super) const fn top() -> ScopeId {
        ScopeId(0)
    }

    pub(super) fn open(&mut self, parent: ScopeId) -> ScopeId {
        self.names.push(Names { parent: Some(parent), cells: HashMap::new() });
        ScopeId(self.names.len() as u32 - 1)
    }

    pub(super) fn allocate(&mut self, content: Content) -> Cell {
        self.cells.push(content);
        Cell(self.cells.len() as u32 - 1)
    }

    /// Brings a name into being.
    pub(super) fn declare(&mut self, scope: ScopeId, name: &'t str, thing: Thing) {
        let cell = self.allocate(Content::Variable(thing));
        self.names[scope.0 as usize].cells.insert(name, cell);
    }

    /// The variable of this name.
    pub(super) fn find(&self, scope: ScopeId, name: &str) -> Option<Cell> {
        let mut scope = Some(scope);
        while let Some(ScopeId(index)) = scope {
            let names = &self.names[index as usize];
            if let Some(cell) = names.cells.get(name) {
                return Some(*cell);
            }
            scope = names.parent;
        }
        None
    }

    pub(super) fn get(&self, cell: Cell) -> &Content {
        &self.cells[cell.0 as usize]
    }

    pub(super) fn set(&mut self, cell: Cell, content: Content) {
        let old = std::mem::replace(&mut self.cells[cell.0 as usize], content);
        self.log.push((cell, old));
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { log: self.log.len(), cells: self.cells.len() as u32 }
    }

    /// How much changed since a moment.
    pub(super) fn changed_since(&self, mark: Mark) -> usize {
        self.log.len() - mark.log
    }

    /// What changed since a moment; memory stays as it is.
    pub(super) fn changes(&self, mark: Mark) -> Changes {
        let changed = self.log[mark.log..].iter().map(|(cell, _)| (*cell, self.get(*cell).clone()));
        Changes(changed.collect())
    }

    /// Takes memory back to a moment; what had changed comes out.
    pub(super) fn take_back(&mut self, mark: Mark) -> Changes {
        let changes = self.changes(mark);
        while self.log.len() > mark.log {
            if let Some((cell, old)) = self.log.pop() {
                self.cells[cell.0 as usize] = old;
            }
        }
        changes
    }

    /// Goes on as if one of several ways had been taken from a moment to which memory was taken back.
    pub(super) fn join(&mut self, mark: Mark, ways: &[Changes]) {
        let changed: std::collections::BTreeSet<Cell> =
            ways.iter().flat_map(|way| way.0.keys().copied()).collect();
        for cell in changed {
            let is_new = cell.0 >= mark.cells;
            let contents = ways.iter().filter_map(|way| match way.0.get(&cell) {
                Some(content) => Some(content.clone()),
                None if is_new => None,
                None => Some(self.get(cell).clone()),
            });
            if let Some(content) = contents.reduce(Content::or) {
                self.set(cell, content);
            }
        }
    }
}
