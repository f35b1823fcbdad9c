//! The disk.

use std::fs;
use std::io::{self, Read, Seek as _};
use std::path::{Path, PathBuf};

use super::{Entry, FileKind, Loaded, Metadata, System};

/// The disk of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsSystem;

#[expect(clippy::disallowed_methods, reason = "this is the one place that touches the disk")]
impl System for OsSystem {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let metadata = file_metadata(path)?;
        if metadata.len() > limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        read_up_to(&open(path, Links::Followed)?, metadata.len(), limit)
    }

    fn read_part(&self, path: &Path, offset: u64, limit: u64) -> io::Result<Vec<u8>> {
        if kind_of(fs::metadata(path)?.file_type()) != FileKind::File {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut file = open(path, Links::Followed)?;
        file.seek(io::SeekFrom::Start(offset))?;
        let mut bytes = Vec::new();
        file.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn load(&self, path: &Path, limit: u64) -> io::Result<Loaded> {
        let Ok(file) = open(path, Links::Refused) else {
            return Ok(Loaded { metadata: self.symlink_metadata(path)?, bytes: None });
        };
        let metadata = describe(&file.metadata()?);
        let is_wanted = metadata.kind == FileKind::File && metadata.len <= limit;
        let bytes = if is_wanted { read_up_to(&file, metadata.len, limit).ok() } else { None };
        Ok(Loaded { metadata, bytes })
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
        let mut entries = entries(path)?;
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }
}

/// The entries of a folder in the disk's order, as the kernel writes them: without the question and the large buffer that the portable way spends on each folder.
#[cfg(target_os = "linux")]
fn entries(path: &Path) -> io::Result<Vec<Entry>> {
    use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir};
    use std::os::unix::ffi::OsStrExt as _;
    const BUFFER: usize = 8 << 10;
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = rustix::io::retry_on_intr(|| rustix::fs::open(path, flags, Mode::empty()))?;
    let mut buffer = [std::mem::MaybeUninit::uninit(); BUFFER];
    let mut list = RawDir::new(&folder, &mut buffer);
    let mut entries = Vec::new();
    while let Some(entry) = list.next() {
        let entry = entry?;
        let name = entry.file_name();
        if matches!(name.to_bytes(), b"." | b"..") {
            continue;
        }
        let file_type = match entry.file_type() {
            FileType::Unknown => rustix::fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)
                .map(|stat| FileType::from_raw_mode(stat.st_mode)),
            known => Ok(known),
        };
        let kind = match file_type {
            Ok(FileType::RegularFile) => FileKind::File,
            Ok(FileType::Directory) => FileKind::Directory,
            Ok(FileType::Symlink) => FileKind::Symlink,
            Ok(_) => FileKind::Other,
            // An entry that went away since is no entry.
            Err(_) => continue,
        };
        entries.push(Entry { name: std::ffi::OsStr::from_bytes(name.to_bytes()).to_owned(), kind });
    }
    Ok(entries)
}

#[cfg(not(target_os = "linux"))]
#[expect(clippy::disallowed_methods, reason = "this is the one place that touches the disk")]
fn entries(path: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        // An entry that went away since is no entry.
        if let Ok(file_type) = entry.file_type() {
            entries.push(Entry { name: entry.file_name(), kind: kind_of(file_type) });
        }
    }
    Ok(entries)
}

/// What stands at the path, links followed, when it is a regular file.
#[expect(clippy::disallowed_methods, reason = "this is the one place that touches the disk")]
fn file_metadata(path: &Path) -> io::Result<fs::Metadata> {
    let metadata = fs::metadata(path)?;
    match kind_of(metadata.file_type()) {
        FileKind::File => Ok(metadata),
        FileKind::Directory => Err(io::ErrorKind::IsADirectory.into()),
        FileKind::Symlink | FileKind::Other => Err(io::ErrorKind::InvalidInput.into()),
    }
}

/// What is done with a link at the end of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Links {
    Followed,
    Refused,
}

/// Opens what was seen to be a regular file. Should a pipe have taken its place, nothing waits for who writes to it.
#[cfg(unix)]
fn open(path: &Path, links: Links) -> io::Result<fs::File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt as _;
    let flags = match links {
        Links::Followed => OFlags::NONBLOCK,
        Links::Refused => OFlags::NONBLOCK | OFlags::NOFOLLOW,
    };
    fs::OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path, links: Links) -> io::Result<fs::File> {
    if links == Links::Refused && fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    fs::File::open(path)
}

/// The bytes of a file that is `len` bytes long, as far as is known. Another may write to it meanwhile, so that the limit is held here, too.
fn read_up_to(file: &fs::File, len: u64, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(len).unwrap_or(0) + 1);
    let mut file = file.take(len);
    file.read_to_end(&mut bytes)?;
    // Files that are made as they are read have no length.
    if len == 0 {
        file.set_limit(limit.saturating_add(1));
        file.read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > limit { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
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
        let loaded = OsSystem.load(&path, 10).unwrap();
        assert_eq!((loaded.metadata.kind, loaded.bytes), (FileKind::Other, None));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_loaded_with_what_it_is_and_no_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link, none) = (folder.path().join("f"), folder.path().join("l"), folder.path().join("n"));
        fs::write(&file, "12345").unwrap();
        std::os::unix::fs::symlink("f", &link).unwrap();
        let kind = |path: &Path, limit| {
            OsSystem.load(path, limit).map(|loaded| (loaded.metadata.kind, loaded.bytes)).ok()
        };
        assert_eq!(kind(&file, 5), Some((FileKind::File, Some(b"12345".to_vec()))));
        assert_eq!(kind(&file, 4), Some((FileKind::File, None)));
        assert_eq!(kind(&link, 5), Some((FileKind::Symlink, None)));
        assert_eq!(kind(folder.path(), 5), Some((FileKind::Directory, None)));
        assert_eq!(kind(&none, 5), None);
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
