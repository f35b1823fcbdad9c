//! Which configuration speaks for which file of a check.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{Analysis, CheckedFile, Request, Settings};
use hookc_compiler::diagnostic::FileId;
use hookc_compiler::inside::Trees;
use hookc_compiler::source::{absolute, roots};
use hookc_compiler::system::{System, below};
use hookc_schema::SourceKind;
use hookc_schema::source::Os;

use super::effective::{Above, Config};
use super::load::{Ground, KnownFiles};
use super::{Choice, FILE_NAME, Options};
use crate::policy::Policy;
use crate::policy::enforce::weakened;

/// The configurations of a check.
#[derive(Debug)]
pub(crate) struct Scope {
    /// The first is that of files without one.
    pub(super) configs: Vec<Config>,
    settings: Vec<Settings>,
    /// By file, the number of its configuration.
    of_file: Vec<usize>,
    /// That of the first root: for what is said of all files together.
    main: usize,
    /// Files that an exclusion names and that are checked all the same.
    kept: BTreeSet<FileId>,
}

/// How the files of an analysis find their configurations.
struct Search<'a> {
    system: &'a dyn System,
    options: &'a Options,
    roots: Vec<PathBuf>,
    /// The same, for a request that names thousands.
    is_root: HashSet<OsString>,
    /// The configurations of the enterprise source.
    managed: Vec<Above>,
    configs: Vec<Config>,
    /// By folder, once it was looked into.
    known: HashMap<OsString, usize>,
    known_files: KnownFiles,
}

/// The trees in which configurations are looked for: what the request names, and the current folder for paths below it.
pub fn trees(system: &dyn System, request: &Request) -> Vec<PathBuf> {
    let mut trees = roots(system, request);
    let current = absolute(system, Path::new("."));
    if request.paths.iter().any(|path| absolute(system, path).starts_with(&current)) {
        trees.push(current);
    }
    trees
}

impl Scope {
    /// No configuration: these settings for all files.
    pub(crate) fn uniform(settings: Settings) -> Self {
        Self {
            configs: vec![Config::default()],
            settings: vec![settings],
            of_file: Vec::new(),
            main: 0,
            kept: BTreeSet::new(),
        }
    }

    /// Finds and reads the configurations of the files, inside of the roots.
    pub(crate) fn find(
        system: &dyn System,
        roots: &[PathBuf],
        request: Option<&Request>,
        analysis: &Analysis,
        options: &Options,
    ) -> Self {
        let managed = request.map(|request| managed(system, request)).unwrap_or_default();
        let mut search = Search::new(system, roots, managed, options);
        let main = search.main();
        let mut of_file = vec![main; analysis.files.len()];
        if options.config == Choice::Nearest {
            // A file of hooks knows how its surroundings are called, a script does not.
            for source in &analysis.sources {
                let path = &analysis.files[source.file.0 as usize].path;
                of_file[source.file.0 as usize] = search.of(path, Some(&|path| source.place.show(path)));
            }
            for (number, file) in analysis.files.iter().enumerate() {
                of_file[number] = if file.text.is_empty() {
                    // What was not read may lie behind a link that leads out.
                    search.of(&search.reachable(&file.path), None)
                } else {
                    search.of(&file.path, None)
                };
            }
        }
        let settings = search.configs.iter().map(|config| config.settings(options)).collect();
        let mut scope = Self { configs: search.configs, settings, of_file, main, kept: BTreeSet::new() };
        scope.keep_what_is_bound(analysis);
        scope
    }

    /// Does not heed exclusions of a project's own hooks by a file of which something above binds them.
    fn keep_what_is_bound(&mut self, analysis: &Analysis) {
        for source in &analysis.sources {
            let (number, path) = (self.number(source.file), &analysis.files[source.file.0 as usize].path);
            let config = &self.configs[number];
            let Some(exclusion) = config.exclusion(path) else { continue };
            let folder = config.files.first().and_then(|file| file.path.parent());
            let is_own = folder.is_some() && source.place.root.as_deref() == folder;
            if is_own && config.is_bound_above(exclusion.origin.file) {
                let message = format!(
                    "policies above this file bind `{}`, so it is checked all the same",
                    analysis.shown(source.file)
                );
                let fault = weakened(exclusion.origin, message);
                self.configs[number].faults.push(fault);
                self.kept.insert(source.file);
            }
        }
    }

