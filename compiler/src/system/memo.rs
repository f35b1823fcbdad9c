//! A file system that is asked the same thing once only.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::names::{Listed, Names};
use super::{Entry, FileKind, Loaded, Metadata, System};

/// What another file system says of its paths, remembered from one question to the next: for one look at files that are not to change meanwhile. The bytes of
/// files are not kept. Errors keep their kind and lose their words.
pub struct Memo<'s> {
    base: &'s dyn System,
    metadata: Known<Metadata>,
    symlinks: Known<Metadata>,
    real: Known<PathBuf>,
    folders: Sharded<Folder>,
    /// How many more names are remembered.
    room: AtomicUsize,
}

/// So many names in a folder are asked for one by one: a list costs more than two questions.
const WORTH_LISTING: usize = 2;

/// The list of a longer folder is not kept, nor are more names than [`MAX_NAMES`] in all: a search meets many folders that nobody asks about.
const MAX_LIST: usize = 4096;

const MAX_NAMES: usize = 1 << 18;

/// What is known of the names in a folder.
#[derive(Debug)]
enum Folder {
    /// These were asked for.
    Asked(Vec<(OsString, Answer<FileKind>)>),
    /// All of them.
    Listed(Names),
    /// It is too long, or cannot be listed.
    Unlisted,
}

type Answer<T> = Result<T, io::ErrorKind>;

type Known<T> = Sharded<Answer<T>>;

/// What is known by path, in several parts, so that threads seldom wait for each other. Paths are compared as texts, which is cheaper than part by part.
struct Sharded<T>([Mutex<HashMap<OsString, T>>; SHARDS]);

const SHARDS: usize = 16;

impl<T> Default for Sharded<T> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Mutex::default()))
    }
}

impl<T> Sharded<T> {
    fn of(&self, path: &Path) -> MutexGuard<'_, HashMap<OsString, T>> {
        let bytes = path.as_os_str().as_encoded_bytes();
        let shard = bytes.iter().fold(0, |sum: u8, byte| sum.wrapping_mul(31).wrapping_add(*byte));
        // What a thread that panicked has remembered is still true.
        self.0[usize::from(shard) % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Memo<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Memo").finish_non_exhaustive()
    }
}

impl<'s> Memo<'s> {
    /// Remembers nothing yet.
    pub fn new(base: &'s dyn System) -> Self {
        Self {
            base,
            metadata: Known::default(),
            symlinks: Known::default(),
            real: Known::default(),
            folders: Sharded::default(),
            room: AtomicUsize::new(MAX_NAMES),
        }
    }

    /// What is known of a name; `None` when it has to be asked for.
    fn recall(&self, folder: &Path, name: &OsStr) -> Option<Recalled> {
        match self.folders.of(folder).get(folder.as_os_str())? {
            Folder::Asked(answers) => match answers.iter().find(|(known, _)| known == name) {
                Some((_, answer)) => Some(Recalled::Answer(*answer)),
                None if answers.len() < WORTH_LISTING => None,
                None => Some(Recalled::WorthListing),
            },
            Folder::Listed(names) => match names.find(name) {
                Listed::As(kind) => Some(Recalled::Answer(Ok(kind))),
                Listed::Absent => Some(Recalled::Answer(Err(io::ErrorKind::NotFound))),
                Listed::Unsure => Some(Recalled::Unsure),
            },
            Folder::Unlisted => Some(Recalled::Unsure),
        }
    }

    fn ask(&self, folder: &Path, name: &OsStr) -> Answer<FileKind> {
        let kind = self.base.kind_in(folder, name).map_err(|error| error.kind());
        let mut folders = self.folders.of(folder);
        let known = folders.entry(folder.as_os_str().to_owned()).or_insert(Folder::Asked(Vec::new()));
        if let Folder::Asked(answers) = known {
            answers.push((name.to_owned(), kind));
        }
        kind
    }

