//! `hookc doctor`: how things stand on this machine. Everything is looked at and nothing is executed.

mod human;
mod json;
mod search;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{Request, Source};
use hookc_compiler::command::Resolution;
use hookc_compiler::plan::Compiled;
use hookc_compiler::source::Role;
use hookc_compiler::system::System;
use hookc_compiler::typecheck::Hook;
use hookc_policies::config::{self, Explanation, Known, Options};
use hookc_schema::SourceKind;
use hookc_schema::source::{Os, Root};

use self::search::SearchPath;
use super::check::today;
use super::planning;
use crate::args::{DoctorArgs, DoctorFormat};
use crate::exit::Failure;
use crate::terminal::Terminal;

/// Everything that is told.
struct Health {
    /// Those that are there, then those that are not, by priority.
    sources: Vec<Told>,
    /// What should be read and cannot even be opened, and why.
    unreadable: Vec<(String, String)>,
    configuration: Explanation,
    programs: Vec<Program>,
    shell: SearchPath,
    desktop: SearchPath,
}

/// A place that hooks are loaded from.
struct Told {
    kind: SourceKind,
    /// The file, as it is called in reports; for one that is not there, where it would be.
    shown: String,
    state: State,
}

/// What becomes of a source.
enum State {
    /// So many of its hooks run, so many are left out.
    Loads {
        hooks: usize,
        left_out: usize,
    },
    /// The host takes nothing of it.
    Refused(String),
    /// It belongs to a project further down.
    OtherProject,
    Absent,
}

/// A program that hooks start by its name.
struct Program {
    name: String,
    /// The hooks that do.
    hooks: Vec<String>,
    in_shell: Option<PathBuf>,
    on_desktop: Option<PathBuf>,
}

/// The answer in the format that was asked for.
pub(crate) fn run(args: &DoctorArgs, system: &dyn System, terminal: &Terminal) -> Result<String, Failure> {
    let request = planning::this_machine(&args.places, system, terminal)?;
    let os = planning::here();
    let options = hookc_compiler::plan::Options { platform: os, ..Default::default() };
    let compiled = planning::compile(system, &request, &options)?;
    let system_root = args.places.system_root.as_deref().unwrap_or(Path::new("/"));
    let shell = SearchPath::of_shell(terminal.path.as_deref());
    let desktop = SearchPath::of_desktop(os, system_root, &shell, system);
    let folder = request.workspaces.first().map_or(Path::new("."), PathBuf::as_path);
    // As for a check of the project: nothing above its root counts.
    let project = Request { workspaces: vec![folder.to_owned()], ..Request::default() };
    let trees = config::trees(system, &project);
    let (sources, unreadable) = sources(&compiled, os);
    let health = Health {
        sources,
        unreadable,
        configuration: config::explain(system, &trees, folder, &nearest()),
        programs: programs(&compiled, &shell, &desktop, system),
        shell,
        desktop,
    };
    Ok(match args.format {
        DoctorFormat::Human => human::write(&health),
        DoctorFormat::Json => json::write(&health),
    })
}

/// The configuration as `hookc check` without options finds it.
fn nearest() -> Options {
    Options {
        config: config::Choice::Nearest,
        targets: None,
        platforms: None,
        pedantic: false,
        packs: Vec::new(),
        known: Known::AsConfigured,
        today: today(),
    }
}

fn sources(compiled: &Compiled, os: Os) -> (Vec<Told>, Vec<(String, String)>) {
    let analysis = &compiled.analysis;
    let left_out: BTreeSet<&str> =
        compiled.plan.body().left_out.iter().map(|left| left.id.as_str()).collect();
    let mut counts: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for (id, origin) in &compiled.origins {
        let (hooks, out) = counts.entry(origin.source).or_default();
        *(if left_out.contains(id.as_str()) { out } else { hooks }) += 1;
    }
    let mut told = Vec::new();
    let mut refused: BTreeMap<&str, String> = BTreeMap::new();
    for file in &compiled.refused {
        refused.entry(file.shown.as_str()).or_insert_with(|| match file.position {
            Some((line, _)) => format!("line {line}: {}", file.reason),
            None => file.reason.clone(),
        });
    }
    for (index, source) in analysis.sources.iter().enumerate() {
        let Some(kind) = loaded_kind(source) else { continue };
        let shown = analysis.shown(source.file);
        let state = if let Some(reason) = refused.remove(shown) {
            State::Refused(reason)
        } else if compiled.other_projects.iter().any(|other| other == shown) {
            State::OtherProject
        } else {
            let (hooks, left_out) = counts.get(&index).copied().unwrap_or_default();
            State::Loads { hooks, left_out }
        };
        told.push(Told { kind, shown: shown.to_owned(), state });
    }
    for kind in SourceKind::ALL {
        if !told.iter().any(|told| told.kind == kind) {
            told.push(Told { kind, shown: usual_place(kind, os), state: State::Absent });
        }
    }
    told.sort_by(|one, other| (one.kind, &one.shown).cmp(&(other.kind, &other.shown)));
    let unreadable = refused.into_iter().map(|(shown, reason)| (shown.to_owned(), reason)).collect();
    (told, unreadable)
}

/// The kind of a file that a loader reads hooks from.
fn loaded_kind(source: &Source) -> Option<SourceKind> {
    match &source.role {
        Role::Hooks(_) | Role::ClaudePluginHooks | Role::PluginManifest { inline: true, .. } => source.kind(),
        Role::PluginManifest { .. } | Role::Template(_) | Role::Unread(_) | Role::Foreign => None,
    }
}

/// Where the file of a kind would be.
fn usual_place(kind: SourceKind, os: Os) -> String {
    let facts = kind.facts();
    let path = facts.path(os).value;
    match facts.root {
        Root::System if os == Os::Windows => format!("C:/{path}"),
        Root::System => format!("/{path}"),
        Root::Home => format!("~/{path}"),
        Root::Project => path.to_owned(),
        Root::Plugin => "--plugin DIR".to_owned(),
    }
}

fn programs(
    compiled: &Compiled,
    shell: &SearchPath,
    desktop: &SearchPath,
    system: &dyn System,
) -> Vec<Program> {
    let mut hooks_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for steps in compiled.plan.body().events.values() {
        for step in steps {
            for name in hook(compiled, &step.id).map(started_by_name).unwrap_or_default() {
                hooks_of.entry(name).or_default().push(step.id.clone());
            }
        }
    }
    let found = hooks_of.into_iter().map(|(name, hooks)| Program {
        in_shell: shell.find(&name, system),
        on_desktop: desktop.find(&name, system),
        name,
        hooks,
    });
    found.collect()
}

fn hook<'a>(compiled: &'a Compiled, id: &str) -> Option<&'a Hook> {
    let origin = compiled.origins.get(id)?;
    compiled.analysis.sources.get(origin.source)?.config.as_ref()?.hooks.get(origin.hook)
}

/// The programs that a hook has looked up, in its command or in the first line of its script.
fn started_by_name(hook: &Hook) -> BTreeSet<String> {
    let Some(command) = hook.command() else { return BTreeSet::new() };
    let in_line =
        command.line.programs().iter().filter(|program| !program.guarded).map(|program| program.name.clone());
    let interpreters = command.scripts.iter().filter_map(|script| match &script.resolution {
        Resolution::Found(file) => {
            let shebang = file.head.as_ref()?.shebang.as_ref()?;
            let is_looked_up = !shebang.path.ends_with(&format!("/{}", shebang.program));
            is_looked_up.then(|| shebang.program.clone())
        }
        _ => None,
    });
    in_line.chain(interpreters).collect()
}
