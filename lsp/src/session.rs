//! What the server knows between two messages: the open texts, the folders, the settings, and the check of them all.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use gen_lsp_types::{Location, Position, Range, SemanticToken, TextDocumentContentChangeEvent, Uri};
use hookc_compiler::analysis::{Analysis, CheckedFile, Request, Source};
use hookc_compiler::diagnostic::{Diagnostic, FileId};
use hookc_compiler::source::{self, Discovery, Found, Role};
use hookc_compiler::span::Span;
use hookc_compiler::system::{Overlay, System, normalize};
use hookc_policies::Live;
use hookc_policies::config::{self, Date, FILE_NAME};
use hookc_schema::SourceKind;

use crate::client::{Client, Wishes};
use crate::convert::Lines;
use crate::document::Document;

/// Where the hooks of this machine lie, and what is set before a client sets anything.
#[derive(Debug, Clone)]
pub struct Options {
    /// Places whose hooks are always read along. Its workspaces are used while the client names none.
    pub request: Request,
    /// The places of this machine that the client's setting `allSources` adds.
    pub machine: Request,
    /// How is checked while the client sets nothing.
    pub check: config::Options,
    /// The day it is, asked again and again, since a server may run for days.
    pub today: fn() -> Date,
}

/// The state of one connection.
pub(crate) struct Session<'s> {
    disk: &'s dyn System,
    system: Overlay<'s>,
    options: Options,
    pub(crate) client: Client,
    folders: Vec<PathBuf>,
    wishes: Wishes,
    documents: BTreeMap<PathBuf, Document>,
    live: Live,
    /// Whether files may have come or gone since the check was started.
    stale: bool,
    /// The files whose text has changed since they were checked.
    changed: BTreeSet<PathBuf>,
    lines: RefCell<HashMap<PathBuf, Rc<Lines>>>,
    pub(crate) plans: crate::plans::Plans,
    real_folders: OnceCell<Vec<(PathBuf, PathBuf)>>,
}

impl<'s> Session<'s> {
    pub(crate) fn new(disk: &'s dyn System, options: Options, client: Client, folders: Vec<PathBuf>) -> Self {
        let system = Overlay::new(disk);
        let live = Live::start(&system, Vec::new(), None, Discovery::default(), options.check.clone());
        Self {
            disk,
            system,
            options,
            client,
            folders,
            wishes: Wishes::default(),
            documents: BTreeMap::new(),
            live,
            stale: true,
            changed: BTreeSet::new(),
            lines: RefCell::default(),
            plans: crate::plans::Plans::default(),
            real_folders: OnceCell::new(),
        }
    }

    /// The file system with the unsaved texts in it.
    pub(crate) fn system(&self) -> &dyn System {
        &self.system
    }

    /// The workspace folders.
    pub(crate) fn folders(&self) -> &[PathBuf] {
        if self.folders.is_empty() { &self.options.request.workspaces } else { &self.folders }
    }

    /// What is known of all files. It is as old as the last [`settle`](Self::settle).
    pub(crate) const fn analysis(&self) -> &Analysis {
        self.live.analysis()
    }

    /// The files that findings point into.
    pub(crate) fn files(&self) -> &[CheckedFile] {
        self.live.files()
    }

    /// The options in force.
    pub(crate) fn check(&self) -> config::Options {
        let today = (self.options.today)();
        config::Options { today, ..self.wishes.over(&self.options.check) }
    }

    /// The open texts.
    pub(crate) fn documents(&self) -> impl Iterator<Item = (&Path, &Document)> {
        self.documents.iter().map(|(path, document)| (path.as_path(), document))
    }

    /// An open text.
    pub(crate) fn document(&self, path: &Path) -> Option<&Document> {
        self.documents.get(path)
    }
}

