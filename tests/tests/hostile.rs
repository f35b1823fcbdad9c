//! What a repository can hold when someone means ill, or a generator ran wild: the real binary ends soon, with a code of the manual,
//! leaves what lies outside alone, and sends nothing to the terminal that a file has written.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use hookc_tests::{Hookc, Ran, Tree};
use serde_json::json;

/// Far above what linear work takes in a debug build on a busy machine, far below what quadratic work takes.
const SOON: Duration = Duration::from_secs(30);

fn hooks(event: &str, entries: &[serde_json::Value]) -> String {
    json!({ "version": 1, "hooks": { event: entries } }).to_string()
}

fn check_text(kind: &str, text: &str) -> Ran {
    ends_well(|| Hookc::new().args(["check", "--pedantic", "--source", kind, "-"]).input(text).run())
}

fn check_tree(tree: &Tree) -> Ran {
    ends_well(|| Hookc::new().in_folder(tree.path()).args(["check", "--pedantic"]).run())
}

#[track_caller]
fn ends_well(run: impl FnOnce() -> Ran) -> Ran {
    let start = Instant::now();
    let ran = run();
    let took = start.elapsed();
    assert!(took < SOON, "took {took:?}");
    assert!(matches!(ran.code, Some(0..=2)), "{:?}\n{}", ran.code, ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
    assert!(
        !ran.stdout.contains('\u{1b}') && !ran.stderr.contains('\u{1b}'),
        "an escape sequence came through"
    );
    ran
}

mod time {
    use super::*;

    #[test]
    fn a_matcher_of_twenty_thousand_names() {
        for (event, prefix) in
            [("preToolUse", "Tool"), ("preToolUse", "mcp__server__"), ("beforeReadFile", "Tool")]
        {
            let names: Vec<String> = (0..20_000).map(|number| format!("{prefix}{number}")).collect();
            check_text(
                "project",
                &hooks(event, &[json!({ "command": "audit", "matcher": names.join("|") })]),
            );
        }
    }

    #[test]
    fn many_names_behind_a_long_beginning() {
        let names: Vec<String> = (0..8_000).map(|number| format!("Tool{number}")).collect();
        let matcher = format!("{}({})", "^".repeat(8_000), names.join("|"));
        check_text("project", &hooks("preToolUse", &[json!({ "command": "audit", "matcher": matcher })]));
    }

    #[test]
    fn one_finding_with_ten_thousand_places() {
        let entries = vec![json!({ "command": "$CURSOR_PLUGIN_ROOT/run.sh" }); 10_000];
        check_text("plugin", &hooks("stop", &entries));
    }

    #[test]
    fn thousands_of_scripts_that_are_missing_from_a_full_folder() {
        let entries: Vec<_> = (0..3_000)
            .map(|number| json!({ "command": format!(".cursor/hooks/absent-{number}.sh") }))
            .collect();
        let mut tree = Tree::new().file(".cursor/hooks.json", hooks("stop", &entries));
        for number in 0..3_000 {
            tree = tree.script(&format!(".cursor/hooks/present-{number}.sh"), "#!/bin/sh\n");
        }
        let ran = check_tree(&tree);
        assert_eq!(ran.stdout.matches("error[missing-script]").count(), 3_000);
    }

    #[test]
    fn thousands_of_scripts_with_foreign_line_ends() {
        let entries: Vec<_> =
            (0..3_000).map(|number| json!({ "command": format!(".cursor/hooks/s{number}.sh") })).collect();
        let mut tree = Tree::new().file(".cursor/hooks.json", hooks("stop", &entries));
        for number in 0..3_000 {
            tree = tree.script(&format!(".cursor/hooks/s{number}.sh"), "#!/bin/sh\r\nexit 0\r\n");
        }
        let ran = check_tree(&tree);
        assert_eq!(ran.stdout.matches("error[crlf-script]").count(), 3_000);
    }

    #[test]
    fn brackets_without_end() {
        for opening in ["[", "{\"a\":", "{\"hooks\":{\"stop\":[{\"command\":"] {
            check_text("project", &opening.repeat(100_000));
        }
    }
}

mod terminal {
    use super::*;

    #[test]
    fn what_a_file_writes_is_shown_and_not_obeyed() {
        let text = hooks(
            "st\u{1b}]0;owned\u{7}op",
            &[json!({ "command": "./\u{1b}[2Jrun.sh", "matcher": "\u{1b}[31m(", "\u{9b}31mkey": 1 })],
        );
        for format in ["human", "concise", "json"] {
            ends_well(|| {
                let arguments = ["check", "--format", format, "--pedantic", "--source", "project", "-"];
                Hookc::new().args(arguments).input(text.as_str()).run()
            });
        }
    }

    #[cfg(unix)]
    #[test]
    fn neither_is_what_a_name_says() {
        let mut tree = Tree::new();
        for folder in ["a\nb", "\u{1b}[31mred", "\u{202e}live", "-rf", "a:1:2: error[x] y"] {
            tree = tree.file(&format!("{folder}/.cursor/hooks.json"), "{}");
        }
        let ran = check_tree(&tree);
        assert_eq!(ran.stdout.lines().filter(|line| line.contains("error[")).count(), 10, "{}", ran.stdout);
        assert!(!ran.stdout.contains('\u{202e}'), "{}", ran.stdout);
    }
}

#[cfg(unix)]
mod outside {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_in_circles_and_upwards_end() {
        let tree = Tree::new()
            .file(
                ".cursor/hooks.json",
                hooks("stop", &[json!({ "command": ".cursor/hooks/me/me/me/run.sh" })]),
            )
            .script(".cursor/hooks/run.sh", "#!/bin/sh\n");
        for (name, target) in [("up", ".."), ("all", "/"), ("me", "me"), (".cursor/hooks/me", ".")] {
            symlink(target, tree.path().join(name)).unwrap();
        }
        assert_eq!(check_tree(&tree).code, Some(0));
    }

    #[test]
    fn nothing_is_said_of_a_script_outside_the_workspace() {
        let outer = Tree::new().file("secret.sh", "#!/bin/sh\r\n").file("work/.cursor/hooks/keep", "");
        let secret = outer.path().join("secret.sh");
        let work = outer.path().join("work");
        symlink(&secret, work.join(".cursor/hooks/link.sh")).unwrap();
        symlink("../../..", work.join(".cursor/hooks/up")).unwrap();
        let mut ways = String::new();
        for way in
            ["../secret.sh", ".cursor/hooks/link.sh", ".cursor/hooks/up/secret.sh", ".cursor/../../secret.sh"]
        {
            write!(ways, "{{ \"command\": \"{way}\" }}, ").unwrap();
        }
        let absolute = json!({ "command": secret.to_str().unwrap() });
        let text = format!("{{ \"version\": 1, \"hooks\": {{ \"stop\": [{ways}{absolute}] }} }}");
        let outer = outer.file("work/.cursor/hooks.json", text);
        let ran = ends_well(|| Hookc::new().in_folder(&work).args(["check"]).run());
        assert_eq!(ran.stdout, "no findings in 1 file with 5 hooks\n");
        drop(outer);
    }
}
