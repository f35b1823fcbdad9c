//! The disk, for tests that need links, modes or repositories.

#![expect(clippy::disallowed_methods, reason = "this is the file system of the tests")]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::system::{Entry, FileKind, Metadata, System};

/// The disk as it is.
pub(super) struct Disk;

fn described(metadata: &fs::Metadata) -> Metadata {
    let kind = if metadata.is_symlink() {
        FileKind::Symlink
    } else if metadata.is_dir() {
        FileKind::Directory
    } else {
        FileKind::File
    };
    Metadata { kind, len: metadata.len(), executable: executable(metadata) }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such bit")]
fn executable(metadata: &fs::Metadata) -> Option<bool> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn executable(_: &fs::Metadata) -> Option<bool> {
    None
}

impl System for Disk {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        if fs::metadata(path)?.len() > limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        fs::read(path)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path).map(|metadata| described(&metadata))
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::symlink_metadata(path).map(|metadata| described(&metadata))
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        fs::read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let kind = described(&fs::symlink_metadata(entry.path())?).kind;
            entries.push(Entry { name: entry.file_name(), kind });
        }
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(entries)
    }
}
