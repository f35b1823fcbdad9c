//! A plugin: its manifest, and the hooks files that count through it.

use std::path::{Path, PathBuf};

use hookc_schema::SourceKind;

use super::harvest::{Basket, Candidate};
use super::manifest::{self, Manifest, Unreachable, UnreachableReason};
use super::standing::Standing;
use super::{MAX_FILE, ProblemKind, Role};

/// The hooks file of a plugin whose manifest names none.
const DEFAULT_FILE: &str = "hooks/hooks.json";

/// What the manifests in a plugin root amount to.
#[derive(Debug)]
pub(super) struct Plugin {
    root: PathBuf,
    manifest: Option<Described>,
    /// The hooks files that exist, each with its real path if a link leads there.
    pub(super) files: Vec<(PathBuf, Option<PathBuf>)>,
    unreachable: Vec<Unreachable>,
    problems: Vec<(PathBuf, ProblemKind)>,
}

#[derive(Debug)]
struct Described {
    path: PathBuf,
    real: Option<PathBuf>,
    claude: bool,
    hooks: Manifest,
}

/// The plugin at the root, or `None` without a manifest. Cursor's manifest wins over Claude's (HOOKS.md 0.10).
pub(super) fn survey(basket: &Basket<'_, '_>, root: &Path) -> Option<Plugin> {
    let mut plugin = Plugin {
        root: root.to_path_buf(),
        manifest: None,
        files: Vec::new(),
        unreachable: Vec::new(),
        problems: Vec::new(),
    };
    for (name, claude) in [(".cursor-plugin/plugin.json", false), (".claude-plugin/plugin.json", true)] {
        let path = root.join(name);
        match basket.below(root, name) {
            Standing::Absent => {}
            Standing::Folder => return Some(plugin.with_problem(path, ProblemKind::NotAFile)),
            Standing::Wrong(kind) => return Some(plugin.with_problem(path, kind)),
            Standing::File(real) => {
                match basket.system().read(&path, MAX_FILE) {
                    Ok(bytes) => {
                        plugin.add_files(basket, claude, &Manifest::parse(&bytes));
                        plugin.manifest =
                            Some(Described { path, real, claude, hooks: Manifest::parse(&bytes) });
                    }
                    Err(error) => plugin.problems.push((path, ProblemKind::of(&error))),
                }
                return Some(plugin);
            }
        }
    }
    None
}

/// Takes the plugin at the root, if there is one.
pub(super) fn search(basket: &mut Basket<'_, '_>, root: &Path) -> bool {
    let plugin = survey(basket, root);
    plugin.map(|plugin| plugin.offer(basket)).is_some()
}

/// Takes the default hooks file of a plugin folder that has no manifest.
pub(super) fn search_without_manifest(basket: &mut Basket<'_, '_>, root: &Path) {
    let standing = basket.below(root, DEFAULT_FILE);
    basket.offer(candidate(root.join(DEFAULT_FILE), Role::Hooks(SourceKind::Plugin), root), standing);
}

impl Plugin {
    fn with_problem(mut self, path: PathBuf, kind: ProblemKind) -> Self {
        self.problems.push((path, kind));
        self
    }

    /// The named files; the default one too where the manifest names none, and always for Claude, which adds the named ones to it.
    fn add_files(&mut self, basket: &Basket<'_, '_>, claude: bool, hooks: &Manifest) {
        for (pointer, name) in &hooks.named {
            match manifest::resolve(basket.system(), &self.root, || basket.scope.tree(), name) {
                Ok(file) => self.files.push(file),
                Err(reason) => {
                    let is_file_at_fault = |kind: &ProblemKind| *kind != ProblemKind::NotAFile;
                    if let UnreachableReason::Wrong(kind) = &reason
                        && is_file_at_fault(kind)
                    {
                        self.problems.push((self.root.join(name), kind.clone()));
                    }
                    let (pointer, path) = (pointer.clone(), name.clone());
                    self.unreachable.push(Unreachable { pointer, path, reason });
                }
            }
        }
        let default = self.root.join(DEFAULT_FILE);
        if (claude || !hooks.declares) && !self.files.iter().any(|(path, _)| *path == default) {
            match basket.below(&self.root, DEFAULT_FILE) {
                Standing::Absent => {}
                Standing::File(real) => self.files.push((default, real)),
                Standing::Folder => self.problems.push((default, ProblemKind::NotAFile)),
                Standing::Wrong(kind) => self.problems.push((default, kind)),
            }
        }
    }

    /// The role of the plugin's hooks files.
    pub(super) fn role(&self) -> Role {
        match &self.manifest {
            Some(manifest) if manifest.claude => Role::ClaudePluginHooks,
            _ => Role::Hooks(SourceKind::Plugin),
        }
    }

    /// Takes all that has to do with hooks; a plugin without any leaves nothing.
    pub(super) fn offer(self, basket: &mut Basket<'_, '_>) {
        let role = self.role();
        let has_hooks = !self.files.is_empty();
        for (path, real) in self.files {
            basket.take(candidate(path, role.clone(), &self.root), real.as_deref());
        }
        for (path, kind) in self.problems {
            basket.trouble(path, Some(SourceKind::Plugin), kind);
        }
        let Some(Described { path, real, claude, hooks }) = self.manifest else { return };
        if has_hooks || hooks.declares || !hooks.valid {
            let role = Role::PluginManifest { claude, inline: hooks.inline, unreachable: self.unreachable };
            basket.take(candidate(path, role, &self.root), real.as_deref());
        }
    }
}

fn candidate(path: PathBuf, role: Role, root: &Path) -> Candidate<'_> {
    Candidate {
        path,
        role,
        source: Some(SourceKind::Plugin),
        root: Some(root),
        working_directory: Some(root),
    }
}