/// What the client does.
impl Session<'_> {
    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: String) {
        let Some(path) = path_of(&uri) else { return };
        let is_new = self.disk.metadata(&path).is_err();
        let text: Arc<str> = text.into();
        self.set_text(&path, &text);
        self.documents.insert(path.clone(), Document { uri, version, text });
        self.note_change(&path, is_new);
    }

    pub(crate) fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let Some(path) = path_of(uri) else { return };
        let Some(document) = self.documents.get_mut(&path) else { return };
        document.change(version, changes, self.client.encoding);
        let text = Arc::clone(&document.text);
        self.set_text(&path, &text);
        self.note_change(&path, false);
    }

    /// The text was written, perhaps by way of other files: a formatter, a new mode.
    pub(crate) fn save(&mut self, uri: &Uri) {
        if path_of(uri).is_some_and(|path| self.documents.contains_key(&path)) {
            self.stale = true;
        }
    }

    pub(crate) fn close(&mut self, uri: &Uri) {
        let Some(path) = path_of(uri) else { return };
        if self.documents.remove(&path).is_none() {
            return;
        }
        for path in self.spellings(&path) {
            self.system.remove(&path);
        }
        self.note_change(&path, self.disk.metadata(&path).is_err() || !self.is_in_a_folder(&path));
    }

    /// Files changed on the disk.
    pub(crate) fn files_changed(&mut self) {
        self.stale = true;
    }

    pub(crate) fn change_folders(&mut self, removed: &[PathBuf], added: Vec<PathBuf>) {
        self.folders.retain(|folder| !removed.contains(folder));
        for folder in added {
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
        self.real_folders = OnceCell::new();
        self.stale = true;
    }

    pub(crate) fn configure(&mut self, wishes: Wishes) {
        self.stale |= self.wishes != wishes;
        self.wishes = wishes;
    }

    /// The text stands at the path as the client writes it and at the real one, which resolved scripts are read by.
    fn set_text(&mut self, path: &Path, text: &Arc<str>) {
        for path in self.spellings(path) {
            self.system.set(path, Arc::clone(text));
        }
    }

    fn spellings(&self, path: &Path) -> Vec<PathBuf> {
        let mut spellings = vec![path.to_path_buf()];
        spellings.extend(self.disk.canonicalize(path).ok().filter(|real| real != path));
        spellings
    }

    fn note_change(&mut self, path: &Path, comes_or_goes: bool) {
        if comes_or_goes || self.decides_on_roles(path) {
            self.stale = true;
        } else {
            self.changed.extend(self.spellings(path));
        }
    }

    /// Whether the text of the file says which files are hooks, or which kind it is itself.
    fn decides_on_roles(&self, path: &Path) -> bool {
        if path.file_name().is_some_and(|name| name == FILE_NAME)
            || self.live.configurations().any(|file| file.path == path)
        {
            return true;
        }
        match self.live.found().find(|found| found.path == path) {
            Some(Found { role: Role::Hooks(kind), .. }) => *kind == SourceKind::Plugin,
            Some(_) => true,
            None => may_be_hooks(path),
        }
    }
}

