//! Plans: a text from anywhere, a valid text with a part of it changed and its digest put right, plans made of parts, and the binary forms
//! of matcher programs.

#![no_main]

use std::collections::BTreeMap;

use arbitrary::{Arbitrary, Unstructured};
use hookc_fuzz::bytes;
use hookc_runtime::plan::{
    Action, Body, Digest, Format, LeftOut, Matcher, Plan, PlanError, Platform, Semantics, Source, Step, Target,
};
use hookc_runtime::{Decision, Event, Payload, Program, SourceKind, Strictness, Table, bytecode};
use hookc_schema::source::Os;
use libfuzzer_sys::fuzz_target;

/// Divides a plan and the payload that steps are selected for.
const SEPARATOR: u8 = 0xff;

fuzz_target!(|data: &[u8]| {
    let (choice, data) = bytes::split_first(data);
    match choice % 4 {
        0 => from_text(data),
        1 => from_parts(data),
        2 => table(data),
        _ => code(data),
    }
});

/// A text is a plan, or its digest alone is wrong, and with the right one it is.
fn from_text(data: &[u8]) {
    let parts = bytes::parts(data, SEPARATOR, 2);
    let Ok(text) = std::str::from_utf8(parts[0]) else { return };
    let plan = match Plan::parse(text) {
        Ok(plan) => plan,
        Err(PlanError::Digest { stated, actual }) => {
            if stated.len() < 8 {
                return;
            }
            let text = text.replace(&stated, &actual);
            let Ok(plan) = Plan::parse(&text) else { return };
            plan
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    examine(&plan);
    let payload = parts.get(1).copied().unwrap_or(b"{}");
    for event in Event::ALL {
        let Ok(payload) = Payload::parse(event, payload, Strictness::Lenient) else { return };
        assert_eq!(plan.select(&payload).len(), plan.steps(event).len());
        assert_eq!(plan.select(&payload), plan.select(&payload));
    }
}

/// A plan survives its text, byte for byte.
fn examine(plan: &Plan) {
    let text = plan.to_json();
    match Plan::parse(&text) {
        Ok(again) => {
            assert_eq!(again.digest(), plan.digest());
            assert_eq!(again.to_json(), text);
        }
        Err(error) => panic!("{error}: {text}"),
    }
}

#[derive(Debug, Arbitrary)]
struct Parts<'a> {
    observed: bool,
    sources: Vec<SourceParts<'a>>,
    steps: Vec<StepParts<'a>>,
    left_out: Option<(&'a str, &'a str)>,
    payload: &'a str,
}

#[derive(Debug, Arbitrary)]
struct SourceParts<'a> {
    kind: u8,
    name: Option<&'a str>,
    root: u8,
    below: &'a str,
    is_claude: bool,
    voided: Option<&'a str>,
}

#[derive(Debug, Arbitrary)]
struct StepParts<'a> {
    event: u8,
    source: u8,
    place: u16,
    line: &'a str,
    is_prompt: bool,
    matcher: Option<(&'a str, MatcherParts<'a>)>,
    timeout_ms: u32,
    fail_closed: bool,
    loop_limit: Option<u64>,
}

