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

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

pub use changes::{Changes, Side, Unreadable};
pub use index::Mode;

use self::ignore::Rule;
use self::index::{Entry, Index};
use crate::inside::{Seen, Trees};
use crate::source::Place;
use crate::system::{FileKind, System, below};

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
    /// By the outermost folder that may be looked into, then by the folder itself.
    folders: ByPath<ByPath<Rc<Surroundings>>>,
    repositories: ByPath<Option<Repository>>,
    indices: ByPath<Option<Index>>,
    ignore_files: ByPath<Vec<Rule>>,
    /// How many letters were compared with patterns for the present hooks file.
    compared: usize,
}

/// By path, as a text: comparing paths part by part is what takes the time.
type ByPath<T> = HashMap<OsString, T>;

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
        let index = self.indices.entry(index_file.clone().into_os_string()).or_insert_with(|| {
            let bytes = trees.system().read(index_file, MAX_INDEX).ok()?;
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
        let below_top = self.folders.get(top.as_os_str());
        if let Some(known) = below_top.and_then(|folders| folders.get(folder.as_os_str())) {
            return Some(Rc::clone(known));
        }
        let read = Rc::new(self.read_folder(folder, top, trees));
        let below_top = self.folders.entry(top.as_os_str().to_owned()).or_default();
        below_top.insert(folder.as_os_str().to_owned(), Rc::clone(&read));
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
            .take_while(|folder| below(folder, &work_tree).is_some())
            .map(|folder| (folder.to_path_buf(), ".gitignore"))
            .chain(git_folder.as_ref().map(|folder| (folder.join("info"), "exclude")));
        let has_ignore_rules =
            ignore_files.any(|(folder, name)| !self.rules(&folder, name, trees).is_empty());
        Surroundings { index, work_tree, git_folder, has_ignore_rules }
    }

    /// The repository of a folder: that of the nearest `.git` up to the top of the tree.
    fn repository(&mut self, folder: &Path, top: &Path, trees: &Trees<'_>) -> Option<Repository> {
        let mut passed = Vec::new();
        let mut found = None;
        for folder in folder.ancestors().take_while(|folder| below(folder, top).is_some()) {
            if let Some(known) = self.repositories.get(folder.as_os_str()) {
                found.clone_from(known);
                break;
            }
            passed.push(folder.as_os_str().to_owned());
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
        // Written as the folders of a path are, so that each file is known by one name.
        let folder_before = |start: usize| match subject[..start].strip_suffix('/') {
            Some(folder) => work_tree.join(folder),
            None => work_tree.to_path_buf(),
        };
        let files = folders.map(|start| (folder_before(start), ".gitignore", start));
        let exclude = git_folder.map(|folder| (folder.join("info"), "exclude", 0));
        for (folder, name, start) in files.chain(exclude) {
            let path = &subject.as_bytes()[start..];
            let mut compared = self.compared;
            let mut rules = self.rules(&folder, name, trees).iter().rev();
            let last = rules.find(|rule| {
                compared += rule.cost(path);
                compared > MAX_COMPARED || rule.matches(path, is_folder)
            });
            let last = last.map(|rule| (rule.line, rule.is_negated));
            self.compared = compared;
            if let Some((line, is_negated)) = last {
                return Some((folder.join(name), line, is_negated));
            }
        }
        None
    }

    fn rules(&mut self, folder: &Path, name: &str, trees: &Trees<'_>) -> &[Rule] {
        self.ignore_files.entry(folder.join(name).into_os_string()).or_insert_with_key(|file| {
            // Git itself does not follow a link here.
            let is_file = !lies_behind_a_link(folder, name, trees)
                && trees.kind_in(folder, name).is_ok_and(|kind| kind == FileKind::File);
            let bytes =
                if is_file { trees.system().read(Path::new(file), MAX_IGNORE_FILE).ok() } else { None };
            bytes.map_or_else(Vec::new, |bytes| ignore::rules(&bytes))
        })
    }
}

/// Whether the folder of the file of a repository's own, `.git/info`, is a link, which could lead anywhere.
fn lies_behind_a_link(folder: &Path, name: &str, trees: &Trees<'_>) -> bool {
    name == "exclude"
        && folder.parent().is_none_or(|git| trees.kind_in(git, "info").ok() != Some(FileKind::Directory))
}

fn index_at(file: PathBuf, trees: &Trees<'_>) -> IndexAt {
    match trees.system().symlink_metadata(&file) {
        Ok(metadata) if metadata.kind == FileKind::File => IndexAt::File(file),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => IndexAt::Nowhere,
        _ => IndexAt::Unreadable,
    }
}

fn repository_at(folder: &Path, trees: &Trees<'_>) -> Option<Repository> {
    let kind = trees.kind_in(folder, ".git").ok()?;
    let dot_git = folder.join(".git");
    let git_folder = match kind {
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
        Seen::There(path, FileKind::Directory) => Some(path),
        _ => None,
    }
}

/// A path from a folder on, with `/`.
fn slashed(path: &Path, from: &Path) -> Option<String> {
    let rest = below(path, from)?;
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
