//! Files that were named and hold no hooks: scripts, above all. Whoever names one means the hooks that run it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::shape::{self, Shape};
use super::standing::{self, Standing};
use super::{MAX_FILE, discover, file_name};
use crate::system::System;

/// Endings of scripts, whatever stands in them.
const SCRIPTS: [&str; 22] = [
    "sh", "bash", "zsh", "fish", "ksh", "py", "js", "mjs", "cjs", "ts", "mts", "cts", "tsx", "jsx", "ps1",
    "psm1", "rb", "pl", "php", "lua", "cmd", "bat",
];

/// Endings of data, in which hooks can stand.
const DATA: [&str; 5] = ["json", "jsonc", "json5", "yaml", "yml"];

/// The folders that hold the hooks of a project or plugin.
const FOLDERS: [&str; 4] = [".cursor", ".claude", ".cursor-plugin", ".claude-plugin"];

/// So many folders above a script are looked into.
const MAX_ABOVE: usize = 16;

/// Whether what was named is a file beside the hooks: one that no reader of hooks would take for them, by its name or, where that tells
/// nothing, by its text. What is not there, or is no file, is not.
pub fn is_beside_hooks(system: &dyn System, typed: &Path) -> bool {
    let path = discover::absolute(system, typed);
    if !matches!(standing::at(system, &path, || None), Standing::File(_)) {
        return false;
    }
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    if SCRIPTS.contains(&ending.as_str()) {
        return true;
    }
    if DATA.contains(&ending.as_str()) || file_name::read(name) != file_name::FileName::Other {
        return false;
    }
    let Ok(bytes) = system.read(&path, MAX_FILE) else { return false };
    if bytes.starts_with(b"#!") {
        return true;
    }
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes).trim_ascii_start();
    !text.starts_with(b"{") && !text.starts_with(b"[") && shape::of(&bytes) == Shape::None
}

/// The folders around a file in which the hooks stand that may run it, innermost first, up to the root of its repository.
pub fn hooks_around(system: &dyn System, typed: &Path) -> Vec<PathBuf> {
    let path = discover::absolute(system, typed);
    let current = discover::absolute(system, Path::new("."));
    let mut found = Vec::new();
    for root in path.ancestors().skip(1).take(MAX_ABOVE) {
        for folder in FOLDERS.map(|name| root.join(name)) {
            if matches!(standing::at(system, &folder, || None), Standing::Folder) {
                found.push(folder.strip_prefix(&current).unwrap_or(&folder).to_path_buf());
            }
        }
        if system.symlink_metadata(&root.join(".git")).is_ok() {
            break;
        }
    }
    found
}
