//! From a path in a line to the file it means, by the working directory of its source (HOOKS.md 0.9, 3, 11).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hookc_schema::{Event, SourceKind};

use super::lookups::Lookups;
use super::package::PackageRun;
use super::personal::MachinePath;
use super::quoting::{UnquotedKind, UnquotedPath};
use super::script::{PathForm, ScriptUse, Via, quoted_if_needed};
use super::script_file::ScriptFile;
use super::{CommandLine, Directory};
use crate::inside::{Seen, Trees};
use crate::source::Place;
use crate::system::{FileKind, System};

/// Why nothing can be said of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknowable {
    /// The folder the command runs in is not known: it depends on the workspace, or on a `cd` that only a run tells.
    WorkingDirectory,
    /// It depends on a variable, a substitution or a pattern.
    Dynamic,
    /// It lies outside the trees that may be looked into, or a link leads there.
    Outside,
    /// A name without a slash, which may be found on the `PATH`.
    Lookup,
    /// The file system does not say.
    Unreadable,
    /// It is a folder, and what its reader makes of that is not known.
    Folder,
}

/// The file that was meant, at another place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elsewhere {
    /// Where it is.
    pub path: PathBuf,
    /// The word to write for it in this source, quoted where needed.
    pub text: String,
}

/// A file that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Where it was looked for.
    pub path: PathBuf,
    /// The name of a file in the same folder that may be meant.
    pub near: Option<String>,
    /// The same file below another folder that its author may have had in mind.
    pub exists_elsewhere: Option<Elsewhere>,
}

/// What a path in a line comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// Nothing can be said.
    Unknown(Unknowable),
    /// A file.
    Found(Arc<ScriptFile>),
    /// No file.
    Missing(Missing),
}

/// What of the use of a script decides which file it is, and as what it is run: hooks of one file that have it in common run the same script.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Aim {
    path: PathForm,
    directory: Directory,
    via: Via,
    tries: &'static [&'static str],
    event: Event,
}

impl Aim {
    /// That of a script in a hook of this event.
    pub fn of(script: &ScriptUse, event: Event) -> Self {
        Self {
            path: script.path.clone(),
            directory: script.directory.clone(),
            via: script.via.clone(),
            tries: script.tries,
            event,
        }
    }
}

/// Looks a script up where a hook of this source and event would find it.
pub fn resolve(
    script: &ScriptUse,
    place: &Place,
    event: Event,
    kind: SourceKind,
    system: &dyn System,
    lookups: &mut Lookups,
) -> Resolution {
    let resolver = Resolver { place, event, kind, trees: Trees::of(place, system) };
    match resolver.find(script) {
        Found::File(path) => Resolution::Found(Arc::new(ScriptFile::read(path, &resolver.trees, lookups))),
        Found::Nothing(path) => resolver.missing(script, path, lookups),
        Found::Unknown(reason) => Resolution::Unknown(reason),
    }
}

/// Whether the file that an unquoted path with a blank means is there; `None` when that cannot be said.
pub fn resolve_blank(
    path: &UnquotedPath,
    place: &Place,
    event: Event,
    kind: SourceKind,
    system: &dyn System,
) -> Option<bool> {
    let UnquotedKind::Blank { joined, .. } = &path.kind else { return None };
    let resolver = Resolver { place, event, kind, trees: Trees::of(place, system) };
    let path = resolver.locate(joined, &Directory::Start).ok()?;
    match resolver.trees.look(&path) {
        Seen::There(..) => Some(true),
        Seen::Absent => Some(false),
        Seen::Outside | Seen::Unreadable(_) => None,
    }
}

/// Whether a package of npm's is installed where the command runs: a `package.json` there or above depends on it, or its program stands in `node_modules`.
pub fn is_installed(
    package: &PackageRun,
    command_line: &CommandLine,
    place: &Place,
    event: Event,
    kind: SourceKind,
    system: &dyn System,
) -> bool {
    let resolver = Resolver { place, event, kind, trees: Trees::of(place, system) };
    let Some(command) = command_line.commands().get(package.command) else { return false };
    let Ok(folder) = resolver.directory(&command.directory) else { return false };
    let folder = crate::system::normalize(&folder);
    let inside = folder.ancestors().take_while(|folder| resolver.trees.root_of(folder).is_some());
    inside.take(MAX_FOLDERS).any(|folder| {
        resolver.trees.has_file(&folder.join("node_modules/.bin").join(&package.name))
            || resolver.depends_on(&folder.join("package.json"), &package.name)
    })
}

/// The files of a project that say which programs its people have or get.
const PROVISIONS: [&str; 25] = [
    "package.json",
    "pyproject.toml",
    "requirements.txt",
    "requirements-dev.txt",
    "Cargo.toml",
    "go.mod",
    "Gemfile",
    "composer.json",
    "mise.toml",
    ".mise.toml",
    ".tool-versions",
    ".pre-commit-config.yaml",
    "Brewfile",
    "flake.nix",
    "shell.nix",
    "devbox.json",
    "pixi.toml",
    "environment.yml",
    "Makefile",
    "justfile",
    "Dockerfile",
    ".devcontainer/devcontainer.json",
    ".devcontainer/Dockerfile",
    ".cursor/environment.json",
    ".cursor/Dockerfile",
];

