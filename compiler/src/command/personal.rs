//! Paths that exist on one machine only, or in one person's home folder.

use std::ops::Range;

use super::argument::ArgumentFinder;
use super::quoting::{UnquotedKind, split_paths};
use super::variable::Variables;
use super::word::{PartKind, Quote, Word};
use super::{CommandLine, PathForm};

/// A path inside a named home folder: `/Users/ann/x`, `/home/ann/x`, `C:\Users\ann\x`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MachinePath {
    /// The path, without quotes around it.
    pub range: Range<usize>,
    /// The name of the person in it.
    pub person: Range<usize>,
    /// The folders and the name behind the person's, `/` between them.
    pub tail: String,
    /// Whether the name is plainly to be replaced: `you`, `USERNAME`.
    pub is_example: bool,
}

impl MachinePath {
    /// What may be the path inside the project, the likeliest first: from the last `.cursor` or `.claude` on if there is one,
    /// then every ending of at least two parts, the longest first.
    pub fn tails(&self) -> Vec<String> {
        let parts: Vec<&str> = self.tail.split('/').filter(|part| !part.is_empty()).collect();
        let marker = parts.iter().rposition(|part| matches!(*part, ".cursor" | ".claude" | ".agents"));
        let endings = (1..parts.len().saturating_sub(1)).take(MAX_TAILS);
        let mut tails: Vec<String> =
            marker.into_iter().chain(endings).map(|at| parts[at..].join("/")).collect();
        tails.dedup();
        tails
    }
}

/// How many endings of one path are tried.
const MAX_TAILS: usize = 12;

/// A path below the home folder of whoever runs the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomePath {
    /// The whole word, quotes included.
    pub range: Range<usize>,
    /// What follows the home folder and its slash.
    pub tail: String,
}

/// Names of home folders that belong to no person.
const NOBODY: [&str; 5] = ["shared", "public", "linuxbrew", "default", "all"];

/// The users of well-known containers and hosted machines: the same for everyone who works there.
const EVERYBODY: [&str; 7] = ["vscode", "codespace", "gitpod", "coder", "runner", "node", "circleci"];

/// Names that ask to be replaced.
const EXAMPLES: [&str; 9] =
    ["you", "me", "user", "username", "your-username", "your_username", "yourname", "your-name", "name"];

/// See [`CommandLine::machine_paths`].
pub(super) fn machine_paths(command_line: &CommandLine) -> Vec<MachinePath> {
    let line = command_line.text();
    let has_home =
        |name: &[u8]| line.as_bytes().windows(name.len()).any(|part| part.eq_ignore_ascii_case(name));
    if !has_home(b"users") && !has_home(b"home") {
        return Vec::new();
    }
    let mut paths = whole_paths(line);
    if !paths.is_empty() {
        let mut arguments = ArgumentFinder::of(command_line);
        paths.retain(|path| !arguments.at(path.range.start).may_be_no_path());
    }
    // A path that a blank splits is one path to its author.
    for unquoted in split_paths(command_line).into_iter().map(|split| split.path) {
        if matches!(unquoted.kind, UnquotedKind::Blank { is_evident: true, .. }) {
            paths.retain(|path| !unquoted.range.contains(&path.range.start));
            paths.extend(machine_path(line, unquoted.range));
        }
    }
    paths
}

fn whole_paths(line: &str) -> Vec<MachinePath> {
    let mut paths = Vec::new();
    let mut at = 0;
    while let Some(start) = next_path_start(line, at) {
        let end = path_end(line, start);
        paths.extend(machine_path(line, start..end));
        at = end.max(start + 1);
    }
    paths
}

