//! The one entry: what is known of a set of files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hookc_schema::{Evidence, SourceKind};

use crate::command::{self, GitCache, Resolution};
use crate::diagnostic::{Applicability, Diagnostic, Effect, FileId, Level};
use crate::line_index::LineIndex;
use crate::parallel;
use crate::source::{self, Found, Place, Problem, Role};
use crate::span::Span;
use crate::syntax::{self, Node, Tree};
use crate::system::System;
use crate::typecheck::schema::{self, Schema};
use crate::typecheck::{self, Action, Config, Dialect, Script};

/// What to look at, and as what.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Files or folders named by the user; the current folder when nothing at all is named.
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

/// Where the hooks are meant to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// Findings that hold on one platform only appear when it is among these.
    pub platforms: Vec<Platform>,
    /// Likewise for hosts.
    pub targets: Vec<Target>,
    /// Whether what is shown only on request is wanted, so that it need not be looked for otherwise.
    pub pedantic: bool,
}

impl Default for Settings {
    /// The editor on Linux and macOS (HOOKS.md 0.8).
    fn default() -> Self {
        Self { platforms: vec![Platform::Linux, Platform::Macos], targets: vec![Target::Editor], pedantic: false }
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

/// The largest file that is read, in bytes.
pub const MAX_FILE: u64 = 64 << 20;

/// Looks at everything that the request names. Executes nothing and stays inside the places named.
pub fn analyse(system: &dyn System, request: &Request) -> Analysis {
    let discovery = source::discover(system, request);
    let repositories = GitCache::default();
    let parts = parallel::map(&discovery.found, |found| match system.read(&found.path, MAX_FILE) {
        Ok(bytes) => part(&Context { system, repositories: &repositories }, found, &bytes),
        Err(error) => unreadable(found, &error),
    });
    let mut analysis = Analysis::default();
    for problem in &discovery.problems {
        analysis.append(problem_part(problem));
    }
    for part in parts {
        analysis.append(part);
    }
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
    let repositories = GitCache::default();
    analysis.append(part(&Context { system, repositories: &repositories }, &found, bytes));
    analysis
}

struct Context<'a> {
    system: &'a dyn System,
    repositories: &'a GitCache,
}

impl Analysis {
    /// Joins another analysis, its file numbers moved behind those that are here.
    fn append(&mut self, mut part: Self) {
        let base = self.files.len() as u32;
        let shift = |file: &mut FileId| file.0 += base;
        for source in &mut part.sources {
            shift(&mut source.file);
            let hooks = source.config.iter_mut().flat_map(|config| config.hooks.iter_mut());
            for hook in hooks {
                if let Action::Command(command) = &mut hook.action {
                    command.scripts.iter_mut().filter_map(|script| script.file.as_mut()).for_each(shift);
                }
            }
        }
        for diagnostic in &mut part.diagnostics {
            shift(&mut diagnostic.file);
            diagnostic.related.iter_mut().for_each(|related| shift(&mut related.file));
        }
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

fn part(context: &Context<'_>, found: &Found, bytes: &[u8]) -> Analysis {
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
    };
    if matches!(found.role, Role::Foreign | Role::Unread(_)) {
        analysis.sources.push(source);
        return analysis;
    }
    let lines = LineIndex::new(source.tree.text());
    let dialect = dialect(&found.role);
    text_faults(&mut analysis, &source, &decoded, &lines, dialect);
    if worth_typing(&source.tree) {
        match config_root(&mut analysis, &source, context) {
            Some(root) => {
                let typed = typecheck::check(file, &source.tree, &lines, root, dialect);
                let void = typed.config.void;
                analysis.diagnostics.extend(typed.diagnostics);
                source.config = Some(Config { void: void || !source.tree.is_valid(), ..typed.config });
            }
            None => {}
        }
    }
    resolve_commands(context, &mut analysis, &mut source, found);
    analysis.hooks = source.config.as_ref().map_or(0, |config| config.hooks.len());
    analysis.sources.push(source);
    analysis
}

fn dialect(role: &Role) -> Dialect {
    match role {
        Role::Hooks(kind) | Role::Template(kind) if kind.is_claude() => Dialect::Claude,
        Role::ClaudePluginHooks => Dialect::Claude,
        _ => Dialect::Native,
    }
}

/// A text without a value, or one that is a bare word, has one fault and no structure to speak of.
fn worth_typing(tree: &Tree) -> bool {
    tree.is_valid() || tree.root().is_object() || tree.root().is_array()
}

/// The value that is a hooks file: the whole text, or the member `hooks` of a manifest.
fn config_root<'t>(
    analysis: &mut Analysis,
    source: &'t Source,
    context: &Context<'_>,
) -> Option<Node<'t>> {
    let root = source.tree.root();
    if !matches!(source.role, Role::PluginManifest { .. }) {
        return Some(root);
    }
    let member = root.get("hooks")?;
    if member.value().is_object() {
        return Some(member.value());
    }
    manifest_hooks_path(analysis, source, member.value(), context);
    None
}

