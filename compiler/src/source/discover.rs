//! From a request to the files to check.

use std::cell::OnceCell;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use hookc_schema::SourceKind;

use crate::analysis::Request;
use crate::system::{System, is_normal, normalize};

use super::folders::{self, Owner, PROJECT};
use super::harvest::{Basket, Harvest, Scope};
use super::naming::{Naming, unique_prefixes, with_final_slash};
use super::standing::{self, Standing};
use super::walk::{self, Task};
use super::{Discovery, ProblemKind, dotfiles, location, plugin};

/// The files that the request means, each once and with its role; what cannot be read is among the problems, and the rest goes on.
///
/// Nothing at all named means the current folder; only places named (home, system root, team, plugins) means only those.
/// The answer does not depend on the order in which a disk lists its folders, nor on the number of threads.
pub fn discover(system: &dyn System, request: &Request) -> Discovery {
    Plan::of(system, request).run(request.sources.as_deref())
}

/// The folders and files that the request names, absolute, where nothing outside of them is looked at: what may be changed at all.
pub fn roots(system: &dyn System, request: &Request) -> Vec<PathBuf> {
    Plan::of(system, request).scopes.into_iter().map(|scope| scope.root).collect()
}

/// What is to be done for one scope.
enum Job {
    /// Search the scope's tree.
    Tree,
    /// Search below a `.cursor-plugin` that was named.
    PluginFolder(PathBuf),
    Cursor,
    Claude,
    Chezmoi(PathBuf),
    File(PathBuf),
    Home,
    SystemRoot,
    Team,
    Plugin,
    Trouble(PathBuf, ProblemKind),
}

struct Plan<'r> {
    system: &'r dyn System,
    current: OnceCell<PathBuf>,
    home: Option<PathBuf>,
    scopes: Vec<Scope<'r>>,
    jobs: Vec<(usize, Job)>,
}

impl<'r> Plan<'r> {
    fn of(system: &'r dyn System, request: &'r Request) -> Self {
        let mut plan =
            Self { system, current: OnceCell::new(), home: None, scopes: Vec::new(), jobs: Vec::new() };
        plan.home = request.home.as_deref().map(|home| plan.absolute(home));
        plan.add_workspaces(request);
        plan.add_paths(request);
        plan.add_places(request);
        plan
    }

    fn add_workspaces(&mut self, request: &Request) {
        let nothing_named = !request.names_anything();
        let named: &[PathBuf] = if nothing_named { &[PathBuf::from(".")] } else { &request.workspaces };
        for (typed, prefix) in self.with_prefixes(named) {
            self.add_folder(typed, prefix, String::new(), Job::Tree);
        }
    }

    fn add_paths(&mut self, request: &Request) {
        let workspaces = self.scopes.len();
        for typed in &request.paths {
            let path = self.absolute(typed);
            let naming = Naming::typed(typed, &path);
            match standing::at(self.system, &path, || None) {
                Standing::File(_) => self.add_file(path, naming, workspaces),
                Standing::Folder => self.add_named_folder(path, naming),
                Standing::Absent => self.add_trouble(path, naming, ProblemKind::Missing),
                Standing::Wrong(kind) => self.add_trouble(path, naming, kind),
            }
        }
    }

    /// A file inside of a workspace belongs to it; any other to the current folder, or else to the folder that its own folder lies in.
    fn add_file(&mut self, path: PathBuf, naming: Naming, workspaces: usize) {
        if let Some(scope) = self.scopes[..workspaces].iter().find(|scope| path.starts_with(&scope.root)) {
            self.jobs.push((scope.index, Job::File(path)));
            return;
        }
        let root = if path.starts_with(self.current()) {
            self.current().to_path_buf()
        } else {
            path.ancestors().take(3).last().unwrap_or(&path).to_path_buf()
        };
        self.add_scope(root, naming, String::new(), Job::File(path));
    }

    fn add_named_folder(&mut self, path: PathBuf, naming: Naming) {
        let above = || path.parent().unwrap_or(&path).to_path_buf();
        let (root, job) = match path.file_name().and_then(OsStr::to_str) {
            Some("hooks.json") => return self.add_trouble(path, naming, ProblemKind::NotAFile),
            Some(".cursor") => (above(), Job::Cursor),
            Some(".claude") => (above(), Job::Claude),
            Some(".claude-plugin") => (above(), Job::Plugin),
            Some(".cursor-plugin") => (above(), Job::PluginFolder(path)),
            Some(name) if dotfiles::is_chezmoi(OsStr::new(name)) => (above(), Job::Chezmoi(path)),
            _ => (path, Job::Tree),
        };
        self.add_scope(root, naming, String::new(), job);
    }

    fn add_places(&mut self, request: &Request) {
        let bare = String::new;
        if let Some(home) = &request.home {
            self.add_folder(home, bare(), "~/".to_owned(), Job::Home);
        }
        if let Some(root) = &request.system_root {
            self.add_folder(root, bare(), "/".to_owned(), Job::SystemRoot);
        }
        if let Some(team) = &request.team {
            self.add_folder(team, bare(), self.prefix_of(team), Job::Team);
        }
        for (typed, prefix) in self.with_prefixes(&request.plugins) {
            self.add_folder(typed, prefix, self.prefix_of(typed), Job::Plugin);
        }
    }

