//! What was read during a check, so that no folder and no script is read again for every hook that names it.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::git::GitCache;
use super::script_file::{Head, MAX_SCRIPT, ScriptFile};
use crate::script::{Facts, Language, MAX_TEXT};
use crate::syntax;
use crate::system::{FileKind, Loaded, System};

/// In a folder with more files no name is guessed.
const MAX_NAMES: usize = 1024;

/// So many names are guessed for the hooks of one file. What runs scripts by the hundred that are not there was not misspelt.
const MAX_GUESSES: usize = 256;

/// What one check has read: repositories, folders and scripts, each once.
#[derive(Debug, Default)]
pub struct Lookups {
    /// Indexes and ignore files.
    pub git: GitCache,
    /// By path, as a text.
    scripts: HashMap<OsString, Rc<KnownScript>>,
    /// What they do, with the texts that say so: very many files may run one script.
    facts: HashMap<(OsString, Language), (Arc<str>, Arc<Facts>)>,
    folders: HashMap<PathBuf, Vec<Name>>,
    guesses: usize,
}

/// What was read of a script.
#[derive(Debug)]
pub(super) struct KnownScript {
    pub(super) len: u64,
    /// Whether anyone may execute it; `None` on a file system that has no such bit.
    pub(super) executable: Option<bool>,
    /// Its beginning; `None` when it cannot be read.
    pub(super) head: Option<Head>,
    /// Its text. `None` of what is too long or no text, and is seldom asked for.
    text: Option<Arc<str>>,
}

impl KnownScript {
    fn read(path: &Path, system: &dyn System) -> Self {
        let Ok(Loaded { metadata, bytes }) = system.load(path, MAX_SCRIPT) else {
            return Self { len: 0, executable: None, head: None, text: None };
        };
        let head = bytes.as_deref().map(Head::of_script);
        let is_text = head.as_ref().is_some_and(|head| !head.is_binary);
        let text = bytes.filter(|bytes| is_text && bytes.len() <= MAX_TEXT);
        let text = text.map(|bytes| syntax::decode(&bytes).text.into());
        Self { len: metadata.len, executable: metadata.executable, head, text }
    }
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

    /// Reads each script again when it is asked for next: between two looks any of them can have been edited.
    pub fn forget_scripts(&mut self) {
        self.scripts.clear();
    }

    /// What is known of a script, which is there, with no links on its path.
    pub(super) fn script(&mut self, path: &Path, system: &dyn System) -> Rc<KnownScript> {
        if let Some(known) = self.scripts.get(path.as_os_str()) {
            return Rc::clone(known);
        }
        let script = Rc::new(KnownScript::read(path, system));
        self.scripts.insert(path.as_os_str().to_owned(), Rc::clone(&script));
        script
    }

    /// The text of a script that was found.
    pub fn text(&self, script: &ScriptFile, system: &dyn System) -> Option<Arc<str>> {
        let known = self.scripts.get(script.path.as_os_str()).and_then(|known| known.text.clone());
        known.or_else(|| {
            let bytes = system.read(&script.path, MAX_SCRIPT).ok()?;
            Some(syntax::decode(&bytes).text.into())
        })
    }

    /// What a script does that has this text; `read` where that is not known.
    pub fn facts(
        &mut self,
        path: &Path,
        language: Language,
        text: &Arc<str>,
        read: impl FnOnce() -> Arc<Facts>,
    ) -> Arc<Facts> {
        let key = (path.as_os_str().to_owned(), language);
        match self.facts.get(&key) {
            Some((known, facts)) if Arc::ptr_eq(known, text) => Arc::clone(facts),
            _ => {
                let facts = read();
                self.facts.insert(key, (Arc::clone(text), Arc::clone(&facts)));
                facts
            }
        }
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
    fn a_script_is_read_once() {
        let system = folder(["guard.sh".to_owned()]);
        let mut lookups = Lookups::default();
        let script = Path::new("/w/guard.sh");
        let first = lookups.script(script, &system).head.clone();
        assert!(first.is_some());
        assert_eq!(lookups.script(script, &MemorySystem::new()).head, first);
        lookups.forget_scripts();
        assert_eq!(lookups.script(script, &MemorySystem::new()).head, None);
    }
}
