//! What an editor does, message by message, to a server in this process: its diagnostics are those of a check of everything, its positions
//! lie in the texts, its edits can be made, and no request fails within.

#![no_main]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use arbitrary::{Arbitrary, Unstructured};
use hookc_compiler::analysis::Request as Looked;
use hookc_compiler::line_index::LineIndex;
use hookc_compiler::system::{MemorySystem, Overlay, System};
use hookc_fuzz::{bytes, report};
use hookc_lsp::{Ended, Options, serve};
use hookc_policies::config::Date;
use libfuzzer_sys::fuzz_target;
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

const HOOKS: &str = "/w/.cursor/hooks.json";
/// The files that may be opened; the last one is not on the disk.
const FILES: [&str; 7] = [
    HOOKS,
    "/w/.claude/settings.json",
    "/w/.cursor/hooks/guard.sh",
    "/w/tools/lint.py",
    "/w/hookc.toml",
    "/w/tools/note.mjs",
    "/w/packages/a/.cursor/hooks.json",
];

const NATIVE: &str = r#"{
  "version": 1,
  "hooks": {
    "preToolUse": [{ "command": ".cursor/hooks/guard.sh", "matcher": "Shell|Bash", "failClosed": true }],
    "stop": [{ "command": "./missing.sh || true", "timeout": 30000 }, { "command": "echo 😀é" }],
    "beforeShellExecution": [{ "command": "python3 tools/lint.py" }, { "command": "node tools/note.mjs" }]
  }
}
"#;

/// What people paste, and what falls out of it when they paste in the middle.
const PIECES: [&str; 40] = [
    "", "{", "}", "[", "]", "\"", ",", ":", "\\", "\n", "\r\n", "\r", "\t", " ", "😀", "é", "\u{2028}", "\u{feff}", "1e999", "null",
    "true", "$ARGUMENTS",
    "\"preToolUse\": [{ \"command\": \".cursor/hooks/guard.sh\" }],",
    "\"matcher\": \"^(Shell|Write|MCP:.*)$\"",
    "\"matcher\": \"(a+)+$\"",
    "\"type\": \"prompt\", \"prompt\": \"ok?\"",
    "\"timeout\": -1",
    "\"stop\": [{\"command\": \"../outside.sh\"}]",
    "\"command\": \"tools/lint.py && python3 /w/tools/lint.py\"",
    "// note",
    "\"\\ud83d\\u0000\"",
    "exec 2>&1",
    "'",
    "`",
    "$(",
    "[rules]\nmissing-script = \"off\"\n",
    "[[suppress]]\nrule = \"missing-script\"\nreason = \"x\"\n",
    "print(json.dumps({'permission': 'deny'}))",
    "// hookc-ignore",
    "exit 2\n",
];

#[derive(Debug, Arbitrary)]
enum Deed<'a> {
    Open(u8),
    OpenWith(u8, &'a str),
    Close(u8),
    Save(u8),
    /// A place, how much behind it, and a piece.
    Change(u8, u16, u8, u8),
    /// Some changes in one message, each in the text as the one before left it.
    Changes(u8, [(u16, u8, u8); 3]),
    Type(u8, u16, &'a str),
    Replace(u8, &'a str),
    Ask(u8, u8, u16),
    Watched(u8, u8),
    Settle,
}

const MOST_DEEDS: usize = 24;
const MOST_TEXT: usize = 4_000;

fuzz_target!(|data: &[u8]| {
    let mut input = Unstructured::new(data);
    let disk = disk();
    serve_while(&disk, |client| {
        let mut editor = Editor { client, texts: BTreeMap::new(), version: 0 };
        editor.open(HOOKS, NATIVE);
        for _ in 0..MOST_DEEDS {
            if input.is_empty() {
                break;
            }
            let Ok(deed) = Deed::arbitrary(&mut input) else { break };
            editor.perform(&deed, &disk);
        }
        editor.compare(&disk);
    });
});

fn disk() -> MemorySystem {
    MemorySystem::new()
        .file(HOOKS, NATIVE)
        .file(
            "/w/.claude/settings.json",
            r#"{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": ".cursor/hooks/guard.sh" }] }] } }"#,
        )
        .script("/w/.cursor/hooks/guard.sh", "#!/bin/sh\npayload=$(cat)\necho '{\"permission\":\"deny\"}'\nexit 0\n")
        .script("/w/tools/lint.py", "#!/usr/bin/env python3\nimport json, sys\npayload = json.load(sys.stdin)\nprint(payload['command'])\n")
        .script("/w/tools/note.mjs", "import { readFileSync } from \"node:fs\";\nconst p = JSON.parse(readFileSync(0, \"utf8\"));\nconsole.log(p.x);\n")
        .file("/w/hookc.toml", "[rules]\nmissing-script = \"warning\"\n")
}

/// The editor's side of the connection.
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
                    self.published.insert(uri, told.params["diagnostics"].as_array().cloned().unwrap_or_default());
                }
                Message::Notification(told) => panic!("{}: {}", told.method, told.params),
                Message::Request(_) | Message::Response(_) => {}
            }
        }
    }

    /// The diagnostics by file, once everything is dealt with.
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

