//! Functions: read where they are called, with what they are called with.

use std::rc::Rc;

use super::super::facts::{Exit, Place, Scope, UnknownKind};
use super::super::program::{Block, Statement, StatementKind};
use super::args::Arguments;
use super::known::{Known, Object, ObjectMember, Valued};
use super::state::{Frame, State};
use super::{Node, Reader, children, field};

/// Calls nested deeper than this are not followed.
const MAX_CALLS: usize = 24;

/// A function or lambda of the script.
#[derive(Debug, Clone)]
pub(super) struct Definition<'t> {
    node: Node<'t>,
    /// The frame that its names are looked for in, after its own.
    frame: u32,
    defaults: Vec<(&'t str, Valued)>,
    pub(super) is_static: bool,
    pub(super) is_class_method: bool,
    pub(super) is_property: bool,
}

/// A function that is running.
#[derive(Debug, Clone)]
pub(super) struct Activation<'t> {
    definition: usize,
    /// The call.
    place: Place,
    /// Whether what it returns ends the process: `sys.exit(main())`.
    pub(super) exits: bool,
    returned: Option<Known>,
    state: Option<State<'t>>,
    yielded: Vec<Valued>,
    /// Whether it calls itself.
    recurs: bool,
    loops: usize,
}

impl<'t> Reader<'t> {
    /// Makes a definition known under its name.
    pub(super) fn define(&mut self, node: Node<'t>, decorators: &[Known]) {
        let Some(name) = field(node, "name").map(|name| self.source(name)) else { return };
        let index = self.add_definition(node);
        let mut known = Known::Function(index);
        for decorator in decorators {
            match decorator {
                Known::Library(decorator) => {
                    let definition = &mut self.definitions[index];
                    match &**decorator {
                        "staticmethod" => definition.is_static = true,
                        "classmethod" => definition.is_class_method = true,
                        "property" | "functools.cached_property" => definition.is_property = true,
                        _ => {}
                    }
                }
                Known::Foreign(place) => {
                    // Whoever registers a function may run it.
                    self.unknown_step(place.clone(), UnknownKind::OtherFile);
                    known = Known::Foreign(place.clone());
                }
                _ => {
                    self.unknown_step(node.byte_range(), UnknownKind::DynamicCode);
                    known = Known::Unknown;
                }
            }
        }
        self.state.assign(name, known);
    }

    pub(super) fn decorated(&mut self, node: Node<'t>) {
        let mut decorators = Vec::new();
        for decorator in children(node).into_iter().filter(|child| child.kind() == "decorator") {
            for expression in children(decorator) {
                let known = self.expression(expression);
                decorators.push(Self::plain_decorator(known));
            }
        }
        match field(node, "definition") {
            Some(definition) if definition.kind() == "class_definition" => {
                self.define_class(definition);
            }
            Some(definition) => self.define(definition, &decorators),
            None => {}
        }
    }

    /// A decorator of the library, called or not, leaves a function that does the same.
    fn plain_decorator(known: Known) -> Known {
        match known {
            Known::Library(name) => Known::library(name.trim_end_matches("()")),
            // `@functools.wraps(f)` and the like; a decorator of the script is not followed.
            known => known,
        }
    }

    pub(super) fn add_definition(&mut self, node: Node<'t>) -> usize {
        let mut defaults = Vec::new();
        for parameter in field(node, "parameters").map(children).unwrap_or_default() {
            if let (Some(name), Some(value)) = (field(parameter, "name"), field(parameter, "value")) {
                let known = self.expression(value);
                defaults.push((self.source(name), Valued::new(known, value.byte_range())));
            }
        }
        let frame =
            self.state.frames.last().map_or(0, |frame| if frame.is_class { frame.parent } else { frame.id });
        self.definitions.push(Definition {
            node,
            frame,
            defaults,
            is_static: false,
            is_class_method: false,
            is_property: false,
        });
        self.definitions.len() - 1
    }