/// The check.
impl Session<'_> {
    /// Whether the check is behind the texts.
    pub(crate) fn is_behind(&self) -> bool {
        self.stale || !self.changed.is_empty()
    }

    /// Brings the check up to date.
    pub(crate) fn settle(&mut self) {
        if !self.is_behind() {
            return;
        }
        self.plans.forget();
        if std::mem::take(&mut self.stale) {
            // Set again until it is done, so that a failure on the way is not taken for a result.
            self.stale = true;
            let request = self.names_something().then(|| self.request());
            let roots =
                request.as_ref().map_or_else(Vec::new, |request| config::trees(&self.system, request));
            self.live = Live::start(&self.system, roots, request, self.discover(), self.check());
            self.lines.borrow_mut().clear();
            self.changed.clear();
            self.stale = false;
            return;
        }
        for path in std::mem::take(&mut self.changed) {
            self.stale = true;
            self.live.refresh(&self.system, &path);
            self.stale = false;
        }
    }

    /// Everything that counts: what the places hold, and each open file beside them that a loader would read.
    fn discover(&self) -> Discovery {
        let mut discovery = if self.names_something() {
            source::discover(&self.system, &self.request())
        } else {
            Discovery::default()
        };
        for path in self.documents.keys().filter(|path| may_be_hooks(path) && !self.is_in_a_folder(path)) {
            if discovery.found.iter().any(|found| found.path == *path) {
                continue;
            }
            let alone = Request {
                paths: vec![path.clone()],
                home: self.options.machine.home.clone(),
                ..Request::default()
            };
            let mut alone = source::discover(&self.system, &alone).found;
            alone.retain(|found| found.path == *path && found.role != Role::Foreign);
            discovery.found.append(&mut alone);
        }
        discovery
    }

    /// Whether there is anything to look at; a request that names nothing would mean the current folder.
    fn names_something(&self) -> bool {
        let request = self.request();
        !request.workspaces.is_empty()
            || !request.plugins.is_empty()
            || request.home.is_some()
            || request.system_root.is_some()
            || request.team.is_some()
    }

    /// What the folders, the command line and the client name.
    fn request(&self) -> Request {
        let mut request = self.options.request.clone();
        request.workspaces = self.folders().to_vec();
        if self.wishes.all_sources == Some(true) {
            let machine = &self.options.machine;
            let is_there = |place: &&PathBuf| self.system.metadata(place).is_ok();
            let add = |place: &mut Option<PathBuf>, more: &Option<PathBuf>| {
                if place.is_none() {
                    *place = more.as_ref().filter(is_there).cloned();
                }
            };
            add(&mut request.home, &machine.home);
            add(&mut request.system_root, &machine.system_root);
            add(&mut request.team, &machine.team);
        }
        request
    }

    /// Whether a path lies in the workspace.
    pub(crate) fn is_in_a_folder(&self, path: &Path) -> bool {
        self.folders().iter().any(|folder| path.starts_with(folder))
    }

    /// The findings by the file that they point into, as the editor knows it, each once and by place. Those that are shown on request only are
    /// left out unless they were requested.
    pub(crate) fn findings(&self) -> BTreeMap<PathBuf, Vec<&Diagnostic>> {
        self.by_path(self.live.shortened())
    }

    /// The same, however much of one kind there is.
    pub(crate) fn all_findings(&self) -> BTreeMap<PathBuf, Vec<&Diagnostic>> {
        self.by_path(self.live.diagnostics())
    }

    fn by_path<'f>(&self, findings: &'f [Diagnostic]) -> BTreeMap<PathBuf, Vec<&'f Diagnostic>> {
        let pedantic = self.wishes.pedantic.unwrap_or(self.options.check.pedantic);
        let mut by_file: BTreeMap<FileId, Vec<&Diagnostic>> = BTreeMap::new();
        for of_file in findings.chunk_by(|one, other| one.file == other.file) {
            let mut shown = of_file.iter().filter(|finding| pedantic || !finding.pedantic).peekable();
            if let Some(first) = shown.peek() {
                by_file.entry(first.file).or_default().extend(shown);
            }
        }
        // A script is a file of its own for every file of hooks that runs it.
        let mut by_path: BTreeMap<PathBuf, Vec<&Diagnostic>> = BTreeMap::new();
        for (file, mut of_file) in by_file {
            by_path.entry(self.path(file)).or_default().append(&mut of_file);
        }
        for findings in by_path.values_mut() {
            findings.sort_by_key(|finding| {
                (finding.span, std::cmp::Reverse(finding.level), finding.rule, &finding.message)
            });
            findings.dedup_by(|one, other| {
                (one.rule, one.span, &one.message) == (other.rule, other.span, &other.message)
            });
        }
        by_path
    }
}

