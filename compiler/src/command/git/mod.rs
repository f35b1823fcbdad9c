//! What git would hand to others: whether a script is tracked, with which mode, or which line ignores it.
//!
//! The git program is never started, since a repository's configuration can make it run others. The index and the ignore
//! files are read by a few hundred lines of our own: the crates that read them bring in some seventy others, most of them for
//! writing. An ordinary check needs neither objects nor references; [`Changes`] reads those that lead from `HEAD` to a file. All
//! readers are tested against git itself.

mod changes;
#[cfg(test)]
mod changes_tests;
mod head;
mod ignore;
mod index;
mod objects;
mod pack;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

pub use changes::{Changes, Side, Unreadable};
pub use index::Mode;

use self::ignore::Rule;
use self::index::{Entry, Index};
use crate::inside::{Seen, Trees};
use crate::source::Place;
use crate::system::{FileKind, System};

/// An index larger than this is not read.
const MAX_INDEX: u64 = 64 << 20;

/// Nor is an ignore file larger than this, or a file in the place of `.git`.
const MAX_IGNORE_FILE: u64 = 256 << 10;

/// So many letters are compared with patterns for one hooks file. Behind that it is not known what git ignores.
const MAX_COMPARED: usize = 50_000_000;

/// How git knows a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GitState {
    /// It is in the index.
    Tracked(Mode),
    /// The index does not list it.
    Untracked {
        /// The line of an ignore file that matches it.
        ignored_by: Option<IgnoredBy>,
    },
    /// There is no index in the tree, so that only the ignore files speak.
    NoIndex {
        /// The line of an ignore file that matches it.
        ignored_by: Option<IgnoredBy>,
    },
    /// There is an index that cannot be read, or that leaves this file to a place outside the tree.
    Unknown,
}

impl GitState {
    /// The line of an ignore file that keeps the file out.
    pub fn ignored_by(&self) -> Option<&IgnoredBy> {
        match self {
            Self::Untracked { ignored_by } | Self::NoIndex { ignored_by } => ignored_by.as_ref(),
            Self::Tracked(_) | Self::Unknown => None,
        }
    }
}

/// A line of an ignore file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredBy {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1.
    pub line: u32,
}

/// What was read of repositories during one check: each index and each ignore file once.
#[derive(Debug, Default)]
pub struct GitCache {
    folders: HashMap<FolderKey, Rc<Surroundings>>,
    repositories: BTreeMap<PathBuf, Option<Repository>>,
    indices: BTreeMap<PathBuf, Option<Index>>,
    ignore_files: BTreeMap<PathBuf, Vec<Rule>>,
    /// How many letters were compared with patterns for the present hooks file.
    compared: usize,
}

/// A folder, below the outermost folder that may be looked into. As texts: comparing paths part by part is what takes the time.
type FolderKey = (OsString, OsString);

/// What holds for all files of a folder.
#[derive(Debug)]
struct Surroundings {
    index: IndexAt,
    /// The folder that names in ignore files start from.
    work_tree: PathBuf,
    /// `None` without a repository.
    git_folder: Option<PathBuf>,
    /// Whether any ignore file that speaks of the folder has a line.
    has_ignore_rules: bool,
}

/// Where the index of a folder is.
#[derive(Debug)]
enum IndexAt {
    /// Here.
    File(PathBuf),
    /// There is none.
    Nowhere,
    /// It lies outside the tree, or is no file.
    Unreadable,
}

/// Where the parts of a repository lie.
#[derive(Debug, Clone)]
struct Repository {
    work_tree: PathBuf,
    /// `None` when it lies outside the tree.
    git_folder: Option<PathBuf>,
}

impl GitCache {
    /// Starts with a further hooks file, so that what is known of it does not depend on the files before.
    pub(super) fn next_file(&mut self) {
        self.compared = 0;
    }

    /// How git knows a file of the trees of a place.
    pub fn state(&mut self, path: &Path, place: &Place, system: &dyn System) -> GitState {
        let trees = Trees::of(place, system);
        match trees.look(path) {
            Seen::There(real, _) => self.state_inside(&real, &trees),
            _ => GitState::Unknown,
        }
    }

