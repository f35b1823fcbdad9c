//! The files that a line executes, and the form in which their paths are written.

use std::collections::HashMap;
use std::ops::Range;

use hookc_schema::SourceKind;

use super::interpreter::{Executes, Interpreter};
use super::package;
use super::variable::Variables;
use super::word::{PartKind, Quote, Word, has_windows_extension};
use super::wrapper::{self, Invocation, Program};
use super::{Command, CommandLine, Directory, Form, Level, Understanding};

/// A path as a command line writes it. Texts have their quotes removed and `/` between folders.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum PathForm {
    /// From the folder the command runs in.
    Relative(String),
    /// From `/`.
    Absolute(String),
    /// `~/rest`, `$HOME/rest`: what follows the slash, empty for the folder itself.
    Home(String),
    /// `$NAME/rest`, with the text of a default.
    Variable {
        /// The variable.
        name: String,
        /// `word` of `${NAME:-word}`, as written.
        default: Option<String>,
        /// What follows, without a slash in front.
        rest: String,
    },
    /// `$(git rev-parse --show-toplevel)/rest`.
    GitTopLevel(String),
    /// `C:/rest`, with the letter.
    Drive(String),
    /// Only a run tells.
    Dynamic,
}

impl PathForm {
    /// The form of a word.
    pub(super) fn of(line: &str, word: &Word, variables: &Variables<'_>) -> Self {
        if word.is_windows_path(line) {
            return Self::of_windows(&word.windows_text(line));
        }
        let Some(first) = word.parts.first() else { return Self::Dynamic };
        let rest = word.parts[1..].iter().try_fold(String::new(), |mut rest, part| match &part.kind {
            PartKind::Literal(text) => {
                rest.push_str(text);
                Some(rest)
            }
            _ => None,
        });
        let has_percent = super::windows::has_percent_variable(word.raw(line));
        let is_pattern = word.glob || has_percent || has_braces(word);
        let Some(rest) = rest.filter(|_| !is_pattern) else { return Self::Dynamic };
        match &first.kind {
            PartKind::Literal(text) => Self::of_text(&format!("{text}{rest}"), first.quote == Quote::None),
            PartKind::Variable { name, operator } => {
                Self::of_variable(line, name, &line[operator.clone()], &rest, variables)
            }
            PartKind::Substitution(inside) => match line[inside.clone()].trim() {
                "git rev-parse --show-toplevel" | "git rev-parse --show-toplevel 2>/dev/null" => {
                    below(&rest).map_or(Self::Dynamic, Self::GitTopLevel)
                }
                "pwd" => below(&rest).map_or(Self::Dynamic, Self::Relative),
                _ => Self::Dynamic,
            },
            PartKind::Arithmetic => Self::Dynamic,
        }
    }

    /// The form of a text without expansions; a tilde in front counts only when it is not quoted.
    pub(super) fn of_text(text: &str, tilde: bool) -> Self {
        match text.strip_prefix('~') {
            Some(rest) if tilde => return below(rest).map_or(Self::Dynamic, Self::Home),
            _ => {}
        }
        if text.contains("://") || text.is_empty() {
            Self::Dynamic
        } else if text.starts_with('/') {
            Self::Absolute(text.to_owned())
        } else {
            Self::Relative(text.to_owned())
        }
    }

    /// The form of a path that a Windows shell reads.
    pub(super) fn of_windows(text: &str) -> Self {
        let path = text.replace('\\', "/");
        let bytes = path.as_bytes();
        if path.contains(['%', '$', '*', '`']) || path.starts_with("//") || path.contains("://") {
            Self::Dynamic
        } else if bytes.len() > 1 && bytes[1] == b':' {
            Self::Drive(path)
        } else {
            Self::of_text(&path, true)
        }
    }

