//! The one entry: what is known of a set of files.

mod parts;
mod scripts;

pub use parts::Parts;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hookc_schema::SourceKind;

use crate::command::{self, GitState, Lookups};
use crate::diagnostic::{Diagnostic, FileId};
use crate::faults;
use crate::line_index::LineIndex;
use crate::parallel;
use crate::source::{self, Found, Place, Problem, ProblemKind, Role};
use crate::syntax::{self, Member, Node, Tree};
use crate::system::System;
use crate::typecheck::{self, Action, Config, Dialect};

use scripts::{Known, Scripts};

/// What to look at, and as what.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Files or folders named by the user; the current folder when nothing at all is named. A script stands for the hooks around it that
    /// run it.
    pub paths: Vec<PathBuf>,
    /// Workspace roots.
    pub workspaces: Vec<PathBuf>,
    /// The home folder: its user and Claude user files join.
    pub home: Option<PathBuf>,
    /// The folder that stands for `/`: its enterprise file joins.
    pub system_root: Option<PathBuf>,
    /// The folder of managed team hooks.
    pub team: Option<PathBuf>,
    /// Roots of installed plugins.
    pub plugins: Vec<PathBuf>,
    /// Only these kinds; every kind that was found otherwise.
    pub sources: Option<Vec<SourceKind>>,
}

impl Request {
    /// Whether anything is named, so that the current folder is not meant.
    pub fn names_anything(&self) -> bool {
        let Self { paths, workspaces, home, system_root, team, plugins, sources: _ } = self;
        let is_place = home.is_some() || system_root.is_some() || team.is_some();
        is_place || !paths.is_empty() || !workspaces.is_empty() || !plugins.is_empty()
    }
}

/// An operating system that hooks are meant to run on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Linux, and Windows' own Linux.
    Linux,
    /// macOS.
    Macos,
    /// Windows with PowerShell.
    Windows,
}

/// A host that hooks are meant to run in (HOOKS.md 0.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// The desktop editor.
    Editor,
    /// The command-line agent.
    Cli,
    /// Cloud agents.
    Cloud,
}

/// Where the hooks are meant to run, and what is known there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Findings that hold on one platform only appear when it is among these.
    pub platforms: Vec<Platform>,
    /// Likewise for hosts.
    pub targets: Vec<Target>,
    /// Whether what is shown only on request is wanted, so that it need not be looked for otherwise.
    pub pedantic: bool,
    /// Names of tools that are known beside those of the host.
    pub tool_names: Vec<String>,
    /// Types of subagents that are known beside those of the host.
    pub subagent_types: Vec<String>,
}

impl Default for Settings {
    /// The editor on Linux and macOS (HOOKS.md 0.8).
    fn default() -> Self {
        Self {
            platforms: vec![Platform::Linux, Platform::Macos],
            targets: vec![Target::Editor],
            pedantic: false,
            tool_names: Vec::new(),
            subagent_types: Vec::new(),
        }
    }
}

/// A text that findings point into.
#[derive(Debug, Clone)]
pub struct CheckedFile {
    /// Where it is; for standard input the name that was given.
    pub path: PathBuf,
    /// How it is called in reports: relative to the workspace or the place that was named, with `/`.
    pub shown: String,
    /// Its text as decoded; offsets of findings are bytes in it.
    pub text: Arc<str>,
}

/// A file of hooks, or one that looks like it, and what is known of it.
#[derive(Debug)]
pub struct Source {
    /// Its text.
    pub file: FileId,
    /// What it is to the host.
    pub role: Role,
    /// Where its hooks run.
    pub place: Place,
    /// Its tree.
    pub tree: Tree,
    /// Its hooks, for a file that a loader reads.
    pub config: Option<Config>,
    /// Scripts that were named in the stead of the file: only what concerns hooks that run one of them is of interest. `None` for a
    /// file that counts by itself.
    pub only_for: Option<Arc<[PathBuf]>>,
    /// How git knows the file; looked up only when it runs a script that git does not know.
    pub git: Option<GitState>,
}

