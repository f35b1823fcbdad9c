//! A pattern and a subject: every program that a matcher is lowered to against a JavaScript engine, and what else is said of patterns
//! against the decisions.

#![no_main]

use std::ops::Range;

use hookc_compiler::matcher::{self, Pattern, Proof};
use hookc_fuzz::bytes;
use hookc_fuzz::engine::{Answer, Engine};
use hookc_runtime::{Decision, Table, bytecode};
use libfuzzer_sys::fuzz_target;

/// Divides pattern and subject.
const SEPARATOR: u8 = 0xff;
const MAX_PATTERN: usize = 96;
const MAX_SUBJECT: usize = 48;
/// A subject that costs more than this is not asked: the engine might never answer.
const MAX_STEPS: u32 = 5_000;
/// One input in so many is asked for its automaton, which costs a hundred times what all else does, and one for its language.
const WITH_TABLE: u8 = 8;
const WITH_LANGUAGE: u8 = 32;

thread_local! {
    static ENGINE: Engine = Engine::start();
}

fuzz_target!(|data: &[u8]| {
    let (choice, data) = bytes::split_first(data);
    let parts = bytes::parts(data, SEPARATOR, 2);
    let mut pattern = bytes::units(parts[0]);
    let mut subject = bytes::units(parts.get(1).copied().unwrap_or_default());
    pattern.truncate(MAX_PATTERN);
    subject.truncate(MAX_SUBJECT);
    let (placed, length) = bytes::placed(&pattern);
    let parsed = matcher::parse(placed, length);
    let is_cheap = |parsed: &Pattern| parsed.code().search(&subject, MAX_STEPS).matched.is_some();
    let subject = if parsed.as_ref().is_ok_and(|parsed| !is_cheap(parsed)) { Vec::new() } else { subject };
    let answer = ENGINE.with(|engine| engine.ask(&pattern, &subject));
    match &parsed {
        Ok(parsed) => {
            examine(parsed, length);
            compare(parsed, &subject, answer, choice % WITH_TABLE == 0);
            if choice % WITH_LANGUAGE == 0 {
                examine_language(parsed, &subject);
            }
        }
        Err(error) => {
            assert!(answer != Answer::Matched(true) && answer != Answer::Matched(false), "compiles there: {error}");
            assert_inside(&error.range, length);
            if let Ok(text) = String::from_utf16(&pattern) {
                examine_refused(&text);
            }
        }
    }
});

fn compare(parsed: &Pattern, subject: &[u16], answer: Answer, with_table: bool) {
    let Answer::Matched(truth) = answer else {
        assert_eq!(answer, Answer::GaveUp, "refused there: {:?}", parsed.text());
        return;
    };
    let expected = Decision::from(Some(truth));
    let shown = || format!("{:?} on {:?}", parsed.text(), String::from_utf16_lossy(subject));
    assert_eq!(Decision::from(parsed.code().is_match(subject)), expected, "bytecode: {}", shown());
    assert_eq!(parsed.matches_units(subject), Some(truth), "{}", shown());
    if with_table {
        assert_eq!(parsed.program().decide_units(subject), expected, "program: {}", shown());
        match parsed.table() {
            Ok(table) => assert_eq!(Table::from_bytes(&table.to_bytes()).as_ref(), Ok(table)),
            Err(obstacle) => assert!(obstacle.range.start <= obstacle.range.end),
        }
    }
}

/// What is cheap to know of a pattern.
fn examine(parsed: &Pattern, length: usize) {
    let code = bytecode::to_bytes(parsed.code());
    assert_eq!(bytecode::from_bytes(&code).as_ref(), Ok(parsed.code()));
    let mut end = 0;
    for (range, _) in parsed.tokens() {
        assert!(end <= range.start && range.start < range.end && range.end <= length, "{range:?}");
        end = range.end;
    }
    for trap in matcher::traps(parsed) {
        assert_inside(&trap.range, length);
    }
    for (_, range) in parsed.newer_syntax() {
        assert_inside(&range, length);
    }
}

/// What is said of the language of a pattern agrees with its decisions.
fn examine_language(parsed: &Pattern, subject: &[u16]) {
    let decided = parsed.matches_units(subject);
    if char::decode_utf16(subject.iter().copied()).all(|unit| unit.is_ok()) {
        assert!(!parsed.matches_everything() || decided != Some(false), "{:?}", parsed.text());
        assert!(!parsed.matches_nothing() || decided != Some(true), "{:?}", parsed.text());
    }
    if let Proof::Example(example) = parsed.example() {
        assert_eq!(parsed.matches(&example), Some(true), "{:?} on {example:?}", parsed.text());
    }
    assert!(!matches!(parsed.difference(parsed), Proof::Example(_)));
    let alternatives = parsed.alternatives();
    assert!(!alternatives.is_empty());
    let of_branches: Option<Vec<bool>> =
        alternatives.iter().map(|alternative| alternative.pattern.matches_units(subject)).collect();
    if let (Some(of_branches), Some(decided)) = (of_branches, decided) {
        assert_eq!(of_branches.contains(&true), decided, "{:?}: branches", parsed.text());
    }
    if let Some(found) = parsed.backtracking() {
        let steps = |repetitions| parsed.code().search(&found.subject(repetitions).encode_utf16().collect::<Vec<_>>(), 100_000).steps;
        assert!(steps(2) <= steps(8), "{:?}: {found:?}", parsed.text());
    }
}

/// A pattern that does not compile may get a suggestion, which compiles.
fn examine_refused(pattern: &str) {
    let Err(error) = matcher::parse_str(pattern) else { panic!("{pattern:?} compiles as a text") };
    if let Some(suggestion) = matcher::suggest(pattern, &error) {
        assert!(matcher::parse_str(&suggestion.text).is_ok(), "{pattern:?}: {suggestion:?}");
    }
}

#[track_caller]
fn assert_inside(range: &Range<usize>, length: usize) {
    assert!(range.start <= range.end && range.end <= length, "{range:?} of {length}");
}
