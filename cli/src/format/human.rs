//! For a person: what is wrong and what it costs, the text itself underlined, the consequence, the way out.

use std::fmt;
use std::io;

use hookc_compiler::diagnostic::{Applicability, Diagnostic, Fix, Level};
use hookc_compiler::span::Span;
use hookc_schema::Evidence;
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};

use super::escape::{line_start, visible};
use super::excerpt::{Excerpt, Label, excerpts};
use super::{Findings, Format, Source, Style};

pub(crate) const FORMAT: Format =
    Format { name: "human", summary: "the text underlined, with effect, help and fix", write };

/// The columns beside a line of text: the frame around its number, and a mark at each end where it is cut.
const FRAME: usize = 6;
/// A terminal narrower than this is treated as if it had so many columns.
const MIN_WIDTH: usize = 40;
/// How many other places of one finding are shown; the rest is counted.
const MAX_RELATED: usize = 8;

fn write(findings: &Findings, style: &Style, out: &mut dyn io::Write) -> io::Result<()> {
    let page = Page { findings, style, width: style.width.max(MIN_WIDTH) };
    for (index, diagnostic) in findings.diagnostics().iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        page.finding(diagnostic, out)?;
    }
    if style.quiet {
        return Ok(());
    }
    if !findings.diagnostics().is_empty() {
        writeln!(out)?;
    }
    writeln!(out, "{}", findings.summary())
}

struct Page<'f, 'r> {
    findings: &'f Findings<'r>,
    style: &'f Style,
    width: usize,
}

impl Page<'_, '_> {
    fn finding(&self, diagnostic: &Diagnostic, out: &mut dyn io::Write) -> io::Result<()> {
        let heading = format!("{}[{}]", diagnostic.level.name(), diagnostic.rule);
        let heading = self.paint(level_color(diagnostic.level), &heading);
        writeln!(out, "{heading}: {}", self.paint(BOLD, &visible(&diagnostic.message)))?;

        let source = self.findings.source(diagnostic.file);
        let number_width = source.lines.line_count().to_string().len();
        let columns = self.width.saturating_sub(number_width + FRAME);
        let cut = excerpts(source, &labels(diagnostic), columns);
        for excerpt in &cut.shown {
            out.write_all(self.draw(source, excerpt, diagnostic.level).as_bytes())?;
        }

        self.note("effect", &diagnostic.consequence, out)?;
        for label in cut.left_out.iter().filter(|label| !label.primary) {
            let place = source.place(Span::new(label.range.start, label.range.end));
            self.note("see", &format!("{place} {}", label.text), out)?;
        }
        self.places_elsewhere(diagnostic, out)?;
        self.note("help", &diagnostic.help, out)?;
        for fix in diagnostic.fixes.iter().take(1) {
            self.note("fix", &fix_text(fix), out)?;
        }
        let seen =
            format!("{}; more with `hookc rule {}`", evidence_words(diagnostic.evidence), diagnostic.rule);
        self.note("seen", &seen, out)
    }

    /// The other places of a finding that are not drawn: those in other files, and those beyond the limit.
    fn places_elsewhere(&self, diagnostic: &Diagnostic, out: &mut dyn io::Write) -> io::Result<()> {
        for related in
            diagnostic.related.iter().take(MAX_RELATED).filter(|related| related.file != diagnostic.file)
        {
            let place = self.findings.source(related.file).place(related.span);
            self.note("see", &format!("{place} {}", related.message), out)?;
        }
        match diagnostic.related.len().saturating_sub(MAX_RELATED) {
            0 => Ok(()),
            more => self.note(
                "see",
                &format!("{} (all with --format json)", super::count(more, "more place")),
                out,
            ),
        }
    }

