//! A tree in memory, with everything that real disks do to a program.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{Entry, FileKind, LINK_LIMIT, Metadata, System, normalize};

/// A file system that lives in memory, for tests and for texts without a disk. Paths start at `/`; parent folders come by themselves.
///
/// ```
/// use hookc_compiler::system::{MemorySystem, System};
/// let system = MemorySystem::new().file("/w/.cursor/hooks.json", "{}").script("/w/run.sh", "#!/bin/sh\n");
/// assert_eq!(system.read("/w/.cursor/hooks.json".as_ref(), 10).unwrap(), b"{}");
/// ```
#[derive(Debug, Clone)]
pub struct MemorySystem {
    nodes: BTreeMap<PathBuf, Node>,
    current: PathBuf,
    execute_bits: bool,
}

#[derive(Debug, Clone)]
enum Node {
    File { bytes: Vec<u8>, executable: bool, readable: bool },
    Folder { readable: bool },
    Link(PathBuf),
    Pipe,
}

impl Default for MemorySystem {
    fn default() -> Self {
        Self::new()
    }
}

impl MemorySystem {
    /// An empty tree whose current folder is `/`.
    pub fn new() -> Self {
        let nodes = BTreeMap::from([(PathBuf::from("/"), Node::Folder { readable: true })]);
        Self { nodes, current: PathBuf::from("/"), execute_bits: true }
    }

    /// Adds a file that nobody may execute.
    #[must_use]
    pub fn file(self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) -> Self {
        self.add(path, Node::File { bytes: bytes.into(), executable: false, readable: true })
    }

    /// Adds an executable file.
    #[must_use]
    pub fn script(self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) -> Self {
        self.add(path, Node::File { bytes: bytes.into(), executable: true, readable: true })
    }

    /// Adds a folder.
    #[must_use]
    pub fn folder(self, path: impl AsRef<Path>) -> Self {
        self.add(path, Node::Folder { readable: true })
    }

    /// Adds a symbolic link with this target, as written.
    #[must_use]
    pub fn link(self, path: impl AsRef<Path>, target: impl Into<PathBuf>) -> Self {
        self.add(path, Node::Link(target.into()))
    }

    /// Adds a named pipe.
    #[must_use]
    pub fn pipe(self, path: impl AsRef<Path>) -> Self {
        self.add(path, Node::Pipe)
    }

    /// Takes away the right to read the file or folder at the path; adds an empty file if there is nothing.
    #[must_use]
    pub fn unreadable(mut self, path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        match self.nodes.get_mut(path) {
            Some(Node::File { readable, .. } | Node::Folder { readable }) => {
                *readable = false;
                self
            }
            _ => self.add(path, Node::File { bytes: Vec::new(), executable: false, readable: false }),
        }
    }

    /// Makes the folder the current one, which relative paths start from.
    #[must_use]
    pub fn current(self, path: impl AsRef<Path>) -> Self {
        let current = normalize(path.as_ref());
        let mut system = self.folder(&current);
        system.current = current;
        system
    }

    /// Makes it a file system that knows no execute bits.
    #[must_use]
    pub fn without_execute_bits(mut self) -> Self {
        self.execute_bits = false;
        self
    }

    fn add(mut self, path: impl AsRef<Path>, node: Node) -> Self {
        let path = normalize(&self.current.join(path));
        for folder in path.ancestors().skip(1) {
            self.nodes.entry(folder.to_path_buf()).or_insert(Node::Folder { readable: true });
        }
        self.nodes.insert(path, node);
        self
    }

    /// The path with all links resolved; the last one only if `follow_last`.
    fn resolve(&self, path: &Path, follow_last: bool) -> io::Result<PathBuf> {
        let mut at = PathBuf::from("/");
        let mut rest = names(&self.current.join(path));
        let mut links = 0;
        while let Some(name) = rest.pop_front() {
            if name == ".." {
                at.pop();
                continue;
            }
            let next = at.join(&name);
            match self.nodes.get(&next) {
                None => return Err(io::ErrorKind::NotFound.into()),
                Some(Node::Link(target)) if follow_last || !rest.is_empty() => {
                    links += 1;
                    if links > LINK_LIMIT {
                        return Err(io::Error::other("too many levels of symbolic links"));
                    }
                    if target.has_root() {
                        at = PathBuf::from("/");
                    }
                    let mut targets = names(target);
                    targets.append(&mut rest);
                    rest = targets;
                }
                Some(Node::File { .. } | Node::Pipe) if !rest.is_empty() => {
                    return Err(io::ErrorKind::NotADirectory.into());
                }
                Some(_) => at = next,
            }
        }
        Ok(at)
    }

