//! The connection itself: its beginning and end, and what a client may do wrong.

use std::collections::BTreeSet;
use std::io::{BufReader, Write as _};
use std::process::{Child, Stdio};
use std::thread::{self, JoinHandle};

use hookc_tests::lsp::{TestServer, usual_client};
use hookc_tests::{Hookc, Tree};
use lsp_server::{Message, Notification, Request};
use serde_json::{Value, json};

const HOOKS: &str = ".cursor/hooks.json";
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;
const INVALID_REQUEST: i32 = -32600;
const NOT_INITIALIZED: i32 = -32002;

fn server() -> TestServer {
    TestServer::start(Tree::new().file(HOOKS, "{}"))
}

fn survives(server: &mut TestServer) {
    assert_eq!(server.rules(HOOKS), ["hooks-shape", "missing-version"]);
}

#[test]
fn a_session_ends_with_shutdown_and_exit() {
    assert_eq!(server().finish(), Some(0));
}

#[test]
fn a_client_that_leaves_without_a_word_is_told_apart() {
    assert_eq!(server().hang_up(), Some(1));
    let mut abrupt = server();
    abrupt.notify("exit", Value::Null);
    assert_eq!(abrupt.hang_up(), Some(1));
    assert_eq!(TestServer::start_silently(Tree::new()).hang_up(), Some(1));
}

#[test]
fn nothing_comes_before_initialize() {
    let mut server = TestServer::start_silently(Tree::new().file(HOOKS, "{}"));
    server.notify("textDocument/didClose", json!({}));
    let refused = server.try_request("textDocument/hover", json!({})).unwrap_err();
    assert_eq!(refused.code, NOT_INITIALIZED);
    server.request("initialize", json!({ "capabilities": usual_client() }));
}

#[test]
fn initialize_comes_once() {
    let mut server = server();
    assert_eq!(server.try_request("initialize", json!({})).unwrap_err().code, INVALID_REQUEST);
    survives(&mut server);
}

#[test]
fn nothing_but_exit_comes_after_shutdown() {
    let mut server = server();
    server.request("shutdown", Value::Null);
    let late = json!({ "textDocument": { "uri": server.uri(HOOKS) } });
    assert_eq!(server.try_request("textDocument/diagnostic", late).unwrap_err().code, INVALID_REQUEST);
    server.notify("exit", Value::Null);
    assert_eq!(server.hang_up(), Some(0));
}

#[test]
fn requests_that_nobody_knows_and_parameters_without_form_are_refused() {
    let mut server = server();
    assert_eq!(server.try_request("hookc/nothing", json!({})).unwrap_err().code, METHOD_NOT_FOUND);
    for params in
        [json!(null), json!([]), json!({ "textDocument": 7 }), json!({ "textDocument": { "uri": "" } })]
    {
        let refused = server.try_request("textDocument/diagnostic", params.clone()).unwrap_err();
        assert_eq!(refused.code, INVALID_PARAMS, "{params}");
    }
    survives(&mut server);
}

#[test]
fn notifications_without_form_are_told_and_pass() {
    let mut server = server();
    for method in ["didOpen", "didChange", "didClose", "didSave"] {
        server.notify(&format!("textDocument/{method}"), json!({ "textDocument": [] }));
        let told = server.wait_for("window/logMessage");
        assert!(told["message"].as_str().is_some_and(|message| message.contains(method)), "{told}");
    }
    server.notify("hookc/nothing", json!(7));
    survives(&mut server);
}

#[test]
fn what_is_no_message_is_told_and_passes() {
    let mut server = server();
    server.send_raw(b"noise\r\n\r\nContent-Length: 5\r\n\r\n{{{{{");
    assert!(server.wait_for("window/logMessage").to_string().contains("not JSON"));
    server.send_raw(b"Content-Length: 3\r\n\r\n[7]");
    server.wait_for("window/logMessage");
    survives(&mut server);
}

#[test]
fn texts_that_are_not_open_are_not_changed() {
    let mut server = server();
    let document = json!({ "uri": server.uri(HOOKS), "version": 9 });
    let changes = json!([{ "text": "nothing" }]);
    server.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    server.notify("textDocument/didClose", json!({ "textDocument": document }));
    server.notify("textDocument/didSave", json!({ "textDocument": document }));
    survives(&mut server);
}

