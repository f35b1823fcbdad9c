//! A check that is kept up to date while files change.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{
    Analysis, CheckedFile, Parts, Request, Source, analyse_again, analyse_found, analyse_problem,
};
use hookc_compiler::command::{Lookups, Resolution};
use hookc_compiler::diagnostic::Diagnostic;
use hookc_compiler::parallel;
use hookc_compiler::source::{Discovery, Found};
use hookc_compiler::system::{Memo, System, normalize};

use crate::config::{Options, Scope};
use crate::{Report, apart, finish, policy, shortened, together};

/// A check of which one file at a time can be done again. What it says is what [`check_with`](crate::check_with) says of the same files.
///
/// Where files appear, go away or change their role, and where a configuration or an option changes, a new one is started.
#[derive(Debug)]
pub struct Live {
    roots: Vec<PathBuf>,
    request: Option<Request>,
    options: Options,
    scope: Scope,
    found: Vec<Option<Found>>,
    parts: Parts,
    /// How much of what each part says comes from the compiler.
    structural: Vec<usize>,
    report: Report,
    /// The findings without what is too much of the same; `None` where nothing is.
    shortened: Option<Vec<Diagnostic>>,
    lookups: Lookups,
    runs: Runs,
}

impl Live {
    /// Checks everything that was found for a request, as the configurations say that lie inside of the roots. Without a request nothing is
    /// said of what is absent.
    pub fn start(
        system: &dyn System,
        roots: Vec<PathBuf>,
        request: Option<Request>,
        discovery: Discovery,
        options: Options,
    ) -> Self {
        let (mut found, mut parts) = (Vec::new(), Parts::default());
        for problem in &discovery.problems {
            found.push(None);
            parts.push(analyse_problem(problem));
        }
        let analysed = parallel::map_with(&discovery.found, Lookups::default, |lookups, file| {
            analyse_found(system, lookups, file)
        });
        for part in analysed {
            parts.push(part);
        }
        found.extend(discovery.found.into_iter().map(Some));
        let scope = Scope::find(system, &roots, request.as_ref(), parts.whole(), &options);
        let (structural, report) = (vec![0; found.len()], Report::default());
        let mut live = Self {
            roots,
            request,
            options,
            scope,
            found,
            parts,
            structural,
            report,
            shortened: None,
            lookups: Lookups::default(),
            runs: Runs::default(),
        };
        live.leave_out(system);
        for index in 0..live.parts.len() {
            live.runs.set(index, live.parts.source(index));
        }
        live.structural = (0..live.parts.len()).map(|index| live.parts.diagnostics(index).len()).collect();
        live.judge(system, 0..live.found.len());
        live
    }

    /// Looks again at the file of this path and at every file whose hooks run it; whether there was any.
    pub fn refresh(&mut self, system: &dyn System, path: &Path) -> bool {
        let is_own = |found: &Option<Found>| found.as_ref().is_some_and(|found| found.path == path);
        let own: Vec<usize> = (0..self.found.len()).filter(|&index| is_own(&self.found[index])).collect();
        let users: Vec<usize> = self.runs.users(path).collect();
        if own.is_empty() && users.is_empty() {
            return false;
        }
        if !users.is_empty() {
            self.lookups = Lookups::default();
        }
        self.lookups.forget_scripts();
        // The same folders lead to every script of a file.
        let memo = Memo::new(system);
        let system: &dyn System = &memo;
        let again: BTreeSet<usize> = own.into_iter().chain(users).collect();
        let mut affected = again.clone();
        let files_before = self.parts.whole().files.len();
        for &index in &again {
            let Some(found) = self.found[index].take() else { continue };
            affected.extend(self.runs.users_beside(index));
            let part = match self.parts.source(index) {
                Some(source) => analyse_again(system, &mut self.lookups, &found, self.parts.whole(), source),
                None => analyse_found(system, &mut self.lookups, &found),
            };
            self.structural[index] = part.diagnostics.len();
            self.parts.replace(index, part);
            if self.runs.set(index, self.parts.source(index)) {
                affected.extend(self.runs.users_beside(index));
            }
            self.found[index] = Some(found);
        }
        if self.parts.whole().files.len() != files_before || !self.scope.is_empty() {
            self.scope =
                Scope::find(system, &self.roots, self.request.as_ref(), self.parts.whole(), &self.options);
        }
        self.judge(system, affected);
        true
    }

