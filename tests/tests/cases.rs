//! The repositories of `tests/cases`: each holds a fault that people reported, or something that only looks like one.
//!
//! What a case calls a fault is translated by `tests/cases/kinds.toml`. A finding is right when path, line, rule and level are; beside
//! the expected ones no other warning or error may appear, and nothing that the case forbids.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use hookc_compiler::analysis::{Platform, Request, Settings, Target};
use hookc_compiler::line_index::LineIndex;
use hookc_compiler::system::{FileKind, OsSystem, System};
use hookc_tests::{Hookc, Tree};
use serde::Deserialize;

/// A `case.toml`. A key that is not among these is refused, so that nothing in a case goes unseen.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    kind: String,
    source: Source,
    platform: String,
    profile: String,
    /// Without it nothing has to be found, and `forbid` still counts.
    static_check: bool,
    expect: Vec<String>,
    expect_clean: bool,
    #[serde(default)]
    forbid: Vec<String>,
    /// The files with an execute bit that matters; others have none.
    #[serde(default)]
    modes: BTreeMap<String, String>,
    #[serde(default, rename = "finding")]
    findings: Vec<Reported>,
    #[serde(rename = "title")]
    _title: String,
    #[serde(rename = "url")]
    _url: String,
    #[serde(default, rename = "more_urls")]
    _more_urls: Vec<String>,
    #[serde(default, rename = "notes")]
    _notes: String,
    #[serde(default, rename = "runtime")]
    _runtime: Vec<toml::Table>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Source {
    Project,
    Claude,
    User,
    Plugin,
    Enterprise,
}

/// A fault as it was reported.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reported {
    path: String,
    line: u32,
    severity: String,
    kind: String,
    text: String,
}

/// `kinds.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kinds {
    rules: BTreeMap<String, String>,
    later: List,
    groups: BTreeMap<String, Vec<String>>,
    nothing: List,
    exceptions: Vec<Exception>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    kinds: Vec<String>,
}

/// What one case means by a kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    case: String,
    kind: String,
    path: Option<String>,
    rule: Option<String>,
    level: Option<String>,
    #[serde(default)]
    later: bool,
    why: String,
}

/// A finding, as far as cases tell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    path: String,
    line: u32,
    level: String,
    rule: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}:{}: {}[{}]", self.path, self.line, self.level, self.rule)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")
}

