//! What a process did, as data: the border between starting processes and judging them.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// One command to run.
#[derive(Debug, Clone)]
pub struct Invocation<'a> {
    /// The command line for the platform's shell.
    pub line: &'a str,
    /// The folder it starts in.
    pub cwd: &'a Path,
    /// Changes to the environment that it inherits: a value sets a variable, `None` removes it.
    pub environment: &'a [(String, Option<OsString>)],
    /// What it gets on standard input.
    pub input: Arc<[u8]>,
    /// How long it may run.
    pub timeout: Duration,
}

/// How a process ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// With this exit code.
    Exited(i32),
    /// By this signal.
    Signal(i32),
    /// It was killed at the end of its time.
    TimedOut,
    /// It never ran, for this reason.
    NotStarted(String),
}

/// What a process wrote to one stream, up to a limit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Captured {
    /// The beginning.
    pub bytes: Vec<u8>,
    /// Whether there was more than the limit allows to keep.
    pub truncated: bool,
}

impl Captured {
    /// The text, with U+FFFD for what is not UTF-8.
    pub fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }
}

impl From<&str> for Captured {
    fn from(text: &str) -> Self {
        Self { bytes: text.into(), truncated: false }
    }
}

/// What a process did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execution {
    /// How it ended.
    pub ending: Ending,
    /// What it wrote to standard output.
    pub stdout: Captured,
    /// What it wrote to standard error.
    pub stderr: Captured,
    /// How long it took.
    pub duration: Duration,
}

/// What starts processes. [`Shell`](crate::process::Shell) is the real one; a test may play it.
pub trait Launcher: Sync {
    /// Runs a command to its end and leaves nothing of it running. Called from several threads at once.
    fn launch(&self, invocation: &Invocation<'_>) -> Execution;
}
