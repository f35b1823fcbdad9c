//! SARIF 2.1.0: one run, with the rules that occur, columns in UTF-16 code units and fingerprints that survive moved lines.

use std::fmt::Write as _;
use std::io;

use hookc_compiler::diagnostic::{Diagnostic, FileId, Fix, Level};
use hookc_compiler::span::Span;
use hookc_policies::rule::Rule;
use serde::Serialize;

use super::escape::visible_json;
use super::{Findings, Format, Style};

pub(crate) const FORMAT: Format = Format { name: "sarif", summary: "SARIF 2.1.0 for code scanning", write };

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

#[derive(Serialize)]
struct Log<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'r> {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<ResultEntry<'r>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    information_uri: &'static str,
    rules: Vec<RuleEntry>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RuleEntry {
    id: &'static str,
    short_description: Text,
    help: Help,
    help_uri: String,
    default_configuration: Configuration,
    properties: RuleProperties,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct RuleProperties {
    tags: [&'static str; 2],
    evidence: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResultEntry<'r> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Text,
    locations: [Location<'r>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'r>>,
    partial_fingerprints: Fingerprint,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<FixEntry<'r>>,
    properties: ResultProperties,
}

/// The number behind the name grows when the way a fingerprint is made changes.
#[derive(Serialize)]
struct Fingerprint {
    #[serde(rename = "hookc/v1")]
    value: String,
}

#[derive(Serialize)]
struct ResultProperties {
    effect: &'static str,
    evidence: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "SARIF names it so")]
struct Location<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<RelatedText<'r>>,
}

#[derive(Serialize)]
struct RelatedText<'r> {
    text: &'r str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FixEntry<'r> {
    description: RelatedText<'r>,
    artifact_changes: [Change<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'r> {
    artifact_location: Artifact,
    replacements: Vec<Replacement<'r>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'r> {
    deleted_region: Region,
    inserted_content: RelatedText<'r>,
}

fn write(findings: &Findings, _style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    let rules = occurring(findings);
    let results = findings
        .diagnostics()
        .iter()
        .zip(findings.fingerprints())
        .map(|(diagnostic, fingerprint)| result(findings, diagnostic, fingerprint, &rules));
    let results = results.collect();
    let driver = Driver {
        name: "hookc",
        semantic_version: env!("CARGO_PKG_VERSION"),
        information_uri: env!("CARGO_PKG_REPOSITORY"),
        rules: rules.iter().map(|name| rule_entry(name)).collect(),
    };
    let run = Run { tool: Tool { driver }, column_kind: "utf16CodeUnits", results };
    let text = serde_json::to_string_pretty(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] })?;
    out.write_all(visible_json(&text).as_bytes())?;
    out.write_all(b"\n")
}

/// The names of the rules that have findings, in alphabetical order.
fn occurring(findings: &Findings) -> Vec<&'static str> {
    let mut names: Vec<_> = findings.diagnostics().iter().map(|diagnostic| diagnostic.rule).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn rule_entry(name: &'static str) -> RuleEntry {
    let rule = hookc_policies::rules().iter().find(|rule| rule.name == name);
    let summary = rule.map_or(name, |rule| rule.summary()).to_owned();
    RuleEntry {
        id: name,
        help: Help {
            text: summary.clone(),
            markdown: rule.map_or_else(|| summary.clone(), |rule| rule.page()),
        },
        short_description: Text { text: summary },
        help_uri: Rule::help_uri(name),
        default_configuration: Configuration { level: rule.map_or("warning", |rule| level(rule.levels[0])) },
        properties: RuleProperties {
            tags: ["hooks", "agents"],
            evidence: rule.map_or("", |rule| rule.evidence.tag()),
        },
    }
}

fn result<'r>(
    findings: &Findings<'r>,
    diagnostic: &'r Diagnostic,
    fingerprint: String,
    rules: &[&'static str],
) -> ResultEntry<'r> {
    let related = diagnostic.related.iter().enumerate().map(|(index, related)| Location {
        id: Some(index + 1),
        physical_location: place(findings, related.file, related.span),
        message: Some(RelatedText { text: &related.message }).filter(|message| !message.text.is_empty()),
    });
    ResultEntry {
        rule_id: diagnostic.rule,
        rule_index: rules.partition_point(|rule| *rule < diagnostic.rule),
        level: level(diagnostic.level),
        message: Text { text: diagnostic.full_text() },
        locations: [Location {
            id: None,
            physical_location: place(findings, diagnostic.file, diagnostic.span),
            message: None,
        }],
        related_locations: related.collect(),
        partial_fingerprints: Fingerprint { value: fingerprint },
        fixes: diagnostic.fixes.iter().map(|fix| fix_entry(findings, diagnostic.file, fix)).collect(),
        properties: ResultProperties {
            effect: diagnostic.effect.name(),
            evidence: diagnostic.evidence.tag(),
        },
    }
}

const fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "note",
    }
}

fn place(findings: &Findings, file: FileId, span: Span) -> PhysicalLocation {
    PhysicalLocation { artifact_location: artifact(findings, file), region: region(findings, file, span) }
}

fn artifact(findings: &Findings, file: FileId) -> Artifact {
    Artifact { uri: uri(findings.source(file).shown) }
}

fn region(findings: &Findings, file: FileId, span: Span) -> Region {
    let source = findings.source(file);
    let (start_line, start_column) = source.utf16_line_column(span.start);
    let (end_line, end_column) = source.utf16_line_column(span.end);
    Region { start_line, start_column, end_line, end_column }
}

fn fix_entry<'r>(findings: &Findings, file: FileId, fix: &'r Fix) -> FixEntry<'r> {
    let replacements = fix.edits.iter().map(|edit| Replacement {
        deleted_region: region(findings, file, edit.span),
        inserted_content: RelatedText { text: &edit.text },
    });
    FixEntry {
        description: RelatedText { text: &fix.title },
        artifact_changes: [Change {
            artifact_location: artifact(findings, file),
            replacements: replacements.collect(),
        }],
    }
}

/// A path as a relative URI reference; an absolute one as a `file:` URI.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut out = String::with_capacity(path.len());
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::sample::{PLAIN, file, finding, report, typical, written};
    use super::*;

    fn parsed(report: &hookc_policies::Report) -> Value {
        serde_json::from_str(&written(&FORMAT, report, false, PLAIN)).unwrap()
    }

    #[test]
    fn results_have_places_fixes_and_fingerprints() {
        let log = parsed(&typical());
        insta::assert_json_snapshot!(log["runs"][0]["results"]);
    }

    #[test]
    fn only_rules_that_occur_are_described_and_results_name_them_by_index() {
        let log = parsed(&typical());
        let run = &log["runs"][0];
        let rules: Vec<_> =
            run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
        assert_eq!(rules, ["matcher-vocabulary", "unknown-event"]);
        for result in run["results"].as_array().unwrap() {
            assert_eq!(
                *rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()],
                result["ruleId"]
            );
        }
    }

    #[test]
    fn columns_count_utf16_code_units_and_no_byte_order_mark() {
        let text = "\u{feff}\"😀\" x";
        let x = text.find('x').unwrap();
        let one =
            report(vec![file("a.json", text)], vec![finding(Level::Error, 0, Span::new(x, x + 1), "m")]);
        let region = &parsed(&one)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
        assert_eq!((region["startColumn"].as_u64(), region["endColumn"].as_u64()), (Some(6), Some(7)));
    }

    #[test]
    fn paths_are_uri_references() {
        assert_eq!(uri("./a b/é#?.json"), "a%20b/%C3%A9%23%3F.json");
        assert_eq!(uri("/home/x/hooks.json"), "file:///home/x/hooks.json");
        assert_eq!(uri("a:b.json"), "a%3Ab.json");
    }

    #[test]
    fn a_clean_check_is_a_run_without_results() {
        let log = parsed(&report(vec![file("a", "{}")], vec![]));
        assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(0));
    }
}
