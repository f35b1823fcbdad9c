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

impl Owner {
    fn source(self) -> SourceKind {
        match self {
            Self::Project { .. } => SourceKind::Project,
            Self::User => SourceKind::User,
        }
    }
}

/// Looks through `root/.cursor`, which exists. The folder is listed only where `hooks.json` is not there: three questions are cheaper than a list.
pub(super) fn cursor(basket: &mut Basket<'_, '_>, root: &Path, owner: Owner) {
    let folder = root.join(".cursor");
    let source = owner.source();
    let hooks = basket.at(&folder.join("hooks.json"));
    if hooks == Standing::Absent {
        odd_names(basket, root, &folder, source);
    } else {
        offer_hooks(basket, root, &folder, owner, hooks);
    }
    offer_unread(basket, root, folder.join("hooks").join("hooks.json"), source, Unread::BesideScripts);
    offer_unread(basket, root, folder.join("settings.json"), source, Unread::InSettings);
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
    basket.offer(in_cursor(path, role, source, root, folder), standing);
}

fn in_cursor<'p>(
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
    let system = basket.system();
    let is_file = system.symlink_metadata(&path).is_ok_and(|metadata| metadata.kind == FileKind::File);
    if is_file && system.read(&path, MAX_FILE).is_ok_and(|bytes| shape::of(&bytes) != Shape::None) {
        let role = Role::Unread(reason);
        let (root, working_directory) = (Some(root), Some(root));
        basket.take(Candidate { path, role, source: Some(source), root, working_directory }, None);
    }
}

/// Looks through `root/.claude`.
pub(super) fn claude(basket: &mut Basket<'_, '_>, root: &Path, owner: Owner) {
    let folder = root.join(".claude");
    let files: &[(&str, SourceKind)] = match owner {
        Owner::Project { .. } => {
            &[("settings.json", SourceKind::ClaudeProject), ("settings.local.json", SourceKind::ClaudeLocal)]
        }
        Owner::User => &[("settings.json", SourceKind::ClaudeUser)],
    };
    for &(name, source) in files {
        let path = folder.join(name);
        let standing = basket.at(&path);
        basket.offer(claude_settings(path, source, root), standing);
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
    if let Standing::File(real) = basket.at(&path) {
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
        in_own_folder(basket, &root.join(folder), SourceKind::Enterprise);
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
            let folder = normalize(&folder.join(place).join(system));
            in_own_folder(basket, &folder, SourceKind::Team);
        }
    }
}

/// Takes `folder/hooks.json`, whose hooks run in the folder itself.
pub(super) fn in_own_folder(basket: &mut Basket<'_, '_>, folder: &Path, source: SourceKind) {
    let path = folder.join("hooks.json");
    let standing = basket.at(&path);
    let (role, source) = (Role::Hooks(source), Some(source));
    let (root, working_directory) = (Some(folder), Some(folder));
    basket.offer(Candidate { path, role, source, root, working_directory }, standing);
}
