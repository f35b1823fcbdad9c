//! From a command to the program that does the work: `env`, `timeout 5`, `sudo` and the like removed.

use std::borrow::Cow;
use std::ops::Range;

use super::interpreter::{Executes, Interpreter, cmd_executes, powershell_executes};
use super::powershell::is_cmdlet;
use super::word::{Part, PartKind, Word};
use super::{Command, CommandLine, Form, Level, ProgramUse, Started};

/// How many wrappers may stand around one another.
const MAX_WRAPPERS: usize = 16;

/// A program that runs the command among its own arguments.
struct Wrapper {
    name: &'static str,
    /// Words of a subcommand that must follow: `exec` of `mise exec`; empty for none.
    subcommand: &'static [&'static str],
    /// Flags with a value in the next word.
    with_value: &'static [&'static str],
    /// Operands before the command: the duration of `timeout`.
    operands: usize,
    /// Whether the command stands behind `--` only.
    dashes: bool,
    /// Flags that change the folder the command runs in.
    directory: &'static [&'static str],
    /// Long flags without a value. Any other makes it unknown where the command begins.
    alone: &'static [&'static str],
    /// Flags that make it something else than a wrapper.
    query: &'static [&'static str],
}

const PLAIN: Wrapper = Wrapper {
    name: "",
    subcommand: &[],
    with_value: &[],
    operands: 0,
    dashes: false,
    directory: &[],
    alone: &[
        "--foreground",
        "--preserve-status",
        "--verbose",
        "--quiet",
        "--silent",
        "--ignore-environment",
        "--null",
        "--no-run-if-empty",
        "--non-interactive",
        "--wait",
        "--fork",
        "--no-capture-output",
    ],
    query: &["--help", "--version"],
};

const WRAPPERS: &[Wrapper] = &[
    Wrapper {
        name: "env",
        with_value: &["-u", "--unset"],
        directory: &["-C", "--chdir"],
        query: &["-S", "--split-string"],
        ..PLAIN
    },
    Wrapper { name: "exec", with_value: &["-a"], ..PLAIN },
    Wrapper { name: "command", query: &["-v", "-V"], ..PLAIN },
    Wrapper { name: "builtin", ..PLAIN },
    Wrapper { name: "time", with_value: &["-f", "-o"], ..PLAIN },
    Wrapper { name: "nohup", ..PLAIN },
    Wrapper { name: "setsid", ..PLAIN },
    Wrapper {
        name: "sudo",
        with_value: &["-u", "-g", "-h", "-p", "-C", "-r", "-t", "-T", "-U"],
        directory: &["-D", "--chdir"],
        ..PLAIN
    },
    Wrapper { name: "doas", with_value: &["-u", "-C"], ..PLAIN },
    Wrapper { name: "timeout", with_value: &["-k", "-s", "--kill-after", "--signal"], operands: 1, ..PLAIN },
    Wrapper { name: "gtimeout", with_value: &["-k", "-s", "--kill-after", "--signal"], operands: 1, ..PLAIN },
    Wrapper { name: "nice", with_value: &["-n", "--adjustment"], ..PLAIN },
    Wrapper { name: "ionice", with_value: &["-c", "-n", "-p"], ..PLAIN },
    Wrapper { name: "stdbuf", with_value: &["-i", "-o", "-e"], ..PLAIN },
    Wrapper { name: "caffeinate", with_value: &["-t", "-w"], ..PLAIN },
    Wrapper { name: "chronic", ..PLAIN },
    Wrapper { name: "unbuffer", ..PLAIN },
    Wrapper { name: "xvfb-run", with_value: &["-s", "-n"], ..PLAIN },
    Wrapper {
        name: "xargs",
        with_value: &["-I", "-n", "-P", "-L", "-d", "-E", "-s", "-a", "--max-args", "--max-procs"],
        ..PLAIN
    },
    Wrapper { name: "direnv", subcommand: &["exec"], operands: 1, ..PLAIN },
    Wrapper { name: "mise", subcommand: &["exec", "x"], dashes: true, ..PLAIN },
    Wrapper { name: "asdf", subcommand: &["exec"], ..PLAIN },
    Wrapper { name: "poetry", subcommand: &["run"], directory: &["-C", "--directory"], ..PLAIN },
    Wrapper { name: "pipenv", subcommand: &["run"], ..PLAIN },
    Wrapper { name: "pdm", subcommand: &["run"], with_value: &["-p", "--project"], ..PLAIN },
    Wrapper { name: "hatch", subcommand: &["run"], ..PLAIN },
    Wrapper { name: "rye", subcommand: &["run"], ..PLAIN },
    Wrapper { name: "conda", subcommand: &["run"], with_value: &["-n", "-p", "--name", "--prefix"], ..PLAIN },
    Wrapper { name: "bundle", subcommand: &["exec"], ..PLAIN },
    Wrapper { name: "dotenvx", subcommand: &["run"], dashes: true, ..PLAIN },
    Wrapper { name: "op", subcommand: &["run"], dashes: true, ..PLAIN },
    Wrapper { name: "doppler", subcommand: &["run"], dashes: true, ..PLAIN },
    Wrapper {
        name: "uv",
        subcommand: &["run"],
        with_value: &[
            "--with",
            "--with-editable",
            "--with-requirements",
            "-p",
            "--python",
            "--extra",
            "--group",
            "--only-group",
            "--no-group",
            "--package",
            "--project",
            "--env-file",
            "--index",
            "--default-index",
            "--index-url",
            "-i",
            "--config-file",
            "--cache-dir",
            "--color",
            "-w",
        ],
        directory: &["--directory"],
        alone: UV_ALONE,
        query: &["-m", "--module", "--help", "-h"],
        ..PLAIN
    },
];

