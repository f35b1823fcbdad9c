//! Plans and a project folder for the tests of the runtime.

#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "each test program uses a part of it, a broken fixture fails the test, and hooks are files"
)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

use hookc_runtime::environment::Session;
use hookc_runtime::plan::{Action, Body, Digest, Format, Plan, Root, Roots, Semantics, Source, Step};
use hookc_runtime::{Event, Payload, Report, Runner, SourceKind, Strictness};
use serde_json::{Value, json};
use tempfile::TempDir;

const MARKER: &str = "HOOKC_TEST_MARKER";
const GENEROUS: Duration = Duration::from_mins(1);

/// A native source of the project root; the kinds are those of three sources of different priority.
pub(crate) fn source(priority: usize) -> Source {
    let kind = [SourceKind::Enterprise, SourceKind::Project, SourceKind::User][priority];
    Source {
        cwd: "${project}".parse().unwrap(),
        file: "${project}/.cursor/hooks.json".parse().unwrap(),
        format: Format::Native,
        kind,
        name: None,
        sha256: Digest::of(b""),
        voided: None,
    }
}

/// A command of a source, with plenty of time.
pub(crate) fn command(source: usize, line: &str) -> Step {
    Step {
        cwd: None,
        fail_closed: false,
        id: String::new(),
        loop_limit: None,
        matcher: None,
        run: Action::Command { line: line.to_owned(), scripts: Vec::new() },
        source,
        timeout_ms: GENEROUS.as_millis() as u64,
    }
}

/// A plan with three sources of different priority and these steps at one event; ids are added.
pub(crate) fn plan(semantics: Semantics, event: Event, steps: &[Step]) -> Plan {
    let sources: Vec<Source> = (0..3).map(source).collect();
    let mut places = [0; 3];
    let steps = steps.iter().map(|step| {
        let place = places[step.source];
        places[step.source] += 1;
        Step { id: sources[step.source].step_id(event, place), ..step.clone() }
    });
    let events = [(event, steps.collect())].into();
    Plan::seal(Body { semantics, sources, events, ..Body::default() }).unwrap()
}

pub(crate) fn payload(event: Event, value: &Value) -> Payload {
    Payload::parse(event, value.to_string().into_bytes(), Strictness::Lenient).unwrap()
}

/// Waits a generous while until it is so; whether it is so.
pub(crate) fn wait_until(is_so: impl Fn() -> bool) -> bool {
    let deadline = Instant::now() + GENEROUS;
    while !is_so() {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    true
}

/// A project whose hooks can be told from all other processes.
pub(crate) struct Sandbox {
    folder: TempDir,
    marker: String,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let marker = folder.path().display().to_string();
        Self { folder, marker }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn script(&self, name: &str, content: &str, mode: u32) {
        let path = self.path().join(name);
        std::fs::write(&path, content).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    }

    /// The variable that every hook of this project has.
    pub(crate) fn variable(&self) -> (&str, &str) {
        (MARKER, &self.marker)
    }

    pub(crate) fn run(&self, plan: &Plan, payload: &Payload) -> Report {
        let (name, value) = self.variable();
        let session = json!({ "env": { name: value } }).to_string();
        let roots = Roots::default().bind(Root::Project, self.path());
        Runner::new(plan, roots).session(Session::started(&session).unwrap()).run(payload).unwrap()
    }

    /// Fails if a process of this project's hooks is still there after a generous while.
    pub(crate) fn assert_nothing_runs(&self) {
        assert!(wait_until(|| self.running().is_empty()), "still running: {:?}", self.running());
    }

    /// The command lines of this project's hooks and of what they have started.
    pub(crate) fn running(&self) -> Vec<String> {
        let marker = format!("{MARKER}={}", self.marker);
        let is_ours = |process: &Path| {
            let environment = std::fs::read(process.join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == marker.as_bytes())
        };
        std::fs::read_dir("/proc")
            .unwrap()
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|process| is_ours(process))
            .map(|process| {
                let line = std::fs::read(process.join("cmdline")).unwrap_or_default();
                String::from_utf8_lossy(&line).replace('\0', " ")
            })
            .collect()
    }
}
