//! What the folders that hosts know hold: `.cursor`, `.claude`, the system's and a team's.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use hookc_schema::SourceKind;

use crate::system::{FileKind, normalize};

use super::file_name::{self, FileName};
use super::harvest::{Basket, Candidate};
use super::shape::{self, Shape};
use super::standing::{Standing, is_absent};
use super::{MAX_FILE, ProblemKind, Role, Unread, dotfiles};

/// Whose `.cursor` or `.claude` a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// A project's; `home_like` if it may be a home folder kept in a repository.
    Project { home_like: bool },
    /// The user's own.
    User,
}

/// A project that is surely one.
pub(super) const PROJECT: Owner = Owner::Project { home_like: false };

impl Owner {
    fn source(self) -> SourceKind {
        match self {
            Self::Project { .. } => SourceKind::Project,
            Self::User => SourceKind::User,
        }
    }
}

/// Looks through `root/.cursor` if a folder stands there.
pub(super) fn cursor(basket: &mut Basket<'_, '_>, root: &Path, owner: Owner, standing: Standing) {
    match standing {
        Standing::Folder => in_cursor(basket, root, owner),
        Standing::Wrong(kind) => basket.trouble(root.join(".cursor"), Some(owner.source()), kind),
        Standing::Absent | Standing::File(_) => {}
    }
}

fn in_cursor(basket: &mut Basket<'_, '_>, root: &Path, owner: Owner) {
    let folder = root.join(".cursor");
    let source = owner.source();
    basket.system().prepare(&folder);
    let hooks = basket.below(&folder, "hooks.json");
    if hooks == Standing::Absent {
        odd_names(basket, root, &folder, source);
    } else {
        offer_hooks(basket, root, &folder, owner, hooks);
    }
    let scripts = folder.join("hooks");
    if kind_at(basket, &scripts) == Some(FileKind::Directory) {
        basket.system().prepare(&scripts);
        offer_unread(basket, root, scripts.join("hooks.json"), source, Unread::BesideScripts);
    }
    offer_unread(basket, root, folder.join("settings.json"), source, Unread::InSettings);
}

fn kind_at(basket: &Basket<'_, '_>, path: &Path) -> Option<FileKind> {
    basket.system().kind_in(path.parent()?, path.file_name()?).ok()
}

fn odd_names(basket: &mut Basket<'_, '_>, root: &Path, folder: &Path, source: SourceKind) {
    let entries = match basket.system().read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if is_absent(&error) => return,
        Err(error) => {
            let kind = ProblemKind::Unreadable(error.kind());
            return basket.trouble(folder.to_path_buf(), Some(source), kind);
        }
    };
    let is_odd = |name: &OsStr| name.to_str().is_some_and(|name| file_name::read(name) == FileName::Odd);
    for entry in entries.into_iter().filter(|entry| is_odd(&entry.name)) {
        offer_unread(basket, root, folder.join(&entry.name), source, Unread::OddName);
    }
}

/// Takes `folder/hooks.json`, as the user's where it is written for a home folder.
pub(super) fn offer_hooks(
    basket: &mut Basket<'_, '_>,
    root: &Path,
    folder: &Path,
    owner: Owner,
    standing: Standing,
) {
    let path = folder.join("hooks.json");
    let is_file = matches!(standing, Standing::File(_));
    let is_template = is_file
        && owner == (Owner::Project { home_like: true })
        && basket
            .system()
            .read(&path, MAX_FILE)
            .is_ok_and(|hooks| dotfiles::is_written_for_home(basket.system(), root, &hooks));
    let (role, source) = if is_template {
        (Role::Template(SourceKind::User), SourceKind::User)
    } else {
        (Role::Hooks(owner.source()), owner.source())
    };
    basket.offer(cursor_file(path, role, source, root, folder), standing);
}

fn cursor_file<'p>(
    path: PathBuf,
    role: Role,
    source: SourceKind,
    root: &'p Path,
    folder: &'p Path,
) -> Candidate<'p> {
    let working_directory = if source == SourceKind::User { folder } else { root };
    let working_directory = Some(working_directory);
    Candidate { path, role, source: Some(source), root: Some(root), working_directory }
}

