//! The only door to files: whatever the compiler knows of a disk, it asks here.

mod memo;
mod memory;
mod os;
mod overlay;

pub use memo::Memo;
pub use memory::MemorySystem;
pub use os::OsSystem;
pub use overlay::Overlay;

use std::io;
use std::path::{Component, Path, PathBuf};

/// What stands at a path, links followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metadata {
    /// What it is.
    pub kind: FileKind,
    /// Its length in bytes.
    pub len: u64,
    /// Whether anyone may execute it; `None` on a file system that has no such bit.
    pub executable: Option<bool>,
}

/// The kinds of things at a path that matter here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Directory,
    /// A symbolic link; only [`System::symlink_metadata`] and [`System::read_dir`] answer it.
    Symlink,
    /// A pipe, a socket or a device: never opened.
    Other,
}

/// One entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name without the folder.
    pub name: std::ffi::OsString,
    /// What it is, links not followed.
    pub kind: FileKind,
}

/// A file system: the disk, a tree in memory, or the editor's unsaved texts laid over either.
pub trait System: Sync {
    /// The bytes of a regular file of at most `limit` bytes. Links are followed.
    ///
    /// Errors are the file system's own; a pipe or device is `InvalidInput` and is not opened, a folder is `IsADirectory`, a file over the limit is `FileTooLarge`.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>>;

    /// The bytes of a regular file from `offset` on, at most `limit` of them; fewer where the file ends. Links are followed.
    ///
    /// Errors are those of [`System::read`], but for the limit.
    fn read_part(&self, path: &Path, offset: u64, limit: u64) -> io::Result<Vec<u8>> {
        let bytes = self.read(path, u64::MAX)?;
        let place =
            |number: u64| usize::try_from(number).map_or(bytes.len(), |number| number.min(bytes.len()));
        Ok(bytes[place(offset)..place(offset.saturating_add(limit))].to_vec())
    }

    /// What stands at the path, links followed. A dangling link is `NotFound`; a cycle of links is another error, see [`is_link_cycle`].
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// What stands at the path itself.
    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// Where a link points, as written.
    fn read_link(&self, path: &Path) -> io::Result<PathBuf>;

    /// The real path, all links resolved. `.` is the current folder.
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf>;

    /// The entries of a folder, sorted by name so that nothing depends on the disk's order.
    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>>;
}

/// As many links in a row as the usual kernels follow before they give up.
const LINK_LIMIT: usize = 40;

/// Whether following the link at `path` never ends. Asked after another error, since that error has no portable kind.
pub fn is_link_cycle(system: &dyn System, path: &Path) -> bool {
    let mut current = path.to_path_buf();
    for _ in 0..=LINK_LIMIT {
        let Ok(target) = system.read_link(&current) else { return false };
        current = normalize(&current.parent().unwrap_or(Path::new("")).join(target));
    }
    true
}

/// The path without `.`, and without `..` where a folder stands before it. Links are not looked at.
pub fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match normal.components().next_back() {
                Some(Component::Normal(_)) => {
                    normal.pop();
                }
                Some(Component::RootDir | Component::Prefix(_)) => {}
                Some(Component::ParentDir | Component::CurDir) | None => normal.push(".."),
            },
            Component::Normal(_) | Component::RootDir | Component::Prefix(_) => normal.push(component),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizing_removes_dots_but_keeps_leading_parents() {
        assert_eq!(normalize(Path::new("./a/./b/../c")), Path::new("a/c"));
        assert_eq!(normalize(Path::new("../a/../../b")), Path::new("../../b"));
        assert_eq!(normalize(Path::new("/../a")), Path::new("/a"));
    }
}
