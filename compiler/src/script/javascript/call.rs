//! Calls.

use std::rc::Rc;

use super::super::facts::{Place, Scope, SinkKind, UnknownKind};
use super::super::walk::reader::Reader;
use super::super::walk::state::Content;
use super::super::walk::thing::Thing;
use super::tree::{Node, bare, children, field, is_function, is_optional, place};

/// An argument and its place.
pub(super) type Argument = (Thing, Place);

impl<'t> Reader<'t> {
    /// A call. `unused` when nobody takes its value.
    pub(super) fn call_expression(&mut self, node: Node<'t>, unused: bool) -> Thing {
        let Some(function) = field(node, "function") else { return Thing::Unknown(place(node)) };
        let function = bare(function);
        let Some(arguments) = field(node, "arguments") else { return Thing::Unknown(place(node)) };
        if arguments.kind() == "template_string" {
            return self.tagged(node, function, arguments);
        }
        if function.kind() == "member_expression"
            && let (Some(object), Some(property)) = (field(function, "object"), field(function, "property"))
        {
            return self.call_member(node, function, object, property, arguments, unused);
        }
        let callee = self.evaluate(function);
        if is_optional(node) {
            self.note_tested(&callee);
        }
        let arguments = self.arguments(arguments);
        self.call_thing(&callee, arguments, place(node), unused)
    }

    /// The arguments of a call, walked in order.
    pub(super) fn arguments(&mut self, node: Node<'t>) -> Vec<Argument> {
        let mut arguments = Vec::new();
        for argument in children(node) {
            if argument.kind() == "spread_element" {
                let inner =
                    children(argument).first().map_or(Thing::Undefined, |inner| self.evaluate(*inner));
                if let Thing::List(cell) = inner
                    && let Content::List(items, _) = self.state.get(cell)
                {
                    arguments.extend(items.clone().into_iter().map(|item| (item, place(argument))));
                    continue;
                }
                arguments.push((Thing::Unknown(place(argument)), place(argument)));
                continue;
            }
            arguments.push((self.evaluate(argument), place(argument)));
        }
        arguments
    }

    fn call_member(
        &mut self,
        node: Node<'t>,
        function: Node<'t>,
        object: Node<'t>,
        property: Node<'t>,
        arguments: Node<'t>,
        unused: bool,
    ) -> Thing {
        let key = self.key_of(property);
        if matches!(key.name.as_str(), "then" | "catch" | "finally") {
            return self.promise_chain(node, object, &key.name, arguments);
        }
        let whole = self.evaluate(object);
        if is_optional(function) {
            self.note_tested(&whole);
        }
        match &whole {
            Thing::Host(name, _) => {
                let callee = self.member(&whole, key.clone(), place(function));
                let name = match &callee {
                    Thing::Host(name, _) => name.clone(),
                    _ => name.clone(),
                };
                let arguments = self.arguments(arguments);
                if let Thing::Host(..) = callee {
                    return self.call_host_as(&name, arguments, place(node), unused);
                }
                let things = arguments.into_iter().map(|(thing, _)| thing).collect();
                self.call_back(&callee, things, place(node))
            }
            Thing::Object(_) | Thing::Choice(_) => {
                let callee = self.member(&whole, key.clone(), place(function));
                let arguments = self.arguments(arguments);
                if matches!(callee, Thing::Unknown(_) | Thing::Undefined) {
                    return self.call_method(&whole, &key.name, arguments, place(node));
                }
                self.call_thing(&callee, arguments, place(node), unused)
            }
            Thing::Function(closure) if matches!(key.name.as_str(), "call" | "bind" | "apply") => {
                let closure = *closure;
                let arguments = self.arguments(arguments);
                match key.name.as_str() {
                    "call" => {
                        let things = arguments.into_iter().skip(1).map(|(thing, _)| thing).collect();
                        self.call_function(closure, things, place(node))
                    }
                    "bind" => Thing::Function(closure),
                    _ => self.call_function(closure, Vec::new(), place(node)),
                }
            }
            _ => {
                let arguments = self.arguments(arguments);
                self.call_method(&whole, &key.name, arguments, place(node))
            }
        }
    }

