//! `hookc doctor`: what it says of a machine that the test makes up.

use hookc_tests::{Hookc, Ran, Tree};
use serde_json::Value;

/// A machine: a project in `w`, a home folder, a system root, and programs in folders of their own.
fn machine() -> Tree {
    Tree::new()
        .file(
            "w/.cursor/hooks.json",
            r#"{ "version": 1, "hooks": {
              "stop": [{ "command": "tool-of-the-shell --fast" }, { "command": ".cursor/hooks/done" }],
              "afterFileEdit": [{ "command": "tool-of-all" }, { "command": "tool-of-nobody" }, { "command": "command -v maybe && maybe" }]
            } }"#,
        )
        .script("w/.cursor/hooks/done", "#!/usr/bin/env runner\n")
        .file("w/hookc.toml", "targets = [\"editor\"]\n")
        .file("home/.cursor/hooks.json", r#"{ "version": 1, "hooks": { "atNight": [] } }"#)
        .file("home/.claude/settings.json", r#"{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }"#)
        .script("own/tool-of-the-shell", "#!/bin/sh\ntouch \"$0.was-run\"\n")
        .script("own/runner", "#!/bin/sh\ntouch \"$0.was-run\"\n")
        .script("all/tool-of-all", "#!/bin/sh\ntouch \"$0.was-run\"\n")
        .file("all/tool-of-nobody", "not executable\n")
}

fn doctor(tree: &Tree, arguments: &[&str]) -> Ran {
    let at = |path: &str| tree.path().join(path);
    let path = std::env::join_paths([at("own"), at("all")]).expect("folders of a search path");
    Hookc::new()
        .in_folder(tree.path())
        .env("PATH", path)
        .args(["doctor", "--workspace", "w", "--home", "home", "--system-root", "root"])
        .args(arguments)
        .run()
}

fn with_environment_file(tree: Tree) -> Tree {
    let text = format!("PATH=\"{}\"\n", tree.path().join("all").display());
    tree.file("root/etc/environment", text)
}

#[test]
#[cfg(target_os = "linux")]
fn all_of_it_on_one_page() {
    let ran = doctor(&with_environment_file(machine()), &[]);
    insta::with_settings!({ filters => [(r"\(plan format.*\)", "(VERSIONS)"), (r"hookc \d+\.\d+\.\d+", "hookc VERSION")] }, {
        insta::assert_snapshot!(ran.transcript());
    });
}

#[test]
#[cfg(target_os = "linux")]
fn programs_know_where_each_session_finds_them() {
    let ran = doctor(&with_environment_file(machine()), &["--format", "json"]);
    let document: Value = serde_json::from_str(&ran.stdout).unwrap();
    let program = |name: &str| -> (bool, bool) {
        let programs = document["programs"].as_array().unwrap();
        let program =
            programs.iter().find(|program| program["name"] == name).unwrap_or_else(|| panic!("{name}"));
        (program["shell"].is_string(), program["desktop"].is_string())
    };
    assert_eq!(program("tool-of-the-shell"), (true, false));
    assert_eq!(program("tool-of-all"), (true, true));
    assert_eq!(program("tool-of-nobody"), (false, false));
    assert_eq!(program("runner"), (true, false));
    assert_eq!(document["programs"].as_array().unwrap().len(), 4, "what is asked for first is no need");
}

#[test]
fn the_state_of_each_source_is_told() {
    let ran = doctor(&machine(), &["--format", "json"]);
    let document: Value = serde_json::from_str(&ran.stdout).unwrap();
    let state = |kind: &str| -> &str {
        let sources = document["sources"].as_array().unwrap();
        sources.iter().find(|source| source["kind"] == kind).unwrap()["state"].as_str().unwrap()
    };
    assert_eq!(state("project"), "loads");
    assert_eq!(state("user"), "refused");
    assert_eq!(state("claude-user"), "loads");
    for absent in ["enterprise", "team", "claude-local", "claude-project", "plugin"] {
        assert_eq!(state(absent), "absent", "{absent}");
    }
    assert_eq!(document["unreadable"][0]["file"], "root");
    assert_eq!(document["configuration"]["file"], "hookc.toml");
    assert_eq!(document["versions"]["plan"], 1);
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the disk is what the test is about")]
fn nothing_is_executed() {
    let tree = machine();
    doctor(&tree, &[]);
    for folder in ["own", "all"] {
        let names = std::fs::read_dir(tree.path().join(folder)).unwrap();
        let names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        assert!(!names.iter().any(|name| name.to_string_lossy().ends_with("was-run")), "{names:?}");
    }
}

#[test]
fn a_machine_with_nothing_on_it_has_an_answer_too() {
    let tree = Tree::new();
    let ran =
        Hookc::new().in_folder(tree.path()).env("PATH", "").env("HOME", tree.path()).args(["doctor"]).run();
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    assert!(ran.stdout.contains("no hookc.toml; the defaults hold"), "{}", ran.stdout);
}

#[test]
fn names_from_files_do_not_steer_the_terminal() {
    let tree = Tree::new().file(
        ".cursor/hooks.json",
        "{ \"version\": 1, \"hooks\": { \"stop\": [{ \"command\": \"'a\\u001b[31mb' x\" }] } }",
    );
    for format in ["human", "json"] {
        let ran = Hookc::new()
            .in_folder(tree.path())
            .args(["doctor", "--workspace", ".", "--format", format])
            .run();
        assert_eq!(ran.code, Some(0), "{}", ran.transcript());
        assert!(!ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
    }
}
