//! Which of the files that were found belong to the plan, and in which order.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hookc_runtime::plan::Root;
use hookc_schema::SourceKind;
use hookc_schema::source::Os;

use super::Options;
use crate::analysis::{Analysis, Source};
use crate::source::Role;

/// A file that belongs to the plan, even if nothing of it runs there.
#[derive(Debug)]
pub(super) struct Part<'a> {
    pub(super) source: &'a Source,
    /// Its index in the analysis.
    pub(super) index: usize,
    pub(super) kind: SourceKind,
    /// What tells it from other files of its kind.
    pub(super) name: Option<String>,
    /// The folder that its path begins with, as the plan calls it.
    pub(super) root: Root,
    /// That folder on this machine.
    pub(super) base: PathBuf,
    /// The one system that it is for.
    pub(super) os: Option<Os>,
    /// Whether it lies in the workspace.
    pub(super) in_project: bool,
}

/// The files of one plan.
#[derive(Debug, Default)]
pub(super) struct Selection<'a> {
    /// In plan order.
    pub(super) parts: Vec<Part<'a>>,
    /// Those of other projects, as they are called in reports.
    pub(super) other_projects: Vec<String>,
}

/// Sorts out what was found.
pub(super) fn select<'a>(analysis: &'a Analysis, project: Option<&Path>, options: &Options) -> Selection<'a> {
    let mut selection = Selection::default();
    let team = team_base(analysis);
    for (index, source) in analysis.sources.iter().enumerate() {
        let Some(kind) = kind_that_runs(source) else { continue };
        let Some(base) = source.place.root.clone() else { continue };
        if is_projects_own(kind) && project != Some(base.as_path()) {
            selection.other_projects.push(analysis.shown(source.file).to_owned());
            continue;
        }
        let in_project = project.is_some_and(|project| base.starts_with(project));
        let part = Part { source, index, kind, name: None, root: Root::Project, base, os: None, in_project };
        selection.parts.push(match kind {
            SourceKind::Enterprise => enterprise(part, options.platform),
            SourceKind::Team => of_team(part, team.as_deref()),
            SourceKind::Project | SourceKind::ClaudeProject | SourceKind::ClaudeLocal => part,
            SourceKind::User | SourceKind::ClaudeUser => Part { root: Root::User, ..part },
            SourceKind::Plugin => Part { name: Some(plugin_name(analysis, source)), ..part },
        });
    }
    // The sort is stable: plugins of one name stay in the order in which they were found.
    selection.parts.sort_by(|one, other| (one.kind, &one.name).cmp(&(other.kind, &other.name)));
    tell_apart(&mut selection.parts);
    for part in &mut selection.parts {
        if let (SourceKind::Plugin, Some(name)) = (part.kind, &part.name) {
            part.root = Root::Plugin(name.clone());
        }
    }
    selection
}

/// Whether a file belongs to the project or to no project at all.
pub(super) fn is_of_project(path: &Path, project: Option<&Path>) -> bool {
    let Some(inside) = project.and_then(|project| path.strip_prefix(project).ok()) else { return true };
    let is_settings_folder = |name: &std::ffi::OsStr| name == ".cursor" || name == ".claude";
    inside.iter().position(is_settings_folder).is_none_or(|depth| depth == 0)
}

/// The kind of a file that a loader reads hooks from.
fn kind_that_runs(source: &Source) -> Option<SourceKind> {
    match &source.role {
        Role::Hooks(_) | Role::ClaudePluginHooks => source.kind(),
        Role::PluginManifest { inline, unreachable, .. } if *inline || !unreachable.is_empty() => {
            source.kind()
        }
        Role::PluginManifest { .. } | Role::Unread(_) | Role::Template(_) | Role::Foreign => None,
    }
}

const fn is_projects_own(kind: SourceKind) -> bool {
    matches!(kind, SourceKind::Project | SourceKind::ClaudeProject | SourceKind::ClaudeLocal)
}

