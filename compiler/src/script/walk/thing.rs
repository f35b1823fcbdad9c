//! What an expression of a script can stand for.

use std::rc::Rc;

use super::super::facts::{Key, Place, Scope, Segment};
use super::state::Cell;
use super::text::Spelled;

/// A text of more pieces than this is any text.
const MAX_PIECES: usize = 400;

/// More alternatives than this are one unknown thing.
const MAX_ALTERNATIVES: usize = 12;

/// A value of the payload.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::script) struct Field {
    /// The way from the payload's root; empty for the payload itself.
    pub(in crate::script) path: Vec<Segment>,
    /// Whether it came out of a text inside the payload that was decoded as JSON.
    pub(in crate::script) decoded: bool,
    /// The expression that it was read by.
    pub(in crate::script) place: Place,
}

/// A function of the script, by its number among those that were met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::script) struct Closure {
    /// Its number.
    pub(in crate::script) function: u32,
    /// What `this` is in it.
    pub(in crate::script) this: Option<Cell>,
}

/// A piece of a text that is put together.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::script) enum Piece {
    /// A constant.
    Constant(Rc<Spelled>),
    /// A value put into it, and where.
    Hole(Thing, Place),
}

/// For which events a test holds and for which it does not.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::script) struct Test {
    pub(in crate::script) yes: Scope,
    pub(in crate::script) no: Scope,
    pub(in crate::script) place: Place,
}

/// What an expression stands for.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::script) enum Thing {
    /// Anything.
    Unknown(Place),
    Undefined,
    Null(Place),
    Bool(bool, Place),
    Number(Option<i64>, Place),
    /// A constant text.
    Text(Rc<Spelled>),
    /// A text that depends on something.
    AnyText(Place),
    /// A text put together of several.
    Mixed(Rc<Vec<Piece>>, Place),
    /// The JSON text of a value.
    JsonText(Rc<Thing>, Place),
    /// What stands between the quotes of a JSON text.
    Escaped(Place),
    /// The payload before it is parsed.
    Raw(Place),
    /// The payload or a value in it.
    Payload(Rc<Field>),
    /// A text made from a value of the payload.
    Derived(Rc<Field>, Place),
    /// An object of the script.
    Object(Cell),
    /// A list of the script.
    List(Cell),
    /// A function of the script.
    Function(Closure),
    /// A class of the script, by its number.
    Class(u32),
    /// Something of the host: a global, a module or a member of one, as a dotted name.
    Host(Rc<str>, Place),
    /// `resolve` or `reject` of a promise, by its number.
    Settle(usize, bool),
    /// The outcome of a test that depends on the event or the host.
    Test(Rc<Test>),
    /// One of several, each for the runs of a scope. Whichever run it is, one of them is meant.
    Choice(Rc<Vec<(Scope, Thing)>>),
    /// One of several.
    OneOf(Rc<Vec<Thing>>),
}

impl Thing {
    /// The constant text that it is.
    pub(in crate::script) fn as_text(&self) -> Option<&Rc<Spelled>> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The name of the host's thing that it is.
    pub(in crate::script) fn as_host(&self) -> Option<&str> {
        match self {
            Self::Host(name, _) => Some(name),
            _ => None,
        }
    }

    /// Whether a value says which host runs the script, or how it was called.
    pub(in crate::script) fn depends_on_host(&self) -> bool {
        self.alternatives().iter().any(|thing| match thing {
            Self::Host(name, _) => tells_circumstances(name),
            Self::Payload(field) | Self::Derived(field, _) => tells_host(&field.path),
            _ => false,
        })
    }

    /// A path as far as it is constant, whatever is not as `$`.
    pub(in crate::script) fn as_path(&self) -> String {
        match self {
            Self::Text(text) => text.text.clone(),
            Self::Mixed(pieces, _) => pieces
                .iter()
                .map(|piece| match piece {
                    Piece::Constant(text) => text.text.clone(),
                    Piece::Hole(Self::Text(text), _) => text.text.clone(),
                    Piece::Hole(..) => "$".to_owned(),
                })
                .collect(),
            _ => "$".to_owned(),
        }
    }

    /// What it can be, one by one.
    pub(in crate::script) fn alternatives(&self) -> &[Thing] {
        match self {
            Self::OneOf(things) => things,
            other => std::slice::from_ref(other),
        }
    }

    /// The value of the payload that it is, unless it is absent.
    pub(in crate::script) fn field(&self) -> Option<&Rc<Field>> {
        self.alternatives().iter().find_map(|thing| match thing {
            Self::Payload(field) => Some(field),
            _ => None,
        })
    }