fn manifest_hooks_path(analysis: &mut Analysis, source: &Source, value: Node<'_>, context: &Context<'_>) {
    let manifest = source.tree.root().to_json();
    let wrong = schema::violations(Schema::PluginManifest, &manifest)
        .into_iter()
        .any(|violation| violation.pointer == "/hooks");
    if wrong {
        analysis.diagnostics.push(
            Diagnostic::new(
                "type-mismatch",
                Level::Error,
                Effect::NeverRuns,
                Evidence::Doc,
                source.file,
                value.span(),
                "`hooks` must be the path of a hooks file or an object of hooks, so no hook of the plugin runs",
            )
            .label("wanted: a path, or an object"),
        );
        return;
    }
    let (Some(path), Some(root)) = (value.as_str(), &source.place.root) else { return };
    let relative = path.trim_start_matches("./");
    if Path::new(relative).is_absolute() || relative.split('/').any(|step| step == "..") {
        return;
    }
    let missing = context
        .system
        .metadata(&root.join(relative))
        .is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
    if missing {
        analysis.diagnostics.push(
            Diagnostic::new(
                "missing-hooks-file",
                Level::Error,
                Effect::NeverRuns,
                Evidence::Doc,
                source.file,
                value.span(),
                format!("`{relative}` does not exist in the plugin, so none of its hooks run"),
            )
            .label("no such file")
            .help("a path in a manifest is relative to the plugin's root"),
        );
    }
}

/// Faults of the encoding and of the JSON syntax.
fn text_faults(
    analysis: &mut Analysis,
    source: &Source,
    decoded: &syntax::Decoded,
    lines: &LineIndex,
    dialect: Dialect,
) {
    let tree = &source.tree;
    for fault in &decoded.faults {
        analysis.diagnostics.push(fault.diagnostic(source.file));
    }
    if tree.text().starts_with('\u{feff}') && decoded.is_utf8() {
        analysis.diagnostics.push(byte_order_mark(source.file));
    }
    for fault in tree.faults() {
        let cost = typecheck::cost_of_refusal(tree.root(), dialect, lines, fault.span);
        let mut diagnostic = Diagnostic::new(
            "invalid-json",
            Level::Error,
            Effect::VoidsFile,
            Evidence::Bnd,
            source.file,
            fault.span,
            fault.message(tree),
        )
        .consequence(cost)
        .help(fault.help());
        for (span, message) in fault.related() {
            diagnostic = diagnostic.related(source.file, span, message);
        }
        if let Some(fix) = fault.fix(tree) {
            diagnostic.fixes.push(fix);
        }
        analysis.diagnostics.push(diagnostic);
    }
    duplicate_keys(analysis, source.file, tree);
}

fn byte_order_mark(file: FileId) -> Diagnostic {
    const MARK: Span = Span::new(0, '\u{feff}'.len_utf8());
    Diagnostic::new(
        "byte-order-mark",
        Level::Warning,
        Effect::None,
        Evidence::Inf,
        file,
        MARK,
        "the file starts with a byte order mark, which `JSON.parse` refuses unless the host strips it",
    )
    .label("U+FEFF")
    .fix(Applicability::Safe, "remove the mark", vec![crate::diagnostic::Edit { span: MARK, text: String::new() }])
}

fn duplicate_keys(analysis: &mut Analysis, file: FileId, tree: &Tree) {
    for member in tree.duplicates() {
        let Some(first) = member.duplicate_of() else { continue };
        let key = member.key().as_str().unwrap_or_default();
        analysis.diagnostics.push(
            Diagnostic::new(
                "duplicate-key",
                Level::Error,
                Effect::LastWins,
                Evidence::Inf,
                file,
                member.key().span(),
                format!("`{key}` appears twice in this object, and only the last one counts"),
            )
            .label("this one is kept")
            .related(file, first.key().span(), "this one is silently dropped")
            .help("put both into one, or remove the one that is not meant"),
        );
    }
}

fn resolve_commands(context: &Context<'_>, analysis: &mut Analysis, source: &mut Source, found: &Found) {
    let Some(kind) = source.kind() else { return };
    let Some(config) = &mut source.config else { return };
    let unknown = Place::default();
    let place = if matches!(found.role, Role::Template(_)) { &unknown } else { &found.place };
    for hook in &mut config.hooks {
        let event = hook.event;
        let Action::Command(command) = &mut hook.action else { continue };
        for used in command::scripts(&command.line) {
            let resolution =
                command::resolve(&used, place, event, kind, context.system, context.repositories);
            let file = match &resolution {
                Resolution::Found(script) => Some(script_file(analysis, script, place)),
                _ => None,
            };
            command.scripts.push(Script { used, resolution, file });
        }
    }
}

/// The script's text among the files, once however many hooks run it.
fn script_file(analysis: &mut Analysis, script: &command::ScriptFile, place: &Place) -> FileId {
    if let Some(known) = analysis.files.iter().skip(1).position(|file| file.path == script.path) {
        return FileId(known as u32 + 1);
    }
    let shown = source::shown(&script.path, place.shown_from.as_deref());
    analysis.add_file(&script.path, shown, script.text.as_str().into())
}

fn unreadable(found: &Found, error: &std::io::Error) -> Analysis {
    let mut analysis = Analysis { unreadable: 1, ..Analysis::default() };
    analysis.add_file(&found.path, found.shown.clone(), "".into());
    analysis.diagnostics.push(Diagnostic::new(
        "unreadable-file",
        Level::Error,
        Effect::VoidsFile,
        Evidence::Inf,
        OWN,
        Span::empty(0),
        format!("the file cannot be read: {}", source::reason(error)),
    ));
    analysis
}

fn problem_part(problem: &Problem) -> Analysis {
    let mut analysis = Analysis { unreadable: 1, ..Analysis::default() };
    analysis.add_file(&problem.path, problem.shown.clone(), "".into());
    analysis.diagnostics.push(problem.diagnostic(OWN));
    analysis
}
