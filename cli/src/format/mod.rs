//! Output formats, one file each: a pure function from findings to text. A new one is its file and a line in [`ALL`].

pub(crate) mod concise;
mod excerpt;
pub(crate) mod github;
pub(crate) mod gitlab;
pub(crate) mod human;
pub(crate) mod json;
pub(crate) mod junit;
pub(crate) mod markdown;
pub(crate) mod sarif;

pub(crate) use hookc_policies::escape;

use std::cell::OnceCell;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use hookc_compiler::analysis::CheckedFile;
use hookc_compiler::diagnostic::{Diagnostic, FileId, Level};
use hookc_compiler::span::Span;

use hookc_compiler::line_index::LineIndex;
use hookc_policies::config::SetAside;
use hookc_policies::{Fingerprints, Report};

/// A way to write findings down.
#[derive(Debug)]
pub(crate) struct Format {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// What it is for, in a few words.
    pub(crate) summary: &'static str,
    /// Writes the findings.
    pub(crate) write: fn(&Findings, &Style, &mut dyn io::Write) -> io::Result<()>,
}

/// Every format.
pub(crate) static ALL: [&Format; 8] = [
    &human::FORMAT,
    &concise::FORMAT,
    &json::FORMAT,
    &sarif::FORMAT,
    &github::FORMAT,
    &gitlab::FORMAT,
    &junit::FORMAT,
    &markdown::FORMAT,
];

/// The format of this name.
pub(crate) fn from_name(name: &str) -> Option<&'static Format> {
    ALL.into_iter().find(|format| format.name == name)
}

/// What the reader's side asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// Colour with ANSI escape sequences.
    pub(crate) color: bool,
    /// How many columns a line may have.
    pub(crate) width: usize,
    /// Leave the summary line out.
    pub(crate) quiet: bool,
}

/// The findings that are to be shown, with the texts they point into.
#[derive(Debug)]
pub(crate) struct Findings<'r> {
    report: &'r Report,
    diagnostics: Vec<&'r Diagnostic>,
    notes: Vec<String>,
    sources: Vec<OnceCell<Source<'r>>>,
}

impl<'r> Findings<'r> {
    /// Those of the report that are shown: pedantic ones only on request.
    pub(crate) fn new(report: &'r Report, pedantic: bool) -> Self {
        let diagnostics =
            report.diagnostics.iter().filter(|diagnostic| pedantic || !diagnostic.pedantic).collect();
        let sources = report.files.iter().map(|_| OnceCell::new()).collect();
        Self { report, diagnostics, notes: Vec::new(), sources }
    }

    /// Has the summary say what else was done.
    pub(crate) fn with_notes(mut self, notes: Vec<String>) -> Self {
        self.notes = notes;
        self
    }

    pub(crate) fn diagnostics(&self) -> &[&'r Diagnostic] {
        &self.diagnostics
    }

    /// What each finding that is shown is recognised by later, no two the same.
    fn fingerprints(&self) -> Vec<String> {
        Fingerprints::new(self.report).distinct(self.diagnostics.iter().copied())
    }

    fn source(&self, file: FileId) -> &Source<'r> {
        let index = file.0 as usize;
        self.sources[index].get_or_init(|| Source::new(&self.report.files[index]))
    }

    fn count(&self, level: Level) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.level == level).count()
    }

    /// The one line at the end: what was found, or what was looked at without finding anything, and what was set aside or done.
    fn summary(&self) -> String {
        let SetAside { suppressed, known, stale } = self.report.aside;
        let mut parts = vec![self.found()];
        if suppressed > 0 {
            parts.push(format!("{suppressed} suppressed"));
        }
        if known > 0 {
            parts.push(format!("{known} known from the baseline"));
        }
        if stale > 0 {
            let them = if stale == 1 {
                "1 finding of the baseline is".to_owned()
            } else {
                format!("{stale} findings of the baseline are")
            };
            parts.push(format!("{them} no longer there (--write-baseline writes it anew)"));
        }
        parts.extend(self.notes.iter().cloned());
        parts.join("; ")
    }

    fn found(&self) -> String {
        let Report { checked, hooks, .. } = self.report;
        if self.diagnostics.is_empty() {
            return match checked {
                0 => "no hooks file found".to_owned(),
                _ => format!("no findings in {} with {}", count(*checked, "file"), count(*hooks, "hook")),
            };
        }
        let mut files: Vec<_> = self.diagnostics.iter().map(|diagnostic| diagnostic.file).collect();
        files.sort_unstable();
        files.dedup();
        let levels =
            [Level::Error, Level::Warning, Level::Info].map(|level| (self.count(level), level.name()));
        let levels: Vec<_> = levels
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, name)| count(number, name))
            .collect();
        let total = count(self.diagnostics.len(), "finding");
        format!("{total} in {}: {}", count(files.len(), "file"), levels.join(", "))
    }
}

