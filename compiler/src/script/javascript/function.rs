//! Functions and classes of the script: they are walked where they are called, with what they are given.

use super::super::facts::{Place, Scope, UnknownKind};
use super::super::program::{FunctionId, StatementKind};
use super::reader::{Exits, Reader, Taken, either, matters};
use super::state::{Cell, Changes, Content, Entry, Mark, ScopeId};
use super::thing::{Closure, Thing};
use super::tree::{Node, child, children, field, is_function, place};

/// Calls nested deeper than this are not followed.
const MAX_CALLS: usize = 24;

/// A function of the script with the names that it sees.
#[derive(Debug, Clone, Copy)]
pub(super) struct Function<'t> {
    pub(super) node: Node<'t>,
    pub(super) names: ScopeId,
}

/// A class of the script.
#[derive(Debug, Clone, Copy)]
pub(super) struct Class<'t> {
    pub(super) node: Node<'t>,
    pub(super) names: ScopeId,
}

/// A call that is being walked.
#[derive(Debug)]
pub(super) struct Frame {
    /// The function's node.
    pub(super) function: usize,
    /// The function's text.
    pub(super) span: Place,
    pub(super) id: FunctionId,
    /// Where it is called.
    pub(super) call: Place,
    pub(super) mark: Mark,
    /// What came back, and the moment.
    pub(super) returned: Vec<(Thing, Taken)>,
}

impl<'t> Reader<'t> {
    /// The function that this node is.
    pub(super) fn closure(&mut self, node: Node<'t>) -> Thing {
        self.functions.push(Function { node, names: self.names });
        Thing::Function(Closure { function: self.functions.len() as u32 - 1, this: None })
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

    /// Joins what the function came back with.
    fn leave_function(&mut self, frame: Frame, last: Thing, entered: &Scope) -> Thing {
        if frame.returned.is_empty() {
            return last;
        }
        let mut returned = frame.returned;
        let scope = self.scope.clone();
        let changes = self.state.take_back(frame.mark);
        if self.alive {
            returned.push((last, Taken { block: Vec::new(), changes, scope, alive: true }));
        }
        self.alive = true;
        self.scope = returned.iter().map(|(_, way)| way.scope.clone()).reduce(either).unwrap_or_default();
        let value = Thing::chosen(
            returned.iter().map(|(thing, way)| (way.scope.clone(), thing.clone())).collect(),
            entered,
        );
        self.join(frame.mark, returned.into_iter().map(|(_, way)| way).collect(), entered);
        value
    }

    /// Comes back from the function that is being walked, or from the script at its top.
    pub(super) fn come_back(&mut self, node: Node<'t>, thing: Thing) {
        self.emit(place(node), StatementKind::Return);
        if let Some(mark) = self.frames.last().map(|frame| frame.mark) {
            let changed = self.state.changed_since(mark);
            self.spend(changed / 4);
            let changes = self.state.changes(mark);
            let way = Taken { block: Vec::new(), changes, scope: self.scope.clone(), alive: true };
            if self.alive && let Some(frame) = self.frames.last_mut() {
                frame.returned.push((thing, way));
            }
        }
        self.alive = false;
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
            Thing::Choice(table) => self.call_choice(&table.clone(), arguments, call),
            _ => Thing::Unknown(call),
        }
    }

    /// Calls whatever is meant in each scope.
    fn call_choice(&mut self, table: &[(Scope, Thing)], arguments: Vec<Thing>, call: Place) -> Thing {
        let mark = self.state.mark();
        let base = self.scope.clone();
        let mut results = Vec::new();
        let mut ways = Vec::new();
        for (scope, thing) in table {
            ways.push(self.way(scope, |reader| {
                let result = reader.call_back(thing, arguments.clone(), call.clone());
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

    /// Walks something that runs any number of times.
    pub(super) fn repeat(&mut self, place: Place, walk: impl FnOnce(&mut Self)) {
        let mark = self.state.mark();
        let all = Scope::default();
        self.exits.push(Exits { mark, is_loop: true, left: Vec::new() });
        let once = self.way(&all, walk);
        let left = self.exits.pop().map(|exits| exits.left).unwrap_or_default();
        let Some(mut once) = once else { return };
        let body = std::mem::take(&mut once.block);
        if matters(&body) {
            self.emit(place, StatementKind::Loop(body));
        }
        // A loop may run no time at all, so that an end inside it says nothing of what follows.
        once.scope = self.scope.clone();
        let mut ways = vec![once, self.unchanged(Changes::default())];
        ways.extend(left.into_iter().map(|changes| self.unchanged(changes)));
        self.rejoin(mark, ways);
    }

    fn unchanged(&self, changes: Changes) -> Taken {
        Taken { block: Vec::new(), changes, scope: self.scope.clone(), alive: true }
    }

    /// The class that this node is.
    pub(super) fn class(&mut self, node: Node<'t>) -> Thing {
        self.classes.push(Class { node, names: self.names });
        Thing::Class(self.classes.len() as u32 - 1)
    }

    /// An object of a class of the script.
    pub(super) fn construct(&mut self, class: u32, arguments: Vec<Thing>, call: Place) -> Thing {
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
            self.call_function(constructor, arguments, call);
        }
        Thing::Object(cell)
    }
}

/// Whether a function's block does anything but call itself.
fn matters_outside(block: &[super::super::program::Statement], id: FunctionId) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Call(called) => *called != id,
        StatementKind::Branch { arms, .. } => arms.iter().any(|arm| matters_outside(&arm.block, id)),
        StatementKind::Loop(body) => matters_outside(body, id),
        StatementKind::Try { body, handler, finally } => {
            matters_outside(body, id)
                || matters_outside(finally, id)
                || handler.as_ref().is_some_and(|(_, block)| matters_outside(block, id))
        }
        StatementKind::Return | StatementKind::Break | StatementKind::Continue => false,
        _ => true,
    })
}
