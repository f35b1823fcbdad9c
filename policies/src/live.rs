//! A check that is kept up to date while files change.

use std::path::Path;

use hookc_compiler::analysis::{Analysis, Parts, Settings, Source, analyse_found, analyse_problem};
use hookc_compiler::command::{Lookups, Resolution};
use hookc_compiler::diagnostic::Diagnostic;
use hookc_compiler::source::{Discovery, Found};
use hookc_compiler::system::{System, normalize};

use crate::{apart, together};

/// A check of which one file at a time can be done again. What it says is what [`check`](crate::check) says of the same files.
///
/// Where files appear, go away or change their role, and where the settings change, a new one is started.
#[derive(Debug)]
pub struct Live {
    found: Vec<Option<Found>>,
    parts: Parts,
    together: Vec<Diagnostic>,
    lookups: Lookups,
    settings: Settings,
}

impl Live {
    /// Checks everything that was found.
    pub fn start(system: &dyn System, discovery: Discovery, settings: Settings) -> Self {
        let mut live = Self {
            found: Vec::new(),
            parts: Parts::default(),
            together: Vec::new(),
            lookups: Lookups::default(),
            settings,
        };
        for problem in &discovery.problems {
            live.found.push(None);
            live.parts.push(analyse_problem(problem));
        }
        for found in discovery.found {
            let part = live.look(system, &found);
            live.parts.push(part);
            live.found.push(Some(found));
        }
        live.together = together(live.parts.whole(), &live.settings);
        live
    }

    /// Looks again at the file of this path and at every file whose hooks run it; whether there was any.
    pub fn refresh(&mut self, system: &dyn System, path: &Path) -> bool {
        let is_own = |found: &Option<Found>| found.as_ref().is_some_and(|found| found.path == path);
        let own: Vec<usize> = (0..self.found.len()).filter(|&index| is_own(&self.found[index])).collect();
        let runs_it = |index: &usize| self.parts.source(*index).is_some_and(|source| runs(source, path));
        let users: Vec<usize> = (0..self.found.len()).filter(runs_it).collect();
        if !users.is_empty() {
            self.lookups = Lookups::default();
        }
        for &index in own.iter().chain(&users) {
            let Some(found) = self.found[index].take() else { continue };
            let part = self.look(system, &found);
            self.parts.replace(index, part);
            self.found[index] = Some(found);
        }
        let is_known = !(own.is_empty() && users.is_empty());
        if is_known {
            self.together = together(self.parts.whole(), &self.settings);
        }
        is_known
    }

    /// The facts that the findings rest on. Its diagnostics are those about single files.
    pub const fn analysis(&self) -> &Analysis {
        self.parts.whole()
    }

    /// The files that were found, in the order of the request; those that cannot be read are among them.
    pub fn found(&self) -> impl Iterator<Item = &Found> {
        self.found.iter().flatten()
    }

    /// The findings, those about one file in no particular order.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.parts.whole().diagnostics.iter().chain(&self.together)
    }

    /// The part that a file makes up, with what the rules say of it.
    fn look(&mut self, system: &dyn System, found: &Found) -> Analysis {
        let mut part = analyse_found(system, &mut self.lookups, found);
        let judged: Vec<Diagnostic> =
            part.sources.iter().flat_map(|source| apart(&part, source, &self.settings)).collect();
        part.diagnostics.extend(judged);
        part
    }
}

/// Whether a hook of the file runs what stands, or should stand, at this path.
fn runs(source: &Source, path: &Path) -> bool {
    let hooks = source.config.iter().flat_map(|config| &config.hooks);
    let scripts = hooks.filter_map(|hook| hook.command()).flat_map(|command| &command.scripts);
    scripts.into_iter().any(|script| match &script.resolution {
        Resolution::Found(found) => found.path == path,
        Resolution::Missing(missing) => normalize(&missing.path) == path,
        Resolution::Unknown(_) => false,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use hookc_compiler::analysis::Request;
    use hookc_compiler::source;
    use hookc_compiler::system::{MemorySystem, Overlay};

    use super::*;
    use crate::check;

    const HOOKS: &str = "/w/.cursor/hooks.json";
    const SCRIPT: &str = "/w/.cursor/hooks/guard.sh";

    fn request() -> Request {
        Request { workspaces: vec![PathBuf::from("/w")], ..Request::default() }
    }

    fn tree() -> MemorySystem {
        let hooks =
            r#"{ "version": 1, "hooks": { "preToolUse": [{ "command": ".cursor/hooks/guard.sh" }] } }"#;
        let other =
            r#"{ "version": 1, "hooks": { "stop": [{ "command": "./none.sh", "timeout": 90000 }] } }"#;
        MemorySystem::new()
            .file(HOOKS, hooks)
            .script(SCRIPT, "#!/bin/sh\nexit 0\n")
            .file("/w/packages/a/.cursor/hooks.json", other)
    }

    fn start(system: &dyn System) -> Live {
        Live::start(system, source::discover(system, &request()), Settings::default())
    }

    fn said(files: &Analysis, findings: &[&Diagnostic]) -> BTreeSet<String> {
        let say = |finding: &&Diagnostic| {
            let file = files.shown(finding.file);
            format!("{file} {:?} {} {}", finding.span, finding.rule, finding.message)
        };
        findings.iter().map(say).collect()
    }

    fn is_up_to_date(live: &Live, system: &dyn System) {
        let report = check(system, &request(), &Settings::default());
        let files = Analysis { files: report.files, ..Analysis::default() };
        let now: Vec<&Diagnostic> = live.diagnostics().collect();
        let fresh: Vec<&Diagnostic> = report.diagnostics.iter().collect();
        assert_eq!(said(live.analysis(), &now), said(&files, &fresh));
    }

    #[test]
    fn an_edited_file_is_judged_anew_and_the_others_stay() {
        let disk = tree();
        let mut system = Overlay::new(&disk);
        let mut live = start(&system);
        is_up_to_date(&live, &system);
        for text in ["{", r#"{ "version": 1, "hooks": { "stop": [{ "command": "./gone.sh" }] } }"#, ""] {
            system.set(HOOKS, text);
            assert!(live.refresh(&system, Path::new(HOOKS)));
            is_up_to_date(&live, &system);
        }
    }

    #[test]
    fn an_edited_script_is_judged_with_the_hooks_that_run_it() {
        let disk = tree();
        let mut system = Overlay::new(&disk);
        let mut live = start(&system);
        system.set(SCRIPT, "#!/bin/sh\r\nexit 0\r\n");
        assert!(live.refresh(&system, Path::new(SCRIPT)));
        is_up_to_date(&live, &system);
        assert!(live.diagnostics().any(|finding| finding.rule == "crlf-script"));
    }

    #[test]
    fn a_path_that_nothing_depends_on_changes_nothing() {
        let disk = tree();
        let mut live = start(&disk);
        assert!(!live.refresh(&disk, Path::new("/w/readme.md")));
    }
}