impl Source {
    /// The kind of source that a loader takes the file for.
    pub fn kind(&self) -> Option<SourceKind> {
        match self.role {
            Role::Hooks(kind) | Role::Template(kind) => Some(kind),
            Role::ClaudePluginHooks | Role::PluginManifest { .. } => Some(SourceKind::Plugin),
            Role::Unread(_) | Role::Foreign => None,
        }
    }
}

impl Source {
    /// Visits the number of every file that the source refers to.
    fn each_file(&mut self, visit: impl Fn(&mut FileId)) {
        visit(&mut self.file);
        for hook in self.config.iter_mut().flat_map(|config| config.hooks.iter_mut()) {
            if let Action::Command(command) = &mut hook.action {
                command.scripts.iter_mut().filter_map(|script| script.file.as_mut()).for_each(&visit);
            }
        }
    }

    /// Whether the file itself goes to others through git, as far as is known.
    pub const fn travels(&self) -> bool {
        match &self.git {
            Some(GitState::Tracked(_)) => true,
            Some(GitState::NoIndex { ignored_by }) => ignored_by.is_none(),
            Some(GitState::Untracked { .. } | GitState::Unknown) | None => false,
        }
    }
}

/// What is known after looking.
#[derive(Debug, Default)]
pub struct Analysis {
    /// Every file that was checked or that a finding points into; a `FileId` is an index here.
    pub files: Vec<CheckedFile>,
    /// The files of hooks among them.
    pub sources: Vec<Source>,
    /// How many hooks they register.
    pub hooks: usize,
    /// How many files could not be read at all.
    pub unreadable: usize,
    /// What the compiler itself found, file by file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Looks at everything that the request names. Executes nothing and stays inside the places named.
pub fn analyse(system: &dyn System, request: &Request) -> Analysis {
    let (scripts, paths): (Vec<PathBuf>, Vec<PathBuf>) =
        request.paths.iter().cloned().partition(|path| source::is_beside_hooks(system, path));
    if scripts.is_empty() {
        return analyse_sources(system, request);
    }
    let rest = Request { paths, ..request.clone() };
    let mut analysis =
        if rest.names_anything() { analyse_sources(system, &rest) } else { Analysis::default() };
    analysis.append(around(system, request, &scripts, &analysis));
    analysis
}

/// The hooks files around these scripts, without those that are known already.
fn around(system: &dyn System, request: &Request, scripts: &[PathBuf], known: &Analysis) -> Analysis {
    let mut paths: Vec<PathBuf> =
        scripts.iter().flat_map(|script| source::hooks_around(system, script)).collect();
    paths.sort();
    paths.dedup();
    if paths.is_empty() {
        return Analysis::default();
    }
    let folders = Request { paths, sources: request.sources.clone(), ..Request::default() };
    let mut around = analyse_sources(system, &folders);
    // What cannot be read there is no matter of the scripts.
    let of_sources: HashSet<FileId> = around.sources.iter().map(|source| source.file).collect();
    around.diagnostics.retain(|diagnostic| of_sources.contains(&diagnostic.file));
    around.unreadable = 0;
    let absolute = scripts.iter().map(|script| source::absolute(system, script));
    let real = |path: PathBuf| [system.canonicalize(&path).unwrap_or_default(), path];
    let only_for: Arc<[PathBuf]> = absolute.flat_map(real).collect();
    let files: HashSet<&Path> =
        known.sources.iter().map(|source| known.files[source.file.0 as usize].path.as_path()).collect();
    for source in &mut around.sources {
        source.only_for = Some(Arc::clone(&only_for));
        // Its findings are there already.
        if files.contains(around.files[source.file.0 as usize].path.as_path()) {
            source.config = None;
            source.only_for = Some(Arc::default());
        }
    }
    around
}

fn analyse_sources(system: &dyn System, request: &Request) -> Analysis {
    let discovery = source::discover(system, request);
    let parts = parallel::map_with(&discovery.found, Lookups::default, |lookups, found| {
        analyse_found(system, lookups, found)
    });
    let mut analysis = Analysis::default();
    for problem in &discovery.problems {
        analysis.append(analyse_problem(problem));
    }
    for part in parts {
        analysis.append(part);
    }
    analysis
}

/// Looks at one file that was found. What `lookups` knows already is not read again.
pub fn analyse_found(system: &dyn System, lookups: &mut Lookups, found: &Found) -> Analysis {
    analyse_known(system, lookups, found, &Known::default())
}

/// Looks again at a file that was edited. Of its source in `before` it takes what follows from lines, patterns and scripts that are still the same.
pub fn analyse_again(
    system: &dyn System,
    lookups: &mut Lookups,
    found: &Found,
    before: &Analysis,
    source: &Source,
) -> Analysis {
    analyse_known(system, lookups, found, &Known::of(before, source))
}

fn analyse_known(system: &dyn System, lookups: &mut Lookups, found: &Found, known: &Known<'_>) -> Analysis {
    match found.read(system) {
        Ok(bytes) => part(system, lookups, found, &bytes, known),
        Err(problem) => analyse_problem(&problem),
    }
}

/// What is known of a file that cannot be read: that, and nothing else.
pub fn analyse_problem(problem: &Problem) -> Analysis {
    let mut analysis = Analysis { unreadable: 1, ..Analysis::default() };
    analysis.add_file(&problem.path, problem.shown.clone(), "".into());
    analysis.diagnostics.push(problem.diagnostic(OWN));
    analysis
}

/// Looks at one text alone, as a source of this kind. Nothing is claimed about files around it.
pub fn analyse_text(system: &dyn System, kind: SourceKind, shown: &str, bytes: &[u8]) -> Analysis {
    let found = Found {
        path: PathBuf::from(shown),
        shown: shown.to_owned(),
        role: Role::Hooks(kind),
        place: Place::default(),
    };
    let mut analysis = Analysis::default();
    analysis.append(part(system, &mut Lookups::default(), &found, bytes, &Known::default()));
    analysis
}

impl Analysis {
    /// Joins another analysis, its file numbers moved behind those that are here.
    fn append(&mut self, mut part: Self) {
        let base = self.files.len() as u32;
        let shift = |file: &mut FileId| file.0 += base;
        part.sources.iter_mut().for_each(|source| source.each_file(shift));
        part.diagnostics.iter_mut().for_each(|diagnostic| diagnostic.each_file(shift));
        self.files.append(&mut part.files);
        self.sources.append(&mut part.sources);
        self.diagnostics.append(&mut part.diagnostics);
        self.hooks += part.hooks;
        self.unreadable += part.unreadable;
    }

