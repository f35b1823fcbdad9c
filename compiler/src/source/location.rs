//! The role of a file that the user named, by where it lies.

use std::ffi::OsStr;
use std::path::Path;

use hookc_schema::SourceKind;

use super::file_name::{self, FileName};
use super::folders::{self, Owner};
use super::harvest::{Basket, Candidate};
use super::shape::{self, Shape};
use super::standing::Standing;
use super::{MAX_FILE, Role, Unread, dotfiles, plugin, walk};

/// Folders of other products, which keep hooks or settings of their own kind there.
const FOREIGN: [&str; 20] = [
    ".github",
    ".codex",
    ".windsurf",
    ".codeium",
    ".gemini",
    ".mastracode",
    ".qwen",
    ".copilot",
    ".kiro",
    ".factory",
    ".augment",
    ".opencode",
    ".cline",
    ".continue",
    ".roo",
    ".amazonq",
    ".junie",
    ".trae",
    ".vscode",
    ".zed",
];

/// So many folders above a file may be the root of its plugin.
const MAX_PLUGIN_DEPTH: usize = 8;

/// Takes the file, which exists; `real` is where a link at its path leads.
pub(super) fn take(basket: &mut Basket<'_, '_>, path: &Path, real: Option<&Path>) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(OsStr::to_str)) else {
        return basket.take(unplaced(path, Role::Foreign, None), real);
    };
    let root = folder.parent().unwrap_or(folder);
    match (folder.file_name().and_then(OsStr::to_str), name) {
        (Some(".cursor"), _) => in_cursor(basket, path, root, name, real),
        (Some(".claude"), "settings.json" | "settings.local.json") => {
            in_claude(basket, path, root, name, real);
        }
        (Some(".cursor-plugin" | ".claude-plugin"), "plugin.json") => {
            plugin::search(basket, root);
            // Where Cursor's manifest wins, Claude's is another product's file; a file is reported once in its best role.
            basket.take(unplaced(path, Role::Foreign, None), real);
        }
        _ => elsewhere(basket, path, folder, name, real),
    }
}

fn in_cursor(basket: &mut Basket<'_, '_>, path: &Path, root: &Path, name: &str, real: Option<&Path>) {
    let owner = if basket.scope.home.as_deref() == Some(root) {
        Owner::User
    } else {
        let beside = basket.system().read_dir(root).unwrap_or_default();
        Owner::Project { home_like: dotfiles::is_home_like(root, true, &beside) }
    };
    let source = if owner == Owner::User { SourceKind::User } else { SourceKind::Project };
    let role = match file_name::read(name) {
        FileName::Hooks if is_in_templates(basket, root) => Role::Template(source),
        FileName::Hooks => {
            let standing = Standing::File(real.map(Path::to_path_buf));
            return folders::offer_hooks(basket, root, &root.join(".cursor"), owner, standing);
        }
        FileName::Template => Role::Template(source),
        FileName::Odd => Role::Unread(Unread::OddName),
        FileName::Other if name == "settings.json" && shape_of(basket, path) != Shape::None => {
            Role::Unread(Unread::InSettings)
        }
        FileName::Other if shape_of(basket, path) != Shape::None => Role::Unread(Unread::OddName),
        FileName::Other => return basket.take(unplaced(path, Role::Foreign, None), real),
    };
    basket.take(rooted(path, role, source, root), real);
}

fn in_claude(basket: &mut Basket<'_, '_>, path: &Path, root: &Path, name: &str, real: Option<&Path>) {
    let is_home = basket.scope.home.as_deref() == Some(root);
    let source = match name {
        "settings.json" if is_home => SourceKind::ClaudeUser,
        "settings.json" => SourceKind::ClaudeProject,
        _ => SourceKind::ClaudeLocal,
    };
    let mut candidate = folders::claude_settings(path.to_path_buf(), source, root);
    if is_in_templates(basket, root) {
        candidate.role = Role::Template(source);
    }
    basket.take(candidate, real);
}

