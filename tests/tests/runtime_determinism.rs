//! The verdict and the trace never depend on which hook ends first.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

mod runtime_support;

use std::collections::BTreeSet;

use hookc_runtime::Event;
use hookc_runtime::plan::{Semantics, Step};
use runtime_support::{Sandbox, command, payload, plan};
use serde_json::{Value, json};

const RUNS: usize = 300;

/// Waits for up to nine milliseconds, another time in every run.
const WAIT: &str = "sleep 0.00$(($(od -An -N1 -tu1 /dev/urandom) % 10));";

/// Eight hooks of three sources, each of which has a part in the verdict that another one could take.
fn steps() -> Vec<Step> {
    let answers = [
        (0, r#"echo '{"additional_context":"a","updated_input":{"n":0}}'"#),
        (0, r#"echo '{"additional_context":"b"}'"#),
        (1, r#"echo '{"permission":"allow","user_message":"c","updated_input":{"n":2}}'"#),
        (1, "echo d >&2; exit 2"),
        (1, r#"echo '{"permission":"deny","user_message":"e","agent_message":"E"}'"#),
        (2, "exit 1"),
        (2, "echo noise; echo '{\"user_message\":\"g\"}'"),
        (2, r#"echo '{"permission":"ask","additional_context":"h","updated_input":{"n":7}}'"#),
    ];
    answers.into_iter().map(|(source, line)| command(source, &format!("{WAIT} {line}"))).collect()
}

fn without_durations(trace: &str) -> String {
    let mut trace: Value = serde_json::from_str(trace).unwrap();
    for step in trace["steps"].as_array_mut().unwrap() {
        assert!(step["duration_ms"].take().is_f64());
    }
    trace.to_string()
}

#[test]
fn three_hundred_runs_give_one_verdict_and_one_trace() {
    let sandbox = Sandbox::new();
    let payload = payload(Event::PreToolUse, &json!({ "tool_name": "Shell" }));
    for semantics in Semantics::ALL {
        let plan = plan(semantics, Event::PreToolUse, &steps());
        let mut seen = BTreeSet::new();
        for _ in 0..RUNS / Semantics::ALL.len() {
            let report = sandbox.run(&plan, &payload);
            seen.insert((report.verdict.to_json(), without_durations(&report.trace.to_json())));
        }
        assert_eq!(seen.len(), 1, "{semantics}: {seen:#?}");
    }
    sandbox.assert_nothing_runs();
}
