//! The hooks that policies look at, and which of them run together.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{Analysis, Request, Source};
use hookc_compiler::source::absolute;
use hookc_compiler::system::{FileKind, System};
use hookc_compiler::typecheck::{Action, Dialect, Hook};
use hookc_schema::source::Os;
use hookc_schema::{Event, SourceKind};

use crate::rules::{is_for_a_loader, is_read};

/// A hook of a file that a loader reads.
#[derive(Debug, Clone, Copy)]
pub(super) struct HookView<'a> {
    pub(super) source: &'a Source,
    pub(super) kind: SourceKind,
    pub(super) dialect: Dialect,
    pub(super) hook: &'a Hook,
}

/// The hooks of a file, those of a file that the host refuses included; none for a file that no loader reads.
pub(super) fn hooks(source: &Source) -> impl Iterator<Item = HookView<'_>> {
    let loaded = is_for_a_loader(source)
        .then_some(source)
        .and_then(|source| Some((source.kind()?, source.config.as_ref()?)));
    loaded.into_iter().flat_map(move |(kind, config)| {
        config.hooks.iter().map(move |hook| HookView { source, kind, dialect: config.dialect, hook })
    })
}

/// The sources that run together: those of one project, and those of the machine, which run in each.
#[derive(Debug)]
pub(super) struct Project<'a> {
    /// The project's root; `None` when the check has no project.
    pub(super) root: Option<&'a Path>,
    /// Its sources, highest priority first.
    pub(super) sources: Vec<&'a Source>,
    /// The kinds of which the check would have found every source.
    pub(super) looked_at: Vec<SourceKind>,
}

const fn is_projects_own(kind: SourceKind) -> bool {
    matches!(kind, SourceKind::Project | SourceKind::ClaudeProject | SourceKind::ClaudeLocal)
}

/// The projects of a check. Without any there is one that holds the sources of the machine alone.
pub(super) fn projects<'a>(
    system: &dyn System,
    analysis: &'a Analysis,
    request: &Request,
) -> Vec<Project<'a>> {
    let mut own: BTreeMap<&Path, Vec<&Source>> = BTreeMap::new();
    let mut machine = Vec::new();
    for source in analysis.sources.iter().filter(|source| is_for_a_loader(source)) {
        let (Some(kind), Some(root)) = (source.kind(), source.place.root.as_deref()) else { continue };
        if is_projects_own(kind) {
            own.entry(root).or_default().push(source);
        } else {
            machine.push(source);
        }
    }
    let trees = trees(system, request);
    let project = |root: Option<&'a Path>, own: Vec<&'a Source>| {
        let mut sources = own;
        sources.extend(&machine);
        sources.sort_by_key(|source| source.kind());
        let is_whole =
            root.map_or(!trees.is_empty(), |root| root.ancestors().any(|folder| trees.contains(folder)));
        let looked_at = SourceKind::ALL.into_iter().filter(|kind| {
            let is_wanted = request.sources.as_ref().is_none_or(|wanted| wanted.contains(kind));
            let is_there = sources.iter().any(|source| source.kind() == Some(*kind));
            is_there || is_wanted && was_looked_at(system, *kind, is_whole, request)
        });
        let looked_at = looked_at.collect();
        Project { root, sources, looked_at }
    };
    // Of a project of which only scripts were named, only they are of interest.
    let is_of_interest = |own: &[&Source]| own.iter().any(|source| source.only_for.is_none());
    if own.is_empty() {
        return vec![project(None, Vec::new())];
    }
    let wanted = own.into_iter().filter(|(_, own)| is_of_interest(own));
    wanted.map(|(root, own)| project(Some(root), own)).collect()
}

fn was_looked_at(system: &dyn System, kind: SourceKind, is_whole: bool, request: &Request) -> bool {
    match kind {
        SourceKind::Enterprise => request.system_root.is_some(),
        SourceKind::Team => request.team.is_some() || has_no_team(system, request),
        SourceKind::User | SourceKind::ClaudeUser => request.home.is_some(),
        SourceKind::Project | SourceKind::ClaudeProject | SourceKind::ClaudeLocal => is_whole,
        SourceKind::Plugin => !request.plugins.is_empty(),
    }
}

/// Whether the home folder is looked at, and no team's hooks are synchronised to it.
fn has_no_team(system: &dyn System, request: &Request) -> bool {
    let file = |home: &PathBuf| home.join(SourceKind::Team.facts().path(Os::Linux).value);
    let folder = |home: &PathBuf| file(home).parent().map(|folder| absolute(system, folder));
    let folder = request.home.as_ref().and_then(folder);
    folder.is_some_and(|folder| {
        system.symlink_metadata(&folder).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
    })
}

/// The trees that are searched as a whole, as far as projects go.
fn trees(system: &dyn System, request: &Request) -> HashSet<PathBuf> {
    let is_folder =
        |path: &&PathBuf| system.metadata(path).is_ok_and(|metadata| metadata.kind == FileKind::Directory);
    let named = request.workspaces.iter().chain(request.paths.iter().filter(is_folder));
    let mut trees: HashSet<PathBuf> = named.map(|path| absolute(system, path)).collect();
    if !request.names_anything() {
        trees.insert(absolute(system, Path::new(".")));
    }
    trees
}

impl<'a> Project<'a> {
    /// The hooks that the host runs: those of files that it takes, without Claude's that a hooks file has too (HOOKS.md 2.5).
    pub(super) fn running(&self) -> Vec<HookView<'a>> {
        let all: Vec<HookView<'a>> =
            self.sources.iter().filter(|source| is_read(source)).flat_map(|source| hooks(source)).collect();
        let compared = |view: &&HookView<'a>| !view.kind.is_claude() && view.kind != SourceKind::Plugin;
        let native: std::collections::BTreeSet<_> = all.iter().filter(compared).filter_map(action).collect();
        let runs = |view: &HookView<'a>| match action(view) {
            None => false,
            Some(action) => !view.kind.is_claude() || !native.contains(&action),
        };
        all.into_iter().filter(runs).collect()
    }

    /// The hooks of all of its files, whether the host takes them or not.
    pub(super) fn hooks(&self) -> impl Iterator<Item = HookView<'a>> {
        self.sources.iter().flat_map(|source| hooks(source))
    }
}

/// What makes two hooks the same to the host; `None` for a handler that it does not take over.
fn action<'a>(view: &HookView<'a>) -> Option<(Event, bool, &'a str)> {
    match &view.hook.action {
        Action::Command(command) => Some((view.hook.event, true, command.text.value.as_str())),
        Action::Prompt { prompt, .. } => Some((view.hook.event, false, prompt.value.as_str())),
        Action::Unsupported => None,
    }
}
