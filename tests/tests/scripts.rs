//! The scripts of `tests/scripts`: those in `clean` are right and nothing may be said of them, those in `faulty` have faults that are marked.
//!
//! The header comment `hookc: event=A,B [failClosed]` says for which events a project registers the script. A comment `fault: RULE, RULE` marks the line of a fault;
//! where a line takes no comment, the header says `fault-at-line N: RULE`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{Request, Settings};
use hookc_compiler::diagnostic::Level;
use hookc_compiler::line_index::LineIndex;
use hookc_compiler::system::{MemorySystem, OsSystem, System};

const WORKSPACE: &str = "/projects/shop";

/// A script of the corpus.
struct Script {
    name: String,
    text: String,
}

/// A fault: the line, from 1, and the rule.
type Fault = (u32, String);

/// A finding, as far as the corpus tells.
struct Found {
    line: u32,
    rule: String,
    level: Level,
    is_in_the_script: bool,
    message: String,
}

fn scripts(folder: &str) -> Vec<Script> {
    let folder: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(folder);
    let entries = OsSystem.read_dir(&folder).expect("the scripts are in a folder");
    let scripts = entries.into_iter().map(|entry| {
        let name = entry.name.into_string().expect("names of scripts are UTF-8");
        let bytes = OsSystem.read(&folder.join(&name), 1 << 20).expect("a script can be read");
        Script { text: String::from_utf8(bytes).expect("a script is UTF-8"), name }
    });
    let scripts: Vec<Script> = scripts.filter(|script| !script.name.starts_with("README")).collect();
    assert!(!scripts.is_empty());
    scripts
}

impl Script {
    fn header(&self) -> &str {
        let line = self.text.lines().take(3).find_map(|line| line.split_once("hookc: "));
        line.unwrap_or_else(|| panic!("{}: no header", self.name)).1.trim()
    }

    fn events(&self) -> Vec<&str> {
        let events = self.header().split_whitespace().find_map(|word| word.strip_prefix("event="));
        events.unwrap_or_else(|| panic!("{}: no event", self.name)).split(',').collect()
    }

    /// The command that a project registers it with: its path where the first line names a reader, else the reader of its language.
    fn command(&self) -> String {
        let path = format!(".cursor/hooks/{}", self.name);
        let extension = self.name.rsplit('.').next().unwrap_or_default();
        match extension {
            _ if self.text.starts_with("#!") => path,
            "ps1" => format!("pwsh -NoProfile -File {path}"),
            "py" => format!("python3 {path}"),
            "sh" => format!("bash {path}"),
            _ => format!("node {path}"),
        }
    }

    fn hooks(&self) -> String {
        let closed = self.header().split_whitespace().any(|word| word == "failClosed");
        let events: serde_json::Map<String, serde_json::Value> = self
            .events()
            .into_iter()
            .map(|event| {
                let can_block = hookc_schema::Event::from_name(event)
                    .unwrap_or_else(|| panic!("{}: no event {event}", self.name))
                    .facts()
                    .blocking
                    .value
                    .can_block();
                let mut hook = serde_json::json!({ "command": self.command() });
                if closed && can_block {
                    hook["failClosed"] = true.into();
                }
                (event.to_owned(), serde_json::json!([hook]))
            })
            .collect();
        serde_json::json!({ "version": 1, "hooks": events }).to_string()
    }

    /// What is said when a project has this script and a hooks file that registers it.
    fn check(&self) -> Vec<Found> {
        let path = format!("{WORKSPACE}/.cursor/hooks/{}", self.name);
        let hooks = format!("{WORKSPACE}/.cursor/hooks.json");
        let system = MemorySystem::new().file(&hooks, self.hooks()).script(&path, self.text.as_str());
        let request = Request { workspaces: vec![PathBuf::from(WORKSPACE)], ..Request::default() };
        let report = hookc_policies::check(&system, &request, &Settings::default());
        let found = report.diagnostics.iter().map(|finding| {
            let file = &report.files[finding.file.0 as usize];
            let (line, _) = LineIndex::new(file.text.as_ref()).line_column(finding.span.start as usize);
            Found {
                line,
                rule: finding.rule.to_owned(),
                level: finding.level,
                is_in_the_script: file.path == Path::new(&path),
                message: finding.message.clone(),
            }
        });
        found.collect()
    }

    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (index, line) in self.text.lines().enumerate() {
            let here = u32::try_from(index + 1).expect("a script has few lines");
            let (at, rules) = if let Some((_, rules)) = line.split_once("fault: ") {
                (here, rules)
            } else if let Some((_, rest)) = line.split_once("fault-at-line ") {
                let (number, rules) = rest.split_once(": ").expect("a line and rules");
                (number.parse().expect("a line's number"), rules)
            } else {
                continue;
            };
            faults.extend(rules.split(", ").map(|rule| (at, rule.trim().to_owned())));
        }
        faults
    }
}

impl std::fmt::Display for Found {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = if self.is_in_the_script { "" } else { " of hooks.json" };
        write!(out, "line {}{place}: {}[{}] {}", self.line, self.level.name(), self.rule, self.message)
    }
}

/// Faults that are not found: command lines that other languages hold as texts are not read as such.
const NOT_READ: [(&str, &str); 3] = [
    ("curl_system.py", "pipe-to-shell"),
    ("exec-curl.cjs", "pipe-to-shell"),
    ("iwr-iex.ps1", "pipe-to-shell"),
];

fn has_rule(name: &str) -> bool {
    hookc_policies::rules().iter().any(|rule| rule.name == name)
}

fn is_loud(found: &Found) -> bool {
    found.level > Level::Info
}

#[test]
fn right_scripts_are_left_alone() {
    let mut failures = Vec::new();
    for script in scripts("clean") {
        for found in script.check().into_iter().filter(is_loud) {
            failures.push(format!("{}: {found}", script.name));
        }
    }
    assert!(failures.is_empty(), "{} findings\n{}\n", failures.len(), failures.join("\n"));
}

#[test]
fn faults_are_found_at_their_lines_and_nothing_else() {
    let mut failures = Vec::new();
    for script in scripts("faulty") {
        let faults = script.faults();
        assert!(!faults.is_empty(), "{} has no fault", script.name);
        let mut found = script.check();
        for (line, rule) in faults.iter().filter(|(_, rule)| has_rule(rule)) {
            let is_it = |found: &Found| found.is_in_the_script && found.line == *line && found.rule == *rule;
            let all = found.len();
            found.retain(|found| !is_it(found));
            let is_read = !NOT_READ.contains(&(script.name.as_str(), rule.as_str()));
            if (found.len() == all) == is_read {
                failures.push(format!("{}: missing: line {line}: {rule}", script.name));
            }
        }
        failures.extend(found.into_iter().filter(is_loud).map(|found| format!("{}: {found}", script.name)));
    }
    assert!(failures.is_empty(), "{} failures\n{}\n", failures.len(), failures.join("\n"));
}

#[test]
fn a_script_that_several_hooks_run_is_judged_once() {
    let script = scripts("faulty").into_iter().find(|script| script.name == "camel-messages.sh");
    let mut script = script.expect("the script is there");
    script.text =
        script.text.replace("event=beforeShellExecution", "event=beforeShellExecution,beforeMCPExecution");
    let found: Vec<Found> = script.check().into_iter().filter(is_loud).collect();
    let places: BTreeSet<(u32, &str)> =
        found.iter().map(|found| (found.line, found.message.as_str())).collect();
    assert!(!found.is_empty());
    assert_eq!(places.len(), found.len());
}
