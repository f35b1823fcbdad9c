//! `hookc-run`: runs the hooks of one event against a compiled plan.

mod args;

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use args::{Arguments, Command, TraceForm};
use hookc_runtime::environment::Session;
use hookc_runtime::plan::Roots;
use hookc_runtime::prompt::CommandModel;
use hookc_runtime::{Payload, Plan, Report, Runner};

/// What happened, to whoever started the program. A mistake never reads as a block.
#[derive(Debug, Clone, Copy)]
enum Exit {
    NotBlocked = 0,
    Mistake = 1,
    Blocked = 2,
}

type Failed = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let exit = match args::parse(std::env::args_os().skip(1)) {
        Ok(Command::Run(arguments)) => run(&arguments),
        Ok(Command::Say(text)) => write_line(io::stdout(), text).map(|()| Exit::NotBlocked),
        Err(error) => Err(format!("{error}\n{}", args::USAGE).into()),
    };
    let exit = exit.unwrap_or_else(|error| {
        // Nobody is left to be told if this cannot be written.
        let _ = write_line(io::stderr(), &format!("hookc-run: {error}"));
        Exit::Mistake
    });
    ExitCode::from(exit as u8)
}

fn run(arguments: &Arguments) -> Result<Exit, Failed> {
    let plan = read_file(&arguments.plan)?;
    let plan = Plan::parse(&plan).map_err(|error| format!("{}: {error}", arguments.plan.display()))?;
    let session = session(arguments)?;
    let payload = read_payload(arguments)?;
    let model = match &arguments.prompt_command {
        Some(line) => Some(CommandModel { line: line.clone(), cwd: std::env::current_dir()? }),
        None => None,
    };
    let mut runner = Runner::new(&plan, roots(arguments)?).session(session);
    if let Some(model) = &model {
        runner = runner.model(model);
    }
    if arguments.locked {
        runner = runner.locked();
    }
    end_hooks_with_the_program()?;
    let report = runner.run(&payload)?;
    wait_for_the_end_if_it_comes();
    tell(arguments, &report)
}

fn tell(arguments: &Arguments, report: &Report) -> Result<Exit, Failed> {
    match arguments.trace {
        Some(TraceForm::Human) => write_line(io::stderr(), &report.trace.to_string())?,
        Some(TraceForm::Json) => write_line(io::stderr(), &report.trace.to_json())?,
        None => {}
    }
    write_line(io::stdout(), &report.verdict.to_json())?;
    Ok(if report.verdict.is_blocked() { Exit::Blocked } else { Exit::NotBlocked })
}

/// Writes a line. A reader that has gone away does not want it.
fn write_line(mut stream: impl Write, line: &str) -> Result<(), Failed> {
    match writeln!(stream, "{line}").and_then(|()| stream.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

fn read_payload(arguments: &Arguments) -> Result<Payload, Failed> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(Payload::parse(arguments.event, bytes, arguments.strictness)?)
}

fn session(arguments: &Arguments) -> Result<Session, Failed> {
    let session = match &arguments.env_file {
        Some(path) => {
            Session::started(&read_file(path)?).map_err(|error| format!("{}: {error}", path.display()))?
        }
        None => Session::default(),
    };
    Ok(if arguments.remote { session.remote() } else { session })
}

fn roots(arguments: &Arguments) -> Result<Roots, Failed> {
    let here = std::env::current_dir()?;
    let home = std::env::home_dir();
    let os = hookc_runtime::plan::Platform::HERE.0;
    let system_root = if cfg!(windows) { Path::new("C:\\") } else { Path::new("/") };
    let mut roots = Roots::usual(os, here, home.as_deref(), system_root);
    for (root, folder) in &arguments.roots {
        roots = roots.bind(root.clone(), std::path::absolute(folder)?);
    }
    Ok(roots)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the plan and the session's answer are files that the caller names"
)]
fn read_file(path: &Path) -> Result<String, Failed> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Whether a signal is ending this program.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Hooks that were killed because this program is ending make no verdict.
fn wait_for_the_end_if_it_comes() {
    while IS_ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// A signal that ends this program ends the hooks first, which are in groups of their own.
#[cfg(unix)]
fn end_hooks_with_the_program() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::Builder::new().spawn(move || {
        for signal in &mut signals {
            IS_ENDING.store(true, Ordering::SeqCst);
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
