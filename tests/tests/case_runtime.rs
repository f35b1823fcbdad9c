//! The runtime tables of the cases: what each reported fault comes to when it is run, in both semantics.
//!
//! Without the programs that the cases' hooks are written for the test says so and passes; with `HOOKC_REQUIRE_TOOLS=1` it fails.

#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    reason = "the cases are files of this repository, copied before they run"
)]
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a broken fixture fails the test, and a skipped test says so"
)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use hookc_tests::{Hookc, Ran};
use serde::Deserialize;
use serde_json::Value;
use tempfile::TempDir;

/// What the hooks of the cases are written for.
const TOOLS: [&str; 5] = ["sh", "bash", "node", "python3", "jq"];

#[derive(Deserialize)]
struct Case {
    id: String,
    source: String,
    #[serde(default)]
    layout: BTreeMap<String, String>,
    #[serde(default)]
    modes: BTreeMap<String, String>,
    #[serde(default)]
    runtime: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    event: String,
    payload: String,
    expected: String,
    expected_observed: Option<String>,
    #[serde(default = "yes")]
    run: bool,
    #[serde(default)]
    stdin_bom: usize,
    #[serde(default)]
    env: BTreeMap<String, String>,
}

const fn yes() -> bool {
    true
}

#[test]
fn every_case_comes_to_what_its_table_says() {
    if !tools_are_there() {
        return;
    }
    let (mut ran, mut differ) = (0, Vec::new());
    for case in cases() {
        for (place, row) in case.runtime.iter().enumerate().filter(|(_, row)| row.run) {
            for semantics in ["documented", "observed"] {
                let expected = match &row.expected_observed {
                    Some(expected) if semantics == "observed" => expected,
                    _ => &row.expected,
                };
                let outcome = run(&case, row, semantics);
                let decision = decision(&outcome);
                ran += 1;
                if decision != *expected {
                    let id = &case.id;
                    differ.push(format!(
                        "{id}[{place}] {semantics}: {decision} instead of {expected}\n{outcome:#?}"
                    ));
                }
            }
        }
    }
    assert!(differ.is_empty(), "{} of {ran}:\n{}", differ.len(), differ.join("\n"));
    assert!(ran >= 90, "only {ran} runs");
}

fn tools_are_there() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |tool: &&str| std::env::split_paths(&path).any(|folder| folder.join(tool).is_file());
    let Some(missing) = TOOLS.iter().find(|tool| !is_there(tool)) else { return true };
    let is_required = std::env::var_os("HOOKC_REQUIRE_TOOLS").is_some_and(|value| value == "1");
    assert!(!is_required, "{missing} is missing");
    eprintln!("skipped: {missing} is not installed");
    false
}

fn folder_of_cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

fn cases() -> Vec<Case> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder_of_cases())
        .unwrap()
        .map(|entry| entry.unwrap().path().join("case.toml"))
        .collect();
    paths.sort();
    let read = |path: &PathBuf| toml::from_str(&fs::read_to_string(path).ok()?).ok();
    paths.iter().filter_map(read).collect()
}

/// Runs a row in a copy of its case, which stands where the source of the case wants it.
fn run(case: &Case, row: &Row, semantics: &str) -> Ran {
    let space = tempfile::tempdir().unwrap();
    let workspace = space.path().join("workspace");
    fs::create_dir(&workspace).unwrap();
    let installed = installed(case, row, &space, &workspace);
    let payload = "\u{feff}".repeat(row.stdin_bom)
        + &row.payload.replace("/home/dev/demo", &workspace.display().to_string());
    let mut hookc = Hookc::new()
        .in_folder(&workspace)
        .args(["run", &row.event, "--lenient", "--semantics", semantics, "--trace=json"])
        .args(places(case, &installed, &workspace))
        .input(payload);
    if let Some(path) = row.env.get("PATH") {
        let path = if path == "@nojq" { path_without_jq(&space) } else { path.into() };
        hookc = hookc.env("PATH", path);
    }
    hookc.run()
}

/// The copy of the case. A plugin is installed in a folder of the name that the case gives.
fn installed(case: &Case, row: &Row, space: &TempDir, workspace: &Path) -> PathBuf {
    let from = folder_of_cases().join(&case.id);
    let to = match (case.source.as_str(), row.env.get("CURSOR_PLUGIN_ROOT")) {
        ("project" | "claude", _) => workspace.to_path_buf(),
        (_, Some(root)) => space.path().join(root.trim_start_matches('/')),
        _ => space.path().join("installed"),
    };
    copy(&from, &to);
    for (file, mode) in &case.modes {
        let mode = u32::from_str_radix(mode, 8).unwrap();
        fs::set_permissions(to.join(file), fs::Permissions::from_mode(mode)).unwrap();
    }
    to
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else if entry.file_name() != "case.toml" {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn places(case: &Case, installed: &Path, workspace: &Path) -> Vec<String> {
    let below = |name: &str| case.layout.get(name).map(|folder| installed.join(folder));
    let flag = |flag: &str, folder: &Path| [flag.to_owned(), folder.display().to_string()];
    let project = below("project").unwrap_or_else(|| workspace.to_path_buf());
    let mut places: Vec<String> = flag("--workspace", &project).into();
    places.extend(below("home").into_iter().flat_map(|home| flag("--home", &home)));
    match case.source.as_str() {
        "user" => places.extend(flag("--home", installed)),
        "plugin" => places.extend(flag("--plugin", installed)),
        "enterprise" => places.extend(flag("--system-root", installed)),
        _ => {}
    }
    places
}

/// Everything of the usual folders but one program.
fn path_without_jq(space: &TempDir) -> PathBuf {
    let folder = space.path().join("bin");
    fs::create_dir(&folder).unwrap();
    for entry in
        ["/usr/bin", "/bin"].iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten()
    {
        if entry.file_name() != "jq" {
            // Both folders are often one.
            let _ = symlink(entry.path(), folder.join(entry.file_name()));
        }
    }
    folder
}

/// What the run came to, in the words of the cases.
fn decision(ran: &Ran) -> &'static str {
    if ran.stderr.contains("the host reads nothing of") {
        return "not-loaded";
    }
    let Some(trace) = ran.stderr.lines().last().and_then(|line| serde_json::from_str::<Value>(line).ok())
    else {
        return "no trace";
    };
    let steps = trace["steps"].as_array().unwrap();
    if !steps.is_empty() && steps.iter().all(|step| step["runs"] == false) {
        return "not-run";
    }
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    match (answer["permission"].as_str(), answer["continue"].as_bool()) {
        (Some("deny"), _) | (_, Some(false)) => return "deny",
        (Some("ask"), _) => return "ask",
        (Some(_), _) | (_, Some(true)) => return "allow",
        (None, None) => {}
    }
    if answer.get("followup_message").is_some() {
        return "followup";
    }
    if answer.get("additional_context").is_some() {
        return "context";
    }
    let event: hookc_schema::Event = serde_json::from_value(trace["event"].clone()).unwrap();
    if event.facts().blocking.value.can_block() { "allow" } else { "none" }
}