pub(crate) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A text that findings point into, with its lines. Built once a file, so that ten thousand findings read it once.
#[derive(Debug)]
struct Source<'r> {
    shown: &'r str,
    text: &'r str,
    lines: LineIndex,
}

impl<'r> Source<'r> {
    fn new(file: &'r CheckedFile) -> Self {
        Self { shown: &file.shown, text: &file.text, lines: LineIndex::new(Arc::clone(&file.text)) }
    }

    /// Line and column, both from 1, of a byte offset; an offset past the end is the end.
    fn line_column(&self, offset: u32) -> (u32, u32) {
        self.lines.line_column(offset as usize)
    }

    /// Line and column, both from 1, in UTF-16 code units; a byte order mark is not counted.
    fn utf16_line_column(&self, offset: u32) -> (u32, u32) {
        let (line, column) = self.lines.utf16(offset as usize);
        let mark = u32::from(line == 0 && column > 0 && self.text.starts_with('\u{feff}'));
        (line + 1, column + 1 - mark)
    }

    /// The index of the line, from 0, that holds a byte offset.
    fn line_of(&self, offset: usize) -> usize {
        self.lines.line_column(offset).0 as usize - 1
    }

    /// The bytes of a line, counted from 0, without its end; the empty end of the text past the last line.
    fn line(&self, line: usize) -> Range<usize> {
        self.lines.line_range(line).unwrap_or(self.text.len()..self.text.len())
    }

    /// The index of the last line, not counting the empty one behind a final line end.
    fn last_line_with_text(&self) -> usize {
        let last = self.lines.line_count() - 1;
        if self.line(last).is_empty() { last.saturating_sub(1) } else { last }
    }

    /// `path:line:column`, safe to print.
    fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span.start);
        format!("{}:{line}:{column}", escape::visible(self.shown))
    }
}

/// Findings made by hand, for the tests of the formats.
#[cfg(test)]
mod sample {
    use std::path::PathBuf;

    use hookc_compiler::diagnostic::{Applicability, Edit, Effect};
    use hookc_schema::Evidence;

    use super::*;

