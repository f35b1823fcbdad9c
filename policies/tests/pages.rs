//! Every rule has a page, and what the page shows is true.

#[path = "../../tests/src/example.rs"]
pub mod example;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use example::{Finding, Section, sections};
use hookc_compiler::diagnostic::{Diagnostic, FileId, Level};
use hookc_compiler::source::{Problem, ProblemKind};
use hookc_compiler::system::{OsSystem, System};
use hookc_policies::rule::Rule;

const STAYS_SILENT: &str = "Stays silent";
const MUST_HAVE: [&str; 6] =
    ["What the host does", "Evidence", "Fails", "Fixed", STAYS_SILENT, "When to ignore it"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules")
}

/// The names that the files of the folder stand for.
fn files() -> BTreeSet<String> {
    let entries = OsSystem.read_dir(&folder()).expect("the rules are in a folder");
    let names = entries.into_iter().map(|entry| entry.name.to_string_lossy().into_owned());
    names.filter(|name| name != "mod.rs").map(|name| name.replace(".rs", "").replace('_', "-")).collect()
}

fn page(rule: &Rule) -> Vec<Section> {
    sections(&rule.page())
}

/// The sections of this title on every page, with their rules.
fn everywhere(title: &str) -> Vec<(&'static Rule, Section)> {
    let rules = hookc_policies::rules().iter();
    rules
        .flat_map(|rule| page(rule).into_iter().map(move |section| (*rule, section)))
        .filter(|(_, section)| section.title == title)
        .collect()
}

