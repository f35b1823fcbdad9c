//! Other programs that a script starts.

use super::super::facts::{AnswerForm, Key, Loudness, Place, ProgramUse, Sink, SinkKind, UnknownKind};
use super::super::program::StatementKind;
use super::args::Arguments;
use super::known::{Known, Valued};
use super::{Node, Reader, taint};

/// Programs that write nothing to standard output when all goes well.
const SILENT: &[&str] = &[
    "afplay",
    "chmod",
    "chown",
    "cp",
    "kill",
    "ln",
    "logger",
    "mkdir",
    "mv",
    "notify-send",
    "osascript",
    "paplay",
    "pkill",
    "rm",
    "rmdir",
    "say",
    "sleep",
    "sync",
    "terminal-notifier",
    "test",
    "touch",
    "true",
    "xdg-open",
];

/// Programs that talk on standard output.
const TALKING: &[&str] = &[
    "bundle", "cat", "date", "df", "docker", "du", "echo", "find", "git", "grep", "ls", "make", "npm", "npx",
    "pip", "pip3", "pnpm", "poetry", "prettier", "printf", "ps", "pytest", "uname", "whoami", "yarn",
];

/// Subcommands of git that write nothing to standard output.
const SILENT_GIT: &[&str] = &["add", "config", "fetch", "init", "restore", "rm", "update-index"];

impl<'t> Reader<'t> {
    /// `subprocess.run(…)` and its kin.
    pub(super) fn subprocess(&mut self, name: &str, arguments: &Arguments<'t>, node: Node<'t>) -> Known {
        let place = node.byte_range();
        let Some(command) = arguments.either(0, "args").cloned() else { return Known::Unknown };
        let is_shell = matches!(name, "getoutput" | "getstatusoutput" | "shell") || arguments.is_set("shell");
        let words = if is_shell { Self::shell_words(&command) } else { Self::words(&command) };
        let fails = matches!(name, "check_call" | "check_output") || arguments.is_set("check");
        self.use_program(words.first(), fails);
        if is_shell {
            self.sink(SinkKind::Shell, &command);
        } else {
            self.shell_argument(&command);
        }
        let captures = matches!(name, "check_output" | "getoutput" | "getstatusoutput")
            || arguments.is_set("capture_output")
            || arguments.keyword("stdout").is_some_and(|value| !Self::is_stdout(&value.known));
        let redirects = is_shell && redirects_stdout(&command.known);
        if !captures && !redirects && !arguments.is_open {
            let words = Self::module_words(&command).unwrap_or(words);
            self.inherits_stdout(&words, &place);
        }
        if fails {
            self.may_raise(place);
        }
        Known::library("subprocess.run()")
    }

    fn is_stdout(known: &Known) -> bool {
        match known {
            Known::None(_) => true,
            Known::Library(name) => name.starts_with("sys.stdout"),
            _ => false,
        }
    }

    /// `os.system`, `os.popen`.
    pub(super) fn system(&mut self, arguments: &Arguments<'t>, captures: bool, node: Node<'t>) -> Known {
        let place = node.byte_range();
        let Some(command) = arguments.get(0).cloned() else { return Known::Unknown };
        let words = Self::shell_words(&command);
        self.use_program(words.first(), false);
        self.sink(SinkKind::Shell, &command);
        if captures {
            return Known::library("open()");
        }
        if !redirects_stdout(&command.known) {
            self.inherits_stdout(&words, &place);
        }
        Known::Unknown
    }

    /// The module that an interpreter is told to run, and its words: `[sys.executable, "-m", "pip", …]`.
    fn module_words(command: &Valued) -> Option<Vec<Key>> {
        let Known::List(items) = &command.known else { return None };
        let [interpreter, flag, rest @ ..] = items.as_slice() else { return None };
        let name = interpreter.known.constant().map(|key| key.name).unwrap_or_default();
        let is_python = matches!(&interpreter.known, Known::Library(name) if &**name == "sys.executable")
            || name
                .trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.')
                .ends_with("python");
        let is_module = flag.known.constant().is_some_and(|key| key.name == "-m");
        (is_python && is_module).then(|| rest.iter().map_while(|item| item.known.constant()).collect())
    }

    /// `os.execvp` and its kin: the other program does the rest.
    pub(super) fn replace_process(&mut self, arguments: &Arguments<'t>, node: Node<'t>) {
        let place = node.byte_range();
        let program = arguments.known(0).constant();
        self.use_program(program.as_ref(), true);
        self.unknown_step(place.clone(), UnknownKind::OtherProgram);
        self.exit(super::super::Exit::Unknown, &place);
    }

    /// The constant words that a command starts with.
    fn words(command: &Valued) -> Vec<Key> {
        match &command.known {
            Known::List(items) => items.iter().map_while(|item| item.known.constant()).collect(),
            known => known.constant().into_iter().collect(),
        }
    }

