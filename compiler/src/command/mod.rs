//! Command lines: from the text of `command` to facts, and from the facts to files.
//!
//! [`parse`] reads a line as a POSIX shell does (HOOKS.md 6.1), recovers from what it cannot read, and recognises lines that
//! are meant for PowerShell or `cmd` (HOOKS.md 6.2). The facts are pure: every range is a range of bytes in the line. Only
//! [`resolve`] and [`git`] look at files, through [`System`](crate::system::System) and never outside the trees they are given.
//!
//! Plain words take a path without a grammar (`split`); the grammar (`shell`) is asked for compound commands only.

mod argument;
#[cfg(test)]
mod corpus;
mod danger;
mod derived;
pub mod git;
mod imports;
mod interpreter;
mod lookups;
mod package;
mod personal;
mod placeholder;
mod powershell;
mod prose;
mod quoting;
mod resolve;
mod script;
mod script_file;
mod shell;
mod split;
mod structure;
#[cfg(test)]
mod tests;
mod variable;
mod windows;
mod word;
mod wrapper;

use std::borrow::Cow;
use std::ops::Range;

pub use danger::{Danger, DangerKind, dangers_of_script, decoded_code};
pub use git::{Changes, GitCache, GitState, IgnoredBy, Mode, Side, Unreadable};
pub use imports::missing_imports;
pub use lookups::Lookups;
pub use package::{PackageRun, Pinning};
pub use personal::{HomePath, MachinePath};
pub use placeholder::{Placeholder, PlaceholderKind};
pub use quoting::{UnquotedKind, UnquotedPath};
pub use resolve::{
    Aim, Elsewhere, Missing, Resolution, Unknowable, is_installed, is_provided, project_tail, resolve,
    resolve_blank,
};
pub use script::{PathForm, ScriptUse, Via};
pub use script_file::{Head, LineEnds, MAX_HEAD, MAX_SCRIPT, ScriptFile, Shebang};
pub(crate) use shell::{for_grammar, has_endless_pipeline};
pub use variable::VariableUse;
pub use windows::{PosixOnly, PosixOnlyKind, WindowsQuoting, WindowsQuotingKind, WindowsVariable};
pub use word::{Part, PartKind, Quote, Word};

use derived::Derived;
use structure::Node;
use variable::Variables;

/// A line longer than this is not parsed: nothing is known of it, and nothing is claimed.
pub const MAX_LINE: usize = 64 * 1024;

/// No system has a longer path, in bytes; a folder whose path is longer is not known.
const MAX_PATH: usize = 4096;

/// The language a line is written in, as far as its text tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The POSIX shell's; also a call of `powershell` or `cmd` that any shell understands.
    Posix,
    /// PowerShell's own: `& "x.ps1"`, `Get-Item`, `$env:X`.
    PowerShell,
}

/// How well a line was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Understanding {
    /// Wholly.
    Whole,
    /// A part is no shell syntax; the commands are those that could be recovered.
    Partial,
    /// Not at all: it is too long or nested too deep, and has no commands.
    Not,
}

/// Where a command stands in the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Level {
    /// In the line itself.
    Line,
    /// Inside `$(…)` or backticks.
    Substitution,
    /// In a program given as text: `sh -c '…'`.
    Inline,
}

impl Level {
    /// The level of a substitution inside this one.
    fn inside(self) -> Self {
        match self {
            Self::Line => Self::Substitution,
            other => other,
        }
    }
}

/// The folder a command runs in.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Directory {
    /// The folder the host starts the line in.
    Start,
    /// The one that a `cd` before it went to.
    Changed(PathForm),
    /// Only a run tells.
    Unknown,
}

impl Directory {
    fn enter(&self, target: PathForm) -> Self {
        let entered = self.after(target);
        match &entered {
            Self::Changed(path) if path.written_length() > MAX_PATH => Self::Unknown,
            _ => entered,
        }
    }

    fn after(&self, target: PathForm) -> Self {
        match (self, target) {
            (_, PathForm::Dynamic) => Self::Unknown,
            (Self::Start, target) => Self::Changed(target),
            (Self::Changed(base), PathForm::Relative(path)) => {
                base.join(&path).map_or(Self::Unknown, Self::Changed)
            }
            (Self::Unknown, PathForm::Relative(_)) => Self::Unknown,
            (_, target) => Self::Changed(target),
        }
    }
}

/// `NAME=value` before a command, or alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assignment {
    /// The name.
    pub name: String,
    /// The value.
    pub value: Word,
    /// Where it stands.
    pub range: Range<usize>,
}

/// `>file`, `2>&1`, `<file`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirection {
    /// Where it stands, target included.
    pub range: Range<usize>,
    /// The word behind the sign; none for a here-document.
    pub target: Option<Word>,
}