    fn of_variable(line: &str, name: &str, operator: &str, rest: &str, variables: &Variables<'_>) -> Self {
        let Some(below) = below(rest) else { return Self::Dynamic };
        if let Some(value) = variables.assigned_once(name) {
            let form = Self::of(line, value, &Variables::default());
            return if operator.is_empty() {
                form.join(&below).unwrap_or(Self::Dynamic)
            } else {
                Self::Dynamic
            };
        }
        let default = super::variable::default_of(operator);
        if !operator.is_empty() && default.is_none() {
            return Self::Dynamic;
        }
        match name {
            "HOME" => Self::Home(below),
            "PWD" => Self::Relative(below),
            _ => Self::Variable { name: name.to_owned(), default: default.map(str::to_owned), rest: below },
        }
    }

    /// The length of its texts in bytes.
    pub(super) fn written_length(&self) -> usize {
        match self {
            Self::Relative(path)
            | Self::Absolute(path)
            | Self::Home(path)
            | Self::GitTopLevel(path)
            | Self::Drive(path) => path.len(),
            Self::Variable { name, default, rest } => {
                name.len() + default.as_ref().map_or(0, String::len) + rest.len()
            }
            Self::Dynamic => 0,
        }
    }

    /// The path `rest` below this one.
    pub(super) fn join(&self, rest: &str) -> Option<Self> {
        let joined = |base: &str| match (base, rest) {
            ("", rest) => rest.to_owned(),
            (base, "") => base.to_owned(),
            (base, rest) => format!("{}/{rest}", base.trim_end_matches('/')),
        };
        Some(match self {
            Self::Relative(base) => Self::Relative(joined(base)),
            Self::Absolute(base) => Self::Absolute(joined(base)),
            Self::Home(base) => Self::Home(joined(base)),
            Self::GitTopLevel(base) => Self::GitTopLevel(joined(base)),
            Self::Drive(base) => Self::Drive(joined(base)),
            Self::Variable { name, default, rest: base } => {
                Self::Variable { name: name.clone(), default: default.clone(), rest: joined(base) }
            }
            Self::Dynamic => return None,
        })
    }
}

/// `x.{sh,py}`, which some shells make several words of.
fn has_braces(word: &Word) -> bool {
    word.parts.iter().any(|part| match &part.kind {
        PartKind::Literal(text) if part.quote == Quote::None => {
            let inside = text.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
            inside.is_some_and(|(inside, _)| inside.contains(',') || inside.contains(".."))
        }
        _ => false,
    })
}

/// What follows the slash behind an expansion; `None` when something is glued to it.
fn below(rest: &str) -> Option<String> {
    if rest.is_empty() { Some(String::new()) } else { rest.strip_prefix('/').map(str::to_owned) }
}

/// How a file comes to be executed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Via {
    /// By its path: it needs the execute bit and a first line that says who reads it.
    Direct,
    /// By an interpreter, called by this name.
    Interpreter(String),
    /// `powershell -File`, `cmd /c`, or PowerShell's `&`.
    Windows(&'static str),
    /// By `.` or `source`, in the shell itself.
    Source,
}

/// A file that a line executes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, read by a rule of its own")]
pub struct ScriptUse {
    /// The word, quotes included.
    pub range: Range<usize>,
    /// The word with its quotes removed.
    pub text: String,
    /// Its path.
    pub path: PathForm,
    /// How it comes to be executed.
    pub via: Via,
    /// Whether something asks first if it is there or puts it there, or another command stands in when it is not.
    pub guarded: bool,
    /// Whether it runs only in some cases.
    pub conditional: bool,
    /// The folder it is looked for in, when the path is relative.
    pub directory: Directory,
    /// Whether quotes enclose the whole word.
    pub quoted: bool,
    /// Whether an expansion in it stands outside quotes.
    pub unquoted_variable: bool,
    /// Whether its path leads through a folder that tools fill (`node_modules`, `.venv`, `target`, `dist`), or the line builds before it runs it.
    pub generated: bool,
    /// Whether the line sets its execute bit before it runs it.
    pub made_executable: bool,
    /// Where the command stands.
    pub level: Level,
    /// The command, as an index into [`CommandLine::commands`].
    pub command: usize,
    /// Endings that the interpreter tries when the file itself is not there.
    pub(super) tries: &'static [&'static str],
    /// Whether a name without a slash may be found elsewhere, too.
    pub(super) bare_elsewhere: bool,
}

