//! Methods of values: texts, lists, and the payload.

use std::rc::Rc;

use super::super::facts::Place;
use super::super::walk::reader::Reader;
use super::super::walk::state::{Cell, Content};
use super::super::walk::thing::{Field, Thing};
use super::call::Argument;

impl Reader<'_> {
    /// Calls a method of a value.
    pub(super) fn call_method(
        &mut self,
        whole: &Thing,
        name: &str,
        arguments: Vec<Argument>,
        at: Place,
    ) -> Thing {
        if let Thing::List(cell) = whole {
            return self.call_list(*cell, name, arguments, at);
        }
        if whole.is_raw() {
            return self.call_raw(whole, name, &arguments, at);
        }
        if let Some(field) = whole.field().cloned() {
            return self.call_field(whole, &field, name, &arguments, at);
        }
        match (whole, name) {
            (Thing::Object(_), "get") => {
                let key = arguments.first().map_or(Thing::Undefined, |(thing, _)| thing.clone());
                return self.entry_of(whole, &key, at);
            }
            (Thing::Derived(field, _), _) => {
                let derived = Thing::Derived(field.clone(), at.clone());
                self.call_back_each(&arguments, &Thing::Unknown(at.clone()), &at);
                return if keeps_text(name) { derived } else { Thing::Unknown(at) };
            }
            (Thing::JsonText(..), "slice") => return Thing::Escaped(at),
            (Thing::JsonText(inner, _), "concat" | "toString" | "trim") => {
                return Thing::JsonText(inner.clone(), at);
            }
            (Thing::Text(_) | Thing::AnyText(_) | Thing::Mixed(..), _) if keeps_text(name) => {
                if let (Thing::Text(_), "trim" | "toString" | "trimEnd" | "trimStart") = (whole, name) {
                    return whole.clone();
                }
                return Thing::AnyText(at);
            }
            (Thing::Text(_) | Thing::AnyText(_) | Thing::Mixed(..) | Thing::Unknown(_), "join") => {
                return Thing::AnyText(at);
            }
            // `/a/.test(x)` and the like, of something that is not known.
            (_, "test" | "exec") if arguments.len() == 1 => {
                if let Some((thing, _)) = arguments.first()
                    && thing
                        .field()
                        .is_some_and(|field| super::super::walk::thing::is_event_name(&field.path))
                {
                    self.record_host_check(at.clone());
                    return Thing::Host("process.argv".into(), at);
                }
                self.may_fail(at.clone());
                return Thing::Unknown(at);
            }
            _ => {}
        }
        let texts =
            matches!(name, "join" | "toISOString" | "toString" | "toLowerCase" | "toUpperCase" | "toFixed");
        let result = self.call_unknown(arguments, at.clone());
        if texts { Thing::AnyText(at) } else { result }
    }

    fn entry_of(&mut self, whole: &Thing, key: &Thing, at: Place) -> Thing {
        match key.as_text() {
            Some(text) => {
                let key = text.key();
                self.member(whole, key, at)
            }
            None => self.table(whole, key, at),
        }
    }

    fn call_list(&mut self, cell: Cell, name: &str, arguments: Vec<Argument>, at: Place) -> Thing {
        let list = Thing::List(cell);
        let first = arguments.first().map_or(Thing::Undefined, |(thing, _)| thing.clone());
        match name {
            "push" | "unshift" | "add" => {
                if let Content::List(items, open) = self.state.get(cell) {
                    let (mut items, open) = (items.clone(), *open);
                    self.spend(items.len() / 8);
                    for (thing, _) in arguments {
                        if !items.contains(&thing) {
                            items.push(thing);
                        }
                    }
                    self.state.set(cell, Content::List(items, open));
                }
                Thing::Number(None, at)
            }
            "includes" | "has" | "indexOf" => self.is_among(&list, &first, at),
            "join" => {
                let item = self.item_of(&list, at.clone());
                if item.is_raw() { Thing::Raw(at) } else { Thing::AnyText(at) }
            }
            "some" | "every" | "find" | "filter" | "findLast" | "findIndex" | "forEach" | "map"
            | "flatMap" => {
                let item = self.item_of(&list, at.clone());
                let result = self.call_repeatedly(&first, vec![item.clone()], at.clone());
                match name {
                    "find" | "findLast" => item.or(Thing::Undefined),
                    "filter" => list,
                    "map" | "flatMap" => Thing::List(self.state.allocate(Content::List(vec![result], true))),
                    "some" | "every" => test_or_unknown(result, at),
                    _ => Thing::Unknown(at),
                }
            }
            "slice" | "concat" | "sort" | "reverse" | "flat" | "toSorted" => list,
            "pop" | "shift" | "at" => self.item_of(&list, at.clone()).or(Thing::Undefined),
            _ => self.call_unknown(arguments, at),
        }
    }

    /// A method of the payload's text.
    fn call_raw(&mut self, whole: &Thing, name: &str, arguments: &[Argument], at: Place) -> Thing {
        let first = arguments.first().map_or(Thing::Undefined, |(thing, _)| thing.clone());
        match name {
            // U+FEFF is white space to JavaScript.
            "trim" | "trimStart" => {
                self.facts.stdin.strips_bom = true;
                whole.clone()
            }
            "replace" | "replaceAll" => {
                let pattern = arguments.first().map_or("", |(_, place)| self.source(place));
                self.facts.stdin.strips_bom |= is_mark(pattern);
                whole.clone()
            }
            "startsWith" => {
                let mark =
                    Thing::Text(Rc::new(super::super::walk::text::Spelled::plain("\u{feff}", at.clone())));
                let is_mark = first.as_text().is_some_and(|text| text.text == "\u{feff}");
                if is_mark {
                    self.note_bom_test(&mark, &mark);
                }
                Thing::Unknown(at)
            }
            "codePointAt" | "charCodeAt" | "charAt" | "at" => Thing::Raw(at),
            // The one argument of `split` says where the first line ends.
            "split" => Thing::List(self.state.allocate(Content::List(vec![whole.clone()], true))),
            "json" => {
                self.facts.stdin.strips_bom = true;
                self.parse_json(whole, at)
            }
            "toString" | "trimEnd" | "slice" | "subarray" | "substring" | "normalize" | "text"
            | "valueOf" | "concat" | "decode" | "write" | "end" => whole.clone(),
            "indexOf" | "includes" | "search" | "match" => Thing::Unknown(at),
            _ => {
                self.call_back_each(arguments, &Thing::Unknown(at.clone()), &at);
                Thing::Unknown(at)
            }
        }
    }

    /// A method of a value of the payload.
    fn call_field(
        &mut self,
        whole: &Thing,
        field: &Rc<Field>,
        name: &str,
        arguments: &[Argument],
        at: Place,
    ) -> Thing {
        self.may_fail(at.clone());
        match name {
            "map" | "forEach" | "filter" | "some" | "every" | "find" | "flatMap" | "reduce" | "findIndex" => {
                let item = self.item_of(whole, at.clone());
                let result = self.call_back_each(arguments, &item, &at);
                match name {
                    "find" => item,
                    "filter" => whole.clone(),
                    "some" | "every" => test_or_unknown(result, at),
                    _ => Thing::Unknown(at),
                }
            }
            "at" | "pop" | "shift" => self.item_of(whole, at),
            "trim" | "toString" | "valueOf" | "slice" if name != "slice" => whole.clone(),
            _ if keeps_text(name) => Thing::Derived(field.clone(), at),
            "startsWith" | "includes" | "match" | "endsWith" | "test" | "localeCompare"
                if super::super::walk::thing::is_event_name(&field.path) =>
            {
                self.record_host_check(at.clone());
                Thing::Host("process.argv".into(), at)
            }
            "hasOwnProperty" => {
                if let Some(key) = arguments.first().and_then(|(thing, _)| thing.as_text()) {
                    let member = self.member(&Thing::Payload(field.clone()), key.key(), at.clone());
                    self.note_optional(&member);
                }
                Thing::Unknown(at)
            }
            _ => {
                self.call_back_each(arguments, &Thing::Unknown(at.clone()), &at);
                Thing::Unknown(at)
            }
        }
    }

    /// Calls the callbacks among some arguments with an item, any number of times.
    fn call_back_each(&mut self, arguments: &[Argument], item: &Thing, at: &Place) -> Thing {
        let mut result = Thing::Undefined;
        for (thing, _) in arguments {
            if matches!(thing, Thing::Function(_)) {
                result = self.call_repeatedly(&thing.clone(), vec![item.clone()], at.clone());
            }
        }
        result
    }
}

/// Methods of a text whose outcome is a text made of it.
fn keeps_text(name: &str) -> bool {
    matches!(
        name,
        "toLowerCase"
            | "toUpperCase"
            | "slice"
            | "substring"
            | "substr"
            | "replace"
            | "replaceAll"
            | "trim"
            | "trimStart"
            | "trimEnd"
            | "normalize"
            | "toString"
            | "concat"
            | "padEnd"
            | "padStart"
            | "repeat"
            | "join"
    )
}

fn test_or_unknown(thing: Thing, at: Place) -> Thing {
    match thing {
        Thing::Test(_) => thing,
        _ => Thing::Unknown(at),
    }
}

/// Whether a pattern names the byte order mark.
fn is_mark(pattern: &str) -> bool {
    let pattern = pattern.to_ascii_lowercase();
    pattern.contains("\\ufeff") || pattern.contains('\u{feff}') || pattern.contains("\\u{feff}")
}
