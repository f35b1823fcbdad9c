//! The programs that hooks run, as rules see them: what a program does, and which hooks run it for which events.
//!
//! A script is one program however many hooks and files register it, so that what is wrong with it is said once. A command line that is a program
//! itself (`node -e '…'`, `echo '{}'`) is one of a single hook.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::sync::Arc;

use hookc_compiler::analysis::{Analysis, Platform, Settings, Source};
use hookc_compiler::command::{self, Resolution, ScriptFile};
use hookc_compiler::diagnostic::{Diagnostic, Effect, FileId, Level};
use hookc_compiler::script::{
    Answer, AnswerForm, Comparison, Exit, Facts, Language, Member, Scope, Segment, Value, WayOut,
};
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::{Command, Dialect, Hook, Script};
use hookc_schema::event::{Ask, Blocking};
use hookc_schema::{Event, claude, tool};

use crate::rule::{HookContext, Rule, SourceContext};

/// A finding names at most so many of the hooks that run its program.
const MAX_RELATED: usize = 3;

/// What scripts look at to tell hosts apart (HOOKS.md 2.7, 11).
const HOST_SIGNS: [&str; 4] = ["cursor_version", "CURSOR_VERSION", "CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"];

/// A hook that runs a program.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// The file that registers the hook.
    pub source: &'a Source,
    /// The hook.
    pub hook: &'a Hook,
    /// Its command.
    pub command: &'a Command,
    /// The script that the command executes; `None` when the command line is the program.
    pub script: Option<&'a Script>,
}

/// A program: a script, or a command line.
#[derive(Debug)]
pub struct Program<'a> {
    /// What it does.
    pub facts: &'a Facts,
    /// The file that its text stands in: the script, or the file of the hook.
    pub file: FileId,
    /// The hooks that run it, one at least, in the order of their files.
    pub runs: Vec<Run<'a>>,
}

/// A program, and what is known around it.
#[derive(Debug, Clone, Copy)]
pub struct ProgramContext<'a> {
    /// All that was looked at.
    pub analysis: &'a Analysis,
    /// Where the hooks are meant to run.
    pub settings: &'a Settings,
    /// The program.
    pub program: &'a Program<'a>,
}

/// Every program whose text is known, scripts once however often they are run.
pub fn programs(analysis: &Analysis) -> Vec<Program<'_>> {
    let mut programs: Vec<Program<'_>> = Vec::new();
    let mut known: HashMap<(&OsStr, Language), usize> = HashMap::new();
    // Hooks of one file share what was found, and a path takes long to hash.
    let mut met: HashMap<(*const ScriptFile, Language), usize> = HashMap::new();
    for source in &analysis.sources {
        for hook in source.config.iter().flat_map(|config| &config.hooks) {
            let Some(command) = hook.command() else { continue };
            let run = Run { source, hook, command, script: None };
            if let Some(facts) = command.inline.as_deref() {
                programs.push(Program { facts, file: source.file, runs: vec![run] });
            }
            for script in &command.scripts {
                let (Some(facts), Some(file), Resolution::Found(found)) =
                    (&script.facts, script.file, &script.resolution)
                else {
                    continue;
                };
                let run = Run { script: Some(script), ..run };
                let index = *met.entry((Arc::as_ptr(found), facts.language)).or_insert_with(|| {
                    *known.entry((found.path.as_os_str(), facts.language)).or_insert_with(|| {
                        programs.push(Program { facts, file, runs: Vec::new() });
                        programs.len() - 1
                    })
                });
                programs[index].runs.push(run);
            }
        }
    }
    programs
}

impl<'a> Run<'a> {
    /// The event.
    pub fn event(&self) -> Event {
        self.hook.event
    }

    /// Whether the hook is declared in this host's own format.
    pub fn is_native(&self) -> bool {
        self.source.config.as_ref().is_some_and(|config| config.dialect == Dialect::Native)
    }

    /// Whether some answer of the hook stops something.
    pub fn can_block(&self) -> bool {
        self.event().facts().blocking.value.can_block()
    }

    /// The simple command of the line that is, or runs, the program.
    fn simple_command(&self) -> Option<&'a command::Command> {
        self.command.line.commands().get(self.script?.used.command)
    }

    /// Whether what the program writes to standard output is what the host reads, as far as the command line tells.
    pub fn answers(&self) -> bool {
        let Some(script) = self.script else { return true };
        let Some(command) = self.simple_command() else { return false };
        let line = self.command.line.text();
        let goes_to_a_file = command.redirections.iter().any(|redirection| {
            let written = line[redirection.range.clone()].trim_start();
            written.starts_with(['>', '1', '&']) && !written.starts_with("1<")
        });
        script.used.level != command::Level::Substitution && command.piped_into.is_none() && !goes_to_a_file
    }

    /// Whether the program's exit code is the hook's, as far as the command line tells.
    pub fn exits(&self) -> bool {
        let is_all = self.command.line.commands().len() == 1;
        self.script.is_none() || self.answers() && is_all && self.command.line.swallow().is_none()
    }

    /// Whether the program reads the payload from standard input, as far as the command line tells.
    pub fn is_told(&self) -> bool {
        let Some(script) = self.script else { return true };
        let commands = self.command.line.commands();
        let is_fed = commands.iter().any(|command| command.piped_into == Some(script.used.command));
        let Some(command) = self.simple_command() else { return false };
        let line = self.command.line.text();
        let is_redirected = command
            .redirections
            .iter()
            .any(|redirection| line[redirection.range.clone()].trim_start().starts_with(['<', '0']));
        !is_fed && !is_redirected
    }

    /// Where the hook names the program: the script's path, or the whole line.
    pub fn span(&self) -> Span {
        match self.script {
            Some(script) => self.command.text.span_of(&self.source.tree, script.used.range.clone()),
            None => self.command.text.span,
        }
    }
}