fn read_toml<T: serde::de::DeserializeOwned>(path: &Path) -> T {
    let bytes = OsSystem.read(path, 1 << 20).expect("a part of the cases can be read");
    let text = String::from_utf8(bytes).expect("a part of the cases is UTF-8");
    toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn kinds() -> Kinds {
    read_toml(&folder().join("kinds.toml"))
}

fn cases() -> Vec<Case> {
    let entries = OsSystem.read_dir(&folder()).expect("the cases are in a folder");
    let folders = entries.into_iter().filter(|entry| entry.kind == FileKind::Directory);
    folders
        .map(|entry| {
            let case: Case = read_toml(&folder().join(&entry.name).join("case.toml"));
            assert_eq!(entry.name.to_str(), Some(case.id.as_str()), "a case is called like its folder");
            case
        })
        .collect()
}

fn case(id: &str) -> Case {
    read_toml(&folder().join(id).join("case.toml"))
}

fn has_rule(name: &str) -> bool {
    hookc_policies::rules().iter().any(|rule| rule.name == name)
}

impl Case {
    /// A copy in a folder of its own, with the modes that matter.
    fn copy(&self) -> Tree {
        let root = folder().join(&self.id);
        let files = files_below(&root, Path::new(""));
        files.into_iter().filter(|path| path != "case.toml").fold(Tree::new(), |tree, path| {
            let bytes = OsSystem.read(&root.join(&path), 1 << 20).expect("a file of a case can be read");
            match self.modes.get(&path).map(String::as_str) {
                Some("0755") => tree.script(&path, bytes),
                Some("0644") | None => tree.file(&path, bytes),
                Some(mode) => panic!("{}: no mode {mode}", self.id),
            }
        })
    }

    /// What the folder of the case stands for.
    fn request(&self, root: &Path) -> Request {
        let root = root.to_owned();
        match self.source {
            Source::Project | Source::Claude => Request { workspaces: vec![root], ..Request::default() },
            Source::User => Request { home: Some(root), ..Request::default() },
            Source::Plugin => Request { plugins: vec![root], ..Request::default() },
            Source::Enterprise => Request { system_root: Some(root), ..Request::default() },
        }
    }

    /// The same for the command line.
    fn place_option(&self) -> &'static str {
        match self.source {
            Source::Project | Source::Claude => "--workspace",
            Source::User => "--home",
            Source::Plugin => "--plugin",
            Source::Enterprise => "--system-root",
        }
    }

    /// Whether it only shows with another platform or target than the usual ones.
    fn needs_settings(&self) -> bool {
        self.platform != "any" || self.profile != "editor"
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        match self.platform.as_str() {
            "any" => {}
            "windows" => settings.platforms.push(Platform::Windows),
            other => panic!("{}: no platform {other}", self.id),
        }
        match self.profile.as_str() {
            "editor" => {}
            "cloud" => settings.targets.push(Target::Cloud),
            other => panic!("{}: no profile {other}", self.id),
        }
        settings
    }

    fn check(&self, settings: &Settings) -> Vec<Place> {
        self.check_in(self.copy().path(), settings)
    }

    fn check_in(&self, root: &Path, settings: &Settings) -> Vec<Place> {
        let report = hookc_policies::check(&OsSystem, &self.request(root), settings);
        let seen = report.diagnostics.iter().filter(|finding| !finding.pedantic);
        seen.map(|finding| {
            let file = &report.files[finding.file.0 as usize];
            let (line, _) = LineIndex::new(file.text.as_ref()).line_column(finding.span.start as usize);
            Place {
                path: file.shown.clone(),
                line,
                level: finding.level.name().to_owned(),
                rule: finding.rule.to_owned(),
            }
        })
        .collect()
    }

    /// Every kind that it names.
    fn kinds(&self) -> impl Iterator<Item = &str> {
        let reported = self.findings.iter().map(|finding| finding.kind.as_str());
        let forbidden = self.forbid.iter().map(String::as_str);
        std::iter::once(self.kind.as_str()).chain(reported).chain(forbidden)
    }
}

fn files_below(root: &Path, below: &Path) -> Vec<String> {
    let entries = OsSystem.read_dir(&root.join(below)).expect("a folder of a case can be read");
    let paths = entries.into_iter().flat_map(|entry| {
        let path = below.join(&entry.name);
        match entry.kind {
            FileKind::Directory => files_below(root, &path),
            _ => vec![path.to_str().expect("paths of cases are UTF-8").replace('\\', "/")],
        }
    });
    paths.collect()
}

impl Kinds {
    fn exception(&self, case: &Case, reported: &Reported) -> Option<&Exception> {
        self.exceptions.iter().find(|exception| exception.means(case, reported))
    }

    /// The finding that a reported fault should be; `None` for what comes later.
    fn expected(&self, case: &Case, reported: &Reported) -> Option<Place> {
        let exception = self.exception(case, reported);
        if exception.is_some_and(|exception| exception.later) {
            return None;
        }
        let rule = exception
            .and_then(|exception| exception.rule.as_ref())
            .or_else(|| self.rules.get(&reported.kind))?;
        let level = exception.and_then(|exception| exception.level.as_ref()).unwrap_or(&reported.severity);
        Some(Place {
            path: reported.path.clone(),
            line: reported.line,
            level: level.clone(),
            rule: rule.clone(),
        })
    }