/// The next place where an absolute path may begin: a slash or a drive letter behind something that is no part of a path.
fn next_path_start(line: &str, from: usize) -> Option<usize> {
    let bytes = line.as_bytes();
    (from..bytes.len()).find(|&at| {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let at_boundary = before.is_none_or(|byte| {
            byte.is_ascii_whitespace()
                || matches!(byte, b'"' | b'\'' | b'=' | b'(' | b'`' | b':' | b'>' | b'<')
        });
        let drive = bytes[at].is_ascii_alphabetic()
            && bytes.get(at + 1) == Some(&b':')
            && matches!(bytes.get(at + 2), Some(b'/' | b'\\'));
        let root = bytes[at] == b'/' && bytes.get(at + 1) != Some(&b'/');
        at_boundary && (drive || root)
    })
}

/// Where a path ends: at the quote it began behind, else at a blank or a sign of the shell.
fn path_end(line: &str, start: usize) -> usize {
    let bytes = line.as_bytes();
    let quote = start.checked_sub(1).map(|before| bytes[before]).filter(|byte| matches!(byte, b'"' | b'\''));
    let ends = |at: usize| {
        if let Some(quote) = quote {
            return bytes[at] == quote || bytes[at] == b'\n';
        }
        let escaped = at > start && bytes[at - 1] == b'\\' && bytes[at] == b' ';
        let ends = bytes[at].is_ascii_whitespace() || b"\"';|&)<>`".contains(&bytes[at]);
        ends && !escaped
    };
    // A drive letter's colon is part of the path, a later one separates the entries of a list.
    let colon = |at: usize| at > start + 1 && bytes[at] == b':';
    (start + 1..bytes.len()).find(|&at| ends(at) || colon(at)).unwrap_or(bytes.len())
}

fn machine_path(line: &str, range: Range<usize>) -> Option<MachinePath> {
    // A pattern is no path: `grep -v '/home/[a-z]*/x'`.
    if line[range.clone()].contains(['*', '[', '(', '^', '|', '?', '+']) {
        return None;
    }
    let parts = parts(line, range.clone());
    let folders: Vec<&str> = parts.iter().take(4).map(|part| &line[part.clone()]).collect();
    let is = |folder: &str, name: &str| folder.eq_ignore_ascii_case(name);
    // `/users/x` in lower case is an address of some service.
    let person = match folders.as_slice() {
        ["Users" | "home", ..] => 1,
        [drive, users, ..] if is(users, "users") && (drive.ends_with(':') || is(drive, "c")) => 2,
        ["mnt", "c", users, ..] if is(users, "users") => 3,
        _ => return None,
    };
    // A home folder itself, without anything in it, is no path of a script.
    let (name, tail) = (parts.get(person)?, parts.get(person + 1..)?);
    let person = &line[name.clone()];
    let is_name = !person.contains(['$', '*', '%', '{', '<']);
    let is_no_person = NOBODY.contains(&&*person.to_ascii_lowercase()) || EVERYBODY.contains(&person);
    if tail.is_empty() || !is_name || is_no_person {
        return None;
    }
    let tail: Vec<&str> = tail.iter().map(|part| &line[part.clone()]).collect();
    Some(MachinePath {
        tail: tail.join("/"),
        is_example: EXAMPLES.contains(&&*person.to_ascii_lowercase()),
        person: name.clone(),
        range,
    })
}

/// The folders and the name of a path, any number of slashes or backslashes between them.
fn parts(line: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = range.start;
    for part in line[range].split(['/', '\\']) {
        if !part.is_empty() {
            parts.push(start..start + part.len());
        }
        start += part.len() + 1;
    }
    parts
}

/// See [`CommandLine::home_paths`].
pub(super) fn home_paths(command_line: &CommandLine) -> Vec<HomePath> {
    let line = command_line.text();
    let mut paths = Vec::new();
    for word in command_line.commands().iter().flat_map(|command| &command.words) {
        if !may_name_home(word) {
            continue;
        }
        if let PathForm::Home(tail) = PathForm::of(line, word, &Variables::default())
            && !tail.is_empty()
        {
            paths.push(HomePath { range: word.range.clone(), tail });
        }
    }
    paths
}