    pub(super) const HOOKS: &str = r#"{
  "version": 1,
  "hooks": {
    "preToolUse": [
      { "command": ".cursor/hooks/guard.sh", "matcher": "Bash|Write" }
    ],
    "stop": [{ "command": ".cursor/hooks/summary.sh" }],
    "notification": [{ "command": ".cursor/hooks/notify.sh" }]
  }
}
"#;

    pub(super) fn file(shown: &str, text: &str) -> CheckedFile {
        CheckedFile { path: PathBuf::from(shown), shown: shown.to_owned(), text: text.into() }
    }

    /// The place of a part of a text that occurs in it once.
    pub(super) fn span_of(text: &str, part: &str) -> Span {
        let mut places = text.match_indices(part);
        let (start, _) = places.next().expect("the text holds the part");
        assert!(places.next().is_none(), "the text holds `{part}` once");
        Span::new(start, start + part.len())
    }

    pub(super) fn finding(level: Level, file: u32, span: Span, message: &str) -> Diagnostic {
        Diagnostic::new("some-rule", level, Effect::NeverRuns, Evidence::Doc, FileId(file), span, message)
    }

    pub(super) fn report(files: Vec<CheckedFile>, diagnostics: Vec<Diagnostic>) -> Report {
        Report { checked: files.len(), hooks: 3, files, diagnostics, ..Report::default() }
    }

    /// One file with an error, a warning and a pedantic information.
    pub(super) fn typical() -> Report {
        let unknown = Diagnostic::new(
            "unknown-event",
            Level::Error,
            Effect::VoidsFile,
            Evidence::Obs,
            FileId(0),
            span_of(HOOKS, "\"notification\""),
            "`notification` is not an event, so the whole file is dropped",
        )
        .label("no event has this name")
        .consequence("2 other hooks of this file are switched off with it")
        .help("to hear about the end of a turn use `stop`")
        .related(FileId(0), span_of(HOOKS, "\"stop\""), "the end of a turn");
        let bash = span_of(HOOKS, "Bash");
        let vocabulary = Diagnostic::new(
            "matcher-vocabulary",
            Level::Warning,
            Effect::NeverRuns,
            Evidence::Doc,
            FileId(0),
            bash,
            "`Bash` never matches a tool here",
        )
        .label("the shell tool is called `Shell`")
        .consequence("this alternative never runs the guard; `Write` still does")
        .fix(
            Applicability::Unsafe,
            "replace `Bash` by `Shell`",
            vec![Edit { span: bash, text: "Shell".to_owned() }],
        );
        let pedantic =
            finding(Level::Info, 0, span_of(HOOKS, "Write"), "`Write` matches longer names too").pedantic();
        report(vec![file(".cursor/hooks.json", HOOKS)], vec![vocabulary, pedantic, unknown])
    }

    pub(super) const PLAIN: Style = Style { color: false, width: 100, quiet: false };

    pub(super) fn written(format: &Format, report: &Report, pedantic: bool, style: Style) -> String {
        let mut out = Vec::new();
        (format.write)(&Findings::new(report, pedantic), &style, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::sample::{file, finding, report, typical};
    use super::*;

    #[test]
    fn names_are_distinct_and_found() {
        for format in ALL {
            assert!(std::ptr::eq(from_name(format.name).unwrap(), format));
        }
        assert!(from_name("xml").is_none());
    }

    #[test]
    fn pedantic_findings_are_shown_on_request_only() {
        let report = typical();
        assert_eq!(Findings::new(&report, false).diagnostics().len(), 2);
        assert_eq!(Findings::new(&report, true).diagnostics().len(), 3);
    }

    #[test]
    fn the_summary_counts_findings_files_and_levels() {
        let report = typical();
        assert_eq!(Findings::new(&report, false).summary(), "2 findings in 1 file: 1 error, 1 warning");
        assert_eq!(
            Findings::new(&report, true).summary(),
            "3 findings in 1 file: 1 error, 1 warning, 1 info"
        );
    }

    #[test]
    fn the_summary_of_a_clean_check_says_what_was_looked_at() {
        let clean = report(vec![file("a", "{}")], vec![]);
        assert_eq!(Findings::new(&clean, false).summary(), "no findings in 1 file with 3 hooks");
        assert_eq!(Findings::new(&report(vec![], vec![]), false).summary(), "no hooks file found");
    }

    #[test]
    fn the_summary_says_what_was_set_aside_and_done() {
        let aside = SetAside { suppressed: 2, known: 3, stale: 1 };
        let report = Report { checked: 1, hooks: 1, aside, ..Report::default() };
        insta::assert_snapshot!(
            Findings::new(&report, false).with_notes(vec!["fixed 1 finding in 1 file".to_owned()]).summary(),
            @"no findings in 1 file with 1 hook; 2 suppressed; 3 known from the baseline; 1 finding of the baseline is no longer there (--write-baseline writes it anew); fixed 1 finding in 1 file"
        );
    }

    #[test]
    fn a_place_counts_characters_not_bytes() {
        let text = "{\n  \"é😀\": x\n}";
        let source_file = file("a.json", text);
        let source = Source::new(&source_file);
        let x = text.find('x').unwrap();
        assert_eq!(source.place(Span::new(x, x + 1)), "a.json:2:9");
    }

    #[test]
    fn a_place_past_the_end_is_the_end() {
        let source_file = file("a.json", "ab");
        assert_eq!(Source::new(&source_file).line_column(99), (1, 3));
        let beyond = report(vec![source_file], vec![finding(Level::Info, 0, Span::new(50, 99), "m")]);
        for format in ALL {
            sample::written(format, &beyond, false, sample::PLAIN);
        }
    }

    #[test]
    fn no_text_and_no_place_brings_a_format_down() {
        const PIECES: [&str; 12] =
            ["{", "\n", "\r\n", "\r", "\t", "é", "😀", "\u{200d}", "\u{1b}", "日本", "word", "\u{feff}"];
        let mut state = 7_u64;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % below
        };
        for _ in 0..300 {
            let text: String = (0..next(30)).map(|_| PIECES[next(PIECES.len())]).collect();
            let mut span = || {
                let start = next(text.len() + 2);
                Span::new(start, start + next(text.len() + 2))
            };
            let diagnostic = finding(Level::Error, 0, span(), "m")
                .label("l")
                .related(FileId(0), span(), "r")
                .related(FileId(0), span(), "");
            let report = report(vec![file("f", &text)], vec![diagnostic]);
            for format in ALL {
                for width in [0, 40, 100] {
                    sample::written(format, &report, false, Style { width, ..sample::PLAIN });
                }
            }
        }
    }
}
