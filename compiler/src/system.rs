//! The only door to files: whatever the compiler knows of a disk, it asks here.

mod memo;
mod memory;
mod names;
mod os;
mod overlay;

pub use memo::Memo;
pub use memory::MemorySystem;
pub use os::OsSystem;
pub use overlay::Overlay;

use std::ffi::OsStr;
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

/// A regular file, from one look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// What it is.
    pub metadata: Metadata,
    /// Its bytes; `None` when it is longer than wanted or cannot be read.
    pub bytes: Option<Vec<u8>>,
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

    /// What stands in the folder under the name, links not followed. The folder may be listed to find out, so that it must be one that may be looked into.
    fn kind_in(&self, folder: &Path, name: &OsStr) -> io::Result<FileKind> {
        self.symlink_metadata(&folder.join(name)).map(|metadata| metadata.kind)
    }

    /// Says that several names in the folder are going to be asked for.
    fn prepare(&self, _folder: &Path) {}

    /// The regular file at the path, which was seen to be one; of at most `limit` bytes also what stands in it. A link that has come there since is not followed.
    fn load(&self, path: &Path, limit: u64) -> io::Result<Loaded> {
        let metadata = self.symlink_metadata(path)?;
        let is_file = metadata.kind == FileKind::File;
        let bytes = if is_file { self.read(path, limit).ok() } else { None };
        Ok(Loaded { metadata, bytes })
    }

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

/// The rest of the path below the folder; `None` when it does not lie there. The same as [`Path::strip_prefix`], and cheaper for paths that are written alike.
pub fn below<'p>(path: &'p Path, folder: &Path) -> Option<&'p Path> {
    #[cfg(unix)]
    match written_below(path, folder) {
        Written::Below(rest) => return Some(rest),
        Written::Elsewhere => return None,
        Written::InAnotherWay => {}
    }
    path.strip_prefix(folder).ok()
}

/// What comparing the bytes of two paths tells.
#[cfg(unix)]
enum Written<'p> {
    Below(&'p Path),
    Elsewhere,
    /// Only comparing the parts tells.
    InAnotherWay,
}

#[cfg(unix)]
fn written_below<'p>(path: &'p Path, folder: &Path) -> Written<'p> {
    use std::os::unix::ffi::OsStrExt as _;
    let (path, folder) = (path.as_os_str().as_bytes(), folder.as_os_str().as_bytes());
    let rest = match path.strip_prefix(folder) {
        Some(rest) if folder == b"/" || rest.is_empty() => Some(rest),
        Some([b'/', rest @ ..]) if !folder.is_empty() => Some(rest),
        _ => None,
    };
    match rest {
        Some([b'/', ..] | [b'.'] | [b'.', b'/', ..]) => Written::InAnotherWay,
        Some(rest) => Written::Below(Path::new(OsStr::from_bytes(rest))),
        None if !folder.is_empty() && is_tidy(folder) && is_tidy(path) => Written::Elsewhere,
        None => Written::InAnotherWay,
    }
}

/// Whether a path is written without anything that comparing its parts passes over: `//`, `/./`, and either at its end.
fn is_tidy(path: &[u8]) -> bool {
    let passed_over =
        |at: usize| path[at] == b'/' && matches!(path[at + 1..], [] | [b'/', ..] | [b'.'] | [b'.', b'/', ..]);
    path == b"/" || !(0..path.len()).any(passed_over)
}

/// Whether [`normalize`] leaves the absolute path as it is; never true where that is not told from the bytes alone.
pub fn is_normal(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    cfg!(unix) && bytes.first() == Some(&b'/') && is_tidy(bytes) && !has_parents(bytes)
}

/// Whether `..` is a part of an absolute path.
fn has_parents(path: &[u8]) -> bool {
    path.windows(3)
        .enumerate()
        .any(|(at, step)| step == b"/.." && matches!(path.get(at + 3), None | Some(b'/')))
}

/// The path without `.`, and without `..` where a folder stands before it. Links are not looked at.
pub fn normalize(path: &Path) -> PathBuf {
    if is_normal(path) {
        return path.to_path_buf();
    }
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
    fn what_lies_below_a_folder_is_what_comparing_the_parts_of_paths_says() {
        let paths = [
            "/", "/a", "/a/", "/a/b", "/a//b", "/a/./b", "/a/.", "/a/.b", "/a/../b", "/ab", "//a", "a",
            "a/b", "./a", ".", "..", "../a", "a/./b/", "", "/.a/b", "a/.",
        ];
        for path in paths.map(Path::new) {
            for folder in paths.map(Path::new) {
                let parts =
                    |rest: Option<&'static Path>| rest.map(|rest| rest.components().collect::<Vec<_>>());
                assert_eq!(
                    parts(below(path, folder)),
                    parts(path.strip_prefix(folder).ok()),
                    "{path:?} {folder:?}"
                );
            }
        }
    }

    #[test]
    fn normalizing_removes_dots_but_keeps_leading_parents() {
        assert_eq!(normalize(Path::new("./a/./b/../c")), Path::new("a/c"));
        assert_eq!(normalize(Path::new("../a/../../b")), Path::new("../../b"));
        assert_eq!(normalize(Path::new("/../a")), Path::new("/a"));
        for (path, normal) in [
            ("/a/..", "/"),
            ("/a/..b/.c", "/a/..b/.c"),
            ("/a/", "/a"),
            ("//a", "/a"),
            ("/", "/"),
            ("/a/...", "/a/..."),
        ] {
            assert_eq!(normalize(Path::new(path)).as_os_str(), normal);
        }
    }
}