/// One simple command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Where it stands, redirections included.
    pub range: Range<usize>,
    /// The assignments before it.
    pub assignments: Vec<Assignment>,
    /// The program and its arguments; empty when it only assigns or redirects.
    pub words: Vec<Word>,
    /// Its redirections.
    pub redirections: Vec<Redirection>,
    /// Where it stands.
    pub level: Level,
    /// Whether something before it asks if a file or program is there, or another command stands in when it fails.
    pub guarded: bool,
    /// Whether it runs only in some cases.
    pub conditional: bool,
    /// Whether it stands before every `exit` of its list.
    pub reachable: bool,
    /// Where it runs.
    pub directory: Directory,
    /// The next command of its pipeline, as an index into [`CommandLine::commands`].
    pub piped_into: Option<usize>,
}

impl Command {
    fn new(range: Range<usize>, level: Level) -> Self {
        Self {
            range,
            assignments: Vec::new(),
            words: Vec::new(),
            redirections: Vec::new(),
            level,
            guarded: false,
            conditional: false,
            reachable: true,
            directory: Directory::Start,
            piped_into: None,
        }
    }

    /// The program as written, quotes removed; empty without one.
    fn program_text(&self, line: &str) -> Cow<'_, str> {
        match self.words.first() {
            None => Cow::Borrowed(""),
            Some(word) => word.literal().unwrap_or_else(|| Cow::Owned(word.text(line))),
        }
    }
}

/// How the end of a line hides every failure before it (FIELD.md, row 32).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SwallowKind {
    /// `|| true`, `|| :`, `|| exit 0`.
    Or,
    /// `; exit 0`, `; true` at the end.
    Then,
    /// `&` at the end: the shell does not wait.
    Background,
    /// `| cat`, `| tee x` at the end: the exit code is that of the last.
    Pipe,
}

/// The end of a line that makes it succeed whatever happened before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swallow {
    /// The text that does it: `|| true`.
    pub range: Range<usize>,
    /// How it does it.
    pub kind: SwallowKind,
}

/// A command line, understood as far as it could be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    text: String,
    form: Form,
    understanding: Understanding,
    commands: Vec<Command>,
    swallow: Option<Swallow>,
    derived: Derived,
}

/// No argument of a program can hold a NUL, so that no shell ever sees it.
fn is_no_line(text: &str) -> bool {
    text.len() > MAX_LINE || text.contains('\0')
}

/// Reads a command line. Never fails; how much was understood is [`CommandLine::understanding`].
pub fn parse(line: &str) -> CommandLine {
    if is_no_line(line) {
        return CommandLine::unread(line, Understanding::Not);
    }
    if powershell::starts_as_powershell(line) {
        return powershell::parse(line);
    }
    // Most lines are one command, and a file can have many lines.
    let mut commands = Vec::with_capacity(1);
    let (root, understanding) = read(line, 0..line.len(), Level::Line, &mut commands);
    let Some(root) = root else { return CommandLine::unread(line, understanding) };
    if commands.iter().any(|command| command.reachable && powershell::is_cmdlet(&command.program_text(line)))
    {
        return powershell::parse(line);
    }
    let swallow = structure::swallow(line, &root, &commands);
    read_inline_programs(line, &mut commands);
    CommandLine {
        text: line.to_owned(),
        form: Form::Posix,
        understanding,
        commands,
        swallow,
        derived: Derived::default(),
    }
}

/// Reads a shell script as one long line. As much is understood of it as of a line of its length.
pub fn parse_script(text: &str) -> CommandLine {
    if is_no_line(text) {
        return CommandLine::unread(text, Understanding::Not);
    }
    let mut commands = Vec::new();
    let (root, understanding) = read(text, 0..text.len(), Level::Line, &mut commands);
    if root.is_none() {
        return CommandLine::unread(text, understanding);
    }
    read_inline_programs(text, &mut commands);
    CommandLine {
        text: text.to_owned(),
        form: Form::Posix,
        understanding,
        commands,
        swallow: None,
        derived: Derived::default(),
    }
}

/// Reads a range of a line by the cheapest way that can, and settles what follows from its structure.
fn read(
    line: &str,
    range: Range<usize>,
    level: Level,
    commands: &mut Vec<Command>,
) -> (Option<Node>, Understanding) {
    let first = commands.len();
    let plain = split::split(line, range.clone(), level, 0, commands);
    let (node, understanding) = if plain.is_some() {
        (plain, Understanding::Whole)
    } else {
        commands.truncate(first);
        shell::parse(line, range, level, commands)
    };
    if let Some(node) = &node {
        structure::settle(line, node, commands);
    }
    (node, understanding)
}

/// Reads the programs given as text to a shell, one level deep.
fn read_inline_programs(line: &str, commands: &mut Vec<Command>) {
    for index in 0..commands.len() {
        let Some(range) = wrapper::inline_shell_program(line, &commands[index]) else { continue };
        let outer = commands[index].clone();
        let first = commands.len();
        read(line, range, Level::Inline, commands);
        for command in &mut commands[first..] {
            command.guarded |= outer.guarded;
            command.conditional |= outer.conditional;
            command.reachable &= outer.reachable;
            if command.directory == Directory::Start {
                command.directory = outer.directory.clone();
            }
        }
    }
}

