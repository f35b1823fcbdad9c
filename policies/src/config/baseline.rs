//! A file of known findings, so that a project can start with the findings that it has and see only new ones.
//!
//! A finding is recognised by its [fingerprint](crate::fingerprint), which edits around it leave as it is. Findings that nothing tells apart are counted.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use hookc_compiler::diagnostic::Diagnostic;
use hookc_compiler::source::absolute;
use hookc_compiler::system::System;
use serde::{Deserialize, Serialize};

use crate::{Fingerprints, Report};

/// The largest baseline that is read, in bytes.
const MAX_FILE: u64 = 64 << 20;
/// The version of the format.
const VERSION: u32 = 1;

/// Known findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// The path that it was read from, as it was given.
    name: String,
    /// The folder that the names of files start from.
    folder: PathBuf,
    files: BTreeMap<String, Entries>,
}

/// The findings of a file: how many there are, by rule and fingerprint.
type Entries = BTreeMap<String, BTreeMap<String, usize>>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    files: BTreeMap<String, Entries>,
}

impl Baseline {
    /// Reads a baseline; the error says what is wrong.
    pub fn read(system: &dyn System, path: &Path) -> Result<Self, String> {
        let bytes = system.read(path, MAX_FILE).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => "the baseline does not exist".to_owned(),
            kind => format!("the baseline cannot be read: {kind}"),
        })?;
        let file: File =
            serde_json::from_slice(&bytes).map_err(|error| format!("this is not a baseline: {error}"))?;
        if file.version != VERSION {
            return Err(format!(
                "the baseline has version {}, and this build reads version {VERSION}",
                file.version
            ));
        }
        Ok(Self { name: path.display().to_string(), folder: folder(system, path), files: file.files })
    }

    /// The path that it was read from, as it was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of a baseline at this path in which the findings of the report are known.
    pub fn write(system: &dyn System, path: &Path, report: &Report) -> String {
        let folder = folder(system, path);
        let fingerprints = Fingerprints::new(report);
        let mut files: BTreeMap<String, Entries> = BTreeMap::new();
        for diagnostic in report.diagnostics.iter().filter(|diagnostic| can_be_known(diagnostic)) {
            let rules = files.entry(name(&folder, report, diagnostic)).or_default();
            let counts = rules.entry(diagnostic.rule.to_owned()).or_default();
            *counts.entry(fingerprints.in_file(diagnostic)).or_default() += 1;
        }
        // A map of strings to maps of strings to numbers is always JSON.
        let text = serde_json::to_string_pretty(&File { version: VERSION, files }).unwrap_or_default();
        text + "\n"
    }

    /// Takes the findings out of the report that are known, and counts them there.
    pub fn set_aside(&self, system: &dyn System, report: &mut Report) {
        set_aside_by(system, report, &[self], |_| Some(0));
    }
}

/// Takes the findings out of the report that the baseline knows whose place in the list `of` tells, and counts them there. Entries about checked files,
/// or about files that are gone, that have no finding are counted as stale.
pub(super) fn set_aside_by(
    system: &dyn System,
    report: &mut Report,
    baselines: &[&Baseline],
    of: impl Fn(&Diagnostic) -> Option<usize>,
) {
    if baselines.is_empty() {
        return;
    }
    let mut left: Vec<BTreeMap<String, Entries>> =
        baselines.iter().map(|baseline| baseline.files.clone()).collect();
    let fingerprints = Fingerprints::new(report);
    let mut known = |diagnostic: &Diagnostic| -> bool {
        let Some(at) = of(diagnostic).filter(|_| can_be_known(diagnostic)) else { return false };
        let rules = left[at].get_mut(&name(&baselines[at].folder, report, diagnostic));
        let counts = rules.and_then(|rules| rules.get_mut(diagnostic.rule));
        match counts.and_then(|counts| counts.get_mut(&fingerprints.in_file(diagnostic))) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    };
    let is_known: Vec<bool> = report.diagnostics.iter().map(&mut known).collect();
    let checked = Checked::of(report);
    let stale: usize =
        baselines.iter().zip(&left).map(|(baseline, left)| baseline.stale(system, &checked, left)).sum();
    let before = report.diagnostics.len();
    let mut is_known = is_known.into_iter();
    report.diagnostics.retain(|_| is_known.next() != Some(true));
    report.aside.known += before - report.diagnostics.len();
    report.aside.stale += stale;
}

/// The files of a report, by what a baseline may call them.
struct Checked<'r> {
    paths: HashSet<&'r Path>,
    shown: HashMap<&'r str, Vec<&'r Path>>,
}

impl<'r> Checked<'r> {
    fn of(report: &'r Report) -> Self {
        let mut checked = Self { paths: HashSet::new(), shown: HashMap::new() };
        for file in &report.files {
            checked.paths.insert(&file.path);
            checked.shown.entry(&file.shown).or_default().push(&file.path);
        }
        checked
    }

    /// Whether a baseline in this folder calls one of them so.
    fn has(&self, folder: &Path, name: &str) -> bool {
        let is_elsewhere = |path: &&Path| !path.is_absolute() || !path.starts_with(folder);
        self.paths.contains(folder.join(name).as_path())
            || self.shown.get(name).is_some_and(|paths| paths.iter().any(is_elsewhere))
    }
}

impl Baseline {
    fn stale(&self, system: &dyn System, checked: &Checked<'_>, left: &BTreeMap<String, Entries>) -> usize {
        let is_judged = |file: &String| {
            let is_gone = || {
                system
                    .symlink_metadata(&self.folder.join(file))
                    .is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
            };
            checked.has(&self.folder, file) || is_gone()
        };
        let entries = |rules: &Entries| rules.values().flat_map(BTreeMap::values).sum::<usize>();
        left.iter()
            .filter(|(_, rules)| entries(rules) > 0)
            .filter(|(file, _)| is_judged(file))
            .map(|(_, rules)| entries(rules))
            .sum()
    }
}

/// What is said of the configuration itself is never known, nor what is shown on request only: it is not always looked for.
fn can_be_known(diagnostic: &Diagnostic) -> bool {
    !diagnostic.pedantic && !super::aside::is_about_configuration(diagnostic.rule)
}

fn folder(system: &dyn System, path: &Path) -> PathBuf {
    absolute(system, path).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// How a baseline in this folder calls the file of a finding.
fn name(folder: &Path, report: &Report, diagnostic: &Diagnostic) -> String {
    let file = &report.files[diagnostic.file.0 as usize];
    file_name(folder, &file.path, &file.shown)
}

/// From the folder where the file lies below it, else as in reports.
fn file_name(folder: &Path, path: &Path, shown: &str) -> String {
    match path.strip_prefix(folder) {
        Ok(below) if path.is_absolute() => below.to_string_lossy().replace('\\', "/"),
        _ => shown.to_owned(),
    }
}
