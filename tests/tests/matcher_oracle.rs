//! Patterns and subjects against a real JavaScript engine: whatever `new RegExp(p)` and `.test(s)` say there, we say too.
//!
//! Needs `node` (or the program that `HOOKC_NODE` names). Without one the test says so and passes, unless `HOOKC_REQUIRE_TOOLS=1`.
//! `HOOKC_SEED` asks other questions.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test stops at what it did not expect, and says what it compared"
)]

mod matcher_generator;

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use hookc_compiler::matcher::{self, Growth, NewerSyntax, Pattern};
use hookc_runtime::Program;
use hookc_runtime::program::Decision;

use matcher_generator::{Generator, Random, mutated, soup, subject};

const FIELD_PATTERNS: &str = include_str!("../oracle/matcher/field-patterns.json");
const BACKTRACKING: &str = include_str!("../oracle/matcher/backtracking.json");
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/oracle/matcher/oracle.js");

const SEED: u64 = 0x686f_6f6b_6321;
const GENERATED_PATTERNS: usize = 4_000;
const MUTATED_PATTERNS: usize = 4_000;
const SOUP_PATTERNS: usize = 2_000;
const SUBJECTS_A_PATTERN: usize = 6;
/// How much must at least have been compared, so that a broken generator cannot pass.
const MIN_PATTERNS: usize = 10_000;
const MIN_REFUSED: usize = 1_500;
const MIN_PAIRS: usize = 30_000;
const MIN_PAIRS_A_PROGRAM: usize = 2_000;
const MAX_SHOWN: usize = 40;
/// Subjects that cost more than this are not asked: an engine without a budget might never answer.
const MAX_STEPS: u32 = 5_000;

/// What the engine at hand knows.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Engine {
    v8: String,
    modifiers: bool,
    duplicate_names: bool,
}

impl Engine {
    fn knows(&self, syntax: NewerSyntax) -> bool {
        match syntax {
            NewerSyntax::Modifiers => self.modifiers,
            NewerSyntax::DuplicateNames => self.duplicate_names,
        }
    }
}

struct Question {
    pattern: Vec<u16>,
    subjects: Vec<Vec<u16>>,
}

