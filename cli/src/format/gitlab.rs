//! GitLab's code quality report: one array, an entry for each finding.

use std::io;

use hookc_compiler::diagnostic::{Diagnostic, Level};
use serde::Serialize;

use super::escape::visible_json;
use super::{Findings, Format, Style};

pub(crate) const FORMAT: Format =
    Format { name: "gitlab", summary: "a code quality report for merge requests", write };

#[derive(Serialize)]
struct Entry<'r> {
    description: &'r str,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'r>,
}

#[derive(Serialize)]
struct Location<'r> {
    path: &'r str,
    positions: Positions,
}

#[derive(Serialize)]
struct Positions {
    begin: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
}

fn write(findings: &Findings, _style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    // GitLab drops an entry whose fingerprint has been there before.
    let fingerprints = findings.fingerprints();
    let diagnostics = findings.diagnostics().iter().zip(fingerprints);
    let entries: Vec<_> =
        diagnostics.map(|(diagnostic, fingerprint)| entry(findings, diagnostic, fingerprint)).collect();
    let text = serde_json::to_string_pretty(&entries)?;
    out.write_all(visible_json(&text).as_bytes())?;
    out.write_all(b"\n")
}

fn entry<'r>(findings: &Findings<'r>, diagnostic: &'r Diagnostic, fingerprint: String) -> Entry<'r> {
    let source = findings.source(diagnostic.file);
    let position = |offset| {
        let (line, column) = source.line_column(offset);
        Position { line, column }
    };
    let positions = Positions { begin: position(diagnostic.span.start), end: position(diagnostic.span.end) };
    Entry {
        description: &diagnostic.message,
        check_name: diagnostic.rule,
        fingerprint,
        severity: severity(diagnostic.level),
        location: Location { path: source.shown, positions },
    }
}

const fn severity(level: Level) -> &'static str {
    match level {
        Level::Error => "major",
        Level::Warning => "minor",
        Level::Info => "info",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::sample::{PLAIN, file, report, typical, written};
    use super::*;

    #[test]
    fn findings_are_entries_with_places_and_severities() {
        insta::assert_snapshot!(written(&FORMAT, &typical(), true, PLAIN));
    }

    #[test]
    fn a_clean_check_is_an_empty_list() {
        assert_eq!(written(&FORMAT, &report(vec![file("a", "{}")], vec![]), false, PLAIN), "[]\n");
    }

    #[test]
    fn two_findings_alike_have_fingerprints_of_their_own() {
        let mut twice = typical();
        twice.diagnostics.extend(twice.diagnostics.clone());
        let entries: Value = serde_json::from_str(&written(&FORMAT, &twice, false, PLAIN)).unwrap();
        let prints: Vec<_> = entries.as_array().unwrap().iter().map(|entry| &entry["fingerprint"]).collect();
        let distinct: std::collections::BTreeSet<_> = prints.iter().map(ToString::to_string).collect();
        assert_eq!(distinct.len(), prints.len());
    }
}
