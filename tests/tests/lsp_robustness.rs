//! Texts that are edited at random, and clients that do what no client should: what the server says is what a check of everything says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::thread;

use hookc_compiler::analysis::Request as Looked;
use hookc_compiler::line_index::LineIndex;
use hookc_compiler::system::{MemorySystem, Overlay, System};
use hookc_lsp::{Ended, Options, serve};
use hookc_policies::config::{Choice, Date, Known, Options as CheckOptions};
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

/// Fewer without optimisation, where they cost ten times as much.
const EDITS: usize = if cfg!(debug_assertions) { 6_000 } else { 20_000 };

/// After so many edits everything is checked anew and compared.
const BETWEEN_CHECKS: usize = 100;

const TODAY: u32 = 20_000;

fn check_options() -> CheckOptions {
    CheckOptions {
        packs: Vec::new(),
        config: Choice::Nearest,
        targets: None,
        platforms: None,
        pedantic: false,
        known: Known::AsConfigured,
        today: Date::from_days_since_1970(TODAY),
    }
}

fn options() -> Options {
    Options {
        request: Looked::default(),
        machine: Looked::default(),
        check: check_options(),
        today: || Date::from_days_since_1970(TODAY),
    }
}

/// Numbers that look random and are the same every time (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn one_of<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// A server in a thread of its own, and a client that reads everything.
struct Client {
    connection: Connection,
    next_id: i32,
    published: BTreeMap<String, Vec<Value>>,
}

impl Client {
    fn notify(&self, method: &str, params: Value) {
        let message = Notification::new(method.to_owned(), params);
        self.connection.sender.send(message.into()).expect("the server listens");
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = RequestId::from(self.next_id);
        self.next_id += 1;
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection.sender.send(request.into()).expect("the server listens");
        loop {
            match self.connection.receiver.recv().expect("the server answers") {
                Message::Response(response) if response.id == id => {
                    return response.response_result.unwrap_or_else(|error| {
                        assert_ne!(error.code, -32603, "{method}: {}", error.message);
                        Value::Null
                    });
                }
                Message::Notification(told) if told.method == "textDocument/publishDiagnostics" => {
                    let uri = told.params["uri"].as_str().unwrap_or_default().to_owned();
                    self.published
                        .insert(uri, told.params["diagnostics"].as_array().cloned().unwrap_or_default());
                }
                Message::Notification(told) => panic!("{}: {}", told.method, told.params),
                Message::Request(_) | Message::Response(_) => {}
            }
        }
    }

    /// The diagnostics by file, once everything is dealt with: rule, start and end.
    fn settled(&mut self) -> BTreeMap<String, BTreeSet<String>> {
        for _ in 0..2 {
            self.request("textDocument/diagnostic", json!({ "textDocument": { "uri": "file:///none" } }));
        }
        let said = |one: &Value| {
            let at = |side: &str| {
                let place = &one["range"][side];
                format!("{}:{}", place["line"], place["character"])
            };
            let message = one["message"].as_str().unwrap_or_default().lines().next().unwrap_or_default();
            format!("{}-{} {} {message}", at("start"), at("end"), one["code"].as_str().unwrap_or_default())
        };
        let files = self.published.iter().filter(|(_, diagnostics)| !diagnostics.is_empty());
        files.map(|(uri, diagnostics)| (uri.clone(), diagnostics.iter().map(said).collect())).collect()
    }
}

fn serve_while<T>(disk: &MemorySystem, talk: impl FnOnce(&mut Client) -> T) -> T {
    let (server_side, connection) = Connection::memory();
    thread::scope(|scope| {
        let server = scope.spawn(move || serve(&server_side, disk, options()));
        let mut client = Client { connection, next_id: 0, published: BTreeMap::new() };
        let folders = json!([{ "uri": "file:///w", "name": "w" }]);
        client.request("initialize", json!({ "capabilities": {}, "workspaceFolders": folders }));
        client.notify("initialized", json!({}));
        let result = talk(&mut client);
        client.request("shutdown", Value::Null);
        client.notify("exit", Value::Null);
        assert_eq!(server.join().expect("the server does not panic"), Ended::Orderly);
        result
    })
}