    /// The same for a path on which no links are left.
    pub(super) fn state_inside(&mut self, path: &Path, trees: &Trees<'_>) -> GitState {
        let Some(folder) = path.parent().and_then(|folder| self.folder(folder, trees)) else {
            return GitState::Unknown;
        };
        let index_file = match &folder.index {
            IndexAt::File(file) => file,
            IndexAt::Nowhere => {
                let ignored_by = self.ignored_by(path, &folder, trees);
                return if self.is_spent() { GitState::Unknown } else { GitState::NoIndex { ignored_by } };
            }
            IndexAt::Unreadable => return GitState::Unknown,
        };
        let Some(name) = slashed(path, &folder.work_tree) else { return GitState::Unknown };
        let index = self.indices.entry(index_file.clone()).or_insert_with_key(|file| {
            let bytes = trees.system().read(file, MAX_INDEX).ok()?;
            Index::parse(&bytes)
        });
        match index.as_ref().map(|index| index.entry(&name)) {
            Some(Entry::Tracked(mode)) => GitState::Tracked(mode),
            Some(Entry::Absent) => {
                let ignored_by = self.ignored_by(path, &folder, trees);
                if self.is_spent() { GitState::Unknown } else { GitState::Untracked { ignored_by } }
            }
            Some(Entry::Unlisted) | None => GitState::Unknown,
        }
    }

    fn is_spent(&self) -> bool {
        self.compared > MAX_COMPARED
    }

    fn folder(&mut self, folder: &Path, trees: &Trees<'_>) -> Option<Rc<Surroundings>> {
        let top = trees.top_of(folder)?;
        let key = (top.as_os_str().to_owned(), folder.as_os_str().to_owned());
        if let Some(known) = self.folders.get(&key) {
            return Some(Rc::clone(known));
        }
        let read = Rc::new(self.read_folder(folder, top, trees));
        self.folders.insert(key, Rc::clone(&read));
        Some(read)
    }

    fn read_folder(&mut self, folder: &Path, top: &Path, trees: &Trees<'_>) -> Surroundings {
        let repository = self.repository(folder, top, trees);
        let work_tree =
            repository.as_ref().map_or_else(|| top.to_path_buf(), |repository| repository.work_tree.clone());
        let (index, git_folder) = match repository {
            None => (IndexAt::Nowhere, None),
            Some(Repository { git_folder: None, .. }) => (IndexAt::Unreadable, None),
            Some(Repository { git_folder: Some(git_folder), .. }) => {
                (index_at(git_folder.join("index"), trees), Some(git_folder))
            }
        };
        let mut ignore_files = folder
            .ancestors()
            .take_while(|folder| folder.starts_with(&work_tree))
            .map(|folder| folder.join(".gitignore"))
            .chain(git_folder.as_ref().map(|folder| folder.join("info").join("exclude")));
        let has_ignore_rules = ignore_files.any(|file| !self.rules(&file, trees).is_empty());
        Surroundings { index, work_tree, git_folder, has_ignore_rules }
    }

    /// The repository of a folder: that of the nearest `.git` up to the top of the tree.
    fn repository(&mut self, folder: &Path, top: &Path, trees: &Trees<'_>) -> Option<Repository> {
        let mut passed = Vec::new();
        let mut found = None;
        for folder in folder.ancestors().take_while(|folder| folder.starts_with(top)) {
            if let Some(known) = self.repositories.get(folder) {
                found.clone_from(known);
                break;
            }
            passed.push(folder.to_path_buf());
            found = repository_at(folder, trees);
            if found.is_some() {
                break;
            }
        }
        for folder in passed {
            self.repositories.insert(folder, found.clone());
        }
        found
    }

