//! Nothing is written but what was asked for, and nothing through a link that leads out of the tree.

use super::*;

const BEFORE: &str = "{ \"hooks\": { \"stop\": [{ \"command\": \"a\", \"timeout\": \"5\" }] } }\n";

/// A file outside that must stay as it is, and a tree.
fn outside() -> Tree {
    Tree::new().file("victim.json", BEFORE).file("folder/hooks.json", BEFORE)
}

fn is_untouched(outside: &Tree) {
    assert_eq!(outside.read("victim.json"), BEFORE);
    assert_eq!(outside.read("folder/hooks.json"), BEFORE);
    let count = |folder: &str| std::fs::read_dir(outside.path().join(folder)).expect("a folder").count();
    assert_eq!((count(""), count("folder")), (2, 1));
}

#[test]
fn a_fix_never_goes_through_a_link_that_leads_out() {
    let outside = outside();
    let victim = outside.path().join("victim.json");
    let folder = outside.path().join("folder");
    for tree in [
        Tree::new().link(".cursor/hooks.json", &victim),
        Tree::new().link(".cursor", &folder),
        Tree::new().link(".claude/settings.json", &victim),
        Tree::new().link(".claude", &folder),
        Tree::new().file(".cursor-plugin/plugin.json", "{ \"name\": \"x\" }").link("hooks", &folder),
        Tree::new()
            .file(".cursor-plugin/plugin.json", "{ \"name\": \"x\", \"hooks\": \"up/hooks.json\" }")
            .link("up", &folder),
    ] {
        for arguments in [["check", "--fix"].as_slice(), &["check", "--fix", "--unsafe-fixes"]] {
            run(&tree, arguments.iter().copied(), Limits::SMALL);
            run(&tree, arguments.iter().copied().chain([".cursor/hooks.json"]), Limits::SMALL);
        }
        is_untouched(&outside);
    }
}

#[test]
fn a_fix_of_a_linked_file_inside_of_the_tree_is_written_to_that_file() {
    let tree =
        Tree::new().file("shared/hooks.json", BEFORE).link(".cursor/hooks.json", "../shared/hooks.json");
    run(&tree, ["check", "--fix", "--unsafe-fixes"], Limits::SMALL);
    assert_ne!(tree.read("shared/hooks.json"), BEFORE);
    let link = std::fs::symlink_metadata(tree.path().join(".cursor/hooks.json")).expect("it is there");
    assert!(link.file_type().is_symlink());
}

#[test]
fn no_output_goes_through_a_link_that_came_with_the_repository() {
    let outside = outside();
    let victim = outside.path().join("victim.json");
    let new = outside.path().join("new.json");
    for target in [&victim, &new] {
        let tree = Tree::new().file(".cursor/hooks.json", BEFORE).link("out.json", target);
        let tree = tree.link("out", outside.path());
        for file in ["out.json", "out/new.json", "out/victim.json"] {
            for arguments in [
                ["compile", "--allow-voided", "--output", file].as_slice(),
                &["compile", "--allow-voided", "--html", file],
                &["check", "--write-baseline", file],
                &["check", &format!("--output=json={file}")],
            ] {
                let ran = run(&tree, arguments.iter().copied(), Limits::SMALL);
                assert_eq!(ran.code, Some(2), "{arguments:?} {}", ran.transcript());
                assert!(ran.stderr.contains("link"), "{}", ran.transcript());
            }
        }
        is_untouched(&outside);
    }
}

#[test]
fn an_output_may_be_a_pipe_or_a_place_that_was_typed() {
    let tree = Tree::new().file(".cursor/hooks.json", one_command("a"));
    let elsewhere = Tree::new();
    let named = elsewhere.path().join("plan.json").display().to_string();
    for file in [named.as_str(), "plan.json", "/dev/stdout", "/dev/stderr", "/dev/null", "./plan.json"] {
        let ran = run(&tree, ["compile", "--output", file], Limits::SMALL);
        assert_eq!(ran.code, Some(0), "{file} {}", ran.transcript());
    }
}

#[test]
fn a_start_writes_nothing_through_links() {
    let outside = outside();
    for (name, target) in [
        (".cursor", outside.path().to_path_buf()),
        (".cursor/hooks", outside.path().join("folder")),
        (".cursor/hooks.json", outside.path().join("victim.json")),
        (".cursor/hooks.json", outside.path().join("new.json")),
        ("hookc.toml", outside.path().join("new.toml")),
        (".pre-commit-config.yaml", outside.path().join("new.yaml")),
    ] {
        run(&Tree::new().link(name, target), ["init"], Limits::SMALL);
        is_untouched(&outside);
    }
}

#[test]
fn a_check_a_plan_and_a_question_write_nothing_at_all() {
    let listing = |tree: &Tree| {
        let files =
            std::process::Command::new("find").arg(tree.path()).args(["-newer", "/etc/hostname"]).output();
        files.expect("there is `find`").stdout
    };
    let tree = Tree::new().file(".cursor/hooks.json", BEFORE).script("x.sh", "#!/bin/sh\r\n");
    let before = (listing(&tree), tree.read(".cursor/hooks.json"));
    for arguments in [
        EVERYTHING.as_slice(),
        &["check", "--diff"],
        &["compile", "--allow-voided"],
        &["why", "stop"],
        &["doctor", "--workspace", "."],
    ] {
        run(&tree, arguments.iter().copied(), Limits::SMALL);
    }
    assert_eq!((listing(&tree), tree.read(".cursor/hooks.json")), before);
}

#[test]
fn nothing_of_a_repository_is_ever_executed() {
    let trap = "#!/bin/sh\ntouch \"$(dirname \"$0\")/../../executed\"\n";
    let names = ["git", "node", "python3", "bash", "jq", "sh", "npx"];
    let commands = [".cursor/hooks/git", "$(.cursor/hooks/git)", "git status", "`.cursor/hooks/sh`"];
    let hooks = entries(commands.len(), |n| format!("{{ \"command\": {} }}", quoted(commands[n])));
    let tree = Tree::new()
        .file(".cursor/hooks.json", hooks_file(&[("stop", hooks)]))
        .file(".git/config", "[core]\n\tfsmonitor = .cursor/hooks/git\n\tpager = .cursor/hooks/git\n")
        .file(".git/HEAD", "ref: refs/heads/main\n")
        .script(".git/hooks/post-index-change", trap);
    let tree = names.iter().fold(tree, |tree, name| tree.script(&format!(".cursor/hooks/{name}"), trap));
    let folder = tree.path().join(".cursor/hooks");
    for arguments in [
        EVERYTHING.as_slice(),
        &["check", "--changed"],
        &["check", "--staged"],
        &["check", "--fix", "--unsafe-fixes"],
        &["compile"],
        &["why", "stop"],
        &["doctor", "--workspace", "."],
    ] {
        let hookc = Hookc::new().in_folder(tree.path()).env("PATH", &folder).args(arguments);
        ended(hookc.run_within(PATIENCE));
        assert!(!tree.path().join("executed").exists(), "{arguments:?}");
    }
}