impl ScriptUse {
    /// The right spelling if the source rules this one out, whatever files there are: hooks of these sources run in the
    /// folder of their file (HOOKS.md 0.9), and `.cursor/…` from there is a second `.cursor` inside the first.
    pub fn form_ruled_out(&self, kind: SourceKind) -> Option<String> {
        let runs_beside_its_file =
            matches!(kind, SourceKind::User | SourceKind::Enterprise | SourceKind::Team);
        let PathForm::Relative(path) = &self.path else { return None };
        let rest = path.trim_start_matches("./").strip_prefix(".cursor/")?;
        let holds = runs_beside_its_file && self.directory == Directory::Start && !rest.is_empty();
        holds.then(|| quoted_if_needed(&format!("./{rest}")))
    }

    /// Whether its path is relative to the folder the host starts the line in.
    pub fn is_relative_to_start(&self) -> bool {
        matches!(self.path, PathForm::Relative(_)) && self.directory == Directory::Start
    }
}

/// A path as a shell word.
pub(super) fn quoted_if_needed(path: &str) -> String {
    let is_plain = path.bytes().all(|byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-' | b'+' | b'@' | b':' | b',')
    });
    if is_plain {
        return path.to_owned();
    }
    let mut quoted = String::from("\"");
    for sign in path.chars() {
        if matches!(sign, '"' | '\\' | '$' | '`') {
            quoted.push('\\');
        }
        quoted.push(sign);
    }
    quoted.push('"');
    quoted
}

/// See [`CommandLine::scripts`].
pub(super) fn scripts(command_line: &CommandLine) -> Vec<ScriptUse> {
    let line = command_line.text();
    let variables = Variables::of(command_line);
    let mut scripts = Vec::new();
    for (index, command) in command_line.commands().iter().enumerate() {
        if !command.reachable {
            continue;
        }
        let Some(invocation) = wrapper::unwrap(line, &command.words) else { continue };
        let finder = Finder { line, command, index, variables: &variables, form: command_line.form() };
        finder.find(invocation, &mut scripts);
    }
    let placeholders = command_line.placeholders();
    let preparations =
        if scripts.is_empty() { Preparations::default() } else { Preparations::of(command_line) };
    for script in &mut scripts {
        let next = placeholders.partition_point(|placeholder| placeholder.range.start < script.range.start);
        if placeholders.get(next).is_some_and(|placeholder| placeholder.range.start < script.range.end) {
            script.path = PathForm::Dynamic;
        }
        if command_line.understanding() != Understanding::Whole && command_line.form() == Form::Posix {
            script.directory = Directory::Unknown;
        }
        script.guarded |= Preparations::precede(&preparations.files, script);
        script.made_executable = Preparations::precede(&preparations.execute_bits, script);
        script.generated |= preparations.build_before(script);
    }
    scripts
}

struct Finder<'a> {
    line: &'a str,
    command: &'a Command,
    index: usize,
    variables: &'a Variables<'a>,
    form: Form,
}

