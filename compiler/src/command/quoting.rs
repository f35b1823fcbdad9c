//! Words that a blank splits, or would split on another machine.

use std::ops::Range;

use super::word::{Part, PartKind, Quote, Word};
use super::wrapper::{self, Program};
use super::{Command, CommandLine, Form, PathForm};
use crate::command::interpreter::Executes;

/// Why a path falls apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnquotedKind {
    /// A blank is written in it: `python3 /Users/Ann Lee/x.py`.
    Blank {
        /// The path that was meant.
        joined: PathForm,
        /// Whether the text alone shows it. If not, only a file of that name does.
        is_evident: bool,
    },
    /// A folder's variable stands outside quotes, and a folder may have a blank in its name.
    Variable {
        /// The variable: `CURSOR_PLUGIN_ROOT`, `HOME`, …
        name: String,
    },
}

/// A path that needs quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnquotedPath {
    /// What is to be replaced.
    pub range: Range<usize>,
    /// What by.
    pub replacement: String,
    /// Why.
    pub kind: UnquotedKind,
}

/// The variables that hold a folder (HOOKS.md 11).
const FOLDERS: [&str; 7] = [
    "CURSOR_PLUGIN_ROOT",
    "CLAUDE_PLUGIN_ROOT",
    "CURSOR_PROJECT_DIR",
    "CLAUDE_PROJECT_DIR",
    "PLUGIN_ROOT",
    "HOME",
    "PWD",
];

/// See [`CommandLine::unquoted_paths`].
pub(super) fn unquoted_paths(command_line: &CommandLine) -> Vec<UnquotedPath> {
    if command_line.form() != Form::Posix {
        return Vec::new();
    }
    let line = command_line.text();
    let mut paths = Vec::new();
    for command in command_line.reachable() {
        let is_test = command.words.first().is_some_and(|word| word.raw(line) == "[[");
        if !is_test {
            paths.extend(command.words.iter().filter_map(|word| unquoted_variable(line, word)));
        }
    }
    let splits = split_paths(command_line).into_iter();
    paths.extend(splits.filter(|split| !split.by_powershell).map(|split| split.path));
    paths
}

/// A path that a written blank splits.
pub(super) struct Split {
    pub(super) path: UnquotedPath,
    /// Whether it is PowerShell that reads the words: that is said with the other quoting of Windows.
    pub(super) by_powershell: bool,
}

/// Every path that a written blank splits, one a command.
pub(super) fn split_paths(command_line: &CommandLine) -> Vec<Split> {
    if command_line.form() != Form::Posix {
        return Vec::new();
    }
    command_line.reachable().filter_map(|command| split_at_blank(command_line.text(), command)).collect()
}

fn unquoted_variable(line: &str, word: &Word) -> Option<UnquotedPath> {
    let (part, name) = word.parts.iter().find_map(|part| match &part.kind {
        PartKind::Variable { name, .. } if part.quote == Quote::None && FOLDERS.contains(&name.as_str()) => {
            Some((part, name))
        }
        _ => None,
    })?;
    let raw = word.raw(line);
    let whole = word.is_bare() && !word.glob && !word.escaped && !raw.contains(['\'', '"', '`', '\\']);
    let range = if whole { word.range.clone() } else { part.range.clone() };
    let replacement = format!("\"{}\"", &line[range.clone()]);
    Some(UnquotedPath { range, replacement, kind: UnquotedKind::Variable { name: name.clone() } })
}

/// How many words one path may have fallen into.
const MAX_PIECES: usize = 6;

/// A path in the place of the executed file whose rest stands in the words behind it.
fn split_at_blank(line: &str, command: &Command) -> Option<Split> {
    let invocation = wrapper::unwrap(line, &command.words)?;
    let (program, executes) = wrapper::executes(line, &command.words, invocation);
    let by_powershell = matches!(program, Program::PowerShell { .. });
    let first = match executes {
        Executes::File(at) => at,
        Executes::Inline(at) if by_powershell => at,
        _ if matches!(program, Program::Other) => invocation.program,
        _ => return None,
    };
    let start = &command.words[first];
    if !is_plain(start) || has_extension(last_name(start.raw(line))) || !is_path_start(start.raw(line)) {
        return None;
    }
    let pieces = command.words[first + 1..].iter().take(MAX_PIECES);
    let pieces = pieces.take_while(|word| is_plain(word) && !is_new_word(word.raw(line)));
    let length = pieces.clone().position(|word| has_extension(last_name(word.raw(line))))?;
    let last = pieces.clone().nth(length)?;
    let range = start.range.start..last.range.end;
    let joined = &line[range.clone()];
    let is_windows = joined.contains('\\');
    let form = if is_windows {
        PathForm::of_windows(&joined.replace("\\\\", "\\"))
    } else {
        PathForm::of_text(joined, true)
    };
    let replacement = match joined.strip_prefix("~/") {
        Some(rest) => format!("\"$HOME/{rest}\""),
        None => format!("\"{joined}\""),
    };
    // `run build.sh` may be a program and its argument.
    let in_folder = last_name(joined).split_whitespace().count() == 1;
    let kind = UnquotedKind::Blank { is_evident: in_folder && is_evident(joined), joined: form };
    Some(Split { path: UnquotedPath { range, replacement, kind }, by_powershell })
}

