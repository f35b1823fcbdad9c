//! Which files differ from the last commit: those of the index, or those of the work tree.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::head::{Head, Parts, TreeEntry};
use super::index::{Index, Staged};
use super::objects::Name;
use super::{GitCache, MAX_INDEX, slashed};
use crate::source::{MAX_FILE, Place};
use crate::system::{FileKind, System};

/// What is compared with the last commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The index: what the next commit would hold.
    Index,
    /// The files as they are on the disk, those that git does not know yet included, those that it ignores not.
    WorkTree,
}

/// Why changes cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// There is no `.git` above.
    #[error("there is no repository around it")]
    NoRepository,
    /// References are kept in a form that is not read here.
    #[error("its references are kept in tables, which are not read here")]
    Tables,
    /// The index leaves a part to another file or to a folder that is not checked out.
    #[error("its index is split or sparse, which is not read here")]
    PartialIndex,
    /// An object is nowhere.
    #[error("an object is missing, as in a clone of a part")]
    Missing,
    /// A part is larger than what is read.
    #[error("{0} is too large")]
    Large(&'static str),
    /// A part is not what it should be.
    #[error("{0} is damaged or of a newer form")]
    Damaged(&'static str),
    /// A path that has no name in a repository.
    #[error("a path is not UTF-8")]
    Path,
}

/// Answers whether files have changed. Each repository is read once; git is never started.
pub struct Changes<'s> {
    system: &'s dyn System,
    side: Side,
    /// By work tree.
    repositories: BTreeMap<PathBuf, Repository>,
    /// Where the repository of a folder is.
    folders: BTreeMap<PathBuf, Parts>,
    ignored: GitCache,
}

struct Repository {
    head: Head,
    /// Absent when only the disk is looked at.
    index: Option<Index>,
}

impl std::fmt::Debug for Changes<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { side, folders, .. } = self;
        formatter
            .debug_struct("Changes")
            .field("side", side)
            .field("folders", folders)
            .finish_non_exhaustive()
    }
}

impl<'s> Changes<'s> {
    /// Nothing is read yet. `system` is the disk: texts that are not saved there are no matter of a repository.
    pub fn new(system: &'s dyn System, side: Side) -> Self {
        let (repositories, folders, ignored) = Default::default();
        Self { system, side, repositories, folders, ignored }
    }

    /// Whether a file differs from the last commit: it is new, gone, or other in content or mode. The path is absolute; its
    /// folders may lead through no link.
    ///
    /// What git would change on the way to the disk, such as line ends, counts as a difference.
    ///
    /// # Errors
    ///
    /// It cannot be said: see [`Unreadable`].
    pub fn has_changed(&mut self, path: &Path, place: &Place) -> Result<bool, Unreadable> {
        let parts = self.parts(path.parent().ok_or(Unreadable::NoRepository)?)?;
        let name = slashed(path, &parts.work_tree).ok_or(Unreadable::Path)?;
        let (system, side) = (self.system, self.side);
        if !self.repositories.contains_key(&parts.work_tree) {
            let repository = Repository::open(&parts, side, system)?;
            self.repositories.insert(parts.work_tree.clone(), repository);
        }
        let Some(repository) = self.repositories.get_mut(&parts.work_tree) else { return Ok(true) };
        let committed = repository.head.entry(&name, system)?;
        match (&repository.index, committed) {
            (Some(index), committed) => Ok(differs_in_index(index.staged(&name), committed)),
            (None, Some(committed)) => differs_on_disk(path, committed, &mut repository.head, system),
            (None, None) => {
                let is_there = system.symlink_metadata(path).is_ok();
                Ok(is_there && self.ignored.state(path, place, system).ignored_by().is_none())
            }
        }
    }

    fn parts(&mut self, folder: &Path) -> Result<Parts, Unreadable> {
        if let Some(known) = self.folders.get(folder) {
            return Ok(known.clone());
        }
        let parts = Parts::around(folder, self.system)?;
        self.folders.insert(folder.to_path_buf(), parts.clone());
        Ok(parts)
    }
}

impl Repository {
    fn open(parts: &Parts, side: Side, system: &dyn System) -> Result<Self, Unreadable> {
        let index = match side {
            Side::WorkTree => None,
            Side::Index => Some(read_index(&parts.own.join("index"), system)?),
        };
        Ok(Self { head: Head::open(parts, system)?, index })
    }
}

fn read_index(path: &Path, system: &dyn System) -> Result<Index, Unreadable> {
    let bytes = match system.read(path, MAX_INDEX) {
        Ok(bytes) => bytes,
        // Before anything was added there is none.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Index::empty()),
        Err(error) if error.kind() == std::io::ErrorKind::FileTooLarge => {
            return Err(Unreadable::Large("the index"));
        }
        Err(_) => return Err(Unreadable::Damaged("the index")),
    };
    let index = Index::parse_with_objects(&bytes).ok_or(Unreadable::Damaged("the index"))?;
    if index.is_whole() { Ok(index) } else { Err(Unreadable::PartialIndex) }
}

fn differs_in_index(staged: Staged<'_>, committed: Option<TreeEntry>) -> bool {
    match (staged, committed) {
        (Staged::Absent, committed) => committed.is_some(),
        (Staged::Conflict, _) | (Staged::File { .. }, None) => true,
        (Staged::File { mode, object }, Some(committed)) => {
            Name::new(object) != Some(committed.name) || mode != committed.mode
        }
    }
}

const EXECUTABLE: u32 = 0o100_755;
const LINK: u32 = 0o120_000;

fn differs_on_disk(
    path: &Path,
    committed: TreeEntry,
    head: &mut Head,
    system: &dyn System,
) -> Result<bool, Unreadable> {
    let Ok(found) = system.symlink_metadata(path) else { return Ok(true) };
    let bytes = match found.kind {
        FileKind::File if committed.mode != LINK => system.read(path, MAX_FILE).ok(),
        FileKind::Symlink if committed.mode == LINK => {
            system.read_link(path).ok().and_then(|target| Some(target.to_str()?.as_bytes().to_vec()))
        }
        _ => None,
    };
    let Some(bytes) = bytes else { return Ok(true) };
    let is_other_mode = found.kind == FileKind::File
        && found.executable.is_some_and(|is| is != (committed.mode == EXECUTABLE));
    Ok(is_other_mode || head.blob(&committed.name, system)? != bytes)
}
