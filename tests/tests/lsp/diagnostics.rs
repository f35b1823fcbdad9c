//! What is published, and when.

use std::fs;

use hookc_tests::Tree;
use hookc_tests::lsp::{TestServer, folder_at, uri_of, usual_client};
use serde_json::{Value, json};

const HOOKS: &str = ".cursor/hooks.json";

fn hooks(entries: &str) -> String {
    format!("{{\n  \"version\": 1,\n  \"hooks\": {{\n    \"stop\": [{entries}]\n  }}\n}}\n")
}

fn running(command: &str) -> String {
    hooks(&format!("{{ \"command\": \"{command}\" }}"))
}

fn server(text: &str) -> TestServer {
    TestServer::start(Tree::new().file(HOOKS, text))
}

#[test]
fn the_exact_text_at_fault_is_underlined() {
    let mut server = server(&hooks("{ \"command\": \"true 😀\", \"tiemout\": 5 }"));
    server.open(HOOKS);
    assert_eq!(server.places(HOOKS), ["3:37-3:46 unknown-entry-key"]);
}

#[test]
fn a_fault_is_seen_while_it_is_typed_and_goes_away_with_it() {
    let mut server = server(&running("echo"));
    server.open(HOOKS);
    assert_eq!(server.rules(HOOKS), [""; 0]);
    server.change(HOOKS, json!([{ "range": range(1, 13, 1, 14), "text": "0" }]));
    assert_eq!(server.rules(HOOKS), ["bad-version"]);
    assert_eq!(server.diagnostics(HOOKS).version, Some(2));
    server.change(HOOKS, json!([{ "range": range(1, 13, 1, 14), "text": "1" }]));
    assert_eq!(server.rules(HOOKS), [""; 0]);
    assert_eq!(server.diagnostics(HOOKS).version, Some(3));
}

#[test]
fn a_file_that_is_not_open_is_checked_too() {
    let mut server = server(&hooks("{ \"command\": 7 }"));
    assert_eq!(server.rules(HOOKS), ["type-mismatch"]);
    assert_eq!(server.diagnostics(HOOKS).version, None);
}

#[test]
fn closing_a_file_brings_back_what_the_disk_has() {
    let mut server = server(&running("echo"));
    server.open_with(HOOKS, "{");
    assert_eq!(server.rules(HOOKS), ["hooks-shape", "invalid-json", "missing-version"]);
    server.close(HOOKS);
    assert_eq!(server.rules(HOOKS), [""; 0]);
}

#[test]
fn a_finding_says_what_it_costs_where_it_is_explained_and_what_belongs_to_it() {
    let mut server = server("{ \"version\": 1, \"version\": 1, \"hooks\": {} }");
    server.open(HOOKS);
    let published = server.diagnostics(HOOKS);
    let duplicate =
        published.diagnostics.iter().find(|one| one["code"] == "duplicate-key").expect("a finding");
    assert_eq!(duplicate["source"], "hookc");
    assert!(duplicate["codeDescription"]["href"].as_str().is_some_and(|page| page.contains("duplicate-key")));
    let related = &duplicate["relatedInformation"][0];
    assert_eq!(related["location"]["range"], range(0, 2, 0, 11));
    assert_eq!(related["location"]["uri"], server.uri(HOOKS));
}

#[test]
fn text_that_is_not_read_is_faded() {
    let mut server = server(&hooks("{ \"command\": \"echo\", \"enabled\": false }"));
    server.open(HOOKS);
    let finding = server.diagnostics(HOOKS).diagnostics.remove(0);
    assert_eq!((&finding["code"], &finding["tags"]), (&json!("unknown-entry-key"), &json!([1])));
}

#[test]
fn a_script_that_appears_settles_the_finding_about_it() {
    let mut server = server(&running("./notify.sh"));
    server.open(HOOKS);
    assert_eq!(server.rules(HOOKS), ["missing-script"]);
    let server_tree = server.tree().path().join("notify.sh");
    write_script(&server_tree, "#!/bin/sh\n");
    server.touched("notify.sh", 1);
    assert_eq!(server.rules(HOOKS), [""; 0]);
    fs::remove_file(&server_tree).expect("it is there");
    server.touched("notify.sh", 3);
    assert_eq!(server.rules(HOOKS), ["missing-script"]);
}

#[cfg(unix)]
#[test]
fn a_script_that_changes_its_mode_is_judged_anew() {
    let tree = Tree::new().file(HOOKS, running("./notify.sh")).file("notify.sh", "#!/bin/sh\n");
    let mut server = TestServer::start(tree);
    assert_eq!(server.rules(HOOKS), ["not-executable"]);
    write_script(&server.tree().path().join("notify.sh"), "#!/bin/sh\n");
    server.touched("notify.sh", 2);
    assert_eq!(server.rules(HOOKS), [""; 0]);
}

