//! Standard input: every way to the payload.

use super::super::facts::Place;
use super::super::walk::member::{Amount, Pending};
use super::super::walk::reader::Reader;
use super::super::walk::state::Content;
use super::super::walk::thing::Thing;
use super::call::Argument;
use super::host::{descriptor, is_last_resort};

/// More listeners than this are not followed.
const MAX_LISTENERS: usize = 64;

impl Reader<'_> {
    /// Calls that read standard input or wait for it.
    pub(super) fn call_stdin(&mut self, name: &str, arguments: &[Argument], at: &Place) -> Option<Thing> {
        let first = arguments.first().map_or(Thing::Undefined, |(thing, _)| thing.clone());
        let is_stdin = descriptor(&first) == Some(0);
        let at = at.clone();
        let thing = match name {
            "fs.readFileSync" | "Deno.readTextFileSync" | "Deno.readTextFile" if is_stdin => {
                self.read_stdin(at, Amount::Whole)
            }
            "fs.readFile" if is_stdin => {
                let raw = self.read_stdin(at.clone(), Amount::Whole);
                if let Some((callback @ Thing::Function(_), _)) = arguments.last() {
                    self.call_back(&callback.clone(), vec![Thing::Null(at.clone()), raw.clone()], at);
                }
                raw
            }
            "fs.readSync" | "fs.read" if is_stdin => {
                self.read_stdin(at.clone(), Amount::Part);
                self.fill(arguments.get(1), &at);
                Thing::Number(None, at)
            }
            "fs.createReadStream" if is_stdin => Thing::Host("process.stdin".into(), at),
            "stream/consumers.text" | "stream/consumers.buffer" | "stream/consumers.arrayBuffer"
                if is_stdin =>
            {
                self.facts.stdin.strips_bom |= name.ends_with("text");
                self.read_stdin(at, Amount::Whole)
            }
            "stream/consumers.json" if is_stdin => {
                self.facts.stdin.strips_bom = true;
                self.read_parsed(at)
            }
            "Bun.stdin.json" => {
                self.facts.stdin.strips_bom = true;
                self.read_parsed(at)
            }
            "Bun.stdin.text" => {
                self.facts.stdin.strips_bom = true;
                self.read_stdin(at, Amount::Whole)
            }
            "Bun.stdin.bytes" | "Bun.stdin.arrayBuffer" => self.read_stdin(at, Amount::Whole),
            "Bun.stdin.stream" => Thing::Host("stdin.stream".into(), at),
            "Bun.file" if is_stdin => Thing::Host("Bun.stdin".into(), at),
            "Bun.readableStreamToText" | "Bun.readableStreamToJSON"
                if first.as_host().is_some_and(super::super::walk::member::reads_stdin) =>
            {
                if name.ends_with("JSON") { self.read_parsed(at) } else { self.read_stdin(at, Amount::Whole) }
            }
            "stdin.stream.pipeThrough" | "Deno.stdin.readable.pipeThrough" => {
                Thing::Host("stdin.stream".into(), at)
            }
            "stdin.stream.getReader" | "Deno.stdin.readable.getReader" => {
                Thing::Host("stdin.reader".into(), at)
            }
            "stdin.reader.read" => {
                let value = self.read_stdin(at.clone(), Amount::Part);
                let key = |name: &str| super::super::Key { name: name.to_owned(), place: at.clone() };
                let entry = |name: &str, thing| super::super::walk::state::Entry {
                    key: key(name),
                    thing,
                    optional: false,
                };
                self.make_object(vec![entry("value", value), entry("done", Thing::Unknown(at.clone()))])
            }
            "Deno.stdin.readSync" | "Deno.stdin.read" => {
                self.read_stdin(at.clone(), Amount::Part);
                self.fill(arguments.first(), &at);
                Thing::Number(None, at)
            }
            "process.stdin.read" => self.read_stdin(at, Amount::Whole),
            "process.stdin.toArray"
            | "process.stdin.setEncoding"
            | "process.stdin.resume"
            | "process.stdin.ref" => {
                if name.ends_with("toArray") {
                    let raw = self.read_stdin(at, Amount::Whole);
                    return Some(Thing::List(self.state.allocate(Content::List(vec![raw], false))));
                }
                Thing::Host("process.stdin".into(), at)
            }
            "process.stdin.on" | "process.stdin.once" | "process.stdin.addListener" => {
                self.listen(arguments, &at, name.ends_with("once"));
                Thing::Host("process.stdin".into(), at)
            }
            "readline.createInterface" => Thing::Host("readline.Interface".into(), at),
            "readline.Interface.on" | "readline.Interface.once" => {
                self.listen(arguments, &at, name.ends_with("once"));
                Thing::Host("readline.Interface".into(), at)
            }
            "readline.Interface.question" => {
                let raw = self.read_stdin(at.clone(), Amount::Part);
                if let Some((callback @ Thing::Function(_), _)) = arguments.last() {
                    self.call_back(&callback.clone(), vec![raw.clone()], at);
                }
                raw
            }
            "events.once" | "once" if is_stdin => {
                self.run_pending(0);
                Thing::Unknown(at)
            }
            "process.on" | "process.once" => {
                self.listen_to_process(arguments, &at);
                Thing::Host("process".into(), at)
            }
            "Deno.readAll" | "io.readAll" | "readAll" | "readAllSync" | "toText" if is_stdin => {
                self.read_stdin(at, Amount::Whole)
            }
            "TextDecoder.decode" => {
                if first.is_raw() {
                    self.facts.stdin.strips_bom = true;
                }
                first
            }
            "TextEncoder.encode" => first,
            _ => return None,
        };
        Some(thing)
    }

    /// A buffer is filled with the input.
    fn fill(&mut self, buffer: Option<&Argument>, at: &Place) {
        let Some((_, place)) = buffer else { return };
        let name = self.source(place);
        if let Some(cell) = self.state.find(self.names, name) {
            self.state.set(cell, Content::Variable(Thing::Raw(at.clone())));
        }
    }

    /// A listener of standard input or of a reader of its lines.
    fn listen(&mut self, arguments: &[Argument], at: &Place, once: bool) {
        let [(event, _), (callback, _), ..] = arguments else { return };
        let Some(event) = event.as_text() else { return };
        let takes_data = match event.text.as_str() {
            "data" | "line" | "readable" => true,
            "end" | "close" => false,
            _ => return,
        };
        let amount = if once && event.text != "end" { Amount::Part } else { Amount::Whole };
        self.read_stdin(at.clone(), amount);
        if self.pending.len() < MAX_LISTENERS {
            self.pending.push(Pending { takes_data, callback: callback.clone(), place: at.clone() });
        }
    }

    fn listen_to_process(&mut self, arguments: &[Argument], at: &Place) {
        let [(event, _), (callback, _), ..] = arguments else { return };
        let Some(event) = event.as_text() else { return };
        if is_last_resort(&event.text) {
            self.last_resort = Some((at.clone(), callback.clone()));
        } else if matches!(event.text.as_str(), "exit" | "beforeExit") && self.pending.len() < MAX_LISTENERS {
            self.pending.push(Pending { takes_data: false, callback: callback.clone(), place: at.clone() });
        }
    }

    /// Runs what waits for standard input, from the listener of this number on: those that take it first.
    pub(super) fn run_pending(&mut self, from: usize) {
        if self.pending.len() <= from {
            return;
        }
        let waiting = self.pending.split_off(from);
        let (data, end): (Vec<Pending>, Vec<Pending>) =
            waiting.into_iter().partition(|pending| pending.takes_data);
        for listener in data {
            let raw = Thing::Raw(listener.place.clone());
            self.call_repeatedly(&listener.callback, vec![raw], listener.place);
        }
        for listener in end {
            if !self.alive {
                return;
            }
            self.call_back(&listener.callback, Vec::new(), listener.place);
        }
        self.run_pending(from);
    }

    /// The whole script runs under a handler of last resort.
    pub(super) fn handle_all(&mut self, at: Place, handler: &Thing) {
        let body = std::mem::take(&mut self.block);
        self.alive = true;
        let (block, _) =
            self.aside(|reader| reader.call_back(handler, vec![Thing::Unknown(at.clone())], at.clone()));
        let kind = super::super::program::StatementKind::Try {
            body,
            handler: Some((at.clone(), block)),
            finally: Vec::new(),
        };
        self.alive = true;
        self.emit(at, kind);
    }
}
