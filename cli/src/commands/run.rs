//! `hookc run EVENT`: the only command that starts processes, through the runtime.

use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::Request;
use hookc_compiler::plan::Options;
use hookc_compiler::system::System;
use hookc_runtime::environment::Session;
use hookc_runtime::plan::{Body, Plan, Root, Roots};
use hookc_runtime::prompt::CommandModel;
use hookc_runtime::{Payload, Report, Runner, Strictness};

use super::planning::{self, refusal, tell};
use super::session::Memory;
use crate::args::{RunArgs, TraceForm};
use crate::exit::{Exit, Failure};
use crate::files;
use crate::format::escape::visible;
use crate::terminal::Terminal;

/// Runs the hooks of the event and prints the verdict, which is all that standard output gets.
pub(crate) fn run(
    args: &RunArgs,
    system: &dyn System,
    terminal: &Terminal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    let mut memory = match &args.session {
        Some(path) => Memory::read(system, path)?,
        None => Memory::default(),
    };
    let (plan, roots) = match &args.plan {
        Some(path) => (read_plan(system, path)?, roots_of_plan(args, system, terminal)?),
        None => compiled(args, &memory, system, terminal, err)?,
    };
    let plan = with_semantics(as_expected(plan, args)?, args)?;
    let plan = with_one_step(plan, args)?;
    let roots = bound(roots, args)?;
    let payload = payload(args)?;
    let model = match &args.prompt_command {
        Some(line) => Some(CommandModel { line: line.clone(), cwd: current_folder()? }),
        None => None,
    };
    let mut runner = Runner::new(&plan, roots).session(session(args, &memory, system)?);
    if let Some(model) = &model {
        runner = runner.model(model);
    }
    if args.locked {
        runner = runner.locked();
    }
    end_hooks_with_the_program()
        .map_err(|error| Failure::new(format!("cannot wait for signals: {error}")))?;
    let report = runner.run(&payload).map_err(|error| Failure::new(error.to_string()))?;
    if let Some(path) = args.session.as_ref().filter(|_| memory.learn(&report.verdict)) {
        memory.write(path)?;
    }
    answer(args, &report, out, err)
}

