//! What hookc is made of: every dependency has its line, and no crate of ours may have unsafe code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use hookc_compiler::system::{OsSystem, System as _};
use serde_json::Value;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = repository().join(path);
    let bytes = OsSystem.read(&path, 1 << 20).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8(bytes).expect("a file of this repository is UTF-8")
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(repository())
        .output()
        .expect("cargo starts");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo describes the workspace");
    metadata["packages"].as_array().expect("packages").clone()
}

/// The crates from outside that any of ours names.
fn direct() -> BTreeSet<String> {
    let packages = packages();
    let dependencies =
        packages.iter().flat_map(|package| package["dependencies"].as_array().into_iter().flatten());
    let outside = dependencies.filter(|dependency| dependency["path"].is_null());
    outside.filter_map(|dependency| dependency["name"].as_str()).map(str::to_owned).collect()
}

/// The rows of the tables of a page, as their cells.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").collect()).collect()
}

fn in_code(cell: &str) -> Option<&str> {
    cell.strip_prefix('`')?.strip_suffix('`')
}

#[test]
fn every_direct_dependency_says_what_it_is_for_and_why_it_is_not_our_own() {
    let page = read("docs/dependencies.md");
    let (dependencies, _) = page.split_once("## Two versions").expect("the section about duplicates");
    let rows = rows(dependencies);
    let explained: Vec<&str> = rows.iter().filter_map(|row| in_code(row[0])).collect();
    let known: BTreeSet<String> = explained.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(known.len(), explained.len(), "a crate has two lines");
    assert_eq!(known, direct());
    for row in rows.iter().filter(|row| in_code(row[0]).is_some()) {
        assert!(row.len() == 4 && row.iter().all(|cell| !cell.trim().is_empty()), "{row:?}");
    }
}

#[test]
fn every_duplicate_that_is_let_through_says_why() {
    let page = read("docs/dependencies.md");
    let (_, duplicates) = page.split_once("## Two versions").expect("the section about duplicates");
    let explained: BTreeSet<&str> = rows(duplicates).iter().filter_map(|row| in_code(row[0])).collect();
    let settings: toml::Table = read("deny.toml").parse().expect("deny.toml is TOML");
    let skipped = settings["bans"]["skip"].as_array().expect("a list");
    let skipped: BTreeSet<&str> =
        skipped.iter().filter_map(|entry| entry["crate"].as_str()?.split('@').next()).collect();
    assert_eq!(skipped, explained);
}

#[test]
fn no_crate_of_the_workspace_may_have_unsafe_code() {
    let workspace: toml::Table = read("Cargo.toml").parse().expect("Cargo.toml is TOML");
    assert_eq!(workspace["workspace"]["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    let packages = packages();
    assert!(packages.len() >= 8);
    for package in packages {
        let manifest = package["manifest_path"].as_str().expect("a path");
        let table: toml::Table = read(manifest).parse().expect("a manifest is TOML");
        let inherits = table.get("lints").and_then(|lints| lints.get("workspace")?.as_bool());
        assert_eq!(inherits, Some(true), "{manifest} does not take the lints of the workspace");
    }
}

/// The tests that a page names: `module::test` in the column of tests, below `tests/tests/hostile`.
#[test]
fn every_claim_about_security_names_a_test_that_is_there() {
    let page = read("docs/security.md");
    let named = page.split('`').skip(1).step_by(2).filter(|name| {
        name.contains("::")
            && name.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b':'))
    });
    let named: BTreeSet<&str> = named.collect();
    assert!(named.len() > 25, "{named:?}");
    for name in named {
        let (module, test) = name.split_once("::").expect("a module");
        let test = test.rsplit("::").next().expect("a name");
        let text = read(format!("tests/tests/hostile/{module}.rs"));
        assert!(text.contains(&format!("fn {test}(")), "{name} is no test");
    }
    let whole = page.split("all of `").skip(1).filter_map(|rest| rest.split('`').next());
    for module in whole {
        assert!(read(format!("tests/tests/hostile/{module}.rs")).contains("#[test]"), "{module}");
    }
}

/// The sources of a crate below its `src`, tests cut off.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in OsSystem.read_dir(folder).expect("a folder of sources") {
        let path = folder.join(&entry.name);
        let name = entry.name.to_string_lossy();
        if path.extension().is_some_and(|extension| extension == "rs") {
            if !name.ends_with("tests.rs") {
                let text = read(&path);
                let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
                found.push((path, code));
            }
        } else if !name.contains('.') {
            sources(&path, found);
        }
    }
}

#[test]
fn only_the_runtime_starts_processes_and_nothing_opens_a_connection() {
    for (folder, starts_processes) in [
        ("schema", false),
        ("compiler", false),
        ("policies", false),
        ("lsp", false),
        ("cli", false),
        ("runtime", true),
    ] {
        let mut found = Vec::new();
        sources(&repository().join(folder).join("src"), &mut found);
        assert!(found.len() > 3);
        for (path, code) in found {
            let starts = code.contains("process::Command") || code.contains("process::{Command");
            assert!(starts_processes || !starts, "{} starts processes", path.display());
            assert!(!code.contains("std::net"), "{} knows the network", path.display());
        }
    }
}
