//! Members and items of values, and the way to the payload.

use std::rc::Rc;

use super::super::facts::{Key, Place, Scope, Segment, Sink, SinkKind, StdinUse};
use super::super::program::StatementKind;
use super::reader::Reader;
use super::state::{Cell, Content, Entry};
use super::thing::{Field, Thing, is_event_name, path_name};

/// How much is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::script) enum Amount {
    Whole,
    Part,
}

/// A listener that waits for standard input.
#[derive(Debug, Clone)]
pub(in crate::script) struct Pending {
    /// Whether it is called with the input rather than at its end.
    pub(in crate::script) takes_data: bool,
    pub(in crate::script) callback: Thing,
    pub(in crate::script) place: Place,
}

impl Reader<'_> {
    /// What a table of the script holds for a field of the payload.
    pub(in crate::script) fn table(&mut self, whole: &Thing, index: &Thing, at: Place) -> Thing {
        let Thing::Object(cell) = whole else {
            self.note_reads(whole, &at);
            return Thing::Unknown(at);
        };
        let Content::Object(entries, open) = self.state.get(*cell).clone() else { return Thing::Unknown(at) };
        self.spend(entries.len());
        let Some(read) = index.field() else {
            if open || !index.depends_on_host() {
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
            let choice =
                |entry: Entry| (Scope { only: Some(vec![entry.key.name]), ..Scope::default() }, entry.thing);
            return Thing::Choice(Rc::new(entries.into_iter().map(choice).chain([rest]).collect()));
        }
        Thing::one_of(entries.into_iter().map(|entry| entry.thing)).or(Thing::Undefined)
    }

    /// A member of a value, by a name that is known. `at` is the whole expression.
    pub(in crate::script) fn member(&mut self, whole: &Thing, key: Key, at: Place) -> Thing {
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
                let present =
                    things.iter().filter(|thing| !matches!(thing, Thing::Undefined | Thing::Null(_)));
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
    pub(in crate::script) fn item_at(&mut self, whole: &Thing, index: Option<usize>, at: Place) -> Thing {
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
            Thing::Host(name, _) => Thing::Host(
                format!("{name}.{}", index.map_or("*".to_owned(), |index| index.to_string())).into(),
                at,
            ),
            _ => self.item_of(whole, at),
        }
    }

    /// Some item of what is iterated over.
    pub(in crate::script) fn item_of(&mut self, whole: &Thing, at: Place) -> Thing {
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
            Thing::Host(name, _) if reads_stdin(name) => self.read_stdin(at, Amount::Whole),
            _ => Thing::Unknown(at),
        }
    }

    /// The absence of a value is provided for, whatever its condition leads to.
    pub(in crate::script) fn note_optional(&mut self, thing: &Thing) {
        for thing in thing.alternatives() {
            if let Thing::Payload(field) = thing {
                self.tested.insert(path_name(&field.path));
            }
        }
    }

    /// A value is tested for presence.
    pub(in crate::script) fn note_tested(&mut self, thing: &Thing) {
        for thing in thing.alternatives() {
            if let Thing::Payload(field) | Thing::Derived(field, _) = thing
                && !field.path.is_empty()
            {
                self.tested.insert(path_name(&field.path));
            }
        }
    }

    /// Sets a member of an object of the script.
    pub(in crate::script) fn set_entry(&mut self, cell: Cell, entry: Entry) {
        let Content::Object(entries, open) = self.state.get(cell) else { return };
        let (mut entries, open) = (entries.clone(), *open);
        self.spend(entries.len() / 8);
        match entries.iter_mut().find(|known| known.key.name == entry.key.name) {
            Some(known) => *known = entry,
            None => entries.push(entry),
        }
        self.state.set(cell, Content::Object(entries, open));
    }

    /// Something unknown may have been added to it.
    pub(in crate::script) fn open_up(&mut self, thing: &Thing) {
        for thing in thing.alternatives() {
            let (Thing::Object(cell) | Thing::List(cell)) = thing else { continue };
            let content = match self.state.get(*cell).clone() {
                Content::Object(entries, _) => Content::Object(entries, true),
                Content::List(items, _) => Content::List(items, true),
                other @ Content::Variable(_) => other,
            };
            self.state.set(*cell, content);
        }
    }

    /// Writes down the reads of the payload that a value stands for.
    pub(in crate::script) fn note_reads(&mut self, thing: &Thing, at: &Place) {
        for thing in thing.alternatives() {
            if let Thing::Payload(field) = thing
                && !matches!(field.path.last(), None | Some(Segment::Item))
            {
                self.record_read(&field.clone(), at.clone());
            }
        }
    }

    /// Writes down the items of lists of the payload that a value stands for.
    pub(in crate::script) fn note_item_reads(&mut self, thing: &Thing, at: &Place) {
        for thing in thing.alternatives() {
            if let Thing::Payload(field) = thing
                && field.path.len() > 1
                && matches!(field.path.last(), Some(Segment::Item))
            {
                self.record_read(&field.clone(), at.clone());
            }
        }
    }

    /// An object whose members are these.
    pub(in crate::script) fn make_object(&mut self, entries: Vec<Entry>) -> Thing {
        Thing::Object(self.state.allocate(Content::Object(entries, false)))
    }

    /// Standard input is read; the payload's text comes of it.
    pub(in crate::script) fn read_stdin(&mut self, at: Place, amount: Amount) -> Thing {
        let used = match amount {
            Amount::Whole => StdinUse::Whole,
            Amount::Part if self.exits.iter().any(|exits| exits.is_loop) => StdinUse::Whole,
            Amount::Part => StdinUse::Part,
        };
        let stdin = &mut self.facts.stdin;
        stdin.place.get_or_insert(at.clone());
        stdin.used = match (stdin.used, used) {
            (StdinUse::Whole, _) | (_, StdinUse::Whole) => StdinUse::Whole,
            _ => used,
        };
        Thing::Raw(at)
    }

    /// The payload's text is parsed.
    pub(in crate::script) fn parse_raw(&mut self, at: Place) -> Thing {
        self.emit(at.clone(), StatementKind::MayRaise);
        self.parsed(at)
    }

    /// The payload, from where its text is parsed.
    pub(in crate::script) fn parsed(&mut self, at: Place) -> Thing {
        self.facts.stdin.parsed = true;
        self.facts.stdin.parsed_at.get_or_insert(at.clone());
        Thing::Payload(Rc::new(Field { path: Vec::new(), decoded: false, place: at }))
    }

    /// The payload comes parsed.
    pub(in crate::script) fn read_parsed(&mut self, at: Place) -> Thing {
        self.read_stdin(at.clone(), Amount::Whole);
        self.parse_raw(at)
    }

    /// The payload's text is asked whether it starts with a byte order mark.
    pub(in crate::script) fn note_bom_test(&mut self, one: &Thing, two: &Thing) {
        let is_mark = |thing: &Thing| match thing {
            Thing::Number(Some(0xfeff), _) => true,
            Thing::Text(text) => text.text.starts_with('\u{feff}'),
            _ => false,
        };
        if is_mark(one) || is_mark(two) {
            self.facts.stdin.strips_bom = true;
        }
    }

    /// A value becomes code, when it is the payload's.
    pub(in crate::script) fn sink(&mut self, kind: SinkKind, thing: &Thing, place: Place) {
        let Some(path) = thing.origin() else { return };
        let sink = Sink { kind, place, path };
        if !self.facts.sinks.contains(&sink) {
            self.facts.sinks.push(sink);
        }
    }
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

/// Whether iterating over this of the host reads standard input.
pub(in crate::script) fn reads_stdin(name: &str) -> bool {
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
