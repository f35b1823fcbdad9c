//! The only door to files: whatever the compiler knows of a disk, it asks here.

use std::io;
use std::path::{Path, PathBuf};

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
    /// A symbolic link; only [`System::symlink_metadata`] answers it.
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
    /// Errors are the file system's own; a pipe or device is `InvalidInput` and is not opened, a file over the limit is `FileTooLarge`.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>>;

    /// What stands at the path, links followed. A dangling link is `NotFound`, a cycle of links `FilesystemLoop`.
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// What stands at the path itself.
    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// Where a link points, as written.
    fn read_link(&self, path: &Path) -> io::Result<PathBuf>;

    /// The real path, all links resolved.
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf>;

    /// The entries of a folder, sorted by name so that nothing depends on the disk's order.
    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>>;
}
