//! What a plugin's manifest says about hooks (HOOKS.md 3).

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::system::{System, normalize};

use super::standing::{self, Standing};
use super::{ProblemKind, shape};

/// A hooks file that a manifest names and that cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreachable {
    /// The JSON pointer of the name in the manifest: `/hooks`, or `/hooks/0` in a list.
    pub pointer: String,
    /// The name as written.
    pub path: String,
    /// Why it cannot be loaded.
    pub reason: UnreachableReason,
}

/// Why a hooks file that a manifest names cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnreachableReason {
    /// Nothing is there.
    Absent,
    /// It lies outside of the plugin, which is installed without it.
    OutsidePlugin,
    /// Something is there that cannot be read as a file; it is among the [`Problem`](super::Problem)s too, except for a folder.
    Wrong(ProblemKind),
}

/// The hooks of a manifest.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    /// Whether the text is a JSON object. What is no JSON says nothing about hooks.
    pub(super) valid: bool,
    /// Whether there is a member `hooks`, of whatever type; the default file counts only without one.
    pub(super) declares: bool,
    /// Whether hooks stand in the manifest itself.
    pub(super) inline: bool,
    /// The names of hooks files, each with its JSON pointer.
    pub(super) named: Vec<(String, String)>,
}

impl Manifest {
    pub(super) fn parse(bytes: &[u8]) -> Self {
        let mut manifest = Self::default();
        let Some(Value::Object(members)) = shape::parse(bytes) else { return manifest };
        manifest.valid = true;
        match members.get("hooks") {
            Some(Value::Array(list)) => {
                for (index, hooks) in list.iter().enumerate() {
                    manifest.declare(&format!("/hooks/{index}"), hooks);
                }
            }
            Some(hooks) => manifest.declare("/hooks", hooks),
            None => {}
        }
        manifest
    }

    fn declare(&mut self, pointer: &str, hooks: &Value) {
        match hooks {
            Value::Object(_) => self.inline = true,
            Value::String(path) => self.named.push((pointer.to_owned(), path.clone())),
            Value::Null => return,
            Value::Bool(_) | Value::Number(_) | Value::Array(_) => {}
        }
        self.declares = true;
    }
}

/// The file that a manifest in the plugin `root` calls `name`, with its real path if a link leads there.
pub(super) fn resolve(
    system: &dyn System,
    root: &Path,
    tree: impl Fn() -> Option<PathBuf>,
    name: &str,
) -> Result<(PathBuf, Option<PathBuf>), UnreachableReason> {
    let relative = ["${CURSOR_PLUGIN_ROOT}", "${CLAUDE_PLUGIN_ROOT}"]
        .iter()
        .find_map(|variable| name.strip_prefix(variable))
        .unwrap_or(name)
        .trim_start_matches('/');
    let path = normalize(&root.join(relative));
    if !path.starts_with(root) {
        return Err(UnreachableReason::OutsidePlugin);
    }
    let rest = path.strip_prefix(root).unwrap_or(&path);
    match standing::below(system, root, rest, &tree) {
        Standing::File(real) => Ok((path, real)),
        Standing::Absent => Err(UnreachableReason::Absent),
        Standing::Wrong(kind) => Err(UnreachableReason::Wrong(kind)),
        Standing::Folder => {
            let inside = path.join("hooks.json");
            match standing::at(system, &inside, &tree) {
                Standing::File(real) => Ok((inside, real)),
                Standing::Absent | Standing::Folder | Standing::Wrong(_) => {
                    Err(UnreachableReason::Wrong(ProblemKind::NotAFile))
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(path: &str, pointer: &str) -> (String, String) {
        (pointer.to_owned(), path.to_owned())
    }

    #[test]
    fn hooks_are_a_path_an_object_or_a_list_of_both() {
        let path = Manifest::parse(br#"{"hooks": "./h.json"}"#);
        assert_eq!(path.named, [named("./h.json", "/hooks")]);
        assert!(path.declares && !path.inline);

        assert!(Manifest::parse(br#"{"hooks": {"hooks": {}}}"#).inline);

        let list = Manifest::parse(br#"{"hooks": ["a.json", {}]}"#);
        assert_eq!(list.named, [named("a.json", "/hooks/0")]);
        assert!(list.inline);
    }

    #[test]
    fn a_manifest_without_hooks_declares_none() {
        assert!(!Manifest::parse(br#"{"name": "x"}"#).declares);
        assert!(!Manifest::parse(br#"{"hooks": null}"#).declares);
    }

    #[test]
    fn a_broken_manifest_is_told_apart_from_an_empty_one() {
        assert!(!Manifest::parse(b"{ // no JSON\n}").valid);
        assert!(Manifest::parse(b"{}").valid);
    }
}
