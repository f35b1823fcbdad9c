//! The cases of `tests/rules`: each heading is a test, its blocks are files, and its `expect` block says what is reported.
//!
//! A line of an `expect` block is `LEVEL[RULE]`, the underlined text in backticks, and a part of the message or of what is
//! said of the consequence. A place without text is written `before` and
//! the text behind it, or `at the end`. A path and a colon in front name the file, where it is not the first of the example. Characters that cannot be seen
//! are written `\u{…}`. Every line must be found, and no other warning or error may appear; without a block nothing is expected. A block with the option `fixed` holds
//! the file after the first fix of every finding.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hookc_compiler::diagnostic::Level;
use hookc_compiler::system::{OsSystem, System};
use hookc_policies::rule::Rule;
use hookc_tests::example::{Example, Finding, Section, sections, unescape};

/// Rules that cases name and that do not exist yet. Their cases wait; a rule that exists must not stand here.
const AWAITED: &[&str] = &[
    "home-path-in-project",
    "prose-command",
    "swallowed-failure",
    "unexpanded-placeholder",
    "unknown-root-variable",
    "unpinned-package",
    "wrong-cwd-path",
];

struct Suite {
    name: String,
    cases: Vec<Section>,
}

/// A line of an `expect` block.
struct Expectation<'l> {
    path: Option<&'l str>,
    level: Level,
    rule: &'l str,
    at: Place,
    message: &'l str,
    line: &'l str,
}

enum Place {
    Text(String),
    Before(String),
    End,
}

fn suites() -> Vec<Suite> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let entries = OsSystem.read_dir(&folder).expect("tests/rules is a folder");
    let paths = entries.into_iter().map(|entry| folder.join(entry.name));
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| suite(&path))
        .collect()
}

fn suite(path: &Path) -> Suite {
    let bytes = OsSystem.read(path, 1 << 20).expect("a file of cases can be read");
    let markdown = String::from_utf8(bytes).expect("a file of cases is UTF-8");
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Suite { name, cases: sections(&markdown) }
}

fn rule(name: &str) -> Option<&'static Rule> {
    hookc_policies::rules().iter().copied().find(|rule| rule.name == name)
}

fn expectations(case: &Section) -> Vec<Expectation<'_>> {
    let lines = case.text_in("expect").unwrap_or_default().lines();
    lines
        .map(|line| {
            Expectation::parse(line).unwrap_or_else(|| panic!("`{line}` is no expectation ({})", case.title))
        })
        .collect()
}

impl<'l> Expectation<'l> {
    fn parse(line: &'l str) -> Option<Self> {
        let (path, rest) = match line.split_once(": ") {
            Some((path, rest)) if !path.contains(['`', '[']) => (Some(path), rest),
            _ => (None, line),
        };
        let (level, rest) = rest.split_once('[')?;
        let level =
            [Level::Error, Level::Warning, Level::Info].into_iter().find(|known| known.name() == level)?;
        let (rule, rest) = rest.split_once("] ")?;
        let (at, message) = if let Some(message) = rest.strip_prefix("at the end") {
            (Place::End, message)
        } else if let Some(rest) = rest.strip_prefix("before ") {
            let (text, message) = quoted(rest)?;
            (Place::Before(text), message)
        } else {
            let (text, message) = quoted(rest)?;
            (Place::Text(text), message)
        };
        Some(Self { path, level, rule, at, message: message.trim(), line })
    }

    fn fits(&self, finding: &Finding<'_>, first_path: &str) -> bool {
        let at = match &self.at {
            Place::Text(text) => !text.is_empty() && finding.underlined == text,
            Place::Before(text) => finding.underlined.is_empty() && finding.rest.starts_with(text.as_str()),
            Place::End => finding.underlined.is_empty() && finding.rest.trim().is_empty(),
        };
        at && finding.diagnostic.rule == self.rule
            && finding.diagnostic.level == self.level
            && (finding.diagnostic.message.contains(self.message)
                || finding.diagnostic.consequence.contains(self.message))
            && finding.path == self.path.unwrap_or(first_path)
    }
}

/// The text between one or two backticks, and what follows.
fn quoted(text: &str) -> Option<(String, &str)> {
    let fence = if text.starts_with("``") { "``" } else { "`" };
    let (text, rest) = text.strip_prefix(fence)?.split_once(fence)?;
    Some((String::from_utf8(unescape(text)).ok()?, rest))
}