    /// Calls what an expression stands for.
    fn call_thing(&mut self, callee: &Thing, arguments: Vec<Argument>, at: Place, unused: bool) -> Thing {
        match callee {
            Thing::Host(name, _) => {
                let name: Rc<str> = name.clone();
                self.call_host_as(&name, arguments, at, unused)
            }
            Thing::Function(_) | Thing::Settle(..) | Thing::OneOf(_) | Thing::Choice(_) => {
                let things = arguments.into_iter().map(|(thing, _)| thing).collect();
                self.call_back(callee, things, at)
            }
            _ => self.call_unknown(arguments, at),
        }
    }

    /// Calls something that is not known: it may call back, and change the objects that it is given.
    pub(super) fn call_unknown(&mut self, arguments: Vec<Argument>, at: Place) -> Thing {
        for (thing, place) in arguments {
            match &thing {
                Thing::Function(_) => {
                    self.call_repeatedly(&thing, Vec::new(), place);
                }
                Thing::Object(_) => self.open_up(&thing),
                _ => {}
            }
        }
        self.may_fail(at.clone());
        Thing::Unknown(at)
    }

    /// `a.then(f)`, `a.catch(f)`, `a.finally(f)`.
    fn promise_chain(&mut self, node: Node<'t>, object: Node<'t>, name: &str, arguments: Node<'t>) -> Thing {
        let callbacks = children(arguments);
        let (success, failure, last) = match name {
            "then" => (callbacks.first().copied(), callbacks.get(1).copied(), None),
            "catch" => (None, callbacks.first().copied(), None),
            _ => (None, None, callbacks.first().copied()),
        };
        let at = place(node);
        if failure.is_none() && last.is_none() {
            let value = self.evaluate(object);
            return self.run_callback(success, vec![value], at);
        }
        let call = at.clone();
        let value = self.attempt(
            at.clone(),
            |reader| reader.evaluate(object),
            failure.map(place),
            |reader| reader.run_callback(failure, vec![Thing::Unknown(call.clone())], call),
            |reader| {
                if last.is_some() {
                    reader.run_callback(last, Vec::new(), at.clone());
                }
            },
        );
        if success.is_some() { self.run_callback(success, vec![value], at) } else { value }
    }

    fn run_callback(&mut self, callback: Option<Node<'t>>, arguments: Vec<Thing>, at: Place) -> Thing {
        let Some(callback) = callback else {
            return arguments.into_iter().next().unwrap_or(Thing::Undefined);
        };
        if !self.alive {
            return Thing::Unknown(at);
        }
        let callback = self.evaluate(callback);
        self.call_back(&callback, arguments, at)
    }

    /// `` f`…` ``.
    fn tagged(&mut self, node: Node<'t>, function: Node<'t>, template: Node<'t>) -> Thing {
        let callee = self.evaluate(function);
        let text = self.evaluate(template);
        let at = place(node);
        match callee.as_host() {
            Some("String.raw") => text,
            // Bun and zx quote what is put into the command.
            Some(name) if name == "$" || name.ends_with(".$") || name == "package:zx" => {
                let quiet = node.parent().is_some_and(|parent| parent.kind() == "member_expression");
                self.command_line(&text, at.clone(), true);
                if !quiet {
                    self.unknown_program(at.clone());
                }
                Thing::Unknown(at)
            }
            _ => Thing::Unknown(at),
        }
    }

    /// `new X(…)`.
    pub(super) fn new_expression(&mut self, node: Node<'t>) -> Thing {
        let Some(constructor) = field(node, "constructor") else { return Thing::Unknown(place(node)) };
        let at = place(node);
        if is_function(bare(constructor)) {
            return Thing::Unknown(at);
        }
        let callee = self.evaluate(constructor);
        let arguments = field(node, "arguments").map(|node| self.arguments(node)).unwrap_or_default();
        match &callee {
            Thing::Class(class) => {
                let things = arguments.into_iter().map(|(thing, _)| thing).collect();
                self.construct(*class, things, at)
            }
            Thing::Host(name, _) => {
                let name = name.clone();
                self.new_host(&name, arguments, at)
            }
            _ => self.call_unknown(arguments, at),
        }
    }

