//! The typed view of a hooks file, in which every value keeps its place in the text.

use std::ops::Range;
use std::sync::Arc;

use hookc_schema::Event;

use crate::command::{CommandLine, ProgramUse, Resolution, ScriptUse};
use crate::diagnostic::FileId;
use crate::matcher::{Pattern, PatternError};
use crate::script::Facts;
use crate::span::Span;
use crate::syntax::{NodeId, Tree};

/// The shape of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `{"version": 1, "hooks": {event: [hook]}}`.
    Native,
    /// Claude's `{"hooks": {Event: [{matcher, hooks: [hook]}]}}`, which the host maps (HOOKS.md 2).
    Claude,
}

/// A string value and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The string as decoded; a lone surrogate is U+FFFD.
    pub value: String,
    /// The literal, quotes included.
    pub span: Span,
    /// Its node.
    pub node: NodeId,
}

impl Text {
    /// The exact source of a byte range of `value`, escapes counted.
    pub fn span_of(&self, tree: &Tree, range: Range<usize>) -> Span {
        tree.node(self.node).string().map_or(self.span, |string| string.span_of(range))
    }
}

/// A value and its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// What a hook does when it runs.
#[derive(Debug)]
pub enum Action {
    /// Runs a command line.
    Command(Command),
    /// Asks a model.
    Prompt {
        /// The condition.
        prompt: Text,
        /// The model that judges it, where one is named.
        model: Option<Text>,
    },
    /// A handler that the host does not carry over from a Claude file: `http`, `agent`, …
    Unsupported,
}

/// A command line and what it starts.
#[derive(Debug)]
pub struct Command {
    /// The line as written.
    pub text: Text,
    /// The line as a shell reads it.
    pub line: Arc<CommandLine>,
    /// The files that it executes.
    pub scripts: Vec<Script>,
    /// What the line itself reads, answers and does, where it is a program of its own; places are bytes of the line.
    pub inline: Option<Arc<Facts>>,
    /// Ranges of the line that the shell splits at a blank although a file of that whole name exists.
    pub split_files: Vec<Range<usize>>,
    /// Ranges of packages that the project has installed, so that a runner which prefers those fetches nothing.
    pub installed: Vec<Range<usize>>,
    /// The programs that nothing in the project provides; looked up only where a missing one blocks, in a project's own file.
    pub unprovided: Vec<ProgramUse>,
    /// Ranges of paths of one machine, each with the path inside the project that it stands for.
    pub project_tails: Vec<(Range<usize>, String)>,
}

/// A file that a command executes.
#[derive(Debug)]
pub struct Script {
    /// How the command names it.
    pub used: ScriptUse,
    /// What stands there.
    pub resolution: Resolution,
    /// Its text, where it was found and could be read.
    pub file: Option<FileId>,
    /// What it reads, answers and does, where it is written in a language that is understood.
    pub facts: Option<Arc<Facts>>,
    /// The modules that it loads by a path at which there is nothing, as places in [`Facts::imports`].
    pub missing_imports: Vec<usize>,
}

/// A matcher.
#[derive(Debug)]
pub struct Matcher {
    /// The pattern as written.
    pub text: Text,
    /// The pattern as JavaScript reads it; `None` for `""` and `"*"`, which match everything without being read.
    pub pattern: Option<Result<Arc<Pattern>, PatternError>>,
}

/// One hook.
#[derive(Debug)]
pub struct Hook {
    /// The step it runs at; for a Claude file the step that its event is mapped to.
    pub event: Event,
    /// The event's key, as written.
    pub event_key: Text,
    /// The place among the hooks of its event, from 0.
    pub index: usize,
    /// The object that declares it.
    pub entry: NodeId,
    /// That object's place.
    pub span: Span,
    /// What it does.
    pub action: Action,
    /// When it runs.
    pub matcher: Option<Matcher>,
    /// Whether the matcher is that of a Claude group, and the hook not the first in it.
    pub shares_matcher: bool,
    /// The time limit in seconds.
    pub timeout: Option<Located<f64>>,
    /// The loop limit; the inner `None` is `null`, no limit.
    pub loop_limit: Option<Located<Option<f64>>>,
    /// Whether a failure blocks.
    pub fail_closed: Option<Located<bool>>,
}

impl Hook {
    /// The command, for a command hook.
    pub fn command(&self) -> Option<&Command> {
        match &self.action {
            Action::Command(command) => Some(command),
            _ => None,
        }
    }

    /// Whether `failClosed` is `true`.
    pub fn fails_closed(&self) -> bool {
        self.fail_closed.is_some_and(|flag| flag.value)
    }
}

/// A hooks file, as far as it could be understood.
#[derive(Debug)]
pub struct Config {
    /// Its shape.
    pub dialect: Dialect,
    /// The object that holds `version` and `hooks`.
    pub root: NodeId,
    /// Its hooks in file order, those under unknown events left out.
    pub hooks: Vec<Hook>,
    /// Whether the host refuses the file.
    pub void: bool,
}
