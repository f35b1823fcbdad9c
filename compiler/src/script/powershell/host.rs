//! What the host offers: cmdlets by what they do, and the console.

use super::Posh;
use super::tree::{Node, children};
use crate::script::facts::{Loudness, Place};
use crate::script::program::StatementKind;
use crate::script::walk::member::Amount;
use crate::script::walk::thing::Thing;

/// What a command does, as far as it matters to a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Puts out what it is given.
    PassesOn,
    /// Writes what it is given to the console, whoever takes its output.
    Shows,
    /// Writes a log line to the console.
    Logs,
    Complains,
    ParsesJson,
    WritesJson,
    Discards,
    AsText,
    ReadsPart,
    Folder,
    Evaluates,
    LooksFor,
    EachItem,
    NewObject,
    WritesFile,
    ReadsFile,
    /// Does something that puts out nothing.
    Silent,
    /// Puts out something.
    Value,
    /// Another program.
    Program,
}

/// What the command of this name does.
pub(super) fn kind_of(name: &str) -> Kind {
    match name.to_ascii_lowercase().as_str() {
        "write-output" | "echo" | "write" | "where-object" | "?" | "select-object" | "sort-object"
        | "tee-object" => Kind::PassesOn,
        "write-host" | "out-host" | "out-default" => Kind::Shows,
        "write-warning" => Kind::Logs,
        "write-error" => Kind::Complains,
        "convertfrom-json" => Kind::ParsesJson,
        "convertto-json" => Kind::WritesJson,
        "out-null" => Kind::Discards,
        "out-string" | "get-date" | "join-path" | "split-path" => Kind::AsText,
        "read-host" => Kind::ReadsPart,
        "get-location" | "pwd" | "gl" => Kind::Folder,
        "invoke-expression" | "iex" => Kind::Evaluates,
        "get-command" | "gcm" => Kind::LooksFor,
        "foreach-object" | "%" | "foreach" => Kind::EachItem,
        "new-object" => Kind::NewObject,
        "add-content" | "set-content" | "out-file" | "ac" | "sc" => Kind::WritesFile,
        "get-content" | "gc" | "cat" | "type" => Kind::ReadsFile,
        other => kind_of_verb(other),
    }
}

fn kind_of_verb(name: &str) -> Kind {
    let Some((verb, noun)) = name.split_once('-') else { return Kind::Program };
    let is_name = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_name(verb) || !is_name(noun) {
        return Kind::Program;
    }
    match verb {
        "set" | "add" | "remove" | "clear" | "copy" | "move" | "import" | "stop" | "enable" | "disable"
        | "write" | "rename" | "push" | "pop" => Kind::Silent,
        "start" if noun == "sleep" => Kind::Silent,
        "new" | "get" | "test" | "select" | "measure" | "resolve" | "convert" | "convertfrom"
        | "convertto" | "compare" | "group" | "join" | "split" | "format" | "start" | "invoke" | "out"
        | "read" | "find" | "export" | "receive" | "wait" => Kind::Value,
        _ => Kind::Program,
    }
}

impl<'t> Posh<'_, 't> {
    /// `[Console]::Out.Write(…)`, `$reader.ReadToEnd()`, `"…".Trim()`.
    pub(super) fn invocation(&mut self, node: Node<'t>) -> Thing {
        let at = node.byte_range();
        let parts = children(node);
        let Some(base) = parts.first() else { return Thing::Unknown(at) };
        let member = parts.iter().find(|part| part.kind() == "member_name");
        let name = member.map_or("", |member| self.source(*member)).to_ascii_lowercase();
        let whole = self.value(*base);
        let mut arguments = Vec::new();
        for list in parts.iter().filter(|part| part.kind() == "argument_list") {
            for argument in children(*list).into_iter().flat_map(children) {
                arguments.push((self.value(argument), argument.byte_range()));
            }
        }
        let first = arguments.first().map_or(Thing::Undefined, |(thing, _)| thing.clone());
        if let Thing::Host(host, _) = &whole {
            let host = host.replace("system.", "");
            return self.call_host(&host, &name, &first, at);
        }
        if whole.is_raw() {
            let has_mark = arguments
                .iter()
                .any(|(_, place)| self.0.text[place.clone()].to_ascii_lowercase().contains("feff"));
            self.0.facts.stdin.strips_bom |= has_mark;
            return whole;
        }
        if let Some(field) = whole.field().cloned() {
            return match name.as_str() {
                "trim" | "tostring" => whole,
                "tolower" | "toupper" | "replace" | "substring" | "tolowerinvariant" => {
                    Thing::Derived(field, at)
                }
                _ => Thing::Unknown(at),
            };
        }
        self.0.may_fail(at.clone());
        match whole {
            Thing::List(_) if name == "contains" => self.0.is_among(&whole, &first, at),
            Thing::Text(_) | Thing::AnyText(_) | Thing::Mixed(..) => Thing::AnyText(at),
            Thing::List(_) | Thing::Object(_) if matches!(name.as_str(), "add" | "append") => {
                self.0.open_up(&whole);
                Thing::Undefined
            }
            _ => Thing::Unknown(at),
        }
    }

    fn call_host(&mut self, host: &str, name: &str, first: &Thing, at: Place) -> Thing {
        match (host, name) {
            ("[console].out" | "[console]", "write" | "writeline") => {
                match first {
                    Thing::Undefined => {}
                    thing if super::command::is_formatted(thing) => self.0.say(at, Loudness::Said),
                    thing => self.0.write(&thing.clone(), at.clone(), at, Loudness::Said),
                }
                Thing::Undefined
            }
            ("[console].error", _) => {
                self.0.emit(at, StatementKind::Complain);
                Thing::Undefined
            }
            ("[console].in", "readtoend") => self.0.read_stdin(at, Amount::Whole),
            ("[console].in" | "[console]", "readline" | "read") => self.0.read_stdin(at, Amount::Part),
            ("[console]", "openstandardinput") => Thing::Host("stream".into(), at),
            ("[io.streamreader]", "new") => self.stream_reader(first, at),
            ("reader", "readtoend") => self.0.read_stdin(at, Amount::Whole),
            ("reader", "readline") => self.0.read_stdin(at, Amount::Part),
            ("[environment]", "exit") => {
                self.0.exit_with(at, Some(first), true);
                Thing::Undefined
            }
            ("[environment]", "getenvironmentvariable") => Thing::Host("process.env".into(), at),
            ("[io.directory]", "getcurrentdirectory") => {
                self.0.note_cwd(at.clone());
                Thing::Host("cwd".into(), at)
            }
            ("reader" | "stream" | "[console].out", _) => Thing::Undefined,
            _ => {
                self.0.may_fail(at.clone());
                if matches!(name, "dispose" | "close" | "flush") {
                    Thing::Undefined
                } else {
                    Thing::Unknown(at)
                }
            }
        }
    }

    /// A reader over standard input decodes UTF-8 unless told otherwise, and takes a byte order mark off.
    pub(super) fn stream_reader(&mut self, stream: &Thing, at: Place) -> Thing {
        if stream.as_host() != Some("stream") {
            return Thing::Unknown(at);
        }
        self.0.facts.stdin.names_encoding = true;
        self.0.facts.stdin.strips_bom = true;
        Thing::Host("reader".into(), at)
    }
}
