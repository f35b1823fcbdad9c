//! `path:line:column: level[rule] message`, one finding a line.

use std::io;

use super::escape::{line_start, visible};
use super::{Findings, Format, Style};

pub(crate) const FORMAT: Format =
    Format { name: "concise", summary: "`path:line:column: level[rule] message`, one a line", write };

fn write(findings: &Findings, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    for diagnostic in findings.diagnostics() {
        let place = findings.source(diagnostic.file).place(diagnostic.span);
        let (level, rule, message) = (diagnostic.level.name(), diagnostic.rule, visible(&diagnostic.message));
        writeln!(out, "{}: {level}[{rule}] {message}", line_start(&place))?;
    }
    if !style.quiet {
        writeln!(out, "{}", findings.summary())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use hookc_compiler::diagnostic::Level;
    use hookc_compiler::span::Span;

    use super::super::sample::{PLAIN, file, finding, report, typical, written};
    use super::*;

    #[test]
    fn one_finding_is_one_line() {
        insta::assert_snapshot!(written(&FORMAT, &typical(), false, PLAIN), @"
        .cursor/hooks.json:5:58: warning[matcher-vocabulary] `Bash` never matches a tool here
        .cursor/hooks.json:8:5: error[unknown-event] `notification` is not an event, so the whole file is dropped
        2 findings in 1 file: 1 error, 1 warning
        ");
    }

    #[test]
    fn quiet_leaves_the_summary_out() {
        let quiet = Style { quiet: true, ..PLAIN };
        assert_eq!(written(&FORMAT, &typical(), false, quiet).lines().count(), 2);
        assert_eq!(written(&FORMAT, &report(vec![file("a", "{}")], vec![]), false, quiet), "");
    }

    #[test]
    fn neither_path_nor_message_can_break_the_line() {
        let odd = report(
            vec![file("a\nb.json", "{}")],
            vec![finding(Level::Error, 0, Span::new(0, 1), "the key `\r\n\u{1b}[31m` is odd")],
        );
        let quiet = Style { quiet: true, ..PLAIN };
        assert_eq!(
            written(&FORMAT, &odd, false, quiet),
            "a\\nb.json:1:1: error[some-rule] the key `\\r\\n\\u{1b}[31m` is odd\n"
        );
    }
}