    /// The facts that the findings rest on.
    pub const fn analysis(&self) -> &Analysis {
        self.parts.whole()
    }

    /// The files of the analysis, then those that findings about configurations point into.
    pub fn files(&self) -> &[CheckedFile] {
        &self.report.files
    }

    /// The files that were found, in the order of the request; those that are left out or cannot be read are not among them.
    pub fn found(&self) -> impl Iterator<Item = &Found> {
        self.found.iter().flatten()
    }

    /// The findings, by file and place. Their files are those of [`files`](Self::files).
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.report.diagnostics
    }

    /// The findings as they are shown: [`Report::shorten`].
    pub fn shortened(&self) -> &[Diagnostic] {
        self.shortened.as_ref().unwrap_or(&self.report.diagnostics)
    }

    /// The configuration files that settings come from.
    pub fn configurations(&self) -> impl Iterator<Item = &CheckedFile> {
        self.scope.files()
    }

    /// Takes out the files that a configuration leaves out.
    fn leave_out(&mut self, system: &dyn System) {
        let is_out = |index: &usize| {
            let source = self.parts.source(*index);
            source.is_some_and(|source| self.scope.is_left_out(&self.parts.whole().files, source.file))
        };
        let out: Vec<usize> = (0..self.found.len()).filter(is_out).collect();
        for &index in &out {
            self.found[index] = None;
            self.parts.replace(index, Analysis::default());
        }
        if !out.is_empty() {
            self.scope =
                Scope::find(system, &self.roots, self.request.as_ref(), self.parts.whole(), &self.options);
        }
    }

    /// Runs the rules over these parts and over all of them together.
    fn judge(&mut self, system: &dyn System, indices: impl IntoIterator<Item = usize>) {
        for index in indices {
            self.parts.unsay(index, self.structural[index]);
            let Some(source) = self.parts.source(index) else { continue };
            let findings = apart(self.parts.whole(), source, self.scope.settings(source.file));
            self.parts.say(index, findings);
        }
        let whole = self.parts.whole();
        let of_policies = policy::judge(system, self.request.as_ref(), whole, &self.scope);
        let mut diagnostics = together(whole, &self.scope);
        diagnostics.extend(whole.diagnostics.iter().cloned());
        diagnostics.extend(of_policies.diagnostics);
        self.report = Report {
            files: whole.files.iter().cloned().chain(of_policies.files).collect(),
            checked: whole.sources.len(),
            hooks: whole.hooks,
            unreadable: whole.unreadable,
            diagnostics,
            ..Report::default()
        };
        finish(system, &self.scope, &self.options, &mut self.report);
        self.shortened = shortened(&self.report.files, &self.report.diagnostics);
    }
}

/// Which part runs which scripts, there or not.
#[derive(Debug, Default)]
struct Runs {
    of_part: Vec<Vec<PathBuf>>,
    users: HashMap<PathBuf, BTreeSet<usize>>,
}

impl Runs {
    /// Notes what the hooks of a part run now; whether that is something else than before.
    fn set(&mut self, part: usize, source: Option<&Source>) -> bool {
        if self.of_part.len() <= part {
            self.of_part.resize_with(part + 1, Vec::new);
        }
        let paths = source.map(scripts).unwrap_or_default();
        if self.of_part[part] == paths {
            return false;
        }
        for path in std::mem::take(&mut self.of_part[part]) {
            if let Some(users) = self.users.get_mut(&path) {
                users.remove(&part);
                if users.is_empty() {
                    self.users.remove(&path);
                }
            }
        }
        for path in &paths {
            self.users.entry(path.clone()).or_default().insert(part);
        }
        self.of_part[part] = paths;
        true
    }