/// The engine and its answers, one line a question; `None` when there is no engine.
fn ask(questions: &[Question]) -> Option<(Engine, Vec<String>)> {
    let node = std::env::var("HOOKC_NODE").unwrap_or_else(|_| "node".to_owned());
    let probe = Command::new(&node).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !probe.is_ok_and(|status| status.success()) {
        assert!(std::env::var("HOOKC_REQUIRE_TOOLS").as_deref() != Ok("1"), "`{node}` is not installed");
        println!("skipped: `{node}` is not installed");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("questions.jsonl");
    write_questions(&file, questions);
    let output = Command::new(&node).arg(SCRIPT).arg(&file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    let engine = serde_json::from_str(lines.next().unwrap()).unwrap();
    Some((engine, lines.map(str::to_owned).collect()))
}

fn write_questions(file: &Path, questions: &[Question]) {
    let mut text = String::new();
    for question in questions {
        let subjects: Vec<String> = question.subjects.iter().map(|subject| json_string(subject)).collect();
        writeln!(text, "{{\"p\":{},\"s\":[{}]}}", json_string(&question.pattern), subjects.join(","))
            .unwrap();
    }
    std::fs::write(file, text).unwrap();
}

/// JSON with every unusual unit escaped, lone surrogates included.
fn json_string(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for &unit in units {
        match u8::try_from(unit) {
            Ok(byte @ (b' '..=b'~')) if byte != b'"' && byte != b'\\' => text.push(char::from(byte)),
            _ => write!(text, "\\u{unit:04x}").unwrap(),
        }
    }
    text + "\""
}

fn field_patterns() -> Vec<Vec<u16>> {
    let patterns: Vec<String> = serde_json::from_str(FIELD_PATTERNS).unwrap();
    patterns.iter().map(|pattern| pattern.encode_utf16().collect()).collect()
}

/// The field's patterns, patterns over the whole grammar, small changes of both, and heaps of syntax characters.
fn questions() -> Vec<Question> {
    let seed = std::env::var("HOOKC_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED);
    let mut random = Random(seed);
    let field = field_patterns();
    let generated: Vec<Vec<u16>> =
        (0..GENERATED_PATTERNS).map(|_| Generator::pattern(&mut random).encode_utf16().collect()).collect();
    let mut patterns = field.clone();
    for _ in 0..MUTATED_PATTERNS {
        let from = if random.one_in(2) { &field } else { &generated };
        let original = from[random.below(from.len())].clone();
        patterns.push(mutated(&mut random, original));
    }
    patterns.extend(generated);
    patterns.extend((0..SOUP_PATTERNS).map(|_| soup(&mut random)));
    let question = |pattern: Vec<u16>| {
        let mut subjects: Vec<_> = (0..SUBJECTS_A_PATTERN).map(|_| subject(&mut random, &pattern)).collect();
        if let Ok(parsed) = parse(&pattern) {
            subjects.retain(|subject| parsed.code().search(subject, MAX_STEPS).matched.is_some());
        }
        Question { pattern, subjects }
    };
    patterns.into_iter().map(question).collect()
}

fn parse(pattern: &[u16]) -> Result<Pattern, matcher::PatternError> {
    matcher::parse(pattern.iter().copied().enumerate(), pattern.len())
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    patterns: usize,
    refused: usize,
    newer: usize,
    pairs: usize,
    by_table: usize,
    by_bytecode: usize,
    always_or_never: usize,
    wrong: Vec<String>,
}

#[test]
fn every_pattern_and_subject_is_decided_as_v8_does() {
    let questions = questions();
    let Some((engine, answers)) = ask(&questions) else { return };
    assert_eq!(answers.len(), questions.len());
    let mut tally = Tally::default();
    for (question, answer) in questions.iter().zip(&answers) {
        tally.compare(&engine, question, answer);
    }
    let wrong = std::mem::take(&mut tally.wrong);
    println!("V8 {}: {tally:?}", engine.v8);
    let shown = wrong.iter().take(MAX_SHOWN).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} disagreements with V8 {}\n{shown}", wrong.len(), engine.v8);
    assert!(tally.patterns >= MIN_PATTERNS && tally.refused >= MIN_REFUSED && tally.pairs >= MIN_PAIRS);
    assert!(tally.by_table >= MIN_PAIRS_A_PROGRAM && tally.by_bytecode >= MIN_PAIRS_A_PROGRAM);
}

impl Tally {
    fn compare(&mut self, engine: &Engine, question: &Question, answer: &str) {
        let refused = answer == "refused";
        self.patterns += 1;
        self.refused += usize::from(refused);
        let text = json_string(&question.pattern);
        match parse(&question.pattern) {
            Ok(pattern) if refused => {
                if pattern.newer_syntax().iter().any(|(syntax, _)| !engine.knows(*syntax)) {
                    self.newer += 1;
                } else {
                    self.wrong.push(format!("{text} is refused there"));
                }
            }
            Ok(pattern) => self.compare_subjects(&pattern, question, &answer[1..]),
            Err(error) => {
                let end = error.range.end;
                assert!(error.range.start <= end && end <= question.pattern.len(), "{text}: {error:?}");
                if !refused {
                    self.wrong.push(format!("{text} compiles there, here: {error}"));
                }
            }
        }
    }

    fn compare_subjects(&mut self, pattern: &Pattern, question: &Question, answers: &str) {
        let program = pattern.program();
        for (subject, truth) in question.subjects.iter().zip(answers.chars()) {
            if truth == '!' {
                continue;
            }
            self.pairs += 1;
            *self.counter(&program) += 1;
            let truth = truth == '1';
            let decisions = [
                ("bytecode", Decision::from(pattern.code().is_match(subject))),
                ("program", program.decide_units(subject)),
            ];
            for (how, decision) in decisions {
                if decision != Decision::from(Some(truth)) {
                    let (pattern, subject) = (json_string(&question.pattern), json_string(subject));
                    self.wrong
                        .push(format!("{pattern} on {subject}: V8 says {truth}, the {how} {decision:?}"));
                }
            }
        }
    }

    fn counter(&mut self, program: &Program) -> &mut usize {
        match program {
            Program::Always | Program::Never => &mut self.always_or_never,
            Program::Table(_) => &mut self.by_table,
            Program::Backtrack(_) => &mut self.by_bytecode,
        }
    }
}

/// How the work on a pattern grows: "exponential", a power, or not worth a word.
#[derive(serde::Deserialize)]
struct KnownGrowth {
    pattern: String,
    growth: serde_json::Value,
}

#[test]
fn the_growth_of_known_patterns_is_found_and_lookalikes_are_silent() {
    let table: Vec<KnownGrowth> = serde_json::from_str(BACKTRACKING).unwrap();
    for KnownGrowth { pattern, growth } in table {
        let found = match matcher::parse_str(&pattern).unwrap().backtracking().map(|found| found.growth) {
            Some(Growth::Exponential) => serde_json::Value::from("exponential"),
            Some(Growth::Polynomial(degree)) => degree.into(),
            None => serde_json::Value::Null,
        };
        assert_eq!(found, growth, "{pattern}");
    }
}

#[test]
fn no_pattern_that_anyone_wrote_is_exponential() {
    for pattern in field_patterns() {
        let Ok(parsed) = parse(&pattern) else { continue };
        let growth = parsed.backtracking().map(|found| found.growth);
        assert_ne!(growth, Some(Growth::Exponential), "{}", json_string(&pattern));
    }
}
