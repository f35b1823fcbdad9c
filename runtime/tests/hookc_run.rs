//! The program `hookc-run` from outside: what it prints, how it ends, what it leaves behind.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a broken fixture fails the test, and a program is tested with files"
)]

use std::io::Write as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use hookc_runtime::plan::{Action, Body, Digest, Format, Plan, Script, Source, Step};
use hookc_runtime::{Event, SourceKind};
use serde_json::{Value, json};
use tempfile::TempDir;

const EVENT: Event = Event::BeforeShellExecution;

/// A folder with a plan for its own hooks.
struct Project {
    folder: TempDir,
}

fn source() -> Source {
    Source {
        kind: SourceKind::Project,
        name: None,
        file: "${project}/.cursor/hooks.json".parse().unwrap(),
        sha256: Digest::of(b""),
        cwd: "${project}".parse().unwrap(),
        format: Format::Native,
        voided: None,
    }
}

fn step(event: Event, place: usize, run: Action) -> Step {
    Step {
        id: source().step_id(event, place),
        source: 0,
        run,
        matcher: None,
        timeout_ms: 60_000,
        fail_closed: false,
        loop_limit: None,
        cwd: None,
    }
}

fn command(line: &str) -> Action {
    Action::Command { line: line.to_owned(), scripts: vec![] }
}

impl Project {
    fn new(event: Event, actions: Vec<Action>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let steps = actions.into_iter().enumerate().map(|(place, run)| step(event, place, run)).collect();
        let body = Body { sources: vec![source()], events: [(event, steps)].into(), ..Body::default() };
        let project = Self { folder };
        project.write("plan.json", &Plan::seal(body).unwrap().to_json());
        project
    }

    fn with(line: &str) -> Self {
        Self::new(EVENT, vec![command(line)])
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, content: &str) {
        std::fs::write(self.path().join(name), content).unwrap();
    }

    fn start(&self, event: Event, options: &[&str], input: &[u8]) -> Child {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hookc-run"))
            .arg(event.name())
            .args(["--plan", "plan.json"])
            .args(options)
            .current_dir(self.path())
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that refuses its arguments does not read.
        let _ = child.stdin.take().unwrap().write_all(input);
        child
    }

    fn run_at(&self, event: Event, options: &[&str], input: &[u8]) -> Output {
        self.start(event, options, input).wait_with_output().unwrap()
    }

    fn run(&self, options: &[&str]) -> Output {
        self.run_at(EVENT, options, payload().as_bytes())
    }

