//! Small trees of files in a temporary folder.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder that goes away with the test.
#[derive(Debug)]
pub struct Tree {
    folder: TempDir,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// An empty folder.
    ///
    /// # Panics
    /// When the disk refuses it; so do the functions that add to it.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap_or_else(|error| panic!("no temporary folder: {error}")) }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Adds a file and the folders above it.
    #[must_use]
    pub fn file(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        self.write(path, text.as_ref());
        self
    }

    /// Adds a file that may be executed.
    #[must_use]
    pub fn script(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.write(path, text.as_ref());
        make_executable(&path);
        self
    }

    /// Adds an empty folder and the folders above it.
    ///
    /// # Panics
    ///
    /// When the disk refuses.
    #[must_use]
    pub fn folder(self, path: &str) -> Self {
        let folder = self.path().join(path);
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        self
    }

    /// Adds a symbolic link and the folders above it; `target` is written as it is.
    ///
    /// # Panics
    ///
    /// When the disk refuses.
    #[cfg(unix)]
    #[must_use]
    pub fn link(self, path: &str, target: impl AsRef<Path>) -> Self {
        let link = self.path().join(path);
        let tree = self.folder(path.rsplit_once('/').map_or("", |(folder, _)| folder));
        std::os::unix::fs::symlink(target, &link)
            .unwrap_or_else(|error| panic!("{}: {error}", link.display()));
        tree
    }

    /// Adds a file of this length that holds nothing but NUL, and takes no room on most disks.
    ///
    /// # Panics
    ///
    /// When the disk refuses.
    #[must_use]
    pub fn sparse(self, path: &str, length: u64) -> Self {
        let path = self.write(path, b"");
        let file = fs::File::options().write(true).open(&path);
        file.and_then(|file| file.set_len(length))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self
    }

    /// Adds a pipe that nobody writes to, and the folders above it.
    ///
    /// # Panics
    ///
    /// When `mkfifo` refuses.
    #[cfg(unix)]
    #[must_use]
    pub fn pipe(self, path: &str) -> Self {
        let tree = self.folder(path.rsplit_once('/').map_or("", |(folder, _)| folder));
        let made = std::process::Command::new("mkfifo").arg(tree.path().join(path)).status();
        assert!(made.is_ok_and(|status| status.success()), "mkfifo makes {path}");
        tree
    }

    /// Adds a socket and the folders above it.
    ///
    /// # Panics
    ///
    /// When the disk refuses.
    #[cfg(unix)]
    #[must_use]
    pub fn socket(self, path: &str) -> Self {
        let tree = self.folder(path.rsplit_once('/').map_or("", |(folder, _)| folder));
        let socket = tree.path().join(path);
        std::os::unix::net::UnixListener::bind(&socket)
            .unwrap_or_else(|error| panic!("{}: {error}", socket.display()));
        tree
    }

    /// The text of a file in it.
    ///
    /// # Panics
    /// When there is no such file, or no text in it.
    #[expect(clippy::disallowed_methods, reason = "the disk is what the test is about")]
    pub fn read(&self, path: &str) -> String {
        let path = self.path().join(path);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    fn write(&self, path: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(path);
        let folder = path.parent().unwrap_or(self.path());
        fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        fs::write(&path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        path
    }
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

#[cfg(not(unix))]
fn make_executable(_: &Path) {}
