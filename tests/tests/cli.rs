//! The command line as people meet it: the real binary, in an environment that says nothing.

use std::io::Read as _;
use std::process::Stdio;

use hookc_compiler::system::{OsSystem, System as _};
use hookc_tests::{Hookc, Ran, Tree};
use serde_json::Value;

const CLEAN: &str =
    "{\n  \"version\": 1,\n  \"hooks\": { \"stop\": [{ \"command\": \".cursor/hooks/done.sh\" }] }\n}\n";
const UNKNOWN_EVENT: &str = "{\n  \"version\": 1,\n  \"hooks\": {\n    \"stop\": [{ \"command\": \".cursor/hooks/done.sh\" }],\n    \"notification\": []\n  }\n}\n";
const SCRIPT: &str = "#!/bin/sh\necho '{}'\n";

fn workspace(hooks: &str) -> Tree {
    Tree::new().file(".cursor/hooks.json", hooks).script(".cursor/hooks/done.sh", SCRIPT)
}

fn hookc(arguments: &[&str]) -> Ran {
    Hookc::new().args(arguments).run()
}

fn check(tree: &Tree, arguments: &[&str]) -> Ran {
    Hookc::new().in_folder(tree.path()).args(["check"]).args(arguments).run()
}

mod usage {
    use super::*;

    #[test]
    fn help_goes_to_standard_output_with_examples_and_exit_codes() {
        for arguments in [&["--help"][..], &["check", "--help"]] {
            let ran = hookc(arguments);
            assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
            assert!(ran.stdout.contains("Examples:") && ran.stdout.contains("Exit codes:"), "{}", ran.stdout);
        }
    }

    #[test]
    fn every_flag_of_the_manual_is_in_the_help() {
        let help = hookc(&["check", "--help"]).stdout;
        for flag in [
            "--workspace",
            "--home",
            "--system-root",
            "--team",
            "--plugin",
            "--source",
            "--all-sources",
            "--sources",
            "--target",
            "--platform",
            "--format",
            "--output",
            "--fail-on",
            "--quiet",
            "--pedantic",
            "--color",
            "--config",
            "--no-config",
            "--baseline",
            "--write-baseline",
            "--show-settings",
            "--fix",
            "--unsafe-fixes",
            "--diff",
        ] {
            assert!(help.contains(flag), "{flag}");
        }
    }

