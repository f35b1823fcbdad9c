//! Calls.

use super::super::Scope;
use super::super::facts::{Place, UnknownKind};
use super::super::program::{Arm, Statement, StatementKind};
use super::args::Arguments;
use super::known::{Known, Selected};
use super::payload::is_event;
use super::{Node, Reader, field};

impl<'t> Reader<'t> {
    /// Reads a call. `exits`: what a function of the script returns ends the process.
    pub(super) fn call(&mut self, node: Node<'t>, exits: bool) -> Known {
        self.deeper(node, |reader| reader.call_inside(node, exits)).unwrap_or(Known::Unknown)
    }

    fn call_inside(&mut self, node: Node<'t>, exits: bool) -> Known {
        let Some(function) = field(node, "function") else { return Known::Unknown };
        if function.kind() == "attribute"
            && let (Some(object), Some(name)) = (field(function, "object"), field(function, "attribute"))
        {
            return self.method_call(node, function, object, self.source(name), exits);
        }
        if function.kind() == "identifier" && self.is_exit(function) {
            return self.exit_call(node);
        }
        let callee = self.expression(function);
        let arguments = self.arguments(node);
        match &callee {
            Known::Library(name) => self.library_call(name, &arguments, node),
            callee => self.call_known(callee, &arguments, &node.byte_range(), exits),
        }
    }

    fn method_call(
        &mut self,
        node: Node<'t>,
        function: Node<'t>,
        object: Node<'t>,
        name: &'t str,
        exits: bool,
    ) -> Known {
        if object.kind() == "call"
            && field(object, "function").is_some_and(|inner| self.source(inner) == "super")
        {
            let arguments = self.arguments(node);
            return self.call_of_base(name, &arguments, &node.byte_range());
        }
        let receiver = self.expression(object);
        if matches!(&receiver, Known::Library(module) if &**module == "sys") && name == "exit" {
            return self.exit_call(node);
        }
        match &receiver {
            Known::Library(_) | Known::Instance(..) | Known::Class(_) | Known::Foreign(_) => {
                let callee = self.attribute_of(&receiver, name, function);
                let arguments = self.arguments(node);
                match &callee {
                    Known::Library(name) => self.library_call(name, &arguments, node),
                    Known::Unknown | Known::AnyText { .. } if !matches!(receiver, Known::Foreign(_)) => {
                        Known::Unknown
                    }
                    callee => self.call_known(callee, &arguments, &node.byte_range(), exits),
                }
            }
            receiver => {
                let arguments = self.arguments(node);
                self.method(receiver, name, &arguments, node, object)
            }
        }
    }

    fn is_exit(&self, function: Node<'t>) -> bool {
        let name = self.source(function);
        match self.state.lookup(name) {
            Some(Known::Library(name)) => matches!(&**name, "sys.exit" | "exit" | "quit"),
            Some(_) => false,
            None => matches!(name, "exit" | "quit"),
        }
    }

    /// `sys.exit(…)`.
    fn exit_call(&mut self, node: Node<'t>) -> Known {
        let place = node.byte_range();
        let argument = field(node, "arguments").and_then(|list| super::children(list).into_iter().next());
        match argument {
            Some(argument) if argument.kind() == "keyword_argument" || argument.kind() == "list_splat" => {
                self.exit(super::super::Exit::Unknown, &place);
            }
            Some(argument) => self.exit_with(argument, &place),
            None => self.exit(super::super::Exit::Code(0), &place),
        }
        Known::Unknown
    }

    /// Calls something that is known, or is not.
    pub(super) fn call_known(
        &mut self,
        callee: &Known,
        arguments: &Arguments<'t>,
        place: &Place,
        exits: bool,
    ) -> Known {
        match callee {
            Known::Function(index) => self.call_function(*index, None, arguments, place, exits),
            Known::Method(index, receiver) => {
                self.call_function(*index, Some((**receiver).clone()), arguments, place, exits)
            }
            Known::Class(class) => self.instantiate(*class, arguments, place),
            Known::Selected(selected) => self.call_selected(&selected.clone(), arguments, place, exits),
            Known::OneOf(all) => self.call_either(&all.clone(), arguments, place, exits),
            Known::Foreign(import) => {
                self.unknown(import.clone(), UnknownKind::OtherFile);
                self.emit(place.clone(), StatementKind::Unknown);
                self.touch_arguments(arguments);
                Known::Foreign(import.clone())
            }
            Known::Library(_) | Known::None(_) => Known::Unknown,
            _ => {
                self.unknown_step(place.clone(), UnknownKind::DynamicCode);
                self.touch_arguments(arguments);
                Known::Unknown
            }
        }
    }

    /// What is given to unknown code may be changed there.
    pub(super) fn touch_arguments(&mut self, arguments: &Arguments<'t>) {
        for value in arguments.all() {
            for one in value.known.alternatives() {
                if let Known::Object(id) = one {
                    self.state.change(*id, |object| {
                        object.open = true;
                        object.members.iter_mut().for_each(|member| {
                            let known = std::mem::replace(&mut member.value.known, Known::Unknown);
                            member.value.known = known.or(Known::Unknown);
                            member.optional = true;
                        });
                    });
                }
            }
        }
    }

    fn call_either(&mut self, all: &[Known], arguments: &Arguments<'t>, place: &Place, exits: bool) -> Known {
        let mut fork = self.fork();
        let mut known: Option<Known> = None;
        for one in all.iter().filter(|one| !matches!(one, Known::None(_))) {
            self.arm(&mut fork, &Self::any_scope(), |reader| {
                let result = reader.call_known(one, arguments, place, exits);
                known = Some(match known.take() {
                    Some(before) => before.or(result),
                    None => result,
                });
            });
        }
        self.meet(fork, place.clone());
        known.unwrap_or(Known::Unknown)
    }

    /// `HANDLERS[event](payload)`: a branch with one way for each entry.
    fn call_selected(
        &mut self,
        selected: &Selected,
        arguments: &Arguments<'t>,
        place: &Place,
        exits: bool,
    ) -> Known {
        let by_event = is_event(&selected.path);
        if by_event {
            self.note_host_check(place.clone());
        }
        let mut fork = self.fork();
        let mut known: Option<Known> = None;
        let names = selected.entries.iter().map(|(key, _)| key.name.clone());
        let only = |name: String| Scope { only: by_event.then(|| vec![name]), ..Scope::default() };
        let mut ways: Vec<(Scope, Option<Known>)> = selected
            .entries
            .iter()
            .map(|(key, known)| (only(key.name.clone()), Some(known.clone())))
            .collect();
        let except = if by_event { names.collect() } else { Vec::new() };
        ways.push((Scope { except, ..Scope::default() }, selected.default.clone()));
        for (scope, callee) in ways {
            self.arm(&mut fork, &scope, |reader| {
                let result = match callee {
                    Some(Known::None(_)) | None => {
                        reader.raise(place.clone());
                        return;
                    }
                    Some(callee) => reader.call_known(&callee, arguments, place, exits),
                };
                known = Some(match known.take() {
                    Some(before) => before.or(result),
                    None => result,
                });
            });
        }
        self.meet(fork, place.clone());
        known.unwrap_or(Known::Unknown)
    }

    /// A branch of which nothing but its ways is known.
    pub(super) fn emit_branch(&mut self, place: &Place, ways: Vec<Vec<Statement>>) {
        let arms = ways.into_iter().map(|block| Arm { scope: Scope::default(), block }).collect();
        self.emit(place.clone(), StatementKind::Branch { arms, exhaustive: true });
    }
}