/// What a check of everything finds in the texts.
fn checked(disk: &MemorySystem, texts: &BTreeMap<&str, String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut system = Overlay::new(disk);
    for (path, text) in texts {
        system.set(*path, text.as_str());
    }
    let request = Looked { workspaces: vec![PathBuf::from("/w")], ..Looked::default() };
    let mut report = hookc_policies::check_with(&system as &dyn System, &request, &check_options());
    report.shorten();
    let mut findings: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for finding in report.diagnostics.iter().filter(|finding| !finding.pedantic) {
        let file = &report.files[finding.file.0 as usize];
        let lines = LineIndex::new(std::sync::Arc::clone(&file.text));
        let at = |offset: u32| {
            let (line, column) = lines.utf16(offset as usize);
            format!("{line}:{column}")
        };
        let told = hookc_policies::escape::visible_lines(&finding.message);
        let message = told.lines().next().unwrap_or_default();
        let said = format!("{}-{} {} {message}", at(finding.span.start), at(finding.span.end), finding.rule);
        findings.entry(format!("file://{}", file.path.display())).or_default().insert(said);
    }
    findings
}

const HOOKS: &str = "/w/.cursor/hooks.json";
const OTHER: &str = "/w/packages/a/.cursor/hooks.json";
const CLAUDE: &str = "/w/.claude/settings.json";
const SCRIPT: &str = "/w/.cursor/hooks/guard.sh";
const OPEN: [&str; 7] =
    [HOOKS, OTHER, CLAUDE, SCRIPT, "/w/tools/lint.py", "/w/tools/note.mjs", "/w/tools/note.ps1"];

const PYTHON: &str = r#"import json, sys
payload = json.load(sys.stdin)
if payload["tool_input"]["command"].startswith("rm"):
    print(json.dumps({"permission": "deny", "user_message": f"no {payload['command']}"}))
    sys.exit(2)
"#;

const JAVASCRIPT: &str = r#"import { readFileSync } from "node:fs";
const { command, tool_name: tool = "x" } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify({ permission: /rm/.test(command) ? "deny" : "allow", note: `${tool}` }));
process.exit(0);
"#;

const POWERSHELL: &str = r#"$payload = [Console]::In.ReadToEnd() | ConvertFrom-Json
if ($payload.file_path -like "*.env") { @{ permission = "deny" } | ConvertTo-Json; exit 2 }
"#;

fn disk() -> MemorySystem {
    let native = r#"{
  "version": 1,
  "hooks": {
    "preToolUse": [{ "command": ".cursor/hooks/guard.sh", "matcher": "Shell|Bash", "failClosed": true }],
    "stop": [{ "command": "./missing.sh || true", "timeout": 30000 }, { "command": "echo 😀é" }],
    "beforeShellExecution": [{ "command": "python3 /w/tools/lint.py" }, { "command": "node tools/note.mjs" }],
    "beforeReadFile": [{ "command": "pwsh -File tools/note.ps1" }]
  }
}
"#;
    let claude = r#"{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": ".cursor/hooks/guard.sh" }] }] } }"#;
    MemorySystem::new()
        .file(HOOKS, native)
        .file(OTHER, native)
        .file(CLAUDE, claude)
        .script(SCRIPT, "#!/bin/sh\npayload=$(cat)\nexit 0\n")
        .script("/w/tools/lint.py", PYTHON)
        .script("/w/tools/note.mjs", JAVASCRIPT)
        .script("/w/tools/note.ps1", POWERSHELL)
}

