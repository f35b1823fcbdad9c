//! Members and items of values.

use std::rc::Rc;

use super::super::facts::{Key, Place, Scope, Segment};
use super::reader::Reader;
use super::state::{Content, Entry};
use super::thing::{Field, Thing, is_event_name, path_name};
use super::tree::{Node, field, is_optional, place};

impl<'t> Reader<'t> {
    /// `a.b`, without a record of the read: whoever takes the whole chain writes it down.
    pub(super) fn member_expression(&mut self, node: Node<'t>) -> Thing {
        let (Some(object), Some(property)) = (field(node, "object"), field(node, "property")) else {
            return Thing::Unknown(place(node));
        };
        let whole = self.evaluate_base(object);
        if is_optional(node) {
            self.note_tested(&whole);
        }
        let key = self.key_of(property);
        if is_builtin_property(&key.name) && whole.field().is_some() {
            self.note_reads(&whole, &place(object));
            return Thing::Unknown(place(node));
        }
        let thing = self.member(&whole, key, place(node));
        if !is_optional(node) {
            return thing;
        }
        self.note_optional(&thing);
        let can_be_absent =
            whole.alternatives().iter().any(|thing| matches!(thing, Thing::Undefined | Thing::Null(_)));
        if can_be_absent { thing.or(Thing::Undefined) } else { thing }
    }

    /// `a[b]`.
    pub(super) fn subscript_expression(&mut self, node: Node<'t>) -> Thing {
        let (Some(object), Some(index)) = (field(node, "object"), field(node, "index")) else {
            return Thing::Unknown(place(node));
        };
        let whole = self.evaluate_base(object);
        if is_optional(node) {
            self.note_tested(&whole);
        }
        let index = self.evaluate(index);
        match &index {
            Thing::Text(text) => {
                let key = text.key();
                self.member(&whole, key, place(node))
            }
            Thing::Number(number, _) => {
                let index = number.and_then(|number| usize::try_from(number).ok());
                self.item_at(&whole, index, place(node))
            }
            Thing::OneOf(keys) if keys.iter().all(|key| key.as_text().is_some()) => {
                let keys: Vec<Key> =
                    keys.iter().filter_map(|key| key.as_text().map(|text| text.key())).collect();
                let things: Vec<Thing> =
                    keys.into_iter().map(|key| self.member(&whole, key, place(node))).collect();
                things.iter().for_each(|thing| self.note_optional(thing));
                Thing::one_of(things)
            }
            _ => self.table(&whole, &index, place(node)),
        }
    }

    /// What a table of the script holds for a field of the payload.
    pub(super) fn table(&mut self, whole: &Thing, index: &Thing, at: Place) -> Thing {
        let Thing::Object(cell) = whole else {
            self.note_reads(whole, &at);
            return Thing::Unknown(at);
        };
        let Content::Object(entries, open) = self.state.get(*cell).clone() else { return Thing::Unknown(at) };
        self.spend(entries.len());
        let Some(read) = index.field() else {
            if open || !self.depends_on_host(index) {
                return Thing::one_of(entries.into_iter().map(|entry| entry.thing)).or(Thing::Unknown(at));
            }
            self.record_host_check(at);
            let scope = Scope { conditional: true, ..Scope::default() };
            let things = entries.into_iter().map(|entry| entry.thing).chain([Thing::Undefined]);
            return Thing::Choice(Rc::new(things.map(|thing| (scope.clone(), thing)).collect()));
        };
        for entry in &entries {
            self.record_comparison(&read.path, entry.key.clone());
        }
        if is_event_name(&read.path) && !open {
            self.record_host_check(at);
            let names = entries.iter().map(|entry| entry.key.name.clone()).collect();
            let rest = (Scope { except: names, ..Scope::default() }, Thing::Undefined);
            let choice = |entry: Entry| {
                (Scope { only: Some(vec![entry.key.name]), ..Scope::default() }, entry.thing)
            };
            return Thing::Choice(Rc::new(entries.into_iter().map(choice).chain([rest]).collect()));
        }
        Thing::one_of(entries.into_iter().map(|entry| entry.thing)).or(Thing::Undefined)
    }

