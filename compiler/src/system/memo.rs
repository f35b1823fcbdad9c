//! A file system that is asked the same thing once only.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::{Entry, Metadata, System};

/// What another file system says of its paths, remembered from one question to the next: for one look at files that are not to change meanwhile. The bytes of
/// files and the entries of folders are not kept. Errors keep their kind and lose their words.
pub struct Memo<'s> {
    base: &'s dyn System,
    metadata: Known<Metadata>,
    symlinks: Known<Metadata>,
    real: Known<PathBuf>,
}

type Known<T> = Mutex<HashMap<PathBuf, Result<T, io::ErrorKind>>>;

impl std::fmt::Debug for Memo<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Memo").finish_non_exhaustive()
    }
}

impl<'s> Memo<'s> {
    /// Remembers nothing yet.
    pub fn new(base: &'s dyn System) -> Self {
        Self { base, metadata: Known::default(), symlinks: Known::default(), real: Known::default() }
    }
}

fn remembered<T: Clone>(known: &Known<T>, path: &Path, ask: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    // What a thread that panicked has remembered is still true.
    let mut known = known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(answer) = known.get(path) {
        return answer.clone().map_err(io::Error::from);
    }
    let answer = ask();
    known.insert(path.to_path_buf(), answer.as_ref().map(T::clone).map_err(io::Error::kind));
    answer
}

impl System for Memo<'_> {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.base.read(path, limit)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        remembered(&self.metadata, path, || self.base.metadata(path))
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        remembered(&self.symlinks, path, || self.base.symlink_metadata(path))
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.base.read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        remembered(&self.real, path, || self.base.canonicalize(path))
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.base.read_dir(path)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::system::MemorySystem;

    struct Counted(MemorySystem, AtomicUsize);

    impl System for Counted {
        fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
            self.0.read(path, limit)
        }

        fn metadata(&self, path: &Path) -> io::Result<Metadata> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.metadata(path)
        }

        fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.symlink_metadata(path)
        }

        fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
            self.0.read_link(path)
        }

        fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.canonicalize(path)
        }

        fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
            self.0.read_dir(path)
        }
    }

    #[test]
    fn the_same_question_is_asked_once_and_answered_alike() {
        let disk = Counted(MemorySystem::new().file("/w/a", "x").link("/w/l", "a"), AtomicUsize::new(0));
        let memo = Memo::new(&disk);
        for _ in 0..3 {
            for path in ["/w/a", "/w/l", "/w/none", "/w/a/b"].map(Path::new) {
                let kind = |answer: io::Result<Metadata>| answer.map_err(|error| error.kind());
                assert_eq!(kind(memo.metadata(path)), kind(disk.0.metadata(path)));
                assert_eq!(kind(memo.symlink_metadata(path)), kind(disk.0.symlink_metadata(path)));
                let kind = |answer: io::Result<PathBuf>| answer.map_err(|error| error.kind());
                assert_eq!(kind(memo.canonicalize(path)), kind(disk.0.canonicalize(path)));
            }
        }
        assert_eq!(disk.1.load(Ordering::Relaxed), 12);
    }
}