#[test]
fn a_script_that_is_open_counts_as_it_stands_in_the_editor() {
    let tree = Tree::new().file(HOOKS, running("./notify.sh")).script("notify.sh", "#!/bin/sh\necho\n");
    let mut server = TestServer::start(tree);
    assert_eq!(server.rules("notify.sh"), [""; 0]);
    server.open_with("notify.sh", "#!/bin/sh\r\necho\r\n");
    assert_eq!(server.rules("notify.sh"), ["crlf-script"]);
    server.close("notify.sh");
    assert_eq!(server.rules("notify.sh"), [""; 0]);
}

#[test]
fn a_hooks_file_that_was_never_saved_is_checked() {
    let mut server = TestServer::start(Tree::new());
    server.open_with(HOOKS, "{}");
    assert_eq!(server.rules(HOOKS), ["hooks-shape", "missing-version"]);
    server.close(HOOKS);
    assert_eq!(server.rules(HOOKS), [""; 0]);
}

#[test]
fn every_kind_of_file_is_checked() {
    let claude = r#"{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "./none.sh" }] }] } }"#;
    let tree = Tree::new()
        .file(".claude/settings.json", claude)
        .file("plugin/.cursor-plugin/plugin.json", r#"{ "name": "p", "hooks": "./none.json" }"#);
    let mut server = TestServer::start(tree);
    assert_eq!(server.rules(".claude/settings.json"), ["missing-script"]);
    assert_eq!(server.rules("plugin/.cursor-plugin/plugin.json"), ["missing-hooks-file"]);
}

#[test]
fn a_manifest_decides_while_it_is_edited_which_files_are_hooks() {
    let manifest = "plugin/.cursor-plugin/plugin.json";
    let tree = Tree::new()
        .file(manifest, r#"{ "name": "p", "hooks": "./mine.json" }"#)
        .file("plugin/mine.json", "{}")
        .file("plugin/other.json", r#"{ "version": 1 }"#);
    let mut server = TestServer::start(tree);
    server.open(manifest);
    assert_eq!(server.rules("plugin/mine.json").len(), 2);
    server.replace(manifest, r#"{ "name": "p", "hooks": "./other.json" }"#);
    assert_eq!(server.rules("plugin/mine.json"), [""; 0]);
    assert_eq!(server.rules("plugin/other.json"), ["hooks-shape"]);
}

#[test]
fn what_is_no_hooks_file_is_left_alone() {
    let tree = Tree::new().file("src/settings.json", "{").file("data/hooks.json", "{").file("a.json", "{");
    let mut server = TestServer::start(tree);
    for path in ["src/settings.json", "data/hooks.json", "a.json"] {
        server.open(path);
        assert_eq!(server.rules(path), [""; 0], "{path}");
    }
}

#[test]
fn a_file_outside_of_every_folder_is_checked_while_it_is_open() {
    let outside = Tree::new().file(".cursor/hooks.json", "{}");
    let mut server = TestServer::start(Tree::new());
    let uri = uri_of(&outside.path().join(".cursor/hooks.json"));
    let document = json!({ "uri": uri, "languageId": "json", "version": 1, "text": "{}" });
    server.notify("textDocument/didOpen", json!({ "textDocument": document }));
    assert_eq!(server.rules(&uri), ["hooks-shape", "missing-version"]);
    server.notify("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(server.rules(&uri), [""; 0]);
}

#[test]
fn two_folders_are_checked_and_one_can_go() {
    let other = Tree::new().file(HOOKS, "{}");
    let tree = Tree::new().file(HOOKS, "{}");
    let folders = json!([folder_at(tree.path()), folder_at(other.path())]);
    let params = json!({ "capabilities": usual_client(), "workspaceFolders": folders });
    let mut server = TestServer::start_with(tree, &params);
    let uri = uri_of(&other.path().join(HOOKS));
    assert_eq!((server.rules(HOOKS).len(), server.rules(&uri).len()), (2, 2));
    let event = json!({ "added": [], "removed": [folder_at(other.path())] });
    server.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    assert_eq!((server.rules(HOOKS).len(), server.rules(&uri).len()), (2, 0));
    let event = json!({ "added": [folder_at(other.path())], "removed": [] });
    server.notify("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    assert_eq!(server.rules(&uri).len(), 2);
}

#[test]
fn settings_can_be_changed_on_the_way() {
    let mut server = server(&running("bash ./notify.sh"));
    let before = server.rules(HOOKS);
    let settings = json!({ "settings": { "hookc": { "platforms": ["windows"] } } });
    server.notify("workspace/didChangeConfiguration", settings);
    assert_ne!(server.rules(HOOKS), before);
    server.notify("workspace/didChangeConfiguration", json!({ "settings": { "hookc": {} } }));
    assert_eq!(server.rules(HOOKS), before);
}

#[test]
fn a_client_that_keeps_settings_is_asked_for_them() {
    let tree = Tree::new().file(HOOKS, running("bash ./notify.sh"));
    let mut capabilities = usual_client();
    capabilities["workspace"]["configuration"] = Value::Bool(true);
    let params = json!({ "capabilities": capabilities, "workspaceFolders": [folder_at(tree.path())] });
    let mut server = TestServer::start_with(tree, &params);
    server.answer("workspace/configuration", json!([{ "platforms": ["windows"] }]));
    let on_windows = server.rules(HOOKS);
    server.notify("workspace/didChangeConfiguration", json!({ "settings": null }));
    server.answer("workspace/configuration", json!([null]));
    assert_ne!(server.rules(HOOKS), on_windows);
}

#[test]
fn a_client_that_asks_for_diagnostics_gets_them_only_then() {
    let tree = Tree::new().file(HOOKS, "{}").file("packages/a/.cursor/hooks.json", "{");
    let mut capabilities = usual_client();
    capabilities["textDocument"]["diagnostic"] = json!({});
    capabilities["workspace"]["diagnostics"] = json!({ "refreshSupport": true });
    let params = json!({ "capabilities": capabilities, "workspaceFolders": [folder_at(tree.path())] });
    let mut server = TestServer::start_silently(tree);
    let offered = server.request("initialize", params);
    assert_eq!(offered["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], true);
    server.notify("initialized", json!({}));
    server.open(HOOKS);
    let document = json!({ "textDocument": { "uri": server.uri(HOOKS) } });
    let report = server.request("textDocument/diagnostic", document);
    assert_eq!((&report["kind"], report["items"].as_array().map(Vec::len)), (&json!("full"), Some(2)));
    let workspace = server.request("workspace/diagnostic", json!({ "previousResultIds": [] }));
    assert_eq!(workspace["items"].as_array().map(Vec::len), Some(2));
    server.wait_for("workspace/diagnostic/refresh");
    assert_eq!(server.rules(HOOKS), [""; 0]);
}

#[test]
fn what_was_at_fault_and_is_no_longer_is_told_to_a_client_that_asks() {
    let mut server = server("{}");
    let known = json!([{ "uri": server.uri(HOOKS), "value": "2" }]);
    server.open_with(HOOKS, &running("echo"));
    let workspace = server.request("workspace/diagnostic", json!({ "previousResultIds": known }));
    assert_eq!(workspace["items"][0]["items"], json!([]));
}

#[test]
fn positions_count_bytes_where_the_client_wants_it() {
    let tree = Tree::new().file(HOOKS, hooks("{ \"command\": \"true 😀\", \"tiemout\": 5 }"));
    let mut capabilities = usual_client();
    capabilities["general"]["positionEncodings"] = json!(["utf-8", "utf-16"]);
    let params = json!({ "capabilities": capabilities, "workspaceFolders": [folder_at(tree.path())] });
    let mut server = TestServer::start_silently(tree);
    let offered = server.request("initialize", params);
    assert_eq!(offered["capabilities"]["positionEncoding"], "utf-8");
    server.notify("initialized", json!({}));
    server.open(HOOKS);
    assert_eq!(server.places(HOOKS), ["3:39-3:48 unknown-entry-key"]);
    server.change(HOOKS, json!([{ "range": range(3, 39, 3, 48), "text": "\"timeout\"" }]));
    assert_eq!(server.rules(HOOKS), [""; 0]);
}

#[test]
fn a_client_that_watches_is_asked_to_watch_the_scripts() {
    let tree = Tree::new().file(HOOKS, running("tools/notify.sh"));
    let mut capabilities = usual_client();
    capabilities["workspace"]["didChangeWatchedFiles"] = json!({ "dynamicRegistration": true });
    let params = json!({ "capabilities": capabilities, "workspaceFolders": [folder_at(tree.path())] });
    let mut server = TestServer::start_with(tree, &params);
    let usual = server.wait_for("client/registerCapability").to_string();
    assert!(usual.contains("**/.cursor/**"), "{usual}");
    let scripts = server.wait_for("client/registerCapability").to_string();
    assert!(scripts.contains("**/tools/notify.sh"), "{scripts}");
    server.open_with(HOOKS, &running("echo"));
    server.wait_for("client/unregisterCapability");
}

fn range(line: u32, start: u32, end_line: u32, end: u32) -> Value {
    json!({
        "start": { "line": line, "character": start }, "end": { "line": end_line, "character": end }
    })
}

fn write_script(path: &std::path::Path, text: &str) {
    fs::write(path, text).expect("the disk takes it");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("the disk takes it");
    }
}
