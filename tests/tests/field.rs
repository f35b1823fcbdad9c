//! Real files: 120 skeletons of public hooks files. A file is called broken exactly when the host refuses it, and the others get few words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::Settings;
use hookc_compiler::diagnostic::{Diagnostic, Effect, Level};
use hookc_compiler::system::{MemorySystem, OsSystem, System};
use hookc_schema::SourceKind;

/// A row of `tests/field/index.tsv`.
struct Row {
    file: String,
    kind: SourceKind,
    loader: Loader,
    why: String,
}

/// What the host does with a file (HOOKS.md 4.2).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loader {
    Loads,
    Refuses,
    /// A file of another product, which a lenient loader reads.
    Imports,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("field")
}

fn read(name: &str) -> Vec<u8> {
    OsSystem.read(&folder().join(name), 1 << 20).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn rows() -> Vec<Row> {
    let index = String::from_utf8(read("index.tsv")).expect("the index is UTF-8");
    index.lines().skip(1).map(row).collect()
}

fn row(line: &str) -> Row {
    let mut cells = line.split('\t');
    let mut cell = || cells.next().unwrap_or_default().to_owned();
    let (file, kind, loader, why) = (cell(), cell(), cell(), cell());
    let kind = match kind.as_str() {
        "cursor-project" => SourceKind::Project,
        "cursor-plugin" => SourceKind::Plugin,
        "cursor-user-template" => SourceKind::User,
        "claude-settings" => SourceKind::ClaudeProject,
        _ => panic!("{file}: no kind {kind}"),
    };
    let loader = match loader.as_str() {
        "loads" => Loader::Loads,
        "refused" => Loader::Refuses,
        "-" => Loader::Imports,
        _ => panic!("{file}: the loader does not `{loader}`"),
    };
    Row { file, kind, loader, why }
}

/// What a user sees of a file that is checked by itself.
fn findings(row: &Row) -> Vec<Diagnostic> {
    let system = MemorySystem::new();
    let report =
        hookc_policies::check_text(&system, row.kind, &row.file, &read(&row.file), &Settings::default());
    report.diagnostics.into_iter().filter(|finding| !finding.pedantic).collect()
}

/// How often each rule speaks, by level, the loudest first.
fn table<'f>(findings: impl IntoIterator<Item = &'f Diagnostic>) -> String {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for finding in findings {
        *counts.entry((finding.level.name(), finding.rule)).or_default() += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    rows.into_iter().fold(String::new(), |mut table, ((level, rule), count)| {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{count:2} {level}[{rule}]");
        table
    })
}

fn of_loader(loader: Loader) -> Vec<Diagnostic> {
    rows().iter().filter(|row| row.loader == loader).flat_map(findings).collect()
}

#[test]
fn the_index_and_the_folder_agree() {
    let listed: BTreeSet<String> = rows().into_iter().map(|row| row.file).collect();
    let entries = OsSystem.read_dir(&folder()).expect("the field files are in a folder");
    let files: BTreeSet<String> = entries
        .into_iter()
        .map(|entry| entry.name.to_string_lossy().into_owned())
        .filter(|name| name != "index.tsv")
        .collect();
    assert_eq!(listed, files);
    assert_eq!(listed.len(), 120);
}

#[test]
fn a_file_is_called_lost_exactly_when_the_host_refuses_it() {
    let mut judged = 0;
    let mut failures = Vec::new();
    for row in rows().into_iter().filter(|row| row.loader != Loader::Imports) {
        let findings = findings(&row);
        let fatal: Vec<_> =
            findings.iter().filter(|finding| finding.effect == Effect::VoidsFile).map(|f| f.rule).collect();
        judged += 1;
        if fatal.is_empty() == (row.loader == Loader::Refuses) {
            failures.push(format!("{}: the host says `{}`, we say {fatal:?}", row.file, row.why));
        }
    }
    assert_eq!(judged, 109);
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn what_costs_a_file_is_an_error() {
    for row in rows() {
        let findings = findings(&row);
        let mut fatal = findings.iter().filter(|finding| finding.effect == Effect::VoidsFile);
        assert!(fatal.all(|finding| finding.level == Level::Error), "{}: {findings:?}", row.file);
    }
}

#[test]
fn files_that_load_get_fewer_than_three_warnings_in_ten() {
    let files = rows().iter().filter(|row| row.loader == Loader::Loads).count();
    let findings = of_loader(Loader::Loads);
    let loud = findings.iter().filter(|finding| finding.level != Level::Info).count();
    assert!(loud * 10 < files * 3, "{loud} warnings and errors in {files} files:\n{}", table(&findings));
}

#[test]
fn what_is_said_of_files_that_load() {
    insta::assert_snapshot!(table(&of_loader(Loader::Loads)), @"
    13 info[matcher-vocabulary]
     8 info[plugin-relative-path]
     7 info[double-run]
     5 warning[unquoted-path]
     3 error[unknown-entry-key]
     3 warning[inert-prompt-hook]
     2 error[matcher-wrong-subject]
     2 error[plugin-relative-path]
     2 info[home-path-in-project]
     2 info[inert-option]
     2 warning[machine-specific-path]
     1 info[swallowed-failure]
     1 warning[byte-order-mark]
     1 warning[matcher-mcp-blank]
     1 warning[unexpanded-placeholder]
    ");
}

#[test]
fn what_is_said_of_files_that_are_refused() {
    insta::assert_snapshot!(table(&of_loader(Loader::Refuses)), @"
    19 error[missing-version]
    12 error[unknown-event]
    11 info[matcher-vocabulary]
     9 error[hooks-shape]
     7 info[plugin-relative-path]
     6 error[unknown-entry-key]
     5 error[unexpanded-placeholder]
     4 error[claude-nested-shape]
     4 error[invalid-json]
     4 error[type-mismatch]
     4 warning[unknown-entry-key]
     2 info[unpinned-package]
     1 error[bad-version]
     1 info[matcher-undocumented-subject]
     1 warning[inert-prompt-hook]
     1 warning[stdout-not-json]
     1 warning[timeout-milliseconds]
    ");
}

#[test]
fn what_is_said_of_files_of_another_product() {
    insta::assert_snapshot!(table(&of_loader(Loader::Imports)), @"
    2 info[unsupported-claude-event]
    1 info[home-path-in-project]
    1 info[unpinned-package]
    1 warning[unexpanded-placeholder]
    ");
}
