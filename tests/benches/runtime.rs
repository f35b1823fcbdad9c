//! The runtime's inner work: deciding a matcher by each kind of program, and loading plans of different sizes.
//!
//! `cargo bench -p hookc-tests --bench runtime`

#![expect(clippy::print_stdout, reason = "the report names the kinds")]

use divan::{Bencher, black_box};
use hookc_compiler::matcher;
use hookc_runtime::plan::{Action, Body, Digest, Format, Matcher, Plan, Source, Step};
use hookc_runtime::{Event, Program, SourceKind};

/// 73 bytes, as long as an ordinary command line; no pattern below finds anything early in it.
const SUBJECT: &str = "git -C services/billing push origin feature/invoices --set-upstream --f-no";

/// A pattern for each kind of program, by a name for the report.
const PATTERNS: [&str; 6] = [
    "curl|wget|nc ",
    r"^git\s+push\b.*--force",
    r"rm\s+-[a-z]*r[a-z]*f|mkfs|dd\s+if=|shutdown",
    "^(?!MCP:)",
    r"(?<!--dry-run.*)--force",
    r"(['\x22]).*\1",
];

fn program(pattern: &str) -> Program {
    matcher::parse_str(pattern).expect("the pattern compiles").program()
}

fn main() {
    for pattern in PATTERNS {
        let kind = match program(pattern) {
            Program::Always => "always",
            Program::Never => "never",
            Program::Table(_) => "table",
            Program::Backtrack(_) => "backtrack",
        };
        println!("{kind:9} {pattern}");
    }
    divan::main();
}

#[divan::bench(args = PATTERNS)]
fn decision(bencher: Bencher<'_, '_>, pattern: &str) {
    let program = program(pattern);
    bencher.bench(|| program.decide(black_box(SUBJECT)));
}

#[divan::bench(args = [10, 1_000, 10_000])]
fn plan_load(bencher: Bencher<'_, '_>, steps: usize) {
    let text = plan(steps);
    bencher.bench(|| Plan::parse(black_box(&text)).expect("the plan loads"));
}

/// A plan of a project's `preToolUse` with that many steps.
fn plan(steps: usize) -> String {
    let source = Source {
        kind: SourceKind::Project,
        name: None,
        file: "${project}/.cursor/hooks.json".parse().expect("a path"),
        sha256: Digest::of(b"the file's content"),
        cwd: "${project}".parse().expect("a path"),
        format: Format::Native,
        voided: None,
    };
    let event = Event::PreToolUse;
    let step = |place: usize| Step {
        id: source.step_id(event, place),
        source: 0,
        run: Action::Command { line: format!(".cursor/hooks/guard-{place}.sh"), scripts: Vec::new() },
        matcher: Some(Matcher { pattern: "Shell|Write".to_owned(), program: program("Shell|Write") }),
        timeout_ms: 10_000,
        fail_closed: false,
        loop_limit: None,
        cwd: None,
    };
    Plan::seal(Body {
        events: [(event, (0..steps).map(step).collect())].into(),
        sources: vec![source.clone()],
        ..Body::default()
    })
    .expect("the plan holds")
    .to_json()
}