    /// The words of a simple command line; none when it is more than that.
    fn shell_words(command: &Valued) -> Vec<Key> {
        let Known::Text(text) = &command.known else { return Vec::new() };
        let line = match text.constant() {
            Some(key) => key,
            None => match text.pieces.first() {
                Some(super::text::Piece::Fixed { text, place }) => {
                    Key { name: text.to_string(), place: place.clone() }
                }
                _ => return Vec::new(),
            },
        };
        if line.name.contains(['|', ';', '&', '(', '`', '\n', '<', '$', '=']) || line.name.contains('>') {
            return Vec::new();
        }
        let is_exact = line.place.len() == line.name.len();
        let mut from = 0;
        let mut words = Vec::new();
        for word in line.name.split(' ') {
            let start = line.place.start + from;
            let place = if is_exact { start..start + word.len() } else { line.place.clone() };
            from += word.len() + 1;
            if !word.is_empty() {
                words.push(Key { name: word.to_owned(), place });
            }
        }
        words
    }

    fn use_program(&mut self, program: Option<&Key>, fails: bool) {
        let Some(program) = program else { return };
        let name = program.name.rsplit(['/', '\\']).next().unwrap_or(&program.name);
        let absent = ["FileNotFoundError", "OSError", "IOError", "EnvironmentError"];
        let checked = self.is_handled(&absent);
        let known = ProgramUse {
            name: name.to_owned(),
            place: program.place.clone(),
            checked,
            optional: checked && !fails,
        };
        if !self.is_rehearsal
            && !name.is_empty()
            && !self.facts.programs.iter().rev().take(64).any(|one| *one == known)
        {
            self.facts.programs.push(known);
        }
    }

    fn inherits_stdout(&mut self, words: &[Key], place: &Place) {
        let name = words.first().map(|word| word.name.rsplit('/').next().unwrap_or(&word.name));
        let second = words.get(1).map_or("", |word| word.name.as_str());
        match name {
            Some("git") if SILENT_GIT.contains(&second) || words.iter().any(|word| is_quiet(&word.name)) => {}
            Some(name) if SILENT.contains(&name) => {}
            Some(name) if TALKING.contains(&name) => self.answer(AnswerForm::Text(Loudness::Leaked), place),
            _ => self.unknown_step(place.clone(), UnknownKind::OtherProgram),
        }
    }

    /// `["sh", "-c", line]`.
    fn shell_argument(&mut self, command: &Valued) {
        let Known::List(items) = &command.known else { return };
        let items = items.clone();
        let is_shell = |item: &Valued| {
            item.known.constant().is_some_and(|key| {
                matches!(
                    key.name.rsplit('/').next(),
                    Some("sh" | "bash" | "zsh" | "dash" | "ksh" | "cmd" | "pwsh" | "powershell")
                )
            })
        };
        let is_line = |item: &Valued| {
            item.known
                .constant()
                .is_some_and(|key| matches!(key.name.as_str(), "-c" | "-lc" | "/c" | "-Command"))
        };
        if items.first().is_some_and(is_shell)
            && let Some(index) = items.iter().position(is_line)
            && let Some(line) = items.get(index + 1)
        {
            self.sink(SinkKind::Shell, line);
        }
    }

    /// A value becomes code here.
    pub(super) fn sink(&mut self, kind: SinkKind, value: &Valued) {
        if self.is_rehearsal || !self.state.alive {
            return;
        }
        let Some(path) = taint(&value.known) else { return };
        let sink = Sink { kind, place: value.place.clone(), path: path.to_vec() };
        if !self.facts.sinks.contains(&sink) {
            self.facts.sinks.push(sink);
        }
    }

    /// `eval(…)`, `exec(…)`.
    pub(super) fn evaluate(&mut self, arguments: &Arguments<'t>, node: Node<'t>) -> Known {
        if let Some(code) = arguments.get(0) {
            self.sink(SinkKind::Eval, &code.clone());
        }
        self.unknown(node.byte_range(), UnknownKind::DynamicCode);
        self.emit(node.byte_range(), StatementKind::Unknown);
        Known::Unknown
    }
}

/// Whether a single command sends its output elsewhere: `… 1>&2`, `… > /dev/null`.
fn redirects_stdout(command: &Known) -> bool {
    let Known::Text(text) = command else { return false };
    let line = text.shape();
    if line.contains(['|', ';', '\n']) || line.contains("&&") {
        return false;
    }
    line.match_indices('>').any(|(at, _)| !line[..at].ends_with(['2', '>']) && !line[..at].ends_with("2>"))
}

fn is_quiet(word: &str) -> bool {
    matches!(word, "-q" | "--quiet" | "--no-output")
}
