//! What stands at a path, and whether it may be read.

use std::io;
use std::path::{Path, PathBuf};

use crate::inside::{Seen, Trees};
use crate::system::{FileKind, System, is_link_cycle};

use super::ProblemKind;

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Standing {
    Absent,
    /// A regular file; with its real path if it was reached by a link.
    File(Option<PathBuf>),
    Folder,
    Wrong(ProblemKind),
}

/// What stands at the path. A link is followed only inside of `tree`, a real path; without one, anywhere.
pub(super) fn at(system: &dyn System, path: &Path, tree: impl FnOnce() -> Option<PathBuf>) -> Standing {
    of_answer(system, path, system.symlink_metadata(path).map(|metadata| metadata.kind), tree)
}

fn of_answer(
    system: &dyn System,
    path: &Path,
    kind: io::Result<FileKind>,
    tree: impl FnOnce() -> Option<PathBuf>,
) -> Standing {
    match kind {
        Ok(kind) => of_entry(system, path, kind, tree),
        Err(error) if is_absent(&error) => Standing::Absent,
        Err(error) => Standing::Wrong(ProblemKind::Unreadable(error.kind())),
    }
}

/// What stands at `name` below the folder, which itself is not questioned: a link on the way counts like one at the end.
pub(super) fn below(
    system: &dyn System,
    folder: &Path,
    name: &Path,
    tree: impl Fn() -> Option<PathBuf>,
) -> Standing {
    let mut path = folder.to_path_buf();
    let mut standing = Standing::Folder;
    for component in name.components() {
        match standing {
            Standing::Folder => {}
            Standing::Absent | Standing::File(_) => return Standing::Absent,
            Standing::Wrong(_) => return standing,
        }
        let kind = system.kind_in(&path, component.as_os_str());
        path.push(component);
        standing = of_answer(system, &path, kind, &tree);
    }
    standing
}

/// The same as [`at`] for an entry of a folder whose own kind is known.
pub(super) fn of_entry(
    system: &dyn System,
    path: &Path,
    kind: FileKind,
    tree: impl FnOnce() -> Option<PathBuf>,
) -> Standing {
    match kind {
        FileKind::File => Standing::File(None),
        FileKind::Directory => Standing::Folder,
        FileKind::Other => Standing::Wrong(ProblemKind::SpecialFile),
        FileKind::Symlink => behind_link(system, path, tree),
    }
}

/// Inside of a tree links are followed by hand, so that nothing outside is read.
fn behind_link(system: &dyn System, path: &Path, tree: impl FnOnce() -> Option<PathBuf>) -> Standing {
    let target = || system.read_link(path).unwrap_or_default();
    if let Some(tree) = tree() {
        let folder = path.parent().and_then(|folder| system.canonicalize(folder).ok());
        let real = folder.zip(path.file_name()).map(|(folder, name)| folder.join(name));
        return match Trees::at(&tree, system).look(real.as_deref().unwrap_or(path)) {
            Seen::There(real, kind) => of_target(real, kind),
            Seen::Absent => Standing::Wrong(ProblemKind::DanglingLink(target())),
            // Whether anything is there at all is the one thing that is asked about it.
            Seen::Outside => Standing::Wrong(match system.canonicalize(path) {
                Err(error) if is_absent(&error) => ProblemKind::DanglingLink(target()),
                Err(_) if is_link_cycle(system, path) => ProblemKind::LinkCycle,
                _ => ProblemKind::LinkOutOfTree(target()),
            }),
            Seen::Unreadable(_) if is_link_cycle(system, path) => Standing::Wrong(ProblemKind::LinkCycle),
            Seen::Unreadable(kind) => Standing::Wrong(ProblemKind::Unreadable(kind)),
        };
    }
    let real = match system.canonicalize(path) {
        Ok(real) => real,
        Err(error) if is_absent(&error) => return Standing::Wrong(ProblemKind::DanglingLink(target())),
        Err(_) if is_link_cycle(system, path) => return Standing::Wrong(ProblemKind::LinkCycle),
        Err(error) => return Standing::Wrong(ProblemKind::Unreadable(error.kind())),
    };
    match system.metadata(&real) {
        Ok(metadata) => of_target(real, metadata.kind),
        Err(error) => Standing::Wrong(ProblemKind::Unreadable(error.kind())),
    }
}

fn of_target(real: PathBuf, kind: FileKind) -> Standing {
    match kind {
        FileKind::File => Standing::File(Some(real)),
        FileKind::Directory => Standing::Folder,
        FileKind::Other | FileKind::Symlink => Standing::Wrong(ProblemKind::SpecialFile),
    }
}

/// Whether the error means that nothing is there: no such name, or a file where a folder should be.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}
