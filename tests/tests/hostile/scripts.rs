//! Folders full of scripts, and hooks that name them.

use super::*;

const SCRIPTS: usize = MANY / 10;

fn named(prefix: &str) -> String {
    let hooks = entries(SCRIPTS, |n| format!("{{ \"command\": \".cursor/hooks/{prefix}-{n}.sh\" }}"));
    hooks_file(&[("stop", hooks)])
}

fn folder(text: &str) -> Tree {
    let path = |n| format!(".cursor/hooks/there-{n}.sh");
    (0..SCRIPTS).fold(Tree::new(), |tree, n| tree.script(&path(n), text))
}

fn findings(tree: &Tree, rule: &str) -> usize {
    told(&check(tree, "concise"), rule)
}

#[test]
fn none_of_them_is_there_and_others_are() {
    let tree = folder("#!/bin/sh\n").file(".cursor/hooks.json", named("their"));
    assert_eq!(findings(&tree, "missing-script"), SCRIPTS);
}

#[test]
fn all_of_them_have_foreign_line_ends() {
    let tree = folder("#!/bin/sh\r\nexit 0\r\n").file(".cursor/hooks.json", named("there"));
    assert_eq!(findings(&tree, "crlf-script"), SCRIPTS);
}

#[test]
fn one_large_script_is_run_by_every_hook() {
    let hooks = entries(SCRIPTS, |n| format!("{{ \"command\": \".cursor/hooks/large.sh {n}\" }}"));
    let text = format!("#!/bin/sh\r\n{}", "echo\r\n".repeat(150_000));
    let tree = Tree::new().script(".cursor/hooks/large.sh", text);
    let tree = tree.file(".cursor/hooks.json", hooks_file(&[("stop", hooks)]));
    assert_eq!(findings(&tree, "crlf-script"), 1);
}

#[test]
fn a_plugins_folder_stands_outside_quotes_over_and_over() {
    let hooks = entries(SCRIPTS, |n| format!("{{ \"command\": \"$CURSOR_PLUGIN_ROOT/run.sh {n}\" }}"));
    let tree = Tree::new()
        .file(".cursor-plugin/plugin.json", "{ \"name\": \"many\", \"hooks\": \"hooks/hooks.json\" }")
        .script("run.sh", "#!/bin/sh\n")
        .file("hooks/hooks.json", hooks_file(&[("stop", hooks)]));
    assert_eq!(findings(&tree, "unquoted-path"), 1);
}

#[cfg(unix)]
#[test]
fn nothing_is_said_of_a_script_outside_of_the_workspace() {
    let outside = Tree::new().file("secret.sh", "#!/bin/sh\r\n");
    let secret = outside.path().join("secret.sh");
    let ways =
        [".cursor/hooks/link.sh", ".cursor/hooks/up/secret.sh", "../secret.sh", secret.to_str().unwrap()];
    let hooks = entries(ways.len(), |n| format!("{{ \"command\": \"{}\" }}", ways[n]));
    let tree = Tree::new()
        .file(".cursor/hooks.json", hooks_file(&[("stop", hooks)]))
        .link(".cursor/hooks/link.sh", &secret)
        .link(".cursor/hooks/up", outside.path());
    let ran = check(&tree, "concise");
    for rule in ["[crlf-script]", "[not-executable]", "[missing-script]"] {
        assert!(!ran.stdout.contains(rule), "{}", ran.transcript());
    }
}

/// Texts whose grammars take time or memory by the square of their length.
const FOR_MINUTES: [(&str, &str, &[&str]); 5] = [
    (
        "bash",
        "sh",
        &[
            "a | ",
            "a|&",
            "<<A\n",
            "a=(b ",
            "a)a) ",
            "<|",
            "<<<",
            "2>&1 <( \n||",
            "$(",
            "{ ",
            "case a in a) ",
            "echo x | jq . && ",
        ],
    ),
    ("python3", "py", &["(class ", "1[await lambda ", "f'{", "a(", "if a:\n", "lambda a: ", "or  ("]),
    (
        "node",
        "js",
        &["(a,", "' ", "++<a,", "! static await ", "a => ", "`${", "<a>", "{", ":static return ? "],
    ),
    ("tsx", "ts", &["a<", "{;\n(", "{a", "& ;", "a as b as ", "a extends b ? ", "<T>("]),
    ("powershell -File", "ps1", &["[1=\n'@", "else \n'@ ", "\n'@ \n +", "a | ", "$(", "@{", "\"$("]),
];

#[test]
fn what_grammars_take_minutes_for_is_given_up() {
    let size = if cfg!(debug_assertions) { 30_000 } else { 250_000 };
    for (program, ending, parts) in FOR_MINUTES {
        for part in parts {
            let path = format!(".cursor/x.{ending}");
            let tree = Tree::new()
                .script(&path, part.repeat(size / part.len()))
                .file(".cursor/hooks.json", one_command(&format!("{program} {path}")));
            check_within(&tree, "concise", Limits::SCRIPT);
        }
    }
}

#[test]
fn a_command_line_that_grammars_take_long_for_stands_in_every_hook() {
    let hooks = if cfg!(debug_assertions) { 4 } else { 40 };
    for part in FOR_MINUTES[0].2 {
        let line = quoted(&part.repeat(8_000 / part.len()));
        let hooks = entries(hooks, |_| format!("{{ \"command\": {line} }}"));
        let tree = Tree::new().file(".cursor/hooks.json", hooks_file(&[("stop", hooks)]));
        check_within(&tree, "concise", Limits::MEDIUM);
    }
}

#[test]
fn a_script_is_deep_long_or_without_line_ends() {
    let size = if cfg!(debug_assertions) { 60_000 } else { 1_000_000 };
    for text in [
        "#!/bin/sh\n".to_owned() + &"a".repeat(size),
        "#!/bin/sh\n".to_owned() + &"\n".repeat(size),
        "#!".repeat(size / 2),
        format!("#!/usr/bin/env {}", "-S ".repeat(size / 3)),
        format!("#!{}", " ".repeat(size)),
        "#!/bin/sh\n".to_owned() + &"if a; then ".repeat(size / 11) + &"fi; ".repeat(size / 11),
        "#!/bin/sh\n".to_owned() + &"\r".repeat(size),
        "#!/bin/sh\n".to_owned() + &"f() { f; f; }; f\n".repeat(size / 17),
        "#!/bin/sh\n".to_owned() + &"x=$x$x$x\n".repeat(size / 9),
        "#!/bin/sh\n".to_owned() + &"eval \"$(echo a | base64 -d)\"\n".repeat(size / 30),
    ] {
        let tree =
            Tree::new().script(".cursor/x.sh", text).file(".cursor/hooks.json", one_command(".cursor/x.sh"));
        check_within(&tree, "concise", Limits::SCRIPT);
    }
}