/// Whether a file of the project's root that says what its people install names the program; `None` when there is no project to look at.
pub fn is_provided(program: &str, place: &Place, system: &dyn System) -> Option<bool> {
    let root = place.root.as_ref()?;
    let trees = Trees::of(place, system);
    Some(PROVISIONS.iter().any(|name| {
        let first = name.split('/').next().unwrap_or(name);
        if trees.kind_in(root, first).is_err() {
            return false;
        }
        let Seen::There(real, FileKind::File) = trees.look(&root.join(name)) else {
            return false;
        };
        let Ok(bytes) = trees.system().read(&real, MAX_MANIFEST) else { return false };
        names(&String::from_utf8_lossy(&bytes), program)
    }))
}

/// Whether a text has this name in it, not as a part of a longer one.
fn names(text: &str, name: &str) -> bool {
    let is_name = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(is_name) && !text[at + name.len()..].starts_with(is_name))
}

/// How many folders above one are asked for a `package.json`.
const MAX_FOLDERS: usize = 16;

/// Longer manifests are not read.
const MAX_MANIFEST: u64 = 1024 * 1024;

/// The part of a machine's path that is a file of the project, from the project's root on.
pub fn project_tail(path: &MachinePath, place: &Place, system: &dyn System) -> Option<String> {
    let root = place.root.as_ref()?;
    let trees = Trees::of(place, system);
    path.tails().into_iter().find(|tail| trees.has_file(&root.join(tail)))
}

enum Found {
    File(PathBuf),
    Nothing(PathBuf),
    Unknown(Unknowable),
}

struct Resolver<'a> {
    place: &'a Place,
    event: Event,
    kind: SourceKind,
    trees: Trees<'a>,
}

