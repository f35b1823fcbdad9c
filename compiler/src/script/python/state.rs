//! Names and dictionaries at one point of a script.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::facts::Scope;
use super::known::{Known, Object, ObjectId};

/// What holds at one point of the script.
#[derive(Debug, Clone)]
pub(super) struct State<'t> {
    /// The module's names first, then those of every function that is running.
    pub(super) frames: Vec<Rc<Frame<'t>>>,
    pub(super) objects: Rc<BTreeMap<ObjectId, Rc<Object>>>,
    /// For which runs the point is reached.
    pub(super) scope: Scope,
    /// Whether it is reached at all.
    pub(super) alive: bool,
}

/// The names of a module, class or function.
#[derive(Debug, Clone, Default)]
pub(super) struct Frame<'t> {
    pub(super) id: u32,
    /// The frame whose names are seen beneath this one.
    pub(super) parent: u32,
    /// Whether it is a class's: its names are not seen in its methods.
    pub(super) is_class: bool,
    pub(super) names: BTreeMap<&'t str, Known>,
    /// Names that belong to the module or to an outer function.
    pub(super) outer: Vec<&'t str>,
}

impl<'t> State<'t> {
    pub(super) fn new() -> Self {
        Self {
            frames: vec![Rc::new(Frame::default())],
            objects: Rc::default(),
            scope: Scope::default(),
            alive: true,
        }
    }

    /// The frames in which a name is looked for, innermost first.
    fn visible(&self) -> impl Iterator<Item = usize> {
        let mut next = self.frames.len().checked_sub(1);
        std::iter::from_fn(move || {
            let index = next?;
            let parent = self.frames[index].parent;
            // Where a function has outlived what it was defined in, the module's names are still there.
            next = self.frames[..index]
                .iter()
                .rposition(|frame| frame.id == parent)
                .or((index > 0).then_some(0));
            Some(index)
        })
    }

    pub(super) fn lookup(&self, name: &str) -> Option<&Known> {
        self.visible().find_map(|index| self.frames[index].names.get(name))
    }

    pub(super) fn assign(&mut self, name: &'t str, known: Known) {
        let top = self.frames.len() - 1;
        let frame = if self.frames[top].outer.contains(&name) {
            self.visible().skip(1).find(|index| self.frames[*index].names.contains_key(name)).unwrap_or(0)
        } else {
            top
        };
        Rc::make_mut(&mut self.frames[frame]).names.insert(name, known);
    }

    pub(super) fn object(&self, id: ObjectId) -> Option<&Rc<Object>> {
        self.objects.get(&id)
    }

    pub(super) fn insert(&mut self, id: ObjectId, object: Object) {
        Rc::make_mut(&mut self.objects).insert(id, Rc::new(object));
    }

    pub(super) fn change(&mut self, id: ObjectId, change: impl FnOnce(&mut Object)) {
        if let Some(object) = Rc::make_mut(&mut self.objects).get_mut(&id) {
            change(Rc::make_mut(object));
        }
    }

    /// What holds when either way was taken. Returns the work done.
    pub(super) fn join(&mut self, other: &Self) -> usize {
        if !other.alive {
            return 0;
        }
        if !self.alive {
            *self = other.clone();
            return 0;
        }
        let mut work = 0;
        self.scope = self.scope.or(&other.scope);
        for (mine, theirs) in self.frames.iter_mut().zip(&other.frames) {
            if !Rc::ptr_eq(mine, theirs) {
                work += theirs.names.len();
                Rc::make_mut(mine).join(theirs);
            }
        }
        if !Rc::ptr_eq(&self.objects, &other.objects) {
            work += other.objects.len();
            let objects = Rc::make_mut(&mut self.objects);
            for (id, theirs) in other.objects.iter() {
                match objects.get_mut(id) {
                    Some(mine) if Rc::ptr_eq(mine, theirs) => {}
                    Some(mine) => Rc::make_mut(mine).join(theirs),
                    None => {
                        objects.insert(*id, theirs.clone());
                    }
                }
            }
        }
        work
    }
}

impl Frame<'_> {
    fn join(&mut self, other: &Self) {
        for (name, theirs) in &other.names {
            match self.names.get_mut(name) {
                Some(mine) if mine == theirs => {}
                Some(mine) => {
                    let before = std::mem::replace(mine, Known::Unknown);
                    *mine = before.or(theirs.clone());
                }
                None => {
                    self.names.insert(name, theirs.clone());
                }
            }
        }
    }
}

impl Scope {
    /// What covers both.
    pub(super) fn or(&self, other: &Self) -> Self {
        let only = match (&self.only, &other.only) {
            (Some(one), Some(two)) => {
                let mut all = one.clone();
                all.extend(two.iter().filter(|name| !one.contains(name)).cloned());
                Some(all)
            }
            _ => None,
        };
        let except = self.except.iter().filter(|name| other.except.contains(name)).cloned().collect();
        Self { only, except, conditional: self.conditional || other.conditional }
    }
}
