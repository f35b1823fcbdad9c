//! The search through a tree.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use hookc_schema::SourceKind;

use crate::parallel;
use crate::system::FileKind;

use super::folders::{self, Owner, PROJECT};
use super::harvest::{Basket, Harvest, Scope};
use super::{ProblemKind, Unread, dotfiles, plugin};

/// Folders that are not searched (HOOKS.md 0.10).
const SKIPPED: [&str; 4] = [".git", "node_modules", "target", ".venv"];

/// Folders whose projects are material for other projects, installed nowhere: searched only from inside.
const TEMPLATES: [&str; 8] =
    ["template", "templates", "_template", "_templates", "skeleton", "skeletons", "scaffold", "boilerplate"];

/// Folders of material for tests, faulty on purpose: searched only from inside, too.
const FIXTURES: [&str; 4] = ["fixtures", "__fixtures__", "testdata", "test-fixtures"];

/// Deeper folders are not searched; no tree that people make comes near.
const MAX_DEPTH: u16 = 128;

/// From this many folders on, side by side, they are searched by several threads: fewer are done before a thread has started.
const PARALLEL_FROM: usize = 128;

/// A folder to search.
#[derive(Debug, Clone)]
pub(super) struct Task {
    /// The scope that it belongs to, as an index.
    pub(super) scope: usize,
    pub(super) folder: PathBuf,
    pub(super) depth: u16,
    /// Whether it lies below a project's `.cursor-plugin`.
    pub(super) in_plugin_folder: bool,
}

impl Task {
    /// The start of a search.
    pub(super) fn start(scope: usize, folder: PathBuf) -> Self {
        Self { scope, folder, depth: 0, in_plugin_folder: false }
    }

    fn child(&self, name: &OsStr) -> Self {
        Self { folder: self.folder.join(name), depth: self.depth + 1, ..*self }
    }
}

/// Whether a folder of this name holds material for other projects.
pub(super) fn is_template_folder(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| TEMPLATES.contains(&name))
}

/// Searches the folders and all below them. Links to folders are not followed, so that every folder is met once.
pub(super) fn search(scopes: &[Scope<'_>], tasks: Vec<Task>) -> Harvest {
    let mut harvest = Harvest::default();
    let mut level = tasks;
    while !level.is_empty() && level.len() < PARALLEL_FROM {
        let mut next = Vec::new();
        for task in &level {
            visit(scopes, task, &mut harvest, &mut next);
        }
        level = next;
    }
    for more in parallel::map(&level, |task| search_below(scopes, task)) {
        harvest.append(more);
    }
    harvest
}

fn search_below(scopes: &[Scope<'_>], task: &Task) -> Harvest {
    let mut harvest = Harvest::default();
    let mut open = Vec::new();
    visit(scopes, task, &mut harvest, &mut open);
    while let Some(task) = open.pop() {
        visit(scopes, &task, &mut harvest, &mut open);
    }
    harvest
}

/// Looks at one folder; the folders in it that are to be searched join `open`.
fn visit(scopes: &[Scope<'_>], task: &Task, harvest: &mut Harvest, open: &mut Vec<Task>) {
    let scope = &scopes[task.scope];
    let mut basket = Basket { scope, harvest };
    let entries = match scope.system.read_dir(&task.folder) {
        Ok(entries) => entries,
        Err(error) => {
            let kind = match task.depth {
                0 => ProblemKind::Unreadable(error.kind()),
                _ => ProblemKind::UnreadableFolder(error.kind()),
            };
            return basket.trouble(task.folder.clone(), None, kind);
        }
    };
    let mut is_plugin = false;
    for entry in &entries {
        match (entry.kind, entry.name.to_str()) {
            (FileKind::Directory, Some(name)) if SKIPPED.contains(&name) => {}
            (FileKind::Directory, _) if is_template_folder(&entry.name) => {}
            (FileKind::Directory, Some(name)) if FIXTURES.contains(&name) => {}
            (FileKind::Directory | FileKind::Symlink, Some(".cursor")) => {
                let home_like = dotfiles::is_home_like(&task.folder, task.depth > 0, &entries);
                let standing = basket.of_entry(&task.folder.join(".cursor"), entry.kind);
                folders::cursor(&mut basket, &task.folder, Owner::Project { home_like }, standing);
            }
            (FileKind::Directory | FileKind::Symlink, Some(".claude")) => {
                let standing = basket.of_entry(&task.folder.join(".claude"), entry.kind);
                folders::claude(&mut basket, &task.folder, PROJECT, &standing);
            }
            (FileKind::Directory | FileKind::Symlink, Some(".claude-plugin")) => is_plugin = true,
            (FileKind::Symlink, Some(".cursor-plugin")) => is_plugin = true,
            (FileKind::Directory, Some(".cursor-plugin")) => {
                is_plugin = true;
                push(open, Task { in_plugin_folder: true, ..task.child(&entry.name) });
            }
            (FileKind::Directory, _) if dotfiles::is_chezmoi(&entry.name) => {
                folders::chezmoi(&mut basket, &task.folder.join(&entry.name));
            }
            (FileKind::Directory, _) => push(open, task.child(&entry.name)),
            (FileKind::File, Some("hooks.json")) if task.in_plugin_folder => {
                let path = task.folder.join("hooks.json");
                let root = project_of(&task.folder).unwrap_or(&scope.root);
                let reason = Unread::PluginFolderInProject;
                folders::offer_unread(&mut basket, root, path, SourceKind::Project, reason);
            }
            _ => {}
        }
    }
    if is_plugin {
        plugin::search(&mut basket, &task.folder);
    }
}

/// The project whose `.cursor-plugin` the folder is or lies below.
pub(super) fn project_of(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|ancestor| ancestor.ends_with(".cursor-plugin"))?.parent()
}

fn push(open: &mut Vec<Task>, task: Task) {
    if task.depth <= MAX_DEPTH {
        open.push(task);
    }
}
