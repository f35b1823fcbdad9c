//! Everything that a hook can do wrong, with and without `failClosed`, under both semantics. Whatever it does, the verdict
//! is the one that the semantics demand, and nothing is left running.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a broken fixture fails the test, and hooks are files"
)]

mod runtime_support;

use std::process::Stdio;

use hookc_runtime::outcome::Failure;
use hookc_runtime::plan::{Semantics, Step};
use hookc_runtime::{Event, Verdict, Vote};
use runtime_support::{Sandbox, command, payload, plan, wait_until};
use serde_json::{Value, json};

const EVENT: Event = Event::BeforeReadFile;
const DENY: &str = r#"{"permission":"deny"}"#;
/// Long enough for a shell to start and set its traps on a busy machine.
const SHORT_MS: u64 = 400;

/// What a hook's behaviour comes to, as HOOKS.md 0.2 and 0.3 tell.
#[derive(Debug, Clone, Copy)]
enum Means {
    /// It denies.
    Denies,
    /// It fails: open, unless it is to fail closed.
    Fails,
    /// Its answer is bad: as a failure, but observed to block in any case.
    AnswersBadly,
    /// It says nothing: no opinion, but observed to be a failure when it is to fail closed.
    SaysNothing,
    /// It denies after other output: a failure, but observed to be read.
    DeniesAfterNoise,
}

impl Means {
    fn vote(self, semantics: Semantics, fail_closed: bool) -> Option<Vote> {
        let is_observed = semantics == Semantics::Observed;
        let denies = match self {
            Self::Denies => true,
            Self::Fails => fail_closed,
            Self::AnswersBadly | Self::DeniesAfterNoise => fail_closed || is_observed,
            Self::SaysNothing => fail_closed && is_observed,
        };
        denies.then_some(Vote::Deny)
    }
}

/// A hook in a project of its own, and the payload it gets.
struct Hook {
    sandbox: Sandbox,
    step: Step,
    payload: Value,
}

fn hook(line: &str) -> Hook {
    Hook { sandbox: Sandbox::new(), step: command(1, line), payload: json!({ "content": "x" }) }
}

impl Hook {
    fn script(self, name: &str, content: &str, mode: u32) -> Self {
        self.sandbox.script(name, content, mode);
        self
    }

    fn short(mut self) -> Self {
        self.step.timeout_ms = SHORT_MS;
        self
    }

    fn in_folder(mut self, folder: &str) -> Self {
        self.step.cwd = Some(folder.parse().unwrap());
        self
    }

    fn payload(mut self, payload: Value) -> Self {
        self.payload = payload;
        self
    }

    fn run(&self, semantics: Semantics, fail_closed: bool) -> Verdict {
        let step = Step { fail_closed, ..self.step.clone() };
        let verdict =
            self.sandbox.run(&plan(semantics, EVENT, &[step]), &payload(EVENT, &self.payload)).verdict;
        self.sandbox.assert_nothing_runs();
        verdict
    }

    fn assert(&self, means: Means) {
        for semantics in Semantics::ALL {
            for fail_closed in [false, true] {
                let verdict = self.run(semantics, fail_closed);
                let expected = means.vote(semantics, fail_closed);
                assert_eq!(verdict.vote, expected, "{semantics}, fail_closed {fail_closed}: {verdict:?}");
            }
        }
    }

    /// What the user is told by a hook that fails closed.
    fn message(&self) -> String {
        let verdict = self.run(Semantics::Documented, true);
        verdict.answer["user_message"].as_str().unwrap().to_owned()
    }

    fn assert_fails_with(&self, failure: &Failure) {
        self.assert(if failure.is_bad_answer() { Means::AnswersBadly } else { Means::Fails });
        assert_eq!(self.message(), format!("Hook `project/beforeReadFile/0` failed: {failure}."));
    }
}

