//! `hookc check --watch`: what a check has asked of the file system, so that it is known when an answer would be another.
//!
//! Answers are compared, not times: nothing is missed that a second check would see, and nothing else starts one.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hookc_compiler::system::{Entry, FileKind, Metadata, System};

/// The shortest time between two looks.
const PAUSE: Duration = Duration::from_millis(300);

/// A look may take this part of the time at most.
const SHARE: u32 = 10;

/// A file system that remembers what it was asked, and what it answered.
pub(crate) struct Recorder<'s> {
    system: &'s dyn System,
    answers: Mutex<BTreeMap<Question, u64>>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Question {
    path: PathBuf,
    what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Content { limit: u64 },
    Part { offset: u64, limit: u64 },
    Metadata,
    OwnMetadata,
    Link,
    RealPath,
    Entries,
}

impl<'s> Recorder<'s> {
    pub(crate) fn new(system: &'s dyn System) -> Self {
        Self { system, answers: Mutex::new(BTreeMap::new()) }
    }

    /// Forgets everything, and gives it back.
    pub(crate) fn take(&self) -> Recording {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        Recording(std::mem::take(&mut answers))
    }

    fn ask<T>(
        &self,
        path: &Path,
        what: What,
        ask: impl FnOnce(&dyn System) -> io::Result<T>,
        digest: impl FnOnce(&T) -> u64,
    ) -> io::Result<T> {
        let answer = ask(self.system);
        let seen = summary(&answer, digest);
        let question = Question { path: path.to_path_buf(), what };
        // Where two answers to one question differ, the file changed in between; the first one was used too.
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).entry(question).or_insert(seen);
        answer
    }
}

/// What one check has asked.
#[derive(Debug, Default)]
pub(crate) struct Recording(BTreeMap<Question, u64>);

impl Recording {
    /// The first path whose answer is another now.
    pub(crate) fn changed(&self, system: &dyn System) -> Option<&Path> {
        let mut questions = self.0.iter();
        questions
            .find(|(question, seen)| question.answer(system) != **seen)
            .map(|(question, _)| question.path.as_path())
    }

    /// Waits for a change, and says where it is.
    pub(crate) fn wait(&self, system: &dyn System) -> &Path {
        let mut pause = PAUSE;
        loop {
            std::thread::sleep(pause);
            let start = Instant::now();
            if let Some(path) = self.changed(system) {
                return path;
            }
            pause = PAUSE.max(start.elapsed() * SHARE);
        }
    }
}

impl Question {
    fn answer(&self, system: &dyn System) -> u64 {
        let path = &self.path;
        match self.what {
            What::Content { limit } => summary(&system.read(path, limit), hash_bytes),
            What::Part { offset, limit } => summary(&system.read_part(path, offset, limit), hash_bytes),
            What::Metadata => summary(&system.metadata(path), hash_metadata),
            What::OwnMetadata => summary(&system.symlink_metadata(path), hash_metadata),
            What::Link => summary(&system.read_link(path), hash_path),
            What::RealPath => summary(&system.canonicalize(path), hash_path),
            What::Entries => summary(&system.read_dir(path), hash_entries),
        }
    }
}

fn summary<T>(answer: &io::Result<T>, digest: impl FnOnce(&T) -> u64) -> u64 {
    match answer {
        Ok(answer) => digest(answer),
        Err(error) => hashed(|hasher| (1_u8, error.kind()).hash(hasher)),
    }
}

fn hashed(feed: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hasher = DefaultHasher::new();
    feed(&mut hasher);
    hasher.finish()
}

fn hash_bytes(bytes: &Vec<u8>) -> u64 {
    hashed(|hasher| bytes.hash(hasher))
}

fn hash_path(path: &PathBuf) -> u64 {
    hashed(|hasher| path.hash(hasher))
}

/// Without the length: whoever needs the content reads it, and a folder's length means nothing.
fn hash_metadata(metadata: &Metadata) -> u64 {
    hashed(|hasher| (number(metadata.kind), metadata.executable).hash(hasher))
}

fn hash_entries(entries: &Vec<Entry>) -> u64 {
    hashed(|hasher| {
        for entry in entries {
            (&entry.name, number(entry.kind)).hash(hasher);
        }
    })
}

const fn number(kind: FileKind) -> u8 {
    match kind {
        FileKind::File => 0,
        FileKind::Directory => 1,
        FileKind::Symlink => 2,
        FileKind::Other => 3,
    }
}

impl System for Recorder<'_> {
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.ask(path, What::Content { limit }, |system| system.read(path, limit), hash_bytes)
    }

    fn read_part(&self, path: &Path, offset: u64, limit: u64) -> io::Result<Vec<u8>> {
        let what = What::Part { offset, limit };
        self.ask(path, what, |system| system.read_part(path, offset, limit), hash_bytes)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.ask(path, What::Metadata, |system| system.metadata(path), hash_metadata)
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.ask(path, What::OwnMetadata, |system| system.symlink_metadata(path), hash_metadata)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.ask(path, What::Link, |system| system.read_link(path), hash_path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.ask(path, What::RealPath, |system| system.canonicalize(path), hash_path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<Entry>> {
        self.ask(path, What::Entries, |system| system.read_dir(path), hash_entries)
    }
}

#[cfg(test)]
mod tests {
    use hookc_compiler::analysis::Request;
    use hookc_compiler::system::MemorySystem;

    use super::*;

    const HOOKS: &str = r#"{ "version": 1, "hooks": { "stop": [{ "command": ".cursor/hooks/a.sh" }] } }"#;

    fn project() -> MemorySystem {
        MemorySystem::new()
            .file("/w/.cursor/hooks.json", HOOKS)
            .script("/w/.cursor/hooks/a.sh", "#!/bin/sh\n")
            .file("/w/src/main.c", "")
    }

    /// What a check of the project asks.
    fn recording() -> Recording {
        let system = project();
        let recorder = Recorder::new(&system);
        let request = Request { workspaces: vec!["/w".into()], ..Request::default() };
        hookc_policies::check(&recorder, &request, &hookc_compiler::analysis::Settings::default());
        recorder.take()
    }

    #[test]
    fn a_tree_that_stays_as_it_is_has_not_changed() {
        assert_eq!(recording().changed(&project()), None);
    }

    #[test]
    fn a_hooks_file_a_script_and_its_mode_are_watched() {
        let recording = recording();
        for (system, path) in [
            (project().file("/w/.cursor/hooks.json", HOOKS.replace('1', "2")), "/w/.cursor/hooks.json"),
            (project().script("/w/.cursor/hooks/a.sh", "#!/bin/zz\n"), "/w/.cursor/hooks/a.sh"),
            (project().file("/w/.cursor/hooks/a.sh", "#!/bin/sh\n"), "/w/.cursor/hooks/a.sh"),
        ] {
            assert_eq!(recording.changed(&system), Some(Path::new(path)));
        }
    }

    #[test]
    fn a_new_hooks_file_in_a_folder_that_has_none_is_seen() {
        let system = project().file("/w/src/.cursor/hooks.json", HOOKS);
        assert_eq!(recording().changed(&system), Some(Path::new("/w/src")));
    }

    #[test]
    fn what_no_check_reads_starts_none() {
        let system = project().file("/w/src/main.c", "int main(void) { return 0; }");
        assert_eq!(recording().changed(&system), None);
    }
}