impl Finder<'_> {
    fn find(&self, invocation: Invocation, scripts: &mut Vec<ScriptUse>) {
        let words = &self.command.words;
        let program = &words[invocation.program];
        let text = program.text(self.line);
        if invocation.under_uv && has_extension(&text, "py") {
            scripts.push(self.script(program, Via::Interpreter("uv run".to_owned()), invocation, None));
            return;
        }
        let is_path = text.contains('/') || program.is_windows_path(self.line);
        if is_path && !is_system_path(&text) {
            scripts.push(self.script(program, self.direct(), invocation, None));
        }
        if let Some(call) = package::call(self.line, words, invocation.program) {
            self.run_by_a_package(call.program, invocation, scripts);
            return;
        }
        let (kind, executes) = wrapper::executes(self.line, words, invocation);
        let name = wrapper::program_name(self.line, program);
        if name == "go" || name == "java" {
            scripts.extend(self.compiled(&name, invocation));
            return;
        }
        match (kind, executes) {
            // The launcher of Python on Windows: its paths are read there.
            (Program::Interpreter(_), Executes::File(at))
                if name == "py" && words[at].raw(self.line).contains('\\') =>
            {
                scripts.push(self.windows_script(&words[at], "py", invocation));
            }
            (Program::Interpreter(interpreter), Executes::File(at)) => {
                let via = Via::Interpreter(name.into_owned());
                scripts.push(self.script(&words[at], via, invocation, Some(interpreter)));
            }
            (Program::Source, Executes::File(at)) => {
                scripts.push(self.script(&words[at], Via::Source, invocation, None));
            }
            (Program::PowerShell { .. }, Executes::File(at)) => {
                scripts.push(self.windows_script(&words[at], "powershell", invocation));
            }
            (Program::Cmd, Executes::File(at)) => {
                let path = words[at].windows_text(self.line);
                if path.contains(['/', '\\']) || has_windows_extension(&path) {
                    scripts.push(self.windows_script(&words[at], "cmd", invocation));
                }
            }
            _ => {}
        }
    }

    /// By its path; in PowerShell's own language by its operator.
    fn direct(&self) -> Via {
        if self.form == Form::PowerShell { Via::Windows("powershell") } else { Via::Direct }
    }

    /// `npx tsx x.ts`: the package is an interpreter itself.
    fn run_by_a_package(&self, program: usize, invocation: Invocation, scripts: &mut Vec<ScriptUse>) {
        let words = &self.command.words;
        let text = words[program].text(self.line);
        let name = text.split_at(usize::from(text.starts_with('@'))).1;
        let name = name.split('@').next().unwrap_or_default();
        let Some(interpreter) = Interpreter::named(name) else { return };
        if let Executes::File(at) = interpreter.executes(self.line, &words[program + 1..]) {
            let via = Via::Interpreter(name.to_owned());
            scripts.push(self.script(&words[program + 1 + at], via, invocation, Some(interpreter)));
        }
    }

    /// `go run x.go` and `java -jar x.jar`.
    fn compiled(&self, name: &str, invocation: Invocation) -> Option<ScriptUse> {
        let arguments = &self.command.words[invocation.program + 1..];
        let is_file = |word: &&Word| has_extension(&word.text(self.line), "go");
        let word = if name == "go" {
            let run = arguments.first().is_some_and(|word| word.raw(self.line) == "run");
            arguments.iter().skip(1).find(is_file).filter(|_| run)
        } else {
            let jar = arguments.iter().position(|word| word.raw(self.line) == "-jar");
            jar.and_then(|jar| arguments.get(jar + 1))
        }?;
        Some(self.script(word, Via::Interpreter(name.to_owned()), invocation, None))
    }

    fn windows_script(&self, word: &Word, shell: &'static str, invocation: Invocation) -> ScriptUse {
        let text = word.windows_text(self.line);
        let mut script = self.script(word, Via::Windows(shell), invocation, None);
        if !word.is_dynamic() || text.contains('\\') {
            script.path = PathForm::of_windows(&text);
            script.generated = is_generated(&text.replace('\\', "/"));
        }
        script
    }

    fn script(
        &self,
        word: &Word,
        via: Via,
        invocation: Invocation,
        interpreter: Option<&'static Interpreter>,
    ) -> ScriptUse {
        let path = PathForm::of(self.line, word, self.variables);
        let text =
            if word.is_windows_path(self.line) { word.windows_text(self.line) } else { word.text(self.line) };
        let directory =
            if invocation.elsewhere { Directory::Unknown } else { self.command.directory.clone() };
        ScriptUse {
            range: word.range.clone(),
            generated: is_generated(&text.replace('\\', "/")),
            path,
            text,
            via,
            guarded: self.command.guarded,
            conditional: self.command.conditional,
            directory,
            quoted: word.is_quoted(),
            unquoted_variable: word
                .parts
                .iter()
                .any(|part| part.quote == Quote::None && !matches!(part.kind, PartKind::Literal(_))),
            made_executable: false,
            level: self.command.level,
            command: self.index,
            tries: interpreter.map_or(&[], |interpreter| interpreter.tries),
            bare_elsewhere: interpreter.is_some_and(|interpreter| interpreter.bare_names_elsewhere),
        }
    }
}

