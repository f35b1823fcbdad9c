//! Opinions over the facts that the compiler finds.

pub mod config;
mod danger;
pub mod escape;
mod failing;
mod fingerprint;
pub mod fix;
mod focus;
mod glob;
mod live;
pub mod policy;
mod programs;
mod reach;
pub mod rule;
pub mod rules;
pub mod script;
mod types;
mod vocabulary;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{self, Analysis, CheckedFile, Request, Settings, Source};
use hookc_compiler::diagnostic::{Diagnostic, Level};
use hookc_compiler::parallel;
use hookc_compiler::source::Place;
use hookc_compiler::span::Span;
use hookc_compiler::system::System;
use hookc_schema::SourceKind;

use config::{Options, Scope, SetAside};
pub use fingerprint::{Fingerprints, fingerprint};
pub use live::Live;
use rule::{Check, Findings, HookContext, Rule, SourceContext};
use script::ProgramContext;

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
    let mut report = judge(analysis::analyse(system, request), &Scope::uniform(settings.clone()));
    sort(&mut report);
    report
}

/// Checks everything that the request names, as the configurations beside the files say.
pub fn check_with(system: &dyn System, request: &Request, options: &Options) -> Report {
    let trees = config::trees(system, request);
    judge_with(system, &trees, Some(request), analysis::analyse(system, request), options)
}

/// The same for what has changed only: hooks files that have, and of the others the hooks whose script has, or is gone.
///
/// # Errors
///
/// The first that `has_changed` gives for the path of a file and the place of its hooks.
pub fn check_changes<E>(
    system: &dyn System,
    request: &Request,
    options: &Options,
    has_changed: impl FnMut(&Path, &Place) -> Result<bool, E>,
) -> Result<Report, E> {
    let mut analysis = analysis::analyse(system, request);
    focus::on_changes(&mut analysis, has_changed)?;
    Ok(judge_with(system, &config::trees(system, request), Some(request), analysis, options))
}

/// Checks one text alone, as a source of this kind.
pub fn check_text(
    system: &dyn System,
    kind: SourceKind,
    shown: &str,
    bytes: &[u8],
    settings: &Settings,
) -> Report {
    let analysis = analysis::analyse_text(system, kind, shown, bytes);
    let mut report = judge(analysis, &Scope::uniform(settings.clone()));
    sort(&mut report);
    report
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
    judge_with(system, &[PathBuf::from(".")], None, analysis, options)
}

fn judge_with(
    system: &dyn System,
    roots: &[PathBuf],
    request: Option<&Request>,
    mut analysis: Analysis,
    options: &Options,
) -> Report {
    let scope = Scope::find(system, roots, request, &analysis, options);
    scope.leave_out(&mut analysis);
    let mut of_policies = policy::judge(system, request, &analysis, &scope);
    focus::retain(&analysis, &mut of_policies.diagnostics);
    let mut report = judge(analysis, &scope);
    report.diagnostics.extend(of_policies.diagnostics);
    report.files.extend(of_policies.files);
    finish(system, &scope, options, &mut report);
    report
}

/// Makes what the rules found into what is told.
fn finish(system: &dyn System, scope: &Scope, options: &Options, report: &mut Report) {
    sort(report);
    scope.apply(system, options, report);
    sort(report);
}

fn judge(mut analysis: Analysis, scope: &Scope) -> Report {
    let found =
        parallel::map(&analysis.sources, |source| apart(&analysis, source, scope.settings(source.file)));
    let mut together = together(&analysis, scope);
    let mut diagnostics = std::mem::take(&mut analysis.diagnostics);
    diagnostics.append(&mut together);
    diagnostics.extend(found.into_iter().flatten());
    focus::retain(&analysis, &mut diagnostics);
    let checked = analysis.sources.iter().filter(|source| focus::counts(source)).count();
    parallel::give_back(analysis.sources);
    Report {
        checked,
        hooks: analysis.hooks,
        unreadable: analysis.unreadable,
        files: analysis.files,
        diagnostics,
        aside: SetAside::default(),
    }
}

/// By file and place, what is said twice said once.
fn sort(report: &mut Report) {
    let files = &report.files;
    report.diagnostics.sort_by(|one, other| order(files, one).cmp(&order(files, other)));
    merge_repeated(files, &mut report.diagnostics);
}

/// So many places of a finding that was made more than once are shown.
const MOST_RELATED: usize = 20;

/// Makes one finding of those that say the same of the same place: a script that several hooks files run is a text of each of them.
fn merge_repeated(files: &[CheckedFile], diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.dedup_by(|later, first| {
        let path = |finding: &Diagnostic| &files[finding.file.0 as usize].path;
        let is_same = later.rule == first.rule
            && later.span == first.span
            && later.message == first.message
            && path(later) == path(first);
        if is_same && first.related.len() < MOST_RELATED {
            for related in later.related.drain(..) {
                if !first.related.contains(&related) {
                    first.related.push(related);
                }
            }
        }
        is_same
    });
}

