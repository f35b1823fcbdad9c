//! The hooks files that the vendor's documentation shows: what it shows as working is not called wrong.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::Settings;
use hookc_compiler::diagnostic::Level;
use hookc_compiler::system::{MemorySystem, OsSystem, System};
use hookc_schema::SourceKind;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Index {
    #[serde(rename = "about")]
    _about: String,
    files: Vec<Seed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seed {
    file: String,
    #[serde(rename = "section")]
    _section: String,
    source: String,
    expected: Expected,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Expected {
    Loads,
    /// Some pages leave out what others call required (HOOKS.md 0.1).
    MissingVersion,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds")
}

fn read(name: &str) -> Vec<u8> {
    OsSystem.read(&folder().join(name), 1 << 20).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn seeds() -> Vec<Seed> {
    let index: Index = serde_json::from_slice(&read("index.json")).expect("the index is well formed");
    index.files
}

/// The warnings and errors of a seed that is checked as its source.
fn complaints(seed: &Seed) -> Vec<(Level, &'static str)> {
    let kind = SourceKind::from_name(&seed.source).unwrap_or_else(|| panic!("no source {}", seed.source));
    let system = MemorySystem::new();
    let report =
        hookc_policies::check_text(&system, kind, &seed.file, &read(&seed.file), &Settings::default());
    assert!(report.hooks > 0, "{}: no hook is seen", seed.file);
    let loud = report.diagnostics.iter().filter(|finding| finding.level != Level::Info);
    loud.map(|finding| (finding.level, finding.rule)).collect()
}

#[test]
fn what_the_documentation_shows_is_right_but_for_a_version_that_it_forgets() {
    let mut seen = BTreeSet::new();
    for seed in seeds() {
        let expected: &[_] = match seed.expected {
            Expected::Loads => &[],
            Expected::MissingVersion => &[(Level::Error, "missing-version")],
        };
        assert_eq!(complaints(&seed), expected, "{}", seed.file);
        seen.insert(seed.expected);
    }
    assert_eq!(seen.len(), 2, "both kinds of seeds are there");
}

#[test]
fn the_index_and_the_folder_agree() {
    let listed: BTreeSet<String> = seeds().into_iter().map(|seed| seed.file).collect();
    let entries = OsSystem.read_dir(&folder()).expect("the seeds are in a folder");
    let names = entries.into_iter().map(|entry| entry.name.to_string_lossy().into_owned());
    assert_eq!(listed, names.filter(|name| name != "index.json").collect());
}