/// Whether a file's name ends in this extension, in lower case as its reader wants it.
fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, found)| found == extension)
}

/// Whether a program stands in a folder of the system itself: `/usr/bin/env`.
fn is_system_path(path: &str) -> bool {
    ["/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/"].iter().any(|folder| path.starts_with(folder))
}

/// Whether a path leads through a folder that tools fill.
pub(super) fn is_generated(path: &str) -> bool {
    path.split('/').any(|folder| {
        matches!(
            folder,
            "node_modules" | ".venv" | "venv" | "target" | "dist" | "build" | ".tox" | "vendor" | "bazel-bin"
        )
    })
}

/// What the commands of a line prepare for those behind them.
#[derive(Default)]
struct Preparations {
    /// Where the first command ends that makes a file or asks for it: `go build -o x && x`, `curl -o x … && sh x`, `ls x && x`.
    files: HashMap<(String, Level), usize>,
    /// Where the first command ends that sets its execute bit: `chmod +x x; x`.
    execute_bits: HashMap<(String, Level), usize>,
    /// Where the first command ends that builds: what comes of it and where, nobody knows without running it.
    builds: HashMap<Level, usize>,
}

impl Preparations {
    fn of(command_line: &CommandLine) -> Self {
        let mut preparations = Self::default();
        if command_line.commands().len() < 2 {
            return preparations;
        }
        let line = command_line.text();
        for command in command_line.commands() {
            let (level, end) = (command.level, command.range.end);
            let program = command.program_text(line);
            let files =
                if program == "chmod" { &mut preparations.execute_bits } else { &mut preparations.files };
            let mut note = |text: &str| {
                files.entry((plain(text).to_owned(), level)).or_insert(end);
            };
            if !runs_its_arguments(&program) {
                for text in command.words.iter().skip(1).map(|word| word.text(line)) {
                    text.split_once('=').into_iter().for_each(|(_, value)| note(value));
                    note(&text);
                }
            }
            let written =
                command.redirections.iter().filter(|target| line[target.range.clone()].contains('>'));
            written.filter_map(|target| target.target.as_ref()).for_each(|word| note(&word.text(line)));
            if builds(line, command) {
                preparations.builds.entry(level).or_insert(end);
            }
        }
        preparations
    }

    fn precede(files: &HashMap<(String, Level), usize>, script: &ScriptUse) -> bool {
        if files.is_empty() {
            return false;
        }
        let end = files.get(&(plain(&script.text).to_owned(), script.level));
        end.is_some_and(|end| *end <= script.range.start)
    }

    fn build_before(&self, script: &ScriptUse) -> bool {
        self.builds.get(&script.level).is_some_and(|end| *end <= script.range.start)
    }
}

fn plain(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

/// Whether a file among a program's arguments is run or only spoken of, which says nothing for a second run.
fn runs_its_arguments(program: &str) -> bool {
    matches!(program, "." | "source" | "exec" | "echo" | "printf") || Interpreter::named(program).is_some()
}

fn builds(line: &str, command: &Command) -> bool {
    let word = |at: usize| command.words.get(at).map(|word| word.text(line)).unwrap_or_default();
    let first = word(1);
    match &*command.program_text(line) {
        "tsc" | "make" | "ninja" | "cmake" | "esbuild" | "webpack" | "rollup" => true,
        "dotnet" | "swift" | "zig" | "stack" | "cabal" | "bazel" | "nx" => first == "build",
        "cargo" | "go" => first == "build" || first == "install",
        "npm" | "bun" | "yarn" | "pnpm" | "turbo" => {
            first == "build" || first == "run" && word(2).starts_with("build")
        }
        "npx" | "bunx" => matches!(first.as_str(), "tsc" | "esbuild" | "tsup"),
        _ => false,
    }
}