#[track_caller]
fn no_failures(failures: &[String]) {
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

fn list(findings: &[Finding<'_>]) -> String {
    let lines: Vec<String> = findings.iter().map(|finding| format!("    {finding}")).collect();
    if lines.is_empty() { "    nothing".to_owned() } else { lines.join("\n") }
}

#[test]
fn every_rule_is_one_file_of_its_name() {
    let rules: Vec<String> = hookc_policies::rules().iter().map(|rule| rule.name.to_owned()).collect();
    let names: BTreeSet<String> = rules.iter().cloned().collect();
    assert_eq!(names.len(), rules.len(), "a rule stands twice in the list");
    assert_eq!(names, files(), "the list of rules, and the files of the folder");
    for name in names {
        let path = folder().join(name.replace('-', "_")).with_extension("rs");
        let text = String::from_utf8(OsSystem.read(&path, 1 << 20).unwrap()).unwrap();
        assert!(text.contains(&format!("\n    \"{name}\", [")), "{} declares another rule", path.display());
    }
}

#[test]
fn every_page_starts_with_one_sentence() {
    for rule in hookc_policies::rules() {
        let summary = rule.summary();
        assert!(summary.ends_with('.') && !summary.contains(". "), "{}: {summary}", rule.name);
        let after = rule.page().lines().skip_while(|line| line.trim() != summary).nth(1).map(str::to_owned);
        assert_eq!(after.as_deref(), Some(""), "{}: the sentence is longer than its line", rule.name);
    }
}

#[test]
fn every_page_has_its_sections_in_order() {
    for rule in hookc_policies::rules() {
        let sections = page(rule);
        let mut titles: Vec<&str> = sections.iter().map(|section| section.title.as_str()).collect();
        for section in &sections {
            assert!(!section.is_empty, "{}: `{}` is empty", rule.name, section.title);
        }
        titles.dedup();
        assert_eq!(titles, MUST_HAVE, "{}", rule.name);
    }
}

#[test]
fn what_a_page_calls_a_fault_is_reported() {
    let mut failures = Vec::new();
    for (rule, section) in everywhere("Fails") {
        let examples = section.examples();
        assert!(!examples.is_empty(), "{}: `Fails` has no example", rule.name);
        for example in examples {
            let report = example.check();
            let findings = example.findings(&report);
            let is_allowed = |finding: &Finding<'_>| {
                let name = finding.diagnostic.rule;
                name == rule.name || section.options.also.iter().any(|other| other == name)
            };
            let has_own = findings.iter().any(|finding| finding.diagnostic.rule == rule.name);
            if !has_own || !findings.iter().all(is_allowed) {
                failures.push(format!("{}: `Fails` yields\n{}", rule.name, list(&findings)));
            }
        }
    }
    no_failures(&failures);
}

/// Whether the rule of a finding declares its level and its effect.
fn is_declared(diagnostic: &Diagnostic) -> bool {
    hookc_policies::rules().iter().any(|rule| {
        rule.name == diagnostic.rule
            && rule.levels.contains(&diagnostic.level)
            && rule.effects.contains(&diagnostic.effect)
    })
}

#[test]
fn findings_about_files_that_cannot_be_had_have_declared_levels_and_effects() {
    let denied = std::io::ErrorKind::PermissionDenied;
    let target = || PathBuf::from("../elsewhere/hooks.json");
    let kinds = [
        ProblemKind::Missing,
        ProblemKind::NotAFile,
        ProblemKind::NotAFolder,
        ProblemKind::Unreadable(denied),
        ProblemKind::UnreadableFolder(denied),
        ProblemKind::DanglingLink(target()),
        ProblemKind::LinkCycle,
        ProblemKind::LinkOutOfTree(target()),
        ProblemKind::SpecialFile,
        ProblemKind::TooLarge,
        ProblemKind::TooManyValues,
    ];
    for kind in kinds {
        let problem = Problem { path: PathBuf::from("hooks.json"), shown: "hooks.json".to_owned(), kind };
        let diagnostic = problem.diagnostic(FileId(0));
        assert!(is_declared(&diagnostic), "{:?}: {} {:?}", problem.kind, diagnostic.rule, diagnostic.level);
    }
}

#[test]
fn findings_have_the_levels_and_effects_that_their_rule_declares() {
    let mut failures = Vec::new();
    for (_, section) in ["Fails", "Fixed", STAYS_SILENT].into_iter().flat_map(everywhere) {
        for example in section.examples() {
            let report = example.check();
            for finding in example.findings(&report) {
                if !is_declared(finding.diagnostic) {
                    failures.push(format!("{} is not declared: {finding}", finding.diagnostic.effect.name()));
                }
            }
        }
    }
    no_failures(&failures);
}

#[test]
fn what_a_page_calls_right_is_silent() {
    let mut failures = Vec::new();
    for (rule, section) in ["Fixed", STAYS_SILENT].into_iter().flat_map(everywhere) {
        let examples = section.examples();
        assert!(!examples.is_empty(), "{}: `{}` has no example", rule.name, section.title);
        for example in examples {
            let report = example.check();
            let mut findings = example.findings(&report);
            findings.retain(|finding| {
                finding.diagnostic.rule == rule.name || finding.diagnostic.level > Level::Info
            });
            if !findings.is_empty() {
                failures.push(format!("{}: `{}` yields\n{}", rule.name, section.title, list(&findings)));
            }
        }
    }
    no_failures(&failures);
}

#[test]
fn a_fix_takes_its_finding_away() {
    let mut failures = Vec::new();
    for (rule, section) in everywhere("Fails") {
        for example in section.examples() {
            let report = example.check();
            let mut findings = example.findings(&report);
            findings.retain(|finding| finding.diagnostic.rule == rule.name);
            if findings.iter().any(|finding| finding.diagnostic.fixes.is_empty()) {
                continue;
            }
            let fixed = example.fixed(&findings);
            let report = fixed.check();
            let mut left = fixed.findings(&report);
            left.retain(|finding| finding.diagnostic.rule == rule.name);
            if !left.is_empty() {
                failures.push(format!("{}: the fixed example yields\n{}", rule.name, list(&left)));
            }
        }
    }
    no_failures(&failures);
}
