//! `compile`, `why`, `run` and `sample` on the command line.

use hookc_tests::{Hookc, Ran, Tree};
use insta::assert_snapshot;
use serde_json::{Value, json};

const HOOKS: &str = r#"{
  "version": 1,
  "hooks": {
    "beforeShellExecution": [
      { "command": ".cursor/hooks/guard.sh", "matcher": "curl|wget|git push", "failClosed": true },
      { "command": "echo '{}'", "matcher": "RM", "timeout": 2.5 }
    ],
    "stop": [{ "type": "prompt", "prompt": "Are the tests green?", "model": "fast" }]
  }
}
"#;
const GUARD: &str = "#!/bin/sh\necho 'No pushing on Fridays.' >&2\nexit 2\n";
const CLAUDE: &str = r#"{
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash|Edit", "hooks": [{ "type": "command", "command": "true" }] }],
    "Notification": [{ "hooks": [{ "type": "command", "command": "notify-send" }] }]
  }
}
"#;
const VOID: &str = "{\n  \"version\": 1,\n  \"hooks\": {\n    \"stop\": [{ \"command\": \"true\" }],\n    \"notification\": []\n  }\n}\n";

fn workspace() -> Tree {
    Tree::new().file(".cursor/hooks.json", HOOKS).script(".cursor/hooks/guard.sh", GUARD)
}

fn hookc(tree: &Tree, arguments: &[&str]) -> Ran {
    Hookc::new().in_folder(tree.path()).args(arguments).run()
}

fn run(tree: &Tree, arguments: &[&str], payload: &str) -> Ran {
    let places = ["--workspace", ".", "--lenient"];
    Hookc::new().in_folder(tree.path()).args(["run"]).args(arguments).args(places).input(payload).run()
}

mod compile {
    use super::*;

    #[test]
    fn the_plan_goes_to_standard_output_and_notes_to_standard_error() {
        let tree = Tree::new().file(
            ".cursor/hooks.json",
            r#"{ "version": 1, "hooks": { "beforeReadFile": [{ "command": "true", "failClosed": true }] } }"#,
        );
        assert_snapshot!(hookc(&tree, &["compile"]).transcript());
    }

    #[test]
    fn a_plan_that_is_written_is_fresh_until_something_changes() {
        let tree = workspace();
        let written = hookc(&tree, &["compile", "-o", "plan.json"]);
        assert_eq!((written.code, written.stdout.as_str()), (Some(0), ""));
        for arguments in
            [["compile", "--check", "plan.json"].as_slice(), &["compile", "-o", "plan.json", "--check"]]
        {
            let checked = hookc(&tree, arguments);
            assert_eq!((checked.code, checked.stdout.as_str()), (Some(0), ""), "{arguments:?}");
        }
        let tree = tree
            .script(".cursor/hooks/guard.sh", "#!/bin/sh\n")
            .file(".cursor/hooks.json", HOOKS.replace("2.5", "3"));
        assert_snapshot!(hookc(&tree, &["compile", "--check", "plan.json"]).transcript());
    }