    /// Waits until a hook has written this file.
    fn wait_for(&self, name: &str) {
        let deadline = Instant::now() + Duration::from_mins(1);
        while !self.path().join(name).exists() {
            assert!(Instant::now() < deadline, "{name} does not come");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

fn payload() -> String {
    json!({
        "conversation_id": "c", "generation_id": "g", "model": "default", "hook_event_name": EVENT,
        "cursor_version": "3.9.16", "workspace_roots": ["/w"], "user_email": null, "transcript_path": null,
        "command": "ls", "cwd": "", "sandbox": false, "newer": 1,
    })
    .to_string()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn assert_mistake(output: &Output, message: &str) {
    assert_eq!((code(output), stdout(output)), (1, ""), "{}", stderr(output));
    let first = stderr(output).lines().next().unwrap();
    assert!(first.starts_with("hookc-run: ") && first.contains(message), "{first}");
}

#[test]
fn the_verdict_is_the_answer_and_the_exit_code_says_whether_it_blocks() {
    for (permission, exit) in [("allow", 0), ("ask", 0), ("deny", 2)] {
        let output = Project::with(&format!(r#"echo '{{ "permission" : "{permission}" }}'"#)).run(&[]);
        assert_eq!(stdout(&output), format!("{{\"permission\":\"{permission}\"}}\n"));
        assert_eq!((code(&output), stderr(&output)), (exit, ""));
    }
}

#[test]
fn an_event_without_hooks_is_not_blocked() {
    let project = Project::with("exit 2");
    let output = project.run_at(Event::SessionStart, &["--lenient"], b"{}");
    assert_eq!((code(&output), stdout(&output)), (0, "{}\n"));
}

#[test]
fn a_session_is_never_blocked() {
    let project = Project::new(Event::SessionStart, vec![command("exit 2")]);
    let output = project.run_at(Event::SessionStart, &["--lenient"], b"{}");
    assert_eq!((code(&output), stdout(&output)), (0, "{\"continue\":false}\n"));
}

#[test]
fn the_payload_reaches_the_hook_byte_for_byte() {
    let project = Project::with("cat > seen; echo '{}'");
    let input = format!("\u{feff}{} \n", payload());
    let output = project.run_at(EVENT, &[], input.as_bytes());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(std::fs::read(project.path().join("seen")).unwrap(), input.as_bytes());
}

#[test]
fn a_payload_that_does_not_fit_is_a_mistake_unless_told_otherwise() {
    let project = Project::with("exit 2");
    let output = project.run_at(EVENT, &[], b"{}");
    assert_mistake(
        &output,
        "the payload is not one of `beforeShellExecution`: missing field `conversation_id`",
    );
    assert_eq!(code(&project.run_at(EVENT, &["--lenient"], b"{}")), 2);
    assert_mistake(&project.run_at(EVENT, &["--lenient"], b"[]"), "the payload is not a JSON object");
    assert_mistake(&project.run_at(EVENT, &["--lenient"], b""), "the payload is not JSON");
}

#[test]
fn wrong_usage_is_a_mistake() {
    let project = Project::with("exit 2");
    assert_mistake(&project.run(&["--surprise"]), "invalid option '--surprise'");
    assert_mistake(&project.run(&["--env-file", "missing"]), "missing: No such file");
}

#[test]
fn a_plan_that_was_changed_is_a_mistake() {
    let project = Project::with("exit 2");
    let plan = std::fs::read_to_string(project.path().join("plan.json")).unwrap();
    project.write("plan.json", &plan.replace("exit 2", "exit 0"));
    assert_mistake(&project.run(&[]), "plan.json: the plan was changed");
}

#[test]
fn the_trace_goes_to_standard_error() {
    let project = Project::with("exit 2");
    let output = project.run(&["--trace"]);
    assert!(stderr(&output).starts_with("beforeShellExecution (documented semantics)\n  project/"));
    assert_eq!(stdout(&output), "{\"permission\":\"deny\"}\n");
    let trace: Value = serde_json::from_str(stderr(&project.run(&["--trace=json"]))).unwrap();
    assert_eq!((&trace["trace"], &trace["steps"][0]["runs"]), (&json!(1), &json!(true)));
}

#[test]
fn a_root_is_bound_on_the_command_line() {
    let elsewhere = tempfile::tempdir().unwrap();
    let project = Project::with("pwd -P >&2; printf %s \"$CURSOR_PROJECT_DIR\" >&2; exit 2");
    let root = format!("project={}", elsewhere.path().display());
    let verdict: Value = serde_json::from_str(stdout(&project.run(&["--root", &root]))).unwrap();
    let folder = elsewhere.path().canonicalize().unwrap();
    let expected = format!("{}\n{}", folder.display(), elsewhere.path().display());
    assert_eq!(verdict["user_message"], expected);
}

#[test]
fn hooks_see_what_the_session_has_set() {
    let project = Project::with("printf %s \"$TEAM\" >&2; exit 2");
    project.write("session.json", r#"{ "env": { "TEAM": "platform" } }"#);
    let output = project.run(&["--env-file", "session.json"]);
    assert!(stdout(&output).contains("\"user_message\":\"platform\""), "{}", stdout(&output));
    project.write("session.json", "[]");
    assert_mistake(&project.run(&["--env-file", "session.json"]), "does not fit `sessionStart`");
}

#[test]
fn prompt_hooks_are_judged_by_a_command() {
    let prompt = Action::Prompt { text: "Fine?".to_owned(), model: None };
    let project = Project::new(EVENT, vec![prompt]);
    assert_eq!(stdout(&project.run(&[])), "{}\n", "without a command it fails open");
    let judge = r#"grep -q Fine && echo '{"ok":false,"reason":"No."}'"#;
    let output = project.run(&["--prompt-command", judge]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
}

#[test]
fn a_locked_run_refuses_a_changed_script() {
    let script = Script { path: "${project}/a.sh".parse().unwrap(), sha256: Digest::of(b"exit 2") };
    let line = "sh ./a.sh".to_owned();
    let project = Project::new(EVENT, vec![Action::Command { line, scripts: vec![script] }]);
    project.write("a.sh", "exit 2");
    assert_eq!(code(&project.run(&["--locked"])), 2);
    project.write("a.sh", "exit 0");
    assert_mistake(&project.run(&["--locked"]), "its script ${project}/a.sh is not the one");
    assert_eq!(code(&project.run(&[])), 0);
}

#[test]
fn a_reader_that_has_gone_away_is_no_mistake() {
    let project = Project::with("sleep 0.2; exit 2");
    let mut child = project.start(EVENT, &["--trace"], payload().as_bytes());
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn help_and_version_need_nothing() {
    for option in ["--help", "--version"] {
        let output = Command::new(env!("CARGO_BIN_EXE_hookc-run")).arg(option).output().unwrap();
        assert!(output.status.success() && stdout(&output).contains("hookc-run"));
    }
}

/// A hook that would go on for long, and says in a file which process it is.
const LONG: &str = "echo $$ > pid.new; mv pid.new pid; sleep 1000";

fn assert_gone(project: &Project) {
    let pid = std::fs::read_to_string(project.path().join("pid")).unwrap();
    let deadline = Instant::now() + Duration::from_mins(1);
    let is_there =
        || Command::new("kill").args(["-0", pid.trim()]).stderr(Stdio::null()).status().unwrap().success();
    while is_there() {
        assert!(Instant::now() < deadline, "hook {pid} is still running");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn signal(name: &str, pid: u32) {
    assert!(Command::new("kill").args([name, &pid.to_string()]).status().unwrap().success());
}

#[test]
fn a_signal_that_ends_the_program_ends_its_hooks() {
    for (name, number) in [("-TERM", 15), ("-INT", 2), ("-HUP", 1)] {
        let project = Project::with(LONG);
        let child = project.start(EVENT, &[], payload().as_bytes());
        project.wait_for("pid");
        signal(name, child.id());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.signal(), stdout(&output)), (Some(number), ""));
        assert_gone(&project);
    }
}

#[test]
fn a_hook_that_ends_its_parents_group_gets_no_verdict() {
    let project = Project::new(
        EVENT,
        vec![command("until test -e pid; do sleep 0.01; done; kill -TERM -$PPID"), command(LONG)],
    );
    let output = project.run(&[]);
    assert_eq!((output.status.signal(), stdout(&output)), (Some(15), ""));
    assert_gone(&project);
}
