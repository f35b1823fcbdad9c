//! Runs the steps of an event and merges what they say.

use std::ffi::OsString;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use hookc_schema::answer::PromptVerdict;

use crate::environment::{self, Session};
use crate::execution::{Captured, Ending, Execution, Invocation, Launcher};
use crate::files;
use crate::interpret::Reading;
use crate::merge::{Merged, Ran, merge};
use crate::outcome::{Failure, Outcome};
use crate::payload::Payload;
use crate::plan::{Action, Digest, Plan, PlanPath, Root, Roots, Script, Semantics, Step, UnboundRoot};
use crate::process::Shell;
use crate::prompt::{PromptModel, Question};
use crate::select::Selection;
use crate::trace::{StepRun, StepTrace, Trace};
use crate::verdict::Verdict;

/// What runs events against a plan.
///
/// ```no_run
/// use hookc_runtime::plan::{Plan, Root, Roots};
/// use hookc_runtime::run::Runner;
/// use hookc_runtime::{Event, Payload, Strictness};
///
/// # fn example(plan_text: &str, input: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
/// let plan = Plan::parse(plan_text)?;
/// let roots = Roots::default().bind(Root::Project, "/home/user/project");
/// let payload = Payload::parse(Event::BeforeShellExecution, input, Strictness::Strict)?;
/// let report = Runner::new(&plan, roots).run(&payload)?;
/// if report.verdict.is_blocked() {
///     eprintln!("{}", report.trace);
/// }
/// # Ok(())
/// # }
/// ```
pub struct Runner<'a> {
    plan: &'a Plan,
    roots: Roots,
    launcher: &'a dyn Launcher,
    model: Option<&'a dyn PromptModel>,
    session: Session,
    locked: bool,
}

impl std::fmt::Debug for Runner<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner")
            .field("plan", &self.plan.digest())
            .field("roots", &self.roots)
            .field("session", &self.session)
            .field("locked", &self.locked)
            .finish_non_exhaustive()
    }
}

/// What an event came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// How it came about.
    pub trace: Trace,
}