    #[test]
    fn a_page_is_the_same_wherever_it_is_written_and_holds_the_plan() {
        let pages = [workspace(), workspace()].map(|tree| {
            let ran = hookc(&tree, &["compile", "--html", "plan.html", "-o", "plan.json"]);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""));
            (tree.read("plan.html"), tree.read("plan.json"))
        });
        assert_eq!(pages[0], pages[1]);
        let (page, plan) = &pages[0];
        let (_, rest) = page.split_once(r#"<script id="plan" type="application/json">"#).unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        assert!(!data.contains('<'));
        let of = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        assert_eq!(of(data), of(plan));
    }

    #[test]
    fn a_page_alone_leaves_standard_output_empty_and_is_not_checked() {
        let tree = workspace();
        assert_eq!(hookc(&tree, &["compile", "--html", "plan.html"]).stdout, "");
        assert!(tree.read("plan.html").starts_with("<!doctype html>"));
        assert_eq!(hookc(&tree, &["compile", "--html", "plan.html", "--check", "plan.json"]).code, Some(2));
        assert_eq!(hookc(&tree, &["compile", "--html", "no/folder/plan.html"]).code, Some(2));
    }

    #[test]
    fn a_plan_that_was_edited_by_hand_is_stale() {
        let tree = workspace();
        let text = hookc(&tree, &["compile"]).stdout.replace("2500", "9");
        let tree = tree.file("plan.json", text);
        let ran = hookc(&tree, &["compile", "--check", "plan.json"]);
        assert_eq!(ran.code, Some(1));
        assert!(ran.stdout.contains("the plan was changed"), "{}", ran.stdout);
    }

    #[test]
    fn a_plan_to_check_that_is_not_there_is_a_failure() {
        let tree = workspace();
        for arguments in [["compile", "--check", "none.json"].as_slice(), &["compile", "--check"]] {
            assert_eq!(hookc(&tree, arguments).code, Some(2), "{arguments:?}");
        }
    }

    #[test]
    fn a_refused_source_is_told_and_nothing_is_written() {
        let tree = Tree::new().file(".cursor/hooks.json", VOID);
        assert_snapshot!(hookc(&tree, &["compile"]).transcript(), @"
        exit: 1
        --- stdout
        --- stderr
        error: .cursor/hooks.json:5:5: `notification` is not an event, so the whole file is dropped
          help: `hookc check` says how to mend it; --allow-voided compiles what is left
        ");
    }

    #[test]
    fn with_leave_what_is_left_is_compiled_and_the_plan_says_what_is_not() {
        let tree = Tree::new().file(".cursor/hooks.json", VOID).file(".claude/settings.json", CLAUDE);
        let ran = hookc(&tree, &["compile", "--allow-voided"]);
        let plan: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(ran.code, Some(0));
        assert_eq!(
            plan["sources"][0]["voided"],
            "line 5: `notification` is not an event, so the whole file is dropped"
        );
        assert_eq!(plan["events"].as_object().unwrap().keys().collect::<Vec<_>>(), ["preToolUse"]);
    }

    #[test]
    fn a_project_further_down_is_named() {
        let tree = workspace().file("api/.cursor/hooks.json", HOOKS);
        let ran = hookc(&tree, &["compile", "-o", "plan.json"]);
        assert!(
            ran.stderr.contains("note: api/.cursor/hooks.json belongs to a project of its own"),
            "{}",
            ran.stderr
        );
    }

    #[test]
    fn two_workspaces_are_wrong_usage() {
        let ran = hookc(&workspace(), &["compile", "--workspace", ".", "--workspace", ".cursor"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    }
}

mod why {
    use super::*;

    #[test]
    fn every_step_says_why() {
        let tree = workspace();
        let ran = hookc(
            &tree,
            &["why", "beforeShellExecution", "git push --force", "--workspace", ".", "--platform", "linux"],
        );
        assert_snapshot!(ran.transcript());
    }

    #[test]
    fn a_claude_matcher_is_shown_as_it_is_read() {
        let tree = Tree::new().file(".claude/settings.json", CLAUDE);
        let ran = hookc(&tree, &["why", "preToolUse", "Write", "--workspace", ".", "--platform", "linux"]);
        assert_snapshot!(ran.stdout.lines().take(7).collect::<Vec<_>>().join("\n"), @"
        preToolUse `Write` (documented semantics, editor, linux)

        runs: claude-project/preToolUse/0 at .claude/settings.json:3:56
          command  true
          matcher  `Bash|Edit`, read as `Shell|Write`: `Write` matches, alternative 2 of 2
          limits   60 s
        ");
    }

    #[test]
    fn what_is_left_out_or_refused_says_why() {
        let home = VOID.replace("notification", "Stop");
        let tree = Tree::new().file("w/.cursor/hooks.json", HOOKS).file("h/.cursor/hooks.json", home);
        let ran = hookc(
            &tree,
            &["why", "stop", "--workspace", "w", "--home", "h", "--target", "cloud", "--platform", "linux"],
        );
        assert_snapshot!(ran.stdout, @"
        stop `Stop` (documented semantics, cloud, linux)

        no hook runs at this event

        left out:
          project/stop/0 at .cursor/hooks.json:8:14: Prompt hooks do not run in cloud agents.
          user/stop/0 at ~/.cursor/hooks.json:4:14: Cloud agents do not read the source `user`.
        ");
        let ran = hookc(&tree, &["why", "stop", "--home", "h"]);
        assert!(ran.stdout.contains(".cursor/hooks.json:5:5: `Stop` is"), "{}", ran.stdout);
    }

    #[test]
    fn a_program_reads_json() {
        let tree = workspace();
        let ran =
            hookc(&tree, &["why", "beforeShellExecution", "rm -r x", "--workspace", ".", "--format", "json"]);
        let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(answer["why"], 1);
        assert_eq!(answer["subject"], "rm -r x");
        let step = &answer["steps"][1];
        assert_eq!(
            (&step["id"], &step["line"], &step["runs"]),
            (&json!("project/beforeShellExecution/1"), &json!(6), &json!(false))
        );
        assert_eq!(step["reason"], "the matcher does not match the command; case matters");
        assert_eq!(step["cwd"], "@ROOT@");
        assert_eq!(answer["differences"][0]["kind"], "silence-under-fail-closed");
    }

    #[test]
    fn the_subject_may_come_from_a_payload() {
        let tree = workspace().file("payload.json", r#"{ "command": "wget x" }"#);
        let ran =
            hookc(&tree, &["why", "beforeShellExecution", "--input", "payload.json", "--workspace", "."]);
        assert!(ran.stdout.contains("`wget` matches, alternative 2 of 3"), "{}", ran.stdout);
    }

    #[test]
    fn a_subject_that_the_event_does_not_have_is_wrong_usage() {
        let tree = workspace();
        assert_snapshot!(hookc(&tree, &["why", "stop", "x", "--workspace", "."]).transcript(), @"
        exit: 2
        --- stdout
        --- stderr
        error: matchers of `stop` are always tested against `Stop`
          help: leave the subject out
        ");
        assert_eq!(hookc(&tree, &["why", "Stop"]).code, Some(2));
    }

    #[test]
    fn a_command_cannot_steer_the_terminal() {
        let tree = Tree::new().file(
            ".cursor/hooks.json",
            "{\"version\":1,\"hooks\":{\"stop\":[{\"command\":\"echo \\u001b[2J\"}]}}",
        );
        let ran = hookc(&tree, &["why", "stop", "--workspace", "."]);
        assert!(ran.stdout.contains("echo \\u{1b}[2J") && !ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
    }
}

#[cfg(unix)]
mod runs {
    use super::*;

    const PUSH: &str = r#"{ "command": "git push" }"#;

    #[test]
    fn the_verdict_is_all_that_standard_output_gets() {
        assert_snapshot!(run(&workspace(), &["beforeShellExecution"], PUSH).transcript(), @r#"
        exit: 2
        --- stdout
        {"agent_message":"No pushing on Fridays.","permission":"deny","user_message":"No pushing on Fridays."}
        --- stderr
        "#);
    }

    #[test]
    fn what_no_hook_minds_is_not_blocked() {
        assert_snapshot!(run(&workspace(), &["beforeShellExecution"], r#"{ "command": "ls" }"#).transcript(), @"
        exit: 0
        --- stdout
        {}
        --- stderr
        ");
    }

    #[test]
    fn a_sample_is_a_payload_that_runs() {
        let tree = workspace();
        let sample = hookc(&tree, &["sample", "beforeShellExecution", "--set", "command=curl x"]).stdout;
        let ran = Hookc::new()
            .in_folder(tree.path())
            .args(["run", "beforeShellExecution", "--workspace", "."])
            .input("\u{feff}".to_owned() + &sample)
            .run();
        assert_eq!(ran.code, Some(2), "{}", ran.transcript());
    }

    #[test]
    fn the_trace_is_told_on_standard_error() {
        let ran = run(&workspace(), &["beforeShellExecution", "--trace"], PUSH);
        assert!(ran.stderr.starts_with("beforeShellExecution (documented semantics)\n"), "{}", ran.stderr);
        let ran = run(&workspace(), &["beforeShellExecution", "--trace=json"], PUSH);
        let trace: Value = serde_json::from_str(&ran.stderr).unwrap();
        assert_eq!(trace["steps"][1]["runs"], false);
    }

    #[test]
    fn one_step_can_run_without_the_others() {
        let guard = ["beforeShellExecution", "--only", "project/beforeShellExecution/0"];
        assert_eq!(run(&workspace(), &guard, PUSH).code, Some(2));
        let other = ["beforeShellExecution", "--only", "project/beforeShellExecution/1"];
        assert_eq!(run(&workspace(), &other, PUSH).code, Some(0));
        assert_snapshot!(run(&workspace(), &["stop", "--only", "project/stop/7"], "{}").transcript(), @"
        exit: 1
        --- stdout
        --- stderr
        error: no step of stop has the id `project/stop/7`
          help: `hookc why stop` lists them
        ");
    }

    #[test]
    fn what_has_changed_since_it_was_looked_at_is_not_run() {
        let tree = workspace();
        let why = ["why", "beforeShellExecution", "--workspace", ".", "--format", "json"];
        let answer: Value = serde_json::from_str(&hookc(&tree, &why).stdout).unwrap();
        let seen = ["beforeShellExecution", "--digest", answer["digest"].as_str().unwrap()];
        assert_eq!(run(&tree, &seen, PUSH).code, Some(2));
        let tree = tree.script(".cursor/hooks/guard.sh", "#!/bin/sh\necho changed >&2\nexit 2\n");
        let ran = run(&tree, &seen, PUSH);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
        assert!(ran.stderr.contains("the plan is another one by now"), "{}", ran.stderr);
    }

    #[test]
    fn a_mistake_never_reads_as_a_block() {
        let tree = workspace();
        let wrong: [&[&str]; 5] = [
            &["run"],
            &["run", "beforeShellExecutoin"],
            &["run", "stop", "--plan", "none.json"],
            &["run", "stop", "--plan", ".cursor/hooks.json"],
            &["run", "stop", "--workspace", "."],
        ];
        for arguments in wrong {
            let ran = hookc(&tree, arguments);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""), "{arguments:?}");
            assert!(!ran.stderr.is_empty(), "{arguments:?}");
        }
    }

    #[test]
    fn a_prompt_hook_is_judged_by_a_command() {
        let hooks =
            r#"{ "version": 1, "hooks": { "preToolUse": [{ "type": "prompt", "prompt": "Fine?" }] } }"#;
        let tree = Tree::new().file(".cursor/hooks.json", hooks);
        let judged =
            run(&tree, &["preToolUse", "--prompt-command", r#"echo '{"ok":false,"reason":"No."}'"#], "{}");
        assert_eq!(judged.code, Some(2));
        assert!(judged.stdout.contains(r#""user_message":"No.""#), "{}", judged.stdout);
        assert_eq!(run(&tree, &["preToolUse"], "{}").code, Some(0));
    }

    #[test]
    fn a_refused_source_is_told_and_runs_nothing() {
        let tree = Tree::new().file(".cursor/hooks.json", VOID);
        assert_snapshot!(run(&tree, &["stop"], "{}").transcript(), @"
        exit: 0
        --- stdout
        {}
        --- stderr
        warning: the host reads nothing of .cursor/hooks.json:5:5: `notification` is not an event, so the whole file is dropped
        ");
    }

    #[test]
    fn an_untrusted_workspace_runs_nothing() {
        assert_eq!(run(&workspace(), &["beforeShellExecution", "--untrusted"], PUSH).code, Some(0));
    }

    #[test]
    fn a_session_remembers_variables_and_plugins() {
        let start = r#"{ "sessionStart": [{ "command": "echo '{\"env\":{\"TEAM\":\"blue\"}}'" }],
            "workspaceOpen": [{ "command": "echo \"{\\\"pluginPaths\\\":[\\\"$PWD/plugin\\\"]}\"" }],
            "beforeSubmitPrompt": [{ "command": "echo \"{\\\"user_message\\\":\\\"$TEAM\\\",\\\"continue\\\":true}\"" }] }"#;
        let of_plugin = r#"{ "version": 1, "hooks": { "beforeReadFile": [{ "command": "exit 2" }] } }"#;
        let tree = Tree::new()
            .file(".cursor/hooks.json", format!(r#"{{ "version": 1, "hooks": {start} }}"#))
            .file("plugin/hooks/hooks.json", of_plugin)
            .file("plugin/.cursor-plugin/plugin.json", r#"{ "name": "late" }"#);
        let sources = Tree::new().file(".cursor/hooks.json", tree.read(".cursor/hooks.json"));
        let session = |event: &str| {
            let plugin = tree.path().join("plugin").display().to_string();
            let hooks = sources.read(".cursor/hooks.json").replace("$PWD/plugin", &plugin);
            let tree = Tree::new().file(".cursor/hooks.json", hooks);
            let file = sources.path().join("session.json");
            run(&tree, &[event, "--session", file.to_str().unwrap()], "{}")
        };
        assert_eq!(session("beforeReadFile").code, Some(0));
        assert_eq!(session("sessionStart").code, Some(0));
        assert_eq!(session("workspaceOpen").code, Some(0));
        assert!(session("beforeSubmitPrompt").stdout.contains(r#""user_message":"blue""#));
        assert_eq!(session("beforeReadFile").code, Some(2));
    }

    #[test]
    fn the_semantics_can_be_chosen_for_a_plan_too() {
        let hooks =
            r#"{ "version": 1, "hooks": { "beforeReadFile": [{ "command": "true", "failClosed": true }] } }"#;
        let tree = Tree::new().file(".cursor/hooks.json", hooks);
        hookc(&tree, &["compile", "-o", "plan.json"]);
        let code = |semantics: &str| {
            run(&tree, &["beforeReadFile", "--plan", "plan.json", "--semantics", semantics], "{}").code
        };
        assert_eq!((code("documented"), code("observed")), (Some(0), Some(2)));
    }
}

mod sample {
    use super::*;

    #[test]
    fn a_value_is_json_or_else_text() {
        let tree = Tree::new();
        let ran = hookc(
            &tree,
            &[
                "sample",
                "preToolUse",
                "--set",
                "tool_name=Grep",
                "--set",
                "tool_input.pattern=a=b",
                "--set",
                "extra=[1]",
            ],
        );
        let payload: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(payload["tool_input"]["pattern"], "a=b");
        assert_eq!(payload["extra"], json!([1]));
    }

    #[test]
    fn what_the_host_could_not_send_is_refused() {
        let ran = hookc(&Tree::new(), &["sample", "stop", "--set", "status=done"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
        assert!(ran.stderr.contains("`hookc schema stop.input` says what it sends"), "{}", ran.stderr);
    }
}

mod help {
    use super::*;

    #[test]
    fn every_command_about_plans_shows_examples_and_exit_codes() {
        for command in ["compile", "why", "run", "sample"] {
            let ran = hookc(&Tree::new(), &[command, "--help"]);
            assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{command}");
            assert!(ran.stdout.contains("Examples:") && ran.stdout.contains("Exit codes:"), "{}", ran.stdout);
        }
    }
}
