//! The stages of a check and of a run, each over an input of any size: what benchmarks time and what growth is measured of.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use hookc_compiler::analysis::{self, Analysis, Request, Settings};
use hookc_compiler::command::{self, CommandLine};
use hookc_compiler::diagnostic::{Applicability, FileId};
use hookc_compiler::line_index::LineIndex;
use hookc_compiler::matcher;
use hookc_compiler::plan;
use hookc_compiler::script::{self, Language};
use hookc_compiler::source;
use hookc_compiler::syntax::{self, Tree};
use hookc_compiler::system::{MemorySystem, OsSystem, Overlay, System};
use hookc_compiler::typecheck::{self, Dialect, Understood};
use hookc_policies::config::{Choice, Date, Known, Options};
use hookc_policies::rule::{Check, Findings, HookContext, Rule, SourceContext};
use hookc_policies::script::{self as programs, Program, ProgramContext};
use hookc_policies::{Fingerprints, Live, fix};
use hookc_runtime::execution::{Captured, Ending, Execution};
use hookc_runtime::interpret::Reading;
use hookc_runtime::merge::Ran;
use hookc_runtime::outcome::Outcome;
use hookc_runtime::plan::{Format, Plan, Semantics};
use hookc_runtime::{Event, Payload, Strictness, merge};

/// What is done over and over to be measured.
pub type Work = Box<dyn FnMut()>;

/// A part of the work, and how its input is made.
#[derive(Debug, Clone, Copy)]
pub struct Stage {
    /// Its name in reports.
    pub name: &'static str,
    /// The largest input that is worth measuring: what the product reads at most of this kind, or a megabyte.
    pub most: usize,
    /// The work on an input of about so many bytes.
    pub prepare: fn(usize) -> Work,
}

const MB: usize = 1 << 20;
/// A repository of [`repositories`] has about so many bytes.
const REPOSITORY: usize = 1_000;