/// Why nothing was run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A step that is to run needs a folder that nobody has named.
    #[error("{0}")]
    Root(#[from] UnboundRoot),
    /// A script is not the one that the plan was compiled from.
    #[error(transparent)]
    Script(#[from] Box<ScriptError>),
}

/// A script is not the one that the plan was compiled from.
#[derive(Debug, thiserror::Error)]
#[error("`{step}` was not run, nor was any other hook: its script {path} is {fault}")]
pub struct ScriptError {
    /// The id of the step.
    pub step: String,
    /// The script, as the plan names it.
    pub path: PlanPath,
    /// What is wrong with it.
    pub fault: ScriptFault,
}

/// What is wrong with a script.
#[derive(Debug, thiserror::Error)]
pub enum ScriptFault {
    /// Its content has changed.
    #[error("not the one that the plan was compiled from: its digest is {actual} instead of {planned}")]
    Changed {
        /// The digest in the plan.
        planned: Digest,
        /// The digest of the file.
        actual: Digest,
    },
    /// It cannot be read.
    #[error("not to be read: {0}")]
    Unreadable(#[from] io::Error),
}

impl<'a> Runner<'a> {
    /// A runner that starts real processes, has no model for prompt hooks, and trusts the scripts as they are.
    pub fn new(plan: &'a Plan, roots: Roots) -> Self {
        Self { plan, roots, launcher: &Shell, model: None, session: Session::default(), locked: false }
    }

    /// Starts processes in another way.
    #[must_use]
    pub const fn launcher(mut self, launcher: &'a dyn Launcher) -> Self {
        self.launcher = launcher;
        self
    }

    /// Has prompt hooks judged by a model. Without one they fail.
    #[must_use]
    pub const fn model(mut self, model: &'a dyn PromptModel) -> Self {
        self.model = Some(model);
        self
    }

    /// Runs hooks within a session.
    #[must_use]
    pub fn session(mut self, session: Session) -> Self {
        self.session = session;
        self
    }

    /// Refuses to run anything if the script of a step that is to run is not the one that the plan was compiled from.
    /// What a script loads in turn is not looked at, and neither is a command without a known script.
    #[must_use]
    pub const fn locked(mut self) -> Self {
        self.locked = true;
        self
    }

    /// Runs the payload's event: all selected steps at once. The verdict and the trace do not depend on which ends first.
    ///
    /// # Errors
    ///
    /// Nothing has run: a root is not bound, or a script is not the one it should be.
    pub fn run(&self, payload: &Payload) -> Result<Report, RunError> {
        let roots = match payload.first_workspace_folder() {
            Some(folder) => self.roots.clone().bind(Root::Workspace, folder),
            None => self.roots.clone(),
        };
        let selections = self.plan.select(payload);
        let selected = || selections.iter().filter(|selection| selection.runs());
        let tasks = selected()
            .map(|selection| self.prepare(selection.step, payload, &roots))
            .collect::<Result<Vec<_>, _>>()?;
        let done = perform_all(&tasks, |task| self.perform(task));
        Ok(self.report(payload, selections, &done))
    }

    fn prepare(&self, step: &Step, payload: &Payload, roots: &Roots) -> Result<Task, RunError> {
        let timeout = Duration::from_millis(step.timeout_ms);
        match &step.run {
            Action::Command { line, scripts } => {
                if self.locked {
                    scripts.iter().try_for_each(|script| check_script(step, script, roots))?;
                }
                let source = self.plan.source(step);
                Ok(Task::Command {
                    line: environment::with_plugin_root(line, roots, source),
                    cwd: step.cwd.as_ref().unwrap_or(&source.cwd).resolve(roots)?,
                    environment: environment::variables(payload, &self.session, roots, source),
                    input: Arc::clone(payload.bytes()),
                    timeout,
                })
            }
            Action::Prompt { text, model } => {
                Ok(Task::Prompt(Question::new(text, model.as_deref(), payload, timeout)))
            }
        }
    }

    fn perform(&self, task: &Task) -> Done {
        match task {
            Task::Command { line, cwd, environment, input, timeout } => {
                Done::Command(self.launcher.launch(&Invocation {
                    line,
                    cwd,
                    environment,
                    input: Arc::clone(input),
                    timeout: *timeout,
                }))
            }
            Task::Prompt(question) => {
                let started = Instant::now();
                let verdict = self.model.ok_or(Failure::NoModel).and_then(|model| model.judge(question));
                Done::Prompt { verdict, duration: started.elapsed() }
            }
        }
    }

    fn report(&self, payload: &Payload, selections: Vec<Selection<'_>>, done: &[Done]) -> Report {
        let semantics = self.plan.semantics();
        let ran: Vec<&Step> =
            selections.iter().filter(|selection| selection.runs()).map(|selection| selection.step).collect();
        let (outcomes, merged) = self.judge(payload, &ran, done, semantics);
        let (_, otherwise) = self.judge(payload, &ran, done, semantics.other());
        let mut runs = done.iter().zip(outcomes).zip(merged.fates).map(|((done, outcome), fate)| StepRun {
            execution: done.execution().cloned(),
            duration: done.duration(),
            outcome,
            fate,
        });
        let steps = selections
            .into_iter()
            .map(|selection| StepTrace {
                id: selection.step.id.clone(),
                file: self.plan.source(selection.step).file.to_string(),
                pattern: selection.step.matcher.as_ref().map(|matcher| matcher.pattern.clone()),
                reason: selection.reason,
                run: if selection.runs() { runs.next() } else { None },
            })
            .collect();
        let verdict = merged.verdict;
        let trace = Trace {
            plan: self.plan.digest(),
            semantics,
            steps,
            otherwise: Some(otherwise.verdict).filter(|otherwise| *otherwise != verdict),
            verdict: verdict.clone(),
        };
        Report { verdict, trace }
    }

    /// What the steps that ran came to, alone and together.
    fn judge(
        &self,
        payload: &Payload,
        steps: &[&Step],
        done: &[Done],
        semantics: Semantics,
    ) -> (Vec<Outcome>, Merged) {
        let outcome_of = |(&step, done): (&&Step, &Done)| {
            let reading = Reading {
                event: payload.event(),
                semantics,
                format: self.plan.source(step).format,
                timeout_ms: step.timeout_ms,
            };
            match done {
                Done::Command(execution) => reading.command(execution),
                Done::Prompt { verdict, .. } => reading.prompt(verdict.clone()),
            }
        };
        let outcomes: Vec<Outcome> = steps.iter().zip(done).map(outcome_of).collect();
        let ran: Vec<Ran<'_>> =
            steps.iter().zip(&outcomes).map(|(&step, outcome)| Ran { step, outcome }).collect();
        let merged = merge(payload, semantics, &ran);
        (outcomes, merged)
    }
}

/// A step that is ready to run.
enum Task {
    Command {
        line: String,
        cwd: PathBuf,
        environment: Vec<(String, Option<OsString>)>,
        input: Arc<[u8]>,
        timeout: Duration,
    },
    Prompt(Question),
}

/// A step that has run.
enum Done {
    Command(Execution),
    Prompt { verdict: Result<PromptVerdict, Failure>, duration: Duration },
}

impl Done {
    fn execution(&self) -> Option<&Execution> {
        match self {
            Self::Command(execution) => Some(execution),
            Self::Prompt { .. } => None,
        }
    }

    fn duration(&self) -> Duration {
        match self {
            Self::Command(execution) => execution.duration,
            Self::Prompt { duration, .. } => *duration,
        }
    }

    /// What is left to say of a step whose launcher or model has panicked.
    fn panicked() -> Self {
        Self::Command(Execution {
            ending: Ending::NotStarted("what was to start it has panicked".to_owned()),
            stdout: Captured::default(),
            stderr: Captured::default(),
            duration: Duration::ZERO,
        })
    }
}

/// Performs all tasks at once; what they come to stands in their order. A task for which there is no thread waits for
/// the others.
fn perform_all(tasks: &[Task], perform: impl Fn(&Task) -> Done + Sync) -> Vec<Done> {
    let perform =
        |task| catch_unwind(AssertUnwindSafe(|| perform(task))).unwrap_or_else(|_| Done::panicked());
    if let [task] = tasks {
        return vec![perform(task)];
    }
    thread::scope(|scope| {
        let start = |task| thread::Builder::new().spawn_scoped(scope, move || perform(task));
        let started: Vec<_> = tasks.iter().map(start).collect();
        let finish = |(task, started): (_, io::Result<ScopedJoinHandle<'_, Done>>)| match started {
            Ok(thread) => thread.join().unwrap_or_else(|_| Done::panicked()),
            Err(_) => perform(task),
        };
        tasks.iter().zip(started).map(finish).collect()
    })
}

fn check_script(step: &Step, script: &Script, roots: &Roots) -> Result<(), RunError> {
    let path = script.path.resolve(roots)?;
    digest_is(&path, script.sha256).map_err(|fault| {
        RunError::from(Box::new(ScriptError { step: step.id.clone(), path: script.path.clone(), fault }))
    })
}

fn digest_is(path: &Path, planned: Digest) -> Result<(), ScriptFault> {
    let actual = files::digest(path)?;
    if actual == planned { Ok(()) } else { Err(ScriptFault::Changed { planned, actual }) }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use hookc_schema::{Event, SourceKind};
    use serde_json::{Value, json};

    use super::*;
    use crate::payload::Strictness;
    use crate::plan::{Body, Matcher, Source};
    use crate::program::Program;
    use crate::testing::{command, plan_from, plan_of, project, source};

    /// Plays the shell: a line is what it answers, `exit N` an exit code.
    #[derive(Default)]
    struct Echo {
        launched: Mutex<Vec<(String, PathBuf)>>,
    }

    impl Launcher for Echo {
        fn launch(&self, invocation: &Invocation<'_>) -> Execution {
            let launched = (invocation.line.to_owned(), invocation.cwd.to_owned());
            self.launched.lock().unwrap().push(launched);
            let code = invocation.line.strip_prefix("exit ").map(|code| code.parse().unwrap());
            Execution {
                ending: Ending::Exited(code.unwrap_or_default()),
                stdout: if code.is_some() { "".into() } else { invocation.line.into() },
                stderr: "".into(),
                duration: Duration::ZERO,
            }
        }
    }

    fn roots() -> Roots {
        Roots::default().bind(Root::Project, "/work")
    }

    fn payload(event: Event, value: &Value) -> Payload {
        Payload::parse(event, value.to_string().into_bytes(), Strictness::Lenient).unwrap()
    }

    fn answer_of(plan: &Plan, payload: &Payload) -> Value {
        Value::Object(
            Runner::new(plan, roots()).launcher(&Echo::default()).run(payload).unwrap().verdict.answer,
        )
    }

    #[test]
    fn all_selected_steps_run_and_their_answers_are_merged() {
        let never = Step {
            matcher: Some(Matcher { pattern: "x".to_owned(), program: Program::Never }),
            ..command(0, "exit 2")
        };
        let plan = plan_of(
            &[command(0, r#"{"permission":"allow"}"#), never, command(0, r#"{"permission":"ask"}"#)],
            Event::BeforeShellExecution,
        );
        let payload = payload(Event::BeforeShellExecution, &json!({ "command": "ls" }));
        assert_eq!(answer_of(&plan, &payload), json!({ "permission": "ask" }));
    }

    #[test]
    fn an_event_without_hooks_has_no_opinion() {
        let plan = plan_of(&[command(0, "exit 2")], Event::PreToolUse);
        assert_eq!(answer_of(&plan, &payload(Event::BeforeReadFile, &json!({}))), json!({}));
    }

    #[test]
    fn a_command_starts_where_its_step_or_its_source_says() {
        let plugin = Source { cwd: "${plugin:lint}".parse().unwrap(), ..source(SourceKind::Plugin, "lint") };
        let elsewhere = Step { cwd: Some("${workspace}".parse().unwrap()), ..command(1, "b") };
        let body =
            plan_from(vec![project(), plugin], &[command(0, "a"), elsewhere, command(1, "c")], Event::Stop);
        let plan = Plan::seal(body).unwrap();
        let echo = Echo::default();
        let roots = roots().bind(Root::Plugin("lint".to_owned()), "/opt/lint");
        let payload = payload(Event::Stop, &json!({ "workspace_roots": ["/first", "/second"] }));
        Runner::new(&plan, roots).launcher(&echo).run(&payload).unwrap();
        let mut launched = echo.launched.into_inner().unwrap();
        launched.sort();
        let expected = [("a", "/work"), ("b", "/first"), ("c", "/opt/lint")];
        assert_eq!(launched, expected.map(|(line, cwd)| (line.to_owned(), PathBuf::from(cwd))));
    }

    #[test]
    fn nothing_runs_when_a_folder_is_not_bound() {
        let body = plan_from(vec![project()], &[command(0, "a")], Event::Stop);
        let plan = Plan::seal(body).unwrap();
        let echo = Echo::default();
        let runner = Runner::new(&plan, Roots::default()).launcher(&echo);
        let error = runner.run(&payload(Event::Stop, &json!({}))).unwrap_err();
        assert_eq!(error.to_string(), "the plan needs `${project}`, which is not bound to a folder");
        assert!(echo.launched.lock().unwrap().is_empty());
    }

    #[test]
    fn a_verdict_that_depends_on_the_semantics_is_told() {
        let sources = vec![project(), source(SourceKind::User, "me")];
        let steps = [command(0, r#"{"permission":"allow"}"#), command(1, r#"{"permission":"deny"}"#)];
        let plan = Plan::seal(plan_from(sources, &steps, Event::PreToolUse)).unwrap();
        let echo = Echo::default();
        let payload = payload(Event::PreToolUse, &json!({}));
        let trace = Runner::new(&plan, roots()).launcher(&echo).run(&payload).unwrap().trace;
        assert_eq!(trace.verdict.answer["permission"], "allow");
        assert_eq!(trace.otherwise.unwrap().answer["permission"], "deny");
        let plan = plan_of(&[command(0, r#"{"permission":"deny"}"#)], Event::PreToolUse);
        let trace = Runner::new(&plan, roots()).launcher(&echo).run(&payload).unwrap().trace;
        assert_eq!(trace.otherwise, None);
    }

    struct Refuses;

    impl PromptModel for Refuses {
        fn judge(&self, question: &Question) -> Result<PromptVerdict, Failure> {
            Ok(PromptVerdict { ok: false, reason: Some(question.prompt.clone()) })
        }
    }

    fn prompt_plan(fail_closed: bool) -> Plan {
        let run = Action::Prompt { text: "Fine?".to_owned(), model: None };
        plan_of(&[Step { fail_closed, run, ..command(0, "") }], Event::BeforeReadFile)
    }

    #[test]
    fn a_prompt_hook_is_judged_by_the_model() {
        let plan = prompt_plan(false);
        let report =
            Runner::new(&plan, roots()).model(&Refuses).run(&payload(Event::BeforeReadFile, &json!({})));
        let answer = Value::Object(report.unwrap().verdict.answer);
        assert_eq!(answer, json!({ "permission": "deny", "user_message": "Fine?\n\n{}" }));
    }

    #[test]
    fn without_a_model_a_prompt_hook_fails() {
        let payload = payload(Event::BeforeReadFile, &json!({}));
        assert_eq!(answer_of(&prompt_plan(false), &payload), json!({}));
        let message = "Hook `project/beforeReadFile/0` failed: no model is there to judge a prompt hook.";
        assert_eq!(
            answer_of(&prompt_plan(true), &payload),
            json!({ "permission": "deny", "user_message": message })
        );
    }

    #[test]
    fn a_locked_run_refuses_a_changed_script() {
        let folder = tempfile::tempdir().unwrap();
        let script = Script { path: "${project}/a.sh".parse().unwrap(), sha256: Digest::of(b"exit 0") };
        let run = Action::Command { line: "./a.sh".to_owned(), scripts: vec![script] };
        let body: Body = plan_from(vec![project()], &[Step { run, ..command(0, "") }], Event::Stop);
        let plan = Plan::seal(body).unwrap();
        let run = || {
            let roots = Roots::default().bind(Root::Project, folder.path());
            let payload = payload(Event::Stop, &json!({}));
            Runner::new(&plan, roots)
                .launcher(&Echo::default())
                .locked()
                .run(&payload)
                .map_err(|error| error.to_string())
        };
        assert!(run().unwrap_err().contains("its script ${project}/a.sh is not to be read: "));
        std::fs::write(folder.path().join("a.sh"), "exit 1").unwrap();
        assert!(run().unwrap_err().contains("is not the one that the plan was compiled from"));
        std::fs::write(folder.path().join("a.sh"), "exit 0").unwrap();
        assert!(run().is_ok());
    }

    struct Panics;

    impl Launcher for Panics {
        fn launch(&self, _: &Invocation<'_>) -> Execution {
            panic!("a launcher of someone else's")
        }
    }

    #[test]
    fn a_launcher_that_panics_is_a_failure_of_its_steps() {
        let payload = payload(Event::Stop, &json!({}));
        for steps in [&[command(0, "a")][..], &[command(0, "a"), command(0, "b")]] {
            let plan = plan_of(steps, Event::Stop);
            let report = Runner::new(&plan, roots()).launcher(&Panics).run(&payload).unwrap();
            assert!(report.trace.to_string().contains("what was to start it has panicked"));
        }
    }
}
