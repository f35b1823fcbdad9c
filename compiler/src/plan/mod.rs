//! From the sources of a project to its plan: every file that hooks come from, flattened into ordered steps.
//!
//! [`compile`] looks at what a [`Request`] names and gives a [`Compiled`]: the [`Plan`] itself, where its roots lie on this machine, where
//! each step stands in which file, and what was refused. The same sources give the same bytes wherever and whenever they are compiled:
//! nothing in a plan depends on where a project lies, in which order a disk lists its folders, or on what else is there.
//!
//! One plan is for one project root (HOOKS.md 0.10): hooks of a project further down in the tree are not in it, and are named in
//! [`Compiled::other_projects`].

mod claude;
mod contents;
mod diff;
mod exclude;
mod explain;
mod flatten;
mod lower;
mod part;
mod roots;
mod rules;
mod semantics;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hookc_runtime::plan::{Body, Plan, PlanError, Platform, Roots, Semantics, Target};
use hookc_schema::source::Os;

pub use claude::{Import, tool_matcher};
pub use diff::{Change, diff};
pub use exclude::left_out_at;
pub use explain::{Explanation, explain};
pub use rules::{AnswerField, answer_fields, merge_rules};
pub use semantics::{Difference, DifferenceKind, differences};

use crate::analysis::{self, Analysis, Request};
use crate::source;
use crate::system::System;

/// What a plan is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How answers are read and merged.
    pub semantics: Semantics,
    /// The host.
    pub target: Target,
    /// The operating system.
    pub platform: Os,
    /// Whether cloud agents get the hooks of the enterprise and of the team, as they do on Enterprise plans.
    pub enterprise_plan: bool,
    /// Whether the user does not trust the workspace, so that none of its hooks run.
    pub untrusted: bool,
}

impl Default for Options {
    /// The editor on Linux, so that a plan is the same on every machine.
    fn default() -> Self {
        Self {
            semantics: Semantics::default(),
            target: Target::default(),
            platform: Os::Linux,
            enterprise_plan: false,
            untrusted: false,
        }
    }
}

/// A plan and what is known of it on this machine.
#[derive(Debug)]
pub struct Compiled {
    /// The plan.
    pub plan: Plan,
    /// Where its roots lie here.
    pub roots: Roots,
    /// Everything that was looked at.
    pub analysis: Analysis,
    /// Where each step stands, and each hook that was left out, by id.
    pub origins: BTreeMap<String, Origin>,
    /// The files that belong to the plan and that the host refuses.
    pub refused: Vec<Refused>,
    /// Hooks files of projects further down in the tree, as they are called in reports.
    pub other_projects: Vec<String>,
}

/// Where a hook stands: indices into the [`Analysis`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The file, in [`Analysis::sources`].
    pub source: usize,
    /// The hook, in the `hooks` of its [`Config`](crate::typecheck::Config).
    pub hook: usize,
}

/// A file that the host refuses, so that none of its hooks run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// How the file is called in reports.
    pub shown: String,
    /// Line and column of the first fault, from 1; `None` for a file that cannot be read.
    pub position: Option<(u32, u32)>,
    /// What is wrong.
    pub reason: String,
}

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// More than one workspace was named.
    #[error("a plan is for one project, and {0} workspaces are named")]
    SeveralProjects(usize),
    /// A file was changed between two looks at it.
    #[error("`{0}` was changed while it was compiled")]
    Changed(String),
    /// The name of a file cannot stand in a plan.
    #[error("`{0}` has a name that cannot stand in a plan")]
    Name(String),
    /// What was compiled is not a plan, which is a fault of the compiler.
    #[error("the compiler made an invalid plan: {0}")]
    Plan(#[from] PlanError),
}

/// Compiles what the request names. Executes nothing and stays inside the places named.
///
/// # Errors
///
/// There is no plan: see [`CompileError`]. A source that the host refuses is not an error but [`Compiled::refused`].
pub fn compile(system: &dyn System, request: &Request, options: &Options) -> Result<Compiled, CompileError> {
    let project = match request.workspaces.as_slice() {
        [] => None,
        [project] => Some(source::absolute(system, project)),
        several => return Err(CompileError::SeveralProjects(several.len())),
    };
    let analysis = analysis::analyse(system, request);
    let selection = part::select(&analysis, project.as_deref(), options);
    let mut flat = flatten::flatten(system, &analysis, &selection.parts, options)?;
    let mut refused = std::mem::take(&mut flat.refused);
    refused.extend(unreadable(&analysis, project.as_deref()));
    let ordered = seal(flat, options)?;
    Ok(Compiled {
        plan: ordered.plan,
        roots: roots::bindings(&selection.parts, project.as_deref()),
        origins: ordered.origins,
        refused,
        other_projects: selection.other_projects,
        analysis,
    })
}

/// A plan, and where its steps stand in the analysis that it was made of.
#[derive(Debug)]
pub struct Ordered {
    /// The plan.
    pub plan: Plan,
    /// Where each step stands, and each hook that was left out, by id.
    pub origins: BTreeMap<String, Origin>,
}

/// The plan of one project, made of what is known already.
///
/// # Errors
///
/// As [`compile`].
pub fn of_analysis(
    system: &dyn System,
    analysis: &Analysis,
    project: Option<&Path>,
    options: &Options,
) -> Result<Ordered, CompileError> {
    let selection = part::select(analysis, project, options);
    seal(flatten::flatten(system, analysis, &selection.parts, options)?, options)
}

fn seal(flat: flatten::Flat, options: &Options) -> Result<Ordered, CompileError> {
    let body = Body {
        semantics: options.semantics,
        target: options.target,
        platform: Platform(options.platform),
        sources: flat.sources,
        events: flat.events,
        left_out: flat.left_out,
    };
    Ok(Ordered { plan: Plan::seal(body)?, origins: flat.origins })
}

/// Files and folders that should be read and cannot be, but for those of other projects.
fn unreadable<'a>(analysis: &'a Analysis, project: Option<&'a Path>) -> impl Iterator<Item = Refused> + 'a {
    let of_sources: std::collections::BTreeSet<_> =
        analysis.sources.iter().map(|source| source.file).collect();
    analysis
        .diagnostics
        .iter()
        .filter(move |diagnostic| !of_sources.contains(&diagnostic.file))
        .filter(|diagnostic| diagnostic.effect == crate::diagnostic::Effect::VoidsFile)
        .filter(move |diagnostic| {
            let path: &PathBuf = &analysis.files[diagnostic.file.0 as usize].path;
            part::is_of_project(path, project)
        })
        .map(|diagnostic| Refused {
            shown: analysis.shown(diagnostic.file).to_owned(),
            position: None,
            reason: diagnostic.message.clone(),
        })
}
