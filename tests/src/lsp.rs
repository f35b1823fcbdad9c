//! A client of the real language server: messages to its standard input and from its standard output.

#![expect(
    clippy::missing_panics_doc,
    reason = "all of it panics where the server does not do what it has to"
)]
#![expect(clippy::needless_pass_by_value, reason = "values are written down where they are sent")]

use std::collections::BTreeMap;
use std::io::{BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use gen_lsp_types::Uri;
use lsp_server::{Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};

use crate::{Hookc, Tree};

/// Far longer than any answer takes, even without optimisation on a busy machine.
const LIMIT: Duration = Duration::from_mins(2);

/// A running server and a tree that it looks at. Dropping it says goodbye and expects a clean end.
#[derive(Debug)]
pub struct TestServer {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Message>,
    tree: Tree,
    next_id: i32,
    /// What was published, by path below the tree.
    published: BTreeMap<String, Published>,
    /// Notifications and requests of the server that no test has looked at yet.
    unseen: Vec<Message>,
    versions: BTreeMap<String, i32>,
}

/// The diagnostics of one file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Published {
    /// The version of the text that they are about; `None` for a file that is not open.
    pub version: Option<i64>,
    /// The diagnostics, as they were sent.
    pub diagnostics: Vec<Value>,
}

/// What a usual client can do.
pub fn usual_client() -> Value {
    json!({
        "general": { "positionEncodings": ["utf-16"] },
        "textDocument": {
            "completion": { "completionItem": { "snippetSupport": true } },
            "publishDiagnostics": { "relatedInformation": true },
        },
        "workspace": { "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] } },
    })
}

impl TestServer {
    /// Starts a server for a usual client whose only workspace folder is the tree.
    pub fn start(tree: Tree) -> Self {
        let folder = tree.path().to_path_buf();
        Self::start_with(
            tree,
            &json!({ "capabilities": usual_client(), "workspaceFolders": [folder_at(&folder)] }),
        )
    }

    /// Starts a server with these parameters of `initialize`.
    pub fn start_with(tree: Tree, params: &Value) -> Self {
        let mut server = Self::start_silently(tree);
        server.request("initialize", params.clone());
        server.notify("initialized", json!({}));
        server
    }

    /// Starts a server and says nothing.
    pub fn start_silently(tree: Tree) -> Self {
        let mut command = Hookc::new().in_folder(tree.path()).args(["lsp"]).into_command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap_or_else(|error| panic!("hookc does not start: {error}"));
        let output = child.stdout.take().unwrap_or_else(|| panic!("no standard output"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(Some(message)) = Message::read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        let (published, unseen, versions) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        Self { child, input, messages, tree, next_id: 1, published, unseen, versions }
    }

    /// The tree.
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// How the client calls a file of the tree.
    pub fn uri(&self, path: &str) -> String {
        uri_of(&self.tree.path().join(path))
    }

    /// Sends bytes as they are.
    pub fn send_raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap_or_else(|| panic!("standard input is closed"));
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .unwrap_or_else(|error| panic!("not read: {error}"));
    }

    /// Sends a message.
    pub fn send(&mut self, message: impl Into<Message>) {
        let mut bytes = Vec::new();
        let written = message.into().write(&mut bytes);
        written.unwrap_or_else(|error| panic!("no message: {error}"));
        self.send_raw(&bytes);
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Sends a request and does not wait for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> RequestId {
        let id = RequestId::from(self.next_id);
        self.next_id += 1;
        self.send(Request::new(id.clone(), method.to_owned(), params));
        id
    }

    /// Sends a request and waits for its answer, which must not be an error.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.try_request(method, params).unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    /// Sends a request and waits for its answer.
    ///
    /// # Errors
    ///
    /// The server's error.
    pub fn try_request(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        let id = self.ask(method, params);
        self.answer_to(&id)
    }

    /// Waits for the answer to a request.
    ///
    /// # Errors
    ///
    /// The server's error.
    pub fn answer_to(&mut self, id: &RequestId) -> Result<Value, ResponseError> {
        loop {
            match self.next() {
                Message::Response(response) if response.id == *id => return response.response_result,
                message => self.keep(message),
            }
        }
    }

    /// Waits for a notification or a request of the server's.
    pub fn wait_for(&mut self, method: &str) -> Value {
        loop {
            let is_meant = |message: &Message| match message {
                Message::Request(request) => request.method == method,
                Message::Notification(notification) => notification.method == method,
                Message::Response(_) => false,
            };
            if let Some(place) = self.unseen.iter().position(is_meant) {
                return match self.unseen.remove(place) {
                    Message::Request(request) => request.params,
                    Message::Notification(notification) => notification.params,
                    Message::Response(_) => Value::Null,
                };
            }
            let message = self.next();
            self.keep(message);
        }
    }

    /// Answers the next request of the server's of this method.
    pub fn answer(&mut self, method: &str, result: Value) {
        loop {
            let is_meant =
                |message: &Message| matches!(message, Message::Request(request) if request.method == method);
            if let Some(place) = self.unseen.iter().position(is_meant) {
                if let Message::Request(request) = self.unseen.remove(place) {
                    self.send(Response::new_ok(request.id, result));
                }
                return;
            }
            let message = self.next();
            self.keep(message);
        }
    }

    fn next(&mut self) -> Message {
        match self.messages.recv_timeout(LIMIT) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => panic!("the server says nothing"),
            Err(RecvTimeoutError::Disconnected) => panic!("the server has ended"),
        }
    }

    fn keep(&mut self, message: Message) {
        match message {
            Message::Notification(told) if told.method == "textDocument/publishDiagnostics" => {
                let uri = told.params["uri"].as_str().unwrap_or_default().to_owned();
                let path = uri.strip_prefix(&format!("{}/", self.uri("").trim_end_matches('/')));
                let published = Published {
                    version: told.params["version"].as_i64(),
                    diagnostics: told.params["diagnostics"].as_array().cloned().unwrap_or_default(),
                };
                let path = path.unwrap_or(&uri).to_owned();
                self.published.insert(path, published);
            }
            Message::Response(_) => {}
            other => self.unseen.push(other),
        }
    }
}

/// Texts.
impl TestServer {
    /// Opens a file with the text that it has on the disk.
    pub fn open(&mut self, path: &str) {
        let text = self.tree.read(path);
        self.open_with(path, &text);
    }

    /// Opens a file with a text of its own.
    pub fn open_with(&mut self, path: &str, text: &str) {
        let uri = self.uri(path);
        self.versions.insert(path.to_owned(), 1);
        let document = json!({ "uri": uri, "languageId": "json", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Makes changes to an open file.
    pub fn change(&mut self, path: &str, changes: Value) {
        let version = self.versions.get_mut(path).unwrap_or_else(|| panic!("{path} is not open"));
        *version += 1;
        let version = *version;
        let document = json!({ "uri": self.uri(path), "version": version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Puts another text into an open file.
    pub fn replace(&mut self, path: &str, text: &str) {
        self.change(path, json!([{ "text": text }]));
    }

    /// Says that an open file was saved.
    pub fn save(&mut self, path: &str) {
        let uri = self.uri(path);
        self.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri } }));
    }

    /// Closes a file.
    pub fn close(&mut self, path: &str) {
        let uri = self.uri(path);
        self.versions.remove(path);
        self.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// Says that something happened to a file: 1 created, 2 changed, 3 deleted.
    pub fn touched(&mut self, path: &str, kind: u8) {
        let uri = self.uri(path);
        self.notify("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": uri, "type": kind }] }));
    }
}

/// What was published.
impl TestServer {
    /// The diagnostics of a file once everything that was said before is dealt with.
    pub fn diagnostics(&mut self, path: &str) -> Published {
        self.settle();
        self.published.get(path).cloned().unwrap_or_default()
    }

    /// Waits until the diagnostics of this version of an open file are there.
    pub fn wait_for_version(&mut self, path: &str, version: usize) {
        let version = i64::try_from(version).unwrap_or(i64::MAX);
        while self.published.get(path).is_none_or(|published| published.version < Some(version)) {
            let message = self.next();
            self.keep(message);
        }
    }

    /// The rules of these diagnostics.
    pub fn rules(&mut self, path: &str) -> Vec<String> {
        let diagnostics = self.diagnostics(path).diagnostics;
        diagnostics.iter().map(|one| one["code"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The diagnostics as `line:column-line:column rule`, from 0.
    pub fn places(&mut self, path: &str) -> Vec<String> {
        let place = |at: &Value| format!("{}:{}", at["line"], at["character"]);
        let diagnostics = self.diagnostics(path).diagnostics;
        let shown = diagnostics.iter().map(|one| {
            let (start, end) = (place(&one["range"]["start"]), place(&one["range"]["end"]));
            format!("{start}-{end} {}", one["code"].as_str().unwrap_or_default())
        });
        shown.collect()
    }

    /// Waits until the server has told everything: it does so after the answer to a request, and before it looks at the next message.
    fn settle(&mut self) {
        let uri = self.uri("nothing");
        for _ in 0..2 {
            self.request("textDocument/diagnostic", json!({ "textDocument": { "uri": uri } }));
        }
    }
}

/// The end.
impl TestServer {
    /// Says goodbye and waits; the exit code.
    pub fn finish(mut self) -> Option<i32> {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.end()
    }

    /// Closes the server's input and waits; the exit code.
    pub fn hang_up(mut self) -> Option<i32> {
        self.end()
    }

    /// The memory that the server has used at most, in bytes; `None` where the system does not say.
    pub fn peak_memory(&self) -> Option<u64> {
        memory(self.child.id(), "VmHWM:")
    }

    /// The memory that the server uses now, in bytes; `None` where the system does not say.
    pub fn memory(&self) -> Option<u64> {
        memory(self.child.id(), "VmRSS:")
    }

    fn end(&mut self) -> Option<i32> {
        self.input = None;
        while self.messages.recv_timeout(LIMIT).is_ok() {}
        self.child.wait().ok().and_then(|status| status.code())
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if self.input.is_none() {
            return;
        }
        if std::thread::panicking() {
            let _ = self.child.kill();
            let _ = self.child.wait();
            return;
        }
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.end(), Some(0), "the server did not end cleanly");
    }
}

/// A workspace folder, for `initialize`.
pub fn folder_at(path: &Path) -> Value {
    json!({ "uri": uri_of(path), "name": "folder" })
}

/// The address of a path.
pub fn uri_of(path: &Path) -> String {
    let uri = Uri::from_file_path(path).unwrap_or_else(|()| panic!("{} is relative", path.display()));
    uri.to_string()
}

/// The position of the first such sign in a text, in UTF-16.
pub fn position_of(marked: &str, sign: char) -> Value {
    let at = marked.find(sign).unwrap_or_else(|| panic!("no `{sign}` in {marked}"));
    let before = &marked[..at];
    let line = before.matches('\n').count();
    let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    json!({ "line": line, "character": column })
}

#[expect(clippy::disallowed_methods, reason = "the figures of a process are no file of a workspace")]
fn memory(process: u32, line: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let figure = status.lines().find_map(|known| known.strip_prefix(line))?;
    figure.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
