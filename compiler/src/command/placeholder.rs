//! Placeholders that neither the host nor the shell fills in (FIELD.md, rows 19 and 22).

use std::ops::Range;

use super::argument::Arguments;
use super::word::{PartKind, Word};
use super::{CommandLine, Form};
use crate::order;

/// Who would have filled it in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceholderKind {
    /// An editor or another host, with the edited file: `${file}`, `{{file}}`, `{file}`.
    File,
    /// An editor, with the workspace's folder: `${workspaceFolder}`.
    Workspace,
    /// An editor, with something else: `${env:X}`, `${userHome}`.
    Editor,
    /// A person or an installer: `/path/to/x`, `__ROOT__`, `<project-dir>`.
    Unfilled,
}

/// A placeholder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder {
    /// Where it stands.
    pub range: Range<usize>,
    /// Who would have filled it in.
    pub kind: PlaceholderKind,
}

const FILE_NAMES: [&str; 16] = [
    "file",
    "fileBasename",
    "fileBasenameNoExtension",
    "fileDirname",
    "fileExtname",
    "relativeFile",
    "relativeFileDirname",
    "filePath",
    "filepath",
    "file_path",
    "filename",
    "fileName",
    "files",
    "FILE",
    "path",
    "paths",
];

/// Placeholders of editors whose names cannot be meant as shell variables.
const EDITOR_FILE_NAMES: [&str; 7] = [
    "file",
    "fileBasename",
    "fileBasenameNoExtension",
    "fileDirname",
    "fileExtname",
    "relativeFile",
    "relativeFileDirname",
];
const WORKSPACE_NAMES: [&str; 5] =
    ["workspaceFolder", "workspaceFolderBasename", "workspaceRoot", "workspaceRootFolderName", "projectRoot"];
const EDITOR_NAMES: [&str; 7] =
    ["userHome", "lineNumber", "selectedText", "cwd", "pathSeparator", "defaultBuildTask", "execPath"];

/// See [`CommandLine::placeholders`].
pub(super) fn placeholders(command_line: &CommandLine) -> Vec<Placeholder> {
    let line = command_line.text();
    let mut found = Vec::new();
    if !may_have_any(line) {
        return found;
    }
    if command_line.form() == Form::Posix {
        found.extend(editor_variables(command_line));
    }
    let fills_braces = ["xargs", "find ", "parallel", "fd "].iter().any(|program| line.contains(program));
    for command in command_line.reachable() {
        let arguments = Arguments::of(line, command);
        let values = command.assignments.iter().map(|assignment| &assignment.value);
        for (index, word) in values.chain(&command.words).enumerate() {
            let is_program = index == command.assignments.len();
            if is_program || !arguments.keeps_braces() {
                braces(line, word, is_program, fills_braces, &mut found);
            }
            if is_program || arguments != Arguments::Text {
                unfilled_paths(line, word, &mut found);
            }
        }
    }
    angle_brackets(line, &mut found);
    order::by_place(&mut found, |placeholder| (placeholder.range.start, placeholder.range.end));
    found.dedup_by(|one, other| one.range.start < other.range.end);
    found
}

/// Whether a line has any of the signs that a placeholder is made of; most lines have none.
fn may_have_any(line: &str) -> bool {
    let bytes = line.as_bytes();
    let has_example = || bytes.windows(5).any(|window| window.eq_ignore_ascii_case(b"path/"));
    line.contains(['{', '<', '\\'])
        || ["__", "@@", "%%", "YOUR_"].iter().any(|mark| line.contains(mark))
        || has_example()
}

/// `${file}` where the line does not set `file` itself, with braces: `$file` is what a shell programmer writes.
fn editor_variables(command_line: &CommandLine) -> Vec<Placeholder> {
    let line = command_line.text();
    let mut found = Vec::new();
    for variable in command_line.variables() {
        let raw = &line[variable.range.clone()];
        let inside = raw.strip_prefix("${").and_then(|raw| raw.strip_suffix('}')).unwrap_or_default();
        let has_scope = ["env:", "config:", "command:", "input:", "workspaceFolder:"]
            .iter()
            .any(|scope| inside.starts_with(scope) && inside[scope.len()..].starts_with(char::is_alphabetic));
        let kind = match inside {
            _ if variable.assigned || is_set_by_powershell(line, &variable.name) => continue,
            name if EDITOR_FILE_NAMES.contains(&name) => PlaceholderKind::File,
            name if WORKSPACE_NAMES.contains(&name) => PlaceholderKind::Workspace,
            name if EDITOR_NAMES.contains(&name) || has_scope => PlaceholderKind::Editor,
            _ => continue,
        };
        found.push(Placeholder { range: variable.range.clone(), kind });
    }
    found
}

/// Whether a program for PowerShell, given as text, sets a variable: `$file = …`.
fn is_set_by_powershell(line: &str, name: &str) -> bool {
    line.match_indices(name)
        .any(|(at, _)| line[..at].ends_with('$') && line[at + name.len()..].trim_start().starts_with('='))
}