const UV_ALONE: &[&str] = &[
    "--script",
    "--gui-script",
    "--no-project",
    "--quiet",
    "--verbose",
    "--frozen",
    "--locked",
    "--isolated",
    "--no-sync",
    "--offline",
    "--all-extras",
    "--all-groups",
    "--all-packages",
    "--dev",
    "--no-dev",
    "--no-config",
    "--active",
    "--exact",
    "--no-env-file",
    "--native-tls",
    "--no-cache",
    "--refresh",
    "--upgrade",
    "--reinstall",
    "--no-progress",
    "--managed-python",
    "--no-managed-python",
    "--no-python-downloads",
    "--no-editable",
];

/// What a command comes down to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Invocation {
    /// The word of the program, as an index into the command's words.
    pub(super) program: usize,
    /// Whether a flag of a wrapper changed the folder.
    pub(super) elsewhere: bool,
    /// Whether `uv run` stands around it: then a `.py` file is run by Python.
    pub(super) under_uv: bool,
}

/// What a program is to us.
#[derive(Debug, Clone, Copy)]
pub(super) enum Program {
    Interpreter(&'static Interpreter),
    PowerShell { core: bool },
    Cmd,
    Source,
    Other,
}

/// Removes the wrappers. A wrapper that wraps nothing (`env` alone, `command -v x`) is a program like any other;
/// `None` for a command without a program, and for `env -S '…'`, whose words are inside one word.
pub(super) fn unwrap(line: &str, words: &[Word]) -> Option<Invocation> {
    let mut invocation = Invocation { program: 0, elsewhere: false, under_uv: false };
    for _ in 0..MAX_WRAPPERS {
        let word = words.get(invocation.program)?;
        let name = program_name(line, word);
        let next = words.get(invocation.program + 1).map(|word| word.plain(line)).unwrap_or_default();
        let Some(wrapper) = WRAPPERS.iter().find(|wrapper| {
            wrapper.name == name
                && (wrapper.subcommand.is_empty() || wrapper.subcommand.contains(&next.as_ref()))
        }) else {
            return Some(invocation);
        };
        let Some(inner) = wrapper.command(line, words, &mut invocation) else {
            let is_split =
                words[invocation.program + 1..].iter().any(|word| word.raw(line).starts_with("-S"));
            return (wrapper.name != "env" || !is_split).then_some(invocation);
        };
        invocation.under_uv |= wrapper.name == "uv";
        invocation.program = inner;
    }
    None
}

impl Wrapper {
    /// The index of the wrapped command's program.
    fn command(&self, line: &str, words: &[Word], invocation: &mut Invocation) -> Option<usize> {
        let mut at = invocation.program + 1 + usize::from(!self.subcommand.is_empty());
        let mut operands = self.operands;
        if self.dashes {
            let dashes = words[at.min(words.len())..].iter().position(|word| word.raw(line) == "--")?;
            return Some(at + dashes + 1).filter(|at| *at < words.len());
        }
        while let Some(word) = words.get(at) {
            let text = word.text(line);
            let name = text.split('=').next().unwrap_or(&text);
            let glued = name.len() < text.len();
            if text == "--" {
                at += 1;
            } else if text.starts_with('-') && text.len() > 1 {
                if self.query.contains(&name) {
                    return None;
                }
                invocation.elsewhere |= self.directory.contains(&name);
                let has_value = self.with_value.contains(&name) || self.directory.contains(&name);
                let is_known = has_value || glued || !text.starts_with("--") || self.alone.contains(&name);
                if !is_known {
                    return None;
                }
                at += if has_value && !glued { 2 } else { 1 };
            } else if glued && self.name == "env" {
                at += 1;
            } else if operands > 0 {
                operands -= 1;
                at += 1;
            } else {
                return Some(at);
            }
        }
        None
    }
}

/// The name of the program that a word calls: the last part of its path, without `.exe`. For
/// `"$(command -v python3 || …)"` the first name that is looked up.
pub(super) fn program_name<'w>(line: &'w str, word: &'w Word) -> Cow<'w, str> {
    if let [Part { kind: PartKind::Substitution(inside), .. }] = word.parts.as_slice() {
        return Cow::Borrowed(looked_up_name(&line[inside.clone()]).unwrap_or_default());
    }
    let text =
        if word.is_windows_path(line) { Cow::Owned(word.windows_text(line)) } else { word.plain(line) };
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(file_name(text)),
        Cow::Owned(text) => Cow::Owned(file_name(&text).to_owned()),
    }
}