impl CommandLine {
    fn unread(line: &str, understanding: Understanding) -> Self {
        Self {
            text: line.to_owned(),
            form: Form::Posix,
            understanding,
            commands: Vec::new(),
            swallow: None,
            derived: Derived::default(),
        }
    }

    /// The line.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The language it is written in.
    pub fn form(&self) -> Form {
        self.form
    }

    /// How well it was understood.
    pub fn understanding(&self) -> Understanding {
        self.understanding
    }

    /// Its simple commands: those of the line in order, substitutions after the command they stand in, inline programs last.
    pub fn commands(&self) -> &[Command] {
        &self.commands
    }

    /// Those of them that stand before every `exit` of their list.
    fn reachable(&self) -> impl Iterator<Item = &Command> {
        self.commands.iter().filter(|command| command.reachable)
    }

    /// The end that hides every failure, if it has one.
    pub fn swallow(&self) -> Option<&Swallow> {
        self.swallow.as_ref()
    }

    /// The files it executes: never arguments of a dispatcher, never words inside an inline program of another language.
    pub fn scripts(&self) -> &[ScriptUse] {
        self.derived.scripts.get_or_init(|| script::scripts(self).into())
    }

    /// The program of each command that is looked up on the `PATH`, wrappers such as `env` removed.
    pub fn programs(&self) -> &[ProgramUse] {
        self.derived.programs.get_or_init(|| wrapper::programs(self).into())
    }

    /// What each command starts in the end, wrappers such as `env` removed; nothing for what the shell does by itself.
    pub fn started(&self) -> Vec<Started> {
        wrapper::started(self)
    }

    /// The variables it reads, outside single quotes.
    pub fn variables(&self) -> &[VariableUse] {
        self.derived.variables.get_or_init(|| variable::variables(self).into())
    }

    /// The packages it fetches and runs: `npx x`, `uvx x`.
    pub fn packages(&self) -> &[PackageRun] {
        self.derived.packages.get_or_init(|| package::packages(self).into())
    }

    /// Paths that lie in one person's home folder: `/Users/ann/x`.
    pub fn machine_paths(&self) -> &[MachinePath] {
        self.derived.machine_paths.get_or_init(|| personal::machine_paths(self).into())
    }

    /// Paths below the home folder of whoever runs it: `~/.cursor/x`, `$HOME/x`.
    pub fn home_paths(&self) -> Vec<HomePath> {
        personal::home_paths(self)
    }

    /// Placeholders that no shell expands: `${file}`, `{{file}}`, `/path/to/x`.
    pub fn placeholders(&self) -> &[Placeholder] {
        self.derived.placeholders.get_or_init(|| placeholder::placeholders(self).into())
    }

    /// Whether it is a sentence and no command. False unless that is quite sure.
    pub fn is_prose(&self) -> bool {
        *self.derived.is_prose.get_or_init(|| prose::is_prose(&self.text))
    }

    /// Paths that a blank splits, or may split.
    pub fn unquoted_paths(&self) -> &[UnquotedPath] {
        self.derived.unquoted_paths.get_or_init(|| quoting::unquoted_paths(self).into())
    }

    /// `%NAME%` and `$env:NAME` where the shell that runs the line does not expand them (HOOKS.md 6.2).
    pub fn windows_variables(&self) -> &[WindowsVariable] {
        self.derived.windows_variables.get_or_init(|| windows::variables(self).into())
    }

    /// Quoting that PowerShell reads in another way (HOOKS.md 6.2).
    pub fn windows_quoting(&self) -> Vec<WindowsQuoting> {
        windows::misquoted(self)
    }

    /// What only a POSIX system runs: `bash x`, `./x.sh`.
    pub fn posix_only(&self) -> Vec<PosixOnly> {
        windows::posix_only(self)
    }

    /// Where it runs what it fetches or decodes, or sends a secret away.
    pub fn dangers(&self) -> &[Danger] {
        self.derived.dangers.get_or_init(|| danger::dangers(self).into())
    }

    /// Whether it starts a program that only Windows has: `powershell`, `cmd`, a `.ps1` by path.
    pub fn is_windows_only(&self) -> bool {
        windows::is_windows_only(self)
    }
}

/// A program that is looked up on the `PATH`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramUse {
    /// Where its name stands.
    pub range: Range<usize>,
    /// The name, quotes removed.
    pub name: String,
    /// Whether something asks first if it is there.
    pub guarded: bool,
    /// The command, as an index into [`CommandLine::commands`].
    pub command: usize,
}

/// A program that a command starts, however it is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// Where its name or path stands.
    pub range: Range<usize>,
    /// The name or path, quotes removed; `None` where only a run tells.
    pub text: Option<String>,
}
