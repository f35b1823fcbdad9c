//! A payload, and what each hook of its event did: the meaning of each, and the verdict of all.

#![no_main]

use std::time::Duration;

use hookc_fuzz::bytes;
use hookc_runtime::execution::{Captured, Ending, Execution};
use hookc_runtime::interpret::Reading;
use hookc_runtime::merge::{Merged, Ran, merge};
use hookc_runtime::outcome::{Failure, Outcome};
use hookc_runtime::plan::{Action, Format, Semantics, Step};
use hookc_runtime::{Event, Payload, Strictness, Vote};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// Divides the payload and the hooks.
const SEPARATOR: u8 = 0xff;
/// Divides standard output and standard error of a hook.
const STREAMS: u8 = 0xfe;
const MOST_STEPS: usize = 6;

struct Hook {
    step: Step,
    execution: Execution,
    format: Format,
}

fuzz_target!(|data: &[u8]| {
    let (event, data) = bytes::split_first(data);
    let event = bytes::choose(&Event::ALL, event);
    let parts = bytes::parts(data, SEPARATOR, MOST_STEPS + 1);
    let Some(payload) = payload(event, parts[0]) else { return };
    let mut hooks: Vec<Hook> = parts[1..].iter().map(|part| hook(event, part)).collect();
    hooks.sort_by_key(|hook| hook.step.source);
    for semantics in Semantics::ALL {
        examine(&payload, semantics, &hooks);
    }
});

/// The payload of these bytes. What is no payload at all gives an empty one, so that the hooks are looked at.
fn payload(event: Event, data: &[u8]) -> Option<Payload> {
    let strict = Payload::parse(event, data, Strictness::Strict);
    match Payload::parse(event, data, Strictness::Lenient) {
        Ok(payload) => Some(payload),
        Err(error) => {
            assert!(strict.is_err(), "strictly a payload, otherwise not: {error}");
            Payload::parse(event, *b"{}", Strictness::Lenient).ok()
        }
    }
}

/// A hook of bytes: two of flags, then what it wrote.
fn hook(event: Event, data: &[u8]) -> Hook {
    let (flags, data) = bytes::split_first(data);
    let (ending, data) = bytes::split_first(data);
    let streams = bytes::parts(data, STREAMS, 2);
    let captured = |stream: Option<&&[u8]>| Captured {
        bytes: stream.map_or_else(Vec::new, |bytes| bytes.to_vec()),
        truncated: flags & 0x40 != 0,
    };
    let ending = match ending % 16 {
        0..=9 => Ending::Exited(0),
        10 | 11 => Ending::Exited(2),
        12 => Ending::Exited(1),
        13 => Ending::Signal(9),
        14 => Ending::TimedOut,
        _ => Ending::NotStarted("it is gone".to_owned()),
    };
    Hook {
        step: Step {
            cwd: None,
            fail_closed: flags & 1 != 0,
            id: format!("project/{event}/{}", flags >> 4),
            loop_limit: (flags & 2 != 0).then_some(3),
            matcher: None,
            run: Action::Command { line: "hook".to_owned(), scripts: Vec::new() },
            source: usize::from(flags >> 2 & 3),
            timeout_ms: 1_000,
        },
        execution: Execution {
            ending,
            stdout: captured(streams.first()),
            stderr: captured(streams.get(1)),
            duration: Duration::ZERO,
        },
        format: if flags & 0x80 != 0 { Format::Claude } else { Format::Native },
    }
}

fn examine(payload: &Payload, semantics: Semantics, hooks: &[Hook]) {
    let event = payload.event();
    let outcomes: Vec<Outcome> = hooks
        .iter()
        .map(|hook| {
            let reading = Reading { event, semantics, format: hook.format, timeout_ms: hook.step.timeout_ms };
            let outcome = reading.command(&hook.execution);
            examine_outcome(event, &hook.execution, &outcome);
            outcome
        })
        .collect();
    let ran: Vec<Ran<'_>> =
        hooks.iter().zip(&outcomes).map(|(hook, outcome)| Ran { step: &hook.step, outcome }).collect();
    let merged = merge(payload, semantics, &ran);
    examine_verdict(&merged, ran.len());
    assert_eq!(merge(payload, semantics, &ran), merged);
    examine_order(payload, semantics, ran, &merged);
}

/// An answer fits its event and is read again as the same; the exit code alone decides on everything else.
fn examine_outcome(event: Event, execution: &Execution, outcome: &Outcome) {
    match outcome {
        Outcome::Answer(fields) => {
            assert_eq!(execution.ending, Ending::Exited(0));
            let answer = Value::Object(fields.clone());
            assert_eq!(event.check_answer(&answer).map_err(|error| error.to_string()), Ok(()));
            assert_eq!(event.read_answer(&answer).ok().as_ref(), Some(fields));
        }
        Outcome::Silent => assert_eq!(execution.ending, Ending::Exited(0)),
        Outcome::Block(_) => assert_eq!(execution.ending, Ending::Exited(2)),
        Outcome::Failure(failure) => {
            assert_eq!(failure.is_bad_answer(), execution.ending == Ending::Exited(0), "{failure:?}");
            assert!(!matches!(failure, Failure::NoModel | Failure::Model(_)));
            assert!(!failure.to_string().is_empty());
        }
    }
}

/// The verdict is an answer of the event, and says the same as its vote.
fn examine_verdict(merged: &Merged, steps: usize) {
    let verdict = &merged.verdict;
    let answer = Value::Object(verdict.answer.clone());
    assert_eq!(verdict.event.check_answer(&answer).map_err(|error| error.to_string()), Ok(()), "{answer}");
    assert_eq!(verdict.event.read_answer(&answer).ok().as_ref(), Some(&verdict.answer));
    assert_eq!(serde_json::from_str::<Value>(&verdict.to_json()).ok(), Some(answer));
    assert_eq!(merged.fates.len(), steps);
    if let Some(permission) = verdict.answer.get("permission") {
        assert_eq!(Some(permission.as_str().unwrap()), verdict.vote.map(Vote::name));
    }
    if let Some(goes_on) = verdict.answer.get("continue") {
        assert_eq!(goes_on.as_bool(), verdict.vote.map(|vote| vote != Vote::Deny));
    }
    assert!(verdict.vote.is_none() || merged.fates.iter().any(|fate| fate.vote == verdict.vote));
}

/// Who prevails does not depend on the order within a source, and as observed on no order at all.
fn examine_order(payload: &Payload, semantics: Semantics, mut ran: Vec<Ran<'_>>, merged: &Merged) {
    ran.reverse();
    if semantics == Semantics::Documented {
        ran.sort_by_key(|ran| ran.step.source);
    }
    assert_eq!(merge(payload, semantics, &ran).verdict.vote, merged.verdict.vote);
}
