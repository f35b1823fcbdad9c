//! What nobody writes by hand: whatever a repository holds, every command ends with an exit code that says something, within bounds that the
//! operating system holds it to, reads nothing outside of what it was given, and sends nothing to the terminal but text.

mod bytes;
mod commands;
mod configuration;
mod editor;
mod escapes;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod git;
mod limits;
mod matchers;
mod places;
#[cfg(unix)]
mod reads;
mod rules;
#[cfg(unix)]
mod runs;
mod scripts;
mod structure;
mod trees;
#[cfg(unix)]
mod writes;

use std::fmt::Write as _;
use std::time::Duration;

use hookc_compiler::analysis::{Request, Settings};
use hookc_compiler::system::MemorySystem;
use hookc_tests::{Hookc, Limits, Ran, Tree};

/// A run that waits for something uses no processor time; this ends it, and is far more than any run needs.
const PATIENCE: Duration = Duration::from_mins(10);

/// How many hooks a huge file holds; fewer without optimisation, where they cost ten times as much.
const MANY: usize = if cfg!(debug_assertions) { 40_000 } else { 200_000 };

/// Every form in which findings are told.
const FORMATS: [&str; 8] = ["human", "concise", "json", "sarif", "github", "gitlab", "junit", "markdown"];

const EVENTS: [&str; 6] =
    ["stop", "sessionStart", "preToolUse", "beforeShellExecution", "afterFileEdit", "beforeMCPExecution"];

/// What wakes every rule.
const EVERYTHING: [&str; 8] = [
    "check",
    "--pedantic",
    "--platform=linux",
    "--platform=windows",
    "--platform=macos",
    "--target=editor",
    "--target=cli",
    "--target=cloud",
];

/// Runs hookc in a tree, within bounds.
fn run<'a>(tree: &Tree, arguments: impl IntoIterator<Item = &'a str>, limits: Limits) -> Ran {
    ended(Hookc::new().in_folder(tree.path()).args(arguments).within(limits).run_within(PATIENCE))
}

/// A run that came to an end of its own.
fn ended(ran: Ran) -> Ran {
    assert!(matches!(ran.code, Some(0..=2)), "exit {:?}\n{}", ran.code, ran.stderr);
    let has_panicked = |text: &str| text.contains("panicked at");
    assert!(!has_panicked(&ran.stderr) && !has_panicked(&ran.stdout), "{}", ran.stderr);
    ran
}

/// Checks a workspace with every rule awake.
fn check_within(tree: &Tree, format: &str, limits: Limits) -> Ran {
    run(tree, EVERYTHING.into_iter().chain(["--format", format]), limits)
}

/// The same, of a tree of any size.
fn check(tree: &Tree, format: &str) -> Ran {
    check_within(tree, format, Limits::LARGE)
}

/// Checks a hooks file, and tells how often each of these is said of it.
fn check_file(text: impl AsRef<[u8]>, rules: &[&str]) -> (Option<i32>, Vec<usize>) {
    let tree = Tree::new().file(".cursor/hooks.json", text);
    let ran = check(&tree, "concise");
    (ran.code, rules.iter().map(|rule| told(&ran, rule)).collect())
}

/// How many findings of a rule are told, those included that are only counted.
fn told(ran: &Ran, rule: &str) -> usize {
    let lines = ran.stdout.lines().filter(|line| line.contains(&format!("[{rule}]")));
    let more = |line: &str| -> usize {
        let (_, counted) = line.rsplit_once(" (and ").unwrap_or_default();
        counted.split_once(" more of this kind").and_then(|(count, _)| count.parse().ok()).unwrap_or(0)
    };
    lines.map(|line| 1 + more(line)).sum()
}

/// Checks a hooks file for people, which shows the text itself.
fn survives(text: impl AsRef<[u8]>) {
    check(&Tree::new().file(".cursor/hooks.json", text), "human");
}

/// Checks a hooks file in each form of output.
fn survives_in_every_format(text: impl AsRef<[u8]>) {
    let tree = Tree::new().file(".cursor/hooks.json", text);
    for format in FORMATS {
        check(&tree, format);
    }
}

/// A hooks file with these events, each followed by its hooks.
fn hooks_file(events: &[(&str, String)]) -> String {
    let events: Vec<String> = events.iter().map(|(event, hooks)| format!("\"{event}\": [{hooks}]")).collect();
    format!("{{ \"version\": 1, \"hooks\": {{ {} }} }}", events.join(", "))
}

/// That many entries, separated by commas.
fn entries(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(",\n")
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn one_command(command: &str) -> String {
    hooks_file(&[("stop", format!("{{ \"command\": {} }}", quoted(command)))])
}

fn one_matcher(matcher: &str) -> String {
    let hook = format!("{{ \"command\": \"audit-log\", \"matcher\": {} }}", quoted(matcher));
    hooks_file(&[("preToolUse", hook)])
}