    /// The parts that run a script of this part, too; itself among them where it runs any.
    fn users_beside(&self, part: usize) -> impl Iterator<Item = usize> {
        self.of_part.get(part).into_iter().flatten().flat_map(|path| self.users(path))
    }

    /// The parts that run a script.
    fn users(&self, path: &Path) -> impl Iterator<Item = usize> {
        self.users.get(path).into_iter().flatten().copied()
    }
}

/// Where the scripts of a file stand, or should stand.
fn scripts(source: &Source) -> Vec<PathBuf> {
    let hooks = source.config.iter().flat_map(|config| &config.hooks);
    let scripts = hooks.filter_map(|hook| hook.command()).flat_map(|command| &command.scripts);
    let (mut seen, mut paths) = (HashSet::new(), Vec::new());
    for script in scripts {
        let (path, is_missing) = match &script.resolution {
            Resolution::Found(found) => (&found.path, false),
            Resolution::Missing(missing) => (&missing.path, true),
            Resolution::Unknown(_) => continue,
        };
        if seen.insert((path.as_os_str(), is_missing)) {
            paths.push(if is_missing { normalize(path) } else { path.clone() });
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use hookc_compiler::source;
    use hookc_compiler::system::{MemorySystem, Overlay};

    use super::*;
    use crate::check_with;
    use crate::config::{self, Choice, Date, Known};

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

    fn options() -> Options {
        Options {
            packs: Vec::new(),
            config: Choice::Nearest,
            targets: None,
            platforms: None,
            pedantic: false,
            known: Known::AsConfigured,
            today: Date::from_days_since_1970(20_000),
        }
    }

    fn start(system: &dyn System) -> Live {
        let roots = config::trees(system, &request());
        Live::start(system, roots, Some(request()), source::discover(system, &request()), options())
    }

    fn said<'d>(files: &[CheckedFile], findings: impl Iterator<Item = &'d Diagnostic>) -> BTreeSet<String> {
        let say = |finding: &Diagnostic| {
            let file = &files[finding.file.0 as usize].shown;
            format!("{file} {:?} {:?} {} {}", finding.span, finding.level, finding.rule, finding.message)
        };
        findings.map(say).collect()
    }

    fn is_up_to_date(live: &Live, system: &dyn System) {
        let report = check_with(system, &request(), &options());
        assert_eq!(
            said(live.files(), live.diagnostics().iter()),
            said(&report.files, report.diagnostics.iter())
        );
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
        assert!(live.diagnostics().iter().any(|finding| finding.rule == "crlf-script"));
    }

    #[test]
    fn a_configuration_holds_for_what_is_judged_anew() {
        let config = "exclude = [\"packages/**\"]\n[rules]\nmissing-script = \"info\"\nnonsense = \"off\"\n";
        let disk = tree().file("/w/hookc.toml", config);
        let mut system = Overlay::new(&disk);
        let mut live = start(&system);
        is_up_to_date(&live, &system);
        system.set(HOOKS, r#"{ "version": 1, "hooks": { "stop": [{ "command": "./gone.sh" }] } }"#);
        assert!(live.refresh(&system, Path::new(HOOKS)));
        is_up_to_date(&live, &system);
        assert!(live.diagnostics().iter().any(|finding| finding.rule == config::INVALID));
        assert!(
            !live
                .diagnostics()
                .iter()
                .any(|finding| live.files()[finding.file.0 as usize].shown.contains("packages"))
        );
    }

    #[test]
    fn a_path_that_nothing_depends_on_changes_nothing() {
        let disk = tree();
        let mut live = start(&disk);
        assert!(!live.refresh(&disk, Path::new("/w/readme.md")));
    }
}