    /// The value of the payload that it holds or was made from.
    pub(in crate::script) fn origin(&self) -> Option<Vec<Segment>> {
        self.alternatives().iter().find_map(|thing| match thing {
            Self::Payload(field) | Self::Derived(field, _) => Some(field.path.clone()),
            Self::Raw(_) => Some(Vec::new()),
            Self::JsonText(inner, _) => inner.origin(),
            Self::Mixed(pieces, _) => pieces.iter().find_map(|piece| match piece {
                Piece::Hole(thing, _) => thing.origin(),
                Piece::Constant(_) => None,
            }),
            _ => None,
        })
    }

    /// Whether it can be the payload before it is parsed.
    pub(in crate::script) fn is_raw(&self) -> bool {
        self.alternatives().iter().any(|thing| matches!(thing, Self::Raw(_)))
    }

    /// Where it stands, when it has a place of its own.
    pub(in crate::script) fn place(&self) -> Option<Place> {
        match self {
            Self::Unknown(place)
            | Self::Null(place)
            | Self::Bool(_, place)
            | Self::Number(_, place)
            | Self::AnyText(place)
            | Self::Mixed(_, place)
            | Self::JsonText(_, place)
            | Self::Escaped(place)
            | Self::Raw(place)
            | Self::Derived(_, place)
            | Self::Host(_, place) => Some(place.clone()),
            Self::Text(text) => Some(text.place.clone()),
            Self::Payload(field) => Some(field.place.clone()),
            Self::Test(test) => Some(test.place.clone()),
            _ => None,
        }
    }

    /// One or the other.
    pub(in crate::script) fn or(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        if let Self::Choice(table) = &self {
            return Self::one_of(table.iter().map(|(_, thing)| thing.clone())).or(other);
        }
        if let Self::Choice(table) = &other {
            return self.or(Self::one_of(table.iter().map(|(_, thing)| thing.clone())));
        }
        match (&self, &other) {
            (Self::Raw(_), rest) if rest.is_nothing() => return self,
            (rest, Self::Raw(_)) if rest.is_nothing() => return other,
            (Self::Payload(one), Self::Payload(two)) if same_path(&one.path, &two.path) => {
                return if two.decoded { other } else { self };
            }
            _ => {}
        }
        let mut things = self.alternatives().to_vec();
        for thing in other.alternatives() {
            if !things.contains(thing) {
                things.push(thing.clone());
            }
        }
        if things.len() > MAX_ALTERNATIVES {
            let place = things.iter().find_map(Self::place).unwrap_or(0..0);
            return Self::Unknown(place);
        }
        Self::OneOf(Rc::new(things))
    }

    /// One of these; undefined when there are none.
    pub(in crate::script) fn one_of(things: impl IntoIterator<Item = Self>) -> Self {
        things.into_iter().reduce(Self::or).unwrap_or(Self::Undefined)
    }

    /// One of these by the scope of the way that led to each; `base` is the scope where the ways parted.
    pub(in crate::script) fn chosen(ways: Vec<(Scope, Self)>, base: &Scope) -> Self {
        let tells = ways.iter().any(|(scope, thing)| scope != base || matches!(thing, Self::Choice(_)));
        let same = ways.iter().all(|(_, thing)| *thing == ways[0].1);
        // What holds a part of the payload is asked for that, wherever it comes from.
        let plain = ways.iter().any(|(_, thing)| thing.holds_payload());
        if same || !tells || plain {
            return Self::one_of(ways.into_iter().map(|(_, thing)| thing));
        }
        let mut table: Vec<(Scope, Self)> = Vec::new();
        for (scope, thing) in ways {
            match thing {
                Self::Choice(inner) => table.extend(inner.iter().cloned()),
                thing => table.push((scope, thing)),
            }
        }
        if table.len() > MAX_ALTERNATIVES {
            return Self::one_of(table.into_iter().map(|(_, thing)| thing));
        }
        Self::Choice(Rc::new(table))
    }

    /// Whether it is, or can be, a text that holds other things: such texts are not put into each other without end.
    pub(in crate::script) fn nests_text(&self) -> bool {
        self.alternatives().iter().any(|thing| match thing {
            Self::JsonText(..) | Self::Mixed(..) => true,
            Self::Choice(table) => table.iter().any(|(_, thing)| thing.nests_text()),
            _ => false,
        })
    }

    fn holds_payload(&self) -> bool {
        self.alternatives().iter().any(|thing| {
            matches!(thing, Self::Payload(_) | Self::Raw(_) | Self::Derived(..) | Self::Host(..))
        })
    }