    /// A member of a value, by a name that is known. `at` is the whole expression.
    pub(super) fn member(&mut self, whole: &Thing, key: Key, at: Place) -> Thing {
        match whole {
            Thing::Payload(field) => {
                let path = field.path.iter().cloned().chain([Segment::Key(key)]).collect();
                Thing::Payload(Rc::new(Field { path, decoded: field.decoded, place: at }))
            }
            Thing::Object(cell) => match self.state.get(*cell) {
                Content::Object(entries, open) => {
                    match entries.iter().find(|entry| entry.key.name == key.name) {
                        Some(entry) if entry.optional => entry.thing.clone().or(Thing::Undefined),
                        Some(entry) => entry.thing.clone(),
                        None if *open => Thing::Unknown(at),
                        None => Thing::Undefined,
                    }
                }
                _ => Thing::Unknown(at),
            },
            Thing::Host(name, _) => {
                let name = member_of_host(name, &key.name);
                match self.overrides.get(&name) {
                    Some(thing) => thing.clone(),
                    None => Thing::Host(name.into(), at),
                }
            }
            Thing::OneOf(things) => {
                // What is absent has no members: where they are read, it is there.
                let present = things.iter().filter(|thing| !matches!(thing, Thing::Undefined | Thing::Null(_)));
                let things: Vec<Thing> =
                    present.map(|thing| self.member(thing, key.clone(), at.clone())).collect();
                Thing::one_of(things)
            }
            Thing::Choice(table) => {
                let things: Vec<(Scope, Thing)> = table
                    .iter()
                    .map(|(scope, thing)| (scope.clone(), self.member(thing, key.clone(), at.clone())))
                    .map(|(scope, thing)| match thing {
                        Thing::Choice(_) => (scope, Thing::Unknown(at.clone())),
                        thing => (scope, thing),
                    })
                    .collect();
                Thing::Choice(Rc::new(things))
            }
            Thing::Undefined | Thing::Null(_) => Thing::Undefined,
            Thing::Text(_) | Thing::List(_) if key.name == "length" => Thing::Number(None, at),
            _ => Thing::Unknown(at),
        }
    }

    /// An item of a list; without an index any of them.
    pub(super) fn item_at(&mut self, whole: &Thing, index: Option<usize>, at: Place) -> Thing {
        match whole {
            Thing::List(cell) => match self.state.get(*cell) {
                Content::List(items, open) => match index.and_then(|index| items.get(index)) {
                    Some(item) => item.clone(),
                    None if *open || index.is_none() => {
                        let items = items.clone();
                        Thing::one_of(items).or(Thing::Unknown(at))
                    }
                    None => Thing::Undefined,
                },
                _ => Thing::Unknown(at),
            },
            Thing::Host(name, _) => {
                Thing::Host(format!("{name}.{}", index.map_or("*".to_owned(), |index| index.to_string())).into(), at)
            }
            _ => self.item_of(whole, at),
        }
    }

    /// Some item of what is iterated over.
    pub(super) fn item_of(&mut self, whole: &Thing, at: Place) -> Thing {
        match whole {
            Thing::List(cell) => match self.state.get(*cell) {
                Content::List(items, open) => {
                    let (items, open) = (items.clone(), *open);
                    let item = Thing::one_of(items);
                    if open { item.or(Thing::Unknown(at)) } else { item }
                }
                _ => Thing::Unknown(at),
            },
            Thing::Payload(field) => {
                let path = field.path.iter().cloned().chain([Segment::Item]).collect();
                Thing::Payload(Rc::new(Field { path, decoded: field.decoded, place: at }))
            }
            Thing::OneOf(things) => {
                let things: Vec<Thing> = things
                    .iter()
                    .filter(|thing| !matches!(thing, Thing::Undefined | Thing::Null(_)))
                    .map(|thing| self.item_of(thing, at.clone()))
                    .collect();
                Thing::one_of(things)
            }
            Thing::Host(name, _) if reads_stdin(name) => self.read_stdin(at, super::stdin::Amount::Whole),
            _ => Thing::Unknown(at),
        }
    }

    /// The absence of a value is provided for, whatever its condition leads to.
    pub(super) fn note_optional(&mut self, thing: &Thing) {
        for thing in thing.alternatives() {
            if let Thing::Payload(field) = thing {
                self.tested.insert(path_name(&field.path));
            }
        }
    }

    /// A value is tested for presence.
    pub(super) fn note_tested(&mut self, thing: &Thing) {
        for thing in thing.alternatives() {
            if let Thing::Payload(field) | Thing::Derived(field, _) = thing
                && !field.path.is_empty()
            {
                self.tested.insert(path_name(&field.path));
            }
        }
    }
}

/// Whether iterating over this of the host reads standard input.
pub(super) fn reads_stdin(name: &str) -> bool {
    matches!(
        name,
        "process.stdin"
            | "readline.Interface"
            | "Deno.stdin.readable"
            | "Bun.stdin.stream()"
            | "stdin.stream"
            | "console"
    )
}

/// Members that texts and lists have of their own.
pub(super) fn is_builtin_property(name: &str) -> bool {
    name == "length"
}

/// The name of a member of the host. Different ways to the same thing have one name.
fn member_of_host(whole: &str, key: &str) -> String {
    match (whole, key) {
        ("globalThis" | "global", _) => key.to_owned(),
        ("fs", "promises") => "fs".to_owned(),
        ("fs" | "child_process" | "path" | "process" | "readline", "default") => whole.to_owned(),
        ("import.meta", "env") => "process.env".to_owned(),
        ("Bun", "argv") => "process.argv".to_owned(),
        ("Bun", "env") => "process.env".to_owned(),
        ("Deno", "args") => "process.argv".to_owned(),
        ("Deno", "env") => "process.env".to_owned(),
        _ => format!("{whole}.{key}"),
    }
}