#[derive(Debug, Arbitrary)]
enum MatcherParts<'a> {
    Always,
    Never,
    Table(&'a [u8]),
    Code(&'a [u8]),
    /// What the compiler makes of the pattern.
    Lowered,
}

const ROOTS: [&str; 5] = ["${project}", "${home}", "${workspace}", "${enterprise}", "${plugin:lint}"];

fn from_parts(data: &[u8]) {
    let Ok(mut parts) = Parts::arbitrary_take_rest(Unstructured::new(data)) else { return };
    parts.sources.truncate(4);
    parts.steps.truncate(8);
    let Some(sources) = parts.sources.iter().map(source).collect::<Option<Vec<Source>>>() else { return };
    let mut events: BTreeMap<Event, Vec<Step>> = BTreeMap::new();
    for step in &parts.steps {
        let event = bytes::choose(&Event::ALL, step.event);
        let place = usize::from(step.source) % (sources.len() + 1);
        let id = sources.get(place).map_or_else(String::new, |source| source.step_id(event, step.place.into()));
        events.entry(event).or_default().push(step_of(step, place, id));
    }
    let body = Body {
        semantics: if parts.observed { Semantics::Observed } else { Semantics::Documented },
        target: Target::Cli,
        platform: Platform(Os::Linux),
        sources,
        events,
        left_out: parts
            .left_out
            .iter()
            .map(|(id, reason)| LeftOut { id: (*id).to_owned(), reason: (*reason).to_owned() })
            .collect(),
    };
    let Ok(plan) = Plan::seal(body) else { return };
    examine(&plan);
    for event in Event::ALL {
        let Ok(payload) = Payload::parse(event, parts.payload.as_bytes(), Strictness::Lenient) else { return };
        plan.select(&payload);
    }
}

fn source(parts: &SourceParts<'_>) -> Option<Source> {
    let root = bytes::choose(&ROOTS, parts.root);
    Some(Source {
        cwd: root.parse().ok()?,
        file: format!("{root}/{}", parts.below).parse().ok()?,
        format: if parts.is_claude { Format::Claude } else { Format::Native },
        kind: bytes::choose(&SourceKind::ALL, parts.kind),
        name: parts.name.map(str::to_owned),
        sha256: Digest::of(parts.below.as_bytes()),
        voided: parts.voided.map(str::to_owned),
    })
}

fn step_of(parts: &StepParts<'_>, source: usize, id: String) -> Step {
    let line = parts.line.to_owned();
    Step {
        cwd: None,
        fail_closed: parts.fail_closed,
        id,
        loop_limit: parts.loop_limit,
        matcher: parts.matcher.as_ref().and_then(|(pattern, program)| {
            Some(Matcher { pattern: (*pattern).to_owned(), program: program_of(pattern, program)? })
        }),
        run: if parts.is_prompt {
            Action::Prompt { text: line, model: None }
        } else {
            Action::Command { line, scripts: Vec::new() }
        },
        source,
        timeout_ms: parts.timeout_ms.into(),
    }
}

fn program_of(pattern: &str, parts: &MatcherParts<'_>) -> Option<Program> {
    match parts {
        MatcherParts::Always => Some(Program::Always),
        MatcherParts::Never => Some(Program::Never),
        MatcherParts::Table(bytes) => Table::from_bytes(bytes).ok().map(Program::Table),
        MatcherParts::Code(bytes) => bytecode::from_bytes(bytes).ok().map(Program::Backtrack),
        MatcherParts::Lowered => {
            Some(hookc_compiler::matcher::parse_str(pattern.get(..64).unwrap_or(pattern)).ok()?.program())
        }
    }
}

/// The bytes of an automaton: refused, or the only ones that stand for it, and it decides every subject.
fn table(data: &[u8]) {
    let parts = bytes::parts(data, SEPARATOR, 2);
    let subject = parts.get(1).copied().unwrap_or_default();
    match Table::from_bytes(parts[0]) {
        Ok(table) => {
            assert_eq!(table.to_bytes(), parts[0]);
            let decision = Program::Table(table.clone()).decide(&bytes::text(subject));
            assert_ne!(decision, Decision::BudgetSpent);
            table.is_match(subject);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The bytes of a backtracking program, likewise; what it costs has a limit.
fn code(data: &[u8]) {
    let parts = bytes::parts(data, SEPARATOR, 2);
    let subject = bytes::units(parts.get(1).copied().unwrap_or_default());
    match bytecode::from_bytes(parts[0]) {
        Ok(code) => {
            assert_eq!(bytecode::to_bytes(&code), parts[0]);
            const BUDGET: u32 = 2_000;
            let run = code.search(&subject, BUDGET);
            assert!(run.steps <= BUDGET + 1, "{run:?}");
            assert_eq!(run.matched, code.search(&subject, BUDGET).matched);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