    fn list(&self, folder: &Path) {
        if let Ok(entries) = self.base.read_dir(folder) {
            self.keep(folder, &entries);
        } else {
            self.folders.of(folder).insert(folder.as_os_str().to_owned(), Folder::Unlisted);
        }
    }

    fn keep(&self, folder: &Path, entries: &[Entry]) {
        let fits = |room: usize| room.checked_sub(entries.len() + 1);
        let is_kept = entries.len() <= MAX_LIST
            && self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).is_ok();
        let known = if is_kept { Folder::Listed(Names::of(entries)) } else { Folder::Unlisted };
        self.folders.of(folder).insert(folder.as_os_str().to_owned(), known);
    }
}

enum Recalled {
    Answer(Answer<FileKind>),
    WorthListing,
    Unsure,
}

fn remembered<T: Clone>(known: &Known<T>, path: &Path, ask: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    if let Some(answer) = known.of(path).get(path.as_os_str()) {
        return answer.clone().map_err(io::Error::from);
    }
    let answer = ask();
    let kept = answer.as_ref().map(T::clone).map_err(io::Error::kind);
    known.of(path).insert(path.as_os_str().to_owned(), kept);
    answer
}

impl System for Memo<'_> {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.base.read(path, limit)
    }

    fn read_part(&self, path: &Path, offset: u64, limit: u64) -> io::Result<Vec<u8>> {
        self.base.read_part(path, offset, limit)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        remembered(&self.metadata, path, || self.base.metadata(path))
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        remembered(&self.symlinks, path, || self.base.symlink_metadata(path))
    }

    fn kind_in(&self, folder: &Path, name: &OsStr) -> io::Result<FileKind> {
        let mut recalled = self.recall(folder, name);
        if matches!(recalled, Some(Recalled::WorthListing)) {
            self.list(folder);
            recalled = self.recall(folder, name);
        }
        match recalled {
            Some(Recalled::Answer(answer)) => answer.map_err(io::Error::from),
            None => self.ask(folder, name).map_err(io::Error::from),
            Some(Recalled::Unsure | Recalled::WorthListing) => {
                self.symlink_metadata(&folder.join(name)).map(|metadata| metadata.kind)
            }
        }
    }

    fn prepare(&self, folder: &Path) {
        let is_known = matches!(
            self.folders.of(folder).get(folder.as_os_str()),
            Some(Folder::Listed(_) | Folder::Unlisted)
        );
        if !is_known {
            self.list(folder);
        }
    }

    fn load(&self, path: &Path, limit: u64) -> io::Result<Loaded> {
        self.base.load(path, limit)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.base.read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        remembered(&self.real, path, || self.base.canonicalize(path))
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        let entries = self.base.read_dir(path)?;
        self.keep(path, &entries);
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::MemorySystem;

    /// Counts what is asked.
    #[derive(Default)]
    struct Counted {
        system: MemorySystem,
        questions: AtomicUsize,
        lists: AtomicUsize,
    }

    impl Counted {
        fn counts(&self) -> (usize, usize) {
            (self.questions.load(Ordering::Relaxed), self.lists.load(Ordering::Relaxed))
        }
    }

    impl System for Counted {
        fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
            self.system.read(path, limit)
        }

        fn metadata(&self, path: &Path) -> io::Result<Metadata> {
            self.questions.fetch_add(1, Ordering::Relaxed);
            self.system.metadata(path)
        }

        fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
            self.questions.fetch_add(1, Ordering::Relaxed);
            self.system.symlink_metadata(path)
        }

        fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
            self.system.read_link(path)
        }

        fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
            self.questions.fetch_add(1, Ordering::Relaxed);
            self.system.canonicalize(path)
        }

        fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
            self.lists.fetch_add(1, Ordering::Relaxed);
            self.system.read_dir(path)
        }
    }

    fn counted(system: MemorySystem) -> Counted {
        Counted { system, ..Counted::default() }
    }

    fn kind<T>(answer: io::Result<T>) -> Answer<T> {
        answer.map_err(|error| error.kind())
    }

    #[test]
    fn the_same_question_is_asked_once_and_answered_alike() {
        let disk = counted(MemorySystem::new().file("/w/a", "x").link("/w/l", "a"));
        let memo = Memo::new(&disk);
        for _ in 0..3 {
            for path in ["/w/a", "/w/l", "/w/none", "/w/a/b"].map(Path::new) {
                assert_eq!(kind(memo.metadata(path)), kind(disk.system.metadata(path)));
                assert_eq!(kind(memo.symlink_metadata(path)), kind(disk.system.symlink_metadata(path)));
                assert_eq!(kind(memo.canonicalize(path)), kind(disk.system.canonicalize(path)));
            }
        }
        assert_eq!(disk.counts(), (12, 0));
    }

    #[test]
    fn a_folder_is_listed_from_the_third_name_on_and_answers_like_the_disk() {
        let tree = MemorySystem::new()
            .file("/w/a", "")
            .folder("/w/b")
            .link("/w/c", "a")
            .pipe("/w/d")
            .file("/w/\u{e9}", "");
        let disk = counted(tree);
        let memo = Memo::new(&disk);
        let (w, names) = (Path::new("/w"), ["a", "b", "c", "d", "e", "A", "\u{e9}", ".", "a", "e"]);
        for name in names.map(OsStr::new) {
            assert_eq!(kind(memo.kind_in(w, name)), kind(disk.system.kind_in(w, name)), "{name:?}");
        }
        assert_eq!(disk.counts().1, 1);
    }

    #[test]
    fn a_list_that_was_prepared_or_read_answers_for_all_names() {
        let disk = counted(MemorySystem::new().file("/w/a", "").file("/v/b", ""));
        let memo = Memo::new(&disk);
        memo.prepare(Path::new("/w"));
        memo.prepare(Path::new("/w"));
        memo.read_dir(Path::new("/v")).unwrap();
        for folder in ["/w", "/v"].map(Path::new) {
            for name in ["a", "b", "none", "hooks.json"].map(OsStr::new) {
                assert_eq!(kind(memo.kind_in(folder, name)), kind(disk.system.kind_in(folder, name)));
            }
        }
        assert_eq!(disk.counts(), (0, 2));
    }

    #[test]
    fn what_another_spelling_may_name_is_asked_for() {
        let disk = counted(MemorySystem::new().file("/w/Hooks.json", ""));
        let memo = Memo::new(&disk);
        memo.prepare(Path::new("/w"));
        assert!(memo.kind_in(Path::new("/w"), OsStr::new("hooks.json")).is_err());
        assert!(memo.kind_in(Path::new("/w"), OsStr::new("hooks~1")).is_err());
        assert_eq!(disk.counts(), (2, 1));
    }

    #[test]
    fn what_cannot_be_listed_is_asked_name_by_name() {
        let disk = counted(MemorySystem::new().file("/w/a/b", "").unreadable("/w/a").file("/w/f", ""));
        let memo = Memo::new(&disk);
        for folder in ["/w/a", "/w/f", "/w/none"].map(Path::new) {
            for name in ["b", "c", "d", "b", "e"].map(OsStr::new) {
                assert_eq!(
                    kind(memo.kind_in(folder, name)),
                    kind(disk.system.kind_in(folder, name)),
                    "{folder:?}"
                );
            }
        }
    }

    #[test]
    fn a_long_list_is_not_kept() {
        let many =
            (0..=MAX_LIST).fold(MemorySystem::new(), |tree, number| tree.file(format!("/w/{number}"), ""));
        let disk = counted(many);
        let memo = Memo::new(&disk);
        for name in ["1", "2", "3", "x", "y"].map(OsStr::new) {
            assert_eq!(
                kind(memo.kind_in(Path::new("/w"), name)),
                kind(disk.system.kind_in(Path::new("/w"), name))
            );
        }
        assert_eq!(disk.counts(), (5, 1));
    }
}
