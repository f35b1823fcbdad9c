//! Functions and classes of the script: they are walked where they are called, with what they are given.

use super::super::facts::{Place, Scope, UnknownKind};
use super::super::program::StatementKind;
use super::super::walk::frame::{Class, Frame, Function, matters_outside};
use super::super::walk::reader::Reader;
use super::super::walk::state::{Cell, Content, Entry};
use super::super::walk::thing::{Closure, Thing};
use super::tree::{Node, child, children, field, is_function, place};

/// Calls nested deeper than this are not followed.
const MAX_CALLS: usize = 24;

impl<'t> Reader<'t> {
    /// The function that this node is.
    pub(super) fn closure(&mut self, node: Node<'t>) -> Thing {
        self.function_at(node)
    }

    /// Calls a function of the script.
    pub(super) fn call_function(&mut self, closure: Closure, arguments: Vec<Thing>, call: Place) -> Thing {
        let Function { node, names } = self.functions[closure.function as usize];
        if let Some(frame) = self.frames.iter().find(|frame| frame.function == node.id()) {
            let id = frame.id;
            self.emit(call.clone(), StatementKind::Call(id));
            return Thing::Unknown(call);
        }
        if self.frames.len() >= MAX_CALLS {
            self.unknown(call.clone(), UnknownKind::TooLarge);
            return Thing::Unknown(call);
        }
        if !self.alive || !self.spend(4) {
            return Thing::Unknown(call);
        }
        let id = self.reserve_function();
        let mark = self.state.mark();
        let entered = self.scope.clone();
        let ends = self.ends;
        self.frames.push(Frame {
            function: node.id(),
            span: place(node),
            id,
            call: call.clone(),
            mark,
            returned: Vec::new(),
        });
        let outer_names = std::mem::replace(&mut self.names, names);
        self.names = self.state.open(names);
        let (block, value) = self.aside(|reader| reader.function_body(node, closure.this, arguments));
        self.names = outer_names;
        let Some(frame) = self.frames.pop() else { return value };
        let value = self.leave_function(frame, value, &entered);
        // Where the process cannot end inside, whatever was asked on the way is forgotten behind the call.
        if self.ends == ends && self.alive {
            self.scope = entered;
        }
        if matters_outside(&block, id) {
            let alive = std::mem::replace(&mut self.alive, true);
            self.emit_call(call, id, block);
            self.alive = alive;
        }
        value
    }

    fn function_body(&mut self, node: Node<'t>, this: Option<Cell>, arguments: Vec<Thing>) -> Thing {
        if node.kind() != "arrow_function" {
            let this = this.map_or(Thing::Unknown(place(node)), Thing::Object);
            self.state.declare(self.names, "this", this);
        }
        self.bind_parameters(node, arguments);
        let Some(body) = field(node, "body") else { return Thing::Undefined };
        if body.kind() == "statement_block" {
            self.statements(body);
            return Thing::Undefined;
        }
        self.evaluate(body)
    }

    /// Calls whatever a callback is.
    pub(super) fn call_back(&mut self, callback: &Thing, arguments: Vec<Thing>, call: Place) -> Thing {
        match callback {
            Thing::Function(closure) => self.call_function(*closure, arguments, call),
            Thing::Settle(promise, true) => {
                self.settle(*promise, arguments.into_iter().next().unwrap_or(Thing::Undefined));
                Thing::Undefined
            }
            Thing::Settle(_, false) => {
                self.end(call, StatementKind::Raise);
                Thing::Undefined
            }
            Thing::Host(name, _) => {
                let name = name.clone();
                let arguments = arguments.into_iter().map(|thing| (thing, call.clone())).collect();
                self.call_host(&name, arguments, call)
            }
            Thing::OneOf(things) => {
                let mark = self.state.mark();
                let all = Scope::default();
                let mut results = Vec::new();
                let things = things.clone();
                let ways: Vec<_> = things
                    .iter()
                    .map(|thing| {
                        self.way(&all, |reader| {
                            let result = reader.call_back(thing, arguments.clone(), call.clone());
                            results.push(result);
                        })
                    })
                    .collect();
                self.settle_ways(call, mark, std::iter::repeat(&all), ways);
                Thing::one_of(results)
            }
            Thing::Undefined | Thing::Null(_) => Thing::Undefined,
            Thing::Choice(table) => self.call_choice(&table.clone(), &arguments, call),
            _ => Thing::Unknown(call),
        }
    }

    /// Calls whatever is meant in each scope.
    fn call_choice(&mut self, table: &[(Scope, Thing)], arguments: &[Thing], call: Place) -> Thing {
        let mark = self.state.mark();
        let base = self.scope.clone();
        let mut results = Vec::new();
        let mut ways = Vec::new();
        for (scope, thing) in table {
            ways.push(self.way(scope, |reader| {
                let result = reader.call_back(thing, arguments.to_vec(), call.clone());
                results.push((reader.scope.clone(), result));
            }));
        }
        self.settle_ways(call, mark, table.iter().map(|(scope, _)| scope), ways);
        if results.is_empty() { Thing::Undefined } else { Thing::chosen(results, &base) }
    }

    /// Calls a callback that runs any number of times.
    pub(super) fn call_repeatedly(&mut self, callback: &Thing, arguments: Vec<Thing>, call: Place) -> Thing {
        let mut result = Thing::Undefined;
        self.repeat(call.clone(), |reader| result = reader.call_back(callback, arguments, call));
        result
    }

    /// The class that this node is.
    pub(super) fn class(&mut self, node: Node<'t>) -> Thing {
        self.classes.push(Class { node, names: self.names });
        Thing::Class(self.classes.len() as u32 - 1)
    }

    /// An object of a class of the script.
    pub(super) fn construct(&mut self, class: u32, arguments: Vec<Thing>, at: Place) -> Thing {
        let Class { node, names } = self.classes[class as usize];
        let inherits = child(node, "class_heritage").is_some();
        let cell = self.state.allocate(Content::Object(Vec::new(), inherits));
        let outer = std::mem::replace(&mut self.names, names);
        self.names = self.state.open(names);
        self.state.declare(self.names, "this", Thing::Object(cell));
        let mut constructor = None;
        for member in field(node, "body").map(children).unwrap_or_default() {
            let Some(key) = field(member, "name").or_else(|| field(member, "property")) else { continue };
            let key = self.key_of(key);
            let thing = if is_function(member) {
                self.functions.push(Function { node: member, names: self.names });
                let closure = Closure { function: self.functions.len() as u32 - 1, this: Some(cell) };
                if key.name == "constructor" {
                    constructor = Some(closure);
                }
                Thing::Function(closure)
            } else {
                field(member, "value").map_or(Thing::Undefined, |value| self.evaluate(value))
            };
            self.set_entry(cell, Entry { key, thing, optional: false });
        }
        self.names = outer;
        if let Some(constructor) = constructor {
            self.call_function(constructor, arguments, at);
        }
        Thing::Object(cell)
    }
}
