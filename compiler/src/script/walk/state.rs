//! The memory of a script: its variables, objects and lists, with a log that lets several ways be tried and joined.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::facts::{Key, Scope};
use super::thing::Thing;

/// A place in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::script) struct Cell(u32);

/// A block of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::script) struct ScopeId(u32);

/// A member of an object of the script.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::script) struct Entry {
    pub(in crate::script) key: Key,
    pub(in crate::script) thing: Thing,
    pub(in crate::script) optional: bool,
}

/// What a cell holds.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::script) enum Content {
    /// A variable's value.
    Variable(Thing),
    /// The members of an object, and whether there can be more.
    Object(Vec<Entry>, bool),
    /// The items of a list, and whether there can be more.
    List(Vec<Thing>, bool),
}

impl Content {
    /// One of several by the scopes of the ways that led to them.
    fn chosen(ways: Vec<(Scope, Self)>, base: &Scope) -> Option<Self> {
        match ways.first()?.1 {
            Self::Variable(_) => {
                let things = ways.into_iter().filter_map(|(scope, content)| match content {
                    Self::Variable(thing) => Some((scope, thing)),
                    _ => None,
                });
                Some(Self::Variable(Thing::chosen(things.collect(), base)))
            }
            Self::Object(..) => {
                let mut open = false;
                let objects = ways.into_iter().filter_map(|(scope, content)| match content {
                    Self::Object(entries, also_open) => {
                        open |= also_open;
                        Some((scope, entries))
                    }
                    _ => None,
                });
                let objects: Vec<_> = objects.collect();
                Some(Self::Object(join_entries(&objects, base), open))
            }
            Self::List(..) => {
                let mut all = Vec::new();
                let mut open = false;
                for (_, content) in ways {
                    let Self::List(items, also_open) = content else { continue };
                    open |= also_open;
                    // Ways that only add to a list have the same items first.
                    let shared = all.iter().zip(&items).take_while(|(one, two)| one == two).count();
                    all.extend(items.into_iter().skip(shared));
                }
                Some(Self::List(all, open))
            }
        }
    }
}

fn join_entries(objects: &[(Scope, Vec<Entry>)], base: &Scope) -> Vec<Entry> {
    let mut keys: Vec<Key> = Vec::new();
    for (_, entries) in objects {
        for entry in entries {
            if !keys.iter().any(|key| key.name == entry.key.name) {
                keys.push(entry.key.clone());
            }
        }
    }
    let tells = objects.iter().any(|(scope, _)| scope != base);
    keys.into_iter()
        .map(|key| {
            let mut optional = false;
            let mut ways = Vec::new();
            for (scope, entries) in objects {
                match entries.iter().find(|entry| entry.key.name == key.name) {
                    Some(entry) => {
                        optional |= entry.optional;
                        ways.push((scope.clone(), entry.thing.clone()));
                    }
                    // Where the ways are told apart by the event, so is the presence of the member.
                    None if tells => ways.push((scope.clone(), Thing::Undefined)),
                    None => optional = true,
                }
            }
            Entry { key, thing: Thing::chosen(ways, base), optional }
        })
        .collect()
}

#[derive(Debug)]
struct Names {
    parent: Option<ScopeId>,
    cells: HashMap<String, Cell>,
}

/// What changed in memory on one way.
#[derive(Debug, Clone, Default)]
pub(in crate::script) struct Changes(BTreeMap<Cell, Content>);

impl Changes {
    /// How many cells changed.
    pub(in crate::script) fn len(&self) -> usize {
        self.0.len()
    }
}

/// A moment, to which memory can be taken back.
#[derive(Debug, Clone, Copy)]
pub(in crate::script) struct Mark {
    log: usize,
    cells: u32,
}

/// Memory.
#[derive(Debug)]
pub(in crate::script) struct State {
    cells: Vec<Content>,
    names: Vec<Names>,
    log: Vec<(Cell, Content)>,
}

impl State {
    pub(in crate::script) fn new() -> Self {
        Self {
            cells: Vec::new(),
            names: vec![Names { parent: None, cells: HashMap::new() }],
            log: Vec::new(),
        }
    }

    /// The outermost names.
    pub(in crate::script) const fn top() -> ScopeId {
        ScopeId(0)
    }

    pub(in crate::script) fn open(&mut self, parent: ScopeId) -> ScopeId {
        self.names.push(Names { parent: Some(parent), cells: HashMap::new() });
        ScopeId(self.names.len() as u32 - 1)
    }

    pub(in crate::script) fn allocate(&mut self, content: Content) -> Cell {
        self.cells.push(content);
        Cell(self.cells.len() as u32 - 1)
    }

    /// Brings a name into being.
    pub(in crate::script) fn declare(&mut self, scope: ScopeId, name: &str, thing: Thing) {
        let cell = self.allocate(Content::Variable(thing));
        self.names[scope.0 as usize].cells.insert(name.to_owned(), cell);
    }

    /// The variable of this name.
    pub(in crate::script) fn find(&self, scope: ScopeId, name: &str) -> Option<Cell> {
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

    pub(in crate::script) fn get(&self, cell: Cell) -> &Content {
        &self.cells[cell.0 as usize]
    }

    pub(in crate::script) fn set(&mut self, cell: Cell, content: Content) {
        let old = std::mem::replace(&mut self.cells[cell.0 as usize], content);
        self.log.push((cell, old));
    }

    pub(in crate::script) fn mark(&self) -> Mark {
        Mark { log: self.log.len(), cells: self.cells.len() as u32 }
    }

    /// How much changed since a moment.
    pub(in crate::script) fn changed_since(&self, mark: Mark) -> usize {
        self.log.len() - mark.log
    }

    /// What changed since a moment; memory stays as it is.
    pub(in crate::script) fn changes(&self, mark: Mark) -> Changes {
        let changed = self.log[mark.log..].iter().map(|(cell, _)| (*cell, self.get(*cell).clone()));
        Changes(changed.collect())
    }

    /// Takes memory back to a moment; what had changed comes out.
    pub(in crate::script) fn take_back(&mut self, mark: Mark) -> Changes {
        let changes = self.changes(mark);
        while self.log.len() > mark.log {
            if let Some((cell, old)) = self.log.pop() {
                self.cells[cell.0 as usize] = old;
            }
        }
        changes
    }

    /// Goes on as if one of several ways had been taken from a moment to which memory was taken back. Each way has the scope that
    /// led to its end; `base` is the scope where they parted.
    pub(in crate::script) fn join(&mut self, mark: Mark, ways: &[(Scope, Changes)], base: &Scope) {
        let changed: BTreeSet<Cell> = ways.iter().flat_map(|(_, way)| way.0.keys().copied()).collect();
        for cell in changed {
            let is_new = cell.0 >= mark.cells;
            let contents = ways.iter().filter_map(|(scope, way)| match way.0.get(&cell) {
                Some(content) => Some((scope.clone(), content.clone())),
                None if is_new => None,
                None => Some((scope.clone(), self.get(cell).clone())),
            });
            let contents: Vec<(Scope, Content)> = contents.collect();
            // What came into being on one way is seen on no other.
            let content = match <[(Scope, Content); 1]>::try_from(contents) {
                Ok([(_, only)]) => Some(only),
                Err(contents) => Content::chosen(contents, base),
            };
            if let Some(content) = content {
                self.set(cell, content);
            }
        }
    }
}
