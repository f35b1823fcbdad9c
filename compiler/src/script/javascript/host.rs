//! What the host offers a script: the console, the process, files, JSON and the like, each by its dotted name.

use std::rc::Rc;

use super::super::facts::{Loudness, Place, UnknownKind};
use super::super::program::StatementKind;
use super::super::walk::reader::Reader;
use super::super::walk::state::Content;
use super::super::walk::text::Spelled;
use super::super::walk::thing::{Field, Piece, Thing};
use super::super::walk::thing::{json_text, pieced, push_piece};
use super::call::Argument;

impl Reader<'_> {
    /// Calls something of the host whose value may be taken.
    pub(super) fn call_host(&mut self, name: &str, arguments: Vec<Argument>, at: Place) -> Thing {
        self.call_host_as(name, arguments, at, false)
    }

    /// Calls something of the host; `unused` when nobody takes its value.
    pub(super) fn call_host_as(
        &mut self,
        name: &str,
        arguments: Vec<Argument>,
        at: Place,
        unused: bool,
    ) -> Thing {
        if !self.spend(1) {
            return Thing::Unknown(at);
        }
        if name.starts_with("file:") || name.starts_with("package:") {
            self.note_foreign_call(name, at.clone(), unused);
            return self.call_unknown(arguments, at);
        }
        if let Some(thing) = self.call_output(name, &arguments, &at) {
            return thing;
        }
        if let Some(thing) = self.call_stdin(name, &arguments, &at) {
            return thing;
        }
        if let Some(thing) = self.call_process(name, &arguments, &at) {
            return thing;
        }
        if let Some(thing) = self.call_files(name, &arguments, &at) {
            return thing;
        }
        if name == "util.promisify" {
            return arguments.into_iter().next().map_or(Thing::Undefined, |(thing, _)| thing);
        }
        self.call_language(name, arguments, at)
    }

    /// `console`, standard output and standard error, and the end of the process.
    fn call_output(&mut self, name: &str, arguments: &[Argument], at: &Place) -> Option<Thing> {
        match name {
            "console.log" => self.print(arguments, at.clone(), Loudness::Said),
            "console.info" | "console.debug" => self.print(arguments, at.clone(), Loudness::Logged),
            "console.table" | "console.dir" | "console.group" | "console.count" | "console.timeEnd"
            | "console.timeLog" => self.say(at.clone(), Loudness::Logged),
            "console.error"
            | "console.warn"
            | "console.trace"
            | "process.stderr.write"
            | "Deno.stderr.write"
            | "Deno.stderr.writeSync"
            | "console.assert" => self.emit(at.clone(), StatementKind::Complain),
            "process.stdout.write" | "process.stdout.end" | "Deno.stdout.write" | "Deno.stdout.writeSync" => {
                if let Some((thing, place)) = arguments.first()
                    && !matches!(thing, Thing::Function(_) | Thing::Settle(..))
                {
                    self.write(&thing.clone(), place.clone(), at.clone(), Loudness::Said);
                }
                self.run_last_callback(arguments, at);
            }
            "Bun.write" | "fs.writeSync" | "fs.write" => return Some(self.write_to(name, arguments, at)),
            "process.exit" | "Deno.exit" | "process.reallyExit" => {
                let code = arguments.first().map(|(thing, _)| thing.clone());
                self.exit_with(at.clone(), code.as_ref(), true);
            }
            "process.abort" => self.end(at.clone(), StatementKind::Exit(super::super::Exit::Unknown)),
            "process.kill" => self.emit(at.clone(), StatementKind::Unknown),
            _ => return None,
        }
        Some(Thing::Undefined)
    }

    /// `Bun.write(Bun.stdout, …)`, `fs.writeSync(1, …)`, and the same to a file.
    fn write_to(&mut self, name: &str, arguments: &[Argument], at: &Place) -> Thing {
        let [(target, target_at), (thing, place), ..] = arguments else { return Thing::Undefined };
        match descriptor(target) {
            Some(1) => self.write(&thing.clone(), place.clone(), at.clone(), Loudness::Said),
            Some(2) => self.emit(at.clone(), StatementKind::Complain),
            _ if name == "Bun.write" => self.file_write(target, target_at, thing, false),
            _ => {}
        }
        self.run_last_callback(arguments, at);
        Thing::Number(None, at.clone())
    }

    /// A callback that runs when the call is done.
    fn run_last_callback(&mut self, arguments: &[Argument], at: &Place) {
        if let Some((callback @ (Thing::Function(_) | Thing::Settle(..) | Thing::Host(..)), _)) =
            arguments.last()
            && descriptor(callback).is_none()
        {
            self.call_back(&callback.clone(), Vec::new(), at.clone());
        }
    }

    /// Files, and the folder that the script runs in.
    fn call_files(&mut self, name: &str, arguments: &[Argument], at: &Place) -> Option<Thing> {
        let (function, is_files) = match name.strip_prefix("fs.") {
            Some(function) => (function, true),
            None => (name, false),
        };
        match function {
            "appendFileSync" | "appendFile" | "writeFileSync" | "writeFile" if is_files => {
                if let [(target, target_at), (thing, place), ..] = arguments {
                    if is_standard_output(target) {
                        self.write(&thing.clone(), place.clone(), at.clone(), Loudness::Said);
                    } else if descriptor(target) == Some(2) {
                        self.emit(at.clone(), StatementKind::Complain);
                    } else {
                        let private = arguments.get(2).is_some_and(|(options, _)| self.is_private(options));
                        self.file_write(target, target_at, thing, private);
                    }
                }
                self.may_fail(at.clone());
                self.run_last_callback(arguments, at);
                Some(Thing::Undefined)
            }
            "Deno.writeTextFile" | "Deno.writeTextFileSync" | "Deno.writeFile" | "Deno.writeFileSync" => {
                if let [(target, target_at), (thing, _), ..] = arguments {
                    self.file_write(target, target_at, thing, false);
                }
                Some(Thing::Undefined)
            }
            "createWriteStream" if is_files => match arguments.first() {
                Some((target, _)) if is_standard_output(target) => {
                    Some(Thing::Host("process.stdout".into(), at.clone()))
                }
                _ => Some(Thing::Unknown(at.clone())),
            },
            "chmodSync" | "chmod" if is_files => {
                if let Some((target, _)) = arguments.first() {
                    let target = target.as_path();
                    for write in &mut self.facts.file_writes {
                        write.private |= write.target == target;
                    }
                }
                Some(Thing::Undefined)
            }
            "process.cwd" | "Deno.cwd" => {
                self.note_cwd(at.clone());
                Some(Thing::Host("cwd".into(), at.clone()))
            }
            _ if is_files => {
                self.may_fail(at.clone());
                self.run_last_callback(arguments, at);
                Some(Thing::Unknown(at.clone()))
            }
            _ => None,
        }
    }

    fn is_private(&self, options: &Thing) -> bool {
        match options {
            Thing::Object(cell) => match self.state.get(*cell) {
                Content::Object(entries, _) => entries
                    .iter()
                    .any(|entry| entry.key.name == "mode" && is_owner_only(&entry.thing, self.text)),
                _ => false,
            },
            _ => false,
        }
    }

    /// The language's own objects, and whatever is not known.
    fn call_language(&mut self, name: &str, arguments: Vec<Argument>, at: Place) -> Thing {
        let first = arguments.first().map_or(Thing::Undefined, |(thing, _)| thing.clone());
        match name {
            "JSON.parse" => self.parse_json(&first, at),
            "JSON.stringify" => json_text(first, at),
            "String" | "util.promisify" | "structuredClone" | "Object.freeze" | "Promise.resolve"
            | "Buffer.from" | "Object" => first,
            "Buffer.concat" | "Promise.all" => match &first {
                Thing::List(_) if name == "Promise.all" => first,
                _ => {
                    let item = self.item_of(&first, at.clone());
                    if item.is_raw() { Thing::Raw(at) } else { Thing::Unknown(at) }
                }
            },
            "Promise.race" | "Promise.any" => self.item_of(&first, at),
            "Boolean" => {
                self.note_tested(&first);
                let test = self.condition_of(&first);
                match test.truth {
                    Some(truth) => Thing::Bool(truth, at),
                    None if test.yes == test.no && !test.yes.conditional => Thing::Unknown(at),
                    None => Thing::Test(Rc::new(super::super::walk::thing::Test {
                        yes: test.yes,
                        no: test.no,
                        place: at,
                    })),
                }
            }
            "Array.isArray" => {
                self.note_tested(&first);
                Thing::Unknown(at)
            }
            "Array.from" => match first {
                Thing::List(_) => first,
                other => {
                    let item = self.item_of(&other, at);
                    Thing::List(self.state.allocate(Content::List(vec![item], true)))
                }
            },
            "Object.assign" => self.assign_all(&arguments, at),
            "Object.values" | "Object.entries" | "Object.keys" => Thing::Unknown(at),
            "setTimeout" | "setImmediate" | "setInterval" | "queueMicrotask" | "process.nextTick" => {
                if name == "queueMicrotask" || name == "process.nextTick" || name == "setImmediate" {
                    self.call_back(&first, Vec::new(), at.clone());
                } else {
                    self.timer(&first, at.clone());
                }
                Thing::Unknown(at)
            }
            "clearTimeout" | "clearInterval" => Thing::Undefined,
            "AbortSignal.timeout" => {
                self.facts.stdin.has_deadline = true;
                Thing::Unknown(at)
            }
            "eval" | "vm.runInThisContext" | "vm.runInNewContext" | "vm.runInContext" => {
                self.dynamic_code(&arguments[..arguments.len().min(1)], at.clone());
                Thing::Unknown(at)
            }
            "Function" => {
                self.dynamic_code(&arguments, at.clone());
                Thing::Unknown(at)
            }
            "require" | "import" => self.load_module(name, &arguments, at),
            "path.join" | "path.resolve" => joined_path(&arguments, at),
            "Promise.reject" => {
                self.end(at, StatementKind::Raise);
                Thing::Undefined
            }
            _ if is_circumstance(name) => Thing::Host("process.argv".into(), at),
            _ => self.call_unknown(arguments, at),
        }
    }

    /// `JSON.parse(…)`.
    pub(super) fn parse_json(&mut self, text: &Thing, at: Place) -> Thing {
        if text.is_raw() {
            self.emit(at.clone(), StatementKind::MayRaise);
            self.facts.stdin.parsed = true;
            self.facts.stdin.parsed_at.get_or_insert(at.clone());
            return Thing::Payload(Rc::new(Field { path: Vec::new(), decoded: false, place: at }));
        }
        if let Some(field) = text.field().cloned() {
            self.emit(at.clone(), StatementKind::MayRaise);
            self.record_decoding(&field.path);
            return Thing::Payload(Rc::new(Field { decoded: true, ..(*field).clone() }));
        }
        if let Thing::JsonText(inner, _) = text {
            return (**inner).clone();
        }
        if text.as_text().is_none() {
            self.emit(at.clone(), StatementKind::MayRaise);
        }
        Thing::Unknown(at)
    }

    fn assign_all(&mut self, arguments: &[Argument], at: Place) -> Thing {
        let Some(((target, _), sources)) = arguments.split_first() else { return Thing::Unknown(at) };
        if let Thing::Object(cell) = target {
            for (source, _) in sources {
                self.spread(*cell, source);
            }
        }
        target.clone()
    }

    /// Loads a module by name.
    fn load_module(&mut self, how: &str, arguments: &[Argument], at: Place) -> Thing {
        let Some((Thing::Text(text), _)) = arguments.first() else {
            if !arguments.is_empty() {
                self.unknown(at.clone(), UnknownKind::OtherFile);
            }
            return Thing::Unknown(at);
        };
        let text: Rc<Spelled> = text.clone();
        self.import(&text, how == "import", at)
    }
}

