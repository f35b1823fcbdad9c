//! Commands and pipelines.

use std::rc::Rc;

use super::Posh;
use super::host::{Kind, kind_of};
use super::tree::{Node, bare, child, children, place};
use crate::script::facts::{Loudness, Place, ProgramUse, SinkKind, UnknownKind};
use crate::script::program::StatementKind;
use crate::script::walk::frame::{Frame, Function, matters_outside};
use crate::script::walk::state::Content;
use crate::script::walk::thing::{Closure, Field, Thing};

/// Calls nested deeper than this are not followed.
const MAX_CALLS: usize = 24;

/// The words of a command.
#[derive(Debug, Default)]
struct Words<'t> {
    values: Vec<(Thing, Place)>,
    /// Parameters by name in lower case, each with the value behind it.
    named: Vec<(String, Option<Thing>)>,
    nodes: Vec<Node<'t>>,
}

impl<'t> Posh<'_, 't> {
    /// A pipeline: what each part puts out is the next one's input.
    pub(super) fn chain(&mut self, node: Node<'t>) -> Thing {
        let parts: Vec<Node<'t>> =
            children(node).into_iter().filter(|part| part.kind() != "redirections").collect();
        let mut thing = None;
        let count = parts.len();
        for (index, part) in parts.into_iter().enumerate() {
            let inner = bare(part);
            thing = Some(if inner.kind() == "command" {
                self.command(inner, thing, false)
            } else {
                self.value(inner)
            });
            if index + 1 < count && !self.0.alive {
                break;
            }
        }
        thing.unwrap_or(Thing::Undefined)
    }

    /// A command with what the pipeline hands to it. `shown` when nothing takes what it puts out.
    pub(super) fn command(&mut self, node: Node<'t>, input: Option<Thing>, shown: bool) -> Thing {
        let at = place(self.0.text, node);
        let name_node = child(node, "command_name").or_else(|| child(node, "command_name_expr"));
        let Some(name_node) = name_node else { return Thing::Unknown(at) };
        let operator = child(node, "command_invokation_operator").map(|operator| self.source(operator));
        let name = self.source(name_node).trim().trim_matches(['"', '\'']).to_owned();
        if operator == Some(".") {
            self.0.unknown(at.clone(), UnknownKind::OtherFile);
            return Thing::Undefined;
        }
        let function = self.0.variable(&format!("function:{}", name.to_ascii_lowercase()));
        let words = self.words(node);
        if let Some(Thing::Function(closure)) = function {
            return self.call(closure, &words, input, at, shown);
        }
        self.run_command(&name, name_node, &words, input, at, shown)
    }

    fn words(&mut self, node: Node<'t>) -> Words<'t> {
        let mut words = Words::default();
        let mut waiting = false;
        for element in child(node, "command_elements").map(children).unwrap_or_default() {
            if element.kind() == "command_parameter" {
                words.named.push((
                    self.source(element).trim_start_matches('-').trim_end_matches(':').to_ascii_lowercase(),
                    None,
                ));
                waiting = true;
                continue;
            }
            if element.kind() == "redirection" {
                continue;
            }
            let thing = match element.kind() {
                "generic_token" => self.word(element),
                "argument_list" => {
                    let inner = children(element).into_iter().flat_map(children).collect::<Vec<_>>();
                    for argument in inner {
                        let thing = self.value(argument);
                        words.values.push((thing, argument.byte_range()));
                    }
                    continue;
                }
                _ => self.value(element),
            };
            if waiting && let Some((_, slot)) = words.named.last_mut() {
                *slot = Some(thing.clone());
                waiting = false;
            }
            words.values.push((thing, element.byte_range()));
            words.nodes.push(element);
        }
        words
    }

    fn run_command(
        &mut self,
        name: &str,
        name_node: Node<'t>,
        words: &Words<'t>,
        input: Option<Thing>,
        at: Place,
        shown: bool,
    ) -> Thing {
        let named = |wanted: &str| {
            words.named.iter().find(|(name, _)| name == wanted).and_then(|(_, thing)| thing.clone())
        };
        let first = input
            .clone()
            .or_else(|| named("inputobject"))
            .or_else(|| named("object"))
            .or_else(|| named("message"))
            .or_else(|| words.values.first().map(|(thing, _)| thing.clone()));
        let first = first.unwrap_or(Thing::Undefined);
        match kind_of(name) {
            Kind::PassesOn => first,
            Kind::Shows => {
                self.show(&first, at, Loudness::Logged);
                Thing::Undefined
            }
            Kind::Logs => {
                self.0.say(at, Loudness::Logged);
                Thing::Undefined
            }
            Kind::Complains => {
                self.0.emit(at, StatementKind::Complain);
                Thing::Undefined
            }
            Kind::ParsesJson => self.parse_json(&first, at),
            Kind::WritesJson => crate::script::walk::thing::json_text(first, at),
            Kind::Discards => Thing::Undefined,
            Kind::AsText if first.is_raw() => Thing::Raw(at),
            Kind::AsText => Thing::AnyText(at),
            Kind::ReadsPart => self.0.read_stdin(at, crate::script::walk::member::Amount::Part),
            Kind::Folder => {
                self.0.note_cwd(at.clone());
                Thing::Host("cwd".into(), at)
            }
            Kind::Evaluates => {
                for (thing, place) in &words.values {
                    self.0.sink(SinkKind::Eval, thing, place.clone());
                }
                self.0.unknown(at.clone(), UnknownKind::DynamicCode);
                Thing::Unknown(at)
            }
            Kind::LooksFor => {
                if let Some(text) = words.values.first().and_then(|(thing, _)| thing.as_text()) {
                    self.0.looked_for.insert(text.text.clone());
                }
                Thing::Unknown(at)
            }
            Kind::EachItem => self.each(words, input, at),
            Kind::NewObject => self.new_object(words, at),
            Kind::WritesFile => {
                let target = named("path")
                    .or_else(|| named("filepath"))
                    .or_else(|| words.values.first().map(|(thing, _)| thing.clone()));
                let written = input
                    .or_else(|| named("value"))
                    .or_else(|| words.values.last().map(|(thing, _)| thing.clone()));
                if let (Some(target), Some(written)) = (target, written) {
                    let place = target.place().unwrap_or(at.clone());
                    self.0.file_write(&target, &place, &written, false);
                }
                self.0.may_fail(at);
                Thing::Undefined
            }
            Kind::ReadsFile => {
                let is_input = words.values.iter().any(|(thing, _)| {
                    thing
                        .as_text()
                        .is_some_and(|text| matches!(text.text.as_str(), "/dev/stdin" | "/proc/self/fd/0"))
                });
                if is_input {
                    return self.0.read_stdin(at, crate::script::walk::member::Amount::Whole);
                }
                self.0.may_fail(at.clone());
                Thing::Unknown(at)
            }
            Kind::Silent => {
                self.0.may_fail(at);
                Thing::Undefined
            }
            Kind::Value => {
                self.0.may_fail(at.clone());
                Thing::Unknown(at)
            }
            Kind::Program => self.program(name, name_node, at, shown),
        }
    }

    /// `ConvertFrom-Json`. An error goes on to the next statement, unless it is caught or all errors stop the script.
    fn parse_json(&mut self, text: &Thing, at: Place) -> Thing {
        let stops = self.0.variable("erroractionpreference");
        let stops = stops
            .as_ref()
            .and_then(Thing::as_text)
            .is_some_and(|text| text.text.eq_ignore_ascii_case("stop"));
        if stops || !self.0.guards.is_empty() {
            self.0.emit(at.clone(), StatementKind::MayRaise);
        }
        if text.is_raw() {
            return self.0.parsed(at);
        }
        match text.field() {
            Some(field) => {
                self.0.record_decoding(&field.path);
                Thing::Payload(Rc::new(Field { decoded: true, ..(**field).clone() }))
            }
            None => Thing::Unknown(at),
        }
    }

    /// Another program: what it prints is its output, taken or shown.
    fn program(&mut self, name: &str, node: Node<'t>, at: Place, shown: bool) -> Thing {
        let is_plain = !name.is_empty() && !name.contains(['$', '(', '"', '{']);
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
        let is_script = name.to_ascii_lowercase().ends_with(".ps1");
        if is_plain && !is_script {
            let end = node.end_byte();
            let start = self
                .source(node)
                .rfind(file.as_str())
                .map_or(node.start_byte(), |found| node.start_byte() + found);
            let place = start..(start + file.len()).min(end);
            let use_of =
                ProgramUse { name: file, place, checked: !self.0.guards.is_empty(), optional: false };
            if !self.0.facts.programs.contains(&use_of) {
                self.0.facts.programs.push(use_of);
            }
        }
        if shown && self.0.captured.is_empty() {
            let kind = if is_script { UnknownKind::OtherFile } else { UnknownKind::OtherProgram };
            self.0.unknown(at, kind);
            return Thing::Undefined;
        }
        Thing::AnyText(at)
    }

    fn show(&mut self, thing: &Thing, at: Place, loudness: Loudness) {
        match thing {
            Thing::Undefined => {}
            thing if is_formatted(thing) => self.0.say(at, loudness),
            thing => self.0.write(thing, at.clone(), at, loudness),
        }
    }

    /// `ForEach-Object { … }`.
    fn each(&mut self, words: &Words<'t>, input: Option<Thing>, at: Place) -> Thing {
        let list = input.unwrap_or(Thing::Undefined);
        let item = self.0.item_of(&list, at.clone());
        let blocks: Vec<Node<'t>> = words
            .nodes
            .iter()
            .map(|node| bare(*node))
            .filter(|node| node.kind() == "script_block_expression")
            .collect();
        let mut result = Thing::Undefined;
        for block in blocks {
            let item = item.clone();
            self.0.repeat(at.clone(), |reader| {
                reader.state.declare(reader.names, "_", item);
                result = Posh(reader).capture(|posh| {
                    for inner in children(block) {
                        posh.statements(inner);
                    }
                });
            });
        }
        Thing::Unknown(result.place().unwrap_or(at))
    }

    fn new_object(&mut self, words: &Words<'t>, at: Place) -> Thing {
        let Some((Thing::Text(class), _)) = words.values.first() else { return Thing::Unknown(at) };
        let argument = words.values.get(1).map_or(Thing::Undefined, |(thing, _)| thing.clone());
        if class.text.to_ascii_lowercase().ends_with("streamreader") {
            return self.stream_reader(&argument, at);
        }
        let is_object = matches!(class.text.to_ascii_lowercase().as_str(), "psobject" | "pscustomobject");
        if is_object && let Some((_, Some(thing))) = words.named.iter().find(|(name, _)| name == "property") {
            return thing.clone();
        }
        Thing::Unknown(at)
    }

    /// Calls a function of the script.
    fn call(
        &mut self,
        closure: Closure,
        words: &Words<'t>,
        input: Option<Thing>,
        at: Place,
        shown: bool,
    ) -> Thing {
        let Function { node, names } = self.0.functions[closure.function as usize];
        if let Some(frame) = self.0.frames.iter().find(|frame| frame.function == node.id()) {
            let id = frame.id;
            self.0.emit(at.clone(), StatementKind::Call(id));
            return Thing::Unknown(at);
        }
        if self.0.frames.len() >= MAX_CALLS || !self.0.alive || !self.0.spend(4) {
            self.0.unknown(at.clone(), UnknownKind::TooLarge);
            return Thing::Unknown(at);
        }
        let id = self.0.reserve_function();
        let mark = self.0.state.mark();
        let entered = self.0.scope.clone();
        let ends = self.0.ends;
        self.0.frames.push(Frame {
            function: node.id(),
            span: node.byte_range(),
            id,
            call: at.clone(),
            mark,
            returned: Vec::new(),
        });
        let outer = std::mem::replace(&mut self.0.names, names);
        self.0.names = self.0.state.open(outer);
        self.bind(node, words, input);
        if !shown {
            self.0.captured.push(Vec::new());
        }
        let (block, ()) = self.0.aside(|reader| Posh(reader).statements(node));
        let taken = if shown { Vec::new() } else { self.0.captured.pop().unwrap_or_default() };
        self.0.names = outer;
        if let Some(frame) = self.0.frames.pop() {
            self.0.leave_function(frame, Thing::Undefined, &entered);
        }
        if self.0.ends == ends && self.0.alive {
            self.0.scope = entered;
        }
        if matters_outside(&block, id) {
            let alive = std::mem::replace(&mut self.0.alive, true);
            self.0.emit_call(at, id, block);
            self.0.alive = alive;
        }
        Thing::one_of(taken)
    }

    /// Binds the parameters of a function to the words that it is called with.
    fn bind(&mut self, function: Node<'t>, words: &Words<'t>, input: Option<Thing>) {
        let mut parameters = Vec::new();
        let mut lists = vec![function];
        while let Some(node) = lists.pop() {
            for part in children(node) {
                match part.kind() {
                    "script_parameter" => parameters.push(part),
                    "function_parameter_declaration" | "parameter_list" | "param_block" | "script_block" => {
                        lists.push(part);
                    }
                    _ => {}
                }
            }
        }
        parameters.sort_by_key(Node::start_byte);
        let named_values: Vec<Thing> = words.named.iter().filter_map(|(_, thing)| thing.clone()).collect();
        let mut positional = words
            .values
            .iter()
            .filter(|(thing, _)| !named_values.contains(thing))
            .map(|(thing, _)| thing.clone());
        for parameter in parameters {
            let Some(variable) = child(parameter, "variable") else { continue };
            let name = self.variable_name(variable);
            let named = words
                .named
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, thing)| thing.clone().unwrap_or(Thing::Bool(true, variable.byte_range())));
            let default = child(parameter, "script_parameter_default");
            let thing = match named.or_else(|| positional.next()) {
                Some(thing) => thing,
                None => match default.and_then(|default| children(default).first().copied()) {
                    Some(value) => self.value(value),
                    None => Thing::Unknown(variable.byte_range()),
                },
            };
            self.0.state.declare(self.0.names, &name, thing);
        }
        if let Some(input) = input {
            self.0.state.declare(self.0.names, "input", input.clone());
            self.0.state.declare(self.0.names, "_", input);
        } else {
            let nothing = Thing::List(self.0.state.allocate(Content::List(Vec::new(), false)));
            self.0.state.declare(self.0.names, "input", nothing);
        }
    }
}

/// Whether a value is shown as a table for people rather than as a text.
pub(super) fn is_formatted(thing: &Thing) -> bool {
    match thing {
        Thing::Object(_) | Thing::List(_) => true,
        Thing::Payload(field) => field.path.is_empty(),
        _ => false,
    }
}
