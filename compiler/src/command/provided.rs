//! Programs that come from nowhere: no machine has them from the start, and nothing in the repository names them.

use std::ops::Range;
use std::path::Path;

use super::inside::Trees;
use super::interpreter::Interpreter;
use super::{CommandLine, Form};
use crate::source::Place;
use crate::system::System;

/// A manifest longer than this is not searched, and taken to provide everything.
const MAX_MANIFEST: u64 = 1 << 20;

/// Where a repository says which programs it brings or asks for.
const MANIFESTS: [&str; 34] = [
    "package.json",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "requirements.txt",
    "requirements-dev.txt",
    "Pipfile",
    "Cargo.toml",
    "go.mod",
    "Gemfile",
    "composer.json",
    "deno.json",
    "deno.jsonc",
    "mise.toml",
    ".mise.toml",
    ".tool-versions",
    "devbox.json",
    "flake.nix",
    "shell.nix",
    "Brewfile",
    "Makefile",
    "justfile",
    "Justfile",
    "Taskfile.yml",
    "Dockerfile",
    ".devcontainer/devcontainer.json",
    ".devcontainer/Dockerfile",
    ".cursor/environment.json",
    ".cursor/Dockerfile",
    "install.sh",
    "setup.sh",
    "README.md",
    "CONTRIBUTING.md",
    ".envrc",
];

/// Folders in which a repository keeps programs of its own.
const FOLDERS: [&str; 6] = ["bin", "scripts", "node_modules/.bin", ".venv/bin", "venv/bin", "tools"];

/// Programs that a machine for development is expected to have.
const EXPECTED: [&str; 105] = [
    "awk",
    "base64",
    "basename",
    "bc",
    "brew",
    "bundle",
    "bunx",
    "cargo",
    "cat",
    "chmod",
    "chown",
    "clang",
    "cmake",
    "cmd",
    "cmp",
    "comm",
    "composer",
    "cp",
    "curl",
    "cut",
    "date",
    "dd",
    "diff",
    "dirname",
    "docker",
    "dotnet",
    "du",
    "egrep",
    "env",
    "expr",
    "fgrep",
    "file",
    "find",
    "flock",
    "gawk",
    "gcc",
    "gem",
    "gh",
    "git",
    "go",
    "gradle",
    "grep",
    "gsed",
    "gunzip",
    "gzip",
    "head",
    "hostname",
    "id",
    "install",
    "java",
    "javac",
    "jq",
    "julia",
    "ln",
    "logger",
    "ls",
    "lua",
    "make",
    "md5sum",
    "mkdir",
    "mktemp",
    "mv",
    "mvn",
    "node",
    "npm",
    "npx",
    "nproc",
    "od",
    "openssl",
    "osascript",
    "paste",
    "php",
    "pip",
    "pip3",
    "pipx",
    "pnpm",
    "ps",
    "R",
    "Rscript",
    "readlink",
    "realpath",
    "rm",
    "rmdir",
    "rsync",
    "rustc",
    "sed",
    "seq",
    "sha256sum",
    "shasum",
    "sleep",
    "sort",
    "ssh",
    "stat",
    "swift",
    "tail",
    "tar",
    "tee",
    "touch",
    "tr",
    "uname",
    "uniq",
    "unzip",
    "uv",
    "uvx",
    "wc",
];

/// Programs of a line that nothing in the tree of its source provides, as ranges of the line. Empty where the tree is not known.
pub fn unprovided(line: &CommandLine, place: &Place, system: &dyn System) -> Vec<Range<usize>> {
    let Some(root) = place.root.as_deref().filter(|_| line.form() == Form::Posix) else { return Vec::new() };
    let trees = Trees::of(place, system);
    let unknown = line.programs().into_iter().filter(|program| {
        !program.guarded
            && !EXPECTED.contains(&program.name.as_str())
            && !is_other_interpreter(&program.name)
            && !is_named(&program.name, root, &trees)
    });
    unknown.map(|program| program.range).collect()
}

fn is_other_interpreter(name: &str) -> bool {
    Interpreter::named(name).is_some()
        || [
            "xargs",
            "which",
            "yarn",
            "poetry",
            "cygpath",
            "wslpath",
            "pwsh",
            "powershell",
            "nc",
            "perl",
            "ruby",
        ]
        .contains(&name)
}

/// Whether a manifest speaks of the program, or a folder of the repository holds it.
fn is_named(name: &str, root: &Path, trees: &Trees<'_>) -> bool {
    let in_a_folder = FOLDERS.iter().any(|folder| trees.has_file(&root.join(folder).join(name)));
    in_a_folder
        || MANIFESTS.iter().map(|manifest| root.join(manifest)).filter(|path| trees.has_file(path)).any(
            |path| match trees.system().read(&path, MAX_MANIFEST) {
                Ok(bytes) => contains(&bytes, name.as_bytes()),
                Err(_) => true,
            },
        )
}

fn contains(text: &[u8], name: &[u8]) -> bool {
    !name.is_empty() && text.windows(name.len()).any(|window| window == name)
}
