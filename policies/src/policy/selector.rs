//! Which hooks a policy is about.

use std::fmt::Write as _;

use hookc_compiler::command::Resolution;
use hookc_compiler::matcher::Pattern;
use hookc_compiler::span::Span;
use hookc_compiler::syntax::Tree;
use hookc_compiler::typecheck::{Action, Command, Dialect, Script};
use hookc_schema::config::{DEFAULT_LOOP_LIMIT, DEFAULT_TIMEOUT_SECONDS};
use hookc_schema::event::SubjectText;
use hookc_schema::{Event, SourceKind};

use super::document::{self, ActionType, Range};
use super::drafting::Drafting;
use super::hooks::HookView;
use crate::config::At;
use crate::glob::Glob;
use crate::reach::Reach;
use crate::rules::unpinned;

/// A selector that is ready to be asked.
#[derive(Debug, Default)]
pub(super) struct Selector {
    pub(super) events: Vec<Event>,
    pub(super) sources: Vec<SourceKind>,
    gate: Option<bool>,
    action: Option<ActionType>,
    command: Option<Pattern>,
    programs: Vec<String>,
    scripts: Option<(Vec<Glob>, Vec<String>)>,
    unpinned: Option<bool>,
    matcher: Option<String>,
    matches: Option<String>,
    pub(super) fail_closed: Option<bool>,
    timeout: Option<Range>,
    loop_limit: Option<Range>,
}

impl Selector {
    /// Reads a selector; `None` when it is faulty.
    pub(super) fn read(drafting: &mut Drafting<'_>, written: &document::Selector) -> Option<Self> {
        let faults = drafting.fault_count();
        drafting.refuse_empty("events", written.events.as_ref());
        drafting.refuse_empty("sources", written.sources.as_ref());
        drafting.refuse_empty("programs", written.programs.as_ref());
        drafting.refuse_empty("scripts", written.scripts.as_ref());
        for range in [&written.timeout, &written.loop_limit].into_iter().flatten() {
            drafting.refuse_empty_range(range);
        }
        let selector = Self {
            events: copied(written.events.as_ref()),
            sources: copied(written.sources.as_ref()),
            gate: written.gate,
            action: written.action,
            command: written.command.as_ref().and_then(|pattern| drafting.pattern(pattern)),
            programs: texts(written.programs.as_ref()),
            scripts: written.scripts.as_ref().map(|globs| {
                let read = globs_of(drafting, globs.get());
                (read, globs.get().iter().map(|glob| glob.get().clone()).collect())
            }),
            unpinned: written.unpinned,
            matcher: written.matcher.clone(),
            matches: written.matches.clone(),
            fail_closed: written.fail_closed,
            timeout: written.timeout.as_ref().map(|range| *range.get()),
            loop_limit: written.loop_limit.as_ref().map(|range| *range.get()),
        };
        (drafting.fault_count() == faults).then_some(selector)
    }

    /// Whether the hook is selected; `None` where that cannot be said.
    pub(super) fn selects(&self, view: &HookView<'_>) -> Option<bool> {
        let hook = view.hook;
        let facts = hook.event.facts();
        let is_plain = (self.events.is_empty() || self.events.contains(&hook.event))
            && (self.sources.is_empty() || self.sources.contains(&view.kind))
            && self.gate.is_none_or(|gate| gate == facts.blocking.value.can_block())
            && self.action.is_none_or(|action| {
                action == ActionType::Prompt && matches!(hook.action, Action::Prompt { .. })
                    || action == ActionType::Command && hook.command().is_some()
            })
            && self.fail_closed.is_none_or(|closed| closed == hook.fails_closed())
            && self.timeout.is_none_or(|range| range.holds(view.timeout()))
            && self.loop_limit.is_none_or(|range| view.loop_limit().is_some_and(|limit| range.holds(limit)))
            && self
                .matcher
                .as_ref()
                .is_none_or(|text| text == hook.matcher.as_ref().map_or("", |matcher| &matcher.text.value));
        if !is_plain {
            return Some(false);
        }
        let command = hook.command();
        let of_command = |holds: &dyn Fn(&Command) -> Answer| command.map_or(Answer::No, holds);
        let asked = [
            self.command
                .as_ref()
                .map(|pattern| of_command(&|command| Answer::from(pattern.matches(&command.text.value)))),
            (!self.programs.is_empty())
                .then(|| of_command(&|command| Answer::from(Some(self.program(command).is_some())))),
            self.scripts.as_ref().map(|(globs, _)| of_command(&|command| any_script(globs, view, command))),
            self.unpinned.map(|wanted| {
                let is_unpinned = command.is_some_and(|command| unpinned(command).next().is_some());
                Answer::from(Some(wanted == is_unpinned))
            }),
            self.matches.as_ref().map(|subject| Answer::from(view.takes(subject))),
        ];
        asked.into_iter().flatten().min().unwrap_or(Answer::Yes).known()
    }

