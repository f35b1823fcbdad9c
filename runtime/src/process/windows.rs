//! Jobs on Windows.

use std::io;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

use super::{Ending, Invocation, Pipes, start_thread};

const POLL: Duration = Duration::from_millis(2);
const SHELL_ARGUMENTS: [&str; 5] =
    ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-Command"];

/// The jobs that run now, so that they can be ended with the program.
static LIVE: Mutex<Live> = Mutex::new(Live { jobs: Vec::new(), is_ending: false });

struct Live {
    jobs: Vec<Weak<Job>>,
    is_ending: bool,
}

type Job = Mutex<Box<dyn ChildWrapper>>;

pub(super) fn kill_everything() {
    let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
    live.is_ending = true;
    for job in live.jobs.iter().filter_map(Weak::upgrade) {
        let _ = lock(&job).start_kill();
    }
}

/// A process and all its descendants, which are in its job.
pub(super) struct Group {
    child: Arc<Job>,
}

impl Group {
    pub(super) fn start(invocation: &Invocation<'_>) -> io::Result<(Self, Pipes)> {
        let mut live = LIVE.lock().unwrap_or_else(PoisonError::into_inner);
        if live.is_ending {
            return Err(io::Error::other("the program is ending"));
        }
        let mut child = match spawn("pwsh", invocation) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => spawn("powershell", invocation)?,
            other => other?,
        };
        let pipes = Pipes {
            stdin: child.stdin().take(),
            stdout: child.stdout().take(),
            stderr: child.stderr().take(),
        };
        let child = Arc::new(Mutex::new(child));
        live.jobs.retain(|job| job.strong_count() > 0);
        live.jobs.push(Arc::downgrade(&child));
        Ok((Self { child }, pipes))
    }

    /// Calls back, from another thread, when the process itself has ended.
    pub(super) fn notify_exit(&self, notify: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let child = Arc::clone(&self.child);
        start_thread("wait", move || {
            while matches!(lock(&child).inner_mut().try_wait(), Ok(None)) {
                std::thread::sleep(POLL);
            }
            notify();
        })
    }

    /// There is no gentle way.
    pub(super) const fn terminate(&self) {}

    /// Ends what is left of the job.
    pub(super) fn kill(&self) {
        let _ = lock(&self.child).start_kill();
    }

    /// How the process ended, once it has.
    pub(super) fn reap(self) -> Ending {
        match lock(&self.child).inner_mut().wait() {
            Ok(status) => Ending::Exited(status.code().unwrap_or_default()),
            Err(error) => Ending::NotStarted(error.to_string()),
        }
    }
}

fn lock(child: &Job) -> MutexGuard<'_, Box<dyn ChildWrapper>> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

fn spawn(program: &str, invocation: &Invocation<'_>) -> io::Result<Box<dyn ChildWrapper>> {
    let mut command = Command::new(program);
    command.args(SHELL_ARGUMENTS).arg(powershell_line(invocation.line)).current_dir(invocation.cwd);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (name, value) in invocation.environment {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let mut command = CommandWrap::from(command);
    command.wrap(JobObject);
    command.spawn()
}

/// A line that begins with a quote is a text for PowerShell; the call operator makes it a command.
fn powershell_line(line: &str) -> String {
    if line.starts_with(['"', '\'']) { format!("& {line}") } else { line.to_owned() }
}