/// What is wrong with a case; empty when it holds.
fn judge(case: &Section) -> Vec<String> {
    let expectations = expectations(case);
    let examples = case.examples();
    let [example] = examples.as_slice() else {
        return vec![format!("{} examples stand under one heading", examples.len())];
    };
    let report = example.check();
    let findings = example.findings(&report);
    let mut unexpected: Vec<&Finding<'_>> = findings.iter().collect();
    let mut faults = Vec::new();
    for expectation in &expectations {
        let found = unexpected.iter().position(|finding| expectation.fits(finding, example.first_path()));
        match found {
            Some(found) => drop(unexpected.remove(found)),
            None => faults.push(format!("missing: {}", expectation.line)),
        }
    }
    let is_allowed = |finding: &&Finding<'_>| {
        finding.diagnostic.level == Level::Info
            || case.options.also.iter().any(|rule| rule == finding.diagnostic.rule)
    };
    unexpected.retain(|finding| !is_allowed(finding));
    faults.extend(unexpected.into_iter().map(|finding| format!("unexpected: {finding}")));
    faults.extend(undeclared(&findings));
    faults.extend(wrong_fixes(example, &findings));
    faults
}

fn undeclared(findings: &[Finding<'_>]) -> impl Iterator<Item = String> {
    let is_declared = |finding: &&Finding<'_>| {
        rule(finding.diagnostic.rule).is_some_and(|rule| {
            rule.levels.contains(&finding.diagnostic.level)
                && rule.effects.contains(&finding.diagnostic.effect)
        })
    };
    let undeclared = findings.iter().filter(move |finding| !is_declared(finding));
    undeclared.map(|finding| format!("{} is not declared: {finding}", finding.diagnostic.effect.name()))
}

fn wrong_fixes(example: &Example, findings: &[Finding<'_>]) -> impl Iterator<Item = String> {
    let fixed = example.fixed(findings);
    let texts = example.wanted.iter().map(move |(path, wanted)| (path, wanted, fixed.text(path)));
    let wrong = texts.filter(|(_, wanted, text)| text != *wanted);
    wrong.map(|(path, _, text)| format!("{path} after the fixes:\n{text}"))
}

fn waits(case: &Section) -> bool {
    expectations(case).iter().any(|expectation| AWAITED.contains(&expectation.rule))
}

#[test]
fn every_case_holds() {
    let mut failures = Vec::new();
    for suite in suites() {
        for case in suite.cases.iter().filter(|case| !waits(case)) {
            let faults = judge(case);
            if !faults.is_empty() {
                failures.push(format!("tests/rules/{}.md:{}: {}", suite.name, case.line, case.title));
                failures.extend(faults.into_iter().map(|fault| format!("    {fault}")));
            }
        }
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn cases_expect_rules_that_exist() {
    for suite in suites() {
        for case in &suite.cases {
            for expectation in expectations(case) {
                let is_known = rule(expectation.rule).is_some() || AWAITED.contains(&expectation.rule);
                assert!(is_known, "tests/rules/{}.md:{}: {}", suite.name, case.line, expectation.line);
            }
        }
    }
}

#[test]
fn no_rule_is_awaited_that_exists() {
    for name in AWAITED {
        assert!(rule(name).is_none(), "{name} exists");
    }
}

#[test]
fn every_rule_has_a_fault_and_a_lookalike() {
    let mut faults = BTreeSet::new();
    let mut lookalikes = BTreeSet::new();
    for suite in suites() {
        for case in &suite.cases {
            let expected = expectations(case);
            if expected.is_empty() {
                lookalikes.insert(suite.name.clone());
            }
            faults.extend(expected.iter().map(|expectation| expectation.rule.to_owned()));
        }
    }
    for rule in hookc_policies::rules() {
        for section in sections(&rule.page()) {
            match section.title.as_str() {
                "Fails" => faults.insert(rule.name.to_owned()),
                "Stays silent" => lookalikes.insert(rule.name.to_owned()),
                _ => continue,
            };
        }
        assert!(faults.contains(rule.name), "{} has no fault", rule.name);
        assert!(lookalikes.contains(rule.name), "{} has no lookalike", rule.name);
    }
}
