//! What becomes of the findings of the rules: levels, suppressions and the baseline, and what these say of themselves.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hookc_compiler::analysis::{Analysis, CheckedFile};
use hookc_compiler::diagnostic::{Diagnostic, FileId, Level};
use hookc_compiler::span::Span;
use hookc_compiler::syntax::Tree;
use hookc_compiler::system::System;

use super::baseline::set_aside_by;
use super::effective::{Config, Set, Suppression};
use super::globs::PathGlob;
use super::{Fault, INVALID, Known, Options, Scope};
use crate::Report;
use crate::policy::enforce::{WEAKENED, weakened};
use crate::policy::is_policy;

const EXPIRED: &str = "suppression-expired";
const UNUSED: &str = "suppression-unused";
const UNKNOWN_EVENT: &str = "unknown-event";

/// Whether a rule is about the configuration, and not about hooks.
pub(super) fn is_about_configuration(rule: &str) -> bool {
    matches!(rule, INVALID | EXPIRED | UNUSED | WEAKENED)
}

impl Scope {
    /// Leaves out the files that are not to be checked.
    pub(crate) fn leave_out(&self, analysis: &mut Analysis) {
        if self.configs.iter().all(|config| config.exclude.is_empty()) {
            return;
        }
        let is_out: Vec<bool> = (0..analysis.files.len() as u32)
            .map(|file| self.is_left_out(&analysis.files, FileId(file)))
            .collect();
        let is_out = |file: FileId| is_out[file.0 as usize];
        let left_out = analysis.sources.iter().filter(|source| is_out(source.file));
        let hooks: usize =
            left_out.filter_map(|source| source.config.as_ref()).map(|config| config.hooks.len()).sum();
        analysis.hooks = analysis.hooks.saturating_sub(hooks);
        analysis.sources.retain(|source| !is_out(source.file));
        analysis.diagnostics.retain(|diagnostic| !is_out(diagnostic.file));
    }

    fn exclusion(&self, files: &[CheckedFile], file: FileId) -> Option<&Set<PathGlob>> {
        self.config(file).exclusion(&files[file.0 as usize].path)
    }

    /// Whether a file of hooks is not to be checked.
    pub(crate) fn is_left_out(&self, files: &[CheckedFile], file: FileId) -> bool {
        !self.is_kept(file) && self.exclusion(files, file).is_some()
    }

    /// Whether a finding lies in a file that is not to be checked, and nothing binds it.
    fn is_excluded(&self, files: &[CheckedFile], diagnostic: &Diagnostic) -> bool {
        self.exclusion(files, diagnostic.file).is_some_and(|exclusion| {
            self.config(diagnostic.file).may_set_aside(diagnostic, exclusion.origin.file)
        })
    }

    /// Sets aside what the configuration says, gives the rest its levels, and adds what is to be said of the configuration.
    pub(crate) fn apply(&self, system: &dyn System, options: &Options, report: &mut Report) {
        report.diagnostics.retain(|diagnostic| !self.is_known_event(options, &report.files, diagnostic));
        report.diagnostics.retain(|diagnostic| !self.is_excluded(&report.files, diagnostic));
        let mut said = self.suppress(system, options, report);
        self.set_levels(report);
        self.set_known_aside(system, options, report);
        let faults = self
            .configs
            .iter()
            .enumerate()
            .flat_map(|(number, config)| config.faults.iter().map(move |fault| (number, fault.clone())));
        said.extend(faults);
        self.say(said, report);
    }

    fn is_known_event(&self, options: &Options, files: &[CheckedFile], diagnostic: &Diagnostic) -> bool {
        if diagnostic.rule != UNKNOWN_EVENT {
            return false;
        }
        let text = &files[diagnostic.file.0 as usize].text;
        let name = text.get(diagnostic.span.range()).unwrap_or_default().trim_matches('"');
        self.config(diagnostic.file).has_event(name, options.today)
    }

    fn set_levels(&self, report: &mut Report) {
        let files = &report.files;
        report.diagnostics.retain_mut(|diagnostic| {
            let config = self.config(diagnostic.file);
            // The level of a policy stands in the policy.
            if is_policy(diagnostic.rule) {
                return true;
            }
            let path = &files[diagnostic.file.0 as usize].path;
            let level = config.level_of(diagnostic.rule, path, diagnostic.level).level();
            match level.filter(|_| config.is_selected(diagnostic.rule)) {
                None => false,
                Some(level) => {
                    diagnostic.level = level;
                    true
                }
            }
        });
    }