impl<'a> ProgramContext<'a> {
    /// What the program does.
    pub fn facts(&self) -> &'a Facts {
        self.program.facts
    }

    /// The text that places of the facts are bytes of.
    pub fn text(&self) -> &'a str {
        match self.program.runs.first() {
            Some(Run { script: None, command, .. }) => &command.text.value,
            _ => self.analysis.text(self.program.file),
        }
    }

    /// A place of the facts as a place in the file.
    pub fn span(&self, place: &std::ops::Range<usize>) -> Span {
        match self.program.runs.first() {
            Some(Run { script: None, command, source, .. }) => {
                command.text.span_of(&source.tree, place.clone())
            }
            _ => Span::new(place.start, place.end),
        }
    }

    /// Whether the hooks are meant to run on this platform.
    pub fn runs_on(&self, platform: Platform) -> bool {
        self.settings.platforms.contains(&platform)
    }

    /// A hook that runs the program, as rules of hooks see it.
    pub fn hook(&self, run: &Run<'a>) -> HookContext<'a> {
        let file = SourceContext { analysis: self.analysis, source: run.source, settings: self.settings };
        HookContext { file, hook: run.hook }
    }

    /// The hooks in this host's own format whose answer the program gives.
    pub fn answering(&self) -> impl Iterator<Item = &'a Run<'a>> {
        self.program.runs.iter().filter(|run| run.is_native() && run.answers())
    }

    /// The hooks in this host's own format whose payload the program reads.
    pub fn told(&self) -> impl Iterator<Item = &'a Run<'a>> {
        self.program.runs.iter().filter(|run| run.is_native() && run.is_told())
    }

    /// A finding of a rule in the program's text, with the hooks that run it beside it.
    pub fn finding(
        &self,
        rule: &Rule,
        level: Level,
        effect: Effect,
        place: &std::ops::Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let mut finding = rule.with(level, effect, self.program.file, self.span(place), message);
        for run in self.program.runs.iter().filter(|run| run.script.is_some()).take(MAX_RELATED) {
            finding.relate(
                run.source.file,
                run.span(),
                format!("run from here for `{}`", run.hook.event_key.value),
            );
        }
        finding
    }

    /// Whether the program also works for another host, so that names of that host are there on purpose.
    pub fn serves_other_hosts(&self) -> bool {
        let facts = self.facts();
        let is_of_claude = self.program.runs.iter().any(|run| !run.is_native());
        let asks_for_a_claude_event = facts.comparisons.iter().any(|comparison| {
            is_field(&comparison.path, "hook_event_name")
                && claude::EVENTS.iter().any(|event| event.name == comparison.constant.name)
        }) || scopes(facts).any(|scope| {
            scope
                .only
                .iter()
                .flatten()
                .any(|name| claude::EVENTS.iter().any(|event| event.name == name.as_str()))
        });
        let tells_the_host = HOST_SIGNS.iter().any(|sign| self.text().contains(sign));
        is_of_claude
            || asks_for_a_claude_event
            || tells_the_host
            || facts.comparisons.iter().any(|comparison| self.names_both(comparison))
    }

    /// Whether a comparison with a foreign name of a tool stands beside one with the host's own name for it.
    fn names_both(&self, comparison: &Comparison) -> bool {
        let Some(foreign) =
            tool::foreign(&comparison.constant.name).filter(|_| is_field(&comparison.path, "tool_name"))
        else {
            return false;
        };
        let own = crate::vocabulary::replacement(&foreign);
        self.facts().comparisons.iter().any(|other| {
            is_field(&other.path, "tool_name") && Some(other.constant.name.as_str()) == own.as_deref()
        })
    }

    /// The ways out that count for an event.
    pub fn ways(&self, event: Event) -> impl Iterator<Item = &'a WayOut> {
        self.facts().ways_out.iter().filter(move |way| way.scope.covers(event.name()) == Some(true))
    }

    /// What is written on a way, as far as it counts for an event.
    pub fn written(&self, way: &'a WayOut, event: Event) -> impl Iterator<Item = &'a Answer> {
        let facts = self.facts();
        way.answers
            .iter()
            .map(|id| facts.answer(*id))
            .filter(move |answer| answer.scope.covers(event.name()) == Some(true))
    }

    /// Whether the program says no on a way: by its answer, or by an exit code of 2.
    pub fn refuses(&self, way: &'a WayOut, event: Event) -> bool {
        way.exit == Exit::Code(2) && event.facts().blocking.value.can_block() || self.says_no(way, event)
    }

    /// Whether an answer on a way says no, whatever comes of it.
    pub fn says_no(&self, way: &'a WayOut, event: Event) -> bool {
        self.written(way, event).any(|answer| is_refusal(answer, event))
    }

    /// Whether the program is seen to say no at an event.
    pub fn is_guard(&self, event: Event) -> bool {
        event.facts().blocking.value.can_block() && self.ways(event).any(|way| self.refuses(way, event))
    }
}

