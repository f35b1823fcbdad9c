//! `hookc compile`.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hookc_compiler::plan::{self, Compiled, Options};
use hookc_compiler::system::System;
use hookc_runtime::plan::{Plan, PlanError};
use hookc_schema::SourceKind;

use super::planning::{self, refusal, tell};
use crate::args::{self, CompileArgs};
use crate::exit::{Exit, Failure};
use crate::files;
use crate::format::escape::{visible, visible_json};
use crate::page;
use crate::request::{self, Wanted};
use crate::terminal::Terminal;

/// A plan that was compiled before.
struct Committed {
    path: PathBuf,
    plan: Result<Plan, PlanError>,
}

/// Compiles, and writes the plan or compares it.
pub(crate) fn run(
    args: &CompileArgs,
    system: &dyn System,
    terminal: &Terminal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let committed = committed(args, system)?;
    let kinds = kinds(args);
    let wanted =
        Wanted { paths: &[], places: &args.places, all_sources: args.all_sources, sources: kinds.as_deref() };
    let request = wanted.request(terminal.home.as_deref())?;
    let request = request::without_absent(request, &args.places, system);
    let options = options(args, kinds.as_deref(), committed.as_ref());
    let compiled = planning::compile(system, &request, &options)?;
    notes(&compiled, err);
    if !compiled.refused.is_empty() && !args.allow_voided {
        tell(err, "  help: `hookc check` says how to mend it; --allow-voided compiles what is left");
        return Ok(Exit::Findings);
    }
    if let Some(file) = &args.html {
        files::write(file, &page::write(&compiled))?;
    }
    if let Some(committed) = committed {
        return compare(&committed, &compiled.plan, out);
    }
    tell_differences(&compiled.plan, err);
    if args.html.is_some() && args.output.is_none() {
        return Ok(Exit::Success);
    }
    write(args.output.as_deref(), &compiled.plan, out)
}

fn committed(args: &CompileArgs, system: &dyn System) -> Result<Option<Committed>, Failure> {
    let Some(check) = &args.check else { return Ok(None) };
    let path = match check {
        args::Committed::File(path) => Some(path),
        args::Committed::Output => args.output.as_ref(),
    };
    let path = path.ok_or_else(|| {
        Failure::new("--check needs the file of the plan")
            .help("name it: `hookc compile --check hooks.plan.json`")
    })?;
    let text = files::read_text(system, path)?;
    Ok(Some(Committed { path: path.clone(), plan: Plan::parse(&text) }))
}

/// What comes with a repository, so that the plan is the same for everyone who has it.
const SHARED: [SourceKind; 3] = [SourceKind::Project, SourceKind::ClaudeProject, SourceKind::Plugin];

/// The kinds that were asked for; `None` for all.
fn kinds(args: &CompileArgs) -> Option<Vec<SourceKind>> {
    if args.all_sources {
        return None;
    }
    args.sources.clone().or_else(|| {
        let places = &args.places;
        let named = [
            (places.home.is_some(), [SourceKind::User, SourceKind::ClaudeUser].as_slice()),
            (places.system_root.is_some(), &[SourceKind::Enterprise]),
            (places.team.is_some(), &[SourceKind::Team]),
        ];
        let of_places = named.into_iter().filter(|(is_named, _)| *is_named).flat_map(|(_, kinds)| kinds);
        let kinds: BTreeSet<SourceKind> = SHARED.iter().chain(of_places).copied().collect();
        Some(kinds.into_iter().collect())
    })
}

/// What is not said is as in the plan to check. A plan of what comes with a repository is for Linux on every machine.
fn options(args: &CompileArgs, kinds: Option<&[SourceKind]>, committed: Option<&Committed>) -> Options {
    let is_shared = kinds.is_some_and(|kinds| kinds.iter().all(|kind| SHARED.contains(kind)));
    let default = Options::default();
    let platform = if is_shared { default.platform } else { planning::here() };
    let mut plan_for = args.plan_for.clone();
    if let Some(Committed { plan: Ok(plan), .. }) = committed {
        let body = plan.body();
        plan_for.semantics = plan_for.semantics.or(Some(body.semantics));
        plan_for.target = plan_for.target.or(Some(body.target));
        plan_for.platform = plan_for.platform.or(Some(body.platform.0));
    }
    planning::options(&plan_for, platform)
}

