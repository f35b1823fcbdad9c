//! What a person sees and does in the editor, feature by feature.

#![expect(clippy::unwrap_used, reason = "what is missing in an answer fails the test")]

use hookc_tests::Tree;
use hookc_tests::lsp::{TestServer, position_of};
use serde_json::{Value, json};

const HOOKS: &str = ".cursor/hooks.json";

/// A server with this text open; the first `¦` is where the cursor stands, and no part of the text.
struct Editor {
    server: TestServer,
    position: Value,
}

fn edit(text: &str) -> Editor {
    edit_in(Tree::new(), HOOKS, text)
}

fn edit_in(tree: Tree, path: &str, text: &str) -> Editor {
    let plain = text.replacen('¦', "", 1);
    let mut server = TestServer::start(tree.file(path, &plain));
    server.open(path);
    let position = if text.contains('¦') { position_of(text, '¦') } else { Value::Null };
    Editor { server, position }
}

fn native(events: &str) -> String {
    format!("{{ \"version\": 1, \"hooks\": {{ {events} }} }}")
}

impl Editor {
    fn ask(&mut self, method: &str, path: &str) -> Value {
        let mut params =
            json!({ "textDocument": { "uri": self.server.uri(path) }, "position": self.position });
        if method == "textDocument/references" {
            params["context"] = json!({ "includeDeclaration": true });
        }
        self.server.request(method, params)
    }

    fn about(&mut self, method: &str, path: &str) -> Value {
        let uri = self.server.uri(path);
        self.server.request(method, json!({ "textDocument": { "uri": uri } }))
    }

    fn completions(&mut self) -> Vec<Value> {
        self.ask("textDocument/completion", HOOKS).as_array().cloned().unwrap_or_default()
    }

    fn labels(&mut self) -> Vec<String> {
        self.completions().iter().map(|item| item["label"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The text once a completion was taken, its stops left empty.
    fn completed(&mut self, label: &str, text: &str) -> String {
        let items = self.completions();
        let item = items
            .iter()
            .find(|item| item["label"] == label)
            .unwrap_or_else(|| panic!("no {label}: {items:?}"));
        let mut edits = vec![item["textEdit"].clone()];
        edits.extend(item["additionalTextEdits"].as_array().into_iter().flatten().cloned());
        applied(&text.replacen('¦', "", 1), &edits)
    }

    fn hover(&mut self) -> String {
        self.ask("textDocument/hover", HOOKS)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// The actions at the cursor, or of one kind only.
    fn actions(&mut self, path: &str, only: &[&str]) -> Vec<Value> {
        let range = json!({ "start": self.position, "end": self.position });
        let mut context = json!({ "diagnostics": [] });
        if !only.is_empty() {
            context["only"] = json!(only);
        }
        let params =
            json!({ "textDocument": { "uri": self.server.uri(path) }, "range": range, "context": context });
        self.server.request("textDocument/codeAction", params).as_array().cloned().unwrap_or_default()
    }
}

/// The text with edits made.
fn applied(text: &str, edits: &[Value]) -> String {
    let offset = |position: &Value| {
        let (line, column) = (position["line"].as_u64().unwrap(), position["character"].as_u64().unwrap());
        let start = text.split_inclusive('\n').take(line as usize).map(str::len).sum::<usize>();
        let units = text[start..].char_indices().scan(0, |units, (at, letter)| {
            let here = *units;
            *units += letter.len_utf16() as u64;
            Some((at, here))
        });
        start + units.into_iter().find(|(_, units)| *units == column).map_or(text.len() - start, |(at, _)| at)
    };
    let mut edits: Vec<_> = edits
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().unwrap().to_owned())
        })
        .collect();
    edits.sort();
    let mut text = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, &new);
    }
    text
}

/// The edits of an action in one file.
fn edits_of(action: &Value) -> Vec<Value> {
    let changes = action["edit"]["documentChanges"].as_array().cloned().unwrap_or_default();
    changes.iter().flat_map(|change| change["edits"].as_array().cloned().unwrap_or_default()).collect()
}

mod completion {
    use super::*;

