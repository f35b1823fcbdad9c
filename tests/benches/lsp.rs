//! The language server's figures: a keystroke until its diagnostics are there, a start until the first ones, and the memory after many edits.
//!
//! `cargo bench -p hookc-tests --bench lsp` measures `HOOKC_BIN`, or the `hookc` beside it that cargo builds without optimisation; name an optimised one.

#![expect(clippy::print_stdout, reason = "the report is what this is for")]

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use hookc_tests::Tree;
use hookc_tests::lsp::TestServer;
use serde_json::json;

const HOOKS: &str = ".cursor/hooks.json";
const KEYSTROKES: usize = 500;
const STARTS: usize = 30;
const EDITS: usize = 20_000;

const EVENTS: [&str; 6] =
    ["stop", "sessionStart", "preToolUse", "beforeShellExecution", "afterFileEdit", "beforeMCPExecution"];

/// A hooks file of about this many bytes, with a fault here and there as files have them.
fn hooks_file(size: usize) -> String {
    let mut text = "{\n  \"version\": 1,\n  \"hooks\": {\n".to_owned();
    let each = size / EVENTS.len();
    for (place, event) in EVENTS.iter().enumerate() {
        let start = text.len();
        let _ = write!(text, "    \"{event}\": [");
        let mut number = 0;
        while number == 0 || text.len() - start < each {
            let comma = if number == 0 { "" } else { "," };
            let fault = if number % 20 == 7 { ", \"note\": 1" } else { "" };
            let _ = write!(
                text,
                "{comma}\n      {{ \"command\": \".cursor/hooks/step-{}.sh --number {number}\", \"timeout\": 30{fault} }}",
                number % 5
            );
            number += 1;
        }
        text.push_str("\n    ]");
        text.push_str(if place + 1 == EVENTS.len() { "\n" } else { ",\n" });
    }
    text.push_str("  }\n}\n");
    text
}

fn project(size: usize) -> Tree {
    let tree = Tree::new().file(HOOKS, hooks_file(size));
    (0..5).fold(tree, |tree, number| {
        tree.script(&format!(".cursor/hooks/step-{number}.sh"), "#!/bin/sh\nexit 0\n")
    })
}

fn main() {
    println!("keystroke to diagnostics      p50        p99");
    for (name, size) in [("1 KB", 1_000), ("10 KB", 10_000), ("1 MB", 1_000_000)] {
        report(name, keystrokes(project(size)));
    }
    let workspace = (0..199).fold(project(1_000), |tree, number| {
        tree.file(&format!("packages/p{number}/.cursor/hooks.json"), hooks_file(1_000))
    });
    report("200 files of hooks", keystrokes(workspace));
    let mut starts: Vec<Duration> = (0..STARTS).map(|_| start_to_diagnostics()).collect();
    starts.sort();
    println!(
        "start to first diagnostics  {:>8.2?} p50, {:>8.2?} at most",
        starts[STARTS / 2],
        starts[STARTS - 1]
    );
    memory_after_edits();
}

fn report(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
    println!("{name:26} {:>8.2?}   {:>8.2?}", at(50), at(99));
}

/// Types and deletes a letter inside of a command in the middle of the file, and waits for the diagnostics each time.
fn keystrokes(tree: Tree) -> Vec<Duration> {
    let text = tree.read(HOOKS);
    let mut server = TestServer::start(tree);
    server.open(HOOKS);
    server.wait_for_version(HOOKS, 1);
    let middle = text[..text.len() / 2].rfind("--number").unwrap_or_default();
    let line = text[..middle].matches('\n').count();
    let column = text[..middle].rsplit('\n').next().map_or(0, str::len);
    let mut times = Vec::with_capacity(KEYSTROKES);
    for keystroke in 0..KEYSTROKES {
        let (length, letter) = if keystroke % 2 == 0 { (0, "x") } else { (1, "") };
        let range = json!({
            "start": { "line": line, "character": column }, "end": { "line": line, "character": column + length }
        });
        let start = Instant::now();
        server.change(HOOKS, json!([{ "range": range, "text": letter }]));
        server.wait_for_version(HOOKS, keystroke + 2);
        times.push(start.elapsed());
    }
    times
}

fn start_to_diagnostics() -> Duration {
    let tree = Tree::new().file(HOOKS, "{}");
    let start = Instant::now();
    let mut server = TestServer::start(tree);
    server.open(HOOKS);
    server.wait_for_version(HOOKS, 1);
    start.elapsed()
}

fn memory_after_edits() {
    let tree = project(10_000);
    let mut server = TestServer::start(tree);
    server.open(HOOKS);
    for edit in 0..EDITS {
        let (length, letter) = if edit % 2 == 0 { (0, " ") } else { (1, "") };
        let range = json!({
            "start": { "line": 4, "character": 6 }, "end": { "line": 4, "character": 6 + length }
        });
        server.change(HOOKS, json!([{ "range": range, "text": letter }]));
        if edit % 10 == 0 {
            server.wait_for_version(HOOKS, edit + 2);
        }
    }
    server.wait_for_version(HOOKS, EDITS + 1);
    let mib = |bytes: Option<u64>| bytes.map_or("unknown".to_owned(), |bytes| format!("{} MiB", bytes >> 20));
    println!(
        "memory after {EDITS} edits    {} now, {} at most",
        mib(server.memory()),
        mib(server.peak_memory())
    );
}
