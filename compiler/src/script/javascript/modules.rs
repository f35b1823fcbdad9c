//! Modules: what a script imports and requires, and what of it may do a hook's work.

use std::rc::Rc;

use super::super::facts::{Import, Place, UnknownKind};
use super::super::walk::reader::Reader;
use super::super::walk::text::Spelled;
use super::super::walk::thing::Thing;
use super::tree::{Node, child, children, field, place};

/// Modules of the engine itself.
const BUILT_IN: &[&str] = &[
    "assert",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "domain",
    "events",
    "fs",
    "http",
    "http2",
    "https",
    "inspector",
    "module",
    "net",
    "os",
    "path",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "repl",
    "stream",
    "string_decoder",
    "test",
    "timers",
    "tls",
    "tty",
    "url",
    "util",
    "v8",
    "vm",
    "worker_threads",
    "zlib",
    "sqlite",
    "bun",
];

/// Words of names of functions that may do a hook's work: take the payload, answer, or end the process.
const WORK: &[&str] = &[
    "read", "stdin", "input", "payload", "respond", "reply", "answer", "deny", "allow", "block", "ask",
    "emit", "output", "print", "exit", "run", "main", "handle", "hook", "decide", "send", "finish", "fail",
    "done", "result", "dispatch", "guard", "approve", "reject", "permit",
];

/// Words of names of functions that log.
const LOGS: &[&str] =
    &["log", "logger", "debug", "trace", "warn", "audit", "record", "append", "init", "setup"];

impl<'t> Reader<'t> {
    /// `import …`.
    pub(super) fn import_statement(&mut self, node: Node<'t>) {
        if child(node, "type").is_some() {
            return;
        }
        let required = child(node, "import_require_clause");
        let source = field(node, "source").or_else(|| required.and_then(|clause| field(clause, "source")));
        let Some(source) = source else { return };
        let text = Rc::new(self.string(source));
        let module = self.import(&text, required.is_none(), place(source));
        if let Some(clause) = required {
            if let Some(name) = children(clause).first() {
                self.bind(*name, module, true);
            }
            return;
        }
        let Some(clause) = child(node, "import_clause") else {
            // A module that is loaded for what it does may do everything.
            if text.text.starts_with('.') {
                self.unknown(place(node), UnknownKind::OtherFile);
            }
            return;
        };
        for part in children(clause) {
            match part.kind() {
                "identifier" => self.bind(part, default_of(&module, place(part)), true),
                "namespace_import" => {
                    if let Some(name) = children(part).first() {
                        self.bind(*name, module.clone(), true);
                    }
                }
                "named_imports" => {
                    for specifier in children(part) {
                        self.import_specifier(specifier, &module);
                    }
                }
                _ => {}
            }
        }
    }

    fn import_specifier(&mut self, specifier: Node<'t>, module: &Thing) {
        let Some(name) = field(specifier, "name") else { return };
        let target = field(specifier, "alias").unwrap_or(name);
        let key = self.key_of(name);
        let thing = if key.name == "default" {
            default_of(module, place(name))
        } else {
            self.member(module, key, place(name))
        };
        self.bind(target, thing, true);
    }

    /// A module by its name; the import is written down.
    pub(super) fn import(&mut self, name: &Rc<Spelled>, is_esm: bool, at: Place) -> Thing {
        let import = Import {
            name: name.text.clone(),
            place: name.place.clone(),
            guarded: !self.guards.is_empty(),
            is_esm,
        };
        if !self.facts.imports.contains(&import) {
            self.facts.imports.push(import);
        }
        Thing::Host(module_name(&name.text).into(), at)
    }

    pub(super) fn export_statement(&mut self, node: Node<'t>) {
        if let Some(source) = field(node, "source") {
            let text = Rc::new(self.string(source));
            self.import(&text, true, place(source));
            return;
        }
        if let Some(declaration) = field(node, "declaration") {
            self.statement(declaration);
        } else if let Some(value) = field(node, "value") {
            self.evaluate(value);
        }
    }

    /// Something of another file of the author's, or of a package, is called.
    pub(super) fn note_foreign_call(&mut self, name: &str, at: Place, unused: bool) {
        if name.starts_with("package:") {
            self.package_call.get_or_insert(at);
            return;
        }
        let Some(path) = name.strip_prefix("file:") else { return };
        let words = words(path.rsplit(['.', '/']).next().unwrap_or_default());
        let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
        if has(WORK) || (unused && !has(LOGS)) {
            self.unknown(at, UnknownKind::OtherFile);
        }
    }
}

fn default_of(module: &Thing, at: Place) -> Thing {
    match module {
        Thing::Host(name, _) if name.starts_with("file:") => {
            Thing::Host(format!("{name}.default").into(), at)
        }
        Thing::Host(name, _) => Thing::Host(name.clone(), at),
        other => other.clone(),
    }
}

/// The dotted name that a module's members have.
fn module_name(name: &str) -> String {
    let plain = name.strip_prefix("node:").unwrap_or(name);
    match plain {
        "fs/promises" => "fs".to_owned(),
        "readline/promises" => "readline".to_owned(),
        "timers/promises" => "timers/promises".to_owned(),
        "stream/consumers" => "stream/consumers".to_owned(),
        "bun" => "Bun".to_owned(),
        "which" => "which".to_owned(),
        _ if name.starts_with('.') || name.starts_with('/') => format!("file:{name}"),
        _ if BUILT_IN.contains(&plain.split('/').next().unwrap_or(plain)) => plain.to_owned(),
        _ if name.contains(':') && !name.starts_with("npm:") && !name.starts_with("jsr:") => plain.to_owned(),
        _ => format!("package:{name}"),
    }
}

/// The words of a name in lower case: `readPayload`, `read_payload`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for letter in name.chars() {
        if (letter.is_uppercase() || letter == '_') && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if letter != '_'
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words
}
