//! The XML of `JUnit`: a suite for each file with findings, in it a case for each finding.

use std::fmt::Write as _;
use std::io;

use hookc_compiler::diagnostic::{Diagnostic, FileId, Level};

use super::escape::{line_start, visible};
use super::{Findings, Format, Style};

pub(crate) const FORMAT: Format =
    Format { name: "junit", summary: "XML for test reports: a suite a file, a case a finding", write };

fn write(findings: &Findings, _style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    let (total, failures) = (findings.diagnostics().len().max(1), failures(findings.diagnostics()));
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<testsuites name="hookc" tests="{total}" failures="{failures}" errors="0">"#)?;
    for suite in findings.diagnostics().chunk_by(|one, other| one.file == other.file) {
        write_suite(findings, suite, out)?;
    }
    if findings.diagnostics().is_empty() {
        let summary = attribute(&findings.summary());
        writeln!(out, r#"  <testsuite name="hookc" tests="1" failures="0" errors="0" skipped="0">"#)?;
        writeln!(out, r#"    <testcase name="{summary}" classname="hookc" />"#)?;
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn failures(diagnostics: &[&Diagnostic]) -> usize {
    diagnostics.iter().filter(|diagnostic| diagnostic.level > Level::Info).count()
}

fn write_suite(findings: &Findings, suite: &[&Diagnostic], out: &mut dyn io::Write) -> io::Result<()> {
    let file = attribute(shown(findings, suite[0].file));
    let (total, failures) = (suite.len(), failures(suite));
    writeln!(
        out,
        r#"  <testsuite name="{file}" tests="{total}" failures="{failures}" errors="0" skipped="0">"#
    )?;
    for diagnostic in suite {
        let (line, column) = findings.source(diagnostic.file).line_column(diagnostic.span.start);
        let (rule, message) = (attribute(diagnostic.rule), attribute(&diagnostic.message));
        writeln!(
            out,
            r#"    <testcase name="{rule} at {line}:{column}" classname="{file}" file="{file}" line="{line}">"#
        )?;
        let text = content(&diagnostic.full_text());
        match diagnostic.level {
            Level::Info => writeln!(out, "      <system-out>{text}</system-out>")?,
            level => {
                let level = level.name();
                writeln!(out, r#"      <failure type="{level}" message="{message}">{text}</failure>"#)?;
            }
        }
        writeln!(out, "    </testcase>")?;
    }
    writeln!(out, "  </testsuite>")
}

fn shown<'r>(findings: &Findings<'r>, file: FileId) -> &'r str {
    findings.source(file).shown
}

fn attribute(text: &str) -> String {
    escaped(&visible(text))
}

fn content(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| escaped(&line_start(&visible(line)))).collect();
    lines.join("\n")
}

/// XML's own characters; those that XML cannot hold at all are escaped as visible text before.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{{{:x}}}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use hookc_compiler::span::Span;

    use super::super::sample::{PLAIN, file, finding, report, typical, written};
    use super::*;

    #[test]
    fn findings_are_cases_in_the_suite_of_their_file() {
        insta::assert_snapshot!(written(&FORMAT, &typical(), true, PLAIN));
    }

    #[test]
    fn a_clean_check_is_one_case_that_passes() {
        insta::assert_snapshot!(written(&FORMAT, &report(vec![file("a", "{}")], vec![]), false, PLAIN));
    }

    #[test]
    fn no_text_breaks_the_document() {
        let odd = report(
            vec![file("a<&\">.json", "{}")],
            vec![finding(Level::Error, 0, Span::new(0, 1), "]]> \u{0}\u{1b}[31m </failure> \u{ffff}")],
        );
        insta::assert_snapshot!(written(&FORMAT, &odd, false, PLAIN));
    }
}
