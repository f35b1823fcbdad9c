//! What is known of a value while a script is read.

use std::rc::Rc;

use super::super::facts::{Key, Place, Segment};
use super::text::Text;

/// More alternatives than this are not told apart.
const MAX_ALTERNATIVES: usize = 8;

/// The way from the payload's root to a value.
pub(super) type Path = Rc<Vec<Segment>>;

/// What is known of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Known {
    /// Nothing.
    Unknown,
    /// A text, constant or with values put into it.
    Text(Rc<Text>),
    /// Some text; `taint` when it holds a value of the payload.
    AnyText { taint: Option<Path>, escaped: bool },
    /// A number.
    Number(Option<i64>, Place),
    /// `True` or `False`.
    Bool(bool, Place),
    /// `None`.
    None(Place),
    /// A dictionary.
    Object(ObjectId),
    /// A list, tuple or set, as far as its items are known.
    List(Rc<Vec<Valued>>),
    /// Text or bytes from standard input.
    Input,
    /// The payload or a value in it.
    Payload {
        path: Path,
        /// Whether its case was changed.
        folded: bool,
        /// Whether it was asked for so that it may be absent.
        maybe: bool,
    },
    /// The JSON text of a value.
    Json(Rc<Valued>),
    /// A function of the script.
    Function(usize),
    /// A class of the script.
    Class(usize),
    /// An object of a class of the script.
    Instance(usize, ObjectId),
    /// A method of such an object.
    Method(usize, Rc<Known>),
    /// A module, function or object of the standard library, by its dotted name.
    Library(Rc<str>),
    /// Something from another file of the author, with the place where that is loaded.
    Foreign(Place),
    /// A value from the arguments, the environment or the platform; the variable's name where it is one.
    Host(Option<Rc<str>>),
    /// `__name__`.
    ModuleName,
    /// A file that is open for writing.
    File(Rc<Target>),
    /// What a table of functions holds under a value of the payload.
    Selected(Rc<Selected>),
    /// One of several.
    OneOf(Rc<Vec<Known>>),
}

/// A dictionary in the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectId(pub(super) u32);

/// What is known of a value, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Valued {
    pub(super) known: Known,
    pub(super) place: Place,
}

/// A file that is written.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Target {
    pub(super) path: String,
    pub(super) place: Place,
    pub(super) private: bool,
}

/// A table indexed by a value of the payload.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Selected {
    pub(super) path: Path,
    pub(super) entries: Vec<(Key, Known)>,
    /// What an absent key yields; `None` when it is an error.
    pub(super) default: Option<Known>,
}

/// The members of a dictionary.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Object {
    pub(super) members: Vec<ObjectMember>,
    /// Whether more members can be there.
    pub(super) open: bool,
}

/// A member of a dictionary.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ObjectMember {
    pub(super) key: Key,
    pub(super) value: Valued,
    pub(super) optional: bool,
}

impl Known {
    pub(super) fn library(name: &str) -> Self {
        Self::Library(name.into())
    }

    pub(super) fn payload(path: Path) -> Self {
        Self::Payload { path, folded: false, maybe: false }
    }

    pub(super) fn text() -> Self {
        Self::AnyText { taint: None, escaped: false }
    }

    pub(super) fn tainted(taint: Option<Path>) -> Self {
        Self::AnyText { taint, escaped: false }
    }

    /// Either of two.
    pub(super) fn or(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let mut all: Vec<Self> = Vec::new();
        for one in [self, other] {
            match one {
                Self::OneOf(several) => several.iter().for_each(|one| push_distinct(&mut all, one.clone())),
                one => push_distinct(&mut all, one),
            }
        }
        if all.len() > MAX_ALTERNATIVES { Self::Unknown } else { Self::one_of(all) }
    }

    pub(super) fn one_of(mut all: Vec<Self>) -> Self {
        match all.len() {
            0 => Self::Unknown,
            1 => all.swap_remove(0),
            _ => Self::OneOf(Rc::new(all)),
        }
    }

    /// What it can be, one by one.
    pub(super) fn alternatives(&self) -> &[Self] {
        match self {
            Self::OneOf(all) => all,
            one => std::slice::from_ref(one),
        }
    }

