//! What a line means on Windows, where PowerShell runs it (HOOKS.md 6.2).

use std::ops::Range;

use super::quoting::{self, Split};
use super::script::Via;
use super::word::{PartKind, Quote, Word, has_windows_extension};
use super::wrapper::{self, Program};
use super::{Command, CommandLine, Form};

/// `%NAME%` or `$env:NAME`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowsVariable {
    /// Where it stands.
    pub range: Range<usize>,
    /// The name.
    pub name: String,
    /// Whether it is PowerShell's `$env:NAME`, which a POSIX shell reads as `$env` and text.
    pub is_powershell: bool,
}

/// What PowerShell reads otherwise than a POSIX shell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WindowsQuotingKind {
    /// `-File` takes one word, and the path has a blank.
    FileWithBlank,
    /// A line that begins with a quoted path is a text to PowerShell, and needs `&` before it.
    LeadingQuote,
}

/// A place where quoting goes wrong in PowerShell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowsQuoting {
    /// The path.
    pub range: Range<usize>,
    /// What is wrong.
    pub kind: WindowsQuotingKind,
    /// What to write instead.
    pub replacement: String,
}

/// Why something runs on a POSIX system only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PosixOnlyKind {
    /// A POSIX shell is the program: on Windows the first `bash` may be another system's.
    Shell,
    /// A shell script is called by its path.
    ShellScript,
}

/// Something that runs on a POSIX system only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PosixOnly {
    /// The program's word.
    pub range: Range<usize>,
    /// Why.
    pub kind: PosixOnlyKind,
}

/// See [`CommandLine::windows_variables`].
pub(super) fn variables(command_line: &CommandLine) -> Vec<WindowsVariable> {
    let line = command_line.text();
    let mut found = Vec::new();
    if !line.contains(['%', '$']) {
        return found;
    }
    for command in command_line.reachable() {
        if is_run_by_cmd(line, command) {
            continue;
        }
        let values = command.assignments.iter().map(|assignment| &assignment.value);
        for (index, word) in values.chain(&command.words).enumerate() {
            let is_program = index == command.assignments.len();
            if !(is_program && word.raw(line).trim_start_matches('"').starts_with('%')) {
                percent_variables(line, word, &mut found);
            }
            if command_line.form() == Form::Posix {
                environment_variables(line, word, &mut found);
            }
        }
    }
    found
}

/// `cmd /c …` expands `%NAME%` itself.
fn is_run_by_cmd(line: &str, command: &Command) -> bool {
    wrapper::unwrap(line, &command.words).is_some_and(|invocation| {
        let (program, _) = wrapper::executes(line, &command.words, invocation);
        matches!(program, Program::Cmd)
    })
}

/// `%NAME%` with a name of at least two letters, in words that are no texts of several words: `date +%Y%m%d` is a format.
fn percent_variables(line: &str, word: &Word, found: &mut Vec<WindowsVariable>) {
    let raw = word.raw(line);
    let quoted_text =
        raw.starts_with('\'') || raw.contains(char::is_whitespace) && !raw.contains(['/', '\\']);
    if quoted_text {
        return;
    }
    found.extend(percent_names(raw).map(|range| WindowsVariable {
        name: raw[range.start + 1..range.end - 1].to_owned(),
        range: word.range.start + range.start..word.range.start + range.end,
        is_powershell: false,
    }));
}

/// Whether a word as written reads a variable in the manner of `cmd`.
pub(super) fn has_percent_variable(raw: &str) -> bool {
    percent_names(raw).next().is_some()
}

/// The places of `%NAME%` that begin and end a folder or the word.
fn percent_names(raw: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        while let Some(open) = raw[from..].find('%').map(|at| at + from) {
            from = open + 1;
            let end = from + raw[from..].find('%')? + 1;
            let name = &raw[from..end - 1];
            let is_edge = |byte: u8| matches!(byte, b'"' | b'=' | b'/' | b'\\' | b':' | b';');
            let starts_word = open == 0 || is_edge(raw.as_bytes()[open - 1]);
            let ends_word = raw.as_bytes().get(end).is_none_or(|byte| is_edge(*byte));
            let is_name = name.len() > 1
                && name.starts_with(|sign: char| sign.is_ascii_alphabetic())
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'(' | b')'));
            if starts_word && is_name && ends_word {
                from = end;
                return Some(open..end);
            }
        }
        None
    })
}

/// `$env:NAME` outside single quotes.
fn environment_variables(line: &str, word: &Word, found: &mut Vec<WindowsVariable>) {
    for part in &word.parts {
        let PartKind::Variable { name, .. } = &part.kind else { continue };
        let rest = &line[part.range.end..word.range.end];
        let length = rest.strip_prefix(':').map_or(0, |rest| super::word::identifier_length(rest.as_bytes()));
        if name.eq_ignore_ascii_case("env") && length > 0 && !line[part.range.clone()].contains('{') {
            let end = part.range.end + 1 + length;
            found.push(WindowsVariable {
                range: part.range.start..end,
                name: line[part.range.end + 1..end].to_owned(),
                is_powershell: true,
            });
        }
    }
}