    #[test]
    fn events_that_have_no_hooks_yet_are_proposed() {
        let mut editor = edit(&native("\"stop\": [], ¦"));
        let labels = editor.labels();
        assert!(labels.contains(&"preToolUse".to_owned()) && !labels.contains(&"stop".to_owned()));
        let items = editor.completions();
        let item = items.iter().find(|item| item["label"] == "preToolUse").unwrap();
        assert!(
            item["documentation"]["value"].as_str().unwrap().starts_with("Before the agent uses any tool")
        );
    }

    #[test]
    fn an_event_comes_with_its_list_and_its_comma() {
        let text = native("¦ \"stop\": []");
        assert_eq!(
            edit(&text).completed("preToolUse", &text),
            native("\"preToolUse\": [{ \"command\": \"${1:}\" \\}], \"stop\": []")
        );
    }

    #[test]
    fn a_key_that_is_being_written_is_replaced() {
        let text = native("\"sto¦\": []");
        assert_eq!(edit(&text).completed("stop", &text), native("\"stop\": []"));
    }

    #[test]
    fn a_key_without_an_end_is_completed() {
        let text = "{\n  \"version\": 1,\n  \"hooks\": {\n    \"sto¦\n  }\n}\n";
        let completed = edit(text).completed("stop", text);
        assert!(completed.contains("    \"stop\": [{ \"command\""), "{completed}");
    }

    #[test]
    fn only_options_that_mean_something_here_are_proposed() {
        let options =
            |event: &str| edit(&native(&format!("\"{event}\": [{{ \"command\": \"x\", ¦ }}]"))).labels();
        let has = |event: &str, option: &str| options(event).contains(&option.to_owned());
        assert!(has("stop", "loop_limit") && !has("preToolUse", "loop_limit"));
        assert!(has("preToolUse", "failClosed") && !has("afterFileEdit", "failClosed"));
        assert!(has("preToolUse", "matcher") && !has("sessionStart", "matcher"));
        assert!(!has("stop", "command") && !has("stop", "prompt"));
    }

    #[test]
    fn a_prompt_hook_has_options_of_its_own() {
        let mut editor = edit(&native("\"preToolUse\": [{ \"type\": \"prompt\", ¦ }]"));
        let labels = editor.labels();
        assert!(labels.contains(&"prompt".to_owned()) && labels.contains(&"model".to_owned()));
        assert!(!labels.contains(&"command".to_owned()));
    }

    #[test]
    fn a_comma_that_is_missing_before_is_written_too() {
        let text = native("\"stop\": [{ \"command\": \"x\" ¦ }]");
        let completed = edit(&text).completed("timeout", &text);
        assert!(completed.contains("\"command\": \"x\", \"timeout\": ${1:60}"), "{completed}");
    }

    #[test]
    fn values_are_proposed_where_they_are_few() {
        assert_eq!(edit(&native("\"preToolUse\": [{ \"type\": ¦ }]")).labels(), ["command", "prompt"]);
        assert_eq!(edit(&native("\"stop\": [{ \"type\": ¦ }]")).labels(), ["command"]);
        assert_eq!(edit(&native("\"preToolUse\": [{ \"failClosed\": ¦ }]")).labels(), ["true", "false"]);
        assert_eq!(edit(&native("\"stop\": [{ \"loop_limit\": ¦ }]")).labels(), ["5", "10", "null"]);
    }

    #[test]
    fn names_of_tools_are_proposed_inside_of_a_matcher_once_each() {
        let text = native("\"preToolUse\": [{ \"command\": \"x\", \"matcher\": \"Shell|Wr¦|Read\" }]");
        let mut editor = edit(&text);
        let labels = editor.labels();
        assert!(labels.contains(&"Write".to_owned()) && labels.contains(&"MCP:".to_owned()));
        assert!(!labels.contains(&"Shell".to_owned()) && !labels.contains(&"Read".to_owned()));
        assert_eq!(editor.completed("Write", &text), text.replacen("Wr¦", "Write", 1));
    }

