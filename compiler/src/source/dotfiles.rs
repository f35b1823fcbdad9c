//! Home folders kept in a repository. Their `.cursor/hooks.json` becomes the user's, whose paths start from `.cursor` (HOOKS.md 0.9), so that the very text that is
//! a mistake in a project is right there.
//!
//! A file counts as the user's only if both its surroundings and its own paths say so:
//! - the folder is called `dot_cursor` (chezmoi); that alone is enough; or
//! - the folder above `.cursor` has the name of a home folder or of a package of one (`home`, `cursor`, `dotfiles`), lies below the folder that was
//!   given and is no repository itself, or it holds other files of a home folder (`.bashrc`, `.gitconfig`); and no script of the file is in the place where a project
//!   would have it, nor written as a project would write it, and at least one script is named relative to `.cursor` or through `~/.cursor`.

use std::ffi::OsStr;
use std::path::Path;

use serde_json::Value;

use crate::inside::Trees;
use crate::system::{Entry, System, normalize};

use super::shape;

const HOME_NAMES: [&str; 7] = ["home", "cursor", "dotfiles", "dots", "dotcursor", "user", "homedir"];
const HOME_FILES: [&str; 11] = [
    ".bashrc",
    ".bash_profile",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".gitconfig",
    ".vimrc",
    ".tmux.conf",
    ".inputrc",
    ".Xresources",
];

/// Whether a folder stands for `.cursor` in a chezmoi repository: `dot_cursor`, `private_dot_cursor`.
pub(super) fn is_chezmoi(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name == "dot_cursor" || name.ends_with("_dot_cursor"))
}

/// Whether a folder looks like a home folder kept in a repository.
pub(super) fn is_home_like(folder: &Path, below_given: bool, entries: &[Entry]) -> bool {
    let has = |name: &str| entries.iter().any(|entry| entry.name == name);
    let name = folder.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let by_name = below_given && HOME_NAMES.contains(&name) && !has(".git");
    by_name || HOME_FILES.into_iter().any(has)
}

/// Whether the hooks of `root/.cursor/hooks.json` are written for a home folder. Unsure is no.
pub(super) fn is_written_for_home(system: &dyn System, root: &Path, hooks: &[u8]) -> bool {
    let Some(json) = shape::parse(hooks) else { return false };
    let inside = Trees::at(root, system);
    let mut evidence = false;
    for script in commands(&json).into_iter().filter_map(first_path) {
        if script.starts_with("~/.cursor/")
            || script.starts_with("$HOME/.cursor/")
            || is_in_a_named_home(script)
        {
            evidence = true;
        } else if script.starts_with(['~', '$', '/', '%']) {
            // A path that does not depend on the working directory says nothing.
        } else if script.trim_start_matches("./").starts_with(".cursor/")
            || inside.has(&normalize(&root.join(script)))
        {
            return false;
        } else {
            evidence = true;
        }
    }
    evidence
}

/// `/Users/ann/.cursor/…`.
fn is_in_a_named_home(script: &str) -> bool {
    let parts: Vec<&str> = script.split('/').take(4).collect();
    matches!(parts.as_slice(), ["", "Users" | "home", _, ".cursor"])
}

fn commands(json: &Value) -> Vec<&str> {
    let Some(events) = json.get("hooks").and_then(Value::as_object) else { return Vec::new() };
    let entries = events.values().filter_map(Value::as_array).flatten();
    entries.filter_map(|entry| entry.get("command")?.as_str()).collect()
}

/// The first word of a command that has the form of a path.
fn first_path(command: &str) -> Option<&str> {
    command
        .split_whitespace()
        .map(|word| word.trim_matches(['"', '\'']))
        .find(|word| word.contains('/') && !word.contains("://") && !word.starts_with('-'))
}
