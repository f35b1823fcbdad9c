//! `hookc init`: what it writes, what it leaves alone, and that its scripts do what they say at every event.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use hookc_compiler::sample::Sample;
use hookc_compiler::system::{OsSystem, System as _};
use hookc_schema::Event;
use hookc_schema::event::Blocking;
use hookc_tests::{Hookc, Ran, Tree};
use serde_json::{Value, json};

const BOM: &str = "\u{feff}";
const LANGUAGES: [&str; 3] = ["bash", "python", "typescript"];

fn init(tree: &Tree, arguments: &[&str]) -> Ran {
    Hookc::new().in_folder(tree.path()).args(["init"]).args(arguments).run()
}

/// A project with a hook at every event.
fn project_of(language: &str) -> Tree {
    let tree = Tree::new();
    let events = Event::ALL.iter().flat_map(|event| ["--event", event.name()]);
    let arguments: Vec<&str> = ["--language", language].into_iter().chain(events).collect();
    let ran = init(&tree, &arguments);
    assert_eq!(ran.code, Some(0), "{}", ran.transcript());
    tree
}

fn is_gate(event: Event) -> bool {
    matches!(event.facts().blocking.value, Blocking::Permission(_) | Blocking::Continue)
}

/// A folder with a Node.js that runs TypeScript, to be put before the rest of the `PATH`; `None` where there is none.
static NODE: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let named = std::env::var_os("HOOKC_NODE").map(PathBuf::from);
    let program = named.clone().unwrap_or_else(|| "node".into());
    let output = Command::new(&program).args(["-p", "process.features.typescript"]).output();
    let strips = output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).trim() == "strip");
    let folder = named.as_deref().and_then(std::path::Path::parent).unwrap_or(std::path::Path::new(""));
    strips.then(|| folder.to_path_buf())
});

/// Whether scripts of this language can be run here.
fn can_run(language: &str) -> bool {
    let can = match language {
        "bash" => cfg!(unix),
        "python" => cfg!(unix) && Command::new("python3").arg("--version").output().is_ok(),
        _ => cfg!(unix) && NODE.is_some(),
    };
    let must = std::env::var_os("HOOKC_REQUIRE_TOOLS").is_some() && cfg!(unix);
    assert!(can || !must, "{language} cannot be run here; HOOKC_NODE names a Node.js from version 22.18 on");
    can
}

fn path() -> std::ffi::OsString {
    let own = std::env::var_os("PATH").unwrap_or_default();
    let node = NODE.iter().filter(|folder| !folder.as_os_str().is_empty()).cloned();
    std::env::join_paths(node.chain(std::env::split_paths(&own))).expect("folders of a search path")
}

/// The verdict of `hookc run` on a payload, and whether it blocks.
fn verdict(tree: &Tree, event: Event, payload: &str) -> (Value, bool) {
    let ran = Hookc::new()
        .in_folder(tree.path())
        .env("PATH", path())
        .args(["run", event.name(), "--workspace", ".", "--trace"])
        .input(payload)
        .run();
    assert!(matches!(ran.code, Some(0 | 2)), "{event}: {}", ran.transcript());
    assert!(!ran.stderr.contains("fail"), "{event}: {}", ran.transcript());
    (serde_json::from_str(&ran.stdout).expect("a verdict is JSON"), ran.code == Some(2))
}

fn sample(event: Event, settings: &[(&str, &str)]) -> String {
    let mut sample = Sample::new(event);
    for (field, value) in settings {
        sample.set(field, json!(value)).expect("the event has this field");
    }
    sample.finish().to_string()
}

mod files {
    use super::*;