impl Resolver<'_> {
    /// Whether a `package.json` names the package, or the one that is known to bring the program.
    fn depends_on(&self, manifest: &Path, name: &str) -> bool {
        let Seen::There(real, FileKind::File) = self.trees.look(manifest) else {
            return false;
        };
        let Ok(bytes) = self.trees.system().read(&real, MAX_MANIFEST) else { return false };
        let Ok(json) = serde_json::from_slice::<serde_json::Value>(&bytes) else { return false };
        let package = if name == "tsc" { "typescript" } else { name };
        ["dependencies", "devDependencies", "optionalDependencies"]
            .iter()
            .any(|group| json.get(group).is_some_and(|packages| packages.get(package).is_some()))
    }

    fn find(&self, script: &ScriptUse) -> Found {
        let path = match self.locate(&script.path, &script.directory) {
            Ok(path) => path,
            Err(reason) => return Found::Unknown(reason),
        };
        match self.trees.look(&path) {
            Seen::There(real, kind) => match kind {
                FileKind::File => Found::File(real),
                FileKind::Directory => {
                    self.other_ending(&path, script).unwrap_or(Found::Unknown(Unknowable::Folder))
                }
                _ => Found::Unknown(Unknowable::Unreadable),
            },
            Seen::Absent => self.other_ending(&path, script).unwrap_or(Found::Nothing(path)),
            Seen::Outside => Found::Unknown(Unknowable::Outside),
            Seen::Unreadable(_) => Found::Unknown(Unknowable::Unreadable),
        }
    }

    /// What the interpreter finds when it tries its own endings.
    fn other_ending(&self, path: &Path, script: &ScriptUse) -> Option<Found> {
        script.tries.iter().find_map(|ending| {
            let mut name = path.as_os_str().to_os_string();
            name.push(ending);
            match self.trees.look(Path::new(&name)) {
                Seen::There(..) if *ending == "/package.json" => Some(Found::Unknown(Unknowable::Folder)),
                Seen::There(real, FileKind::File) => Some(Found::File(real)),
                _ => None,
            }
        })
    }

    /// Where a path points to, without a look at any script.
    fn locate(&self, form: &PathForm, directory: &Directory) -> Result<PathBuf, Unknowable> {
        let below = |base: &Option<PathBuf>, rest: &str| {
            base.as_ref().map(|base| base.join(rest)).ok_or(Unknowable::Dynamic)
        };
        match form {
            PathForm::Relative(path) => Ok(self.directory(directory)?.join(path)),
            PathForm::Absolute(path) => {
                let path = PathBuf::from(path);
                self.trees.root_of(&path).map(|_| path.clone()).ok_or(Unknowable::Outside)
            }
            PathForm::Home(rest) => below(&self.place.home, rest),
            PathForm::Variable { name, rest, .. } => match name.as_str() {
                "CURSOR_PROJECT_DIR" | "CLAUDE_PROJECT_DIR" => below(&self.project_root(), rest),
                "CURSOR_PLUGIN_ROOT" | "CLAUDE_PLUGIN_ROOT" if self.kind == SourceKind::Plugin => {
                    below(&self.place.root, rest)
                }
                _ => Err(Unknowable::Dynamic),
            },
            PathForm::GitTopLevel(rest) => below(&self.git_top(), rest),
            PathForm::Drive(_) => Err(Unknowable::Outside),
            PathForm::Dynamic => Err(Unknowable::Dynamic),
        }
    }

    fn directory(&self, directory: &Directory) -> Result<PathBuf, Unknowable> {
        match directory {
            Directory::Start => self.start().ok_or(Unknowable::WorkingDirectory),
            Directory::Changed(form) => {
                let error = |_| Unknowable::WorkingDirectory;
                self.locate(form, &Directory::Start).map_err(error)
            }
            Directory::Unknown => Err(Unknowable::WorkingDirectory),
        }
    }

    /// Where the host starts the line.
    fn start(&self) -> Option<PathBuf> {
        let in_workspace =
            self.kind == SourceKind::Plugin && matches!(self.event, Event::Stop | Event::SubagentStop);
        self.place.working_directory.clone().filter(|_| !in_workspace)
    }

    /// The project's root, known only to the project's own files.
    fn project_root(&self) -> Option<PathBuf> {
        self.place.root.clone().filter(|_| self.is_of_a_project())
    }

    fn is_of_a_project(&self) -> bool {
        matches!(self.kind, SourceKind::Project | SourceKind::ClaudeProject | SourceKind::ClaudeLocal)
    }

    /// The nearest folder with a `.git` at or above the project's root; the root itself when none is in sight.
    fn git_top(&self) -> Option<PathBuf> {
        let root = self.project_root()?;
        let has_git = |folder: &&Path| matches!(self.trees.look(&folder.join(".git")), Seen::There(..));
        let top = root.ancestors().take_while(|folder| self.trees.root_of(folder).is_some()).find(has_git);
        Some(top.map_or_else(|| root.clone(), Path::to_path_buf))
    }

    fn missing(&self, script: &ScriptUse, path: PathBuf, lookups: &mut Lookups) -> Resolution {
        let exists_elsewhere = self.elsewhere(script);
        let is_bare = !script.text.contains(['/', '\\']);
        if is_bare && script.bare_elsewhere && exists_elsewhere.is_none() {
            return Resolution::Unknown(Unknowable::Lookup);
        }
        let near = self.near(&path, lookups);
        Resolution::Missing(Missing { path, near, exists_elsewhere })
    }

    fn elsewhere(&self, script: &ScriptUse) -> Option<Elsewhere> {
        let candidates = match &script.path {
            PathForm::Relative(path) if script.directory == Directory::Start => {
                self.other_bases(path.trim_start_matches("./"))
            }
            PathForm::Home(rest) if self.is_of_a_project() => {
                vec![(self.place.root.as_ref()?.join(rest), rest.clone())]
            }
            PathForm::Variable { name, rest, .. } if self.kind == SourceKind::Plugin => {
                let root = self.place.root.as_ref()?;
                let rest = format!("hooks/{rest}");
                return self
                    .first_file(vec![(root.join(&rest), rest)])
                    .map(|(path, rest)| Elsewhere { path, text: format!("\"${{{name}}}/{rest}\"") });
            }
            _ => return None,
        };
        let (path, text) = self.first_file(candidates)?;
        let text = match self.kind {
            SourceKind::Plugin => format!("\"${{CURSOR_PLUGIN_ROOT}}/{text}\""),
            SourceKind::User | SourceKind::Enterprise | SourceKind::Team => {
                quoted_if_needed(&format!("./{text}"))
            }
            _ => quoted_if_needed(&text),
        };
        Some(Elsewhere { path, text })
    }

    fn first_file(&self, candidates: Vec<(PathBuf, String)>) -> Option<(PathBuf, String)> {
        candidates.into_iter().find(|(path, _)| self.trees.has_file(path))
    }

    /// Where else a relative path may have been meant from, and how it is then spelled from the right folder.
    fn other_bases(&self, path: &str) -> Vec<(PathBuf, String)> {
        let inner = path.strip_prefix(".cursor/").or_else(|| path.strip_prefix(".claude/"));
        let base = if self.kind == SourceKind::Plugin || self.is_of_a_project() {
            &self.place.root
        } else {
            &self.place.working_directory
        };
        let Some(base) = base else { return Vec::new() };
        let mut spellings: Vec<String> = Vec::new();
        if self.is_of_a_project() {
            let folders = [".cursor/", ".cursor/hooks/", ".claude/", ".claude/hooks/"];
            spellings.extend(folders.iter().map(|folder| format!("{folder}{path}")));
        } else {
            spellings.push(format!("hooks/{path}"));
        }
        spellings.extend(inner.map(str::to_owned));
        if self.kind == SourceKind::Plugin {
            spellings.extend(path.strip_prefix("../").map(str::to_owned));
        }
        spellings.into_iter().map(|spelling| (base.join(&spelling), spelling)).collect()
    }

    /// The file of the same folder whose name is most like the missing one's.
    fn near(&self, path: &Path, lookups: &mut Lookups) -> Option<String> {
        let wanted = path.file_name()?.to_str()?;
        match self.trees.look(path.parent()?) {
            Seen::There(folder, FileKind::Directory) => lookups.near(folder, wanted, self.trees.system()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