    pub(super) fn is_kept(&self, file: FileId) -> bool {
        self.kept.contains(&file)
    }

    /// The policies of every configuration, by its number.
    pub(crate) fn policies(&self) -> impl Iterator<Item = (usize, &[Policy])> {
        self.configs.iter().enumerate().map(|(number, config)| (number, config.policies.as_slice()))
    }

    /// The policies of a configuration.
    pub(crate) fn policies_of(&self, config: usize) -> &[Policy] {
        &self.configs[config].policies
    }

    /// One of the files that make up a configuration.
    pub(crate) fn file_of(&self, config: usize, file: usize) -> &CheckedFile {
        &self.configs[config].files[file]
    }

    /// What the rules need to know for the files of a configuration.
    pub(crate) fn settings_of(&self, config: usize) -> &Settings {
        &self.settings[config]
    }

    /// The number of the configuration of the first root.
    pub(crate) const fn main(&self) -> usize {
        self.main
    }

    /// Whether there is no configuration at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.configs.len() == 1
    }

    /// The files that the configurations are made of.
    pub(crate) fn files(&self) -> impl Iterator<Item = &CheckedFile> {
        self.configs.iter().flat_map(|config| &config.files)
    }

    /// The configuration that speaks for a path, alone.
    pub(super) fn config_for(
        system: &dyn System,
        roots: &[PathBuf],
        path: &Path,
        options: &Options,
    ) -> Config {
        let mut search = Search::new(system, roots, Vec::new(), options);
        let main = search.main();
        let number = if options.config == Choice::Nearest { search.of(path, None) } else { main };
        search.configs.swap_remove(number)
    }

    /// The number of the configuration that speaks for a file.
    pub(crate) fn number(&self, file: FileId) -> usize {
        self.of_file.get(file.0 as usize).copied().unwrap_or(self.main)
    }

    pub(super) fn config(&self, file: FileId) -> &Config {
        &self.configs[self.number(file)]
    }

    /// What the rules need to know for a file.
    pub(crate) fn settings(&self, file: FileId) -> &Settings {
        &self.settings[self.number(file)]
    }

    /// What rules need to know that look at all files together.
    pub(crate) fn main_settings(&self) -> &Settings {
        &self.settings[self.main]
    }
}

impl<'a> Search<'a> {
    fn new(system: &'a dyn System, roots: &[PathBuf], managed: Vec<Above>, options: &'a Options) -> Self {
        let roots: Vec<PathBuf> = roots.iter().map(|root| absolute(system, root)).collect();
        let is_root = roots.iter().map(|root| root.as_os_str().to_owned()).collect();
        let known_files = KnownFiles::default();
        let ground = Ground {
            system,
            root: Path::new(""),
            shown: &|path| path.display().to_string(),
            known: &known_files,
        };
        let without = Config::bound(&ground, &managed, options);
        Self {
            system,
            options,
            roots,
            is_root,
            managed,
            configs: vec![without],
            known: HashMap::new(),
            known_files,
        }
    }

    fn main(&mut self) -> usize {
        match &self.options.config {
            Choice::Nothing => 0,
            Choice::Nearest => {
                self.roots.first().cloned().map_or(0, |root| self.of(&root.join(FILE_NAME), None))
            }
            Choice::File(path) => {
                let folder = absolute(self.system, Path::new("."));
                let path = absolute(self.system, path);
                // What was named may lie anywhere; what it extends lies beside it, or in the folder that paths start from.
                let own = path.parent().map(Path::to_path_buf).unwrap_or_default();
                let root = if path.starts_with(&folder) { &folder } else { &own };
                self.add(&path, &folder, root, &|path| show_below(&folder, path))
            }
        }
    }