    fn prefix_of(&self, typed: &Path) -> String {
        let name = self.absolute(typed).file_name().map(|name| name.to_string_lossy().into_owned());
        with_final_slash(name.unwrap_or_default())
    }

    /// The folders, each once, with the prefixes that tell them apart: none for a single one.
    fn with_prefixes<'t>(&self, typed: &'t [PathBuf]) -> Vec<(&'t Path, String)> {
        let mut folders: Vec<(&Path, PathBuf)> = Vec::new();
        for typed in typed {
            let folder = self.absolute(typed);
            if !folders.iter().any(|(_, known)| *known == folder) {
                folders.push((typed, folder));
            }
        }
        let prefixes = match folders.as_slice() {
            [_] => vec![String::new()],
            several => {
                unique_prefixes(&several.iter().map(|(_, folder)| folder.as_path()).collect::<Vec<_>>())
            }
        };
        folders.into_iter().map(|(typed, _)| typed).zip(prefixes).collect()
    }

    /// Adds a folder that must be one; where it is not, it is called as it was typed.
    fn add_folder(&mut self, typed: &Path, prefix: String, spare_prefix: String, job: Job) {
        let folder = self.absolute(typed);
        let wrong = match standing::at(self.system, &folder, || None) {
            Standing::Folder => {
                let naming = Naming { from: folder.clone(), prefix };
                return self.add_scope(folder, naming, spare_prefix, job);
            }
            Standing::Absent => ProblemKind::Missing,
            Standing::File(_) => ProblemKind::NotAFolder,
            Standing::Wrong(kind) => kind,
        };
        let naming = Naming::typed(typed, &folder);
        self.add_trouble(folder, naming, wrong);
    }

    fn add_trouble(&mut self, path: PathBuf, naming: Naming, kind: ProblemKind) {
        self.add_scope(path.clone(), naming, String::new(), Job::Trouble(path, kind));
    }

    fn add_scope(&mut self, root: PathBuf, naming: Naming, spare_prefix: String, job: Job) {
        let index = self.scopes.len();
        let naming = naming.within(&root);
        self.scopes.push(Scope {
            system: self.system,
            index,
            root,
            naming,
            spare_prefix,
            home: self.home.clone(),
            real_root: OnceLock::new(),
        });
        self.jobs.push((index, job));
    }

    fn run(self, wanted: Option<&[SourceKind]>) -> Discovery {
        let mut tasks = Vec::new();
        let mut harvest = Harvest::default();
        for (index, job) in self.jobs {
            let scope = &self.scopes[index];
            let mut basket = Basket { scope, harvest: &mut harvest };
            match job {
                Job::Tree => tasks.push(Task::start(index, scope.root.clone())),
                Job::PluginFolder(folder) => {
                    plugin::search(&mut basket, &scope.root);
                    tasks.push(Task { in_plugin_folder: true, ..Task::start(index, folder) });
                }
                Job::Cursor => folders::cursor(&mut basket, &scope.root, PROJECT, Standing::Folder),
                Job::Claude => folders::claude(&mut basket, &scope.root, PROJECT, &Standing::Folder),
                Job::Chezmoi(folder) => folders::chezmoi(&mut basket, &folder),
                Job::File(path) => match basket.at(&path) {
                    Standing::File(real) => location::take(&mut basket, &path, real.as_deref()),
                    Standing::Wrong(kind) => basket.trouble(path, None, kind),
                    Standing::Absent | Standing::Folder => {}
                },
                Job::Home => {
                    let (cursor, claude) =
                        (basket.below(&scope.root, ".cursor"), basket.below(&scope.root, ".claude"));
                    folders::cursor(&mut basket, &scope.root, Owner::User, cursor);
                    folders::claude(&mut basket, &scope.root, Owner::User, &claude);
                }
                Job::SystemRoot => folders::system_root(&mut basket, &scope.root),
                Job::Team => folders::team(&mut basket, &scope.root),
                Job::Plugin => {
                    if !plugin::search(&mut basket, &scope.root) {
                        plugin::search_without_manifest(&mut basket, &scope.root);
                    }
                }
                Job::Trouble(path, kind) => basket.trouble(path, None, kind),
            }
        }
        harvest.append(walk::search(&self.scopes, tasks));
        harvest.into_discovery(&self.scopes, wanted)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        absolute_from(self.system, path, || self.current().to_path_buf())
    }

    fn current(&self) -> &Path {
        self.current.get_or_init(|| current(self.system))
    }
}

/// The absolute path that discovery gives a folder or file named so: links left alone, except before a `..`, which means nothing
/// without them.
pub fn absolute(system: &dyn System, path: &Path) -> PathBuf {
    absolute_from(system, path, || current(system))
}

fn current(system: &dyn System) -> PathBuf {
    system.canonicalize(Path::new(".")).unwrap_or_default()
}

fn absolute_from(system: &dyn System, path: &Path, current: impl FnOnce() -> PathBuf) -> PathBuf {
    if is_normal(path) {
        return path.to_path_buf();
    }
    let goes_up = path.components().any(|component| component == Component::ParentDir);
    if goes_up && let Ok(real) = system.canonicalize(path) {
        return real;
    }
    if path.has_root() { normalize(path) } else { normalize(&current().join(path)) }
}
