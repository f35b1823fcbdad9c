//! What a value of the script can be: where it came from and what it is good for.

use std::rc::Rc;

use super::super::facts::{Segment, Value};
use super::word::Word;

/// More alternatives than this are not told apart.
const MAX_ALTERNATIVES: usize = 16;

/// One thing that a value can be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Origin {
    /// The payload.
    Payload,
    /// A field of the payload, and whether it is still JSON text rather than the text itself.
    Field(Rc<[Segment]>, bool),
    /// Several values side by side: what `@tsv` makes.
    Columns(Vec<Rc<[Origin]>>),
    /// Text that the payload has a part in.
    Derived,
    /// A text that is known as far as the word tells.
    Text(Rc<Word>),
    /// A constant text of which only this is known: nothing in it needs an escape in JSON.
    Plain,
    /// A JSON value made by a JSON writer.
    Json(Rc<Value>),
    /// Text made safe for JSON: `@json`, escaped by hand, digits.
    Escaped,
    /// Text quoted for a shell: `@sh`, `%q`.
    Quoted,
    /// An argument of the script.
    Argument,
    /// A variable of the environment.
    Environment(Rc<str>),
    /// The working directory.
    Cwd,
    /// A new file that only the user can read.
    Temporary,
    /// Anything else.
    Unknown,
}

impl Origin {
    /// Whether someone who writes the payload decides what the value is.
    pub(super) fn is_tainted(&self) -> bool {
        match self {
            Self::Payload | Self::Field(..) | Self::Derived => true,
            Self::Columns(columns) => columns.iter().any(|column| is_tainted(column)),
            Self::Text(word) => word_is_tainted(word),
            _ => false,
        }
    }

    /// The way from the payload's root to the value.
    pub(super) fn path(&self) -> Option<&[Segment]> {
        match self {
            Self::Field(path, _) => Some(path),
            Self::Payload | Self::Derived => Some(&[]),
            Self::Text(word) => word.only_hole().and_then(|hole| path(&hole.origins)),
            _ => None,
        }
    }
}

/// Whether someone who writes the payload decides what a value can be.
pub(super) fn is_tainted(origins: &[Origin]) -> bool {
    origins.iter().any(Origin::is_tainted)
}

/// Whether someone who writes the payload decides a part of a word.
pub(super) fn word_is_tainted(word: &Word) -> bool {
    word.holes.iter().any(|hole| is_tainted(&hole.origins))
}

/// The way to the tainted value among the alternatives.
pub(super) fn path(origins: &[Origin]) -> Option<&[Segment]> {
    origins.iter().find_map(Origin::path)
}

/// The one field of the payload that a value is, constants that stand in for it aside.
pub(super) fn field(origins: &[Origin]) -> Option<&[Segment]> {
    let mut found: Option<&[Segment]> = None;
    for origin in origins {
        let path = match origin {
            Origin::Field(path, _) => Some(&**path),
            Origin::Text(word) if word.holes.is_empty() => None,
            Origin::Text(word) => Some(field(&word.only_hole()?.origins)?),
            Origin::Plain => None,
            _ => return None,
        };
        match (path, found) {
            (Some(path), Some(known)) if !same_path(path, known) => return None,
            (Some(path), _) => found = Some(path),
            (None, _) => {}
        }
    }
    found
}

/// A value of which one thing is known.
pub(super) fn one(origin: Origin) -> Rc<[Origin]> {
    Rc::new([origin])
}

/// Either of two values.
pub(super) fn either(one: &Rc<[Origin]>, other: &Rc<[Origin]>) -> Rc<[Origin]> {
    if one == other {
        return Rc::clone(one);
    }
    let mut all = one.to_vec();
    all.extend(other.iter().filter(|origin| !one.contains(origin)).cloned());
    if all.len() > MAX_ALTERNATIVES {
        let rest = if is_tainted(&all) { Origin::Derived } else { Origin::Unknown };
        return self::one(rest);
    }
    all.into()
}

/// Whether two ways are the same, wherever they are written.
pub(super) fn same_path(one: &[Segment], other: &[Segment]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).all(|pair| match pair {
            (Segment::Key(one), Segment::Key(other)) => one.name == other.name,
            (Segment::Item, Segment::Item) => true,
            _ => false,
        })
}