/// What [`Report::shorten`] counts together: the number of the path, rule, level, and whether it is shown on request only.
type Kind = (usize, &'static str, Level, bool);

/// Findings of one kind: how many there are, and where the last of those stands that are told.
#[derive(Default)]
struct Tally {
    count: usize,
    last: usize,
}

impl Report {
    /// So many findings of one rule and one level are told of one file.
    pub const MOST_OF_A_KIND: usize = 50;

    /// Leaves out what is too much of the same, for people and machines that read on: some mistakes are in a file as often as it has letters.
    /// The last that stays says how many more there are, and none is left out whose level is not told.
    pub fn shorten(&mut self) {
        if let Some(kept) = shortened(&self.files, &self.diagnostics) {
            self.diagnostics = kept;
        }
    }
}

/// What is left of findings by [`Report::shorten`]; `None` where that is all of them.
fn shortened(files: &[CheckedFile], diagnostics: &[Diagnostic]) -> Option<Vec<Diagnostic>> {
    if diagnostics.len() <= Report::MOST_OF_A_KIND {
        return None;
    }
    let mut paths: HashMap<&Path, usize> = HashMap::new();
    let mut tallies: HashMap<Kind, Tally> = HashMap::new();
    let mut kept: Vec<&Diagnostic> = Vec::new();
    for of_file in diagnostics.chunk_by(|one, other| one.file == other.file) {
        let next = paths.len();
        let path = *paths.entry(&files[of_file[0].file.0 as usize].path).or_insert(next);
        for finding in of_file {
            let tally = tallies.entry((path, finding.rule, finding.level, finding.pedantic)).or_default();
            tally.count += 1;
            if tally.count <= Report::MOST_OF_A_KIND {
                tally.last = kept.len();
                kept.push(finding);
            }
        }
    }
    if kept.len() == diagnostics.len() {
        return None;
    }
    let mut kept: Vec<Diagnostic> = kept.into_iter().cloned().collect();
    let mut tallies: Vec<Tally> = tallies.into_values().collect();
    tallies.sort_unstable_by_key(|tally| tally.last);
    for Tally { count, last } in tallies.into_iter().filter(|tally| tally.count > Report::MOST_OF_A_KIND) {
        let more = count - Report::MOST_OF_A_KIND;
        // Writing to a string cannot fail.
        let _ = write!(kept[last].message, " (and {more} more of this kind in the file)");
    }
    Some(kept)
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

/// What the rules say of all files together, and of the programs that their hooks run.
fn together(analysis: &Analysis, scope: &Scope) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    for rule in rules::RULES {
        if let Check::Analysis(check) = rule.check {
            check(analysis, scope.main_settings(), &mut findings);
        }
    }
    let about_programs = parallel::map(&script::programs(analysis), |program| {
        let settings = scope.settings(program.runs[0].source.file);
        let context = ProgramContext { analysis, settings, program };
        let mut findings = Findings::default();
        for rule in rules::RULES {
            if let Check::Program(check) | Check::HookAndProgram(_, check) = rule.check {
                check(&context, &mut findings);
            }
        }
        findings.0
    });
    findings.0.extend(about_programs.into_iter().flatten());
    findings.0
}

fn apply(rule: &Rule, context: SourceContext<'_>, findings: &mut Findings) {
    match rule.check {
        Check::Compiler | Check::Analysis(_) | Check::Program(_) => {}
        Check::Source(check) => check(&context, findings),
        Check::Hook(check) | Check::HookAndProgram(check, _) => {
            for hook in context.source.config.iter().flat_map(|config| &config.hooks) {
                check(&HookContext { file: context, hook }, findings);
            }
        }
    }
}

type Order<'a> = (&'a str, &'a Path, Span, Reverse<Level>, &'a str, u32);

/// By the file's name, then by place; at one place the gravest first.
fn order<'a>(files: &'a [CheckedFile], finding: &'a Diagnostic) -> Order<'a> {
    let file = &files[finding.file.0 as usize];
    (&file.shown, &file.path, finding.span, Reverse(finding.level), finding.rule, finding.file.0)
}

#[cfg(test)]
mod tests {
    use hookc_compiler::system::MemorySystem;

    use super::*;

    fn report(hooks: usize) -> Report {
        let entries = vec![r#"{ "command": "say-done", "loop_limit": 3, "cwd": "/" }"#; hooks].join(",");
        let text = format!(r#"{{ "version": 1, "hooks": {{ "sessionEnd": [{entries}] }} }}"#);
        let settings = Settings::default();
        check_text(&MemorySystem::new(), SourceKind::Project, "hooks.json", text.as_bytes(), &settings)
    }

    #[test]
    fn too_much_of_a_kind_is_counted() {
        let mut report = report(120);
        report.shorten();
        let of_rule = |name: &str| -> Vec<&Diagnostic> {
            report.diagnostics.iter().filter(|finding| finding.rule == name).collect()
        };
        for rule in ["unknown-entry-key", "inert-option"] {
            assert_eq!(of_rule(rule).len(), Report::MOST_OF_A_KIND);
            assert!(of_rule(rule)[49].message.ends_with("(and 70 more of this kind in the file)"), "{rule}");
            assert!(!of_rule(rule)[48].message.contains("more of this kind"));
        }
    }

    #[test]
    fn few_of_a_kind_stay_as_they_are() {
        let mut shortened = report(40);
        shortened.shorten();
        assert_eq!(shortened.diagnostics, report(40).diagnostics);
    }
}
