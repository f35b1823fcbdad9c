//! Other programs that a script starts.

use std::rc::Rc;

use super::super::facts::{Loudness, Place, ProgramUse, SinkKind, UnknownKind};
use super::super::program::StatementKind;
use super::super::shell::programs::{self, Talk};
use super::super::walk::reader::Reader;
use super::super::walk::state::Content;
use super::super::walk::thing::{Piece, Thing};
use super::call::Argument;

impl Reader<'_> {
    /// `child_process`, `Bun.spawn` and the like.
    pub(super) fn call_process(&mut self, name: &str, arguments: &[Argument], at: &Place) -> Option<Thing> {
        let function = match name.strip_prefix("child_process.") {
            Some(function) => function,
            None if matches!(name, "Bun.spawn" | "Bun.spawnSync" | "Bun.which" | "which" | "which.sync") => {
                name
            }
            None => return None,
        };
        let first = arguments.first().cloned().unwrap_or((Thing::Undefined, at.clone()));
        match function {
            "exec" | "execSync" => {
                let is_sync = function == "execSync";
                self.command_line(&first.0, first.1.clone(), false);
                self.output_of(arguments, at, false);
                if is_sync {
                    self.emit(at.clone(), StatementKind::MayRaise);
                }
            }
            "execFile" | "execFileSync" | "spawn" | "spawnSync" | "fork" => {
                self.program(&first.0, &first.1);
                if self.runs_in_shell(arguments) {
                    self.shell_words(arguments);
                }
                self.output_of(arguments, at, function == "fork");
                if function == "execFileSync" {
                    self.emit(at.clone(), StatementKind::MayRaise);
                }
            }
            "Bun.spawn" | "Bun.spawnSync" => {
                let command = self.item_at(&first.0, Some(0), first.1.clone());
                self.program(&command, &command.place().unwrap_or(first.1));
                self.output_of(arguments, at, false);
            }
            "Bun.which" | "which" | "which.sync" => {
                if let Thing::Text(text) = &first.0 {
                    self.looked_for.insert(text.text.clone());
                }
                return Some(Thing::Unknown(at.clone()));
            }
            _ => return None,
        }
        if let Some((callback @ Thing::Function(_), _)) = arguments.last() {
            let unknown = Thing::Unknown(at.clone());
            let things = vec![unknown.clone(), Thing::AnyText(at.clone()), Thing::AnyText(at.clone())];
            self.call_back(&callback.clone(), things, at.clone());
        }
        // What a program prints is a text, and what `spawnSync` gives back holds such texts.
        Some(if function == "execSync" || function == "execFileSync" {
            Thing::AnyText(at.clone())
        } else {
            Thing::Unknown(at.clone())
        })
    }

    /// A use of a program.
    fn program(&mut self, command: &Thing, at: &Place) {
        let (name, place) = match command {
            Thing::Text(text) => {
                let path = &text.text;
                let start = path.rfind(['/', '\\']).map_or(0, |slash| slash + 1);
                (path[start..].to_owned(), text.place_of(start..path.len()))
            }
            // `process.execPath` is the engine that runs the script.
            _ => return,
        };
        if name.is_empty() {
            return;
        }
        let optional = !self.guards.is_empty();
        let program = ProgramUse { name, place, checked: optional, optional: false };
        let _ = at;
        if !self.facts.programs.contains(&program) {
            self.facts.programs.push(program);
        }
    }

    /// A command line for a shell.
    pub(super) fn command_line(&mut self, text: &Thing, at: Place, quotes: bool) {
        if !quotes {
            self.shell_sinks(text, &at);
        }
        let first = match text {
            Thing::Text(text) => Some(text.clone()),
            Thing::Mixed(pieces, _) => match pieces.first() {
                Some(Piece::Constant(text)) => Some(text.clone()),
                _ => None,
            },
            _ => None,
        };
        let Some(first) = first else { return };
        let word = first.text.split_whitespace().next().unwrap_or_default();
        if word.is_empty() || word.contains(['$', '`', '"', '\'', '(', '=', ';', '&', '|']) {
            return;
        }
        if let Some(asked) = looked_for(&first.text) {
            self.looked_for.insert(asked.to_owned());
            return;
        }
        let start = first.text.find(word).unwrap_or(0);
        let place = first.place_of(start..start + word.len());
        let spelled = super::super::walk::text::Spelled::plain(word, place.clone());
        self.program(&Thing::Text(Rc::new(spelled)), &place);
    }

    fn shell_sinks(&mut self, text: &Thing, at: &Place) {
        match text {
            Thing::Mixed(pieces, _) => {
                for piece in pieces.iter() {
                    if let Piece::Hole(thing, place) = piece {
                        self.sink(SinkKind::Shell, thing, place.clone());
                    }
                }
            }
            thing => self.sink(SinkKind::Shell, thing, at.clone()),
        }
    }

    /// `spawn("sh", ["-c", …])` and `shell: true`. A value that only a run tells is mostly `process.platform === "win32"`.
    fn runs_in_shell(&self, arguments: &[Argument]) -> bool {
        arguments.iter().skip(1).any(|(thing, _)| {
            self.option(thing, "shell")
                .is_some_and(|shell| matches!(shell, Thing::Bool(true, _) | Thing::Text(_)))
        }) || self.is_shell_command(arguments)
    }

    fn is_shell_command(&self, arguments: &[Argument]) -> bool {
        let [(Thing::Text(program), _), (Thing::List(words), _), ..] = arguments else { return false };
        let shells = ["sh", "bash", "zsh", "cmd", "cmd.exe", "powershell", "pwsh", "/bin/sh", "/bin/bash"];
        let Content::List(items, _) = self.state.get(*words) else { return false };
        shells.contains(&program.text.as_str())
            && items.first().and_then(Thing::as_text).is_some_and(|flag| {
                matches!(flag.text.as_str(), "-c" | "-lc" | "-ec" | "/c" | "/C" | "-Command")
            })
    }

    fn shell_words(&mut self, arguments: &[Argument]) {
        let is_shell_command = self.is_shell_command(arguments);
        for (thing, place) in arguments {
            match thing {
                Thing::List(cell) => {
                    let Content::List(items, _) = self.state.get(*cell).clone() else { continue };
                    // Behind the command line, the words of `sh -c` are its parameters and no code.
                    let code = if is_shell_command { 2 } else { items.len() };
                    for item in items.iter().take(code) {
                        let at = item.place().unwrap_or_else(|| place.clone());
                        self.shell_sinks(item, &at);
                    }
                }
                Thing::Object(_) => {}
                thing => self.shell_sinks(thing, place),
            }
        }
    }

    /// An option of a call.
    fn option(&self, thing: &Thing, name: &str) -> Option<Thing> {
        let Thing::Object(cell) = thing else { return None };
        let Content::Object(entries, _) = self.state.get(*cell) else { return None };
        entries.iter().find(|entry| entry.key.name == name).map(|entry| entry.thing.clone())
    }

    /// Whether a program's output goes where the script's goes.
    fn output_of(&mut self, arguments: &[Argument], at: &Place, inherits: bool) {
        let options = arguments
            .iter()
            .rev()
            .find_map(|(thing, _)| self.option(thing, "stdio").or_else(|| self.option(thing, "stdout")));
        let to_output = match &options {
            Some(Thing::Text(text)) => text.text == "inherit",
            Some(Thing::List(cell)) => match self.state.get(*cell) {
                Content::List(items, _) => items.get(1).is_some_and(|item| {
                    item.as_text().is_some_and(|text| text.text == "inherit")
                        || super::host::descriptor(item) == Some(1)
                }),
                _ => false,
            },
            _ => inherits,
        };
        if !to_output {
        } else if self.talks(arguments) {
            self.say(at.clone(), Loudness::Leaked);
        } else {
            self.unknown_program(at.clone());
        }
    }

    /// Whether a program is known to say something for people.
    fn talks(&self, arguments: &[Argument]) -> bool {
        let Some((Thing::Text(program), _)) = arguments.first() else { return false };
        let mut words: Vec<String> = program.text.split_whitespace().map(str::to_owned).collect();
        if let Some((Thing::List(cell), _)) = arguments.get(1)
            && let Content::List(items, _) = self.state.get(*cell)
        {
            words.extend(items.iter().filter_map(|item| Some(item.as_text()?.text.clone())));
        }
        let [name, rest @ ..] = words.as_slice() else { return false };
        let rest: Vec<Option<&str>> = rest.iter().map(|word| Some(word.as_str())).collect();
        programs::talk(name, &rest) == Talk::Loud
    }

    /// A program writes where the script writes.
    pub(super) fn unknown_program(&mut self, at: Place) {
        self.unknown(at, UnknownKind::OtherProgram);
    }

    /// `new Deno.Command("git", { args: […] })`.
    pub(super) fn deno_command(&mut self, arguments: &[Argument], _at: Place) {
        if let Some((command, place)) = arguments.first() {
            self.program(&command.clone(), place);
        }
    }
}

/// The program that a command line asks for: `command -v jq`, `which jq`.
fn looked_for(line: &str) -> Option<&str> {
    let rest = ["command -v ", "which ", "where ", "type "]
        .iter()
        .find_map(|ask| line.trim_start().strip_prefix(ask))?;
    rest.split_whitespace().next()
}