    fn set_known_aside(&self, system: &dyn System, options: &Options, report: &mut Report) {
        match &options.known {
            Known::Nothing => {}
            Known::Only(baseline) => baseline.set_aside(system, report),
            Known::AsConfigured => {
                let mut baselines = Vec::new();
                let mut place = vec![None; self.configs.len()];
                for (number, config) in self.configs.iter().enumerate() {
                    if let Some(baseline) = &config.baseline {
                        place[number] = Some(baselines.len());
                        baselines.push(&baseline.value);
                    }
                }
                set_aside_by(system, report, &baselines, |diagnostic| {
                    let number = self.number(diagnostic.file);
                    let config = &self.configs[number];
                    let is_let = |baseline: &Set<_>| config.may_set_aside(diagnostic, baseline.origin.file);
                    place[number].filter(|_| config.baseline.as_ref().is_some_and(is_let))
                });
            }
        }
    }

    /// Takes out what is suppressed; what is to be said of the suppressions, each with the number of its configuration.
    fn suppress(&self, system: &dyn System, options: &Options, report: &mut Report) -> Vec<(usize, Fault)> {
        let mut suppressing = self.suppressing(&report.files);
        let before = report.diagnostics.len();
        report.diagnostics.retain(|diagnostic| {
            let suppressing = suppressing.get_mut(&self.number(diagnostic.file));
            !suppressing.is_some_and(|suppressing| suppressing.holds_back(diagnostic, options))
        });
        report.aside.suppressed += before - report.diagnostics.len();
        let mut said = Vec::new();
        for (number, suppressing) in suppressing {
            for (at, suppression) in suppressing.places.config.suppressions.iter().enumerate() {
                let fault = if suppressing.refused[at] {
                    Some(weakened(suppression.origin, suppression.refusal()))
                } else if suppression.has_ended(options) {
                    suppression.expired()
                } else if suppressing.used[at] {
                    None
                } else {
                    unused(system, suppression, suppressing.places.standing[at])
                };
                said.extend(fault.map(|fault| (number, fault)));
            }
        }
        said
    }

    /// The configurations that suppress anything, by their numbers.
    fn suppressing(&self, files: &[CheckedFile]) -> BTreeMap<usize, Suppressing<'_>> {
        if self.configs.iter().all(|config| config.suppressions.is_empty()) {
            return BTreeMap::new();
        }
        let mut by_path: HashMap<&Path, Vec<FileId>> = HashMap::new();
        for (number, file) in files.iter().enumerate() {
            let id = FileId(number as u32);
            if !self.is_left_out(files, id) {
                by_path.entry(&file.path).or_default().push(id);
            }
        }
        let configs = self.configs.iter().enumerate();
        configs
            .filter(|(_, config)| !config.suppressions.is_empty())
            .map(|(number, config)| {
                let places = Places::of(config, files, &by_path);
                let none = vec![false; config.suppressions.len()];
                (number, Suppressing { places, used: none.clone(), refused: none })
            })
            .collect()
    }

    /// Adds findings about the configurations, whose files join the report.
    fn say(&self, said: Vec<(usize, Fault)>, report: &mut Report) {
        let mut ids: HashMap<PathBuf, FileId> = HashMap::new();
        for (number, fault) in said {
            let config = &self.configs[number];
            if !is_wanted(config, &fault) {
                continue;
            }
            let path = config.files[fault.at.file].path.clone();
            // A file above is one of several configurations, and its faults are told once.
            let file = *ids.entry(path).or_insert_with(|| {
                report.files.push(config.files[fault.at.file].clone());
                FileId(report.files.len() as u32 - 1)
            });
            let mut diagnostic = fault.diagnostic(file);
            if let Some(level) = config
                .level(diagnostic.rule, &report.files[file.0 as usize].path)
                .and_then(|set| set.value.level())
            {
                diagnostic.level = level;
            }
            report.diagnostics.push(diagnostic);
        }
    }
}

/// That a suppression has no finding, as far as this check can tell.
fn unused(system: &dyn System, suppression: &Suppression, standing: Standing) -> Option<Fault> {
    let fault = |level, at, problem: &str| Fault {
        rule: UNUSED,
        level,
        at,
        message: format!("nothing is suppressed by this: {problem}"),
        help: "name the place that is meant, or remove the suppression".to_owned(),
    };
    let is_gone = || {
        let found = system.symlink_metadata(&suppression.file);
        found.is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
    };
    match standing {
        Standing::Checked => {
            Some(fault(Level::Info, suppression.origin, "the rule has no such finding in this check"))
        }
        Standing::Lost => {
            let at = suppression.pointer.as_ref().map_or(suppression.origin, |pointer| pointer.origin);
            Some(fault(Level::Warning, at, "the file has no such place"))
        }
        Standing::Unchecked if is_gone() => {
            Some(fault(Level::Warning, suppression.file_origin, "the file does not exist"))
        }
        Standing::Unchecked => None,
    }
}