    /// Reads a function as it runs when called here; yields what it returns.
    pub(super) fn call_function(
        &mut self,
        index: usize,
        receiver: Option<Known>,
        arguments: &Arguments<'t>,
        place: &Place,
        exits: bool,
    ) -> Known {
        if let Some(running) = self.running.iter_mut().rev().find(|running| running.definition == index) {
            running.recurs = true;
            return Known::Unknown;
        }
        if self.running.len() >= MAX_CALLS || !self.spend(4) {
            self.unknown_step(place.clone(), UnknownKind::TooLarge);
            return Known::Unknown;
        }
        let definition = self.definitions[index].clone();
        let frame = self.new_frame(&definition, receiver, arguments, place);
        let outer = std::mem::take(&mut self.block);
        let depth = self.state.frames.len();
        self.state.frames.push(Rc::new(frame));
        self.running.push(Activation {
            definition: index,
            place: place.clone(),
            exits,
            returned: None,
            state: None,
            yielded: Vec::new(),
            recurs: false,
            loops: self.loops.len(),
        });
        let statement = self.statement.clone();
        self.function_body(definition.node, place);
        self.statement = statement;
        let activation = self.running.pop();
        let block = std::mem::replace(&mut self.block, outer);
        let Some(activation) = activation else { return Known::Unknown };
        self.loops.truncate(activation.loops);
        self.return_to(depth, place, block, activation)
    }

    fn function_body(&mut self, node: Node<'t>, place: &Place) {
        let Some(body) = field(node, "body") else { return };
        if node.kind() == "lambda" {
            let known = self.expression(body);
            self.leave_function(known);
        } else {
            self.deeper(body, |reader| reader.block_of(body));
            self.leave_at_end(place);
        }
    }

    fn leave_at_end(&mut self, place: &Place) {
        if !self.state.alive {
            return;
        }
        if self.running.last().is_some_and(|activation| activation.exits) {
            self.exit(Exit::Code(0), place);
        } else {
            self.leave_function(Known::None(place.clone()));
        }
    }

    /// What follows the last statement of the running function, or of the script.
    pub(super) fn end_of_function(&mut self) {
        if !self.state.alive {
            return;
        }
        let end = self.text.len();
        let place = self.running.last().map_or(end..end, |activation| activation.place.clone());
        self.leave_at_end(&place);
        self.emit(place, StatementKind::Return);
        self.state.alive = false;
    }

    fn return_to(
        &mut self,
        depth: usize,
        place: &Place,
        mut block: Block,
        activation: Activation<'t>,
    ) -> Known {
        match activation.state {
            Some(state) => self.state = state,
            None => self.state.alive = false,
        }
        self.state.frames.truncate(depth);
        if activation.recurs && has_effects(&block) {
            self.unknown(place.clone(), UnknownKind::TooLarge);
            block.insert(0, Statement { place: place.clone(), kind: StatementKind::Unknown });
        }
        let is_silent = block.iter().all(|statement| statement.kind == StatementKind::Return);
        if !is_silent {
            let function = self.add_function(block);
            // The call is made even when nothing comes back from it.
            self.block.push(Statement { place: place.clone(), kind: StatementKind::Call(function) });
        }
        if !activation.yielded.is_empty() {
            return Known::List(Rc::new(activation.yielded));
        }
        if activation.recurs { Known::Unknown } else { activation.returned.unwrap_or(Known::Unknown) }
    }

    /// Leaves the running function with a value.
    pub(super) fn leave_function(&mut self, known: Known) {
        let state = self.state.clone();
        let Some(mut activation) = self.running.pop() else { return };
        activation.returned = Some(match activation.returned {
            Some(before) => before.or(known),
            None => known,
        });
        let mut slot = activation.state.take();
        self.join_into(&mut slot, state);
        activation.state = slot;
        self.running.push(activation);
    }