/// Places in files.
impl Session<'_> {
    /// Where a file of the analysis is, as the editor knows it.
    pub(crate) fn path(&self, file: FileId) -> PathBuf {
        self.editor_path(&self.files()[file.0 as usize].path)
    }

    /// A path below a workspace folder as the editor knows it, where links on the way to the folder were followed.
    pub(crate) fn editor_path(&self, path: &Path) -> PathBuf {
        if self.is_in_a_folder(path) {
            return normalize(path);
        }
        let folders = self.real_folders.get_or_init(|| {
            let real = |folder: &PathBuf| Some((self.disk.canonicalize(folder).ok()?, folder.clone()));
            self.folders().iter().filter_map(real).collect()
        });
        let inside = folders
            .iter()
            .find_map(|(real, folder)| path.strip_prefix(real).ok().map(|rest| folder.join(rest)));
        normalize(inside.as_deref().unwrap_or(path))
    }

    /// How the client calls a file.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        match self.documents.get(path) {
            Some(document) => Some(document.uri.clone()),
            None => Uri::from_file_path(path).ok(),
        }
    }

    /// The lines of a file of the analysis.
    pub(crate) fn lines(&self, file: FileId) -> Rc<Lines> {
        let file = &self.files()[file.0 as usize];
        let mut known = self.lines.borrow_mut();
        if let Some(lines) = known.get(&file.path)
            && Arc::ptr_eq(lines.text(), &file.text)
        {
            return Rc::clone(lines);
        }
        let lines = Rc::new(self.lines_of(&self.editor_path(&file.path), Arc::clone(&file.text)));
        known.insert(file.path.clone(), Rc::clone(&lines));
        lines
    }

    /// The lines of the text that a file has.
    pub(crate) fn lines_of(&self, path: &Path, text: Arc<str>) -> Lines {
        if self.documents.contains_key(path) {
            Lines::of_document(text, self.client.encoding)
        } else {
            Lines::of_file(text, self.client.encoding)
        }
    }

    /// A place in a file of the analysis.
    pub(crate) fn location(&self, file: FileId, span: Span) -> Option<Location> {
        Some(Location { uri: self.uri(&self.path(file))?, range: self.lines(file).range(span) })
    }

    /// The source of a file of hooks that the client names.
    pub(crate) fn view(&self, uri: &Uri) -> Option<View<'_>> {
        let path = path_of(uri)?;
        let analysis = self.analysis();
        let index = analysis.sources.iter().position(|source| self.path(source.file) == path)?;
        let source = &analysis.sources[index];
        Some(View { session: self, path, uri: uri.clone(), index, source, lines: self.lines(source.file) })
    }
}

/// One file of hooks, as a request sees it.
pub(crate) struct View<'a> {
    pub(crate) session: &'a Session<'a>,
    pub(crate) path: PathBuf,
    pub(crate) uri: Uri,
    /// The place of the source in the analysis.
    pub(crate) index: usize,
    pub(crate) source: &'a Source,
    lines: Rc<Lines>,
}

impl<'a> View<'a> {
    pub(crate) fn text(&self) -> &'a str {
        self.source.tree.text()
    }

    pub(crate) fn range(&self, span: Span) -> Range {
        self.lines.range(span)
    }

    /// Tokens with their types, in order of place, as distances from one to the next.
    pub(crate) fn tokens(&self, tokens: &[(Span, u32)]) -> Vec<SemanticToken> {
        self.lines.tokens(tokens)
    }

    pub(crate) fn position(&self, offset: usize) -> Position {
        self.lines.position(offset)
    }

    pub(crate) fn line(&self, offset: usize) -> u32 {
        self.lines.line(offset)
    }

    pub(crate) fn offset(&self, position: Position) -> usize {
        self.lines.offset(position)
    }

    pub(crate) fn span(&self, range: Range) -> Span {
        self.lines.span(range)
    }
}

/// The path that a `file:` address means.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    (uri.scheme() == "file").then(|| uri.to_file_path().ok()).flatten().map(|path| normalize(&path))
}

/// Whether a file lies where a loader looks for hooks, or for what leads to them.
fn may_be_hooks(path: &Path) -> bool {
    let name = |path: &Path| path.file_name().and_then(std::ffi::OsStr::to_str).map(str::to_owned);
    let (Some(file), Some(folder)) = (name(path), path.parent().and_then(name)) else { return false };
    match folder.as_str() {
        ".cursor" => has_json_ending(&file),
        ".claude" => matches!(file.as_str(), "settings.json" | "settings.local.json"),
        ".cursor-plugin" | ".claude-plugin" => file == "plugin.json",
        _ => file == "hooks.json",
    }
}

fn has_json_ending(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "json" || ending == "jsonc")
}