#[test]
fn addresses_that_are_no_files_are_left_alone() {
    let mut server = server();
    for uri in ["untitled:hooks.json", "git:/w/.cursor/hooks.json", "http://example.com/hooks.json", "file:"]
    {
        let document = json!({ "uri": uri, "languageId": "json", "version": 1, "text": "{" });
        server.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }
    survives(&mut server);
}

#[test]
fn changes_that_lie_outside_of_the_text_change_its_end() {
    let mut server = server();
    server.open(HOOKS);
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    server.change(HOOKS, json!([{ "range": { "start": far, "end": far }, "text": " " }]));
    let backwards = json!({ "start": { "line": 0, "character": 3 }, "end": { "line": 0, "character": 0 } });
    server.change(HOOKS, json!([{ "range": backwards, "text": "" }]));
    survives(&mut server);
}

#[test]
fn a_request_that_is_cancelled_is_answered_once() {
    let mut server = server();
    let document = json!({ "textDocument": { "uri": server.uri(HOOKS) } });
    let ids: Vec<_> = (0..50).map(|_| server.ask("textDocument/diagnostic", document.clone())).collect();
    for id in &ids {
        server.notify("$/cancelRequest", json!({ "id": id }));
    }
    for id in &ids {
        let answered = server.answer_to(id);
        assert!(answered.is_ok() || answered.is_err_and(|error| error.code == -32800));
    }
    survives(&mut server);
}

/// Messages that make the server say far more than any pipe holds.
fn flood() -> Vec<u8> {
    const COUNT: i32 = 1_000;
    let uri = "file:///flood/.cursor/hooks.json";
    let entry = r#"{ "command": 7, "nonsense": true },"#;
    let text = format!("{{ \"version\": 0, \"hooks\": {{ \"stop\": [{}] }} }}", entry.repeat(30));
    let document = json!({ "uri": uri, "languageId": "json", "version": 0, "text": text });
    let mut messages: Vec<Message> = vec![
        Request::new((-1).into(), "initialize".to_owned(), json!({ "capabilities": usual_client() })).into(),
        Notification::new("textDocument/didOpen".to_owned(), json!({ "textDocument": document })).into(),
    ];
    for version in 1..=COUNT {
        let document = json!({ "uri": uri, "version": version });
        let changes = json!([{ "text": format!("{text}{}", " ".repeat(version.unsigned_abs() as usize)) }]);
        let params = json!({ "textDocument": document, "contentChanges": changes });
        messages.push(Notification::new("textDocument/didChange".to_owned(), params).into());
        let asked = json!({ "textDocument": { "uri": uri } });
        messages.push(Request::new(version.into(), "textDocument/documentLink".to_owned(), asked).into());
    }
    messages.push(Request::new(0.into(), "shutdown".to_owned(), Value::Null).into());
    messages.push(Notification::new("exit".to_owned(), Value::Null).into());
    let mut bytes = Vec::new();
    for message in messages {
        message.write(&mut bytes).expect("a message");
    }
    bytes
}

fn flooded() -> (Child, JoinHandle<()>) {
    let mut command = Hookc::new().args(["lsp"]).into_command();
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("hookc starts");
    let mut input = child.stdin.take().expect("a pipe");
    // It is held up until somebody reads, or until the server is gone.
    let writer = thread::spawn(move || drop(input.write_all(&flood())));
    (child, writer)
}

#[test]
fn a_client_that_reads_late_gets_every_answer() {
    let (mut child, writer) = flooded();
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut answered = BTreeSet::new();
    while let Ok(Some(message)) = Message::read(&mut output) {
        if let Message::Response(response) = message {
            assert!(answered.insert(response.id.to_string()), "answered twice");
        }
    }
    assert_eq!(answered.len(), 1_002);
    writer.join().expect("everything is written");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_client_that_never_reads_and_goes_away_takes_the_server_along() {
    let (mut child, writer) = flooded();
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
    writer.join().expect("the pipe is gone");
}