/// `{{file}}` and `{file}`.
fn braces(line: &str, word: &Word, is_program: bool, fills_braces: bool, found: &mut Vec<Placeholder>) {
    let raw = word.raw(line);
    let mut from = 0;
    while let Some(open) = raw[from..].find('{').map(|at| at + from) {
        from = open + 1;
        let doubled = raw[from..].starts_with('{');
        let (closer, start) = if doubled { ("}}", open + 2) } else { ("}", open + 1) };
        let Some(length) = raw[start..].find(closer) else { return };
        let name = raw[start..start + length].trim();
        let range = open..start + length + closer.len();
        from = range.end;
        let expands = open > 0 && raw.as_bytes()[open - 1] == b'$';
        let is_text = [&raw[..range.start], &raw[range.end..]]
            .iter()
            .any(|around| around.contains(char::is_whitespace));
        let is_name = name.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
        let in_place = !expands && !is_text && is_name;
        let kind = if FILE_NAMES.contains(&name) {
            PlaceholderKind::File
        } else if WORKSPACE_NAMES.contains(&name) {
            PlaceholderKind::Workspace
        } else {
            PlaceholderKind::Unfilled
        };
        // A single brace is common text; only a name that means the file, as a word of its own, is a placeholder.
        let stands_alone =
            kind == PlaceholderKind::File && raw.trim_matches(['"', '\'']).len() == range.len();
        // What a person was to fill in is a program or a part of a path; `--format {{name}}` is a template.
        let is_part_of_path = is_program
            || [&raw[..range.start], &raw[range.end..]].iter().any(|around| around.contains(['/', '\\']));
        let is_doubled = doubled && (kind != PlaceholderKind::Unfilled || is_part_of_path);
        if in_place && (is_doubled || stands_alone && !fills_braces) {
            let range = word.range.start + range.start..word.range.start + range.end;
            found.push(Placeholder { range, kind });
        }
    }
}

/// `/path/to/x`, `__ROOT__/x`, `@ROOT@/x` in words that are paths.
fn unfilled_paths(line: &str, word: &Word, found: &mut Vec<Placeholder>) {
    let raw = word.raw(line);
    let is_path = raw.contains(['/', '\\']) && !raw.contains("://");
    let has_blank = word.parts.iter().any(|part| match &part.kind {
        PartKind::Literal(text) => text.contains(char::is_whitespace),
        _ => false,
    });
    if !is_path || has_blank {
        return;
    }
    let lower = raw.to_ascii_lowercase().replace('\\', "/");
    let example = ["/absolute/path/to/", "/full/path/to/", "/path/to/", "path/to/", "/your/path/"]
        .iter()
        .find_map(|example| lower.find(example).map(|at| at..at + example.len()))
        .filter(|range| {
            let before = lower[..range.start].rsplit(['"', '\'', '=']).next().unwrap_or_default();
            let is_absolute = before.is_empty() || before.starts_with('/') || before.contains(':');
            is_absolute
                && (lower.as_bytes()[range.start] == b'/' || before.is_empty() || before.ends_with('/'))
        });
    let range = example.or_else(|| marked_folder(raw));
    if let Some(range) = range {
        let range = word.range.start + range.start..word.range.start + range.end;
        found.push(Placeholder { range, kind: PlaceholderKind::Unfilled });
    }
}

/// A folder in capitals between marks: `__PLUGIN_ROOT__`, `@@ROOT@@`, `YOUR_PROJECT`.
fn marked_folder(raw: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for folder in raw.split(['/', '\\', '"', '\'', '=']) {
        let range = start..start + folder.len();
        start = range.end + 1;
        let inner = ["__", "@@", "%%"]
            .iter()
            .find_map(|mark| folder.strip_prefix(mark)?.strip_suffix(mark))
            .or_else(|| folder.strip_prefix("YOUR_"));
        let is_capital = |inner: &str| {
            inner.len() > 1
                && inner
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        };
        if inner.is_some_and(is_capital) {
            return Some(range);
        }
    }
    None
}

