//! Modules that a script loads.

use super::super::facts::Import;
use super::known::Known;
use super::stdlib::is_standard;
use super::{Node, Reader, children, field, fields};

/// Libraries of others that neither write to standard output nor end the process when they are called.
const QUIET: &[&str] = &[
    "attr",
    "attrs",
    "certifi",
    "dateutil",
    "dotenv",
    "httpx",
    "msgpack",
    "numpy",
    "orjson",
    "packaging",
    "pathspec",
    "psutil",
    "pydantic",
    "pytz",
    "regex",
    "requests",
    "ruamel",
    "simplejson",
    "tomli",
    "tomlkit",
    "typing_extensions",
    "ujson",
    "urllib3",
    "yaml",
];

impl<'t> Reader<'t> {
    pub(super) fn import_statement(&mut self, node: Node<'t>) {
        for name in fields(node, "name") {
            let (module, alias) = match name.kind() {
                "aliased_import" => (field(name, "name").unwrap_or(name), field(name, "alias")),
                _ => (name, None),
            };
            let dotted = self.source(module);
            let first = first_name(dotted);
            let known = self.load(module, dotted, first);
            let (name, known) = match (alias, known) {
                (Some(alias), known) => (self.source(alias), known),
                // `import os.path` makes `os` known.
                (None, Known::Library(_)) => (first, Known::library(first)),
                (None, known) => (first, known),
            };
            self.state.assign(name, known);
        }
    }

    pub(super) fn import_from(&mut self, node: Node<'t>) {
        let Some(module) = field(node, "module_name") else { return };
        let dotted = self.source(module);
        let known = self.load(module, dotted, first_name(dotted));
        if children(node).iter().any(|child| child.kind() == "wildcard_import") {
            match &known {
                Known::Library(module) => self.wildcard_of_library(&module.clone()),
                _ => self.notes.wildcard = Some(module.byte_range()),
            }
        }
        for name in fields(node, "name") {
            let (original, alias) = match name.kind() {
                "aliased_import" => (field(name, "name").unwrap_or(name), field(name, "alias")),
                _ => (name, None),
            };
            let member = match &known {
                Known::Library(module) => self.library_member(module, self.source(original), original),
                known => known.clone(),
            };
            self.state.assign(self.source(alias.unwrap_or(original)), member);
        }
    }

    fn wildcard_of_library(&mut self, module: &str) {
        let names: &[&str] = match module {
            "sys" => &["stdin", "stdout", "stderr", "argv", "exit"],
            "json" => &["load", "loads", "dump", "dumps"],
            "os" => &["environ", "getenv", "getcwd", "path", "system", "popen"],
            "subprocess" => {
                &["run", "call", "check_call", "check_output", "Popen", "PIPE", "DEVNULL", "STDOUT"]
            }
            "pathlib" => &["Path", "PurePath"],
            _ => &[],
        };
        for name in names {
            self.state.assign(name, Known::library(&format!("{module}.{name}")));
        }
    }

    /// Loads a module and notes it unless it is part of the standard library.
    fn load(&mut self, node: Node<'t>, dotted: &'t str, first: &'t str) -> Known {
        if is_standard(first) {
            return Known::library(dotted);
        }
        let place = node.byte_range();
        let guarded = self.is_handled(&["ImportError", "ModuleNotFoundError"]);
        let import = Import { name: dotted.to_owned(), place: place.clone(), guarded, is_esm: false };
        if !self.is_rehearsal && !self.facts.imports.contains(&import) {
            self.facts.imports.push(import);
        }
        if QUIET.contains(&first) { Known::library(dotted) } else { Known::Foreign(place) }
    }
}

fn first_name(dotted: &str) -> &str {
    dotted.split('.').next().unwrap_or(dotted)
}