    /// The line that ignores a file. A folder that is ignored takes all in it along; the ignore file nearest to the path speaks
    /// first, and in it the last line that matches.
    fn ignored_by(&mut self, path: &Path, folder: &Surroundings, trees: &Trees<'_>) -> Option<IgnoredBy> {
        if !folder.has_ignore_rules {
            return None;
        }
        let (work_tree, git_folder) = (folder.work_tree.as_path(), folder.git_folder.as_deref());
        let name = slashed(path, work_tree)?;
        let ends = name.match_indices('/').map(|(slash, _)| slash).chain([name.len()]);
        for end in ends {
            let is_folder = end < name.len();
            let subject = &name[..end];
            if let Some((file, line, is_negated)) =
                self.decision(subject, is_folder, work_tree, git_folder, trees)
                && !is_negated
            {
                return Some(IgnoredBy { file, line });
            }
        }
        None
    }

    fn decision(
        &mut self,
        subject: &str,
        is_folder: bool,
        work_tree: &Path,
        git_folder: Option<&Path>,
        trees: &Trees<'_>,
    ) -> Option<(PathBuf, u32, bool)> {
        let folders = subject.rmatch_indices('/').map(|(slash, _)| slash + 1).chain([0]);
        let files = folders.map(|start| (work_tree.join(&subject[..start]).join(".gitignore"), start));
        let exclude = git_folder.map(|folder| (folder.join("info").join("exclude"), 0));
        for (file, start) in files.chain(exclude) {
            let name = &subject.as_bytes()[start..];
            let mut compared = self.compared;
            let mut rules = self.rules(&file, trees).iter().rev();
            let last = rules.find(|rule| {
                compared += rule.cost(name);
                compared > MAX_COMPARED || rule.matches(name, is_folder)
            });
            let last = last.map(|rule| (rule.line, rule.is_negated));
            self.compared = compared;
            if let Some((line, is_negated)) = last {
                return Some((file, line, is_negated));
            }
        }
        None
    }

    fn rules(&mut self, file: &Path, trees: &Trees<'_>) -> &[Rule] {
        self.ignore_files.entry(file.to_path_buf()).or_insert_with(|| {
            // Git itself does not follow a link here; one on the way could lead anywhere.
            let is_file = matches!(trees.look(file), Seen::There(real, seen)
                if seen.kind == FileKind::File && real == file);
            let bytes = if is_file { trees.system().read(file, MAX_IGNORE_FILE).ok() } else { None };
            bytes.map_or_else(Vec::new, |bytes| ignore::rules(&bytes))
        })
    }
}

fn index_at(file: PathBuf, trees: &Trees<'_>) -> IndexAt {
    match trees.system().symlink_metadata(&file) {
        Ok(metadata) if metadata.kind == FileKind::File => IndexAt::File(file),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => IndexAt::Nowhere,
        _ => IndexAt::Unreadable,
    }
}

fn repository_at(folder: &Path, trees: &Trees<'_>) -> Option<Repository> {
    let dot_git = folder.join(".git");
    let metadata = trees.system().symlink_metadata(&dot_git).ok()?;
    let git_folder = match metadata.kind {
        FileKind::Directory => Some(dot_git),
        FileKind::File => linked_git_folder(folder, &dot_git, trees),
        FileKind::Symlink | FileKind::Other => None,
    };
    Some(Repository { work_tree: folder.to_path_buf(), git_folder })
}

/// The folder that a `.git` file names, if it lies in the tree.
fn linked_git_folder(folder: &Path, dot_git: &Path, trees: &Trees<'_>) -> Option<PathBuf> {
    let bytes = trees.system().read(dot_git, MAX_IGNORE_FILE).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let target = text.strip_prefix("gitdir:")?.trim();
    match trees.look(&folder.join(target)) {
        Seen::There(path, metadata) if metadata.kind == FileKind::Directory => Some(path),
        _ => None,
    }
}

/// A path from a folder on, with `/`.
fn slashed(path: &Path, from: &Path) -> Option<String> {
    let rest = path.strip_prefix(from).ok()?;
    let mut name = String::new();
    for component in rest.components() {
        let Component::Normal(part) = component else { return None };
        if !name.is_empty() {
            name.push('/');
        }
        name.push_str(part.to_str()?);
    }
    (!name.is_empty()).then_some(name)
}