/// One piece of text, not quoted, not a pattern.
fn is_plain(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [Part { quote: Quote::None, kind: PartKind::Literal(_), .. }])
        && !word.glob
}

fn is_path_start(raw: &str) -> bool {
    raw.contains(['/', '\\'])
}

/// A word that plainly begins something of its own: a flag, another path.
fn is_new_word(raw: &str) -> bool {
    raw.starts_with(['-', '/', '~', '.', '\\']) || raw.as_bytes().get(1) == Some(&b':')
}

fn last_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

fn has_extension(name: &str) -> bool {
    const EXTENSIONS: [&str; 16] = [
        "sh", "bash", "zsh", "py", "js", "mjs", "cjs", "ts", "mts", "rb", "pl", "php", "ps1", "cmd", "bat",
        "exe",
    ];
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty() && EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// Folders whose names are known to have a blank, or a person's name with a second word behind it.
fn is_evident(joined: &str) -> bool {
    let lower = joined.to_ascii_lowercase().replace('\\', "/");
    let known = ["/program files", "/application support/", "/program files (x86)/"];
    let in_home = lower.starts_with("/users/")
        || lower.starts_with("/home/")
        || lower.get(1..).is_some_and(|rest| rest.starts_with(":/users/") || rest.starts_with("://users//"));
    let person_has_blank = || {
        let mut parts = lower.split('/').filter(|part| !part.is_empty());
        let skipped = if lower.starts_with('/') { 1 } else { 2 };
        parts.nth(skipped).is_some_and(|person| person.contains(' '))
    };
    known.iter().any(|known| lower.contains(known)) || in_home && person_has_blank()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;

    fn fixes(line: &str) -> Vec<String> {
        parse(line)
            .unquoted_paths()
            .iter()
            .map(|path| {
                format!("{}{}{}", &line[..path.range.start], path.replacement, &line[path.range.end..])
            })
            .collect()
    }

    fn is_evident(line: &str) -> bool {
        matches!(parse(line).unquoted_paths()[0].kind, UnquotedKind::Blank { is_evident: true, .. })
    }

    #[test]
    fn a_written_blank_splits_a_path() {
        let line = "python3 /Users/Ann Lee/hooks/x.py --flag";
        assert_eq!(fixes(line), ["python3 \"/Users/Ann Lee/hooks/x.py\" --flag"]);
        assert!(is_evident(line));
        let line = "node C:\\Users\\Ann Lee\\.cursor\\x.js";
        assert_eq!(fixes(line), ["node \"C:\\Users\\Ann Lee\\.cursor\\x.js\""]);
        assert!(is_evident(line));
        assert_eq!(fixes("powershell -File C:\\Users\\Ann Lee\\.cursor\\x.ps1"), [""; 0]);
        let line = "./my tools/run.sh";
        assert_eq!(fixes(line), ["\"./my tools/run.sh\""]);
        assert!(!is_evident(line));
        assert_eq!(fixes("~/my tools/run.sh"), ["\"$HOME/my tools/run.sh\""]);
        let line = "bash tools/my hook.sh";
        assert_eq!(fixes(line), ["bash \"tools/my hook.sh\""]);
        assert!(!is_evident(line));
    }

    #[test]
    fn a_folders_variable_outside_quotes_may_split() {
        assert_eq!(fixes("python3 ${CURSOR_PLUGIN_ROOT}/x.py"), ["python3 \"${CURSOR_PLUGIN_ROOT}/x.py\""]);
        assert_eq!(fixes("ls $HOME/*.sh"), ["ls \"$HOME\"/*.sh"]);
        assert_eq!(fixes("x $HOME/'a b'"), ["x \"$HOME\"/'a b'"]);
    }

    #[test]
    fn arguments_that_are_paths_of_their_own_are_silent() {
        for line in [
            "./scripts/run hooks/session.sh",
            "bash x.sh src/a.ts",
            "\"$CURSOR_PROJECT_DIR\"/x.sh",
            "X=$HOME/y z",
            "echo \"$HOME\" '$HOME' \\$HOME",
            "[[ -f $HOME/x ]]",
            "node ./a/b --config c/d.js",
            "node ./a/b ./c.js",
            "python3 '/Users/Ann Lee/x.py'",
            "python3 /Users/Ann\\ Lee/x.py",
        ] {
            let paths = parse(line).unquoted_paths().to_vec();
            let certain =
                paths.iter().any(|path| !matches!(path.kind, UnquotedKind::Blank { is_evident: false, .. }));
            assert!(!certain, "{line}: {paths:?}");
        }
    }
}
