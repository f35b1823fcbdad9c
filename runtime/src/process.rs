//! Processes: starts them, feeds them, bounds what is kept of their output, and leaves nothing of them running.
//!
//! A hook is a command line for the platform's shell. It gets a process group of its own (a job on Windows), and the whole
//! group ends with it: at the end of its time, or shortly after the hook itself has ended. Only a process that has left
//! the group of its own will escapes that.

#[cfg(unix)]
#[path = "process/unix.rs"]
mod group;
#[cfg(windows)]
#[path = "process/windows.rs"]
mod group;

use std::io::{self, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use group::Group;

use crate::execution::{Captured, Ending, Execution, Invocation, Launcher};
use crate::files;

/// How much of a hook's standard output is kept. A longer answer is a failure; the rest is read and forgotten.
pub const MAX_STDOUT: usize = 8 << 20;
/// How much of a hook's standard error is kept.
pub const MAX_STDERR: usize = 64 << 10;
/// How long the rest of the group may hold the output open after the hook itself has ended.
pub const DRAIN_GRACE: Duration = Duration::from_millis(500);
/// How long a hook has to clean up when its time is over.
pub const TERM_GRACE: Duration = Duration::from_millis(250);
/// How long a killed process may take to disappear, in the worst of cases.
const KILL_GRACE: Duration = Duration::from_secs(5);

/// So much input fits into an empty pipe on every platform, so writing it cannot wait for the reader.
const INSTANT_INPUT: usize = 4096;
const READ_SIZE: usize = 64 << 10;
const THREAD_STACK: usize = 128 << 10;

/// The platform's shell: `/bin/sh -c`, or PowerShell on Windows (HOOKS.md 6.1, 6.2).
#[derive(Debug, Clone, Copy, Default)]
pub struct Shell;

impl Launcher for Shell {
    fn launch(&self, invocation: &Invocation<'_>) -> Execution {
        let started = Instant::now();
        let mut execution = run(invocation, started).unwrap_or_else(|error| Execution {
            ending: Ending::NotStarted(why_not_started(invocation, &error)),
            stdout: Captured::default(),
            stderr: Captured::default(),
            duration: Duration::ZERO,
        });
        execution.duration = started.elapsed();
        execution
    }
}

/// Kills every hook that runs in this process and lets none start any more: for a program that is about to end.
pub fn kill_everything() {
    group::kill_everything();
}

fn why_not_started(invocation: &Invocation<'_>, error: &io::Error) -> String {
    if files::is_folder(invocation.cwd) {
        error.to_string()
    } else {
        format!("its working directory {} is not there", invocation.cwd.display())
    }
}

/// The ends of the pipes to a process.
struct Pipes {
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
}

fn run(invocation: &Invocation<'_>, started: Instant) -> io::Result<Execution> {
    let deadline = started.checked_add(invocation.timeout);
    let (group, pipes) = Group::start(invocation)?;
    let followed = follow(&group, pipes, &invocation.input);
    let Following { mut progress, stdout, stderr } = match followed {
        Ok(following) => following,
        Err(error) => {
            group.kill();
            group.reap();
            return Err(error);
        }
    };
    let in_time = progress.wait(deadline, Progress::has_exited);
    if in_time {
        let grace = Instant::now() + DRAIN_GRACE;
        progress.wait(Some(deadline.map_or(grace, |deadline| deadline.min(grace))), Progress::is_silent);
    } else {
        group.terminate();
        progress.wait(Some(Instant::now() + TERM_GRACE), Progress::has_exited);
    }
    group.kill();
    let is_gone = progress.wait(Some(Instant::now() + KILL_GRACE), Progress::has_exited);
    let ending = if is_gone { group.reap() } else { Ending::TimedOut };
    progress.wait(Some(Instant::now() + DRAIN_GRACE), Progress::is_silent);
    Ok(Execution {
        ending: if in_time { ending } else { Ending::TimedOut },
        stdout: stdout.take(),
        stderr: stderr.take(),
        duration: Duration::ZERO,
    })
}

/// What happens to a process while it is followed.
#[derive(Debug, Clone, Copy)]
enum Notice {
    StreamClosed,
    Exited,
}

/// How far a process has come.
struct Progress {
    notices: Receiver<Notice>,
    open_streams: u8,
    exited: bool,
}

impl Progress {
    fn has_exited(&self) -> bool {
        self.exited
    }

    fn is_silent(&self) -> bool {
        self.open_streams == 0
    }

    /// Waits until it is so, or until the deadline; whether it is so.
    fn wait(&mut self, deadline: Option<Instant>, is_so: fn(&Self) -> bool) -> bool {
        while !is_so(self) {
            let notice = match deadline {
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    self.notices.recv_timeout(left).ok()
                }
                None => self.notices.recv().ok(),
            };
            match notice {
                Some(Notice::StreamClosed) => self.open_streams = self.open_streams.saturating_sub(1),
                Some(Notice::Exited) => self.exited = true,
                None => return false,
            }
        }
        true
    }
}

