//! Looking at files without ever leaving the trees that were given, whatever links say.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use crate::source::Place;
use crate::system::{FileKind, System, below};

/// How many links one path may lead through.
const MAX_LINKS: usize = 32;

/// The trees that may be looked into.
#[derive(Clone)]
pub struct Trees<'a> {
    system: &'a dyn System,
    roots: Vec<&'a Path>,
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
    There(PathBuf, FileKind),
    /// Nothing.
    Absent,
    /// The path, or a link on it, leads out of the trees.
    Outside,
    /// The file system does not say, and why not; [`ErrorKind::Other`] for a path through too many links.
    Unreadable(ErrorKind),
}

impl<'a> Trees<'a> {
    /// The trees of a source's place.
    pub fn of(place: &'a Place, system: &'a dyn System) -> Self {
        let places = [&place.root, &place.working_directory, &place.shown_from, &place.home];
        let mut roots: Vec<&Path> = Vec::with_capacity(places.len());
        for root in places.into_iter().flatten() {
            if !roots.iter().any(|known| known.as_os_str() == root.as_os_str()) {
                roots.push(root);
            }
        }
        roots.sort();
        Self { system, roots }
    }

    /// One tree.
    pub fn at(root: &'a Path, system: &'a dyn System) -> Self {
        Self { system, roots: vec![root] }
    }

    /// The file system.
    pub fn system(&self) -> &'a dyn System {
        self.system
    }

    /// The innermost tree that a path lies in, as the path is written.
    pub fn root_of(&self, path: &Path) -> Option<&Path> {
        let roots = self.roots.iter().filter(|root| below(path, root).is_some());
        roots.max_by_key(|root| root.as_os_str().len()).copied()
    }

    /// The outermost tree that a path lies in, as the path is written.
    pub fn top_of(&self, path: &Path) -> Option<&Path> {
        let roots = self.roots.iter().filter(|root| below(path, root).is_some());
        roots.min_by_key(|root| root.as_os_str().len()).copied()
    }

    /// Whether anything stands at a path.
    pub fn has(&self, path: &Path) -> bool {
        matches!(self.look(path), Seen::There(..))
    }

    /// Whether there is a regular file at a path.
    pub fn has_file(&self, path: &Path) -> bool {
        matches!(self.look(path), Seen::There(_, FileKind::File))
    }

    /// What stands in a folder of the trees under this name, links not followed.
    pub fn kind_in(&self, folder: &Path, name: &str) -> std::io::Result<FileKind> {
        self.system.kind_in(folder, OsStr::new(name))
    }

    /// What stands at a path. Every folder on the way is looked at by itself, and a link is followed by hand, so that nothing
    /// outside is ever touched.
    pub fn look(&self, path: &Path) -> Seen {
        let Some(root) = self.root_of(path) else { return Seen::Outside };
        let mut rest = Cow::Borrowed(below(path, root).unwrap_or(path));
        let mut at = PathBuf::with_capacity(path.as_os_str().len());
        at.push(root);
        let mut kind = None;
        for _ in 0..=MAX_LINKS {
            match self.follow(&mut at, &mut kind, &rest) {
                Ok(None) => {
                    let ask = || self.system.symlink_metadata(&at).map(|metadata| metadata.kind);
                    return match kind.map_or_else(ask, Ok) {
                        Ok(kind) => Seen::There(at, kind),
                        Err(error) => Seen::Unreadable(error.kind()),
                    };
                }
                Ok(Some(further)) => rest = Cow::Owned(further),
                Err(seen) => return seen,
            }
        }
        Seen::Unreadable(ErrorKind::Other)
    }

    /// Goes on from a folder as far as no link is met; `kind` is what stands at its end. The way to go on if there is a link.
    fn follow(
        &self,
        at: &mut PathBuf,
        kind: &mut Option<FileKind>,
        way: &Path,
    ) -> Result<Option<PathBuf>, Seen> {
        let mut names = way.components();
        while let Some(component) = names.next() {
            let name = match component {
                Component::Normal(name) => name,
                Component::ParentDir if self.leave(at) => {
                    *kind = None;
                    continue;
                }
                Component::ParentDir => return Err(Seen::Outside),
                Component::CurDir | Component::RootDir | Component::Prefix(_) => continue,
            };
            match self.system.kind_in(at, name) {
                Ok(FileKind::Symlink) => {
                    let link = self.system.read_link(&at.join(name));
                    let target = link.map_err(|error| Seen::Unreadable(error.kind()))?;
                    let target = if target.has_root() { self.enter(at, &target)? } else { target };
                    return Ok(Some(target.join(names.as_path())));
                }
                Ok(FileKind::Directory) => *kind = Some(FileKind::Directory),
                Ok(_) if names.any(is_step) => return Err(Seen::Absent),
                Ok(other) => *kind = Some(other),
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    return Err(Seen::Absent);
                }
                Err(error) => return Err(Seen::Unreadable(error.kind())),
            }
            at.push(name);
        }
        Ok(None)
    }

    /// Goes to the parent folder; false when that lies outside.
    fn leave(&self, at: &mut PathBuf) -> bool {
        let is_below_a_root =
            self.roots.iter().any(|root| below(at, root).is_some_and(|rest| !rest.as_os_str().is_empty()));
        is_below_a_root && at.pop()
    }

    /// Goes to the tree that an absolute target of a link lies in; the way from there.
    fn enter(&self, at: &mut PathBuf, target: &Path) -> Result<PathBuf, Seen> {
        for root in &self.roots {
            let real = if target.starts_with(root) { None } else { self.system.canonicalize(root).ok() };
            if let Ok(rest) = target.strip_prefix(real.as_deref().unwrap_or(root)) {
                *at = root.to_path_buf();
                return Ok(rest.to_path_buf());
            }
        }
        Err(Seen::Outside)
    }
}

/// Whether a part of a path leads on.
fn is_step(component: Component<'_>) -> bool {
    matches!(component, Component::Normal(_) | Component::ParentDir)
}