    /// The rules that a kind stands for, whether they exist or not.
    fn rules_of(&self, kind: &str) -> Vec<String> {
        match (self.groups.get(kind), self.rules.get(kind)) {
            (Some(rules), _) => rules.clone(),
            (_, Some(rule)) => vec![rule.clone()],
            _ => vec![kind.to_owned()],
        }
    }

    /// Every kind of every table, as often as it stands there.
    fn all(&self) -> Vec<&str> {
        let tables = self.rules.keys().chain(self.groups.keys());
        tables.chain(&self.later.kinds).chain(&self.nothing.kinds).map(String::as_str).collect()
    }
}

impl Exception {
    fn means(&self, case: &Case, reported: &Reported) -> bool {
        self.case == case.id
            && self.kind == reported.kind
            && self.path.as_ref().is_none_or(|path| *path == reported.path)
    }
}

/// What is wrong with what was found in a case; empty when all is well.
fn judge(case: &Case, kinds: &Kinds, found: &[Place]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut rest: Vec<&Place> = found.iter().collect();
    for expected in case.findings.iter().filter_map(|reported| kinds.expected(case, reported)) {
        match rest.iter().position(|place| **place == expected) {
            Some(at) => drop(rest.remove(at)),
            None => faults.push(format!("missing: {expected}")),
        }
    }
    let forbidden: Vec<String> = case.forbid.iter().flat_map(|kind| kinds.rules_of(kind)).collect();
    let is_forbidden = |place: &Place| forbidden.contains(&place.rule);
    faults
        .extend(found.iter().filter(|place| is_forbidden(place)).map(|place| format!("forbidden: {place}")));
    if case.static_check {
        rest.retain(|place| place.level != "info");
        faults.extend(rest.into_iter().map(|place| format!("unexpected: {place}")));
    }
    faults
}

#[test]
fn every_case_is_judged_as_it_was_reported() {
    let kinds = kinds();
    let mut failures = Vec::new();
    for case in cases() {
        let faults = judge(&case, &kinds, &case.check(&case.settings()));
        if !faults.is_empty() {
            failures.push(format!("{}\n    {}", case.id, faults.join("\n    ")));
        }
    }
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

#[test]
fn cases_of_a_platform_or_a_target_are_silent_without_it() {
    let special: Vec<Case> = cases().into_iter().filter(Case::needs_settings).collect();
    assert!(!special.is_empty());
    for case in special {
        let mut found = case.check(&Settings::default());
        found.retain(|place| place.level != "info");
        assert!(found.is_empty(), "{}: {found:?}", case.id);
    }
}

#[test]
fn the_command_says_what_the_library_says() {
    let ids = [
        "not-executable",
        "args-array-ignored",
        "user-file-project-path",
        "percent-var-in-command",
        "plugin-relative-script",
        "enterprise-project-path",
        "cloud-unsupported-events",
        "matcher-star-and-empty",
    ];
    let mut sources = BTreeSet::new();
    for case in ids.map(case) {
        sources.insert(case.source);
        let tree = case.copy();
        let hookc = Hookc::new().args(["check", "--format", "json", "--fail-on", "error"]);
        let hookc = hookc.args([case.place_option().as_ref(), tree.path().as_os_str()]);
        let hookc = if case.platform == "windows" {
            hookc.args(["linux", "macos", "windows"].map(|platform| format!("--platform={platform}")))
        } else {
            hookc
        };
        let hookc =
            if case.profile == "cloud" { hookc.args(["--target=editor", "--target=cloud"]) } else { hookc };
        let ran = hookc.run();
        let found = case.check_in(tree.path(), &case.settings());
        let has_errors = found.iter().any(|place| place.level == "error");
        assert_eq!(ran.code, Some(i32::from(has_errors)), "{}: {}", case.id, ran.transcript());
        assert_eq!(places_of_json(&ran.stdout), found, "{}", case.id);
    }
    assert_eq!(sources.len(), 5, "one case for every source");
}

fn places_of_json(json: &str) -> Vec<Place> {
    let report: serde_json::Value = serde_json::from_str(json).expect("the command writes JSON");
    let findings = report["diagnostics"].as_array().expect("findings are a list");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let places = findings.iter().map(|finding| Place {
        path: text(&finding["file"]),
        line: finding["range"]["start"]["line"].as_u64().and_then(|line| line.try_into().ok()).unwrap_or(0),
        level: text(&finding["level"]),
        rule: text(&finding["rule"]),
    });
    places.collect()
}

/// The case holds the script, and a repository made from it does not: only a file that is added by force gets past its `.gitignore`.
#[test]
fn a_script_outside_of_the_index_is_found_until_it_is_added() {
    let case = case("gitignored-script");
    let tree = case.copy();
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(tree.path()).args(["-c", "core.excludesFile="]).args(arguments);
        command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
        command.status()
    };
    if git(&["init", "--quiet"]).is_err() {
        assert!(std::env::var("HOOKC_REQUIRE_TOOLS").as_deref() != Ok("1"), "git is not installed");
        println!("skipped: git is not installed");
        return;
    }
    git(&["add", "--all"]).expect("git starts");
    let found = case.check_in(tree.path(), &case.settings());
    assert_eq!(judge(&case, &kinds(), &found), Vec::<String>::new(), "{found:?}");

    git(&["add", "--force", ".cursor/hooks/protect.sh"]).expect("git starts");
    assert_eq!(case.check_in(tree.path(), &case.settings()), []);
}