    #[test]
    fn a_matcher_has_the_names_of_its_own_event() {
        let matcher = |event: &str| {
            edit(&native(&format!("\"{event}\": [{{ \"command\": \"x\", \"matcher\": \"¦\" }}]"))).labels()
        };
        assert_eq!(matcher("beforeReadFile"), ["Read", "TabRead"]);
        assert_eq!(matcher("stop"), ["Stop"]);
        assert_eq!(matcher("beforeShellExecution"), [""; 0]);
        assert!(matcher("subagentStart").contains(&"explore".to_owned()));
    }

    #[test]
    fn scripts_are_found_from_the_folder_that_the_line_runs_in() {
        let tree = || Tree::new().script(".cursor/hooks/guard.sh", "").script("tools/lint.sh", "");
        let labels = |command: &str| {
            edit_in(tree(), HOOKS, &native(&format!("\"stop\": [{{ \"command\": \"{command}\" }}]"))).labels()
        };
        assert_eq!(labels("¦"), [".cursor/hooks/guard.sh", ".cursor/", "tools/"]);
        assert_eq!(labels("tools/¦"), ["lint.sh"]);
        assert_eq!(labels("bash ./tools/l¦"), ["lint.sh"]);
        assert_eq!(labels("../¦"), [""; 0]);
        assert_eq!(labels("/¦"), [""; 0]);
    }

    #[test]
    fn whole_hooks_are_proposed_between_entries() {
        let labels = edit(&native("\"preToolUse\": [¦]")).labels();
        assert_eq!(labels, ["command hook", "guard", "command hook with a matcher", "prompt hook"]);
        let labels = edit(&native("\"afterFileEdit\": [¦]")).labels();
        assert_eq!(labels, ["command hook", "command hook with a matcher"]);
    }

    #[test]
    fn a_client_without_snippets_gets_plain_text() {
        let text = native("¦");
        let tree = Tree::new().file(HOOKS, text.replace('¦', ""));
        let folder = hookc_tests::lsp::folder_at(tree.path());
        let mut server =
            TestServer::start_with(tree, &json!({ "capabilities": {}, "workspaceFolders": [folder] }));
        let params =
            json!({ "textDocument": { "uri": server.uri(HOOKS) }, "position": position_of(&text, '¦') });
        let items = server.request("textDocument/completion", params);
        assert_eq!(items[0]["textEdit"]["newText"], "\"beforeShellExecution\": [{ \"command\": \"\" }]");
    }

    #[test]
    fn an_empty_object_gets_what_a_file_needs() {
        assert_eq!(edit("{ ¦ }").labels(), ["version", "hooks"]);
    }