fn elsewhere(basket: &mut Basket<'_, '_>, path: &Path, folder: &Path, name: &str, real: Option<&Path>) {
    let is_hooks = name == "hooks.json";
    let standing = || Standing::File(real.map(Path::to_path_buf));
    if is_hooks && folders::is_enterprise(folder) {
        return folders::in_own_folder(basket, folder, SourceKind::Enterprise, standing());
    }
    if is_hooks && folders::is_team(folder) {
        return folders::in_own_folder(basket, folder, SourceKind::Team, standing());
    }
    if is_hooks && folder.file_name().is_some_and(dotfiles::is_chezmoi) {
        return folders::chezmoi(basket, folder);
    }
    let plugin = plugin_above(basket, folder);
    if let Some((root, plugin)) = &plugin
        && plugin.files.iter().any(|(file, _)| file == path)
    {
        return basket.take(rooted(path, plugin.role(), SourceKind::Plugin, root), real);
    }
    let candidate = without_manifest(basket, path, folder, name, plugin.is_some());
    basket.take(candidate, real);
}

/// The role of a file that no manifest names.
fn without_manifest<'p>(
    basket: &Basket<'_, '_>,
    path: &'p Path,
    folder: &'p Path,
    name: &str,
    in_plugin: bool,
) -> Candidate<'p> {
    let root = folder.parent().unwrap_or(folder);
    let is_hooks = name == "hooks.json";
    if is_hooks && folder.ends_with(".cursor/hooks") {
        let project = root.parent().unwrap_or(root);
        return rooted(path, Role::Unread(Unread::BesideScripts), SourceKind::Project, project);
    }
    if is_hooks && let Some(project) = walk::project_of(folder) {
        return rooted(path, Role::Unread(Unread::PluginFolderInProject), SourceKind::Project, project);
    }
    let is_foreign = |folder: &Path| {
        folder.file_name().and_then(OsStr::to_str).is_some_and(|name| FOREIGN.contains(&name))
    };
    if is_foreign(folder) || is_foreign(root) {
        return unplaced(path, Role::Foreign, None);
    }
    let shape = shape_of(basket, path);
    if is_hooks && folder.ends_with("hooks") {
        return match (shape, in_plugin) {
            // The manifest names another file, so this one is there for Claude.
            (Shape::Claude, true) => unplaced(path, Role::Foreign, None),
            (Shape::Claude, false) => rooted(path, Role::ClaudePluginHooks, SourceKind::Plugin, root),
            _ => rooted(path, Role::Hooks(SourceKind::Plugin), SourceKind::Plugin, root),
        };
    }
    let (role, source) = match name {
        "settings.json" if shape == Shape::Claude => {
            (Role::Hooks(SourceKind::ClaudeProject), SourceKind::ClaudeProject)
        }
        "settings.local.json" if shape == Shape::Claude => {
            (Role::Hooks(SourceKind::ClaudeLocal), SourceKind::ClaudeLocal)
        }
        _ if file_name::read(name) == FileName::Template => {
            (Role::Template(SourceKind::Project), SourceKind::Project)
        }
        _ => (Role::Hooks(SourceKind::Project), SourceKind::Project),
    };
    unplaced(path, role, Some(source))
}

/// The nearest plugin that the folder is part of. The search ends at the root of a repository.
fn plugin_above<'p>(basket: &Basket<'_, '_>, folder: &'p Path) -> Option<(&'p Path, plugin::Plugin)> {
    for root in folder.ancestors().take(MAX_PLUGIN_DEPTH) {
        if let Some(plugin) = plugin::survey(basket, root) {
            return Some((root, plugin));
        }
        if basket.system().symlink_metadata(&root.join(".git")).is_ok() {
            return None;
        }
    }
    None
}

fn is_in_templates(basket: &Basket<'_, '_>, root: &Path) -> bool {
    let inside = root.strip_prefix(&basket.scope.root).unwrap_or(Path::new(""));
    inside.iter().any(walk::is_template_folder)
}

fn shape_of(basket: &Basket<'_, '_>, path: &Path) -> Shape {
    basket.system().read(path, MAX_FILE).map_or(Shape::None, |bytes| shape::of(&bytes))
}

fn rooted<'p>(path: &Path, role: Role, source: SourceKind, root: &'p Path) -> Candidate<'p> {
    let (root, working_directory) = (Some(root), Some(root));
    Candidate { path: path.to_path_buf(), role, source: Some(source), root, working_directory }
}

/// A file of which nothing is known but its text.
fn unplaced(path: &Path, role: Role, source: Option<SourceKind>) -> Candidate<'static> {
    Candidate { path: path.to_path_buf(), role, source, root: None, working_directory: None }
}