    /// The text of a file.
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].text
    }

    /// How a file is called in reports.
    pub fn shown(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].shown
    }

    fn add_file(&mut self, path: &Path, shown: String, text: Arc<str>) -> FileId {
        self.files.push(CheckedFile { path: path.to_owned(), shown, text });
        FileId(self.files.len() as u32 - 1)
    }
}

/// The only file of a part that has one file.
const OWN: FileId = FileId(0);

fn part(
    system: &dyn System,
    lookups: &mut Lookups,
    found: &Found,
    bytes: &[u8],
    known: &Known<'_>,
) -> Analysis {
    let mut analysis = Analysis::default();
    let decoded = syntax::decode(bytes);
    let text: Arc<str> = decoded.text.as_str().into();
    let file = analysis.add_file(&found.path, found.shown.clone(), Arc::clone(&text));
    let mut source = Source {
        file,
        role: found.role.clone(),
        place: found.place.clone(),
        tree: Tree::parse(text),
        config: None,
        only_for: None,
        git: None,
    };
    if matches!(found.role, Role::Foreign | Role::Unread(_)) {
        analysis.sources.push(source);
        return analysis;
    }
    let lines = LineIndex::new(source.tree.text());
    let dialect = dialect(&found.role);
    analysis.diagnostics.extend(faults::of_text(file, &source.tree, &decoded, &lines, dialect));
    if !typecheck::is_typed(&source.tree) {
        let (path, shown) = (found.path.clone(), found.shown.clone());
        let problem = Problem { path, shown, kind: ProblemKind::TooManyValues };
        analysis.diagnostics.push(problem.diagnostic(file));
    } else if worth_typing(&source.tree) {
        manifest_paths(&mut analysis, &source);
        if let Some(root) = config_root(&source) {
            analysis.diagnostics.extend(faults::hidden_characters(file, root));
            let typed = typecheck::check(file, &source.tree, &lines, root, dialect, &known.understood);
            analysis.diagnostics.extend(typed.diagnostics);
            source.config = Some(typed.config);
        }
    }
    resolve_commands(system, lookups, &mut analysis, &mut source, known);
    analysis.hooks = source.config.as_ref().map_or(0, |config| config.hooks.len());
    analysis.sources = vec![source];
    analysis
}