    /// The place in the hook that the selector is about.
    pub(super) fn blame(&self, view: &HookView<'_>) -> Span {
        let hook = view.hook;
        let tree = &view.source.tree;
        let in_command = hook.command().and_then(|command| self.in_command(view, command, tree));
        in_command
            .or_else(|| {
                let is_asked = self.matcher.is_some() || self.matches.is_some();
                hook.matcher.as_ref().filter(|_| is_asked).map(|matcher| matcher.text.span)
            })
            .or_else(|| hook.timeout.filter(|_| self.timeout.is_some()).map(|timeout| timeout.span))
            .or_else(|| hook.loop_limit.filter(|_| self.loop_limit.is_some()).map(|limit| limit.span))
            .or_else(|| hook.fail_closed.filter(|_| self.fail_closed.is_some()).map(|closed| closed.span))
            .unwrap_or_else(|| view.action_span())
    }

    fn in_command(&self, view: &HookView<'_>, command: &Command, tree: &Tree) -> Option<Span> {
        let program = self.program(command);
        let script = || {
            let (globs, _) = self.scripts.as_ref()?;
            let fitting = command.scripts.iter().find(|script| fits(globs, view, script) == Some(true));
            fitting.map(|script| script.used.range.clone())
        };
        let package = || self.unpinned.and_then(|_| Some(unpinned(command).next()?.range.clone()));
        let range = program.or_else(script).or_else(package)?;
        Some(command.text.span_of(tree, range))
    }

    fn program(&self, command: &Command) -> Option<std::ops::Range<usize>> {
        if self.programs.is_empty() {
            return None;
        }
        let mut programs = command.line.programs().iter();
        programs.find(|program| self.programs.contains(&program.name)).map(|program| program.range.clone())
    }

    /// The hooks that are meant, in words without an article: ``fail-closed `preToolUse` hook of `project` ``.
    pub(super) fn words(&self) -> String {
        self.words_with(&self.sources)
    }

    /// As [`words`](Self::words), whatever source they are of.
    pub(super) fn words_without_sources(&self) -> String {
        self.words_with(&[])
    }

    fn words_with(&self, sources: &[SourceKind]) -> String {
        let mut words = String::new();
        match self.fail_closed {
            Some(true) => words.push_str("fail-closed "),
            Some(false) => words.push_str("fail-open "),
            None => {}
        }
        match self.gate {
            Some(true) => words.push_str("blocking "),
            Some(false) => words.push_str("observing "),
            None => {}
        }
        if !self.events.is_empty() {
            words.push_str(&either(self.events.iter().map(|event| event.name())));
            words.push(' ');
        }
        words.push_str(match self.action {
            Some(ActionType::Command) => "command hook",
            Some(ActionType::Prompt) => "prompt hook",
            None => "hook",
        });
        if !sources.is_empty() {
            let _ = write!(words, " of {}", either(sources.iter().map(|kind| kind.name())));
        }
        let conditions = self.conditions();
        if !conditions.is_empty() {
            let _ = write!(words, " {}", conditions.join(" and "));
        }
        words
    }

    fn conditions(&self) -> Vec<String> {
        let mut conditions = Vec::new();
        if let Some(pattern) = &self.command {
            conditions.push(format!("whose command matches `{}`", pattern.text()));
        }
        if !self.programs.is_empty() {
            conditions.push(format!("that starts {}", either(self.programs.iter().map(String::as_str))));
        }
        if let Some((_, globs)) = &self.scripts {
            conditions.push(format!("that runs {}", either(globs.iter().map(String::as_str))));
        }
        match self.unpinned {
            Some(true) => conditions.push("that fetches a package without a version".to_owned()),
            Some(false) => conditions.push("that fetches no package without a version".to_owned()),
            None => {}
        }
        match self.matcher.as_deref() {
            Some("") => conditions.push("without a matcher".to_owned()),
            Some(text) => conditions.push(format!("with the matcher `{text}`")),
            None => {}
        }
        if let Some(subject) = &self.matches {
            conditions.push(format!("that sees `{subject}`"));
        }
        if let Some(range) = self.timeout {
            conditions.push(format!("with a timeout {} seconds", range.words()));
        }
        if let Some(range) = self.loop_limit {
            conditions.push(format!("with a loop limit {}", range.words()));
        }
        conditions
    }
}

