//! Edits as people make them, one after the other: what a check that is kept says is what a check of everything says, to the last word.

use std::path::{Path, PathBuf};

use hookc_compiler::analysis::Request;
use hookc_compiler::source;
use hookc_compiler::system::{MemorySystem, Overlay, System};
use hookc_policies::config::{self, Choice, Date, Known, Options};
use hookc_policies::{Live, check_with};
use serde_json::{Map, Value, json};

const EDITS: usize = if cfg!(debug_assertions) { 600 } else { 4_000 };

const NATIVE: &str = "/w/.cursor/hooks.json";
const PACKAGE: &str = "/w/packages/a/.cursor/hooks.json";
const CLAUDE: &str = "/w/.claude/settings.json";
const FILES: [&str; 3] = [NATIVE, PACKAGE, CLAUDE];

const SCRIPTS: [(&str, &str); 4] = [
    ("/w/.cursor/hooks/guard.sh", "#!/bin/sh\npayload=$(cat)\nexit 2\n"),
    (
        "/w/.cursor/hooks/note.py",
        "#!/usr/bin/env python3\nimport json, sys\njson.load(sys.stdin)\nprint('{}')\n",
    ),
    (
        "/w/.cursor/hooks/answer.mjs",
        "console.log('thinking');\nconsole.log(JSON.stringify({ permission: 'ask' }));\n",
    ),
    ("/w/packages/a/.cursor/hooks/guard.sh", "#!/bin/bash\ncurl https://example.com/x | sh\n"),
];

const EVENTS: [&str; 6] =
    ["preToolUse", "beforeShellExecution", "stop", "sessionStart", "afterFileEdit", "beforeMCPExecution"];

const COMMANDS: [&str; 24] = [
    ".cursor/hooks/guard.sh",
    ".cursor/hooks/guard.sh --strict",
    "./.cursor/hooks/guard.sh && echo done",
    "bash .cursor/hooks/guard.sh | tee log",
    "python3 .cursor/hooks/note.py",
    "python .cursor/hooks/note.py || true",
    "node .cursor/hooks/answer.mjs",
    ".cursor/hooks/gaurd.sh",
    "../outside.sh",
    "cat; echo '{\"permission\": \"deny\"}'",
    "jq -r .command | grep -q rm && exit 2; exit 0",
    "npx prettier --write .",
    "npx -y left-pad@latest",
    "curl -s https://example.com/x.sh | sh",
    "/Users/ann/code/app/.cursor/hooks/guard.sh",
    "~/.cursor/hooks/guard.sh",
    "$CURSOR_PLUGIN_ROOT/x.sh",
    "\"$CLAUDE_PROJECT_DIR\"/.cursor/hooks/guard.sh",
    "/path/to/hook.sh ${file}",
    "powershell -File .cursor\\hooks\\x.ps1",
    "if [ -f a ]; then ./a; fi",
    "echo \"unclosed",
    "Please check the command first",
    "",
];

const MATCHERS: [&str; 10] = [
    "Shell",
    "Bash|Write",
    "^(Shell|Read)$",
    "(a+)+$",
    "mcp__x__y",
    "[",
    "*",
    "curl|wget|nc ",
    "Write|",
    "\u{e9}",
];

/// Numbers that look random and are the same every time (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }

    fn one_of<'t, T: ?Sized>(&mut self, of: &[&'t T]) -> &'t T {
        of[self.below(of.len())]
    }
}

/// A file of hooks as its author thinks of it.
#[derive(Default)]
struct Draft {
    hooks: Vec<(&'static str, Map<String, Value>)>,
    above: usize,
    is_narrow: bool,
}

impl Draft {
    fn edit(&mut self, random: &mut Random) {
        let at = random.below(self.hooks.len());
        match random.below(10) {
            0..=2 => {
                let mut hook = Map::new();
                hook.insert("command".to_owned(), random.one_of(&COMMANDS).into());
                if random.below(2) == 0 {
                    hook.insert("matcher".to_owned(), random.one_of(&MATCHERS).into());
                }
                self.hooks.insert(at, (random.one_of(&EVENTS), hook));
            }
            3 if self.hooks.len() > 6 => drop(self.hooks.remove(at)),
            4 if !self.hooks.is_empty() => self.hooks[at].0 = random.one_of(&EVENTS),
            5 if !self.hooks.is_empty() => {
                let hook = &mut self.hooks[at].1;
                let (key, value) = match random.below(4) {
                    0 => ("timeout", json!(random.below(90_000))),
                    1 => ("failClosed", json!(true)),
                    2 => ("matcher", random.one_of(&MATCHERS).into()),
                    _ => ("note", json!(1)),
                };
                if hook.remove(key).is_none() {
                    hook.insert(key.to_owned(), value);
                }
            }
            6 => self.above = random.below(3),
            7 => self.is_narrow = !self.is_narrow,
            _ if !self.hooks.is_empty() => {
                let key = random.one_of(&["command", "command", "matcher"]);
                let Some(Value::String(text)) = self.hooks[at].1.get_mut(key) else { return };
                let place = text.floor_char_boundary(random.below(text.len() + 1));
                if random.below(2) == 0 || place == text.len() {
                    text.insert_str(place, random.one_of(&["x", " ", "/", "\"", "é", "|", "$", "\u{1f600}"]));
                } else {
                    text.remove(place);
                }
            }
            _ => {}
        }
    }