fn dialect(role: &Role) -> Dialect {
    match role {
        Role::Hooks(kind) | Role::Template(kind) if kind.is_claude() => Dialect::Claude,
        Role::ClaudePluginHooks | Role::PluginManifest { claude: true, .. } => Dialect::Claude,
        _ => Dialect::Native,
    }
}

/// A text without a value, or one that is a bare word, has one fault and no structure to speak of.
fn worth_typing(tree: &Tree) -> bool {
    tree.is_valid() || tree.root().is_object() || tree.root().is_array()
}

/// The value that is a hooks file: the whole text, or the member `hooks` of a manifest.
fn config_root(source: &Source) -> Option<Node<'_>> {
    let root = source.tree.root();
    match source.role {
        Role::PluginManifest { inline, .. } => {
            root.get("hooks").map(Member::value).filter(|hooks| inline && hooks.is_object())
        }
        _ => Some(root),
    }
}

/// What a manifest says of its hooks when they are elsewhere.
fn manifest_paths(analysis: &mut Analysis, source: &Source) {
    let Role::PluginManifest { unreachable, inline, claude } = &source.role else { return };
    // A list of paths is a form of Claude's manifest; what Cursor makes of it is not known.
    let is_list = source.tree.root().get("hooks").is_some_and(|hooks| hooks.value().is_array());
    if !(*inline || *claude && is_list) {
        let found = faults::hooks_of_manifest(source.file, &source.tree);
        let is_refused = !found.is_empty();
        analysis.diagnostics.extend(found);
        if is_refused {
            return;
        }
    }
    for missing in unreachable {
        let Some(node) = source.tree.pointer(&missing.pointer) else { continue };
        analysis.diagnostics.push(faults::missing_hooks_file(source.file, node.span(), missing));
    }
}

fn resolve_commands(
    system: &dyn System,
    lookups: &mut Lookups,
    analysis: &mut Analysis,
    source: &mut Source,
    known: &Known<'_>,
) {
    let Some(kind) = source.kind() else { return };
    let Some(config) = &mut source.config else { return };
    let unknown = Place::default();
    let place = if matches!(source.role, Role::Template(_)) { &unknown } else { &source.place };
    let mut scripts = Scripts::new(system, place, kind, known);
    let mut absent = HashMap::new();
    lookups.next_file();
    for hook in &mut config.hooks {
        let event = hook.event;
        let blocks = hook.fails_closed() && event.facts().blocking.value.can_block();
        let Action::Command(command) = &mut hook.action else { continue };
        let line = &command.line;
        command.scripts =
            line.scripts().iter().map(|used| scripts.look(analysis, lookups, used, event)).collect();
        let split = line
            .unquoted_paths()
            .iter()
            .filter(|path| command::resolve_blank(path, place, event, kind, system) == Some(true));
        command.split_files = split.map(|path| path.range.clone()).collect();
        let packages = line.packages().iter().filter(|package| package.prefers_local);
        command.installed = packages
            .filter(|package| command::is_installed(package, line, place, event, kind, system))
            .map(|package| package.range.clone())
            .collect();
        if blocks && matches!(kind, SourceKind::Project) {
            let mut is_absent = |program: &command::ProgramUse| {
                let known = absent.entry(program.name.clone());
                *known.or_insert_with(|| command::is_provided(&program.name, place, system) == Some(false))
            };
            let programs = line.programs().iter().filter(|program| !program.guarded && is_absent(program));
            command.unprovided = programs.cloned().collect();
        }
        command.project_tails = line
            .machine_paths()
            .iter()
            .filter_map(|path| Some((path.range.clone(), command::project_tail(path, place, system)?)))
            .collect();
    }
    if scripts.untracked {
        source.git = Some(lookups.git.state(&analysis.files[0].path, &source.place, system));
    }
}
