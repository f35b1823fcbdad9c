//! One JSON document, version 1; its shape stands in `docs/json-format.md` and `docs/json-format.schema.json`.

use std::io;

use hookc_compiler::diagnostic::{Applicability, Diagnostic, FileId, Fix, Level};
use hookc_compiler::span::Span;
use serde::Serialize;

use super::escape::visible_json;
use super::{Findings, Format, Style};

pub(crate) const FORMAT: Format =
    Format { name: "json", summary: "one document for programs, described in docs/json-format.md", write };

/// Grows when a member changes its meaning or goes away, not when one is added.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'r> {
    version: u32,
    diagnostics: Vec<Entry<'r>>,
    summary: Summary,
}

#[derive(Serialize)]
struct Entry<'r> {
    rule: &'static str,
    level: &'static str,
    effect: &'static str,
    evidence: &'static str,
    file: &'r str,
    range: Range,
    message: &'r str,
    help: Option<&'r str>,
    related: Vec<RelatedEntry<'r>>,
    fixes: Vec<FixEntry<'r>>,
}

#[derive(Serialize)]
struct RelatedEntry<'r> {
    file: &'r str,
    range: Range,
    message: &'r str,
}

#[derive(Serialize)]
struct FixEntry<'r> {
    title: &'r str,
    applicability: &'static str,
    edits: Vec<EditEntry<'r>>,
}

#[derive(Serialize)]
struct EditEntry<'r> {
    file: &'r str,
    range: Range,
    text: &'r str,
}

#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u32,
    column: u32,
    offset: u32,
}

#[derive(Serialize)]
struct Summary {
    files: usize,
    hooks: usize,
    errors: usize,
    warnings: usize,
    infos: usize,
}

fn write(findings: &Findings, _style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    let document = Document {
        version: VERSION,
        diagnostics: findings.diagnostics().iter().map(|diagnostic| entry(findings, diagnostic)).collect(),
        summary: Summary {
            files: findings.report.checked,
            hooks: findings.report.hooks,
            errors: findings.count(Level::Error),
            warnings: findings.count(Level::Warning),
            infos: findings.count(Level::Info),
        },
    };
    let text = serde_json::to_string_pretty(&document)?;
    out.write_all(visible_json(&text).as_bytes())?;
    out.write_all(b"\n")
}

fn entry<'r>(findings: &Findings<'r>, diagnostic: &'r Diagnostic) -> Entry<'r> {
    let related = diagnostic.related.iter().map(|related| RelatedEntry {
        file: findings.source(related.file).shown,
        range: range(findings, related.file, related.span),
        message: &related.message,
    });
    Entry {
        rule: diagnostic.rule,
        level: diagnostic.level.name(),
        effect: diagnostic.effect.name(),
        evidence: diagnostic.evidence.tag(),
        file: findings.source(diagnostic.file).shown,
        range: range(findings, diagnostic.file, diagnostic.span),
        message: &diagnostic.message,
        help: (!diagnostic.help.is_empty()).then_some(&diagnostic.help),
        related: related.collect(),
        fixes: diagnostic.fixes.iter().map(|fix| fix_entry(findings, diagnostic.file, fix)).collect(),
    }
}

fn fix_entry<'r>(findings: &Findings<'r>, file: FileId, fix: &'r Fix) -> FixEntry<'r> {
    let edits = fix.edits.iter().map(|edit| EditEntry {
        file: findings.source(file).shown,
        range: range(findings, file, edit.span),
        text: &edit.text,
    });
    let applicability = match fix.applicability {
        Applicability::Safe => "safe",
        Applicability::Unsafe => "unsafe",
    };
    FixEntry { title: &fix.title, applicability, edits: edits.collect() }
}