const SYSTEMS: [(Os, &str); 3] = [(Os::Linux, "linux"), (Os::Macos, "macos"), (Os::Windows, "windows")];

/// The enterprise file of a system; those of other systems are called by them.
fn enterprise(part: Part<'_>, platform: Os) -> Part<'_> {
    let facts = SourceKind::Enterprise.facts();
    let is_for =
        |os: Os| Path::new(facts.path(os).value).parent().is_some_and(|folder| part.base.ends_with(folder));
    let other = SYSTEMS.into_iter().find(|&(os, _)| os != platform && is_for(os) && !is_for(platform));
    Part {
        root: Root::Enterprise,
        os: other.map(|(os, _)| os),
        name: other.map(|(_, name)| name.to_owned()),
        ..part
    }
}

/// The name of the folder that team hooks are synchronised to (HOOKS.md 6.4).
const TEAM_FOLDER: &str = "active-team-hooks";

/// The folder that `${team}` stands for: the outermost one with a file of the team's, a folder for one system left aside.
fn team_base(analysis: &Analysis) -> Option<PathBuf> {
    let folders = analysis.sources.iter().filter(|source| source.role == Role::Hooks(SourceKind::Team));
    folders.filter_map(folder_of_all_systems).min_by_key(|folder| folder.components().count())
}

fn folder_of_all_systems(source: &Source) -> Option<PathBuf> {
    let folder = source.place.root.as_deref()?;
    let is_named = source.place.shown_from.as_deref() == Some(folder);
    let parent = folder.parent()?;
    let is_one_systems = SYSTEMS.iter().any(|(_, name)| folder.ends_with(name));
    let is_below = is_one_systems && (!is_named || parent.ends_with(TEAM_FOLDER));
    Some(if is_below { parent } else { folder }.to_path_buf())
}

fn of_team<'a>(mut part: Part<'a>, base: Option<&Path>) -> Part<'a> {
    if let Some(base) = base {
        let below = part.base.strip_prefix(base).map(super::roots::slashes).unwrap_or_default();
        let last = below.rsplit('/').next();
        part.os = SYSTEMS.into_iter().find(|&(_, name)| last == Some(name)).map(|(os, _)| os);
        part.name = Some(below).filter(|below| !below.is_empty());
        part.base = base.to_path_buf();
    }
    part.root = Root::Team;
    part
}

/// The name in the manifest, else that of the folder.
fn plugin_name(analysis: &Analysis, source: &Source) -> String {
    let root = source.place.root.as_deref();
    let manifest = analysis.sources.iter().find(|other| {
        matches!(other.role, Role::PluginManifest { .. }) && other.place.root.as_deref() == root
    });
    let stated = manifest
        .and_then(|manifest| manifest.tree.root().get("name")?.value().as_str())
        .map(fit_for_a_plan)
        .filter(|name| !name.is_empty());
    let of_folder = || {
        let name = root.and_then(Path::file_name).unwrap_or_default();
        fit_for_a_plan(&name.to_string_lossy())
    };
    stated.unwrap_or_else(|| {
        Some(of_folder()).filter(|name| !name.is_empty()).unwrap_or_else(|| "plugin".to_owned())
    })
}

fn fit_for_a_plan(name: &str) -> String {
    name.chars()
        .filter(|letter| !letter.is_control() && !matches!(letter, '{' | '}'))
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Gives files that share kind and name a number from 2 on.
fn tell_apart(parts: &mut [Part<'_>]) {
    let mut taken: BTreeSet<(SourceKind, Option<String>)> = BTreeSet::new();
    for part in parts {
        let name = part.name.clone();
        let mut number = 1;
        while !taken.insert((part.kind, part.name.clone())) {
            number += 1;
            part.name = Some(match &name {
                Some(name) => format!("{name}#{number}"),
                None => format!("#{number}"),
            });
        }
    }
}
