//! What was read during a check, so that no folder and no script is read again for every hook that names it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::git::GitCache;
use super::script_file::{Head, MAX_SCRIPT};
use crate::script::{self, Facts, Language};
use crate::syntax;
use crate::system::{FileKind, System};

/// In a folder with more files no name is guessed.
const MAX_NAMES: usize = 1024;

/// So many names are guessed for the hooks of one file. What runs scripts by the hundred that are not there was not misspelt.
const MAX_GUESSES: usize = 256;

/// What one check has read: repositories, folders and scripts, each once.
#[derive(Debug, Default)]
pub struct Lookups {
    /// Indexes and ignore files.
    pub git: GitCache,
    heads: HashMap<PathBuf, Option<Head>>,
    texts: HashMap<PathBuf, Option<Arc<str>>>,
    facts: HashMap<(PathBuf, Language), Arc<Facts>>,
    folders: HashMap<PathBuf, Vec<Name>>,
    guesses: usize,
}

/// The name of a file, with what it is compared by.
#[derive(Debug)]
struct Name {
    text: String,
    plain: String,
    plain_stem: String,
}

impl Lookups {
    /// Starts with a further hooks file. What was read stays known; the guesses are counted anew, so that they do not depend on
    /// the files before.
    pub fn next_file(&mut self) {
        self.guesses = 0;
        self.git.next_file();
    }

    /// The beginning of a script; `None` when it cannot be read.
    pub(super) fn head(&mut self, path: &Path, system: &dyn System) -> Option<Head> {
        if let Some(known) = self.heads.get(path) {
            return known.clone();
        }
        let head = system.read(path, MAX_SCRIPT).ok().map(|bytes| Head::of_script(&bytes));
        self.heads.insert(path.to_path_buf(), head.clone());
        head
    }

    /// The text of a script; `None` when it cannot be read.
    pub fn text(&mut self, path: &Path, system: &dyn System) -> Option<Arc<str>> {
        if let Some(known) = self.texts.get(path) {
            return known.clone();
        }
        let text = system.read(path, MAX_SCRIPT).ok().map(|bytes| syntax::decode(&bytes).text.into());
        self.texts.insert(path.to_path_buf(), text.clone());
        text
    }

    /// What a script does that has this text.
    pub fn facts(&mut self, path: &Path, language: Language, text: &str) -> Arc<Facts> {
        let known = self.facts.entry((path.to_path_buf(), language));
        Arc::clone(known.or_insert_with(|| Arc::new(script::read(language, text))))
    }

    /// The file of a folder whose name is most like the wanted one.
    pub(super) fn near(&mut self, folder: PathBuf, wanted: &str, system: &dyn System) -> Option<String> {
        if self.guesses == MAX_GUESSES {
            return None;
        }
        self.guesses += 1;
        let names = self.folders.entry(folder).or_insert_with_key(|folder| files_of(folder, system));
        let wanted = Name::of(wanted.to_owned());
        let ranked = names.iter().filter_map(|name| Some((unlikeness(&wanted, name)?, &name.text)));
        ranked.min().map(|(_, name)| name.clone())
    }
}

impl Name {
    fn of(text: String) -> Self {
        let plain = |name: &str| name.to_lowercase().replace(['-', '_', ' '], "");
        let stem = text.rsplit_once('.').map_or(text.as_str(), |(stem, _)| stem);
        Self { plain: plain(&text), plain_stem: plain(stem), text }
    }
}

/// The names of a folder's files; none when there are too many.
fn files_of(folder: &Path, system: &dyn System) -> Vec<Name> {
    let entries = system.read_dir(folder).unwrap_or_default();
    if entries.len() > MAX_NAMES {
        return Vec::new();
    }
    let files = entries.into_iter().filter(|entry| entry.kind != FileKind::Directory);
    files.filter_map(|entry| entry.name.into_string().ok()).map(Name::of).collect()
}

/// How far a name is from the wanted one; `None` when no one would mean it.
fn unlikeness(wanted: &Name, name: &Name) -> Option<usize> {
    if wanted.plain == name.plain {
        return Some(0);
    }
    if wanted.plain_stem == name.plain_stem {
        return Some(1);
    }
    let most = (wanted.text.chars().count() / 5).min(3);
    let distance = distance(&wanted.text, &name.text, most)?;
    Some(distance + 1)
}

/// The number of signs to insert, delete or replace, if it is at most `most`.
fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    const LONGEST: usize = 128;
    let other: Vec<char> = other.chars().collect();
    let length = one.chars().count();
    if length.abs_diff(other.len()) > most || length.max(other.len()) > LONGEST {
        return None;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, sign) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, other_sign) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(sign != *other_sign);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::MemorySystem;

    fn folder(names: impl IntoIterator<Item = String>) -> MemorySystem {
        let add = |system: MemorySystem, name| system.script(format!("/w/{name}"), "#!/bin/sh\r\n");
        names.into_iter().fold(MemorySystem::new(), add)
    }

    fn near(lookups: &mut Lookups, wanted: &str, system: &MemorySystem) -> Option<String> {
        lookups.near(PathBuf::from("/w"), wanted, system)
    }

    #[test]
    fn the_likest_name_of_the_folder_is_guessed() {
        let system = folder(["guard-shell.sh", "guard_files.sh", "other.py"].map(str::to_owned));
        let mut lookups = Lookups::default();
        assert_eq!(near(&mut lookups, "guard_shell.sh", &system).as_deref(), Some("guard-shell.sh"));
        assert_eq!(near(&mut lookups, "guard-files.py", &system).as_deref(), Some("guard_files.sh"));
        assert_eq!(near(&mut lookups, "format.sh", &system), None);
    }

    #[test]
    fn nothing_is_guessed_among_thousands() {
        let system = folder((0..=MAX_NAMES).map(|number| format!("step-{number}.sh")));
        assert_eq!(near(&mut Lookups::default(), "step_1.sh", &system), None);
    }

    #[test]
    fn the_guesses_of_one_file_are_counted_and_those_of_the_next_begin_anew() {
        let system = folder(["guard.sh".to_owned()]);
        let mut lookups = Lookups::default();
        for _ in 0..MAX_GUESSES {
            assert!(near(&mut lookups, "guard.py", &system).is_some());
        }
        assert_eq!(near(&mut lookups, "guard.py", &system), None);
        lookups.next_file();
        assert!(near(&mut lookups, "guard.py", &system).is_some());
    }

    #[test]
    fn the_beginning_of_a_script_is_read_once() {
        let system = folder(["guard.sh".to_owned()]);
        let mut lookups = Lookups::default();
        let first = lookups.head(Path::new("/w/guard.sh"), &system);
        assert!(first.is_some());
        assert_eq!(lookups.head(Path::new("/w/guard.sh"), &MemorySystem::new()), first);
    }
}