/// Takes a regular file that nothing reads, if it holds hooks at all.
pub(super) fn offer_unread(
    basket: &mut Basket<'_, '_>,
    root: &Path,
    path: PathBuf,
    source: SourceKind,
    reason: Unread,
) {
    if kind_at(basket, &path) != Some(FileKind::File) {
        return;
    }
    let text = basket.system().read(&path, MAX_FILE);
    if text.is_ok_and(|text| shape::of(&text) != Shape::None) {
        let role = Role::Unread(reason);
        let (root, working_directory) = (Some(root), Some(root));
        basket.take(Candidate { path, role, source: Some(source), root, working_directory }, None);
    }
}

/// Looks through `root/.claude` if a folder stands there. A link that leads nowhere is Claude's own matter.
pub(super) fn claude(basket: &mut Basket<'_, '_>, root: &Path, owner: Owner, standing: &Standing) {
    if *standing != Standing::Folder {
        return;
    }
    let folder = root.join(".claude");
    let files: &[(&str, SourceKind)] = match owner {
        Owner::Project { .. } => {
            &[("settings.json", SourceKind::ClaudeProject), ("settings.local.json", SourceKind::ClaudeLocal)]
        }
        Owner::User => &[("settings.json", SourceKind::ClaudeUser)],
    };
    for &(name, source) in files {
        let standing = basket.below(&folder, name);
        basket.offer(claude_settings(folder.join(name), source, root), standing);
    }
}

/// The three Claude sources run in the project root, which is not known for the user's (HOOKS.md 0.9).
pub(super) fn claude_settings(path: PathBuf, source: SourceKind, root: &Path) -> Candidate<'_> {
    let working_directory = (source != SourceKind::ClaudeUser).then_some(root);
    Candidate { path, role: Role::Hooks(source), source: Some(source), root: Some(root), working_directory }
}

/// Looks into a chezmoi folder that stands for `.cursor`. Its scripts have other names there, so no path is resolved.
pub(super) fn chezmoi(basket: &mut Basket<'_, '_>, folder: &Path) {
    let path = folder.join("hooks.json");
    let role = Role::Template(SourceKind::User);
    let source = Some(SourceKind::User);
    if let Standing::File(real) = basket.below(folder, "hooks.json") {
        basket.take(Candidate { path, role, source, root: None, working_directory: None }, real.as_deref());
    }
}

/// Where the enterprise file lies below the root of a system (HOOKS.md 6.4).
const ENTERPRISE_FOLDERS: [&str; 3] =
    ["etc/cursor", "Library/Application Support/Cursor", "ProgramData/Cursor"];

/// Whether a folder is one that an enterprise file lies in.
pub(super) fn is_enterprise(folder: &Path) -> bool {
    ENTERPRISE_FOLDERS.iter().any(|known| folder.ends_with(known))
}

/// Looks for the enterprise file of a system.
pub(super) fn system_root(basket: &mut Basket<'_, '_>, root: &Path) {
    for folder in ENTERPRISE_FOLDERS {
        let standing = basket.below(root, Path::new(folder).join("hooks.json"));
        in_own_folder(basket, &root.join(folder), SourceKind::Enterprise, standing);
    }
}

/// The last folders of the place that team hooks are synchronised to (HOOKS.md 6.4).
const TEAM_FOLDER: &str = "active-team-hooks";

/// Whether a folder is the one that team hooks are synchronised to, or one of its folders for one system.
pub(super) fn is_team(folder: &Path) -> bool {
    folder.iter().rev().take(2).any(|name| name == TEAM_FOLDER)
}

/// Looks for team hooks: in the folder itself, in the places below it where they are synchronised to, and there in folders for one system each.
pub(super) fn team(basket: &mut Basket<'_, '_>, folder: &Path) {
    for place in ["", "active-team-hooks", "managed/active-team-hooks", ".cursor/managed/active-team-hooks"] {
        for system in ["", "linux", "macos", "windows"] {
            let place = normalize(&Path::new(place).join(system));
            let standing = basket.below(folder, place.join("hooks.json"));
            in_own_folder(basket, &folder.join(place), SourceKind::Team, standing);
        }
    }
}

/// Takes what stands at `folder/hooks.json`, whose hooks run in the folder itself.
pub(super) fn in_own_folder(
    basket: &mut Basket<'_, '_>,
    folder: &Path,
    source: SourceKind,
    standing: Standing,
) {
    let path = folder.join("hooks.json");
    let (role, source) = (Role::Hooks(source), Some(source));
    let (root, working_directory) = (Some(folder), Some(folder));
    basket.offer(Candidate { path, role, source, root, working_directory }, standing);
}