/// Every stage, in the order of a check.
pub const STAGES: &[Stage] = &[
    Stage {
        name: "decode",
        most: MB,
        prepare: |size| over(hooks_file(size), |text| drop(syntax::decode(text.as_bytes()))),
    },
    Stage {
        name: "syntax",
        most: MB,
        prepare: |size| over(shared(&hooks_file(size)), |text| drop(Tree::parse(Arc::clone(text)))),
    },
    Stage {
        name: "syntax-of-escapes",
        most: MB,
        prepare: |size| {
            over(shared(&escapes(size)), |text| drop(Tree::parse(Arc::clone(text)).root().to_json()))
        },
    },
    Stage {
        name: "syntax-with-faults",
        most: MB,
        prepare: |size| {
            over(shared(&hooks_file(size).replace(" }", ", }")), |text| drop(Tree::parse(Arc::clone(text))))
        },
    },
    Stage {
        name: "syntax-of-brackets",
        most: MB,
        prepare: |size| over(shared(&"[".repeat(size)), |text| drop(Tree::parse(Arc::clone(text)))),
    },
    Stage { name: "typecheck", most: MB, prepare: |size| typed(hooks_file(size), Dialect::Native) },
    Stage {
        name: "typecheck-with-faults",
        most: MB,
        prepare: |size| typed(hooks_file(size).replace("\"timeout\"", "\"timeoutSec\""), Dialect::Native),
    },
    Stage { name: "typecheck-claude", most: MB, prepare: |size| typed(claude_file(size), Dialect::Claude) },
    Stage {
        name: "command-of-words",
        most: 64_000,
        prepare: |size| over(words(size), |line| drop(command::parse(line))),
    },
    Stage {
        name: "command-of-shell",
        most: 64_000,
        prepare: |size| over(shell_line(size), |line| drop(command::parse(line))),
    },
    Stage {
        name: "command-facts",
        most: 64_000,
        prepare: |size| over(command::parse(&words(size)), command_facts),
    },
    Stage {
        name: "command-facts-of-shell",
        most: 64_000,
        prepare: |size| over(command::parse(&shell_line(size)), command_facts),
    },
    Stage {
        name: "matcher-parse",
        most: 100_000,
        prepare: |size| over(names(size), |text| drop(matcher::parse_str(text))),
    },
    Stage {
        name: "matcher-of-names",
        most: 100_000,
        prepare: |size| over(names(size), |text| drop(pattern(text).program())),
    },
    Stage {
        name: "matcher-of-classes",
        most: 100_000,
        prepare: |size| over(classes(size), |text| drop(pattern(text).program())),
    },
    Stage {
        name: "matcher-of-lookarounds",
        most: 100_000,
        prepare: |size| over(lookarounds(size), |text| drop(pattern(text).program())),
    },
    Stage {
        name: "matcher-facts",
        most: 100_000,
        prepare: |size| over(names(size), |text| matcher_facts(text)),
    },
    Stage {
        name: "matcher-facts-of-classes",
        most: 100_000,
        prepare: |size| over(classes(size), |text| matcher_facts(text)),
    },
    Stage { name: "matcher-decision", most: MB, prepare: decision },
    Stage { name: "script-shell", most: script::MAX_TEXT, prepare: |size| scripts(Language::Shell, size) },
    Stage { name: "script-python", most: script::MAX_TEXT, prepare: |size| scripts(Language::Python, size) },
    Stage {
        name: "script-javascript",
        most: script::MAX_TEXT,
        prepare: |size| scripts(Language::JavaScript, size),
    },
    Stage {
        name: "script-typescript",
        most: script::MAX_TEXT,
        prepare: |size| scripts(Language::TypeScript, size),
    },
    Stage {
        name: "script-powershell",
        most: script::MAX_TEXT,
        prepare: |size| scripts(Language::PowerShell, size),
    },
    Stage {
        name: "discovery",
        most: MB,
        prepare: |size| over(repositories(size), |system| drop(source::discover(system, &workspace()))),
    },
    Stage {
        name: "analysis",
        most: MB,
        prepare: |size| over(project(size), |system| drop(analysis::analyse(system, &workspace()))),
    },
    Stage {
        name: "analysis-of-repositories",
        most: MB,
        prepare: |size| over(repositories(size), |system| drop(analysis::analyse(system, &workspace()))),
    },
    Stage { name: "rules", most: MB, prepare: rules },
    Stage { name: "check", most: MB, prepare: |size| over(project(size), |system| drop(check(system))) },
    Stage {
        name: "check-of-repositories",
        most: MB,
        prepare: |size| over(repositories(size), |system| drop(check(system))),
    },
    Stage {
        name: "fix",
        most: MB,
        prepare: |size| {
            over(fixable(size), |system| {
                drop(fix::apply(system, &["/w".into()], Applicability::Unsafe, check));
            })
        },
    },
    Stage {
        name: "fingerprints",
        most: MB,
        prepare: |size| {
            over(check(&fixable(size)), |report| {
                drop(Fingerprints::new(report).distinct(&report.diagnostics));
            })
        },
    },
    Stage { name: "live-start", most: MB, prepare: |size| over(project(size), |system| drop(live(system))) },
    Stage { name: "live-edit", most: MB, prepare: edit },
    Stage { name: "live-edit-among-repositories", most: MB, prepare: edit_among },
    Stage {
        name: "plan-compile",
        most: MB,
        prepare: |size| over(project(size), |system| drop(compile(system))),
    },
    Stage {
        name: "plan-write",
        most: MB,
        prepare: |size| over(compile(&project(size)), |plan| drop(plan.to_json())),
    },
    Stage {
        name: "plan-load",
        most: MB,
        prepare: |size| over(compile(&project(size)).to_json(), |text| drop(Plan::parse(text))),
    },
    Stage {
        name: "select",
        most: MB,
        prepare: |size| {
            over((compile(&project(size)), payload("git push")), |(plan, payload)| drop(plan.select(payload)))
        },
    },
    Stage { name: "interpret", most: MB, prepare: interpret },
    Stage { name: "merge", most: MB, prepare: merging },
    Stage {
        name: "payload",
        most: MB,
        prepare: |size| {
            over(payload(&"a".repeat(size)).bytes().clone(), |bytes| {
                drop(Payload::parse(Event::BeforeShellExecution, Arc::clone(bytes), Strictness::Strict));
            })
        },
    },
];