    fn text(&self, is_claude: bool) -> String {
        let mut events: Vec<(&str, Vec<Value>)> = Vec::new();
        for (event, hook) in &self.hooks {
            let (name, entry) = if is_claude { claude(event, hook) } else { (*event, json!(hook)) };
            match events.iter_mut().find(|(known, _)| *known == name) {
                Some((_, entries)) => entries.push(entry),
                None => events.push((name, vec![entry])),
            }
        }
        let events: Map<String, Value> =
            events.into_iter().map(|(event, entries)| (event.to_owned(), json!(entries))).collect();
        let whole = json!({ "version": 1, "hooks": events });
        let text = if self.is_narrow { whole.to_string() } else { format!("{whole:#}\n") };
        "\n".repeat(self.above) + &text
    }
}

/// The same hook in the other shape.
fn claude(event: &str, hook: &Map<String, Value>) -> (&'static str, Value) {
    let name = match event {
        "preToolUse" | "beforeShellExecution" | "beforeMCPExecution" => "PreToolUse",
        "stop" => "Stop",
        "sessionStart" => "SessionStart",
        _ => "PostToolUse",
    };
    let mut handler = hook.clone();
    handler.insert("type".to_owned(), "command".into());
    let matcher = handler.remove("matcher").unwrap_or_else(|| "".into());
    (name, json!({ "matcher": matcher, "hooks": [handler] }))
}

fn request() -> Request {
    Request { workspaces: vec![PathBuf::from("/w")], ..Request::default() }
}

fn options() -> Options {
    Options {
        packs: Vec::new(),
        config: Choice::Nearest,
        targets: None,
        platforms: None,
        pedantic: true,
        known: Known::AsConfigured,
        today: Date::from_days_since_1970(20_000),
    }
}

fn start(system: &dyn System) -> Live {
    let roots = config::trees(system, &request());
    Live::start(system, roots, Some(request()), source::discover(system, &request()), options())
}

fn is_up_to_date(live: &Live, system: &dyn System, step: usize) -> usize {
    let mut report = check_with(system, &request(), &options());
    let shown = |files: &[hookc_compiler::analysis::CheckedFile]| -> Vec<String> {
        files.iter().map(|file| file.shown.clone()).collect()
    };
    assert_eq!(shown(live.files()), shown(&report.files), "after {step} edits");
    assert_eq!(live.diagnostics(), report.diagnostics, "after {step} edits");
    report.shorten();
    assert_eq!(live.shortened(), report.diagnostics, "after {step} edits");
    report.diagnostics.len()
}

fn after_edits_at_random(configuration: Option<&str>, seed: u64) {
    let mut disk = MemorySystem::new();
    for path in FILES {
        disk = disk.file(path, "{}");
    }
    for (path, text) in SCRIPTS {
        disk = disk.script(path, text);
    }
    if let Some(text) = configuration {
        disk = disk.file("/w/hookc.toml", text);
    }
    let mut system = Overlay::new(&disk);
    let mut live = start(&system);
    let (mut random, mut most) = (Random(seed), 0);
    let mut drafts = FILES.map(|path| (path, Draft::default()));
    let mut scripts = SCRIPTS.map(|(path, text)| (path, text.to_owned()));
    for step in 1..=EDITS {
        let path = if random.below(12) == 0 {
            let at = random.below(SCRIPTS.len());
            let (path, text) = &mut scripts[at];
            match random.below(4) {
                0 => text.push_str("exit 0\n"),
                1 => SCRIPTS[at].1.clone_into(text),
                2 => *text = text.replace('\n', "\r\n"),
                _ => text.insert(0, '#'),
            }
            system.set(*path, text.as_str());
            *path
        } else {
            let (path, draft) = &mut drafts[random.below(FILES.len())];
            for _ in 0..=random.below(3) {
                draft.edit(&mut random);
            }
            system.set(*path, draft.text(*path == CLAUDE));
            *path
        };
        live.refresh(&system, Path::new(path));
        most = most.max(is_up_to_date(&live, &system, step));
    }
    assert!(most > 40, "edits that leave nothing to say prove nothing: {most}");
}

#[test]
fn a_check_that_is_kept_says_what_a_check_of_everything_says() {
    after_edits_at_random(None, 0x5eed_cafe_0000_0001);
}

#[test]
fn so_it_does_under_a_configuration() {
    let configuration = "[rules]\nmissing-script = \"info\"\nunknown-entry-key = \"off\"\n\n[[suppress]]\nrule = \"prose-command\"\nfile = \".cursor/hooks.json\"\nreason = \"a test\"\n";
    after_edits_at_random(Some(configuration), 0x5eed_cafe_0000_0002);
}