    pub(super) fn yielded(&mut self, known: Known, place: Place) {
        let Some(activation) = self.running.last_mut() else { return };
        let value = Valued::new(known, place);
        if activation.yielded.len() < 64 && !activation.yielded.contains(&value) {
            activation.yielded.push(value);
        }
    }

    fn new_frame(
        &mut self,
        definition: &Definition<'t>,
        receiver: Option<Known>,
        arguments: &Arguments<'t>,
        place: &Place,
    ) -> Frame<'t> {
        let mut frame = Frame { id: self.next_frame, parent: definition.frame, ..Frame::default() };
        self.next_frame += 1;
        let mut positional = receiver
            .map(|known| Valued::new(known, place.clone()))
            .into_iter()
            .chain(arguments.positional.iter().cloned());
        let mut used: Vec<&str> = Vec::new();
        for parameter in field(definition.node, "parameters").map(children).unwrap_or_default() {
            let (kind, name) = self.parameter(parameter);
            let Some(name) = name else { continue };
            let known = match kind {
                "list_splat_pattern" => Known::List(Rc::new(positional.by_ref().collect())),
                "dictionary_splat_pattern" => {
                    let members = arguments
                        .keywords
                        .iter()
                        .filter(|keyword| !used.contains(&keyword.key.name.as_str()));
                    let members = members.map(|keyword| ObjectMember {
                        key: keyword.key.clone(),
                        value: keyword.value.clone(),
                        optional: false,
                    });
                    let object = Object { members: members.collect(), open: arguments.is_open };
                    Known::Object(self.new_object(object))
                }
                _ => {
                    used.push(name);
                    let given = positional.next().or_else(|| arguments.keyword(name).cloned());
                    let default = definition.defaults.iter().find(|(known, _)| *known == name);
                    match given.or_else(|| default.map(|(_, value)| value.clone())) {
                        Some(value) if !arguments.is_open => value.known,
                        Some(value) => value.known.or(Known::Unknown),
                        None => Known::Unknown,
                    }
                }
            };
            frame.names.insert(name, known);
        }
        frame
    }

    /// A parameter's kind and name.
    fn parameter(&self, node: Node<'t>) -> (&'static str, Option<&'t str>) {
        let inner = match node.kind() {
            "identifier" => return ("identifier", Some(self.source(node))),
            "default_parameter" | "typed_default_parameter" => {
                return ("identifier", field(node, "name").map(|name| self.source(name)));
            }
            "typed_parameter" => children(node).into_iter().next(),
            _ => Some(node),
        };
        let Some(inner) = inner else { return ("", None) };
        let name =
            if inner.kind() == "identifier" { Some(inner) } else { children(inner).into_iter().next() };
        let name = name.map(|name| self.source(name));
        match inner.kind() {
            "list_splat_pattern" => ("list_splat_pattern", name),
            "dictionary_splat_pattern" => ("dictionary_splat_pattern", name),
            "identifier" => ("identifier", name),
            _ => ("", None),
        }
    }

    /// `code = main()` and `sys.exit(code)` behind it: read as `sys.exit(main())`.
    pub(super) fn exit_with_result(&mut self, first: Node<'t>, second: Node<'t>) -> bool {
        let assigned = (first.kind() == "expression_statement")
            .then(|| children(first))
            .and_then(|inner| inner.into_iter().next())
            .filter(|inner| inner.kind() == "assignment");
        let Some((name, value)) =
            assigned.and_then(|inner| Some((field(inner, "left")?, field(inner, "right")?)))
        else {
            return false;
        };
        if name.kind() != "identifier" || value.kind() != "call" {
            return false;
        }
        let name = self.source(name);
        let inside = children(second).into_iter().next();
        let Some(call) = inside.filter(|call| call.kind() == "call") else { return false };
        let (Some(function), Some(arguments)) = (field(call, "function"), field(call, "arguments")) else {
            return false;
        };
        let arguments = children(arguments);
        let ends = matches!(self.source(function), "sys.exit" | "exit" | "SystemExit");
        if !ends || arguments.len() != 1 || self.source(arguments[0]) != name {
            return false;
        }
        let outer = std::mem::replace(&mut self.statement, second.byte_range());
        self.exit_with(value, &second.byte_range());
        self.statement = outer;
        true
    }

    /// Ends the process with the value of an expression.
    pub(super) fn exit_with(&mut self, node: Node<'t>, place: &Place) {
        let read = |reader: &mut Self| reader.exit_with_inside(node, place);
        self.deeper(node, read);
    }

    fn exit_with_inside(&mut self, node: Node<'t>, place: &Place) {
        match node.kind() {
            "parenthesized_expression" => {
                if let Some(inner) = children(node).first() {
                    self.exit_with(*inner, place);
                }
            }
            "conditional_expression" => {
                let [then, condition, otherwise] = children(node)[..] else { return };
                let found = self.condition(condition);
                let mut fork = self.fork();
                if let Some(scope) = found.then {
                    self.arm(&mut fork, &scope, |reader| reader.exit_with(then, place));
                }
                if let Some(scope) = found.otherwise {
                    self.arm(&mut fork, &scope, |reader| reader.exit_with(otherwise, place));
                }
                self.meet(fork, place.clone());
            }
            "call" if !self.exits_are_caught() => {
                let known = self.call(node, true);
                if self.state.alive {
                    self.exit_known(&known, place);
                }
            }
            _ => {
                let known = self.expression(node);
                self.exit_known(&known, place);
            }
        }
    }

    /// Ends the process with a value, as `sys.exit` takes it.
    pub(super) fn exit_known(&mut self, known: &Known, place: &Place) {
        let exit = match known {
            Known::None(_) => Exit::Code(0),
            Known::Number(Some(code), _) => Exit::Code((code & 0xff) as i32),
            Known::Bool(bool, _) => Exit::Code(i32::from(*bool)),
            Known::Text(_) | Known::AnyText { .. } | Known::Json(_) => {
                self.emit(place.clone(), StatementKind::Complain);
                Exit::Code(1)
            }
            _ => Exit::Unknown,
        };
        self.exit(exit, place);
    }

    /// Ends the process, unless a handler takes the error that does so.
    pub(super) fn exit(&mut self, exit: Exit, place: &Place) {
        if self.exits_are_caught() {
            self.raise(place.clone());
            return;
        }
        self.finally_before_exit();
        self.emit(place.clone(), StatementKind::Exit(exit));
        self.state.alive = false;
    }

    /// Calls something that other code calls when it likes: a callback, with nothing known of what it is given.
    pub(super) fn call_back(&mut self, known: &Known, place: &Place) {
        for one in known.alternatives() {
            if let Known::Function(_) | Known::Method(..) | Known::Selected(_) = one {
                let one = one.clone();
                let scope = Scope::default();
                let mut fork = self.fork();
                self.arm(&mut fork, &scope, |reader| {
                    reader.call_known(&one, &Arguments::unknown(), place, false);
                });
                self.arm(&mut fork, &scope, |_| ());
                self.meet(fork, place.clone());
            }
        }
    }
}

/// Whether a block writes or ends the process somewhere inside.
fn has_effects(block: &Block) -> bool {
    block.iter().any(|statement| match &statement.kind {
        StatementKind::Return
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Raise
        | StatementKind::MayRaise => false,
        StatementKind::Branch { arms, .. } => arms.iter().any(|arm| has_effects(&arm.block)),
        StatementKind::Loop(block) => has_effects(block),
        StatementKind::Try { body, handler, finally } => {
            has_effects(body)
                || has_effects(finally)
                || handler.as_ref().is_some_and(|(_, block)| has_effects(block))
        }
        _ => true,
    })
}