/// What people paste, and what falls out of it when they paste in the middle.
const PIECES: [&str; 34] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "\\",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "😀",
    "é",
    "\u{2028}",
    "\u{feff}",
    "1e999",
    "null",
    "\"preToolUse\": [{ \"command\": \".cursor/hooks/guard.sh\" }],",
    "\"matcher\": \"^(Shell|Write|MCP:.*)$\"",
    "\"matcher\": \"(a+)+$\"",
    "\"type\": \"prompt\", \"prompt\": \"ok? $ARGUMENTS\"",
    "\"timeout\": -1",
    "\"command\": \"tools/lint.py && python3 /w/tools/lint.py\"",
    "\"stop\": [{\"command\": \"../outside.sh\"}]",
    "// note",
    "\"\\ud83d\\u0000\"",
    "exec 2>&1",
    "'",
    "`",
    "$(",
    "@\"\n",
    "<<EOF\n",
    "f\"{é",
];

/// One edit, made to our own copy of the text and put into words for the server.
fn random_change(random: &mut Random, text: &mut String) -> Value {
    let mut place = |text: &str| {
        let at = random.next() as usize % (text.len() + 1);
        // Never between the two signs of a line end, where a position cannot point.
        let at = text.floor_char_boundary(at);
        if text[..at].ends_with('\r') && text[at..].starts_with('\n') { at - 1 } else { at }
    };
    let (one, other) = (place(text), place(text));
    let start = one.min(other);
    let mut end = match random.below(3) {
        0 => start,
        1 => text.ceil_char_boundary((start + random.below(9)).min(text.len())),
        _ if text.len() > 4_000 => one.max(other),
        _ => start,
    };
    if text[..end].ends_with('\r') && text[end..].starts_with('\n') {
        end += 1;
    }
    let piece = match random.below(4) {
        0 => "",
        1 => {
            let from = text.floor_char_boundary(random.below(text.len() + 1));
            let to = text.floor_char_boundary((from + random.below(60)).min(text.len())).max(from);
            &text[from..to].to_owned()
        }
        _ => *random.one_of(&PIECES),
    };
    let lines = LineIndex::new(text.as_str());
    let position = |offset: usize| {
        let (line, character) = lines.utf16(offset);
        json!({ "line": line, "character": character })
    };
    let change = json!({ "range": { "start": position(start), "end": position(end) }, "text": piece });
    text.replace_range(start..end, piece);
    change
}

#[test]
fn edits_at_random_leave_what_a_check_of_everything_finds() {
    let disk = disk();
    let mut kinds = BTreeSet::new();
    serve_while(&disk, |client| {
        let mut random = Random(0x5eed_cafe_f00d_0001);
        let read = |path: &str| String::from_utf8(disk.read(Path::new(path), u64::MAX).unwrap()).unwrap();
        let mut texts: BTreeMap<&str, String> = OPEN.iter().map(|path| (*path, read(path))).collect();
        for (path, text) in &texts {
            let document =
                json!({ "uri": format!("file://{path}"), "languageId": "json", "version": 0, "text": text });
            client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        }
        for step in 1..=EDITS {
            let path = *random.one_of(&OPEN);
            let text = texts.get_mut(path).unwrap();
            // From time to time a person starts over.
            let changes: Vec<Value> = if random.below(30) == 0 {
                *text = read(path);
                vec![json!({ "text": text })]
            } else {
                let cursors = if random.below(8) == 0 { 5 } else { 1 };
                (0..cursors).map(|_| random_change(&mut random, text)).collect()
            };
            let document = json!({ "uri": format!("file://{path}"), "version": step });
            client.notify(
                "textDocument/didChange",
                json!({ "textDocument": document, "contentChanges": changes }),
            );
            if step % 25 == 0 {
                ask_everything(client, path, &mut random);
            }
            if step % BETWEEN_CHECKS == 0 {
                let now = client.settled();
                assert_eq!(now, checked(&disk, &texts), "after {step} edits");
                let said = now.values().flatten().filter_map(|said| said.split(' ').nth(1));
                kinds.extend(said.map(str::to_owned));
            }
        }
    });
    // Edits that break everything at once would be easy to agree on.
    assert!(kinds.len() > 15, "{kinds:?}");
}

