//! What a search brings in, and how it is put in order.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use hookc_schema::SourceKind;

use crate::system::{FileKind, System, normalize};

use super::naming::Naming;
use super::standing::{self, Standing};
use super::{Discovery, Found, Place, Problem, ProblemKind, Role};

/// One folder or file of the request, with all that holds for everything found through it.
pub(super) struct Scope<'r> {
    pub(super) system: &'r dyn System,
    /// Its place in the request, for the order of the results.
    pub(super) index: usize,
    /// The tree that no link leads out of; absolute.
    pub(super) root: PathBuf,
    pub(super) naming: Naming,
    /// The prefix of names where they would be those of other files.
    pub(super) spare_prefix: String,
    pub(super) home: Option<PathBuf>,
    /// The real path of `root`, asked for when the first link is met.
    pub(super) real_root: OnceLock<Option<PathBuf>>,
}

impl Scope<'_> {
    /// The real path of the tree; `None` where it has none.
    pub(super) fn tree(&self) -> Option<PathBuf> {
        self.real_root.get_or_init(|| self.system.canonicalize(&self.root).ok()).clone()
    }

    /// A real path inside the tree as it is called from the root.
    fn unreal(&self, real: &Path) -> PathBuf {
        match self.tree().and_then(|tree| Some(real.strip_prefix(tree).ok()?.to_path_buf())) {
            Some(rest) => normalize(&self.root.join(rest)),
            None => real.to_path_buf(),
        }
    }
}

/// Everything found so far, in any order.
#[derive(Default)]
pub(super) struct Harvest {
    items: Vec<Item>,
    troubles: Vec<Trouble>,
}

struct Item {
    scope: usize,
    source: Option<SourceKind>,
    /// What the link at the path leads to.
    target: Option<PathBuf>,
    found: Found,
}

struct Trouble {
    scope: usize,
    source: Option<SourceKind>,
    problem: Problem,
}

/// A file that takes part.
pub(super) struct Candidate<'p> {
    pub(super) path: PathBuf,
    pub(super) role: Role,
    /// The kind of source that `--sources` knows it by; `None` is never filtered.
    pub(super) source: Option<SourceKind>,
    pub(super) root: Option<&'p Path>,
    pub(super) working_directory: Option<&'p Path>,
}

/// Where a search of one scope puts what it finds.
pub(super) struct Basket<'s, 'r> {
    pub(super) scope: &'s Scope<'r>,
    pub(super) harvest: &'s mut Harvest,
}

impl<'r> Basket<'_, 'r> {
    pub(super) fn system(&self) -> &'r dyn System {
        self.scope.system
    }

    /// What stands at the path, which the user named; only a link at its end is questioned.
    pub(super) fn at(&self, path: &Path) -> Standing {
        standing::at(self.system(), path, || self.scope.tree())
    }

    /// What stands at `name` below a folder that is known to be inside of the scope; no link leads out of it.
    pub(super) fn below(&self, folder: &Path, name: impl AsRef<Path>) -> Standing {
        standing::below(self.system(), folder, name.as_ref(), || self.scope.tree())
    }

    pub(super) fn of_entry(&self, path: &Path, kind: FileKind) -> Standing {
        standing::of_entry(self.system(), path, kind, || self.scope.tree())
    }

    /// Takes the candidate as what stands at its path allows. Whether there is a file.
    pub(super) fn offer(&mut self, candidate: Candidate<'_>, standing: Standing) -> bool {
        match standing {
            Standing::Absent => false,
            Standing::File(real) => {
                self.take(candidate, real.as_deref());
                true
            }
            Standing::Folder => {
                self.trouble(candidate.path, candidate.source, ProblemKind::NotAFile);
                false
            }
            Standing::Wrong(kind) => {
                self.trouble(candidate.path, candidate.source, kind);
                false
            }
        }
    }

    /// Takes a regular file, which a link may have led to.
    pub(super) fn take(&mut self, candidate: Candidate<'_>, real: Option<&Path>) {
        let scope = self.scope;
        let found = Found {
            shown: scope.naming.show(&candidate.path),
            path: candidate.path,
            role: candidate.role,
            place: Place {
                root: candidate.root.map(Path::to_path_buf),
                working_directory: candidate.working_directory.map(Path::to_path_buf),
                shown_from: Some(scope.naming.from.clone()),
                shown_prefix: scope.naming.prefix.clone(),
                home: scope.home.clone(),
            },
        };
        let target = real.map(|real| scope.unreal(real));
        self.harvest.items.push(Item { scope: scope.index, source: candidate.source, target, found });
    }

    pub(super) fn trouble(&mut self, path: PathBuf, source: Option<SourceKind>, kind: ProblemKind) {
        let problem = Problem { shown: self.scope.naming.show(&path), path, kind };
        self.harvest.troubles.push(Trouble { scope: self.scope.index, source, problem });
    }
}

