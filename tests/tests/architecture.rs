//! The edges between the crates of the workspace, and no others.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

/// What each crate may depend on, directly, among the crates of this workspace.
const EDGES: [(&str, &[&str]); 8] = [
    ("hookc-schema", &[]),
    ("hookc-runtime", &["hookc-schema"]),
    ("hookc-compiler", &["hookc-runtime", "hookc-schema"]),
    ("hookc-policies", &["hookc-compiler", "hookc-schema"]),
    ("hookc-lsp", &["hookc-compiler", "hookc-policies", "hookc-runtime", "hookc-schema"]),
    ("hookc", &["hookc-compiler", "hookc-lsp", "hookc-policies", "hookc-runtime", "hookc-schema"]),
    ("hookc-tests", &["hookc-compiler", "hookc-lsp", "hookc-policies", "hookc-runtime", "hookc-schema"]),
    ("xtask", &["hookc-policies", "hookc-runtime", "hookc-schema"]),
];

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo starts");
    serde_json::from_slice(&output.stdout).expect("cargo describes the workspace")
}

/// The normal dependencies of each crate on crates of the workspace.
fn edges(metadata: &Value) -> BTreeMap<&str, Vec<&str>> {
    let packages = metadata["packages"].as_array().expect("packages");
    packages
        .iter()
        .map(|package| {
            let dependencies = package["dependencies"].as_array().expect("dependencies").iter();
            let ours = dependencies
                .filter(|dependency| dependency["kind"].is_null() && !dependency["path"].is_null())
                .filter_map(|dependency| dependency["name"].as_str());
            (package["name"].as_str().expect("a name"), ours.collect())
        })
        .collect()
}

#[test]
fn every_crate_knows_only_those_below_it() {
    let metadata = metadata();
    let edges = edges(&metadata);
    for (name, dependencies) in &edges {
        let (_, allowed) = EDGES.iter().find(|(known, _)| known == name).expect("every crate has its line");
        for dependency in dependencies {
            assert!(allowed.contains(dependency), "{name} must not depend on {dependency}");
        }
    }
    assert_eq!(edges.len(), EDGES.len());
}

#[test]
fn the_runtime_does_not_generate_schemas() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("packages");
    let runtime = packages.iter().find(|package| package["name"] == "hookc-runtime").expect("the runtime");
    for dependency in runtime["dependencies"].as_array().expect("dependencies") {
        if dependency["name"] == "hookc-schema" {
            assert_eq!(dependency["features"], serde_json::json!([]));
        }
    }
}