    fn new_host(&mut self, name: &str, arguments: Vec<Argument>, at: Place) -> Thing {
        let first = arguments.first().map_or(Thing::Undefined, |(thing, _)| thing.clone());
        match name {
            "Promise" => self.promise(&first, at),
            "Set" | "Array" => match first {
                Thing::List(_) => first,
                _ => Thing::List(self.state.allocate(Content::List(Vec::new(), false))),
            },
            "Map" => self.map(&first),
            "Response" | "Blob" if first.is_raw() => first,
            "Response" => match first.as_host() {
                Some(host) if super::super::walk::member::reads_stdin(host) => {
                    self.facts.stdin.strips_bom = true;
                    self.read_stdin(at, super::super::walk::member::Amount::Whole)
                }
                _ => Thing::Unknown(at),
            },
            "TextDecoder" => Thing::Host("TextDecoder".into(), at),
            "TextEncoder" => Thing::Host("TextEncoder".into(), at),
            "Function" => {
                self.dynamic_code(&arguments, at.clone());
                Thing::Unknown(at)
            }
            "Deno.Command" => {
                self.deno_command(&arguments, at.clone());
                Thing::Unknown(at)
            }
            "Error" | "TypeError" | "RangeError" | "RegExp" | "Date" | "URL" | "AbortController" => {
                Thing::Unknown(at)
            }
            _ => {
                self.note_foreign_call(name, at.clone(), true);
                self.call_unknown(arguments, at)
            }
        }
    }

    /// `new Map([["a", f]])`, as the object of the same members.
    fn map(&mut self, entries: &Thing) -> Thing {
        let cell = self.state.allocate(Content::Object(Vec::new(), false));
        let pairs = match entries {
            Thing::List(list) => match self.state.get(*list) {
                Content::List(items, false) => items.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        for pair in pairs {
            let key = self.item_at(&pair, Some(0), 0..0);
            let thing = self.item_at(&pair, Some(1), 0..0);
            if let Some(text) = key.as_text() {
                let key = text.key();
                self.set_entry(cell, super::super::walk::state::Entry { key, thing, optional: false });
            }
        }
        Thing::Object(cell)
    }

    /// `new Promise((resolve, reject) => …)`: whatever waits for standard input in it runs before anything behind it.
    fn promise(&mut self, executor: &Thing, at: Place) -> Thing {
        let promise = self.promises.len();
        self.promises.push(None);
        let waiting = self.pending.len();
        let arguments = vec![Thing::Settle(promise, true), Thing::Settle(promise, false)];
        self.call_back(executor, arguments, at.clone());
        self.run_pending(waiting);
        self.promises[promise].clone().unwrap_or(Thing::Unknown(at))
    }

    /// A promise comes to a value.
    pub(super) fn settle(&mut self, promise: usize, value: Thing) {
        if let Some(slot) = self.promises.get_mut(promise) {
            *slot = Some(match slot.take() {
                Some(known) => known.or(value),
                None => value,
            });
        }
    }

    /// Text becomes code.
    pub(super) fn dynamic_code(&mut self, arguments: &[Argument], at: Place) {
        for (thing, place) in arguments {
            self.sink(SinkKind::Eval, thing, place.clone());
        }
        let is_constant = arguments.first().is_some_and(|(thing, _)| thing.as_text().is_some());
        if !is_constant || !arguments.is_empty() {
            self.unknown(at, UnknownKind::DynamicCode);
        }
    }

    /// A timer's callback: the process may come to it or not.
    pub(super) fn timer(&mut self, callback: &Thing, at: Place) {
        let mark = self.state.mark();
        let all = Scope::default();
        let fires = self.way(&all, |reader| {
            reader.call_back(callback, Vec::new(), at.clone());
        });
        if fires.as_ref().is_some_and(|way| !way.alive || !way.block.is_empty()) {
            self.facts.stdin.has_deadline = true;
        }
        let rest = self.way(&all, |_| {});
        self.settle_ways(at, mark, [&all, &all], [fires, rest]);
    }
}
