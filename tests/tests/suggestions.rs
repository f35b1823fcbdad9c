//! A name that is misspelt is answered with the right one, whatever the command and whatever the kind of name.

use hookc_tests::{Hookc, Tree};

/// What is typed, and the name that the answer must hold.
const MISSPELT: [(&[&str], &str); 26] = [
    (&["chekc"], "check"),
    (&["doctr"], "doctor"),
    (&["man", "chekc"], "check"),
    (&["check", "--formt", "json"], "--format"),
    (&["check", "--format", "jsn"], "json"),
    (&["check", "--output", "jsn=out"], "json"),
    (&["check", "--fail-on", "warn"], "warning"),
    (&["check", "--source", "projekt", "x"], "project"),
    (&["check", "--sources", "clade-user"], "claude-user"),
    (&["check", "--target", "editr"], "editor"),
    (&["check", "--platform", "linx"], "linux"),
    (&["check", "--pack", "strikt"], "strict"),
    (&["check", "--colour", "always"], "--color"),
    (&["check", "--stagd"], "--staged"),
    (&["compile", "--semantics", "documentd"], "documented"),
    (&["why", "beforeShel"], "beforeShellExecution"),
    (&["why", "BeforeShellExecution"], "beforeShellExecution"),
    (&["run", "stpo"], "stop"),
    (&["run", "stop", "--root", "projct=."], "project"),
    (&["sample", "aftrFileEdit"], "afterFileEdit"),
    (&["schema", "hoks"], "hooks"),
    (&["rule", "unknwon-event"], "unknown-event"),
    (&["init", "--event", "stp"], "stop"),
    (&["init", "--language", "pyton"], "python"),
    (&["completions", "bahs"], "bash"),
    (&["doctor", "--format", "jsn"], "json"),
];

#[test]
fn on_the_command_line() {
    for (arguments, right) in MISSPELT {
        let ran = Hookc::new().in_folder(Tree::new().path()).args(arguments).run();
        let is_run = arguments[0] == "run";
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(if is_run { 1 } else { 2 }), ""), "{arguments:?}");
        let tip = ran.stderr.lines().filter(|line| !line.contains("possible values"));
        let quoted = [format!("'{right}'"), format!("`{right}`")];
        let is_told = tip.into_iter().any(|line| quoted.iter().any(|quoted| line.contains(quoted)));
        assert!(is_told, "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn in_a_configuration() {
    for (text, right) in [
        ("ignore = [\"unknwon-event\"]", "unknown-event"),
        ("[rules]\nmising-script = \"off\"", "missing-script"),
        ("packs = [\"strikt\"]", "strict"),
        ("[[suppress]]\nrule = \"gui-pth\"\nfile = \".cursor/hooks.json\"\nreason = \"x\"", "gui-path"),
    ] {
        let tree = Tree::new()
            .file("hookc.toml", text)
            .file(".cursor/hooks.json", "{ \"version\": 1, \"hooks\": {} }");
        let ran = Hookc::new().in_folder(tree.path()).args(["check", "--format", "human"]).run();
        assert_eq!(ran.code, Some(2), "{}", ran.transcript());
        assert!(ran.stdout.contains(&format!("`{right}`")), "{text}: {}", ran.stdout);
    }
}

#[test]
fn in_a_hooks_file() {
    for (hooks, right) in [
        (r#""beforeShelExecution": [{ "command": "true" }]"#, "beforeShellExecution"),
        (r#""stop": [{ "comand": "true" }]"#, "command"),
        (r#""preToolUse": [{ "command": "true", "matcher": "Wriet" }]"#, "Write"),
    ] {
        let text = format!("{{ \"version\": 1, \"hooks\": {{ {hooks} }} }}");
        let tree = Tree::new().file(".cursor/hooks.json", text);
        let ran = Hookc::new().in_folder(tree.path()).args(["check", "--format", "human"]).run();
        assert!(ran.stdout.contains(&format!("`{right}`")), "{hooks}: {}", ran.stdout);
    }
}