/// The events, each once, of the hooks among these for which a part of the program counts.
pub fn reached<'a>(runs: impl Iterator<Item = &'a Run<'a>>, scope: &Scope) -> Vec<Event> {
    let mut events: Vec<Event> = Vec::new();
    for run in runs {
        if scope.covers(run.event().name()) == Some(true) && !events.contains(&run.event()) {
            events.push(run.event());
        }
    }
    events
}

fn scopes(facts: &Facts) -> impl Iterator<Item = &Scope> {
    let answers = facts.answers.iter().map(|answer| &answer.scope);
    let ways = facts.ways_out.iter().map(|way| &way.scope);
    let reads = facts.reads.iter().map(|read| &read.scope);
    answers.chain(ways).chain(reads)
}

/// Whether a way into the payload is this one field at its top.
pub fn is_field(path: &[Segment], name: &str) -> bool {
    matches!(path, [Segment::Key(key)] if key.name == name)
}

/// A way into the payload as people write it: `tool_input.command`, `edits[]`.
pub fn shown(path: &[Segment]) -> String {
    let mut text = String::new();
    for segment in path {
        match segment {
            Segment::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(&key.name);
            }
            Segment::Item => text.push_str("[]"),
        }
    }
    text
}

/// The value of an answer that is JSON, however it is made.
pub fn json(answer: &Answer) -> Option<&Value> {
    match &answer.form {
        AnswerForm::Json(value) | AnswerForm::ByHand { value, .. } => Some(value),
        AnswerForm::Text(_) | AnswerForm::Payload | AnswerForm::Unknown => None,
    }
}

/// The values that a value can be, alternatives taken apart.
pub fn alternatives(value: &Value) -> Vec<&Value> {
    let mut open = vec![value];
    let mut single = Vec::new();
    while let Some(value) = open.pop() {
        match value {
            Value::OneOf(values) => open.extend(values.iter().rev()),
            value => single.push(value),
        }
    }
    single
}

/// The objects that an answer can be, as their members.
pub fn objects(answer: &Answer) -> Vec<&[Member]> {
    let values = json(answer).map(alternatives).unwrap_or_default();
    values
        .into_iter()
        .filter_map(|value| match value {
            Value::Object { members, .. } => Some(members.as_slice()),
            _ => None,
        })
        .collect()
}

/// The member of this name that counts.
pub fn member<'m>(members: &'m [Member], name: &str) -> Option<&'m Member> {
    members.iter().rev().find(|member| member.key.name == name)
}

/// The constant texts that a value can be.
pub fn texts(value: &Value) -> impl Iterator<Item = &hookc_compiler::script::Key> {
    alternatives(value).into_iter().filter_map(|value| match value {
        Value::Text(key) => Some(key),
        _ => None,
    })
}

/// The place of a value.
pub fn place(value: &Value) -> Option<&std::ops::Range<usize>> {
    match value {
        Value::Text(key) => Some(&key.place),
        Value::AnyText(place)
        | Value::Bool(_, place)
        | Value::Number(place)
        | Value::Null(place)
        | Value::Unknown(place) => Some(place),
        Value::Object { .. } | Value::Array | Value::OneOf(_) => None,
    }
}

/// Whether an answer says no at an event, in some of its alternatives.
pub fn is_refusal(answer: &Answer, event: Event) -> bool {
    let is_no = |text: &str| match event.facts().blocking.value {
        Blocking::Permission(Ask::Denies) => text == "deny" || text == "ask",
        _ => text == "deny",
    };
    objects(answer).into_iter().any(|members| match event.facts().blocking.value {
        Blocking::Permission(_) => member(members, "permission")
            .is_some_and(|member| texts(&member.value).any(|text| is_no(&text.name))),
        Blocking::Continue => member(members, "continue").is_some_and(|member| can_be(&member.value, false)),
        Blocking::ContinueNotEnforced | Blocking::No => false,
    })
}

/// Whether a value can be this truth value, as a constant.
pub fn can_be(value: &Value, wanted: bool) -> bool {
    alternatives(value).into_iter().any(|value| matches!(value, Value::Bool(known, _) if *known == wanted))
}