    #[test]
    fn an_empty_folder_gets_all_it_needs() {
        let tree = Tree::new();
        insta::assert_snapshot!(init(&tree, &[]).transcript(), @r"
        exit: 0
        --- stdout
        wrote       .cursor/hooks.json
        wrote       .cursor/hooks/guard.sh
        wrote       hookc.toml
        wrote       .pre-commit-config.yaml

        The scripts are written in Bash; edit them. Then:

          hookc check
          hookc sample beforeShellExecution | hookc run beforeShellExecution --trace
        --- stderr
        ");
    }

    #[test]
    fn the_same_is_written_every_time() {
        let (one, other) = (project_of("python"), project_of("python"));
        for file in [".cursor/hooks.json", ".cursor/hooks/guard.py", "hookc.toml", ".pre-commit-config.yaml"]
        {
            assert_eq!(one.read(file), other.read(file), "{file}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn scripts_are_executable() {
        let tree = project_of("typescript");
        for script in ["guard.mts", "observe.mts"] {
            let metadata = OsSystem.metadata(&tree.path().join(".cursor/hooks").join(script)).unwrap();
            assert_eq!(metadata.executable, Some(true), "{script}");
        }
    }

    #[test]
    fn what_is_there_is_left_alone_and_the_block_for_it_is_printed() {
        let tree = Tree::new().file(".pre-commit-config.yaml", "repos: []\n").file("hookc.toml", "");
        insta::assert_snapshot!(init(&tree, &[]).stdout, @r"
        wrote       .cursor/hooks.json
        wrote       .cursor/hooks/guard.sh
        left alone  hookc.toml, which is there already
        left alone  .pre-commit-config.yaml, which is there already

        To check before each commit, add to `repos` in .pre-commit-config.yaml:

          - repo: https://github.com/hookc/hookc
            rev: v0.1.0
            hooks:
              - id: hookc-check

        The scripts are written in Bash; edit them. Then:

          hookc check
          hookc sample beforeShellExecution | hookc run beforeShellExecution --trace
        ");
        assert_eq!(tree.read(".pre-commit-config.yaml"), "repos: []\n");
    }

    #[test]
    fn hooks_that_are_there_get_no_scripts_beside_them() {
        let tree = Tree::new().file(".cursor/hooks.json", "{}");
        let ran = init(&tree, &[]);
        assert!(ran.stdout.starts_with("left alone  .cursor/hooks.json"), "{}", ran.stdout);
        assert!(OsSystem.metadata(&tree.path().join(".cursor/hooks")).is_err());
        assert_eq!(tree.read(".cursor/hooks.json"), "{}");
    }

    #[test]
    fn a_script_of_another_kind_is_neither_replaced_nor_registered() {
        let tree = Tree::new().script(".cursor/hooks/guard.sh", "#!/bin/sh\n");
        let ran = init(&tree, &[]);
        assert!(ran.stdout.contains("not written .cursor/hooks.json"), "{}", ran.stdout);
        assert!(OsSystem.metadata(&tree.path().join(".cursor/hooks.json")).is_err());
        assert_eq!(tree.read(".cursor/hooks/guard.sh"), "#!/bin/sh\n");
    }

    #[test]
    fn a_second_time_changes_nothing() {
        let tree = Tree::new();
        init(&tree, &[]);
        let ran = init(&tree, &[]);
        assert_eq!(
            ran.stdout.lines().filter(|line| line.starts_with("as it was")).count(),
            4,
            "{}",
            ran.stdout
        );
    }

    #[test]
    #[cfg(unix)]
    fn nothing_is_written_through_a_link() {
        let tree = Tree::new().folder("elsewhere").folder("project").link("project/.cursor", "../elsewhere");
        let ran = init(&tree, &["project"]);
        assert_eq!(ran.code, Some(2), "{}", ran.transcript());
        assert!(ran.stderr.contains("is a link"), "{}", ran.stderr);
        assert!(OsSystem.read_dir(&tree.path().join("elsewhere")).unwrap().is_empty());
    }

    #[test]
    fn the_language_is_that_of_the_project() {
        for (file, script) in
            [("pyproject.toml", "guard.py"), ("tsconfig.json", "guard.mts"), ("Gemfile", "guard.sh")]
        {
            let tree = Tree::new().file(file, "");
            init(&tree, &[]);
            assert!(tree.read(".cursor/hooks.json").contains(script), "{file}");
        }
    }

    #[test]
    fn inside_a_repository_its_root_is_meant() {
        let tree = Tree::new().folder(".git").folder("src/deep");
        let ran = Hookc::new().in_folder(&tree.path().join("src/deep")).args(["init"]).run();
        assert_eq!(ran.code, Some(0), "{}", ran.transcript());
        assert!(tree.read(".cursor/hooks.json").contains("beforeShellExecution"));
    }

    #[test]
    fn a_folder_that_is_not_there_is_wrong_usage() {
        let ran = init(&Tree::new(), &["nowhere"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(2), "error: cannot use `nowhere`: no such file\n"));
    }

    #[test]
    fn a_misspelt_event_is_answered_with_the_right_one() {
        let ran = init(&Tree::new(), &["--event", "beforeShelExecution"]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains("'beforeShellExecution'"), "{}", ran.stderr);
    }
}

mod check {
    use super::*;

    #[test]
    fn nothing_is_to_be_said_of_any_of_it_even_on_request_and_by_the_strictest_pack() {
        for language in LANGUAGES {
            let tree = project_of(language);
            for arguments in [&["--pedantic"][..], &["--pedantic", "--pack", "strict"]] {
                let ran = Hookc::new().in_folder(tree.path()).args(["check"]).args(arguments).run();
                let events = Event::ALL.len();
                let clean = format!("no findings in 1 file with {events} hooks\n");
                assert_eq!((ran.code, ran.stdout), (Some(0), clean), "{language} {arguments:?}");
            }
        }
    }
}

mod scripts {
    use super::*;

    fn for_each(test: impl Fn(&str, &Tree)) {
        for language in LANGUAGES.into_iter().filter(|language| can_run(language)) {
            test(language, &project_of(language));
        }
    }

    #[test]
    fn at_every_event_an_ordinary_payload_gets_an_answer_that_the_host_takes() {
        for_each(|language, tree| {
            for event in Event::ALL {
                for mark in ["", BOM] {
                    let (answer, is_blocked) = verdict(tree, event, &format!("{mark}{}", sample(event, &[])));
                    assert!(!is_blocked, "{language} {event}: {answer}");
                    event.check_answer(&answer).unwrap_or_else(|error| panic!("{language} {event}: {error}"));
                }
            }
        });
    }

    #[test]
    fn what_the_lists_name_is_denied_at_every_gate_that_sees_it() {
        const KEY: &str = "-----BEGIN RSA PRIVATE KEY-----\nMII";
        let payloads = [
            (Event::BeforeShellExecution, vec![("command", "cd \"x\" && git push origin --force")]),
            (Event::BeforeShellExecution, vec![("command", "echo\nrm -rf \"$HOME\"\nls")]),
            (Event::BeforeMcpExecution, vec![("tool_input", KEY)]),
            (Event::BeforeReadFile, vec![("file_path", "/w/.env")]),
            (Event::BeforeReadFile, vec![("file_path", r"c:\w\.env.local")]),
            (Event::BeforeTabFileRead, vec![("file_path", "/w/deploy.pem")]),
            (Event::BeforeSubmitPrompt, vec![("prompt", KEY)]),
            (Event::SubagentStart, vec![("task", KEY)]),
            (Event::PreToolUse, vec![("tool_name", "Shell"), ("tool_input.command", "git push -f")]),
            (
                Event::PreToolUse,
                vec![("tool_name", "Write"), ("tool_input.file_path", "/w/.cursor/hooks.json")],
            ),
            (
                Event::PreToolUse,
                vec![("tool_name", "Delete"), ("tool_input.file_path", "/w/.cursor/hooks/a.sh")],
            ),
        ];
        for event in Event::ALL.into_iter().filter(|event| is_gate(*event)) {
            assert!(payloads.iter().any(|(own, _)| *own == event), "{event} is not tried");
        }
        for_each(|language, tree| {
            for (event, settings) in &payloads {
                let (answer, is_blocked) = verdict(tree, *event, &sample(*event, settings));
                assert!(is_blocked, "{language} {event} {settings:?}: {answer}");
                assert!(answer["user_message"].is_string(), "{language} {event}: {answer}");
            }
        });
    }

    #[test]
    fn what_only_looks_like_it_is_not_denied() {
        let payloads = [
            (Event::BeforeShellExecution, vec![("command", "git push --force-with-lease")]),
            (Event::BeforeShellExecution, vec![("command", "rm -rf ./build /tmp/cache")]),
            (Event::BeforeReadFile, vec![("file_path", "/w/.env.example")]),
            (
                Event::BeforeReadFile,
                vec![("file_path", "/w/.cursor/hooks.json"), ("content", "git push --force")],
            ),
            (Event::BeforeSubmitPrompt, vec![("prompt", "Is `\"command\":\"git push --force\"` fine?")]),
            (
                Event::PreToolUse,
                vec![("tool_name", "Read"), ("tool_input.file_path", "/w/.cursor/hooks.json")],
            ),
        ];
        for_each(|language, tree| {
            for (event, settings) in &payloads {
                let (answer, is_blocked) = verdict(tree, *event, &sample(*event, settings));
                assert!(!is_blocked, "{language} {event} {settings:?}: {answer}");
            }
        });
    }

    #[test]
    fn a_tool_input_cannot_talk_a_guard_out_of_its_answer() {
        let settings = [
            ("tool_name", "Shell"),
            ("tool_input.command", "git push --force"),
            ("tool_input.hook_event_name", "beforeSubmitPrompt"),
            ("tool_input.tool_name", "Read"),
        ];
        for_each(|language, tree| {
            let (answer, _) = verdict(tree, Event::PreToolUse, &sample(Event::PreToolUse, &settings));
            assert_eq!(answer["permission"], "deny", "{language}");
        });
    }

    #[test]
    fn a_payload_that_is_not_understood_is_denied_in_json_too() {
        let texts = ["", "no", "[]", "\u{feff}"].map(|text| text.as_bytes().to_vec());
        for_each(|language, tree| {
            let extension = match language {
                "bash" => "sh",
                "python" => "py",
                _ => "mts",
            };
            for text in texts.iter().cloned().chain([b"\xff\xfe{".to_vec()]) {
                let answer = alone(tree, &format!("guard.{extension}"), &text);
                assert_eq!(answer["permission"], "deny", "{language} {text:?}");
                assert_eq!(
                    alone(tree, &format!("observe.{extension}"), &text),
                    json!({}),
                    "{language} {text:?}"
                );
            }
        });
    }

    /// What a script answers without the runtime around it.
    fn alone(tree: &Tree, script: &str, input: &[u8]) -> Value {
        let ran = assert_cmd::Command::new(tree.path().join(".cursor/hooks").join(script))
            .env("PATH", path())
            .write_stdin(input)
            .output()
            .expect("the script starts");
        assert!(ran.status.success(), "{script}: {}", String::from_utf8_lossy(&ran.stderr));
        serde_json::from_slice(&ran.stdout).expect("a script answers with JSON")
    }

    #[test]
    fn a_large_payload_is_read_to_its_end_in_good_time() {
        let content = "a line with a \"quote\" in it\n".repeat(30_000);
        for_each(|language, tree| {
            let payload = sample(Event::BeforeReadFile, &[("content", &content), ("file_path", "/w/id_rsa")]);
            assert!(verdict(tree, Event::BeforeReadFile, &payload).1, "{language}");
        });
    }
}
