//! The editor's unsaved texts, laid over another file system.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Entry, FileKind, Loaded, Metadata, System};

/// Another file system in which some files have the text that an editor holds and has not saved.
#[derive(Clone)]
pub struct Overlay<'s> {
    base: &'s dyn System,
    texts: BTreeMap<PathBuf, Arc<str>>,
}

impl std::fmt::Debug for Overlay<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Overlay").field("texts", &self.texts.keys()).finish_non_exhaustive()
    }
}

impl<'s> Overlay<'s> {
    /// The base, so far unchanged.
    pub fn new(base: &'s dyn System) -> Self {
        Self { base, texts: BTreeMap::new() }
    }

    /// From now on the file has this text, whether or not it exists below. The path is absolute and is compared as written.
    pub fn set(&mut self, path: impl Into<PathBuf>, text: impl Into<Arc<str>>) {
        self.texts.insert(path.into(), text.into());
    }

    /// The file is again what it is below.
    pub fn remove(&mut self, path: &Path) {
        self.texts.remove(path);
    }

    /// Texts below the folder, by path.
    fn below<'a>(&'a self, folder: &'a Path) -> impl Iterator<Item = &'a Path> + 'a {
        let from = self.texts.range(folder.to_path_buf()..).map(|(path, _)| path.as_path());
        from.take_while(move |path| path.starts_with(folder)).filter(move |path| *path != folder)
    }

    /// What the texts alone say about a path: a file, a folder that some text lies in, or nothing.
    fn describe(&self, path: &Path) -> Option<Metadata> {
        if let Some(text) = self.texts.get(path) {
            return Some(self.describe_text(path, text));
        }
        self.below(path).next()?;
        Some(Metadata { kind: FileKind::Directory, len: 0, executable: Some(true) })
    }

    fn describe_text(&self, path: &Path, text: &str) -> Metadata {
        let executable = self.base.metadata(path).map_or(Some(false), |metadata| metadata.executable);
        Metadata { kind: FileKind::File, len: text.len() as u64, executable }
    }
}

impl System for Overlay<'_> {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        match self.texts.get(path) {
            Some(text) if text.len() as u64 > limit => Err(io::ErrorKind::FileTooLarge.into()),
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => self.base.read(path, limit),
        }
    }

    fn kind_in(&self, folder: &Path, name: &OsStr) -> io::Result<FileKind> {
        self.base
            .kind_in(folder, name)
            .or_else(|error| self.describe(&folder.join(name)).map(|metadata| metadata.kind).ok_or(error))
    }

    fn prepare(&self, folder: &Path) {
        self.base.prepare(folder);
    }

    fn load(&self, path: &Path, limit: u64) -> io::Result<Loaded> {
        if !self.texts.contains_key(path) {
            return self.base.load(path, limit);
        }
        Ok(Loaded { metadata: self.symlink_metadata(path)?, bytes: self.read(path, limit).ok() })
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        match self.texts.get(path) {
            Some(text) => Ok(self.describe_text(path, text)),
            None => self.base.metadata(path).or_else(|error| self.describe(path).ok_or(error)),
        }
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.base.symlink_metadata(path).or_else(|error| self.describe(path).ok_or(error))
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.base.read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.base.canonicalize(path).or_else(|error| match self.describe(path) {
            Some(_) => Ok(path.to_path_buf()),
            None => Err(error),
        })
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let mut added = self.below(path).peekable();
        let mut entries = match self.base.read_dir(path) {
            Err(_) if added.peek().is_some() => Vec::new(),
            listed => listed?,
        };
        for text in added {
            let Some(name) = text.strip_prefix(path).ok().and_then(|rest| rest.iter().next()) else {
                continue;
            };
            let kind = if path.join(name) == text { FileKind::File } else { FileKind::Directory };
            if let Err(place) = entries.binary_search_by(|entry| entry.name.as_os_str().cmp(name)) {
                entries.insert(place, Entry { name: name.into(), kind });
            }
        }
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::MemorySystem;

    #[test]
    fn an_unsaved_text_hides_the_saved_one() {
        let disk = MemorySystem::new().script("/w/hooks.json", "old");
        let mut system = Overlay::new(&disk);
        system.set("/w/hooks.json", "newer");
        let path = Path::new("/w/hooks.json");
        assert_eq!(system.read(path, 9).unwrap(), b"newer");
        assert_eq!(system.metadata(path).unwrap().len, 5);
        assert_eq!(system.metadata(path).unwrap().executable, Some(true));
        system.remove(path);
        assert_eq!(system.read(path, 9).unwrap(), b"old");
    }

    #[test]
    fn a_text_that_was_never_saved_appears_with_its_folders() {
        let disk = MemorySystem::new().file("/w/readme", "");
        let mut system = Overlay::new(&disk);
        system.set("/w/.cursor/hooks.json", "{}");
        let names: Vec<_> = system.read_dir(Path::new("/w")).unwrap();
        assert_eq!(names[0], Entry { name: ".cursor".into(), kind: FileKind::Directory });
        assert_eq!(system.read_dir(Path::new("/w/.cursor")).unwrap().len(), 1);
        assert_eq!(system.kind_in(Path::new("/w"), OsStr::new(".cursor")).unwrap(), FileKind::Directory);
        assert_eq!(system.load(Path::new("/w/.cursor/hooks.json"), 9).unwrap().bytes.unwrap(), b"{}");
        assert_eq!(system.symlink_metadata(Path::new("/w/.cursor")).unwrap().kind, FileKind::Directory);
    }

    #[test]
    fn everything_else_is_the_base() {
        let disk = MemorySystem::new().file("/w/a", "x").link("/w/l", "a");
        let system = Overlay::new(&disk);
        assert_eq!(system.read(Path::new("/w/l"), 9).unwrap(), b"x");
        assert_eq!(system.read_link(Path::new("/w/l")).unwrap(), Path::new("a"));
        assert_eq!(system.canonicalize(Path::new("/w/l")).unwrap(), Path::new("/w/a"));
        assert_eq!(system.read_dir(Path::new("/none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