/// See [`CommandLine::windows_quoting`].
pub(super) fn misquoted(command_line: &CommandLine) -> Vec<WindowsQuoting> {
    let line = command_line.text();
    let mut found = Vec::new();
    for Split { path, by_powershell } in quoting::split_paths(command_line) {
        if by_powershell {
            found.push(WindowsQuoting {
                range: path.range,
                kind: WindowsQuotingKind::FileWithBlank,
                replacement: path.replacement,
            });
        }
    }
    let first = command_line.commands().first().and_then(|command| command.words.first());
    if let Some(word) = first.filter(|_| line.trim_start().starts_with(['"', '\'']))
        && word.text(line).contains(['/', '\\'])
        && command_line.form() == Form::Posix
    {
        found.push(WindowsQuoting {
            range: word.range.clone(),
            kind: WindowsQuotingKind::LeadingQuote,
            replacement: format!("& {}", word.raw(line)),
        });
    }
    found
}

/// See [`CommandLine::posix_only`].
pub(super) fn posix_only(command_line: &CommandLine) -> Vec<PosixOnly> {
    let line = command_line.text();
    let mut found = Vec::new();
    for command in command_line.reachable() {
        let Some(invocation) = wrapper::unwrap(line, &command.words) else { continue };
        let word = &command.words[invocation.program];
        if let (Program::Interpreter(interpreter), _) = wrapper::executes(line, &command.words, invocation)
            && interpreter.is_shell()
            && !word.is_windows_path(line)
        {
            found.push(PosixOnly { range: word.range.clone(), kind: PosixOnlyKind::Shell });
        }
    }
    for script in command_line.scripts() {
        let is_shell_script = [".sh", ".bash", ".zsh"].iter().any(|end| script.text.ends_with(end));
        if script.via == Via::Direct && is_shell_script {
            found.push(PosixOnly { range: script.range.clone(), kind: PosixOnlyKind::ShellScript });
        }
    }
    found
}

/// See [`CommandLine::is_windows_only`].
pub(super) fn is_windows_only(command_line: &CommandLine) -> bool {
    let line = command_line.text();
    command_line.form() == Form::PowerShell
        || command_line.reachable().any(|command| {
            let Some(invocation) = wrapper::unwrap(line, &command.words) else { return false };
            let word = &command.words[invocation.program];
            let (program, _) = wrapper::executes(line, &command.words, invocation);
            match program {
                Program::PowerShell { core } => !core,
                Program::Cmd => true,
                _ => {
                    let text = word.windows_text(line);
                    let is_quoted = word.parts.iter().any(|part| part.quote == Quote::Single);
                    let is_polyglot = text.rsplit_once('.').is_some_and(|(_, extension)| extension == "cmd");
                    has_windows_extension(&text) && !is_polyglot && !is_quoted
                }
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;

    fn names(line: &str) -> Vec<String> {
        parse(line).windows_variables().iter().map(|variable| variable.name.clone()).collect()
    }

    #[test]
    fn variables_of_cmd_and_powershell_are_found() {
        assert_eq!(names("node \"%USERPROFILE%/.cursor/x.js\""), ["USERPROFILE"]);
        assert_eq!(names("node %APPDATA%\\x.js"), ["APPDATA"]);
        assert_eq!(names("node $env:USERPROFILE/x.js"), ["USERPROFILE"]);
    }

    #[test]
    fn formats_and_what_cmd_expands_are_silent() {
        for line in [
            "date +%Y%m%d",
            "printf '%s%s\\n' a b",
            "printf \"%d%% of %s\" 1 2",
            "git log --format=%h%d",
            "git log --pretty=format:%an%n",
            "cmd /c node %USERPROFILE%\\x.js",
            "%SystemRoot%\\System32\\WindowsPowerShell\\v1.0\\powershell.exe -File x.ps1",
            "curl x?a=%20b%20",
            "echo '$env:X'",
        ] {
            assert_eq!(names(line), [""; 0], "{line}");
        }
    }

    #[test]
    fn a_quoted_path_in_front_needs_a_call_operator() {
        let found = parse("'./hooks/my tool/x.sh' --y").windows_quoting();
        assert_eq!(found[0].kind, WindowsQuotingKind::LeadingQuote);
        assert_eq!(found[0].replacement, "& './hooks/my tool/x.sh'");
        assert_eq!(parse("node \"./x y.js\"").windows_quoting(), []);
        let found =
            parse("powershell -ExecutionPolicy Bypass -File C:\\Users\\Ann Lee\\x.ps1").windows_quoting();
        assert_eq!(found[0].kind, WindowsQuotingKind::FileWithBlank);
    }

    #[test]
    fn shells_and_shell_scripts_are_posix_only() {
        let kinds = |line| parse(line).posix_only().into_iter().map(|found| found.kind).collect::<Vec<_>>();
        assert_eq!(kinds("bash x.sh"), [PosixOnlyKind::Shell]);
        assert_eq!(kinds(".cursor/hooks/x.sh"), [PosixOnlyKind::ShellScript]);
        assert_eq!(kinds("node x.js"), []);
        assert_eq!(kinds("powershell -File x.ps1"), []);
    }
}