/// The last part of a program's path, without `.exe`.
fn file_name(path: &str) -> &str {
    let folders = path.bytes().rposition(|byte| matches!(byte, b'/' | b'\\')).map_or(0, |at| at + 1);
    let name = &path[folders..];
    let stem = name.len().saturating_sub(4);
    match name.get(stem..) {
        Some(extension) if stem > 0 && extension.eq_ignore_ascii_case(".exe") => &name[..stem],
        _ => name,
    }
}

fn looked_up_name(inside: &str) -> Option<&str> {
    let inside = inside.trim();
    let rest = inside.strip_prefix("command -v ").or_else(|| inside.strip_prefix("which "))?;
    let name = rest.split_whitespace().next()?;
    Some(name.trim_matches(['"', '\'']))
}

/// What the program of this name is.
pub(super) fn program(name: &str) -> Program {
    match name {
        "." | "source" => return Program::Source,
        "cmd" | "CMD" => return Program::Cmd,
        _ => {}
    }
    if name.eq_ignore_ascii_case("powershell") || name.eq_ignore_ascii_case("pwsh") {
        return Program::PowerShell { core: name.eq_ignore_ascii_case("pwsh") };
    }
    Interpreter::named(name).map_or(Program::Other, Program::Interpreter)
}

/// What the program of an invocation executes, indices into the command's words.
pub(super) fn executes(line: &str, words: &[Word], invocation: Invocation) -> (Program, Executes) {
    let first = invocation.program + 1;
    let arguments = &words[first..];
    let program = program(&program_name(line, &words[invocation.program]));
    let executes = match program {
        Program::Interpreter(interpreter) => interpreter.executes(line, arguments),
        Program::PowerShell { core } => powershell_executes(line, arguments, core),
        Program::Cmd => cmd_executes(line, arguments),
        Program::Source if !arguments.is_empty() => Executes::File(0),
        Program::Source | Program::Other => Executes::Nothing,
    };
    let executes = match executes {
        Executes::File(at) => Executes::File(at + first),
        Executes::Inline(at) => Executes::Inline(at + first),
        Executes::Nothing => Executes::Nothing,
    };
    (program, executes)
}

