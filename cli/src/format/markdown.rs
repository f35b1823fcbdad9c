//! A table in Markdown, for the summary of a job.

use std::io;

use hookc_compiler::diagnostic::Diagnostic;
use hookc_policies::rule::Rule;

use super::escape::visible;
use super::{Findings, Format, Style};

pub(crate) const FORMAT: Format =
    Format { name: "markdown", summary: "a table for the summary of a job", write };

/// A summary has a limit of its own; whoever needs them all takes another format.
const MAX_ROWS: usize = 200;

fn write(findings: &Findings, _style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    writeln!(out, "## hookc\n\n{}\n", text(&findings.summary()))?;
    if findings.diagnostics().is_empty() {
        return Ok(());
    }
    writeln!(out, "| where | level | rule | what |\n| --- | --- | --- | --- |")?;
    for diagnostic in findings.diagnostics().iter().take(MAX_ROWS) {
        writeln!(out, "{}", row(findings, diagnostic))?;
    }
    match findings.diagnostics().len().saturating_sub(MAX_ROWS) {
        0 => Ok(()),
        rest => writeln!(out, "\n{rest} more are not shown here."),
    }
}

fn row(findings: &Findings, diagnostic: &Diagnostic) -> String {
    let place = findings.source(diagnostic.file).place(diagnostic.span);
    let what = diagnostic.full_text().replace('\n', " — ");
    let rule = format!("[{}]({})", diagnostic.rule, Rule::help_uri(diagnostic.rule));
    format!("| {} | {} | {rule} | {} |", text(&place), diagnostic.level.name(), text(&what))
}

/// Text that no renderer takes for markup; code spans of the messages stay.
fn text(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut in_code = false;
    for character in visible(words).chars() {
        match character {
            '`' => {
                in_code = !in_code;
                out.push('`');
            }
            '|' => out.push_str("\\|"),
            '<' | '>' | '&' | '[' | ']' | '*' | '_' | '#' | '\\' | '~' | '!' | '@' if !in_code => {
                out.push('\\');
                out.push(character);
            }
            _ => out.push(character),
        }
    }
    if in_code {
        out.push('`');
    }
    out
}

#[cfg(test)]
mod tests {
    use hookc_compiler::diagnostic::Level;
    use hookc_compiler::span::Span;

    use super::super::sample::{PLAIN, file, finding, report, typical, written};
    use super::*;

    #[test]
    fn a_finding_is_a_row() {
        insta::assert_snapshot!(written(&FORMAT, &typical(), false, PLAIN));
    }

    #[test]
    fn no_text_leaves_its_cell() {
        let odd = report(
            vec![file("a|b.json", "{}")],
            vec![finding(Level::Error, 0, Span::new(0, 1), "x | <img src=x> [a](b) `|` `open")],
        );
        insta::assert_snapshot!(written(&FORMAT, &odd, false, PLAIN));
    }

    #[test]
    fn a_long_list_is_cut() {
        let many = (0..MAX_ROWS + 7).map(|_| finding(Level::Error, 0, Span::new(0, 1), "m")).collect();
        let text = written(&FORMAT, &report(vec![file("a", "{}")], many), false, PLAIN);
        assert!(text.ends_with("7 more are not shown here.\n"), "{text}");
    }
}