    fn node(&self, path: &Path, follow_last: bool) -> io::Result<&Node> {
        let path = self.resolve(path, follow_last)?;
        self.nodes.get(&path).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn describe(&self, node: &Node) -> Metadata {
        let (len, executable) = match node {
            Node::File { bytes, executable, .. } => (bytes.len() as u64, *executable),
            Node::Folder { .. } => (0, true),
            Node::Link(_) | Node::Pipe => (0, false),
        };
        Metadata { kind: kind_of(node), len, executable: self.execute_bits.then_some(executable) }
    }
}

impl System for MemorySystem {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        match self.node(path, true)? {
            Node::File { readable: false, .. } => Err(io::ErrorKind::PermissionDenied.into()),
            Node::File { bytes, .. } if bytes.len() as u64 > limit => Err(io::ErrorKind::FileTooLarge.into()),
            Node::File { bytes, .. } => Ok(bytes.clone()),
            Node::Folder { .. } => Err(io::ErrorKind::IsADirectory.into()),
            Node::Link(_) | Node::Pipe => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.node(path, true).map(|node| self.describe(node))
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.node(path, false).map(|node| self.describe(node))
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        match self.node(path, false)? {
            Node::Link(target) => Ok(target.clone()),
            Node::File { .. } | Node::Folder { .. } | Node::Pipe => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.resolve(path, true)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let folder = self.resolve(path, true)?;
        match self.nodes.get(&folder) {
            Some(Node::Folder { readable: true }) => {}
            Some(Node::Folder { readable: false }) => return Err(io::ErrorKind::PermissionDenied.into()),
            _ => return Err(io::ErrorKind::NotADirectory.into()),
        }
        let below = self.nodes.range(folder.clone()..).skip(1);
        let mut entries: Vec<Entry> = below
            .take_while(|(path, _)| path.starts_with(&folder))
            .filter(|(path, _)| path.parent() == Some(&folder))
            .filter_map(|(path, node)| Some(Entry { name: path.file_name()?.into(), kind: kind_of(node) }))
            .collect();
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }
}

fn names(path: &Path) -> VecDeque<OsString> {
    path.components()
        .filter(|component| matches!(component, Component::Normal(_) | Component::ParentDir))
        .map(|component| component.as_os_str().to_owned())
        .collect()
}

fn kind_of(node: &Node) -> FileKind {
    match node {
        Node::File { .. } => FileKind::File,
        Node::Folder { .. } => FileKind::Directory,
        Node::Link(_) => FileKind::Symlink,
        Node::Pipe => FileKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(result: io::Result<impl std::fmt::Debug>) -> io::ErrorKind {
        result.unwrap_err().kind()
    }

    #[test]
    fn links_are_followed_through_folders() {
        let system =
            MemorySystem::new().file("/real/a/f", "x").link("/link", "real/a").link("/w/up", "../link/f");
        assert_eq!(system.read(Path::new("/w/up"), 9).unwrap(), b"x");
        assert_eq!(system.canonicalize(Path::new("/w/up")).unwrap(), Path::new("/real/a/f"));
        assert_eq!(system.symlink_metadata(Path::new("/w/up")).unwrap().kind, FileKind::Symlink);
        assert_eq!(system.metadata(Path::new("/w/up")).unwrap().kind, FileKind::File);
    }

    #[test]
    fn a_cycle_of_links_is_an_error_and_is_recognised() {
        let system = MemorySystem::new().link("/a", "b").link("/b", "/a").link("/dangling", "nowhere");
        assert_ne!(kind(system.metadata(Path::new("/a"))), io::ErrorKind::NotFound);
        assert!(super::super::is_link_cycle(&system, Path::new("/a")));
        assert_eq!(kind(system.metadata(Path::new("/dangling"))), io::ErrorKind::NotFound);
        assert!(!super::super::is_link_cycle(&system, Path::new("/dangling")));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let system = MemorySystem::new().pipe("/p").unreadable("/secret").file("/long", "12345").folder("/d");
        assert_eq!(kind(system.read(Path::new("/p"), 9)), io::ErrorKind::InvalidInput);
        assert_eq!(kind(system.read(Path::new("/secret"), 9)), io::ErrorKind::PermissionDenied);
        assert_eq!(kind(system.read(Path::new("/long"), 4)), io::ErrorKind::FileTooLarge);
        assert_eq!(kind(system.read(Path::new("/d"), 4)), io::ErrorKind::IsADirectory);
        assert_eq!(kind(system.read(Path::new("/long/x"), 4)), io::ErrorKind::NotADirectory);
    }

    #[test]
    fn a_folder_lists_its_own_entries_only() {
        let system = MemorySystem::new().file("/a/b/c", "").file("/a/z", "").file("/ab", "");
        let names: Vec<_> = system.read_dir(Path::new("/a")).unwrap();
        assert_eq!(names.len(), 2);
        assert_eq!(names[0], Entry { name: "b".into(), kind: FileKind::Directory });
        assert_eq!(names[1], Entry { name: "z".into(), kind: FileKind::File });
    }

    #[test]
    fn relative_paths_start_at_the_current_folder() {
        let system = MemorySystem::new().current("/w").file("f", "x");
        assert_eq!(system.read(Path::new("./f"), 9).unwrap(), b"x");
        assert_eq!(system.canonicalize(Path::new(".")).unwrap(), Path::new("/w"));
    }

    #[test]
    fn execute_bits_are_known_unless_the_file_system_has_none() {
        let system = MemorySystem::new().script("/x", "").file("/y", "");
        assert_eq!(system.metadata(Path::new("/x")).unwrap().executable, Some(true));
        assert_eq!(system.metadata(Path::new("/y")).unwrap().executable, Some(false));
        assert_eq!(system.without_execute_bits().metadata(Path::new("/x")).unwrap().executable, None);
    }
}
