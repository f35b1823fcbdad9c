//! Names: patterns of declarations and parameters, and assignments.

use super::super::facts::Key;
use super::super::walk::reader::Reader;
use super::super::walk::state::{Content, Entry};
use super::super::walk::thing::Thing;
use super::tree::{Node, bare, children, field, place};

impl<'t> Reader<'t> {
    /// Binds the parameters of a function to what it is called with.
    pub(super) fn bind_parameters(&mut self, function: Node<'t>, arguments: Vec<Thing>) {
        let mut arguments = arguments.into_iter();
        if let Some(parameter) = field(function, "parameter") {
            let thing = arguments.next().unwrap_or(Thing::Undefined);
            self.bind(parameter, thing, true);
            return;
        }
        for parameter in field(function, "parameters").map(children).unwrap_or_default() {
            let pattern = field(parameter, "pattern").unwrap_or(parameter);
            if pattern.kind() == "this" {
                continue;
            }
            if pattern.kind() == "rest_pattern" {
                let rest =
                    Thing::List(self.state.allocate(Content::List(arguments.by_ref().collect(), false)));
                if let Some(name) = children(pattern).first() {
                    self.bind(*name, rest, true);
                }
                continue;
            }
            let mut thing = arguments.next().unwrap_or(Thing::Undefined);
            // TypeScript writes a parameter's default beside its pattern.
            if let Some(default) = field(parameter, "value") {
                thing = self.or_default(thing, default);
            }
            self.bind(pattern, thing, true);
        }
    }

    /// Gives a pattern's names their values.
    pub(super) fn bind(&mut self, pattern: Node<'t>, thing: Thing, declares: bool) {
        if !self.spend(1) {
            return;
        }
        self.depth += 1;
        self.bind_kind(pattern, thing, declares);
        self.depth -= 1;
    }

    fn bind_kind(&mut self, pattern: Node<'t>, thing: Thing, declares: bool) {
        match pattern.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                self.bind_name(self.source(&place(pattern)), thing, declares);
            }
            "object_pattern" => {
                for member in children(pattern) {
                    self.bind_member(member, &thing, declares);
                }
            }
            "array_pattern" => {
                for (index, item) in children(pattern).into_iter().enumerate() {
                    let value = self.item_at(&thing, Some(index), place(item));
                    self.bind(item, value, declares);
                }
            }
            "assignment_pattern" | "object_assignment_pattern" => {
                let (Some(left), Some(right)) = (field(pattern, "left"), field(pattern, "right")) else {
                    return;
                };
                let thing = self.or_default(thing, right);
                self.bind(left, thing, declares);
            }
            "rest_pattern" => {
                if let Some(inner) = children(pattern).first() {
                    self.bind(*inner, thing, declares);
                }
            }
            "member_expression" | "subscript_expression" => self.assign(pattern, thing),
            _ => {}
        }
    }

    fn bind_member(&mut self, member: Node<'t>, whole: &Thing, declares: bool) {
        let (key_node, target) = match member.kind() {
            "pair_pattern" => (field(member, "key"), field(member, "value")),
            "object_assignment_pattern" => (field(member, "left"), Some(member)),
            "rest_pattern" => {
                self.bind(member, whole.clone(), declares);
                return;
            }
            _ => (Some(member), Some(member)),
        };
        let (Some(key_node), Some(target)) = (key_node, target) else { return };
        if key_node.kind() == "computed_property_name" {
            self.bind(target, Thing::Unknown(place(member)), declares);
            return;
        }
        let key = self.key_of(key_node);
        let at = key.place.clone();
        let thing = self.member(whole, key, at.clone());
        self.note_reads(&thing, &at);
        self.bind(target, thing, declares);
    }

    /// A value, or a default where it is absent.
    pub(super) fn or_default(&mut self, thing: Thing, default: Node<'t>) -> Thing {
        if thing == Thing::Undefined {
            return self.evaluate(default);
        }
        self.note_tested(&thing);
        if matches!(&thing, Thing::Text(_) | Thing::Object(_) | Thing::Number(..) | Thing::Bool(..)) {
            return thing;
        }
        let default = self.as_fallback(&thing, |reader| reader.evaluate(default));
        without_undefined(thing).or(default)
    }

    fn bind_name(&mut self, name: &'t str, thing: Thing, declares: bool) {
        if declares {
            self.state.declare(self.names, name, thing);
            return;
        }
        match self.state.find(self.names, name) {
            Some(cell) => self.state.set(cell, Content::Variable(thing)),
            None => self.state.declare(super::super::walk::state::State::top(), name, thing),
        }
    }

    /// Gives a name or a member a value.
    pub(super) fn assign(&mut self, target: Node<'t>, thing: Thing) {
        let target = bare(target);
        match target.kind() {
            "identifier" => self.bind_name(self.source(&place(target)), thing, false),
            "object_pattern" | "array_pattern" => self.bind(target, thing, false),
            "member_expression" => {
                let (Some(object), Some(property)) = (field(target, "object"), field(target, "property"))
                else {
                    return;
                };
                let whole = self.evaluate_base(object);
                let key = self.key_of(property);
                self.assign_member(&whole, key, thing, target);
            }
            "subscript_expression" => {
                let (Some(object), Some(index)) = (field(target, "object"), field(target, "index")) else {
                    return;
                };
                let whole = self.evaluate_base(object);
                let index = self.evaluate(index);
                match index.as_text() {
                    Some(text) => {
                        let key = text.key();
                        self.assign_member(&whole, key, thing, target);
                    }
                    None => self.open_up(&whole),
                }
            }
            _ => {}
        }
    }

    fn assign_member(&mut self, whole: &Thing, key: Key, thing: Thing, target: Node<'t>) {
        match whole {
            Thing::Object(cell) => self.set_entry(*cell, Entry { key, thing, optional: false }),
            Thing::Host(name, _) if &**name == "process" && key.name == "exitCode" => {
                self.sets_exit_code = true;
                self.exit_with(place(target), Some(&thing), false);
            }
            Thing::Host(name, _) => {
                let name = format!("{name}.{}", key.name);
                self.overrides.insert(name, thing);
            }
            Thing::OneOf(things) => {
                for cell in things.iter().filter_map(|thing| match thing {
                    Thing::Object(cell) => Some(*cell),
                    _ => None,
                }) {
                    // Which of them it is is not known, so that the member may be there or not.
                    let Content::Object(entries, open) = self.state.get(cell).clone() else { continue };
                    let mut changed = entries;
                    match changed.iter_mut().find(|entry| entry.key.name == key.name) {
                        Some(entry) => entry.thing = entry.thing.clone().or(thing.clone()),
                        None => {
                            changed.push(Entry { key: key.clone(), thing: thing.clone(), optional: true });
                        }
                    }
                    self.state.set(cell, Content::Object(changed, open));
                }
            }
            _ => {}
        }
    }

    /// The name that a property is written with, and its place without quotes.
    pub(super) fn key_of(&self, node: Node<'t>) -> Key {
        match node.kind() {
            "string" => self.string(node).key(),
            _ => Key { name: self.source(&place(node)).to_owned(), place: place(node) },
        }
    }
}

fn without_undefined(thing: Thing) -> Thing {
    match &thing {
        Thing::OneOf(things) => {
            Thing::one_of(things.iter().filter(|thing| **thing != Thing::Undefined).cloned())
        }
        _ => thing,
    }
}
