//! The matcher programs in the plan page (`cli/src/page/matcher.js`) against the runtime's own: the same decision after the same steps.
//!
//! Needs `node` (or the program that `HOOKC_NODE` names). Without one the test says so and passes, unless `HOOKC_REQUIRE_TOOLS=1`.
//! `HOOKC_SEED` asks other questions.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect, and says so")]

mod matcher_generator;

use std::io::Write as _;
use std::process::{Command, Stdio};

use hookc_compiler::matcher;
use hookc_runtime::backtrack::STEP_BUDGET;
use hookc_runtime::plan::Matcher;
use hookc_runtime::program::Decision;
use hookc_runtime::{Program, Table};
use serde_json::{Value, json};

use matcher_generator::{Generator, Random, mutated, soup, subject};

const FIELD_PATTERNS: &str = include_str!("../oracle/matcher/field-patterns.json");
const BACKTRACKING: &str = include_str!("../oracle/matcher/backtracking.json");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/page/matcher.js");

const SEED: u64 = 0x7061_6765;
const GENERATED_PATTERNS: usize = 1_500;
const MUTATED_PATTERNS: usize = 1_500;
const SOUP_PATTERNS: usize = 500;
const SUBJECTS_A_PATTERN: usize = 5;
/// A subject on which backtracking patterns tend to spend all that they may.
const LONG: usize = 2_000;
/// How much must at least have been compared, so that a broken generator cannot pass.
const MIN_PAIRS_A_PROGRAM: usize = 3_000;
const MIN_SPENT: usize = 20;

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    by_table: usize,
    by_bytecode: usize,
    always_or_never: usize,
    spent: usize,
}

#[test]
fn the_page_decides_as_the_runtime_does_and_counts_the_same_steps() {
    let node = std::env::var("HOOKC_NODE").unwrap_or_else(|_| "node".to_owned());
    let probe = Command::new(&node).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !probe.is_ok_and(|status| status.success()) {
        assert!(std::env::var("HOOKC_REQUIRE_TOOLS").as_deref() != Ok("1"), "`{node}` is not installed");
        println!("skipped: `{node}` is not installed");
        return;
    }
    let mut tally = Tally::default();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("questions.jsonl");
    let mut out = std::io::BufWriter::new(std::fs::File::create(&file).unwrap());
    for (pattern, subjects) in questions() {
        writeln!(out, "{}", question(&pattern, &subjects, &mut tally)).unwrap();
    }
    drop(out);
    let output = Command::new(&node).arg(SCRIPT).arg(&file).output().unwrap();
    println!("{tally:?}");
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said}");
    assert!(tally.by_table >= MIN_PAIRS_A_PROGRAM && tally.by_bytecode >= MIN_PAIRS_A_PROGRAM, "{tally:?}");
    assert!(tally.spent >= MIN_SPENT, "{tally:?}");
}

/// The field's patterns, those that cost much, and patterns over the whole grammar, each with subjects of its own making.
fn questions() -> Vec<(matcher::Pattern, Vec<Vec<u16>>)> {
    let seed = std::env::var("HOOKC_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED);
    let mut random = Random(seed);
    let mut patterns: Vec<Vec<u16>> =
        serde_json::from_str::<Vec<String>>(FIELD_PATTERNS).unwrap().iter().map(|text| units(text)).collect();
    let costly: Vec<Value> = serde_json::from_str(BACKTRACKING).unwrap();
    patterns.extend(costly.iter().map(|entry| units(entry["pattern"].as_str().unwrap())));
    patterns.extend((0..GENERATED_PATTERNS).map(|_| units(&Generator::pattern(&mut random))));
    for _ in 0..MUTATED_PATTERNS {
        let original = patterns[random.below(patterns.len())].clone();
        patterns.push(mutated(&mut random, original));
    }
    patterns.extend((0..SOUP_PATTERNS).map(|_| soup(&mut random)));
    let mut questions = Vec::new();
    for pattern in patterns {
        let Ok(parsed) = matcher::parse(pattern.iter().copied().enumerate(), pattern.len()) else { continue };
        let mut subjects: Vec<_> = (0..SUBJECTS_A_PATTERN).map(|_| subject(&mut random, &pattern)).collect();
        let again = subjects[0].iter().copied().cycle().take(LONG).collect();
        subjects.push(again);
        questions.push((parsed, subjects));
    }
    questions
}

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

/// A matcher as a plan has it, its subjects as lists of units, and what the runtime makes of each. The bytecode is asked beside the program
/// that a plan would hold, since most patterns need none.
fn question(pattern: &matcher::Pattern, subjects: &[Vec<u16>], tally: &mut Tally) -> Value {
    let programs = [pattern.program(), Program::Backtrack(pattern.code().clone())];
    let asked = programs.map(|program| {
        let answers: Vec<Value> = subjects.iter().map(|subject| answer(&program, subject, tally)).collect();
        let prefix = prefix_of(&program);
        let matcher = Matcher { pattern: pattern.text(), program };
        json!({ "matcher": matcher, "answers": answers, "prefix": prefix })
    });
    json!({ "subjects": subjects, "programs": asked })
}

fn answer(program: &Program, subject: &[u16], tally: &mut Tally) -> Value {
    let steps = match program {
        Program::Backtrack(code) => code.search(subject, STEP_BUDGET).steps,
        _ => 0,
    };
    let decision = program.decide_units(subject);
    match program {
        Program::Always | Program::Never => tally.always_or_never += 1,
        Program::Table(_) => tally.by_table += 1,
        Program::Backtrack(_) => tally.by_bytecode += 1,
    }
    tally.spent += usize::from(decision == Decision::BudgetSpent);
    let decision = match decision {
        Decision::Match => "match",
        Decision::NoMatch => "no match",
        Decision::BudgetSpent => "budget spent",
    };
    json!([decision, steps])
}

/// Whether a table takes all, none or some of what begins with `MCP:`.
fn prefix_of(program: &Program) -> Option<&'static str> {
    let all_or_none = |table: &Table| {
        let state = b"MCP:".iter().fold(table.start(), |state, &byte| table.step(state, byte));
        match state {
            hookc_runtime::table::ACCEPT => "all",
            hookc_runtime::table::REJECT => "none",
            _ => "some",
        }
    };
    match program {
        Program::Always => Some("all"),
        Program::Never => Some("none"),
        Program::Table(table) => Some(all_or_none(table)),
        Program::Backtrack(_) => None,
    }
}
