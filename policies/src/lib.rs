//! Opinions over the facts that the compiler finds.

mod failing;
mod live;
pub mod rule;
pub mod rules;
mod vocabulary;

use std::cmp::Reverse;

use hookc_compiler::analysis::{self, Analysis, CheckedFile, Request, Settings, Source};
use hookc_compiler::diagnostic::{Diagnostic, Level};
use hookc_compiler::parallel;
use hookc_compiler::span::Span;
use hookc_compiler::system::System;
use hookc_schema::SourceKind;

pub use live::Live;
use rule::{Check, Findings, HookContext, Rule, SourceContext};

/// Everything that is to be said about a set of files.
#[derive(Debug)]
pub struct Report {
    /// Every file that was checked or that a finding points into; a `FileId` is an index here.
    pub files: Vec<CheckedFile>,
    /// How many hooks files were judged.
    pub checked: usize,
    /// How many hooks they register.
    pub hooks: usize,
    /// How many files could not be read at all.
    pub unreadable: usize,
    /// The findings, by file and place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Every rule, in the order of the catalogue.
pub fn rules() -> &'static [&'static Rule] {
    rules::RULES
}

/// Checks everything that the request names.
pub fn check(system: &dyn System, request: &Request, settings: &Settings) -> Report {
    judge(analysis::analyse(system, request), settings)
}

/// Checks one text alone, as a source of this kind.
pub fn check_text(
    system: &dyn System,
    kind: SourceKind,
    shown: &str,
    bytes: &[u8],
    settings: &Settings,
) -> Report {
    judge(analysis::analyse_text(system, kind, shown, bytes), settings)
}

fn judge(mut analysis: Analysis, settings: &Settings) -> Report {
    let found = parallel::map(&analysis.sources, |source| apart(&analysis, source, settings));
    let mut together = together(&analysis, settings);
    let mut diagnostics = std::mem::take(&mut analysis.diagnostics);
    diagnostics.append(&mut together);
    diagnostics.extend(found.into_iter().flatten());
    let files = &analysis.files;
    diagnostics.sort_by(|one, other| order(files, one).cmp(&order(files, other)));
    diagnostics
        .dedup_by(|one, other| order(files, one) == order(files, other) && one.message == other.message);
    Report {
        checked: analysis.sources.len(),
        hooks: analysis.hooks,
        unreadable: analysis.unreadable,
        files: analysis.files,
        diagnostics,
    }
}

/// What the rules say of one file by itself. They see no other file of hooks.
fn apart(analysis: &Analysis, source: &Source, settings: &Settings) -> Vec<Diagnostic> {
    let context = SourceContext { analysis, source, settings };
    let mut findings = Findings::default();
    for rule in rules::RULES {
        apply(rule, context, &mut findings);
    }
    findings.0
}

/// What the rules say of all files together.
fn together(analysis: &Analysis, settings: &Settings) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    for rule in rules::RULES {
        if let Check::Analysis(check) = rule.check {
            check(analysis, settings, &mut findings);
        }
    }
    findings.0
}

fn apply(rule: &Rule, context: SourceContext<'_>, findings: &mut Findings) {
    match rule.check {
        Check::Compiler | Check::Analysis(_) => {}
        Check::Source(check) => check(&context, findings),
        Check::Hook(check) => {
            for hook in context.source.config.iter().flat_map(|config| &config.hooks) {
                check(&HookContext { file: context, hook }, findings);
            }
        }
    }
}

type Order<'a> = (&'a str, u32, Span, Reverse<Level>, &'a str);

/// By the file's name, then by place; at one place the gravest first.
fn order<'a>(files: &'a [CheckedFile], finding: &'a Diagnostic) -> Order<'a> {
    let file = finding.file.0;
    (&files[file as usize].shown, file, finding.span, Reverse(finding.level), finding.rule)
}