    /// The place in the payload where it comes from, when it is always or sometimes from there.
    pub(super) fn payload_path(&self) -> Option<&Path> {
        self.alternatives().iter().find_map(|one| match one {
            Self::Payload { path, .. } => Some(path),
            _ => None,
        })
    }

    pub(super) fn is_host(&self) -> bool {
        self.alternatives().iter().any(|one| matches!(one, Self::Host(_)))
    }

    pub(super) fn is_input(&self) -> bool {
        self.alternatives().iter().any(|one| matches!(one, Self::Input))
    }

    /// A text that the script fixes.
    pub(super) fn constant(&self) -> Option<Key> {
        match self {
            Self::Text(text) => text.constant(),
            _ => None,
        }
    }

    /// Whether it counts as true; `None` when only a run tells. What can be changed behind a name is not judged.
    pub(super) fn truth(&self) -> Option<bool> {
        match self {
            Self::None(_) => Some(false),
            Self::Bool(bool, _) => Some(*bool),
            Self::Number(Some(number), _) => Some(*number != 0),
            Self::Text(text) => text.truth(),
            Self::Function(_) | Self::Class(_) | Self::Method(..) => Some(true),
            Self::OneOf(all) => {
                let first = all.first()?.truth()?;
                all.iter().all(|one| one.truth() == Some(first)).then_some(first)
            }
            _ => None,
        }
    }
}

impl Valued {
    pub(super) fn new(known: Known, place: Place) -> Self {
        Self { known, place }
    }

    /// The one value that is put between nothing but blanks, or the value itself.
    pub(super) fn between_blanks(&self) -> &Self {
        let Known::Text(text) = &self.known else { return self };
        let mut holes = text.holes();
        match (holes.next(), holes.next()) {
            (Some(only), None) if text.is_blank() => only,
            _ => self,
        }
    }

    /// Either of two; the place of the first.
    pub(super) fn or(self, other: Self) -> Self {
        Self { known: self.known.or(other.known), place: self.place }
    }
}

impl Object {
    pub(super) fn get(&self, name: &str) -> Option<&ObjectMember> {
        self.members.iter().find(|member| member.key.name == name)
    }

    pub(super) fn set(&mut self, key: Key, value: Valued, optional: bool) {
        match self.members.iter_mut().find(|member| member.key.name == key.name) {
            Some(member) if optional => {
                let before = std::mem::replace(&mut member.value, Valued::new(Known::Unknown, 0..0));
                member.value = before.or(value);
            }
            Some(member) => *member = ObjectMember { key, value, optional },
            None => self.members.push(ObjectMember { key, value, optional }),
        }
    }

    /// Keeps the members that a filter lets through: those that are there, or by a test that is not understood.
    pub(super) fn keep_present(&mut self, by_presence: bool) {
        if by_presence {
            self.members.retain(|member| member.value.known.truth() != Some(false));
        }
        for member in &mut self.members {
            member.optional |= !by_presence || member.value.known.truth() != Some(true);
            if let Known::OneOf(all) = &member.value.known {
                let there = all.iter().filter(|one| !matches!(one, Known::None(_))).cloned().collect();
                member.value.known = Known::one_of(there);
            }
        }
    }

    pub(super) fn remove(&mut self, name: &str) {
        self.members.retain(|member| member.key.name != name);
    }

    /// What both ways leave of one dictionary.
    pub(super) fn join(&mut self, other: &Self) {
        self.open |= other.open;
        for member in &mut self.members {
            match other.get(&member.key.name) {
                Some(theirs) => {
                    member.optional |= theirs.optional;
                    if member.value != theirs.value {
                        let mine = member.value.clone();
                        member.value = mine.or(theirs.value.clone());
                    }
                }
                None => member.optional = true,
            }
        }
        for theirs in &other.members {
            if self.get(&theirs.key.name).is_none() {
                self.members.push(ObjectMember { optional: true, ..theirs.clone() });
            }
        }
    }
}

fn push_distinct(all: &mut Vec<Known>, one: Known) {
    if !all.contains(&one) {
        all.push(one);
    }
}
