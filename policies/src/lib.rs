//! Opinions over the facts that the compiler finds.

pub mod config;
mod danger;
mod failing;
mod fingerprint;
pub mod fix;
mod live;
mod programs;
mod reach;
pub mod rule;
pub mod rules;
mod vocabulary;

use std::cmp::Reverse;
use std::path::PathBuf;

use hookc_compiler::analysis::{self, Analysis, CheckedFile, Request, Settings, Source};
use hookc_compiler::diagnostic::{Diagnostic, Level};
use hookc_compiler::parallel;
use hookc_compiler::span::Span;
use hookc_compiler::system::System;
use hookc_schema::SourceKind;

use config::{Options, Scope, SetAside};
pub use fingerprint::{Fingerprints, fingerprint};
pub use live::Live;
use rule::{Check, Findings, HookContext, Rule, SourceContext};

/// Everything that is to be said about a set of files.
#[derive(Debug, Default)]
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
    /// How many findings a configuration sets aside.
    pub aside: SetAside,
}

/// Every rule, in the order of the catalogue.
pub fn rules() -> &'static [&'static Rule] {
    rules::RULES
}

/// Checks everything that the request names.
pub fn check(system: &dyn System, request: &Request, settings: &Settings) -> Report {
    judge(analysis::analyse(system, request), &Scope::uniform(settings.clone()))
}

/// Checks everything that the request names, as the configurations beside the files say.
pub fn check_with(system: &dyn System, request: &Request, options: &Options) -> Report {
    judge_with(system, &config::trees(system, request), analysis::analyse(system, request), options)
}

/// Checks one text alone, as a source of this kind.
pub fn check_text(
    system: &dyn System,
    kind: SourceKind,
    shown: &str,
    bytes: &[u8],
    settings: &Settings,
) -> Report {
    judge(analysis::analyse_text(system, kind, shown, bytes), &Scope::uniform(settings.clone()))
}

/// Checks one text alone, as a source of this kind, as the configuration says that is nearest to it below the current folder.
pub fn check_text_with(
    system: &dyn System,
    kind: SourceKind,
    shown: &str,
    bytes: &[u8],
    options: &Options,
) -> Report {
    let analysis = analysis::analyse_text(system, kind, shown, bytes);
    judge_with(system, &[PathBuf::from(".")], analysis, options)
}

fn judge_with(system: &dyn System, roots: &[PathBuf], mut analysis: Analysis, options: &Options) -> Report {
    let scope = Scope::find(system, roots, &analysis, options);
    scope.leave_out(&mut analysis);
    let mut report = judge(analysis, &scope);
    scope.apply(system, options, &mut report);
    sort(&mut report);
    report
}

fn judge(mut analysis: Analysis, scope: &Scope) -> Report {
    let found =
        parallel::map(&analysis.sources, |source| apart(&analysis, source, scope.settings(source.file)));
    let mut together = together(&analysis, scope.main_settings());
    let mut diagnostics = std::mem::take(&mut analysis.diagnostics);
    diagnostics.append(&mut together);
    diagnostics.extend(found.into_iter().flatten());
    let mut report = Report {
        checked: analysis.sources.len(),
        hooks: analysis.hooks,
        unreadable: analysis.unreadable,
        files: analysis.files,
        diagnostics,
        aside: SetAside::default(),
    };
    sort(&mut report);
    report
}

fn sort(report: &mut Report) {
    let files = &report.files;
    report.diagnostics.sort_by(|one, other| order(files, one).cmp(&order(files, other)));
    report
        .diagnostics
        .dedup_by(|one, other| order(files, one) == order(files, other) && one.message == other.message);
}

/// What the rules say of one file by itself. Of other files of hooks they see only those that run the same scripts; [`Live`] rests on it.
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
