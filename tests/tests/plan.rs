//! Plans as people meet them: the same bytes everywhere, and one plan for every machine.

#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

use hookc_tests::{Hookc, Ran, Tree};
use serde_json::{Value, json};

/// Files of every kind of source, with the hooks that they register.
fn files() -> Vec<(&'static str, String)> {
    let native = |command: &str| {
        json!({ "version": 1, "hooks": {
            "stop": [{ "command": command }],
            "beforeShellExecution": [{ "command": command, "matcher": "git (push|reset)|é\u{2028}", "failClosed": true }],
        } })
        .to_string()
    };
    let claude = |command: &str| {
        let handlers = json!([{ "type": "command", "command": command }]);
        json!({ "hooks": { "PreToolUse": [{ "matcher": "Bash|Glob", "hooks": handlers }] } }).to_string()
    };
    vec![
        ("project/.cursor/hooks.json", native(".cursor/hooks/guard.sh")),
        ("project/.cursor/hooks/guard.sh", "#!/bin/sh\necho '{\"permission\":\"deny\"}'\n".to_owned()),
        ("project/.claude/settings.json", claude("./claude.sh")),
        ("project/.claude/settings.local.json", claude("./local.sh")),
        ("project/api/.cursor/hooks.json", native("./api.sh")),
        ("home/.cursor/hooks.json", native("./user.sh")),
        ("home/.cursor/user.sh", "#!/bin/sh\necho '{}'\n".to_owned()),
        ("home/.claude/settings.json", claude("./mine.sh")),
        ("team/linux/hooks.json", native("./team.sh")),
        ("team/macos/hooks.json", native("./mac.sh")),
        ("system/etc/cursor/hooks.json", native("./enterprise.sh")),
        ("plugins/one/.cursor-plugin/plugin.json", json!({ "name": "zebra" }).to_string()),
        ("plugins/one/hooks/hooks.json", native("${CURSOR_PLUGIN_ROOT}/run.sh")),
        ("plugins/one/run.sh", "#!/bin/sh\necho '{}'\n".to_owned()),
        ("plugins/two/.cursor-plugin/plugin.json", json!({ "name": "ant" }).to_string()),
        ("plugins/two/hooks/hooks.json", native("./run.sh")),
    ]
}