struct Following {
    progress: Progress,
    stdout: Capture,
    stderr: Capture,
}

/// Starts the threads that feed a process, listen to it and wait for its end. They end with it.
fn follow(group: &Group, pipes: Pipes, input: &Arc<[u8]>) -> io::Result<Following> {
    let (sender, notices) = mpsc::channel();
    let stdout = Capture::new(MAX_STDOUT);
    let stderr = Capture::new(MAX_STDERR);
    let mut open_streams = 0;
    if let Some(stream) = pipes.stdout {
        listen(stream, stdout.clone(), sender.clone())?;
        open_streams += 1;
    }
    if let Some(stream) = pipes.stderr {
        listen(stream, stderr.clone(), sender.clone())?;
        open_streams += 1;
    }
    if let Some(stdin) = pipes.stdin {
        feed(stdin, Arc::clone(input))?;
    }
    group.notify_exit(move || {
        let _ = sender.send(Notice::Exited);
    })?;
    Ok(Following { progress: Progress { notices, open_streams, exited: false }, stdout, stderr })
}

/// Writes the input. A process that does not read it all is fine.
fn feed(mut stdin: ChildStdin, input: Arc<[u8]>) -> io::Result<()> {
    if input.len() <= INSTANT_INPUT {
        let _ = stdin.write_all(&input);
        return Ok(());
    }
    start_thread("feed", move || {
        let _ = stdin.write_all(&input);
    })
}