    /// The number of the configuration that speaks for a file.
    fn of(&mut self, path: &Path, shown: Option<&dyn Fn(&Path) -> String>) -> usize {
        let path = absolute(self.system, path);
        let Some(root) = self.root_of(&path) else { return 0 };
        let mut passed = Vec::new();
        let mut found = 0;
        // A root may be the file itself.
        for folder in path.parent().into_iter().flat_map(Path::ancestors) {
            if let Some(known) = self.known.get(folder.as_os_str()) {
                found = *known;
                break;
            }
            passed.push(folder.as_os_str().to_owned());
            if self.system.kind_in(folder, OsStr::new(FILE_NAME)).is_ok() {
                let file = folder.join(FILE_NAME);
                let by_root = |path: &Path| show_below(&root, path);
                found = self.add(&file, folder, &root, shown.unwrap_or(&by_root));
                break;
            }
            if below(folder, &root).is_none_or(|rest| rest.as_os_str().is_empty()) {
                break;
            }
        }
        self.known.extend(passed.into_iter().map(|folder| (folder, found)));
        found
    }

    /// The path as far as no folder of it is a link that leads out of the root.
    fn reachable(&self, path: &Path) -> PathBuf {
        let path = absolute(self.system, path);
        let Some(root) = self.root_of(&path) else { return path };
        let trees = Trees::at(&root, self.system);
        let mut reached = path.as_path();
        for folder in path.ancestors().skip(1).take_while(|folder| folder.starts_with(&root)) {
            if trees.has(folder) {
                break;
            }
            reached = folder;
        }
        reached.to_path_buf()
    }

    /// The outermost root that a path lies in.
    fn root_of(&self, path: &Path) -> Option<PathBuf> {
        const FEW: usize = 8;
        if self.roots.len() <= FEW {
            let inside = self.roots.iter().filter(|root| below(path, root).is_some());
            return inside.min_by_key(|root| root.as_os_str().len()).cloned();
        }
        let outermost = path.ancestors().filter(|folder| self.is_root.contains(folder.as_os_str())).last();
        outermost.map(Path::to_path_buf)
    }

    fn add(&mut self, path: &Path, folder: &Path, root: &Path, shown: &dyn Fn(&Path) -> String) -> usize {
        let ground = Ground { system: self.system, root, shown, known: &self.known_files };
        let mut above =
            if self.options.config == Choice::Nearest { self.above(folder, root) } else { Vec::new() };
        above.extend(self.managed.iter().filter(|managed| managed.path != path).cloned());
        self.configs.push(Config::read(&ground, path, folder, &above, self.options));
        self.configs.len() - 1
    }
}

impl Search<'_> {
    /// The configurations in the folders above, up to the root.
    fn above(&self, folder: &Path, root: &Path) -> Vec<Above> {
        let folders = folder.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
        let files = folders.map(|folder| folder.join(FILE_NAME));
        files
            .filter(|path| self.system.symlink_metadata(path).is_ok())
            .map(|path| Above { path, root: root.to_path_buf() })
            .collect()
    }
}

/// The configurations beside the enterprise source, where that is looked at.
fn managed(system: &dyn System, request: &Request) -> Vec<Above> {
    let root = request.system_root.iter().map(|root| absolute(system, root));
    let folders = root.flat_map(|root| {
        [Os::Linux, Os::Macos, Os::Windows].map(|os| {
            let file = root.join(SourceKind::Enterprise.facts().path(os).value);
            file.parent().map(Path::to_path_buf).unwrap_or(file)
        })
    });
    folders
        .map(|folder| Above { path: folder.join(FILE_NAME), root: folder })
        .filter(|above| system.symlink_metadata(&above.path).is_ok())
        .collect()
}

fn show_below(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}
