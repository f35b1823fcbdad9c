//! Looking at files without ever leaving the trees that were given, whatever links say.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use crate::source::Place;
use crate::system::{FileKind, Metadata, System};

/// How many links one path may lead through.
const MAX_LINKS: usize = 32;

/// The trees that may be looked into.
#[derive(Clone)]
pub struct Trees<'a> {
    system: &'a dyn System,
    roots: Vec<PathBuf>,
}

impl std::fmt::Debug for Trees<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Trees").field("roots", &self.roots).finish_non_exhaustive()
    }
}

/// What stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// Something, at this path once all links are followed.
    There(PathBuf, Metadata),
    /// Nothing.
    Absent,
    /// The path, or a link on it, leads out of the trees.
    Outside,
    /// The file system does not say, and why not; [`ErrorKind::Other`] for a path through too many links.
    Unreadable(ErrorKind),
}

impl<'a> Trees<'a> {
    /// The trees of a source's place.
    pub fn of(place: &Place, system: &'a dyn System) -> Self {
        let places = [&place.root, &place.working_directory, &place.shown_from, &place.home];
        let mut roots: Vec<PathBuf> = places.into_iter().flatten().cloned().collect();
        roots.sort();
        roots.dedup();
        Self { system, roots }
    }

    /// One tree.
    pub fn at(root: PathBuf, system: &'a dyn System) -> Self {
        Self { system, roots: vec![root] }
    }

    /// The file system.
    pub fn system(&self) -> &'a dyn System {
        self.system
    }

    /// The innermost tree that a path lies in, as the path is written.
    pub fn root_of(&self, path: &Path) -> Option<&Path> {
        let roots = self.roots.iter().filter(|root| path.starts_with(root));
        roots.max_by_key(|root| root.as_os_str().len()).map(PathBuf::as_path)
    }

    /// The outermost tree that a path lies in, as the path is written.
    pub fn top_of(&self, path: &Path) -> Option<&Path> {
        let roots = self.roots.iter().filter(|root| path.starts_with(root));
        roots.min_by_key(|root| root.as_os_str().len()).map(PathBuf::as_path)
    }

    /// Whether anything stands at a path.
    pub fn has(&self, path: &Path) -> bool {
        matches!(self.look(path), Seen::There(..))
    }

    /// Whether there is a regular file at a path.
    pub fn has_file(&self, path: &Path) -> bool {
        matches!(self.look(path), Seen::There(_, metadata) if metadata.kind == FileKind::File)
    }

    /// What stands at a path. Every folder on the way is looked at by itself, and a link is followed by hand, so that nothing
    /// outside is ever touched.
    pub fn look(&self, path: &Path) -> Seen {
        let Some(root) = self.root_of(path) else { return Seen::Outside };
        let mut at = root.to_path_buf();
        let mut pending: VecDeque<OsString> = names(path.strip_prefix(root).unwrap_or(path));
        let mut links = 0;
        let mut metadata = None;
        while let Some(name) = pending.pop_front() {
            if name == ".." {
                if !self.leave(&mut at) {
                    return Seen::Outside;
                }
                metadata = None;
                continue;
            }
            let next = at.join(&name);
            let seen = match self.system.symlink_metadata(&next) {
                Ok(seen) => seen,
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    return Seen::Absent;
                }
                Err(error) => return Seen::Unreadable(error.kind()),
            };
            if seen.kind != FileKind::Symlink {
                if seen.kind != FileKind::Directory && !pending.is_empty() {
                    return Seen::Absent;
                }
                at = next;
                metadata = Some(seen);
                continue;
            }
            links += 1;
            let target = match self.system.read_link(&next) {
                Ok(target) => target,
                Err(error) => return Seen::Unreadable(error.kind()),
            };
            if links > MAX_LINKS {
                return Seen::Unreadable(ErrorKind::Other);
            }
            let rest = if target.has_root() {
                let Some((root, rest)) = self.enter(&target) else { return Seen::Outside };
                at = root;
                rest
            } else {
                target
            };
            for name in names(&rest).into_iter().rev() {
                pending.push_front(name);
            }
        }
        match metadata.map_or_else(|| self.system.symlink_metadata(&at), Ok) {
            Ok(metadata) => Seen::There(at, metadata),
            Err(error) => Seen::Unreadable(error.kind()),
        }
    }

    /// Goes to the parent folder; false when that lies outside.
    fn leave(&self, at: &mut PathBuf) -> bool {
        let is_below_a_root = self.roots.iter().any(|root| at.starts_with(root) && at != root);
        is_below_a_root && at.pop()
    }

    /// The tree that an absolute target of a link lies in, and the way from there.
    fn enter(&self, target: &Path) -> Option<(PathBuf, PathBuf)> {
        self.roots.iter().find_map(|root| {
            let real =
                if target.starts_with(root) { root.clone() } else { self.system.canonicalize(root).ok()? };
            let rest = target.strip_prefix(&real).ok()?;
            Some((root.clone(), rest.to_path_buf()))
        })
    }
}

/// The folders of a relative path, `..` kept, `.` dropped.
fn names(path: &Path) -> VecDeque<OsString> {
    path.components()
        .filter_map(|component| match component {
            Component::Normal(name) => Some(name.to_os_string()),
            Component::ParentDir => Some(OsString::from("..")),
            _ => None,
        })
        .collect()
}