#[test]
fn every_kind_stands_in_one_table_and_none_is_left_over() {
    let kinds = kinds();
    let all = kinds.all();
    let listed: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(listed.len(), all.len(), "a kind stands twice in kinds.toml");
    let cases = cases();
    let used: BTreeSet<&str> = cases.iter().flat_map(Case::kinds).collect();
    assert_eq!(listed, used, "the kinds of kinds.toml, and those of the cases");
}

#[test]
fn the_table_of_kinds_is_up_to_date_with_the_rules() {
    let kinds = kinds();
    let named = kinds.exceptions.iter().filter_map(|exception| exception.rule.as_ref());
    for rule in kinds.rules.values().chain(named) {
        assert!(has_rule(rule), "kinds.toml maps a kind to `{rule}`, which is no rule");
    }
    for kind in &kinds.later.kinds {
        assert!(!has_rule(kind), "`{kind}` is a rule now: move it from `later` to `rules` in kinds.toml");
    }
}

#[test]
fn every_exception_is_needed() {
    let kinds = kinds();
    let cases = cases();
    for exception in &kinds.exceptions {
        let name = format!("the exception for `{}` in {}", exception.kind, exception.case);
        let case = cases.iter().find(|case| case.id == exception.case);
        let case = case.unwrap_or_else(|| panic!("{name} is for no case"));
        let reported = case.findings.iter().find(|reported| exception.means(case, reported));
        let reported = reported.unwrap_or_else(|| panic!("{name} is for nothing that was reported"));
        assert!(!exception.why.is_empty(), "{name} gives no reason");
        assert!(exception.level.as_ref() != Some(&reported.severity), "{name} changes no level");
        if exception.later {
            let found = case.check(&case.settings());
            let rules = kinds.rules_of(&exception.kind);
            let is_it = |place: &Place| place.path == reported.path && rules.contains(&place.rule);
            assert!(!found.iter().any(is_it), "{name} is not for later any more: it is found");
        }
    }
}

#[test]
fn a_case_says_the_same_in_its_two_lists() {
    for case in cases() {
        let lines = case.findings.iter().map(|finding| {
            let Reported { path, line, severity, kind, text } = finding;
            format!("{path}:{line}: {severity}: [{kind}] {text}")
        });
        assert_eq!(case.expect, lines.collect::<Vec<_>>(), "{}", case.id);
        assert!(!case.expect_clean || case.findings.is_empty(), "{}: clean, and not", case.id);
    }
}