    #[test]
    fn wrong_usage_is_2_and_says_nothing_on_standard_output() {
        let wrong: [&[&str]; 8] = [
            &[],
            &["chekc"],
            &["check", "--formt", "json"],
            &["check", "--format", "xml"],
            &["check", "--fail-on", "fatal"],
            &["check", "--output", "json"],
            &["check", "-"],
            &["check", "--source", "project", "a.json", "b.json"],
        ];
        for arguments in wrong {
            let ran = hookc(arguments);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments:?}");
            assert!(!ran.stderr.is_empty(), "{arguments:?}");
        }
    }

    #[test]
    fn outputs_that_would_be_lost_are_refused_before_anything_is_written() {
        let tree = workspace(CLEAN);
        insta::assert_snapshot!(check(&tree, &["--output", "json=out", "--output", "human=out"]).transcript(), @"
        exit: 2
        --- stdout
        --- stderr
        error: two outputs would be written to `out`
          help: name a file of its own for each
        ");
        insta::assert_snapshot!(check(&tree, &["--output", "json=-"]).transcript(), @"
        exit: 2
        --- stdout
        --- stderr
        error: --output writes to a file, and `-` is none
          help: for standard output: `--format json`
        ");
        let is_there = |name: &str| OsSystem.symlink_metadata(&tree.path().join(name)).is_ok();
        assert!(!is_there("out") && !is_there("-"));
    }

    #[test]
    fn an_output_in_a_folder_that_is_missing_says_what_is_missing() {
        let ran = check(&workspace(CLEAN), &["--output", "json=nowhere/out"]);
        assert_eq!(ran.code, Some(2));
        assert_eq!(ran.stderr, "error: cannot write `nowhere/out`: its folder does not exist\n");
    }

    #[test]
    fn a_misspelt_name_is_answered_with_the_nearest() {
        insta::assert_snapshot!(hookc(&["rule", "unknwon-event"]).transcript(), @r"
        exit: 2
        --- stdout
        --- stderr
        error: no rule is called `unknwon-event`
          help: did you mean `unknown-event`?
        ");
        insta::assert_snapshot!(hookc(&["schema", "hook"]).transcript(), @r"
        exit: 2
        --- stdout
        --- stderr
        error: no schema is called `hook`
          help: did you mean `hooks`?
        ");
    }
}

mod lists {
    use super::*;

    #[test]
    fn every_listed_rule_has_a_page_that_names_it() {
        let list = hookc(&["rule"]);
        assert_eq!(list.code, Some(0));
        let names: Vec<_> = list.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(names, hookc_policies::rules().iter().map(|rule| rule.name).collect::<Vec<_>>());
        for name in names {
            let page = hookc(&["rule", name]);
            assert!(page.code == Some(0) && page.stdout.starts_with(&format!("# {name}\n")), "{name}");
        }
    }

    #[test]
    fn every_listed_schema_is_printed_byte_for_byte() {
        let list = hookc(&["schema"]);
        assert!(list.code == Some(0) && list.stdout.lines().any(|name| name == "hooks"), "{}", list.stdout);
        for name in list.stdout.lines() {
            let printed = hookc(&["schema", name]).stdout;
            let published = match name {
                "config" => Some(hookc_policies::config::SCHEMA),
                name => hookc_schema::schema(name),
            };
            assert_eq!(Some(printed.as_str()), published, "{name}");
            serde_json::from_str::<Value>(&printed).unwrap();
        }
    }
}

mod verdict {
    use super::*;

    #[test]
    fn a_clean_workspace_is_one_line_and_0() {
        let ran = check(&workspace(CLEAN), &[]);
        assert_eq!(
            (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
            (Some(0), "no findings in 1 file with 1 hook\n", "")
        );
    }

    #[test]
    fn a_clean_workspace_is_silent_when_asked() {
        let ran = check(&workspace(CLEAN), &["--quiet"]);
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(0), "", ""));
    }

    #[test]
    fn an_error_is_1_and_points_at_the_text() {
        let ran = check(&workspace(UNKNOWN_EVENT), &[]);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
        assert!(ran.stdout.starts_with(".cursor/hooks.json:5:5: error[unknown-event] "), "{}", ran.stdout);
        assert!(ran.stdout.ends_with("1 finding in 1 file: 1 error\n"), "{}", ran.stdout);
    }

    #[test]
    fn the_threshold_decides_the_code_and_not_what_is_shown() {
        let tree = workspace(UNKNOWN_EVENT);
        let plain = check(&tree, &[]).stdout;
        for (level, code) in [("error", 1), ("warning", 1), ("info", 1), ("never", 0)] {
            let ran = check(&tree, &["--fail-on", level]);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(code), plain.as_str()), "{level}");
        }
    }

    #[test]
    fn nothing_to_read_is_2() {
        let ran = check(&Tree::new(), &["nowhere"]);
        assert_eq!(ran.code, Some(2), "{}", ran.transcript());
    }

    #[test]
    fn one_unreadable_path_among_others_is_a_finding() {
        let ran = check(&workspace(CLEAN), &["nowhere", ".cursor/hooks.json"]);
        assert_eq!(ran.code, Some(1), "{}", ran.transcript());
        assert!(ran.stdout.contains("nowhere:1:1: error["), "{}", ran.stdout);
    }

    #[test]
    fn a_script_stands_for_the_hooks_that_run_it() {
        let tree = workspace(
            r#"{ "version": 1, "hooks": { "stop": [{ "command": "sh tools/end.sh", "enabled": false }] } }"#,
        );
        let tree = tree.file("tools/end.sh", "exit 0\n").file("tools/build.py", "print()\n");
        let ran = check(&tree, &["tools/end.sh", "tools/build.py"]);
        assert_eq!(
            ran.stdout.lines().filter(|line| line.contains("[unknown-entry-key]")).count(),
            1,
            "{}",
            ran.transcript()
        );
        let ran = check(&tree, &["tools/build.py"]);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(0), "no hooks file found\n"),
            "{}",
            ran.transcript()
        );
    }

    #[test]
    fn a_folder_without_hooks_says_so() {
        let ran = check(&Tree::new(), &[]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "no hooks file found\n"));
    }
}