#[test]
fn the_watch_sees_what_is_left_running() {
    let sandbox = Sandbox::new();
    let mut command = std::process::Command::new("sleep");
    command
        .arg("60")
        .envs([sandbox.variable()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut left = command.spawn().unwrap();
    let is_seen = wait_until(|| sandbox.running() == ["sleep 60 "]);
    left.kill().unwrap();
    left.wait().unwrap();
    assert!(is_seen);
    sandbox.assert_nothing_runs();
}

#[test]
fn a_good_hook_is_the_measure() {
    hook(&format!("cat >/dev/null; echo '{DENY}'")).assert(Means::Denies);
}

#[test]
fn it_hangs() {
    hook("sleep 1000").short().assert_fails_with(&Failure::TimedOut(SHORT_MS));
}

#[test]
fn it_ignores_the_signal_to_end() {
    hook("trap '' TERM; while :; do sleep 1; done").short().assert_fails_with(&Failure::TimedOut(SHORT_MS));
}

#[test]
fn its_whole_family_ignores_the_signal_to_end() {
    let line = "trap '' TERM; (sleep 1000; sleep 1000) & (sleep 1000 | sleep 1000) & wait";
    hook(line).short().assert_fails_with(&Failure::TimedOut(SHORT_MS));
}

#[test]
fn it_closes_its_output_and_hangs() {
    hook("exec >&- 2>&-; sleep 1000").short().assert_fails_with(&Failure::TimedOut(SHORT_MS));
}

#[test]
fn it_answers_and_hangs() {
    hook(&format!("echo '{DENY}'; sleep 1000")).short().assert_fails_with(&Failure::TimedOut(SHORT_MS));
}

#[test]
fn it_stops_itself() {
    hook("kill -STOP $$").short().assert_fails_with(&Failure::TimedOut(SHORT_MS));
}

#[test]
fn a_grandchild_keeps_its_output_open() {
    hook(&format!("sleep 1000 & echo '{DENY}'")).assert(Means::Denies);
}

#[test]
fn a_grandchild_stays_behind_quietly() {
    hook(&format!("sleep 1000 >/dev/null 2>&1 & echo '{DENY}'")).assert(Means::Denies);
}

#[test]
fn it_ignores_its_input() {
    let large = json!({ "content": "x".repeat(1 << 20) });
    hook(&format!("echo '{DENY}'")).payload(large).assert(Means::Denies);
}

#[test]
fn it_closes_its_input() {
    let large = json!({ "content": "x".repeat(1 << 20) });
    hook(&format!("exec <&-; sleep 0.1; echo '{DENY}'")).payload(large).assert(Means::Denies);
}

#[test]
fn it_reads_its_input_late() {
    let large = json!({ "content": "x".repeat(1 << 20) });
    let line = format!("sleep 0.3; test $(wc -c) -gt 1048576 && echo '{DENY}'");
    hook(&line).payload(large).assert(Means::Denies);
}

#[test]
fn its_input_has_fifty_megabytes() {
    let content = "x".repeat(50 << 20);
    let line = format!("test $(wc -c) -gt {} && echo '{DENY}'", content.len());
    hook(&line).payload(json!({ "content": content })).assert(Means::Denies);
}

#[test]
fn it_writes_a_gigabyte() {
    hook("head -c 1073741824 /dev/zero").assert_fails_with(&Failure::TooLong);
}

#[test]
fn it_writes_without_end() {
    hook("cat /dev/zero").short().assert_fails_with(&Failure::TimedOut(SHORT_MS));
}

#[test]
fn it_writes_a_hundred_megabytes_of_errors() {
    hook(&format!("head -c 104857600 /dev/zero >&2; echo '{DENY}'")).assert(Means::Denies);
}

#[test]
fn it_blocks_with_a_hundred_megabytes_of_errors() {
    let hook = hook("echo No. >&2; yes | head -c 104857600 >&2; exit 2");
    hook.assert(Means::Denies);
    let message = hook.message();
    assert!(message.starts_with("No.\ny\n") && message.len() < 100_000, "{} bytes", message.len());
}

#[test]
fn it_writes_invalid_utf_8_into_its_answer() {
    let hook = hook(r#"printf '{"permission":"deny","user_message":"a\377b"}'"#);
    hook.assert(Means::Denies);
    assert_eq!(hook.message(), "a\u{fffd}b");
}

#[test]
fn it_writes_invalid_utf_8_instead_of_an_answer() {
    hook(r"printf '\377\376'").assert(Means::AnswersBadly);
}

#[test]
fn it_writes_two_documents() {
    hook(&format!(r#"echo '{{"permission":"allow"}}'; echo '{DENY}'"#)).assert(Means::DeniesAfterNoise);
}

#[test]
fn it_writes_ten_thousand_lines_before_its_answer() {
    let line = format!("i=0; while [ $i -lt 10000 ]; do echo 'debug {{'; i=$((i+1)); done; echo '{DENY}'");
    hook(&line).assert(Means::DeniesAfterNoise);
}

#[test]
fn it_writes_something_after_its_answer() {
    hook(&format!("echo '{DENY}'; echo done")).assert(Means::AnswersBadly);
}

#[test]
fn it_writes_its_answer_in_pieces() {
    let line =
        r#"for part in '{"permi' 'ssion' '":' '"de' 'ny"' '}'; do printf %s "$part"; sleep 0.02; done"#;
    hook(line).assert(Means::Denies);
}

#[test]
fn it_answers_what_does_not_fit_the_event() {
    hook(r#"echo '{"permission":"ask"}'"#).assert(Means::AnswersBadly);
    hook("echo '[]'").assert(Means::AnswersBadly);
}

#[test]
fn it_says_nothing() {
    hook("true").assert(Means::SaysNothing);
}

#[test]
fn it_ends_with_an_exit_code_of_its_own() {
    hook(&format!("echo '{DENY}'; exit 1")).assert_fails_with(&Failure::Exit(1));
    hook("exit 255").assert_fails_with(&Failure::Exit(255));
}

#[test]
fn it_blocks() {
    let hook = hook("echo 'Not this one.' >&2; exit 2");
    hook.assert(Means::Denies);
    assert_eq!(hook.message(), "Not this one.");
}

#[test]
fn it_dies_by_a_signal() {
    hook("kill -SEGV $$").assert_fails_with(&Failure::Signal(11));
}

#[test]
fn it_kills_its_whole_group() {
    hook("sleep 1000 & kill -KILL 0").assert_fails_with(&Failure::Signal(9));
}

#[test]
fn it_is_missing() {
    hook("./missing.sh").assert_fails_with(&Failure::Exit(127));
}

#[test]
fn it_is_not_executable() {
    hook("./guard.sh").script("guard.sh", "exit 0", 0o644).assert_fails_with(&Failure::Exit(126));
}

#[test]
fn its_interpreter_is_missing() {
    hook("./guard.sh").script("guard.sh", "#!/nowhere/sh\n", 0o755).assert(Means::Fails);
}

#[test]
fn it_has_no_shebang() {
    hook("./guard.sh").script("guard.sh", &format!("echo '{DENY}'"), 0o755).assert(Means::Denies);
}

#[test]
fn its_folder_is_gone() {
    let hook = hook(&format!("echo '{DENY}'")).in_folder("${project}/gone");
    let folder = hook.sandbox.path().join("gone");
    let reason = format!("its working directory {} is not there", folder.display());
    hook.assert_fails_with(&Failure::NotStarted(reason));
}

#[test]
fn its_line_is_no_line() {
    hook("echo \0").assert(Means::Fails);
}

#[test]
fn nothing_of_the_payload_becomes_a_command() {
    let evil = "$(touch pwned) `touch pwned`; touch pwned\n' \" && touch pwned";
    let hook = hook(&format!("cat >/dev/null; echo '{DENY}'"))
        .payload(json!({ "content": evil, "file_path": evil, "user_email": evil, "transcript_path": evil }));
    hook.assert(Means::Denies);
    assert!(!hook.sandbox.path().join("pwned").exists());
}

#[test]
fn sixty_four_run_at_once() {
    let sandbox = Sandbox::new();
    // Each waits until all have begun, so none ends unless they run side by side.
    let line = |index| {
        format!(
            "touch begun-{index}; while [ $(ls begun-* | wc -l) -lt 64 ]; do sleep 0.05; done; \
             echo '{{\"user_message\":\"{index}\",\"permission\":\"deny\"}}'"
        )
    };
    let steps: Vec<Step> = (0..64).map(|index| command(1, &line(index))).collect();
    let report = sandbox.run(&plan(Semantics::Documented, EVENT, &steps), &payload(EVENT, &json!({})));
    let all: Vec<String> = (0..64).map(|index: usize| index.to_string()).collect();
    assert_eq!(report.verdict.answer["user_message"], all.join("\n\n---\n\n"));
    sandbox.assert_nothing_runs();
}

#[test]
fn a_bad_neighbour_does_not_change_what_a_good_hook_says() {
    let sandbox = Sandbox::new();
    let hanging = Step { timeout_ms: SHORT_MS, ..command(0, "sleep 1000") };
    let steps = [hanging, command(1, "head -c 9000000 /dev/zero"), command(2, &format!("echo '{DENY}'"))];
    let report = sandbox.run(&plan(Semantics::Documented, EVENT, &steps), &payload(EVENT, &json!({})));
    assert_eq!(report.verdict.answer, *json!({ "permission": "deny" }).as_object().unwrap());
    sandbox.assert_nothing_runs();
}
