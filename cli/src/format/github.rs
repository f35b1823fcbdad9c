//! GitHub's workflow commands, which show findings on the lines of a pull request.

use std::io;

use hookc_compiler::diagnostic::{Diagnostic, Level};

use super::escape::visible;
use super::{Findings, Format, Style};

pub(crate) const FORMAT: Format = Format {
    name: "github",
    summary: "workflow commands: annotations on the lines of a pull request",
    write,
};

fn write(findings: &Findings, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    for diagnostic in findings.diagnostics() {
        writeln!(
            out,
            "::{} {}::{}",
            command(diagnostic.level),
            place(findings, diagnostic),
            data(&diagnostic.full_text())
        )?;
    }
    if !style.quiet {
        writeln!(out, "{}", findings.summary())?;
    }
    Ok(())
}

const fn command(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info => "notice",
    }
}

/// Columns only within one line: the end column counts in the line of the start.
fn place(findings: &Findings, diagnostic: &Diagnostic) -> String {
    let source = findings.source(diagnostic.file);
    let (line, column) = source.line_column(diagnostic.span.start);
    let (end_line, end_column) = source.line_column(diagnostic.span.end);
    let file = property(source.shown);
    let title = property(diagnostic.rule);
    if line == end_line {
        format!("file={file},line={line},col={column},endColumn={end_column},title={title}")
    } else {
        format!("file={file},line={line},endLine={end_line},title={title}")
    }
}

/// Text behind the `::`. A line end would end the command, and what follows it could be another one.
fn data(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(|line| visible(line).replace('%', "%25")).collect();
    lines.join("%0A")
}

/// A property's value, in which `:` and `,` have a meaning too.
fn property(text: &str) -> String {
    visible(text).replace('%', "%25").replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use hookc_compiler::span::Span;

    use super::super::sample::{PLAIN, file, finding, report, typical, written};
    use super::*;

    #[test]
    fn a_finding_is_an_annotation() {
        insta::assert_snapshot!(written(&FORMAT, &typical(), true, PLAIN));
    }

    #[test]
    fn a_finding_over_several_lines_has_no_columns() {
        let long = report(
            vec![file("a.json", "{\n\"a\": 1\n}")],
            vec![finding(Level::Error, 0, Span::new(0, 10), "m")],
        );
        insta::assert_snapshot!(written(&FORMAT, &long, false, Style { quiet: true, ..PLAIN }), @"::error file=a.json,line=1,endLine=3,title=some-rule::m");
    }

    #[test]
    fn no_text_can_start_a_command_of_its_own() {
        let odd = report(
            vec![file("a,b:\r\n::set-output name=x::y%.json", "{}")],
            vec![finding(Level::Warning, 0, Span::new(0, 1), "50% of\r\n::error::forged")],
        );
        let text = written(&FORMAT, &odd, false, Style { quiet: true, ..PLAIN });
        assert_eq!(text.lines().count(), 1, "{text}");
        insta::assert_snapshot!(text, @r"::warning file=a%2Cb%3A\r\n%3A%3Aset-output name=x%3A%3Ay%25.json,line=1,col=1,endColumn=2,title=some-rule::50%25 of\r%0A::error::forged");
    }
}