mod sources {
    use super::*;

    #[test]
    fn standard_input_is_checked_as_the_named_kind() {
        let piped = |kind| Hookc::new().args(["check", "--source", kind, "-"]).input(UNKNOWN_EVENT).run();
        let project = piped("project");
        assert_eq!(project.code, Some(1));
        assert!(project.stdout.starts_with("<stdin>:5:5: error[unknown-event] "), "{}", project.stdout);
        assert!(!piped("claude-project").stdout.contains("error[unknown-event]"));
    }

    #[test]
    fn nothing_is_claimed_about_a_tree_around_a_single_text() {
        let ran = Hookc::new().args(["check", "--source", "project", "-"]).input(CLEAN).run();
        assert_eq!(ran.code, Some(0), "{}", ran.stdout);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_told_in_words() {
        insta::assert_snapshot!(check(&Tree::new(), &["--source", "user", "nowhere.json"]).transcript(), @r"
        exit: 2
        --- stdout
        --- stderr
        error: cannot read `nowhere.json`: no such file
        ");
    }

    #[test]
    fn a_named_home_leaves_the_current_folder_out() {
        let tree =
            workspace(UNKNOWN_EVENT).file("home/.cursor/hooks.json", "{ \"version\": 1, \"hooks\": {} }");
        let ran = check(&tree, &["--home", "home"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "no findings in 1 file with 0 hooks\n"));
    }

    #[test]
    fn all_sources_add_the_home_of_the_user() {
        let tree = workspace(CLEAN).file("home/.cursor/hooks.json", UNKNOWN_EVENT);
        let ran = Hookc::new()
            .in_folder(tree.path())
            .env("HOME", tree.path().join("home"))
            .args(["check", "--sources", "user"])
            .run();
        assert_eq!(ran.code, Some(1), "{}", ran.stdout);
    }
}

mod output {
    use super::*;

    #[test]
    fn json_is_one_document_and_the_code_stays() {
        let ran = check(&workspace(UNKNOWN_EVENT), &["--format", "json"]);
        assert_eq!(ran.code, Some(1));
        let document: Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!(document["version"], 1);
        assert_eq!(document["diagnostics"][0]["rule"], "unknown-event");
        assert_eq!(document["diagnostics"][0]["range"]["start"]["line"], 5);
        assert_eq!(document["summary"]["errors"], 1);
    }

    #[test]
    fn a_second_format_goes_to_a_file() {
        let tree = workspace(UNKNOWN_EVENT);
        let ran =
            check(&tree, &["--output", "json=out.json", "--output", "concise=out.txt", "--color", "always"]);
        assert_eq!(ran.code, Some(1));
        assert_eq!(tree.read("out.txt"), ran.stdout);
        assert_eq!(serde_json::from_str::<Value>(&tree.read("out.json")).unwrap()["version"], 1);
    }

    #[test]
    fn an_output_that_cannot_be_written_is_2() {
        let ran = check(&workspace(CLEAN), &["--output", "json=no/such/folder/out.json"]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains("cannot write `no/such/folder/out.json`"), "{}", ran.stderr);
    }

    #[test]
    fn colour_follows_the_flag_then_the_environment() {
        let tree = workspace(UNKNOWN_EVENT);
        let is_colored = |flag: &str, variables: &[(&str, &str)]| {
            let run =
                Hookc::new().in_folder(tree.path()).args(["check", "--format", "human", "--color", flag]);
            let run = variables.iter().fold(run, |run, (name, value)| run.env(name, value)).run();
            run.stdout.contains('\u{1b}')
        };
        assert!(!is_colored("auto", &[]));
        assert!(is_colored("always", &[("NO_COLOR", "1")]));
        assert!(is_colored("auto", &[("CLICOLOR_FORCE", "1")]));
        assert!(!is_colored("auto", &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
        assert!(!is_colored("never", &[("CLICOLOR_FORCE", "1")]));
    }

    #[test]
    fn the_width_follows_the_terminal() {
        let long = format!(
            "{{\"version\":1,\"hooks\":{{\"stop\":[{{\"command\":\"echo {}\"}}],\"notification\":[]}}}}",
            "x".repeat(5_000)
        );
        let tree = workspace(&long);
        let ran = Hookc::new()
            .in_folder(tree.path())
            .env("COLUMNS", "60")
            .args(["check", "--format", "human", "--quiet"])
            .run();
        let snippet = ran.stdout.lines().filter(|line| line.contains('│') || line.contains('·'));
        assert!(snippet.clone().count() > 0, "{}", ran.stdout);
        for line in snippet {
            assert!(line.chars().count() <= 60 || line.contains('╰'), "{line}");
        }
    }

    #[test]
    fn a_command_cannot_speak_to_the_terminal() {
        let tree = workspace("{ \"version\": 1, \"hooks\": { \"no\u{1b}[2Jtification\": [] } }");
        for format in ["human", "concise"] {
            let ran = check(&tree, &["--format", format, "--color", "never"]);
            assert!(!ran.stdout.contains('\u{1b}'), "{}", ran.stdout);
        }
    }

    #[test]
    fn a_closed_pipe_ends_quietly_and_the_verdict_stands() {
        let hooks = (0..3_000).map(|at| format!("\"event{at}\": []")).collect::<Vec<_>>().join(",");
        let tree = workspace(&format!("{{ \"version\": 1, \"hooks\": {{ {hooks} }} }}"));
        let mut child = Hookc::new()
            .in_folder(tree.path())
            .args(["check"])
            .into_command()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(1), ""));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Hookc::new().args(["rule"]).into_command().stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write"));
    }
}

mod repository {
    use super::*;

    #[test]
    fn the_first_command_of_the_readme_shows_a_fault() {
        let ran = hookc(&["check", "examples/workspace"]);
        assert_eq!(ran.code, Some(1), "{}", ran.transcript());
        assert!(ran.stdout.contains("error[unknown-event]"), "{}", ran.stdout);
    }

    #[test]
    fn the_page_of_the_json_format_shows_what_is_printed() {
        let page = include_str!("../../docs/json-format.md");
        let blocks: Vec<&str> =
            page.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
        let [hooks, document] = blocks.as_slice() else { panic!("{} blocks", blocks.len()) };
        let tree = Tree::new().file(".cursor/hooks.json", hooks);
        let printed: Value = serde_json::from_str(&check(&tree, &["--format", "json"]).stdout).unwrap();
        assert_eq!(printed, serde_json::from_str::<Value>(document).unwrap());
    }

    #[test]
    fn the_readme_shows_what_the_command_prints() {
        let readme = include_str!("../../README.md");
        let ran = hookc(&["check", "--format", "human", "examples/workspace"]);
        assert!(readme.contains(&format!("```text\n{}```\n", ran.stdout)), "{}", ran.stdout);
    }
}

mod trees {
    use super::*;

    /// A project beside a script that only an absolute path or `..` leads to.
    fn project_and_neighbour() -> Tree {
        let tree = Tree::new().script("neighbour/x.sh", "#!/bin/sh\r\n");
        let absolute = tree.path().join("neighbour/x.sh");
        let hooks = serde_json::json!({ "version": 1, "hooks": {
            "stop": [{ "command": absolute }, { "command": "bash ../neighbour/x.sh" }, { "command": "bash ../neighbour/absent.sh" }],
        }});
        tree.file("project/.cursor/hooks.json", hooks.to_string())
    }

    #[test]
    fn a_folder_named_as_a_path_is_all_that_is_looked_into() {
        let tree = project_and_neighbour();
        let absolute = tree.path().join("project").display().to_string();
        for path in ["project", "./project", absolute.as_str()] {
            let ran = Hookc::new().args(["check", "--format", "json", path]).in_folder(tree.path()).run();
            assert!(
                !ran.stdout.contains("crlf-script") && !ran.stdout.contains("missing-script"),
                "{}",
                ran.stdout
            );
        }
    }

    #[test]
    fn a_workspace_around_it_lets_the_script_be_looked_at() {
        let tree = project_and_neighbour();
        let ran = Hookc::new().args(["check", "--format", "json", "."]).in_folder(tree.path()).run();
        assert!(
            ran.stdout.contains("crlf-script") && ran.stdout.contains("missing-script"),
            "{}",
            ran.stdout
        );
    }
}