fn over<T: 'static>(input: T, work: impl Fn(&T) + 'static) -> Work {
    Box::new(move || work(black_box(&input)))
}

fn shared(text: &str) -> Arc<str> {
    text.into()
}

const EVENTS: [&str; 6] =
    ["stop", "sessionStart", "preToolUse", "beforeShellExecution", "afterFileEdit", "beforeMCPExecution"];

/// The entries of a hooks file of about so many bytes: commands of plain words and of shell, a matcher where one is tested.
fn entries(event: &str, size: usize) -> String {
    let mut text = String::with_capacity(size + 200);
    let mut number = 0;
    while number == 0 || text.len() < size {
        let comma = if number == 0 { "" } else { ",\n      " };
        let rest = if number % 3 == 0 { "" } else { " | tee -a \\\"$HOME/hooks.log\\\"" };
        let matcher = match event {
            "preToolUse" => ", \"matcher\": \"Shell|Write\"",
            "beforeShellExecution" => ", \"matcher\": \"curl|wget|git\\\\s+push\"",
            _ => "",
        };
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{comma}{{ \"command\": \".cursor/hooks/step-{}.sh --number {number}{rest}\", \"timeout\": 30{matcher} }}",
            number % 5
        );
        number += 1;
    }
    text
}

/// A hooks file of about so many bytes without a fault in its structure.
pub fn hooks_file(size: usize) -> String {
    let of_event = |event: &&str| format!("    \"{event}\": [{}]", entries(event, size / EVENTS.len()));
    let events: Vec<String> = EVENTS.iter().map(of_event).collect();
    format!("{{\n  \"version\": 1,\n  \"hooks\": {{\n{}\n  }}\n}}\n", events.join(",\n"))
}

fn claude_file(size: usize) -> String {
    let group =
        "{ \"matcher\": \"Bash\", \"hooks\": [{ \"type\": \"command\", \"command\": \"audit-log\" }] }";
    let groups = vec![group; size / group.len() + 1].join(", ");
    format!("{{ \"hooks\": {{ \"PreToolUse\": [{groups}] }} }}")
}

fn escapes(size: usize) -> String {
    format!("{{ \"command\": \"{}\" }}", "\\u00e9\\\\\\\"a".repeat(size / 11 + 1))
}

fn words(size: usize) -> String {
    ".cursor/hooks/guard.sh ".to_owned() + &"--path ../shared/a.sh ".repeat(size / 22)
}

fn shell_line(size: usize) -> String {
    let part =
        "cd \"$HOME/x\" && A=b npx -y tool@1 | grep -q 'a b' || curl -s \"https://a.example\" > /dev/null; ";
    part.repeat(size / part.len() + 1).trim_end_matches([' ', ';']).to_owned()
}

fn command_facts(line: &CommandLine) {
    black_box((line.scripts(), line.programs(), line.started(), line.variables(), line.packages()));
    black_box((
        line.machine_paths(),
        line.home_paths(),
        line.placeholders(),
        line.is_prose(),
        line.swallow(),
    ));
    black_box((line.unquoted_paths(), line.windows_variables(), line.windows_quoting(), line.posix_only()));
    black_box((line.dangers(), line.is_windows_only()));
}

fn names(size: usize) -> String {
    (0..=size / 12).map(|number| format!("mcp__tool{number}")).collect::<Vec<_>>().join("|")
}

fn classes(size: usize) -> String {
    "[a-z]+\\s*(x|y)?".repeat(size / 15 + 1)
}

fn lookarounds(size: usize) -> String {
    "(?!a)b?(?<=c)".repeat(size / 13 + 1)
}

fn pattern(text: &str) -> matcher::Pattern {
    matcher::parse_str(text).unwrap_or_else(|error| panic!("{error:?}"))
}

fn matcher_facts(text: &str) {
    let pattern = pattern(text);
    black_box((pattern.alternatives().len(), pattern.backtracking(), matcher::traps(&pattern)));
    black_box((pattern.matches_everything(), pattern.matches_nothing(), pattern.example()));
}

/// A pattern that is tried at every place of a long subject.
fn decision(size: usize) -> Work {
    let program = pattern(r"rm\s+-[a-z]*r[a-z]*f|mkfs|dd\s+if=|shutdown").program();
    over("git status; ".repeat(size / 12), move |subject| {
        black_box(program.decide(subject));
    })
}

fn typed(text: String, dialect: Dialect) -> Work {
    let tree = Tree::parse(text);
    let lines = LineIndex::new(tree.text());
    let known = Understood::default();
    Box::new(move || {
        drop(typecheck::check(FileId(0), black_box(&tree), &lines, tree.root(), dialect, &known));
    })
}

/// Scripts of this language as people write them, one after the other.
fn script_text(language: Language, size: usize) -> String {
    let extensions: &[&str] = match language {
        Language::Shell => &["sh"],
        Language::Python => &["py"],
        Language::JavaScript => &["js", "mjs", "cjs"],
        Language::TypeScript => &["ts"],
        Language::PowerShell => &["ps1"],
    };
    let is_of_language = |path: &PathBuf| {
        path.extension().is_some_and(|own| extensions.iter().any(|extension| own == *extension))
    };
    let read = |path: PathBuf| String::from_utf8(OsSystem.read(&path, MB as u64).unwrap_or_default());
    let scripts =
        ["clean", "faulty"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(folder));
    let texts: Vec<String> = scripts
        .iter()
        .flat_map(|folder| {
            let entries = OsSystem.read_dir(folder).unwrap_or_default();
            entries.into_iter().map(move |entry| folder.join(entry.name))
        })
        .filter(is_of_language)
        .map(|path| read(path).unwrap_or_default())
        .collect();
    let mut text = String::new();
    for part in texts.iter().cycle() {
        if text.len() + part.len() > size {
            // What is left is too short for a whole script.
            return if text.is_empty() { part.clone() } else { text };
        }
        text.push_str(part);
        text.push('\n');
    }
    text
}

fn scripts(language: Language, size: usize) -> Work {
    over(script_text(language, size), move |text| drop(script::read(language, text)))
}

fn workspace() -> Request {
    Request { workspaces: vec!["/w".into()], ..Request::default() }
}

/// A project with one hooks file of about so many bytes.
pub fn project(size: usize) -> MemorySystem {
    let system = MemorySystem::new().file("/w/.cursor/hooks.json", hooks_file(size));
    (0..5).fold(system, |system, number| {
        system.script(format!("/w/.cursor/hooks/step-{number}.sh"), "#!/bin/sh\ncat >/dev/null\necho '{}'\n")
    })
}

/// Repositories of about 1,000 bytes each, with scripts of their own.
pub fn repositories(size: usize) -> MemorySystem {
    (0..=size / REPOSITORY).fold(MemorySystem::new(), |system, number| {
        let root = format!("/w/group-{}/r{number}", number % 17);
        let system = system.file(format!("{root}/.cursor/hooks.json"), hooks_file(700));
        (0..5).fold(system, |system, script| {
            let text = format!("#!/bin/sh\ncat >/dev/null\necho '{{}}' # {number}\n");
            system.script(format!("{root}/.cursor/hooks/step-{script}.sh"), text)
        })
    })
}

/// A project in which every hook has a fault that can be fixed.
fn fixable(size: usize) -> MemorySystem {
    let text = hooks_file(size)
        .replace("\"Shell|Write\"", "\"Bash|Write\"")
        .replace("\"timeout\"", "\"timeoutSec\"");
    project(1_000).file("/w/.cursor/hooks.json", text)
}

fn check(system: &dyn System) -> hookc_policies::Report {
    hookc_policies::check(system, &workspace(), &Settings::default())
}

fn options() -> Options {
    Options {
        config: Choice::Nearest,
        targets: None,
        platforms: None,
        pedantic: false,
        packs: Vec::new(),
        known: Known::AsConfigured,
        today: Date::from_days_since_1970(0),
    }
}

fn live(system: &dyn System) -> Live {
    let discovery = source::discover(system, &workspace());
    Live::start(system, vec!["/w".into()], Some(workspace()), discovery, options())
}

/// Types a blank into the hooks file at `path`, and takes it away again.
fn typing(system: MemorySystem, path: &'static str) -> Work {
    let text =
        String::from_utf8_lossy(&system.read(path.as_ref(), u64::MAX).unwrap_or_default()).into_owned();
    let texts: [Arc<str>; 2] = [text.replacen('{', "{ ", 1).into(), text.into()];
    let mut live = live(&system);
    let mut turn = 0;
    Box::new(move || {
        let mut overlay = Overlay::new(&system);
        overlay.set(path, Arc::clone(&texts[turn % 2]));
        turn += 1;
        assert!(live.refresh(&overlay, path.as_ref()), "the file is known");
        black_box(live.diagnostics());
    })
}

fn edit(size: usize) -> Work {
    typing(project(size), "/w/.cursor/hooks.json")
}

fn edit_among(size: usize) -> Work {
    typing(repositories(size), "/w/group-0/r0/.cursor/hooks.json")
}

fn compile(system: &MemorySystem) -> Plan {
    plan::compile(system, &workspace(), &plan::Options::default())
        .unwrap_or_else(|error| panic!("{error}"))
        .plan
}

fn payload(command: &str) -> Payload {
    let mut sample = hookc_compiler::sample::Sample::new(Event::BeforeShellExecution);
    // A sample without the field would be a payload that never matches.
    sample.set("command", command.into()).unwrap_or_else(|error| panic!("{error}"));
    let bytes = sample.finish().to_string().into_bytes();
    Payload::parse(Event::BeforeShellExecution, bytes, Strictness::Strict)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn execution(stdout: &str) -> Execution {
    let stderr = Captured::default();
    let stdout = Captured { bytes: stdout.as_bytes().to_vec(), truncated: false };
    Execution { ending: Ending::Exited(0), stdout, stderr, duration: Duration::ZERO }
}

fn reading() -> Reading {
    Reading {
        event: Event::BeforeShellExecution,
        semantics: Semantics::Documented,
        format: Format::Native,
        timeout_ms: 60_000,
    }
}

const ANSWER: &str = r#"{ "permission": "deny", "user_message": "no", "agent_message": "no" }"#;

/// A long message around which the answer is as short as ever.
fn interpret(size: usize) -> Work {
    let answer = ANSWER.replace("\"no\"", &format!("\"{}\"", "no ".repeat(size / 6)));
    over(execution(&answer), |execution| drop(reading().command(execution)))
}

/// As many answers as fill so many bytes.
fn merging(size: usize) -> Work {
    let plan = compile(&project(size));
    let outcomes: Vec<Outcome> = plan
        .steps(Event::BeforeShellExecution)
        .iter()
        .map(|_| reading().command(&execution(ANSWER)))
        .collect();
    let payload = payload("git push");
    Box::new(move || {
        let steps = plan.steps(Event::BeforeShellExecution).iter();
        let ran: Vec<Ran<'_>> = steps.zip(&outcomes).map(|(step, outcome)| Ran { step, outcome }).collect();
        black_box(merge(&payload, Semantics::Documented, black_box(&ran)));
    })
}

/// What one rule says of everything that is known.
pub fn judge(rule: &Rule, analysis: &Analysis, settings: &Settings, programs: &[Program<'_>]) -> Findings {
    let mut findings = Findings::default();
    if let Check::Analysis(check) = rule.check {
        check(analysis, settings, &mut findings);
    }
    for source in &analysis.sources {
        let file = SourceContext { analysis, source, settings };
        match rule.check {
            Check::Source(check) => check(&file, &mut findings),
            Check::Hook(check) | Check::HookAndProgram(check, _) => {
                for hook in source.config.iter().flat_map(|config| &config.hooks) {
                    check(&HookContext { file, hook }, &mut findings);
                }
            }
            Check::Compiler | Check::Analysis(_) | Check::Program(_) => {}
        }
    }
    if let Check::Program(check) | Check::HookAndProgram(_, check) = rule.check {
        for program in programs {
            check(&ProgramContext { analysis, settings, program }, &mut findings);
        }
    }
    findings
}

/// What every rule says of a project.
fn rules(size: usize) -> Work {
    let analysis = analysis::analyse(&project(size), &workspace());
    let settings = Settings::default();
    Box::new(move || {
        let programs = programs::programs(&analysis);
        for rule in hookc_policies::rules() {
            black_box(judge(rule, black_box(&analysis), &settings, &programs));
        }
    })
}