/// `<project-dir>` outside quotes, where a shell sees two redirections that no one writes.
fn angle_brackets(line: &str, found: &mut Vec<Placeholder>) {
    let bytes = line.as_bytes();
    let mut quote = None;
    let mut at = 0;
    while at < bytes.len() {
        match (quote, bytes[at]) {
            (Some(open), byte) if open == byte => quote = None,
            (None, byte @ (b'"' | b'\'' | b'`')) => quote = Some(byte),
            (_, b'\\') => at += 1,
            (None, b'<') => {
                if let Some(length) = angle_bracket_length(&line[at..]) {
                    let starts_word = at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b'/' | b'=');
                    if starts_word {
                        found.push(Placeholder { range: at..at + length, kind: PlaceholderKind::Unfilled });
                    }
                    at += length - 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
}

/// No placeholder between angle brackets is longer.
const LONGEST_NAME: usize = 80;

/// The length of `<a-name>` at the start, if what follows it cannot be the target of a redirection, or its name asks to be filled in.
fn angle_bracket_length(text: &str) -> Option<usize> {
    let close = text.bytes().take(LONGEST_NAME).position(|byte| b">\n|;&\"'".contains(&byte))?;
    let name = text.get(1..close).filter(|_| text.as_bytes()[close] == b'>')?;
    let is_name = name.starts_with(char::is_alphabetic)
        && name.chars().all(|sign| sign.is_alphanumeric() || matches!(sign, '-' | '_' | ' ' | '/'));
    if !is_name || name.ends_with(' ') {
        return None;
    }
    let rest = &text[close + 1..];
    let follows = rest.trim_start_matches([' ', '\t']);
    let no_target =
        follows.is_empty() || follows.starts_with(['/', '&', '|', ';', '\n', ')']) && !rest.starts_with('&');
    let lower = name.to_ascii_lowercase();
    let asks = ["your", "path", "project", "-dir", "_dir", "root", "-name", "_name"]
        .iter()
        .any(|word| lower.contains(word));
    (no_target || asks).then_some(close + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse;
    use PlaceholderKind::{Editor, File, Unfilled, Workspace};

    fn found(line: &str) -> Vec<(&str, PlaceholderKind)> {
        parse(line).placeholders().iter().map(|found| (&line[found.range.clone()], found.kind)).collect()
    }

    #[test]
    fn placeholders_of_editors_and_other_hosts_are_found() {
        assert_eq!(found("eslint --fix ${file}"), [("${file}", File)]);
        assert_eq!(found("prettier {{file}}"), [("{{file}}", File)]);
        assert_eq!(found("prettier --write \"{{ filePath }}\""), [("{{ filePath }}", File)]);
        assert_eq!(found("prettier {file}"), [("{file}", File)]);
        assert_eq!(found("node \"${workspaceFolder}/x.js\""), [("${workspaceFolder}", Workspace)]);
        assert_eq!(found("node ${env:HOME}/x.js"), [("${env:HOME}", Editor)]);
    }

    #[test]
    fn places_nobody_filled_in_are_found() {
        assert_eq!(found("node /path/to/x.js"), [("/path/to/", Unfilled)]);
        assert_eq!(found("python3 \"/ABC/PATH/TO/x.py\""), [("/PATH/TO/", Unfilled)]);
        assert_eq!(found("__PLUGIN_ROOT__/x.sh"), [("__PLUGIN_ROOT__", Unfilled)]);
        assert_eq!(found("cd <project-dir> && ./x 2>/dev/null"), [("<project-dir>", Unfilled)]);
        assert_eq!(found("node <your path>/x.js"), [("<your path>", Unfilled)]);
        assert_eq!(found("node {{ROOT}}/x.js"), [("{{ROOT}}", Unfilled)]);
        assert_eq!(found("{{command}}"), [("{{command}}", Unfilled)]);
        assert_eq!(found("node \"C:/path/to/x.js\""), [("/path/to/", Unfilled)]);
    }

    #[test]
    fn lookalikes_are_silent() {
        for line in [
            "for file in *.ts; do prettier \"${file}\"; done",
            "file=$(jq -r .file_path) && prettier \"${file}\"",
            "node -e 'console.log(`${file}`)'",
            "echo 'Run: npx x --name <cmd> and {{file}}'",
            "docker ps --format '{{.Names}}'",
            "gh pr list --template '{{range .}}{{.title}}{{end}}'",
            "xargs -I {file} cat {file}",
            "find . -name x -exec rm {} ;",
            "cat <in >out",
            "sort <in> out",
            "cat <in>out",
            "node src/__tests__/x.js",
            "python3 pkg/__main__.py",
            "prettier $file",
            "curl https://example.com/path/to/x",
            "echo {a,b}",
            "awk '{print}' x",
            "jq -c '{file_path}'",
            "jq {path}",
            "hg log -T '{file}'",
            "docker ps --format '{{json}}'",
            "docker inspect -f '{{name}}' x",
            "gh pr view -t '{{title}}'",
            "psql --format={{name}}",
            "sed 's/{{file}}/x/' template",
            "echo '{path}'",
            "grep -rn \"/path/to/x\" docs",
            "python3 -m pytest tests/path/to/test_x.py",
            "while getopts f: file; do echo ${file}; done",
            "printf -v file %s x; prettier ${file}",
            ": \"${file:=x}\"; prettier ${file}",
            "mapfile -t files; prettier \"${files[@]}\"",
            "pwsh -Command \"$file = 'x'; Get-Item ${file}\"",
        ] {
            assert_eq!(found(line), [], "{line}");
        }
    }
}