fn tree(files: Vec<(&'static str, String)>) -> Tree {
    files.into_iter().fold(Tree::new(), |tree, (path, text)| add(tree, path, &text))
}

fn add(tree: Tree, path: &str, text: &str) -> Tree {
    if text.starts_with("#!") { tree.script(path, text) } else { tree.file(path, text) }
}

const PLACES: [&str; 12] = [
    "--workspace",
    "project",
    "--home",
    "home",
    "--team",
    "team",
    "--system-root",
    "system",
    "--plugin",
    "plugins/one",
    "--plugin",
    "plugins/two",
];

fn hookc(tree: &Tree) -> Hookc {
    Hookc::new().in_folder(tree.path())
}

fn compile(tree: &Tree, arguments: &[&str]) -> Ran {
    hookc(tree).args(["compile", "--platform", "linux"]).args(PLACES).args(arguments).run()
}

fn plan(ran: &Ran) -> Value {
    assert_eq!(ran.code, Some(0), "{}", ran.transcript());
    serde_json::from_str(&ran.stdout).unwrap()
}

mod sameness {
    use super::*;

    #[test]
    fn the_same_sources_give_the_same_bytes_whatever_is_around_them() {
        let forwards = compile(&tree(files()), &[]);
        let backwards = compile(&tree(files().into_iter().rev().collect()), &[]);
        assert_eq!(forwards.code, Some(0), "{}", forwards.transcript());
        assert_eq!(forwards.stdout, backwards.stdout);

        let tree = tree(files());
        let elsewhere = hookc(&tree)
            .env("LC_ALL", "tr_TR.UTF-8")
            .env("TZ", "Pacific/Chatham")
            .env("HOME", "/somewhere/else")
            .args(["compile", "--platform", "linux"])
            .args(PLACES)
            .run();
        assert_eq!(forwards.stdout, elsewhere.stdout);
    }

    #[test]
    fn nothing_of_the_machine_is_in_a_plan() {
        let tree = tree(files());
        let ran =
            compile(&tree, &["--sources", "project,user,claude-local,claude-user,plugin,team,enterprise"]);
        assert!(!ran.stdout.contains("@ROOT@"), "{}", ran.stdout);
    }

    #[test]
    fn the_order_of_plugins_on_the_command_line_does_not_matter() {
        let tree = tree(files());
        let of = |one: &str, two: &str| {
            hookc(&tree).args(["compile", "--plugin", one, "--plugin", two]).run().stdout
        };
        assert_eq!(of("plugins/one", "plugins/two"), of("plugins/two", "plugins/one"));
    }

    #[test]
    fn a_plan_of_the_repository_does_not_depend_on_who_compiles_it() {
        let tree = tree(files());
        let of = |home: &str| {
            let home = tree.path().join(home);
            hookc(&tree).env("HOME", home).args(["compile", "--workspace", "project"]).run().stdout
        };
        assert_eq!(of("home"), of("nobody"));
    }
}

mod content {
    use super::*;

    #[test]
    fn every_step_stands_in_plan_order() {
        let plan = plan(&compile(&tree(files()), &[]));
        let ids: Vec<&str> = plan["events"]["beforeShellExecution"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| step["id"].as_str().unwrap())
            .collect();
        assert_eq!(
            ids,
            [
                "enterprise/beforeShellExecution/0",
                "team:linux/beforeShellExecution/0",
                "project/beforeShellExecution/0",
                "user/beforeShellExecution/0",
                "plugin:ant/beforeShellExecution/0",
                "plugin:zebra/beforeShellExecution/0"
            ]
        );
        assert_eq!(plan["left_out"][1]["id"], "team:macos/stop/0");
    }

    #[test]
    fn the_digest_can_be_checked_by_hand() {
        let mut plan = plan(&compile(&tree(files()), &[]));
        let digest = plan.as_object_mut().unwrap().remove("digest").unwrap();
        let actual = hookc_runtime::plan::Digest::of(plan.to_string().as_bytes());
        assert_eq!(digest, format!("sha256:{actual}"));
    }
}

#[cfg(unix)]
mod layouts {
    use super::*;

    const PAYLOAD: &str = r#"{ "command": "git push" }"#;

    #[test]
    fn a_plan_of_one_machine_runs_on_another() {
        let here = tree(files());
        let text = compile(&here, &[]).stdout;
        let moved =
            files().into_iter().filter(|(path, _)| !path.starts_with("team") && !path.starts_with("system"));
        let there = moved
            .fold(Tree::new().file("plan.json", text), |tree, (path, text)| {
                let path = path
                    .replace("project/", "src/app/")
                    .replace("home/", "users/ann/")
                    .replace("plugins/", "opt/");
                add(tree, &path, &text)
            })
            .file("etc/hooks.json", "")
            .file("managed/linux/hooks.json", "");
        let roots = [
            "project=src/app",
            "user=users/ann",
            "plugin:zebra=opt/one",
            "plugin:ant=opt/two",
            "enterprise=etc",
            "team=managed",
        ];
        let ran = hookc(&there)
            .args(["run", "beforeShellExecution", "--plan", "plan.json", "--lenient"])
            .args(roots.iter().flat_map(|root| ["--root", root]))
            .input(PAYLOAD)
            .run();
        assert_eq!(ran.code, Some(2), "{}", ran.transcript());
        assert!(ran.stdout.contains(r#""permission":"deny""#), "{}", ran.stdout);
    }

    #[test]
    fn a_root_that_is_not_known_is_named() {
        let here = tree(files());
        let there = Tree::new().file("plan.json", compile(&here, &[]).stdout);
        let ran = hookc(&there)
            .args(["run", "beforeShellExecution", "--plan", "plan.json", "--lenient"])
            .input(PAYLOAD)
            .run();
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
        assert!(ran.stderr.contains("which is not bound to a folder"), "{}", ran.stderr);
    }

    #[test]
    fn a_locked_plan_does_not_run_a_script_that_has_changed() {
        let here = tree(files());
        let text = hookc(&here).args(["compile", "--workspace", "project"]).run().stdout;
        let here = here.file("plan.json", text);
        let run = |tree: &Tree| {
            hookc(tree)
                .args([
                    "run",
                    "beforeShellExecution",
                    "--plan",
                    "plan.json",
                    "--lenient",
                    "--locked",
                    "--workspace",
                    "project",
                ])
                .input(PAYLOAD)
                .run()
        };
        assert_eq!(run(&here).code, Some(2));
        let changed = here.script("project/.cursor/hooks/guard.sh", "#!/bin/sh\n");
        let ran = run(&changed);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), ""));
        assert!(ran.stderr.contains("not the one that the plan was compiled from"), "{}", ran.stderr);
    }
}