fn may_name_home(word: &Word) -> bool {
    word.parts.first().is_some_and(|first| match &first.kind {
        PartKind::Literal(text) => first.quote == Quote::None && text.starts_with('~'),
        PartKind::Variable { name, .. } => name == "HOME",
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use crate::command::parse;

    fn found(line: &str) -> Vec<(&str, String)> {
        parse(line).machine_paths().to_vec().into_iter().map(|path| (&line[path.range], path.tail)).collect()
    }

    #[test]
    fn a_home_folder_by_name_is_found_in_every_spelling() {
        for (line, path, tail) in [
            ("node /Users/ann/app/.cursor/x.js", "/Users/ann/app/.cursor/x.js", "app/.cursor/x.js"),
            ("'/home/ann/a b/x' y", "/home/ann/a b/x", "a b/x"),
            ("node C:\\Users\\ann\\x.js", "C:\\Users\\ann\\x.js", "x.js"),
            ("node \"C:\\\\Users\\\\ann\\\\x.js\"", "C:\\\\Users\\\\ann\\\\x.js", "x.js"),
            ("node C:/Users/ann/x.js", "C:/Users/ann/x.js", "x.js"),
            ("bash /mnt/c/Users/ann/x.sh", "/mnt/c/Users/ann/x.sh", "x.sh"),
            ("X=/home/ann/x y", "/home/ann/x", "x"),
            ("python3 /Users/Ann Lee/a/x.py", "/Users/Ann Lee/a/x.py", "a/x.py"),
        ] {
            assert_eq!(found(line), [(path, tail.to_owned())], "{line}");
        }
    }

    #[test]
    fn the_persons_name_has_its_place() {
        let line = "node \"C:\\\\Users\\\\ann\\\\x.js\"";
        assert_eq!(&line[parse(line).machine_paths()[0].person.clone()], "ann");
    }

    #[test]
    fn folders_of_nobody_and_other_roots_are_silent() {
        for line in [
            "/home/linuxbrew/.linuxbrew/bin/x",
            "/Users/Shared/x",
            "/home/$USER/x",
            "/usr/local/bin/x",
            "curl https://example.com/home/ann/x",
            "./home/ann/x",
            "$X/home/ann/x",
            "ls /home",
            "ls /home/ann",
            "bash /home/vscode/x.sh",
            "make && grep -q '/home/[a-z]+/x'",
            "case \"$PWD\" in /home/ci/*) exit 0;; esac; make",
            "jq -e '.command | test(\"/home/[a-z]+/x\")'",
            "echo \"see /home/ann/x\" && echo /home/ann/x",
            "[ -d /home/ann/work ] && exit 0; make",
            "docker run --rm -v \"$PWD:/home/user/src\" image /home/user/src/run.sh",
            "ssh deploy@host /home/deploy/app/hook.sh",
            "rsync -a . host:/home/deploy/app/",
            "gh api /users/octocat/repos",
            "curl -d path=/users/42/hooks https://example.com",
        ] {
            assert_eq!(found(line), [], "{line}");
        }
    }

    #[test]
    fn the_folder_of_the_hooks_is_the_likeliest_tail() {
        let line = parse("/Users/ann/code/app/.cursor/hooks/x.sh");
        let path = &line.machine_paths()[0];
        assert_eq!(path.tails()[0], ".cursor/hooks/x.sh");
        let line = parse("/Users/ann/code/app/tools/x.sh");
        let path = &line.machine_paths()[0];
        assert_eq!(path.tails(), ["app/tools/x.sh", "tools/x.sh"]);
    }

    #[test]
    fn home_paths_are_those_of_whoever_runs_it() {
        let tails = |line| parse(line).home_paths().into_iter().map(|path| path.tail).collect::<Vec<_>>();
        assert_eq!(tails("~/.cursor/hooks/x.sh"), [".cursor/hooks/x.sh"]);
        assert_eq!(tails("node \"$HOME/.cursor/x.js\""), [".cursor/x.js"]);
        assert_eq!(tails("node \"${HOME}\"/x.js"), ["x.js"]);
        assert_eq!(tails("echo '~/x' ~ $HOMER/x"), [""; 0]);
    }
}