/// Every request about a text that is being edited, at some place.
fn ask_everything(client: &mut Client, path: &str, random: &mut Random) {
    let uri = json!({ "uri": format!("file://{path}") });
    let position = json!({ "line": random.below(12), "character": random.below(90) });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": position });
    let place = json!({ "textDocument": uri, "position": position });
    for method in ["completion", "hover", "definition", "prepareRename"] {
        client.request(&format!("textDocument/{method}"), place.clone());
    }
    for method in ["documentSymbol", "foldingRange", "documentLink", "codeLens", "semanticTokens/full"] {
        client.request(&format!("textDocument/{method}"), json!({ "textDocument": uri }));
    }
    client.request("textDocument/inlayHint", json!({ "textDocument": uri, "range": range }));
    client.request("textDocument/selectionRange", json!({ "textDocument": uri, "positions": [position] }));
    client.request(
        "textDocument/rename",
        json!({ "textDocument": uri, "position": position, "newName": "stop" }),
    );
    let context = json!({ "diagnostics": [], "only": ["quickfix", "source.fixAll"] });
    client.request(
        "textDocument/codeAction",
        json!({ "textDocument": uri, "range": range, "context": context }),
    );
    client.request(
        "textDocument/references",
        json!({ "textDocument": uri, "position": position, "context": { "includeDeclaration": true } }),
    );
    let style = json!({ "tabSize": 2, "insertSpaces": true });
    client.request("textDocument/formatting", json!({ "textDocument": uri, "options": style }));
}

/// A file system that fails a program that looks at one file of it.
struct Trap(MemorySystem);

impl System for Trap {
    fn read(&self, path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
        assert!(!path.ends_with("trap.sh"), "the trap");
        self.0.read(path, limit)
    }

    fn metadata(&self, path: &Path) -> std::io::Result<hookc_compiler::system::Metadata> {
        self.0.metadata(path)
    }

    fn symlink_metadata(&self, path: &Path) -> std::io::Result<hookc_compiler::system::Metadata> {
        self.0.symlink_metadata(path)
    }

    fn read_link(&self, path: &Path) -> std::io::Result<PathBuf> {
        self.0.read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> std::io::Result<PathBuf> {
        self.0.canonicalize(path)
    }

    fn read_dir(&self, path: &Path) -> std::io::Result<Vec<hookc_compiler::system::Entry>> {
        self.0.read_dir(path)
    }
}

#[test]
fn a_request_that_fails_is_answered_and_the_next_one_works() {
    let disk = Trap(disk().script("/w/trap.sh", "#!/bin/sh\n"));
    let (server_side, client) = Connection::memory();
    thread::scope(|scope| {
        let server = scope.spawn(|| serve(&server_side, &disk, options()));
        let send = |message: Message| client.sender.send(message).expect("the server listens");
        let answer = |id: i32| loop {
            if let Message::Response(response) = client.receiver.recv().expect("the server answers")
                && response.id == id.into()
            {
                return response.response_result;
            }
        };
        let ask = |id: i32, method: &str, params: Value| {
            send(Request::new(id.into(), method.to_owned(), params).into());
            answer(id)
        };
        let folders = json!([{ "uri": "file:///w", "name": "w" }]);
        ask(1, "initialize", json!({ "capabilities": {}, "workspaceFolders": folders })).unwrap();
        let text = r#"{ "version": 1, "hooks": { "stop": [{ "command": "./trap.sh" }] } }"#;
        let uri = format!("file://{HOOKS}");
        let document = json!({ "uri": uri, "languageId": "json", "version": 1, "text": text });
        send(
            Notification::new("textDocument/didOpen".to_owned(), json!({ "textDocument": document })).into(),
        );
        let about = json!({ "textDocument": { "uri": uri } });
        let failed = ask(2, "textDocument/documentSymbol", about.clone()).unwrap_err();
        assert_eq!(failed.code, -32603, "{failed:?}");
        let change =
            json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [{ "text": "{}" }] });
        send(Notification::new("textDocument/didChange".to_owned(), change).into());
        assert!(ask(3, "textDocument/documentSymbol", about).is_ok());
        ask(4, "shutdown", Value::Null).unwrap();
        send(Notification::new("exit".to_owned(), Value::Null).into());
        assert_eq!(server.join().expect("the server does not panic"), Ended::Orderly);
    });
}