fn serve_while(disk: &MemorySystem, talk: impl FnOnce(&mut Client)) {
    let (server_side, connection) = Connection::memory();
    let options = Options {
        request: Looked::default(),
        machine: Looked::default(),
        check: report::options(),
        today: || Date::from_days_since_1970(report::TODAY),
    };
    thread::scope(|scope| {
        let server = scope.spawn(move || serve(&server_side, disk, options));
        let mut client = Client { connection, next_id: 0, published: BTreeMap::new() };
        let folders = json!([{ "uri": "file:///w", "name": "w" }]);
        client.request("initialize", json!({ "capabilities": {}, "workspaceFolders": folders }));
        client.notify("initialized", json!({}));
        talk(&mut client);
        client.request("shutdown", Value::Null);
        client.notify("exit", Value::Null);
        assert_eq!(server.join().expect("the server does not panic"), Ended::Orderly);
    });
}

struct Editor<'c> {
    client: &'c mut Client,
    /// The open texts, as the editor has them.
    texts: BTreeMap<&'static str, String>,
    version: i32,
}

impl Editor<'_> {
    fn perform(&mut self, deed: &Deed<'_>, disk: &MemorySystem) {
        match *deed {
            Deed::Open(file) => {
                let path = bytes::choose(&FILES, file);
                let text = disk.read(Path::new(path), u64::MAX).unwrap_or_default();
                self.open(path, &bytes::text(&text));
            }
            Deed::OpenWith(file, text) => self.open(bytes::choose(&FILES, file), text),
            Deed::Close(file) => self.close(bytes::choose(&FILES, file)),
            Deed::Save(file) => {
                let document = json!({ "uri": uri(bytes::choose(&FILES, file)) });
                self.client.notify("textDocument/didSave", json!({ "textDocument": document }));
            }
            Deed::Change(file, at, length, piece) => {
                self.change(file, &[(at, length, bytes::choose(&PIECES, piece))]);
            }
            Deed::Changes(file, changes) => {
                let changes = changes.map(|(at, length, piece)| (at, length, bytes::choose(&PIECES, piece)));
                self.change(file, &changes);
            }
            Deed::Type(file, at, text) => self.change(file, &[(at, 0, text)]),
            Deed::Replace(file, text) => self.replace(bytes::choose(&FILES, file), text),
            Deed::Ask(file, method, at) => self.ask(bytes::choose(&FILES, file), method, at),
            Deed::Watched(file, kind) => {
                let change = json!({ "uri": uri(bytes::choose(&FILES, file)), "type": kind % 3 + 1 });
                self.client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
            }
            Deed::Settle => self.compare(disk),
        }
    }

    fn open(&mut self, path: &'static str, text: &str) {
        if self.texts.contains_key(path) || text.len() > MOST_TEXT {
            return;
        }
        let document = json!({ "uri": uri(path), "languageId": "json", "version": self.version, "text": text });
        self.client.notify("textDocument/didOpen", json!({ "textDocument": document }));
        self.texts.insert(path, text.to_owned());
    }

    fn close(&mut self, path: &'static str) {
        if self.texts.remove(path).is_some() {
            self.client.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri(path) } }));
        }
    }

    fn change(&mut self, file: u8, changes: &[(u16, u8, &str)]) {
        let path = bytes::choose(&FILES, file);
        let Some(text) = self.texts.get_mut(path) else { return };
        let told: Vec<Value> = changes.iter().map(|&(at, length, piece)| change(text, at, length, piece)).collect();
        self.tell_changes(path, &Value::Array(told));
    }

    fn replace(&mut self, path: &'static str, new: &str) {
        let Some(text) = self.texts.get_mut(path) else { return };
        new.clone_into(text);
        self.tell_changes(path, &json!([{ "text": new }]));
    }

    fn tell_changes(&mut self, path: &str, changes: &Value) {
        self.version += 1;
        let document = json!({ "uri": uri(path), "version": self.version });
        self.client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    fn ask(&mut self, path: &'static str, method: u8, at: u16) {
        let position = json!({ "line": at >> 8, "character": at & 0xff });
        let range = json!({ "start": { "line": 0, "character": 0 }, "end": position });
        let uri = json!({ "uri": uri(path) });
        let (method, more) = match method % 17 {
            0 => ("completion", json!({ "position": position })),
            1 => ("hover", json!({ "position": position })),
            2 => ("definition", json!({ "position": position })),
            3 => ("prepareRename", json!({ "position": position })),
            4 => ("rename", json!({ "position": position, "newName": "stop" })),
            5 => ("references", json!({ "position": position, "context": { "includeDeclaration": true } })),
            6 => ("documentSymbol", json!({})),
            7 => ("foldingRange", json!({})),
            8 => ("documentLink", json!({})),
            9 => ("codeLens", json!({})),
            10 => ("semanticTokens/full", json!({})),
            11 => ("inlayHint", json!({ "range": range })),
            12 => ("selectionRange", json!({ "positions": [position] })),
            13 => ("codeAction", json!({ "range": range, "context": { "diagnostics": [] } })),
            14 => ("codeAction", json!({ "range": range, "context": { "diagnostics": [], "only": ["source.fixAll"] } })),
            15 => ("formatting", json!({ "options": { "tabSize": 2, "insertSpaces": true } })),
            _ => ("diagnostic", json!({})),
        };
        let mut params = more;
        params["textDocument"] = uri;
        let answer = self.client.request(&format!("textDocument/{method}"), params);
        if let Some(text) = self.texts.get(path) {
            examine_edits(&answer, path, text);
            if method != "definition" && method != "references" {
                examine_ranges(&answer, text);
            }
        }
    }

    /// What was published is what a check of everything finds now.
    fn compare(&mut self, disk: &MemorySystem) {
        assert_eq!(self.client.settled(), checked(disk, &self.texts), "{:?}", self.texts);
    }
}

