//! The variables a line reads and sets.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::word::{PartKind, Quote, Word, identifier_length};
use super::{Command, CommandLine};

use crate::order;

/// A variable that a line reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariableUse {
    /// The whole expansion: `$NAME`, `${NAME:-word}`.
    pub range: Range<usize>,
    /// The name alone, inside it.
    pub name_range: Range<usize>,
    /// The name.
    pub name: String,
    /// The text of a default, as written.
    pub default: Option<String>,
    /// Whether it stands inside double quotes.
    pub quoted: bool,
    /// Whether the line sets it itself.
    pub assigned: bool,
}

/// The variables that a line sets.
#[derive(Debug, Default)]
pub(super) struct Variables<'a> {
    /// The value of each that is set once, in every case.
    values: BTreeMap<&'a str, Option<&'a Word>>,
    set_otherwise: BTreeSet<&'a str>,
}

impl<'a> Variables<'a> {
    pub(super) fn of(command_line: &'a CommandLine) -> Self {
        let line = command_line.text();
        let mut variables = Self { set_otherwise: loop_variables(line), ..Self::default() };
        for command in command_line.commands() {
            let is_declaration = is_declaration(line, command);
            let is_certain = (command.words.is_empty() || is_declaration) && !command.conditional;
            for assignment in &command.assignments {
                let value = is_certain.then_some(&assignment.value);
                let known = variables.values.entry(&assignment.name);
                known.and_modify(|known| *known = None).or_insert(value);
            }
            if is_declaration {
                let names = command.words[1..].iter().map(|word| word.raw(line));
                variables.set_otherwise.extend(names.map(|raw| &raw[..identifier_length(raw.as_bytes())]));
            }
            variables.set_otherwise.extend(set_by_defaults(line, command));
        }
        variables
    }

    /// The value of a variable that is set once, in every case, and nowhere else.
    pub(super) fn assigned_once(&self, name: &str) -> Option<&'a Word> {
        self.values.get(name).copied().flatten().filter(|_| !self.set_otherwise.contains(name))
    }

    fn sets(&self, name: &str) -> bool {
        self.values.contains_key(name) || self.set_otherwise.contains(name)
    }
}

/// The names behind `for`.
fn loop_variables(line: &str) -> BTreeSet<&str> {
    line.match_indices("for ")
        .map(|(at, _)| {
            let rest = line[at + 4..].trim_start();
            &rest[..identifier_length(rest.as_bytes())]
        })
        .collect()
}

/// The names that `${X:=word}` sets.
fn set_by_defaults<'a>(line: &'a str, command: &'a Command) -> impl Iterator<Item = &'a str> {
    command.words.iter().flat_map(|word| &word.parts).filter_map(|part| match &part.kind {
        PartKind::Variable { name, operator } => {
            let operator = &line[operator.clone()];
            let sets = operator.strip_prefix(':').unwrap_or(operator).starts_with('=');
            sets.then_some(name.as_str())
        }
        _ => None,
    })
}

/// `export X=…`, `read X`, `getopts f X`, `printf -v X …`.
fn is_declaration(line: &str, command: &Command) -> bool {
    match &*command.program_text(line) {
        "export" | "declare" | "local" | "readonly" | "typeset" | "read" | "getopts" | "mapfile"
        | "readarray" => true,
        "printf" => command.words.get(1).is_some_and(|word| word.raw(line) == "-v"),
        _ => false,
    }
}

/// The default that an operator gives: `word` of `:-word`, `-word`, `:=word`, `=word`.
pub(super) fn default_of(operator: &str) -> Option<&str> {
    let operator = operator.strip_prefix(':').unwrap_or(operator);
    operator.strip_prefix(['-', '='])
}

/// See [`CommandLine::variables`].
pub(super) fn variables(command_line: &CommandLine) -> Vec<VariableUse> {
    let line = command_line.text();
    let set = Variables::of(command_line);
    let mut uses = Vec::new();
    for command in command_line.reachable() {
        let values = command.assignments.iter().map(|assignment| &assignment.value);
        let targets = command.redirections.iter().filter_map(|redirection| redirection.target.as_ref());
        for word in values.chain(&command.words).chain(targets) {
            variables_of(line, word, &set, &mut uses);
        }
    }
    order::by_place(&mut uses, |variable: &VariableUse| (variable.range.start, variable.range.end));
    uses.dedup_by(|one, other| one.range == other.range);
    uses
}

fn variables_of(line: &str, word: &Word, set: &Variables<'_>, uses: &mut Vec<VariableUse>) {
    for part in &word.parts {
        let PartKind::Variable { name, operator } = &part.kind else { continue };
        let name_end = operator.start;
        uses.push(VariableUse {
            range: part.range.clone(),
            name_range: name_end.saturating_sub(name.len())..name_end,
            name: name.clone(),
            default: default_of(&line[operator.clone()]).map(str::to_owned),
            quoted: part.quote != Quote::None,
            assigned: set.sets(name),
        });
    }
}