    /// Whether it stands for nothing read yet.
    fn is_nothing(&self) -> bool {
        match self {
            Self::Undefined | Self::Null(_) => true,
            Self::Text(text) => text.text.is_empty(),
            _ => false,
        }
    }

    /// Whether a test for truth always comes out the same.
    pub(in crate::script) fn truth(&self) -> Option<bool> {
        match self {
            Self::Undefined | Self::Null(_) => Some(false),
            Self::Bool(value, _) => Some(*value),
            Self::Number(Some(value), _) => Some(*value != 0),
            Self::Text(text) => Some(!text.text.is_empty()),
            Self::Object(_) | Self::List(_) | Self::Function(_) | Self::Class(_) => Some(true),
            _ => None,
        }
    }
}

/// Whether two ways through the payload have the same names.
pub(in crate::script) fn same_path(one: &[Segment], two: &[Segment]) -> bool {
    one.len() == two.len()
        && one.iter().zip(two).all(|(one, two)| match (one, two) {
            (Segment::Key(one), Segment::Key(two)) => one.name == two.name,
            (Segment::Item, Segment::Item) => true,
            _ => false,
        })
}

/// The names of a way through the payload, as one text.
pub(in crate::script) fn path_name(path: &[Segment]) -> String {
    let mut name = String::new();
    for segment in path {
        name.push('\0');
        match segment {
            Segment::Key(key) => name.push_str(&key.name),
            Segment::Item => name.push_str("[]"),
        }
    }
    name
}

/// Whether this is the name of the event.
pub(in crate::script) fn is_event_name(path: &[Segment]) -> bool {
    matches!(path, [Segment::Key(Key { name, .. })] if matches!(name.as_str(), "hook_event_name" | "hookEventName" | "event_name"))
}

/// Whether this tells which host runs the script.
pub(in crate::script) fn tells_host(path: &[Segment]) -> bool {
    matches!(path, [Segment::Key(Key { name, .. })] if name == "cursor_version")
}

/// The JSON text of a value.
pub(in crate::script) fn json_text(thing: Thing, at: Place) -> Thing {
    let inner = match thing {
        Thing::JsonText(..) | Thing::Mixed(..) => Thing::AnyText(at.clone()),
        thing @ Thing::OneOf(_) if thing.nests_text() => Thing::Unknown(at.clone()),
        Thing::Choice(table) => {
            let things = table.iter().map(|(scope, thing)| match thing {
                Thing::JsonText(..) | Thing::Mixed(..) | Thing::OneOf(_) if thing.nests_text() => {
                    (scope.clone(), Thing::Unknown(at.clone()))
                }
                thing => (scope.clone(), thing.clone()),
            });
            Thing::Choice(Rc::new(things.collect()))
        }
        thing => thing,
    };
    Thing::JsonText(Rc::new(inner), at)
}

/// Adds what stands in a text. Texts in texts become one.
pub(in crate::script) fn push_piece(pieces: &mut Vec<Piece>, thing: Thing, at: Place) {
    match thing {
        Thing::Text(text) => pieces.push(Piece::Constant(text)),
        Thing::Mixed(inner, _) => pieces.extend(inner.iter().cloned()),
        Thing::OneOf(_) | Thing::Choice(_) if thing.nests_text() => {
            let json = thing.alternatives().iter().all(|thing| matches!(thing, Thing::JsonText(..)));
            let thing = if json {
                Thing::JsonText(Rc::new(Thing::Unknown(at.clone())), at.clone())
            } else {
                Thing::AnyText(at.clone())
            };
            pieces.push(Piece::Hole(thing, at));
        }
        thing => pieces.push(Piece::Hole(thing, at)),
    }
}

/// The text of these pieces.
pub(in crate::script) fn pieced(mut pieces: Vec<Piece>, at: Place) -> Thing {
    pieces.retain(|piece| !matches!(piece, Piece::Constant(text) if text.text.is_empty()));
    if pieces.len() > MAX_PIECES {
        return Thing::AnyText(at);
    }
    match pieces.as_slice() {
        [] => Thing::Text(Rc::new(Spelled::plain("", at.start..at.start))),
        [Piece::Constant(text)] => Thing::Text(text.clone()),
        [Piece::Hole(thing @ (Thing::Raw(_) | Thing::JsonText(..)), _)] => thing.clone(),
        _ => Thing::Mixed(Rc::new(pieces), at),
    }
}

/// Whether this of the host says how the script is run.
fn tells_circumstances(name: &str) -> bool {
    [
        "process.argv",
        "process.env",
        "process.platform",
        "os.platform",
        "process.versions",
        "Deno.build",
        "process.execArgv",
    ]
    .iter()
    .any(|known| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}