    /// `  name:  text`, wrapped at the width with the text as a column of its own; nothing for an empty text.
    fn note(&self, name: &str, text: &str, out: &mut dyn io::Write) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let mut margin = format!("  {}:{}", self.paint(CYAN, name), " ".repeat(NOTE_INDENT - name.len() - 3));
        for line in text.lines().flat_map(|line| wrap(&visible(line), self.width - NOTE_INDENT)) {
            writeln!(out, "{margin}{}", line_start(&line))?;
            margin = " ".repeat(NOTE_INDENT);
        }
        Ok(())
    }

    fn draw(&self, source: &Source, excerpt: &Excerpt, level: Level) -> String {
        let mut theme =
            if self.style.color { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let loud = match level {
            Level::Error => theme.styles.error,
            Level::Warning => theme.styles.warning,
            Level::Info => theme.styles.advice,
        };
        let quiet = theme.styles.help;
        theme.styles.highlights =
            excerpt.labels.iter().map(|label| if label.primary { loud } else { quiet }).collect();

        let place = source.place(Span::empty(excerpt.place));
        let mut drawn = String::new();
        let handler = GraphicalReportHandler::new_themed(theme)
            .without_syntax_highlighting()
            .without_primary_span_start()
            .without_cause_chain()
            .with_width(self.width);
        // Writing to a string cannot fail, and the excerpt answers for every span of its own labels.
        let _ = handler.render_report(&mut drawn, &Drawing { excerpt, place });
        // The handler begins with a heading of its own, which is empty here; ours stands at the margin.
        drawn.split_once('\n').map_or_else(String::new, |(_, snippet)| snippet.to_owned())
    }

    fn paint(&self, color: &str, text: &str) -> String {
        if self.style.color { format!("\u{1b}[{color}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

const BOLD: &str = "1";
const CYAN: &str = "36";
/// Where the text of a note begins.
const NOTE_INDENT: usize = 10;

const fn level_color(level: Level) -> &'static str {
    match level {
        Level::Error => "1;31",
        Level::Warning => "1;33",
        Level::Info => "1;36",
    }
}

const fn evidence_words(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Doc => "documented",
        Evidence::Obs => "observed in use",
        Evidence::Bnd => "read in a shipped build",
        Evidence::Inf => "inferred",
    }
}

fn fix_text(fix: &Fix) -> String {
    match fix.applicability {
        Applicability::Safe => fix.title.clone(),
        Applicability::Unsafe => format!("{} (changes what runs)", fix.title),
    }
}

/// The labels of a finding in its own file.
fn labels(diagnostic: &Diagnostic) -> Vec<Label> {
    let primary = Label {
        range: diagnostic.span.range(),
        text: visible(&diagnostic.label).into_owned(),
        primary: true,
    };
    let others =
        diagnostic.related.iter().take(MAX_RELATED).filter(|related| related.file == diagnostic.file).map(
            |related| Label {
                range: related.span.range(),
                text: visible(&related.message).into_owned(),
                primary: false,
            },
        );
    std::iter::once(primary).chain(others).collect()
}

/// Breaks a text at blanks so that no line is longer than `width` characters, except for a word that is longer by itself.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if used > 0 && used + 1 + length > width {
            lines.push(String::new());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push(' ');
                used += 1;
            }
            line.push_str(word);
        }
        used += length;
    }
    lines
}

/// An excerpt in the shape that miette draws.
#[derive(Debug)]
struct Drawing<'e> {
    excerpt: &'e Excerpt,
    /// `path:line:column`: miette would count bytes.
    place: String,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl std::error::Error for Drawing<'_> {}

impl miette::Diagnostic for Drawing<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.excerpt.labels.iter().map(|label| {
            let text = (!label.text.is_empty()).then(|| label.text.clone());
            LabeledSpan::new(text, label.range.start, label.range.len())
        })))
    }
}