/// Reads a stream to its end and keeps its beginning.
fn listen(
    mut stream: impl Read + Send + 'static,
    capture: Capture,
    sender: Sender<Notice>,
) -> io::Result<()> {
    start_thread("listen", move || {
        let mut buffer = vec![0; READ_SIZE];
        loop {
            match stream.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => capture.push(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let _ = sender.send(Notice::StreamClosed);
    })
}

fn start_thread(name: &str, body: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).stack_size(THREAD_STACK).spawn(body).map(drop)
}

/// The beginning of a stream, while it is still being read.
#[derive(Clone)]
struct Capture {
    kept: Arc<Mutex<Captured>>,
    limit: usize,
}

impl Capture {
    fn new(limit: usize) -> Self {
        Self { kept: Arc::default(), limit }
    }

    fn push(&self, bytes: &[u8]) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let room = self.limit - kept.bytes.len();
        kept.truncated |= bytes.len() > room;
        kept.bytes.extend(&bytes[..bytes.len().min(room)]);
    }

    fn take(&self) -> Captured {
        std::mem::take(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::*;

    const ENOUGH: Duration = Duration::from_secs(30);

    fn launch_with(line: &str, input: &[u8], timeout: Duration) -> Execution {
        let invocation =
            Invocation { line, cwd: Path::new("/"), environment: &[], input: input.into(), timeout };
        Shell.launch(&invocation)
    }

    fn launch(line: &str) -> Execution {
        launch_with(line, b"{}", ENOUGH)
    }

    #[test]
    fn a_command_is_fed_and_heard() {
        let execution = launch_with("cat; echo error >&2; exit 3", b"input", ENOUGH);
        assert_eq!(execution.ending, Ending::Exited(3));
        assert_eq!(execution.stdout, "input".into());
        assert_eq!(execution.stderr, "error\n".into());
    }

    #[test]
    fn a_large_input_arrives_whole() {
        let input = vec![b'x'; 1 << 20];
        let execution = launch_with("wc -c", &input, ENOUGH);
        assert_eq!(execution.stdout.text().trim(), "1048576");
    }

    #[test]
    fn input_that_nobody_reads_does_no_harm() {
        let input = vec![b'x'; 1 << 20];
        assert_eq!(launch_with("exit 2", &input, ENOUGH).ending, Ending::Exited(2));
    }

    #[test]
    fn output_is_kept_up_to_a_limit_and_read_beyond_it() {
        let execution = launch("head -c 9000000 /dev/zero; head -c 100000 /dev/zero >&2");
        assert_eq!(execution.ending, Ending::Exited(0));
        assert_eq!((execution.stdout.bytes.len(), execution.stdout.truncated), (MAX_STDOUT, true));
        assert_eq!((execution.stderr.bytes.len(), execution.stderr.truncated), (MAX_STDERR, true));
    }

    #[test]
    fn the_time_limit_ends_the_whole_group() {
        let execution = launch_with("sleep 1000 & sleep 1000", b"", Duration::from_millis(200));
        assert_eq!(execution.ending, Ending::TimedOut);
    }

    #[test]
    fn a_command_that_ignores_the_gentle_signal_is_killed() {
        let line = "trap '' TERM; while :; do sleep 0.05; done";
        assert_eq!(launch_with(line, b"", Duration::from_millis(200)).ending, Ending::TimedOut);
    }

    #[test]
    fn a_grandchild_that_holds_the_output_open_does_not_hold_up_the_answer() {
        let execution = launch("sleep 1000 & echo '{}'");
        assert_eq!((execution.ending, execution.stdout), (Ending::Exited(0), "{}\n".into()));
    }

    #[test]
    fn a_signal_is_told_from_an_exit_code() {
        assert_eq!(launch("kill -KILL $$").ending, Ending::Signal(9));
    }

    #[test]
    fn a_folder_that_is_gone_is_named() {
        let invocation = Invocation {
            line: "true",
            cwd: Path::new("/nowhere at all"),
            environment: &[],
            input: Arc::default(),
            timeout: ENOUGH,
        };
        let expected = "its working directory /nowhere at all is not there".to_owned();
        assert_eq!(Shell.launch(&invocation).ending, Ending::NotStarted(expected));
    }

    #[test]
    fn a_line_that_cannot_be_a_command_is_not_started() {
        assert!(matches!(launch("echo \0").ending, Ending::NotStarted(_)));
    }

    #[test]
    fn variables_are_set_and_removed() {
        let environment = [("HOOKC_SET".to_owned(), Some("1".into())), ("PATH".to_owned(), None)];
        let invocation = Invocation {
            line: "echo \"$HOOKC_SET/${HOME+home}\"; env | grep -c HOOKC; :",
            cwd: Path::new("/"),
            environment: &environment[..1],
            input: Arc::default(),
            timeout: ENOUGH,
        };
        assert!(Shell.launch(&invocation).stdout.text().starts_with("1/"));
        let invocation = Invocation {
            line: "echo ${HOOKC_SET-unset}",
            environment: &[("HOOKC_SET".to_owned(), None)],
            ..invocation
        };
        assert_eq!(Shell.launch(&invocation).stdout, "unset\n".into());
    }

    #[test]
    fn a_limit_beyond_all_time_is_none() {
        assert_eq!(launch_with("exit 0", b"", Duration::MAX).ending, Ending::Exited(0));
    }
}