/// Where the program text stands if a command is `sh -c '…'` and the text is the same as its source.
pub(super) fn inline_shell_program(line: &str, command: &Command) -> Option<Range<usize>> {
    if command.level == Level::Inline {
        return None;
    }
    let invocation = unwrap(line, &command.words)?;
    let (Program::Interpreter(interpreter), Executes::Inline(at)) =
        executes(line, &command.words, invocation)
    else {
        return None;
    };
    let word = &command.words[at];
    let (first, last) = (word.parts.first()?, word.parts.last()?);
    let range = first.range.start..last.range.end;
    let is_verbatim = word.is_quoted() && !word.escaped && !line[range.clone()].contains('\\');
    let one_quote = word.parts.iter().all(|part| part.quote == first.quote);
    (interpreter.is_shell() && is_verbatim && one_quote && word.range.len() == range.len() + 2)
        .then_some(range)
}

/// See [`CommandLine::programs`].
pub(super) fn programs(command_line: &CommandLine) -> Vec<ProgramUse> {
    let line = command_line.text();
    let mut programs = Vec::new();
    for (index, command) in command_line.commands().iter().enumerate() {
        let Some(invocation) = unwrap(line, &command.words).filter(|_| command.reachable) else { continue };
        let word = &command.words[invocation.program];
        let Some(name) = word.literal() else { continue };
        let is_path = name.contains(['/', '\\', '%']) || name.starts_with('~');
        if !name.is_empty() && !is_path && !is_own(command_line.form(), &name) {
            programs.push(ProgramUse {
                range: word.range.clone(),
                name: name.into_owned(),
                guarded: command.guarded,
                command: index,
            });
        }
    }
    programs
}

/// See [`CommandLine::started`].
pub(super) fn started(command_line: &CommandLine) -> Vec<Started> {
    let line = command_line.text();
    let reachable = command_line.commands().iter().filter(|command| command.reachable);
    let words = reachable.filter_map(|command| Some(&command.words[unwrap(line, &command.words)?.program]));
    let started = words.map(|word| Started {
        range: word.range.clone(),
        text: word.literal().map(std::borrow::Cow::into_owned),
    });
    started.filter(|one| !one.text.as_ref().is_some_and(|name| is_own(command_line.form(), name))).collect()
}

/// Whether the shell does by itself what is called so.
fn is_own(form: Form, name: &str) -> bool {
    match form {
        Form::Posix => BUILTINS.contains(&name),
        Form::PowerShell => is_cmdlet(name) || POWERSHELL_WORDS.contains(&name),
    }
}

/// Words of PowerShell's own language.
const POWERSHELL_WORDS: [&str; 15] = [
    "if", "else", "elseif", "try", "catch", "finally", "foreach", "for", "while", "do", "switch", "function",
    "param", "return", "exit",
];

/// What every POSIX shell has built in.
const BUILTINS: [&str; 36] = [
    ".", ":", "[", "[[", "alias", "bg", "break", "cd", "command", "continue", "echo", "eval", "exec", "exit",
    "export", "false", "fg", "getopts", "hash", "jobs", "kill", "local", "printf", "pwd", "read", "readonly",
    "return", "set", "shift", "source", "test", "times", "trap", "true", "unset", "wait",
];