fn uri(path: &str) -> String {
    format!("file://{path}")
}

/// One change, made to the editor's own text and put into words for the server.
fn change(text: &mut String, at: u16, length: u8, piece: &str) -> Value {
    let piece = if text.len() > MOST_TEXT { "" } else { piece };
    let mut start = text.floor_char_boundary(usize::from(at) % (text.len() + 1));
    let mut end = text.ceil_char_boundary((start + usize::from(length % 40)).min(text.len()));
    // A position cannot point between the two signs of a line end.
    let splits = |at: usize| text[..at].ends_with('\r') && text[at..].starts_with('\n');
    start -= usize::from(splits(start));
    end += usize::from(splits(end));
    let lines = LineIndex::new(text.as_str());
    let position = |offset: usize| {
        let (line, character) = lines.utf16(offset);
        json!({ "line": line, "character": character })
    };
    let change = json!({ "range": { "start": position(start), "end": position(end) }, "text": piece });
    text.replace_range(start..end, piece);
    change
}

/// Every range in an answer lies in the text, its start before its end.
fn examine_ranges(answer: &Value, text: &str) {
    let lines = LineIndex::new(text);
    let mut rest = vec![answer];
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(items) => rest.extend(items),
            Value::Object(members) => {
                if let (Some(start), Some(end)) = (members.get("start"), members.get("end"))
                    && start.is_object()
                {
                    let [start, end] = [start, end].map(|position| offset(&lines, position, text));
                    assert!(start <= end, "{value} in {text:?}");
                }
                rest.extend(members.values());
            }
            _ => {}
        }
    }
}

/// The offset of a position, which must be a place of the text.
fn offset(lines: &LineIndex, position: &Value, text: &str) -> usize {
    let number = |name: &str| position[name].as_u64().and_then(|number| u32::try_from(number).ok()).expect("a number");
    let (line, character) = (number("line"), number("character"));
    let offset = lines.offset_of_utf16(line, character);
    let is_end_of_last_line = line as usize == lines.line_count() && character == 0;
    assert!(is_end_of_last_line || lines.utf16(offset) == (line, character), "{position} in {text:?}");
    offset
}

/// The edits that an answer offers for a text can all be made: they do not overlap.
fn examine_edits(answer: &Value, path: &str, text: &str) {
    let lines = LineIndex::new(text);
    let lists = answer.as_array().into_iter().flatten().map(|action| &action["edit"]).chain([answer]);
    for edits in lists.filter_map(|edit| edit["changes"][uri(path)].as_array()) {
        let place = |edit: &Value| {
            let [start, end] = ["start", "end"].map(|side| offset(&lines, &edit["range"][side], text));
            start..end
        };
        let mut places: Vec<_> = edits.iter().map(place).collect();
        places.sort_by_key(|place| (place.start, place.end));
        assert!(places.windows(2).all(|pair| pair[0].end <= pair[1].start), "{edits:?}");
    }
}

/// What a check of everything finds in the texts.
fn checked(disk: &MemorySystem, texts: &BTreeMap<&str, String>) -> BTreeMap<String, BTreeSet<String>> {
    let mut system = Overlay::new(disk);
    for (path, text) in texts {
        system.set(*path, text.as_str());
    }
    let request = Looked { workspaces: vec!["/w".into()], ..Looked::default() };
    let mut found = hookc_policies::check_with(&system as &dyn System, &request, &report::options());
    report::examine(&found);
    found.shorten();
    let mut findings: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for finding in found.diagnostics.iter().filter(|finding| !finding.pedantic) {
        let file = &found.files[finding.file.0 as usize];
        let lines = LineIndex::new(Arc::clone(&file.text));
        let at = |offset: u32| {
            let (line, column) = lines.utf16(offset as usize);
            format!("{line}:{column}")
        };
        let message = finding.message.lines().next().unwrap_or_default();
        let said = format!("{}-{} {} {message}", at(finding.span.start), at(finding.span.end), finding.rule);
        findings.entry(uri(&file.path.to_string_lossy())).or_default().insert(said);
    }
    findings
}