    #[test]
    fn claude_files_have_their_own_words() {
        let claude = |text: &str| {
            let mut editor = edit_in(Tree::new(), ".claude/settings.json", text);
            let items = editor.ask("textDocument/completion", ".claude/settings.json");
            let labels = items.as_array().cloned().unwrap_or_default();
            labels.iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let events = claude(r#"{ "hooks": { ¦ } }"#);
        assert!(events.contains(&"PreToolUse".to_owned()) && !events.contains(&"Notification".to_owned()));
        let tools = claude(r#"{ "hooks": { "PreToolUse": [{ "matcher": "¦", "hooks": [] }] } }"#);
        assert!(tools.contains(&"Bash".to_owned()) && !tools.contains(&"Shell".to_owned()));
        let keys = claude(r#"{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", ¦ }] }] } }"#);
        assert_eq!(keys, ["command", "timeout"]);
    }
}

mod hover {
    use super::*;

    #[test]
    fn an_event_says_when_it_fires_what_it_can_and_where_it_runs() {
        let said = edit(&native("\"preTo¦olUse\": []")).hover();
        for part in [
            "Before the agent uses any tool",
            "deny with `permission`",
            "cloud agents",
            "tool_name",
            "`updated_input`",
        ] {
            assert!(said.contains(part), "{part}\n{said}");
        }
    }

    #[test]
    fn a_matcher_is_put_into_words() {
        let said = |event: &str, matcher: &str| {
            edit(&native(&format!("\"{event}\": [{{ \"command\": \"x\", \"matcher\": \"{matcher}¦\" }}]")))
                .hover()
        };
        let words = said("preToolUse", "Write|^Shell$");
        assert!(words.contains("the name of the tool contains `Write`, or is `Shell`"), "{words}");
        assert!(words.contains("it takes 4: `Shell`, `Write`") || words.contains("`Write`"), "{words}");
        assert!(said("preToolUse", "Nothing").contains("takes none"));
        assert!(said("preToolUse", ".*").contains("Matches everything"));
        assert!(said("beforeShellExecution", "^git\\\\s+push").contains("For example"));
        assert!(said("sessionStart", "x").contains("ignored"));
    }

    #[test]
    fn a_command_says_what_it_comes_to() {
        let tree = Tree::new().script("tools/lint.sh", "#!/bin/sh\n");
        let said = edit_in(tree, HOOKS, &native("\"stop\": [{ \"command\": \"tools/¦lint.sh\" }]")).hover();
        for part in ["project's root", "`tools/lint.sh`", "read by `sh`", "sha256", "executable"] {
            assert!(said.contains(part), "{part}\n{said}");
        }
        let said = edit(&native("\"stop\": [{ \"command\": \"tools/¦lint.sh\" }]")).hover();
        assert!(said.contains("is not there"), "{said}");
    }

    #[test]
    fn an_option_says_what_holds_without_it_and_what_it_does_here() {
        let said = edit(&native("\"stop\": [{ \"command\": \"x\", \"fail¦Closed\": true }]")).hover();
        assert!(said.contains("Default: `false`") && said.contains("no effect"), "{said}");
        let said = edit(&native("\"stop\": [{ \"command\": \"x\", \"time¦out\": 5 }]")).hover();
        assert!(said.contains("Default: `60`") && said.contains("after 5 seconds"), "{said}");
    }

    #[test]
    fn nothing_is_said_where_nothing_stands() {
        assert_eq!(edit(&native("\"stop\": [ ¦ ]")).hover(), "");
        assert_eq!(edit(&native("\"nonsen¦se\": []")).hover(), "");
    }
}

mod actions {
    use super::*;

    #[test]
    fn a_fix_changes_its_place_and_settles_the_finding() {
        let text = "{ ¦\"hooks\": { \"stop\": [{ \"command\": \"x\" }] } }";
        let mut editor = edit(text);
        editor.position = json!({ "line": 0, "character": 0 });
        let actions = editor.actions(HOOKS, &[]);
        let fix = actions.iter().find(|action| action["isPreferred"] == true).unwrap();
        assert_eq!(
            (&fix["kind"], &fix["diagnostics"][0]["code"]),
            (&json!("quickfix"), &json!("missing-version"))
        );
        let fixed = applied(&text.replace('¦', ""), &edits_of(fix));
        editor.server.replace(HOOKS, &fixed);
        assert_eq!(editor.server.rules(HOOKS), [""; 0]);
    }

    #[test]
    fn everything_that_is_safe_is_fixed_at_once_where_that_is_asked_for() {
        let text = "{ \"hooks\": { \"stop\": [{ \"command\": \"x\", \"timeout\": \"5\" }] } }";
        let mut editor = edit(text);
        editor.position = json!({ "line": 0, "character": 30 });
        assert!(!editor.actions(HOOKS, &[]).iter().any(|action| action["kind"] == "source.fixAll.hookc"));
        let actions = editor.actions(HOOKS, &["source.fixAll"]);
        let fixed = applied(text, &edits_of(&actions[0]));
        assert!(fixed.contains("\"version\": 1"), "{fixed}");
    }

    #[test]
    fn a_missing_script_is_made_from_a_template() {
        let text = native("\"stop\": [{ \"command\": \"tools/no¦tify.py\" }]");
        let actions = edit(&text).actions(HOOKS, &["quickfix"]);
        let create =
            actions.iter().find(|action| action["title"] == "Create `tools/notify.py` from a template");
        let changes = &create.unwrap()["edit"]["documentChanges"];
        assert_eq!(changes[0]["kind"], "create");
        let script = changes[1]["edits"][0]["newText"].as_str().unwrap();
        assert!(script.starts_with("#!/usr/bin/env python3") && script.contains("json.load"), "{script}");
    }

    #[cfg(unix)]
    #[test]
    fn a_script_is_made_executable_on_request() {
        let tree = Tree::new().file("tools/notify.sh", "#!/bin/sh\n");
        let mut editor = edit_in(tree, HOOKS, &native("\"stop\": [{ \"command\": \"tools/no¦tify.sh\" }]"));
        assert_eq!(editor.server.rules(HOOKS), ["not-executable"]);
        let actions = editor.actions(HOOKS, &[]);
        let action =
            actions.iter().find(|action| action["command"]["command"] == "hookc.makeExecutable").unwrap();
        let command = action["command"].clone();
        editor.server.request(
            "workspace/executeCommand",
            json!({ "command": command["command"], "arguments": command["arguments"] }),
        );
        assert_eq!(editor.server.rules(HOOKS), [""; 0]);
    }

    #[test]
    fn only_scripts_that_a_hook_runs_are_made_executable() {
        let mut editor = edit_in(Tree::new().file("other.sh", ""), HOOKS, &native(""));
        for arguments in [json!([editor.server.uri("other.sh")]), json!([]), json!([7])] {
            let params = json!({ "command": "hookc.makeExecutable", "arguments": arguments });
            assert!(editor.server.try_request("workspace/executeCommand", params).is_err());
        }
        let unknown = json!({ "command": "hookc.nothing" });
        assert!(editor.server.try_request("workspace/executeCommand", unknown).is_err());
    }

    #[test]
    fn a_finding_is_suppressed_once_a_reason_is_given() {
        let tree = Tree::new().file("hookc.toml", "platforms = [\"linux\"]");
        let text = native("\"stop\": [{ \"command\": \"tools/no¦tify.sh\" }]");
        let mut editor = edit_in(tree, HOOKS, &text);
        let actions = editor.actions(HOOKS, &["quickfix"]);
        let suppress =
            actions.iter().find(|action| action["title"].as_str().unwrap().starts_with("Suppress"));
        let config = applied("platforms = [\"linux\"]", &edits_of(suppress.unwrap()));
        assert!(config.contains("pointer = \"/hooks/stop/0/command\""), "{config}");
        editor.server.open_with("hookc.toml", &config);
        assert_eq!(editor.server.rules("hookc.toml"), ["invalid-configuration"]);
        editor.server.replace("hookc.toml", &config.replace("reason = \"\"", "reason = \"it is built\""));
        assert_eq!(editor.server.rules("hookc.toml"), [""; 0]);
        assert_eq!(editor.server.rules(HOOKS), [""; 0]);
    }
}

mod places {
    use super::*;

    fn project() -> Tree {
        Tree::new().script("tools/lint.sh", "#!/bin/sh\n").file(
            "packages/a/.cursor/hooks.json",
            native("\"stop\": [{ \"command\": \"../../tools/lint.sh\" }]"),
        )
    }

    const TEXT: &str = "\"stop\": [{ \"command\": \"bash tools/¦lint.sh\" }]";

    #[test]
    fn a_command_leads_to_its_script() {
        let mut editor = edit_in(project(), HOOKS, &native(TEXT));
        let place = editor.ask("textDocument/definition", HOOKS);
        assert_eq!(place["uri"], editor.server.uri("tools/lint.sh"));
        let links = editor.about("textDocument/documentLink", HOOKS);
        assert_eq!(links[0]["target"], editor.server.uri("tools/lint.sh"));
    }

    #[test]
    fn a_manifest_leads_to_its_hooks() {
        let manifest = "plugin/.cursor-plugin/plugin.json";
        let tree = Tree::new().file("plugin/mine.json", "{}");
        let mut editor = edit_in(tree, manifest, r#"{ "name": "p", "hooks": "./mi¦ne.json" }"#);
        let place = editor.ask("textDocument/definition", manifest);
        assert_eq!(place["uri"], editor.server.uri("plugin/mine.json"));
    }

    #[test]
    fn a_script_leads_to_the_hooks_that_run_it() {
        let mut editor = edit_in(project(), HOOKS, &native(TEXT));
        let from_hook = editor.ask("textDocument/references", HOOKS);
        editor.server.open("tools/lint.sh");
        let from_script = editor.ask("textDocument/references", "tools/lint.sh");
        assert_eq!(from_hook, from_script);
        let uris: Vec<_> = from_hook.as_array().unwrap().iter().map(|place| place["uri"].clone()).collect();
        assert!(uris.contains(&json!(editor.server.uri(HOOKS))), "{uris:?}");
    }

    #[test]
    fn events_and_their_hooks_are_symbols() {
        let mut editor =
            edit(&native("\"stop\": [{ \"command\": \"a\" }, { \"command\": \"b\" }], \"nonsense\": []"));
        let symbols = editor.about("textDocument/documentSymbol", HOOKS);
        assert_eq!((&symbols[0]["name"], &symbols[0]["detail"]), (&json!("stop"), &json!("2 hooks")));
        assert_eq!(symbols[0]["children"][1]["name"], "b");
        assert_eq!(symbols[1]["name"], "nonsense");
        let found = editor.server.request("workspace/symbol", json!({ "query": "STOP: b" }));
        assert_eq!(found.as_array().map(Vec::len), Some(1));
    }

    #[test]
    fn brackets_of_several_lines_fold_and_selections_grow() {
        let text = "{\n  \"hooks\": {\n    \"stop\": [\n      { \"command\": \"a¦b\" }\n    ]\n  }\n}";
        let mut editor = edit(text);
        let folds = editor.about("textDocument/foldingRange", HOOKS);
        let lines: Vec<_> = folds
            .as_array()
            .unwrap()
            .iter()
            .map(|fold| (fold["startLine"].clone(), fold["endLine"].clone()))
            .collect();
        assert_eq!(lines, [(json!(0), json!(5)), (json!(1), json!(4)), (json!(2), json!(3))]);
        let uri = editor.server.uri(HOOKS);
        let params = json!({ "textDocument": { "uri": uri }, "positions": [editor.position] });
        let selection = editor.server.request("textDocument/selectionRange", params)[0].clone();
        assert_eq!(selection["range"], range(3, 20, 22));
        assert_eq!(selection["parent"]["range"], range(3, 19, 23));
    }

    #[test]
    fn colours_tell_names_from_signs_inside_of_a_matcher() {
        let mut editor = edit(
            "{ \"version\": 1, \"hooks\": { \"preToolUse\": [\n{ \"command\": \"x\", \"matcher\": \"Shell|^W.*\" }] } }",
        );
        let tokens = editor.about("textDocument/semanticTokens/full", HOOKS);
        assert_eq!(
            tokens["data"],
            json!([1, 30, 5, 0, 0, 0, 5, 1, 3, 0, 0, 1, 1, 2, 0, 0, 2, 1, 1, 0, 0, 1, 1, 3, 0])
        );
    }

    fn range(line: u32, start: u32, end: u32) -> Value {
        json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } })
    }
}

mod notes {
    use super::*;

    fn hints(editor: &mut Editor, path: &str) -> Vec<String> {
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
        let params = json!({ "textDocument": { "uri": editor.server.uri(path) }, "range": whole });
        let hints = editor.server.request("textDocument/inlayHint", params);
        hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn what_is_not_written_is_hinted_at() {
        let mut gate = edit(&native("\"preToolUse\": [{ \"command\": \"x\" }]"));
        assert_eq!(hints(&mut gate, HOOKS), ["timeout 60 s, fails open"]);
        let mut closed =
            edit(&native("\"preToolUse\": [{ \"command\": \"x\", \"failClosed\": true, \"timeout\": 5 }]"));
        assert_eq!(hints(&mut closed, HOOKS), [""; 0]);
        let mut audit = edit(&native("\"stop\": [{ \"command\": \"x\" }]"));
        assert_eq!(hints(&mut audit, HOOKS), ["timeout 60 s"]);
    }

    #[test]
    fn a_path_is_hinted_at_where_its_text_does_not_say_it() {
        let tree = Tree::new()
            .script("plugin/scripts/x.sh", "#!/bin/sh\n")
            .file("plugin/.cursor-plugin/plugin.json", "{ \"name\": \"p\" }");
        let path = "plugin/hooks/hooks.json";
        let text = native(
            "\"preToolUse\": [{ \"command\": \"${CURSOR_PLUGIN_ROOT}/scripts/x.sh\", \"timeout\": 5, \"failClosed\": true }]",
        );
        let mut editor = edit_in(tree, path, &text);
        assert_eq!(hints(&mut editor, path), ["→ plugin/scripts/x.sh"]);
    }

    #[test]
    fn a_lens_says_when_a_hook_runs_among_the_others() {
        let claude = r#"{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "c" }] }] } }"#;
        let tree = Tree::new().file(".claude/settings.json", claude);
        let mut editor =
            edit_in(tree, HOOKS, &native("\"stop\": [{ \"command\": \"a\" }, { \"command\": \"b\" }]"));
        let titles = |lenses: &Value| {
            lenses
                .as_array()
                .unwrap()
                .iter()
                .map(|lens| lens["command"]["title"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        let lenses = editor.about("textDocument/codeLens", HOOKS);
        assert_eq!(
            titles(&lenses),
            [
                "runs 1st of 3 for stop",
                "why",
                "run with a sample payload",
                "runs 2nd of 3 for stop",
                "why",
                "run with a sample payload"
            ]
        );
        let about = &lenses[3]["command"]["arguments"][0];
        assert_eq!((&about["event"], &about["id"]), (&json!("stop"), &json!("project/stop/1")));
        editor.server.open(".claude/settings.json");
        let lenses = editor.about("textDocument/codeLens", ".claude/settings.json");
        assert_eq!(titles(&lenses)[0], "runs 3rd of 3 for stop");
    }
}

mod changes {
    use super::*;

    #[test]
    fn an_event_is_renamed_and_its_hooks_stay() {
        let text = native("\"st¦op\": [{ \"command\": \"./stop.sh\" }], \"sessionEnd\": []");
        let mut editor = edit(&text);
        let prepared = editor.ask("textDocument/prepareRename", HOOKS);
        assert_eq!(prepared["placeholder"], "stop");
        let uri = editor.server.uri(HOOKS);
        let mut rename = |name: &str| {
            let params =
                json!({ "textDocument": { "uri": uri }, "position": editor.position, "newName": name });
            editor.server.try_request("textDocument/rename", params)
        };
        let renamed = rename("subagentStop").unwrap();
        let edits = edits_of(&json!({ "edit": renamed }));
        assert_eq!(applied(&text.replace('¦', ""), &edits), text.replace("st¦op\"", "subagentStop\""));
        assert!(rename("onStop").unwrap_err().message.contains("is not an event"));
        assert!(rename("sessionEnd").unwrap_err().message.contains("hooks of its own"));
    }

    #[test]
    fn nothing_but_an_event_can_be_renamed() {
        let mut editor = edit(&native("\"stop\": [{ \"comm¦and\": \"./stop.sh\" }]"));
        assert_eq!(editor.ask("textDocument/prepareRename", HOOKS), Value::Null);
        let params = json!({ "textDocument": { "uri": editor.server.uri(HOOKS) }, "position": editor.position, "newName": "stop" });
        assert!(editor.server.try_request("textDocument/rename", params).is_err());
    }

    #[test]
    fn formatting_keeps_the_indentation_of_the_author() {
        let text = "{\n\t\"version\":1,\n\t\"hooks\":{\n\"stop\":[{\"command\":\"x\"}]\n}}";
        let mut editor = edit(text);
        let params = json!({ "textDocument": { "uri": editor.server.uri(HOOKS) }, "options": { "tabSize": 4, "insertSpaces": true } });
        let edits = editor.server.request("textDocument/formatting", params);
        let formatted = applied(text, edits.as_array().unwrap());
        assert_eq!(
            formatted,
            "{\n\t\"version\": 1,\n\t\"hooks\": {\n\t\t\"stop\": [{\"command\": \"x\"}]\n\t}\n}"
        );
    }
}