impl Range {
    fn holds(self, value: f64) -> bool {
        self.min.is_none_or(|min| value >= min) && self.max.is_none_or(|max| value <= max)
    }

    /// Whether no number lies in it.
    pub(super) fn is_empty(self) -> bool {
        matches!((self.min, self.max), (Some(min), Some(max)) if min > max)
    }

    fn words(self) -> String {
        match (self.min, self.max) {
            (Some(min), Some(max)) => format!("from {min} to {max}"),
            (Some(min), None) => format!("of {min} or more"),
            (None, Some(max)) => format!("up to {max}"),
            (None, None) => "of any number of".to_owned(),
        }
    }
}

impl HookView<'_> {
    fn timeout(&self) -> f64 {
        self.hook.timeout.map_or(f64::from(DEFAULT_TIMEOUT_SECONDS), |timeout| timeout.value)
    }

    /// `None` where there is none.
    fn loop_limit(&self) -> Option<f64> {
        if self.dialect == Dialect::Claude || !self.hook.event.facts().uses_loop_limit() {
            return None;
        }
        Some(match self.hook.loop_limit {
            Some(limit) => limit.value.unwrap_or(f64::INFINITY),
            None => f64::from(DEFAULT_LOOP_LIMIT),
        })
    }

    /// Whether the matcher lets the subject through, at an event that can have this subject.
    pub(super) fn takes(&self, subject: &str) -> Option<bool> {
        match self.hook.event.facts().subject.value.text() {
            SubjectText::Absent => return Some(false),
            SubjectText::Fixed(fixed) if fixed != subject => return Some(false),
            SubjectText::Fixed(_) | SubjectText::Field(_) => {}
        }
        let reach = Reach::of(self.hook, self.dialect)?;
        if reach.takes(subject) {
            return Some(true);
        }
        reach.refuses(subject).then_some(false)
    }

    /// The command or the prompt, or else the whole hook.
    pub(super) fn action_span(&self) -> Span {
        match &self.hook.action {
            Action::Command(command) => command.text.span,
            Action::Prompt { prompt, .. } => prompt.span,
            Action::Unsupported => self.hook.span,
        }
    }
}

/// Whether something holds. Of several the least says whether all hold, and the greatest whether any does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Answer {
    No,
    Unknown,
    Yes,
}

impl Answer {
    const fn known(self) -> Option<bool> {
        match self {
            Self::No => Some(false),
            Self::Unknown => None,
            Self::Yes => Some(true),
        }
    }
}

impl From<Option<bool>> for Answer {
    fn from(known: Option<bool>) -> Self {
        match known {
            Some(false) => Self::No,
            None => Self::Unknown,
            Some(true) => Self::Yes,
        }
    }
}

fn any_script(globs: &[Glob], view: &HookView<'_>, command: &Command) -> Answer {
    let scripts = command.scripts.iter().map(|script| Answer::from(fits(globs, view, script)));
    scripts.max().unwrap_or(Answer::No)
}

/// Whether the path of a script fits; `None` when only a run tells which file it is.
fn fits(globs: &[Glob], view: &HookView<'_>, script: &Script) -> Option<bool> {
    let path = match &script.resolution {
        Resolution::Found(file) => &file.path,
        Resolution::Missing(missing) => &missing.path,
        Resolution::Unknown(_) => return None,
    };
    let root = view.source.place.root.as_deref();
    let path = root.and_then(|root| path.strip_prefix(root).ok()).unwrap_or(path);
    Some(globs.iter().any(|glob| glob.fits(path)))
}

fn globs_of(drafting: &mut Drafting<'_>, globs: &[At<String>]) -> Vec<Glob> {
    let mut read = Vec::new();
    for written in globs {
        match Glob::new(written.get().strip_prefix("./").unwrap_or(written.get())) {
            Ok(glob) => read.push(glob),
            Err(error) => drafting.fault(written.span(), error),
        }
    }
    read
}

fn copied<T: Copy>(list: Option<&At<Vec<At<T>>>>) -> Vec<T> {
    list.into_iter().flat_map(At::get).map(|value| *value.get()).collect()
}

fn texts(list: Option<&At<Vec<At<String>>>>) -> Vec<String> {
    list.into_iter().flat_map(At::get).map(|value| value.get().clone()).collect()
}

/// `` `a`, `b` or `c` ``.
pub(super) fn either<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => quoted.concat(),
    }
}