impl Harvest {
    pub(super) fn append(&mut self, mut other: Self) {
        self.items.append(&mut other.items);
        self.troubles.append(&mut other.troubles);
    }

    /// Everything once and in order, only of the wanted kinds of sources.
    pub(super) fn into_discovery(self, scopes: &[Scope<'_>], wanted: Option<&[SourceKind]>) -> Discovery {
        let is_wanted = |source: Option<SourceKind>| match (source, wanted) {
            (Some(source), Some(wanted)) => wanted.contains(&source),
            _ => true,
        };
        let mut items = once_each(self.items);
        forget_linked_copies(&mut items);
        items.retain(|item| is_wanted(item.source));
        let mut troubles = self.troubles;
        troubles.retain(|trouble| is_wanted(trouble.source));
        troubles.sort_by(|a, b| (a.scope, &a.problem.path).cmp(&(b.scope, &b.problem.path)));
        let mut seen = HashSet::new();
        troubles.retain(|trouble| seen.insert(trouble.problem.path.clone()));

        let shadowed = shadowed_scopes(&items);
        for scope in scopes.iter().filter(|scope| shadowed.contains(&scope.index)) {
            rename(scope, &mut items, &mut troubles);
        }
        Discovery {
            found: items.into_iter().map(|item| item.found).collect(),
            problems: troubles.into_iter().map(|trouble| trouble.problem).collect(),
        }
    }
}

/// In order, every path once: in the role that binds most.
fn once_each(mut items: Vec<Item>) -> Vec<Item> {
    items.sort_by(|a, b| (a.scope, &a.found.path).cmp(&(b.scope, &b.found.path)));
    let mut places: HashMap<PathBuf, usize> = HashMap::new();
    let mut kept: Vec<Item> = Vec::with_capacity(items.len());
    for item in items {
        let Some(&place) = places.get(&item.found.path) else {
            places.insert(item.found.path.clone(), kept.len());
            kept.push(item);
            continue;
        };
        let earlier = &mut kept[place];
        if rank(&item.found.role) < rank(&earlier.found.role) {
            *earlier = item;
        }
    }
    kept
}

/// A place outside of every project says more than a manifest, a manifest more than the folder a file lies in.
fn rank(role: &Role) -> u8 {
    match role {
        Role::Hooks(
            SourceKind::Enterprise | SourceKind::Team | SourceKind::User | SourceKind::ClaudeUser,
        ) => 0,
        Role::Hooks(SourceKind::Plugin) | Role::ClaudePluginHooks | Role::PluginManifest { .. } => 1,
        Role::Hooks(SourceKind::Project | SourceKind::ClaudeLocal | SourceKind::ClaudeProject) => 2,
        Role::Unread(_) => 3,
        Role::Template(_) => 4,
        Role::Foreign => 5,
    }
}

/// A file that nothing reads under its own name may be what the link at the right place leads to.
fn forget_linked_copies(items: &mut Vec<Item>) {
    let targets: HashSet<PathBuf> = items.iter().filter_map(|item| item.target.clone()).collect();
    if !targets.is_empty() {
        items.retain(|item| {
            !matches!(item.found.role, Role::Unread(_)) || !targets.contains(&item.found.path)
        });
    }
}

/// The scopes in which some file has the name of a file of an earlier scope.
fn shadowed_scopes(items: &[Item]) -> HashSet<usize> {
    let mut names = HashSet::new();
    items.iter().filter(|item| !names.insert(item.found.shown.as_str())).map(|item| item.scope).collect()
}

fn rename(scope: &Scope<'_>, items: &mut [Item], troubles: &mut [Trouble]) {
    if scope.spare_prefix.is_empty() {
        return;
    }
    let naming = Naming { from: scope.naming.from.clone(), prefix: scope.spare_prefix.clone() };
    for item in items.iter_mut().filter(|item| item.scope == scope.index) {
        item.found.place.rename(&naming);
        item.found.shown = naming.show(&item.found.path);
    }
    for trouble in troubles.iter_mut().filter(|trouble| trouble.scope == scope.index) {
        trouble.problem.shown = naming.show(&trouble.problem.path);
    }
}