fn range(findings: &Findings, file: FileId, span: Span) -> Range {
    let position = |offset: u32| {
        let (line, column) = findings.source(file).line_column(offset);
        Position { line, column, offset }
    };
    Range { start: position(span.start), end: position(span.end) }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::sample::{PLAIN, file, finding, report, span_of, typical, written};
    use super::*;

    fn parsed(report: &hookc_policies::Report, pedantic: bool) -> Value {
        serde_json::from_str(&written(&FORMAT, report, pedantic, PLAIN)).unwrap()
    }

    #[test]
    fn every_member_has_its_place() {
        insta::assert_snapshot!(written(&FORMAT, &typical(), false, PLAIN), @r#"
        {
          "version": 1,
          "diagnostics": [
            {
              "rule": "matcher-vocabulary",
              "level": "warning",
              "effect": "never-runs",
              "evidence": "DOC",
              "file": ".cursor/hooks.json",
              "range": {
                "start": {
                  "line": 5,
                  "column": 58,
                  "offset": 108
                },
                "end": {
                  "line": 5,
                  "column": 62,
                  "offset": 112
                }
              },
              "message": "`Bash` never matches a tool here",
              "help": null,
              "related": [],
              "fixes": [
                {
                  "title": "replace `Bash` by `Shell`",
                  "applicability": "unsafe",
                  "edits": [
                    {
                      "file": ".cursor/hooks.json",
                      "range": {
                        "start": {
                          "line": 5,
                          "column": 58,
                          "offset": 108
                        },
                        "end": {
                          "line": 5,
                          "column": 62,
                          "offset": 112
                        }
                      },
                      "text": "Shell"
                    }
                  ]
                }
              ]
            },
            {
              "rule": "unknown-event",
              "level": "error",
              "effect": "voids-file",
              "evidence": "OBS",
              "file": ".cursor/hooks.json",
              "range": {
                "start": {
                  "line": 8,
                  "column": 5,
                  "offset": 190
                },
                "end": {
                  "line": 8,
                  "column": 19,
                  "offset": 204
                }
              },
              "message": "`notification` is not an event, so the whole file is dropped",
              "help": "to hear about the end of a turn use `stop`",
              "related": [
                {
                  "file": ".cursor/hooks.json",
                  "range": {
                    "start": {
                      "line": 7,
                      "column": 5,
                      "offset": 133
                    },
                    "end": {
                      "line": 7,
                      "column": 11,
                      "offset": 139
                    }
                  },
                  "message": "the end of a turn"
                }
              ],
              "fixes": []
            }
          ],
          "summary": {
            "files": 1,
            "hooks": 3,
            "errors": 1,
            "warnings": 1,
            "infos": 0
          }
        }
        "#);
    }

    #[test]
    fn the_document_is_what_its_schema_says() {
        let schema: Value =
            serde_json::from_str(include_str!("../../../docs/json-format.schema.json")).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for document in [parsed(&typical(), true), parsed(&report(vec![], vec![]), false)] {
            let errors: Vec<_> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{errors:#?}");
        }
    }

    #[test]
    fn the_schema_refuses_a_document_without_a_version() {
        let schema: Value =
            serde_json::from_str(include_str!("../../../docs/json-format.schema.json")).unwrap();
        let mut document = parsed(&typical(), true);
        document.as_object_mut().unwrap().remove("version");
        assert!(!jsonschema::validator_for(&schema).unwrap().is_valid(&document));
    }

    #[test]
    fn columns_are_characters_and_offsets_are_bytes() {
        let text = "{\"é😀\": true}";
        let document = parsed(
            &report(vec![file("a", text)], vec![finding(Level::Error, 0, span_of(text, "true"), "m")]),
            false,
        );
        assert_eq!(
            document["diagnostics"][0]["range"],
            json!({"start": {"line": 1, "column": 8, "offset": 11}, "end": {"line": 1, "column": 12, "offset": 15}})
        );
    }

    #[test]
    fn information_is_included_and_matters_of_taste_are_not() {
        let levels = |pedantic| parsed(&typical(), pedantic)["summary"]["infos"].clone();
        assert_eq!((levels(false), levels(true)), (json!(0), json!(1)));
    }

    #[test]
    fn absent_help_is_null() {
        let document = parsed(
            &report(vec![file("a", "{}")], vec![finding(Level::Info, 0, Span::new(0, 1), "m")]),
            false,
        );
        assert_eq!(document["diagnostics"][0]["help"], Value::Null);
    }
}