impl SourceCode for Drawing<'_> {
    /// Always the whole excerpt: what to show was decided when it was cut out.
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text = &self.excerpt.text;
        Ok(Box::new(MietteSpanContents::new_named(
            self.place.clone(),
            text.as_bytes(),
            SourceSpan::from((0, text.len())),
            self.excerpt.first_line,
            0,
            text.matches('\n').count(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use hookc_compiler::diagnostic::FileId;

    use super::super::sample::{HOOKS, PLAIN, file, finding, report, span_of, typical, written};
    use super::*;

    fn shown(report: &hookc_policies::Report) -> String {
        written(&FORMAT, report, false, PLAIN)
    }

    fn one(text: &str, part: &str) -> String {
        shown(&report(
            vec![file("f.json", text)],
            vec![finding(Level::Error, 0, span_of(text, part), "it is odd")],
        ))
    }

    #[test]
    fn a_finding_shows_the_text_the_effect_and_the_way_out() {
        insta::assert_snapshot!(shown(&typical()), @r#"
        warning[matcher-vocabulary]: `Bash` never matches a tool here
           ╭─[.cursor/hooks.json:5:58]
         4 │     "preToolUse": [
         5 │       { "command": ".cursor/hooks/guard.sh", "matcher": "Bash|Write" }
           ·                                                          ──┬─
           ·                                                            ╰── the shell tool is called `Shell`
         6 │     ],
           ╰────
          effect: this alternative never runs the guard; `Write` still does
          fix:    replace `Bash` by `Shell` (changes what runs)
          seen:   documented; more with `hookc rule matcher-vocabulary`

        error[unknown-event]: `notification` is not an event, so the whole file is dropped
           ╭─[.cursor/hooks.json:8:5]
         6 │     ],
         7 │     "stop": [{ "command": ".cursor/hooks/summary.sh" }],
           ·     ───┬──
           ·        ╰── the end of a turn
         8 │     "notification": [{ "command": ".cursor/hooks/notify.sh" }]
           ·     ───────┬──────
           ·            ╰── no event has this name
         9 │   }
           ╰────
          effect: 2 other hooks of this file are switched off with it
          help:   to hear about the end of a turn use `stop`
          seen:   observed in use; more with `hookc rule unknown-event`

        2 findings in 1 file: 1 error, 1 warning
        "#);
    }

    #[test]
    fn a_clean_check_is_one_line() {
        assert_eq!(shown(&report(vec![file("a", "{}")], vec![])), "no findings in 1 file with 3 hooks\n");
    }

    #[test]
    fn quiet_prints_findings_only() {
        let quiet = Style { quiet: true, ..PLAIN };
        assert_eq!(written(&FORMAT, &report(vec![file("a", "{}")], vec![]), false, quiet), "");
        assert!(!written(&FORMAT, &typical(), false, quiet).contains("2 findings"));
    }

    #[test]
    fn a_place_in_another_file_is_a_line_of_its_own() {
        let other = "{\n  \"name\": 1\n}";
        let diagnostic = finding(Level::Warning, 0, span_of(HOOKS, "Write"), "it runs twice").related(
            FileId(1),
            span_of(other, "1"),
            "here too",
        );
        let text = shown(&report(vec![file("a.json", HOOKS), file("b.json", other)], vec![diagnostic]));
        assert!(text.contains("  see:    b.json:2:11 here too\n"), "{text}");
    }

    #[test]
    fn places_beyond_the_limit_are_counted() {
        let mut diagnostic = finding(Level::Warning, 0, span_of(HOOKS, "Write"), "so many");
        for _ in 0..20 {
            diagnostic = diagnostic.related(FileId(1), Span::new(0, 1), "again");
        }
        let text = shown(&report(vec![file("a.json", HOOKS), file("b.json", "{}")], vec![diagnostic]));
        assert_eq!(text.matches("again").count(), MAX_RELATED);
        assert!(text.contains("12 more places"), "{text}");
    }

    #[test]
    fn the_column_of_the_heading_counts_characters() {
        let text = one("{ \"naïve 日本 😀\": oops }", "oops");
        assert!(text.contains("[f.json:1:17]"), "{text}");
    }

    #[test]
    fn wide_characters_do_not_shift_the_underline() {
        insta::assert_snapshot!(one("{ \"日本\": oops }", "oops"), @r#"
        error[some-rule]: it is odd
           ╭─[f.json:1:9]
         1 │ { "日本": oops }
           ·           ────
           ╰────
          seen:   documented; more with `hookc rule some-rule`

        1 finding in 1 file: 1 error
        "#);
    }

    #[test]
    fn a_minified_file_is_cut_to_the_terminal() {
        let text = format!("{{\"a\":[{}],\"bad\":1}}", "1,".repeat(5_000));
        let text = one(&text, "bad");
        assert!(text.lines().all(|line| line.chars().count() <= PLAIN.width), "{text}");
        assert!(text.contains("\"bad\":1}"), "{text}");
    }

    #[test]
    fn nothing_of_the_source_reaches_the_terminal_as_a_command() {
        let text = one("{ \"command\": \"\u{1b}]0;owned\u{7}\u{202e}x\" }", "owned");
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text}");
        assert!(text.contains("\\u{1b}]0;owned\\u{7}\\u{202e}x"), "{text}");
    }

    #[test]
    fn colour_is_only_there_when_it_is_wanted() {
        let colored = written(&FORMAT, &typical(), false, Style { color: true, ..PLAIN });
        assert!(colored.contains("\u{1b}[1;31merror[unknown-event]\u{1b}[0m"), "{colored:?}");
        assert!(!shown(&typical()).contains('\u{1b}'));
    }

    #[test]
    fn a_value_over_several_lines_is_bracketed() {
        insta::assert_snapshot!(one("{\n  \"stop\": {\n    \"x\": 1\n  }\n}\n", "{\n    \"x\": 1\n  }"), @r#"
        error[some-rule]: it is odd
           ╭─[f.json:2:11]
         1 │     {
         2 │ ╭─▶   "stop": {
         3 │ │       "x": 1
         4 │ ╰─▶   }
         5 │     }
           ╰────
          seen:   documented; more with `hookc rule some-rule`

        1 finding in 1 file: 1 error
        "#);
    }

    #[test]
    fn no_line_of_a_note_is_a_command_to_a_log() {
        let help = format!("{}\n::error::forged\n  ##[group]forged", "word ::stop-commands::x ".repeat(9));
        let finding = finding(Level::Info, 0, Span::new(0, 1), "m").help(help);
        let text = written(&FORMAT, &report(vec![file("a", "{}")], vec![finding]), false, PLAIN);
        let begins = |line: &str| line.trim_start().starts_with("::") || line.trim_start().starts_with("##[");
        assert!(!text.lines().any(begins), "{text}");
    }

    #[test]
    fn notes_are_wrapped_as_a_column() {
        let diagnostic = finding(Level::Info, 0, Span::new(0, 1), "m").help("word ".repeat(30).trim_end());
        let text = shown(&report(vec![file("a", "{}")], vec![diagnostic]));
        assert!(text.contains("word\n          word"), "{text}");
    }

    #[test]
    fn ten_thousand_findings_on_one_line_cost_what_they_show() {
        let text = format!("[{}]", "1,".repeat(500_000));
        let findings = (0..10_000)
            .map(|at| finding(Level::Error, 0, Span::new(at * 100 + 1, at * 100 + 2), "m"))
            .collect();
        let started = std::time::Instant::now();
        let written = shown(&report(vec![file("a", &text)], findings));
        assert!(written.ends_with("10000 findings in 1 file: 10000 errors\n"));
        assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
    }
}