fn answer(
    args: &RunArgs,
    report: &Report,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit, Failure> {
    match args.trace {
        Some(TraceForm::Human) => tell(err, &report.trace.to_string()),
        Some(TraceForm::Json) => tell(err, &report.trace.to_json()),
        None => {}
    }
    crate::print(&format!("{}\n", report.verdict.to_json()), out)?;
    Ok(if report.verdict.is_blocked() { Exit::Blocked } else { Exit::Success })
}

fn read_plan(system: &dyn System, path: &Path) -> Result<Plan, Failure> {
    Plan::parse(&files::read_text(system, path)?)
        .map_err(|error| Failure::new(format!("cannot use `{}`: {error}", path.display())))
}

/// Where things usually lie, and where the places that are named say that they lie.
fn roots_of_plan(args: &RunArgs, system: &dyn System, terminal: &Terminal) -> Result<Roots, Failure> {
    let places = &args.places;
    let project = match places.workspaces.as_slice() {
        [] => current_folder()?,
        [project] => absolute(project)?,
        _ => return Err(Failure::new("a plan is for one project").help("name one --workspace")),
    };
    let home = places.home.as_deref().map(absolute).transpose()?.or_else(|| terminal.home.clone());
    let usual_system_root = Path::new(if cfg!(windows) { "C:\\" } else { "/" });
    let system_root = places.system_root.as_deref().map(absolute).transpose()?;
    let system_root = system_root.as_deref().unwrap_or(usual_system_root);
    let roots = Roots::usual(planning::here(), project, home.as_deref(), system_root);
    let named = Request { team: places.team.clone(), plugins: places.plugins.clone(), ..Request::default() };
    if named.team.is_none() && named.plugins.is_empty() {
        return Ok(roots);
    }
    let options = Options { platform: planning::here(), ..Options::default() };
    let found = planning::compile(system, &named, &options)?;
    let folders = found.plan.body().sources.iter().map(|source| source.file.root());
    Ok(folders.fold(roots, |roots, root| match found.roots.get(root) {
        Some(folder) => roots.bind(root.clone(), folder),
        None => roots,
    }))
}

fn compiled(
    args: &RunArgs,
    memory: &Memory,
    system: &dyn System,
    terminal: &Terminal,
    err: &mut dyn Write,
) -> Result<(Plan, Roots), Failure> {
    let mut request = planning::this_machine(&args.places, system, terminal)?;
    request.plugins.extend(memory.plugins.iter().cloned());
    let options = Options { platform: planning::here(), untrusted: args.untrusted, ..Options::default() };
    let compiled = planning::compile(system, &request, &options)?;
    for refused in &compiled.refused {
        tell(err, &format!("warning: the host reads nothing of {}", refusal(refused)));
    }
    let has_project = compiled.roots.get(&Root::Project).is_some();
    let roots =
        if has_project { compiled.roots } else { compiled.roots.bind(Root::Project, current_folder()?) };
    Ok((compiled.plan, roots))
}

fn with_semantics(plan: Plan, args: &RunArgs) -> Result<Plan, Failure> {
    match args.semantics {
        Some(semantics) if semantics != plan.semantics() => {
            let body = Body { semantics, ..plan.body().clone() };
            Plan::seal(body).map_err(|error| Failure::new(error.to_string()))
        }
        _ => Ok(plan),
    }
}

/// The plan, unless another one was expected: whoever has looked at a plan can run what was seen or nothing.
fn as_expected(plan: Plan, args: &RunArgs) -> Result<Plan, Failure> {
    let actual = planning::digest(&plan);
    match &args.digest {
        Some(expected) if *expected != actual => {
            Err(Failure::new(format!("the plan is another one by now, with the digest {actual}"))
                .help("nothing was run; ask `hookc why` again"))
        }
        _ => Ok(plan),
    }
}

/// The plan with no other step at the event than the one that is asked for.
fn with_one_step(plan: Plan, args: &RunArgs) -> Result<Plan, Failure> {
    let Some(only) = &args.only else { return Ok(plan) };
    let mut body = plan.body().clone();
    let steps = body.events.entry(args.event).or_default();
    steps.retain(|step| step.id == *only);
    if steps.is_empty() {
        return Err(Failure::new(format!("no step of {} has the id `{}`", args.event, visible(only)))
            .help(format!("`hookc why {}` lists them", args.event)));
    }
    Plan::seal(body).map_err(|error| Failure::new(error.to_string()))
}

fn bound(roots: Roots, args: &RunArgs) -> Result<Roots, Failure> {
    args.roots.iter().try_fold(roots, |roots, (root, folder)| Ok(roots.bind(root.clone(), absolute(folder)?)))
}

fn payload(args: &RunArgs) -> Result<Payload, Failure> {
    let mut bytes = Vec::new();
    io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(format!("cannot read standard input: {}", files::reason(&error))))?;
    let strictness = if args.lenient { Strictness::Lenient } else { Strictness::Strict };
    Payload::parse(args.event, bytes, strictness).map_err(|error| {
        Failure::new(error.to_string())
            .help(format!("`hookc sample {}` prints one that fits; --lenient takes any object", args.event))
    })
}

fn session(args: &RunArgs, memory: &Memory, system: &dyn System) -> Result<Session, Failure> {
    let Some(path) = &args.env_file else { return memory.session() };
    Session::started(&files::read_text(system, path)?)
        .map_err(|error| Failure::new(format!("`{}`: {error}", path.display())))
}

fn current_folder() -> Result<PathBuf, Failure> {
    std::env::current_dir().map_err(|error| Failure::new(format!("the current folder is not known: {error}")))
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path)
        .map_err(|error| Failure::new(format!("`{}` is no folder: {error}", path.display())))
}

/// A signal that ends this program ends the hooks first, which are in groups of their own.
#[cfg(unix)]
fn end_hooks_with_the_program() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::Builder::new().spawn(move || {
        for signal in &mut signals {
            hookc_runtime::process::kill_everything();
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "the form that the other platforms need")]
fn end_hooks_with_the_program() -> io::Result<()> {
    Ok(())
}
