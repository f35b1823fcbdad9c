//! The real binary, run the same way everywhere.

use std::ffi::OsStr;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::limits::Limits;

/// The repository that these tests belong to.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// One run of `hookc`, being prepared. Nothing of the caller's environment reaches it but what it needs to start.
#[derive(Debug)]
pub struct Hookc {
    command: Command,
    input: Vec<u8>,
    hidden: Vec<(String, &'static str)>,
}

impl Default for Hookc {
    fn default() -> Self {
        Self::new()
    }
}

impl Hookc {
    /// `hookc` without arguments, in the root of this repository.
    pub fn new() -> Self {
        let mut command = Command::new(BINARY.as_path());
        command.current_dir(repository()).env_clear().env("HOME", "/nonexistent/home");
        for kept in ["PATH", "SystemRoot", "LLVM_PROFILE_FILE"] {
            if let Some(value) = std::env::var_os(kept) {
                command.env(kept, value);
            }
        }
        Self { command, input: Vec::new(), hidden: Vec::new() }
    }

    /// Adds arguments.
    #[must_use]
    pub fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.command.args(arguments);
        self
    }

    /// Runs in this folder; where the output names it, tests see `@ROOT@`.
    #[must_use]
    pub fn in_folder(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self.hidden.push((folder.display().to_string(), "@ROOT@"));
        self
    }

    /// Sets a variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Gives it this text on standard input.
    #[must_use]
    pub fn input(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.input = text.into();
        self
    }

    /// Holds it to these bounds, as far as the system can. To be called last: what is added later is lost.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        if cfg!(unix) {
            self.command = limits.hold(&self.command);
        }
        self
    }

    /// Runs it to its end within these bounds; with the processor time that it took, as the system counted it.
    ///
    /// # Panics
    /// As [`run`](Self::run) does, and when the system does not tell.
    #[cfg(unix)]
    pub fn run_counted(mut self, limits: Limits) -> (Ran, Duration) {
        let told =
            tempfile::NamedTempFile::new().unwrap_or_else(|error| panic!("no temporary file: {error}"));
        self.command = limits.count(&self.command, told.path());
        let ran = self.run_within(Duration::from_mins(10));
        let mut times = String::new();
        let read = told.as_file().read_to_string(&mut times);
        read.unwrap_or_else(|error| panic!("the shell tells no times: {error}"));
        (ran, crate::limits::of_children(&times))
    }

    /// The prepared command, for a test that handles its pipes itself.
    pub fn into_command(self) -> Command {
        self.command
    }

    /// Runs it to its end.
    ///
    /// # Panics
    /// When the program cannot be started, hangs, or writes something that is not UTF-8.
    pub fn run(self) -> Ran {
        self.run_within(Duration::from_mins(5))
    }

    /// Runs it to its end, and ends it itself when it takes longer than this.
    ///
    /// # Panics
    /// When the program cannot be started, had to be ended, or writes something that is not UTF-8.
    pub fn run_within(mut self, limit: Duration) -> Ran {
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().unwrap_or_else(|error| panic!("hookc does not start: {error}"));
        let input = child.stdin.take();
        let writer = thread::spawn(move || {
            // A program that does not read its input closes the pipe, which is its right.
            input.map(|mut pipe| pipe.write_all(&self.input))
        });
        let stdout = child.stdout.take().map(read_apart);
        let stderr = child.stderr.take().map(read_apart);
        let status = wait(&mut child, limit);
        let _ = writer.join();
        let text = |reader: Option<JoinHandle<Vec<u8>>>| {
            let bytes = reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
            let text = String::from_utf8(bytes).unwrap_or_else(|error| panic!("not UTF-8: {error}"));
            self.hidden.iter().fold(text, |text, (path, name)| text.replace(path, name))
        };
        Ran { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
    }
}

/// Reads a pipe to its end in a thread of its own, so that no full pipe holds the program up.
fn read_apart(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    })
}

fn wait(child: &mut Child, limit: Duration) -> ExitStatus {
    let end = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status,
            Ok(None) if Instant::now() < end => thread::sleep(Duration::from_millis(2)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                panic!("hookc did not end within {limit:?}");
            }
            Err(error) => panic!("hookc does not end: {error}"),
        }
    }
}

/// What a run left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// The exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Ran {
    /// Everything, for a snapshot.
    pub fn transcript(&self) -> String {
        let code = self.code.map_or_else(|| "signal".to_owned(), |code| code.to_string());
        format!("exit: {code}\n--- stdout\n{}--- stderr\n{}", self.stdout, self.stderr)
    }
}

/// The binary: the one in `HOOKC_BIN`, else the one that cargo builds from this very source, so that it is never stale.
static BINARY: LazyLock<PathBuf> =
    LazyLock::new(|| std::env::var_os("HOOKC_BIN").map_or_else(built, PathBuf::from));

fn built() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(repository())
        .args(["build", "--quiet", "--package", "hookc", "--bin", "hookc"])
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit())
        .output()
        .unwrap_or_else(|error| panic!("cargo does not start: {error}; set HOOKC_BIN to a built hookc"));
    assert!(output.status.success(), "hookc does not build; see `cargo build --package hookc`");
    let messages = String::from_utf8_lossy(&output.stdout);
    let executable = messages.lines().filter_map(executable_of).next_back();
    executable
        .unwrap_or_else(|| panic!("cargo named no binary; run `cargo build` and set HOOKC_BIN to its hookc"))
}

/// The binary that a line of cargo's messages names.
fn executable_of(line: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    message.get("executable")?.as_str().map(PathBuf::from)
}