/// Whether a configuration lets something be said of itself.
fn is_wanted(config: &Config, fault: &Fault) -> bool {
    let path = &config.files[fault.at.file].path;
    let is_off = || config.level(fault.rule, path).is_some_and(|set| set.value.level().is_none());
    matches!(fault.rule, INVALID | WEAKENED) || config.is_selected(fault.rule) && !is_off()
}

impl Suppression {
    fn has_ended(&self, options: &Options) -> bool {
        self.expires.as_ref().is_some_and(|day| day.value <= options.today)
    }

    /// That what it names is declared above.
    fn refusal(&self) -> String {
        match &self.policy {
            Some(policy) => format!(
                "the policy `{policy}` is declared above this file, so the finding is not suppressed here"
            ),
            None => format!(
                "`{}` is bound by what is declared above this file, so the finding is not suppressed here",
                self.rule
            ),
        }
    }

    fn expired(&self) -> Option<Fault> {
        let day = self.expires.as_ref()?;
        Some(Fault {
            rule: EXPIRED,
            level: Level::Warning,
            at: day.origin,
            message: format!(
                "this suppression of `{}` has ended, so the finding is reported again",
                self.rule
            ),
            help: "mend what is found, or say until when it may stay".to_owned(),
        })
    }
}

/// Whether the place of a suppression is among what was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Checked,
    /// The file was, and has no such place.
    Lost,
    Unchecked,
}

/// A part of a file, or all of it, and the number of the suppression that is about it.
type Part = (Option<Span>, usize);

/// Where the suppressions of a configuration lie in the files of a report.
struct Places<'c> {
    config: &'c Config,
    parts: HashMap<(&'c str, FileId), Vec<Part>>,
    standing: Vec<Standing>,
}

impl<'c> Places<'c> {
    fn of(config: &'c Config, files: &[CheckedFile], by_path: &HashMap<&Path, Vec<FileId>>) -> Self {
        let mut trees: HashMap<FileId, Tree> = HashMap::new();
        let mut places = Self { config, parts: HashMap::new(), standing: Vec::new() };
        for (number, suppression) in config.suppressions.iter().enumerate() {
            let mut standing = Standing::Unchecked;
            for &file in by_path.get(suppression.file.as_path()).into_iter().flatten() {
                let parse = || Tree::parse(Arc::clone(&files[file.0 as usize].text));
                let part = match &suppression.pointer {
                    None => Some(None),
                    Some(pointer) => {
                        span_of(trees.entry(file).or_insert_with(parse), &pointer.value).map(Some)
                    }
                };
                standing = if part.is_some() { Standing::Checked } else { Standing::Lost };
                let parts = places.parts.entry((suppression.rule.as_str(), file)).or_default();
                parts.extend(part.map(|part| (part, number)));
            }
            places.standing.push(standing);
        }
        places
    }

    /// The suppressions that are about a finding.
    fn about(&self, diagnostic: &Diagnostic) -> impl Iterator<Item = usize> {
        let parts = self.parts.get(&(diagnostic.rule, diagnostic.file)).map_or(&[][..], Vec::as_slice);
        let span = diagnostic.span;
        let holds = move |part: &&Part| part.0.is_none_or(|part| part.contains(span));
        let id = diagnostic.policy.as_ref().map(|policy| policy.id.as_str());
        let is_of = move |number: &usize| {
            let policy = self.config.suppressions[*number].policy.as_deref();
            policy.is_none_or(|policy| id == Some(policy))
        };
        parts.iter().filter(holds).map(|(_, number)| *number).filter(is_of)
    }
}

/// The suppressions of a configuration, and what became of them.
struct Suppressing<'c> {
    places: Places<'c>,
    /// Which of them have a finding.
    used: Vec<bool>,
    /// Which of them have one that they may not set aside.
    refused: Vec<bool>,
}

impl Suppressing<'_> {
    /// Whether a finding is suppressed.
    fn holds_back(&mut self, diagnostic: &Diagnostic, options: &Options) -> bool {
        let config = self.places.config;
        let mut is_suppressed = false;
        for at in self.places.about(diagnostic) {
            self.used[at] = true;
            if config.may_set_aside(diagnostic, config.suppressions[at].origin.file) {
                is_suppressed |= !config.suppressions[at].has_ended(options);
            } else {
                self.refused[at] = true;
            }
        }
        is_suppressed
    }
}

/// The value at a pointer, with its key.
fn span_of(tree: &Tree, pointer: &str) -> Option<Span> {
    let node = tree.pointer(pointer)?;
    Some(node.member().map_or(node.span(), hookc_compiler::syntax::Member::span))
}