/// What is to be known beside the plan, each thing once.
fn notes(compiled: &Compiled, err: &mut dyn Write) {
    for refused in &compiled.refused {
        tell(err, &format!("error: {}", refusal(refused)));
    }
    for other in &compiled.other_projects {
        let other = visible(other);
        tell(err, &format!("note: {other} belongs to a project of its own, which has a plan of its own"));
    }
}

/// Where the verdict would depend on how answers are merged.
fn tell_differences(plan: &Plan, err: &mut dyn Write) {
    for difference in plan::differences(plan) {
        tell(err, &format!("note: the semantics could differ at {difference}"));
    }
}

fn write(output: Option<&Path>, plan: &Plan, out: &mut dyn Write) -> Result<Exit, Failure> {
    // The same text in other letters, none of which a terminal or a review hides.
    let text = plan.to_json();
    let text = visible_json(&text);
    match output {
        Some(path) => files::write(path, &text).map(|()| Exit::Success),
        None => crate::print(&text, out),
    }
}

fn compare(committed: &Committed, plan: &Plan, out: &mut dyn Write) -> Result<Exit, Failure> {
    let changes: Vec<String> = match &committed.plan {
        Ok(old) => plan::diff(old, plan).iter().map(ToString::to_string).collect(),
        Err(error) => vec![error.to_string()],
    };
    if changes.is_empty() {
        return Ok(Exit::Success);
    }
    let mut text = format!("{} is stale:\n", committed.path.display());
    for change in &changes {
        text.extend(["  ", &visible(change), "\n"]);
    }
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(Exit::Findings),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use hookc_runtime::plan::{Body, Platform, Semantics};
    use hookc_schema::source::Os;

    use super::*;
    use crate::args::{Cli, Command};

    fn args(arguments: &[&str]) -> CompileArgs {
        match Cli::parse_from(["hookc", "compile"].iter().chain(arguments)).command {
            Command::Compile(args) => args.into_inner(),
            other => panic!("not a compile: {other:?}"),
        }
    }

    fn kinds_of(arguments: &[&str]) -> Option<Vec<&'static str>> {
        kinds(&args(arguments)).map(|kinds| kinds.into_iter().map(SourceKind::name).collect())
    }

    #[test]
    fn by_default_a_plan_holds_what_everyone_has() {
        assert_eq!(kinds_of(&[]).unwrap(), ["project", "claude-project", "plugin"]);
    }

    #[test]
    fn a_place_that_is_named_joins_with_its_kinds() {
        let kinds = kinds_of(&["--home", "h", "--system-root", "s", "--workspace", "w"]).unwrap();
        assert_eq!(kinds, ["enterprise", "project", "user", "claude-project", "claude-user", "plugin"]);
    }

    #[test]
    fn kinds_can_be_listed_or_all() {
        assert_eq!(kinds_of(&["--sources", "user,claude-local"]).unwrap(), ["user", "claude-local"]);
        assert_eq!(kinds_of(&["--all-sources"]), None);
    }

    fn platform_of(arguments: &[&str]) -> Os {
        let args = args(arguments);
        options(&args, kinds(&args).as_deref(), None).platform
    }

    #[test]
    fn a_plan_of_the_repository_is_for_the_same_system_everywhere() {
        assert_eq!(platform_of(&[]), Os::Linux);
        assert_eq!(platform_of(&["--all-sources"]), planning::here());
        assert_eq!(platform_of(&["--platform", "windows"]), Os::Windows);
    }

    #[test]
    fn a_plan_is_checked_as_what_it_is() {
        let args = args(&["--check", "p.json", "--target", "cloud"]);
        let body = Body { semantics: Semantics::Observed, platform: Platform(Os::Macos), ..Body::default() };
        let committed = Committed { path: "p.json".into(), plan: Plan::seal(body) };
        let options = options(&args, Some(&SHARED), Some(&committed));
        assert_eq!((options.semantics, options.platform), (Semantics::Observed, Os::Macos));
        assert_eq!(options.target, hookc_runtime::plan::Target::Cloud);
    }
}