/// Whether a mode lets nobody but the owner read.
fn is_owner_only(mode: &Thing, text: &str) -> bool {
    match mode {
        Thing::Number(_, place) => text[place.clone()].ends_with("00"),
        _ => false,
    }
}

/// The standard stream that a value names.
pub(super) fn descriptor(thing: &Thing) -> Option<u8> {
    match thing {
        Thing::Number(Some(number @ 0..=2), _) => u8::try_from(*number).ok(),
        Thing::Host(name, _) => match &**name {
            "process.stdin.fd" | "process.stdin" | "Bun.stdin" | "Deno.stdin" => Some(0),
            "process.stdout.fd" | "process.stdout" | "Bun.stdout" | "Deno.stdout" => Some(1),
            "process.stderr.fd" | "process.stderr" | "Bun.stderr" => Some(2),
            _ => None,
        },
        Thing::Text(text) => match text.text.as_str() {
            "/dev/stdin" | "/proc/self/fd/0" | "/dev/fd/0" => Some(0),
            "/dev/stdout" | "/proc/self/fd/1" | "/dev/fd/1" => Some(1),
            "/dev/stderr" | "/proc/self/fd/2" | "/dev/fd/2" => Some(2),
            _ => None,
        },
        _ => None,
    }
}

fn is_standard_output(thing: &Thing) -> bool {
    descriptor(thing) == Some(1)
}

fn is_circumstance(name: &str) -> bool {
    name.starts_with("process.argv.")
        || name.starts_with("process.env.")
        || name.starts_with("process.platform.")
        || name == "os.platform"
        || name == "util.parseArgs"
}

/// `path.join(…)` as a text put together of its parts.
fn joined_path(arguments: &[Argument], at: Place) -> Thing {
    let mut pieces = Vec::new();
    for (index, (thing, place)) in arguments.iter().enumerate() {
        if index > 0 {
            let slash = Spelled::made("/".to_owned(), place.start..place.start);
            pieces.push(Piece::Constant(Rc::new(slash)));
        }
        push_piece(&mut pieces, thing.clone(), place.clone());
    }
    pieced(pieces, at)
}

/// Events of the process that end it.
pub(super) fn is_last_resort(event: &str) -> bool {
    matches!(event, "uncaughtException" | "unhandledRejection")
}
