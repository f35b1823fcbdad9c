//! The disk.

use std::fs;
use std::io::{self, Read, Seek as _};
use std::path::{Path, PathBuf};

use super::{Entry, FileKind, Metadata, System};

/// The disk of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsSystem;

#[expect(clippy::disallowed_methods, reason = "this is the one place that touches the disk")]
impl System for OsSystem {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let metadata = fs::metadata(path)?;
        match kind_of(metadata.file_type()) {
            FileKind::File => {}
            FileKind::Directory => return Err(io::ErrorKind::IsADirectory.into()),
            FileKind::Symlink | FileKind::Other => return Err(io::ErrorKind::InvalidInput.into()),
        }
        if metadata.len() > limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        // The file may grow between the two calls, so the limit is held while reading too.
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0) + 1);
        open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(bytes)
    }

    fn read_part(&self, path: &Path, offset: u64, limit: u64) -> io::Result<Vec<u8>> {
        if kind_of(fs::metadata(path)?.file_type()) != FileKind::File {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut file = open(path)?;
        file.seek(io::SeekFrom::Start(offset))?;
        let mut bytes = Vec::new();
        file.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::metadata(path).map(|metadata| describe(&metadata))
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        fs::symlink_metadata(path).map(|metadata| describe(&metadata))
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
            // An entry that went away since is no entry.
            if let Ok(file_type) = entry.file_type() {
                entries.push(Entry { name: entry.file_name(), kind: kind_of(file_type) });
            }
        }
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }
}

/// Opens a file for reading. One that is no file after all, or that only looks like one, as some below `/proc` do, does not keep whoever reads it waiting.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    fs::File::options().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
#[expect(clippy::disallowed_methods, reason = "this is the one place that touches the disk")]
fn open(path: &Path) -> io::Result<fs::File> {
    fs::File::open(path)
}

fn describe(metadata: &fs::Metadata) -> Metadata {
    Metadata { kind: kind_of(metadata.file_type()), len: metadata.len(), executable: executable(metadata) }
}

fn kind_of(file_type: fs::FileType) -> FileKind {
    if file_type.is_symlink() {
        FileKind::Symlink
    } else if file_type.is_dir() {
        FileKind::Directory
    } else if file_type.is_file() {
        FileKind::File
    } else {
        FileKind::Other
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such bit")]
fn executable(metadata: &fs::Metadata) -> Option<bool> {
    use std::os::unix::fs::PermissionsExt;
    Some(metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn executable(_: &fs::Metadata) -> Option<bool> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_the_limit_and_refused_above_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("five");
        fs::write(&path, "12345").unwrap();
        assert_eq!(OsSystem.read(&path, 5).unwrap(), b"12345");
        assert_eq!(OsSystem.read(&path, 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_folder_is_not_read_as_a_file() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(OsSystem.read(folder.path(), 10).unwrap_err().kind(), io::ErrorKind::IsADirectory);
    }

    #[test]
    fn a_part_of_a_file_ends_where_the_file_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("five");
        fs::write(&path, "12345").unwrap();
        let memory = crate::system::MemorySystem::new().file("/five", "12345");
        for (offset, limit, wanted) in [(0, 2, "12"), (3, 9, "45"), (7, 1, ""), (1, u64::MAX, "2345")] {
            assert_eq!(OsSystem.read_part(&path, offset, limit).unwrap(), wanted.as_bytes());
            assert_eq!(memory.read_part(Path::new("/five"), offset, limit).unwrap(), wanted.as_bytes());
        }
    }

    #[test]
    fn entries_come_sorted_by_name() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["c", "a", "b"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let names: Vec<_> =
            OsSystem.read_dir(folder.path()).unwrap().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_without_waiting_for_a_writer() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        match std::process::Command::new("mkfifo").arg(&path).status() {
            Ok(status) if status.success() => {}
            _ => {
                println!("skipped: mkfifo is missing");
                return;
            }
        }
        assert_eq!(OsSystem.read(&path, 10).unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(OsSystem.metadata(&path).unwrap().kind, FileKind::Other);
    }

    #[cfg(unix)]
    #[test]
    fn the_execute_bit_is_seen_and_links_are_told_apart() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("run.sh");
        fs::write(&script, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        symlink("run.sh", folder.path().join("link")).unwrap();
        symlink("loop", folder.path().join("loop")).unwrap();

        let link = folder.path().join("link");
        assert_eq!(OsSystem.metadata(&link).unwrap().executable, Some(true));
        assert_eq!(OsSystem.symlink_metadata(&link).unwrap().kind, FileKind::Symlink);
        assert!(crate::system::is_link_cycle(&OsSystem, &folder.path().join("loop")));
        assert!(!crate::system::is_link_cycle(&OsSystem, &link));
    }
}
