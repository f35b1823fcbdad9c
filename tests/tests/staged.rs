//! `hookc check --staged` and `--changed`: what differs from the last commit, in repositories that git itself makes.

#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a broken fixture fails the test; a missing program is told to whoever runs the tests"
)]

use std::path::Path;
use std::process::Command;

use hookc_tests::{Hookc, Ran, Tree};

const HOOKS: &str = r#"{
  "version": 1,
  "hooks": {
    "stop": [{ "command": ".cursor/hooks/one.sh", "enabled": false }],
    "afterFileEdit": [{ "command": ".cursor/hooks/other.sh", "enabled": false }]
  }
}
"#;
const SCRIPT: &str = "#!/bin/sh\ncat >/dev/null\necho '{}'\n";

fn git(folder: &Path, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(["-c", "user.name=t", "-c", "user.email=t@example.com"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// A repository with two projects, all of it committed; each hook has one finding. `None` where git is missing.
fn repository() -> Option<Tree> {
    if Command::new("git").arg("--version").output().is_err() {
        assert!(std::env::var_os("HOOKC_REQUIRE_TOOLS").is_none(), "git is required");
        eprintln!("skipped: git is missing");
        return None;
    }
    let mut tree = Tree::new();
    for project in ["", "service/"] {
        tree = tree
            .file(&format!("{project}.cursor/hooks.json"), HOOKS)
            .script(&format!("{project}.cursor/hooks/one.sh"), SCRIPT)
            .script(&format!("{project}.cursor/hooks/other.sh"), SCRIPT);
    }
    git(tree.path(), &["init", "-q"]);
    commit(&tree);
    Some(tree)
}

fn commit(tree: &Tree) {
    git(tree.path(), &["add", "-A"]);
    git(tree.path(), &["commit", "-q", "-m", "x"]);
}

fn check(folder: &Path, arguments: &[&str]) -> Ran {
    let ran = Hookc::new().in_folder(folder).args(["check", "--format", "concise"]).args(arguments).run();
    assert_eq!(ran.stderr, "", "{}", ran.transcript());
    ran
}

/// The places of the findings.
fn places(tree: &Tree, arguments: &[&str]) -> Vec<String> {
    let ran = check(tree.path(), arguments);
    let lines = ran.stdout.lines().filter(|line| line.contains('['));
    lines.map(|line| line.split(": ").next().unwrap_or_default().to_owned()).collect()
}

const OTHER: &str = ".cursor/hooks.json:5:";

fn assert_places(found: &[String], wanted: &[&str]) {
    let is_wanted = found.len() == wanted.len()
        && found.iter().zip(wanted).all(|(found, wanted)| found.starts_with(wanted));
    assert!(is_wanted, "{found:?} instead of {wanted:?}");
}

#[test]
fn where_nothing_has_changed_nothing_is_said() {
    let Some(tree) = repository() else { return };
    assert_eq!(places(&tree, &[]).len(), 4);
    for flag in ["--changed", "--staged"] {
        let ran = check(tree.path(), &[flag]);
        assert_eq!((ran.code, ran.stdout.lines().count()), (Some(0), 1), "{flag}: {}", ran.stdout);
    }
}

#[test]
fn a_hooks_file_that_has_changed_is_checked_whole_and_its_neighbour_is_not() {
    let Some(tree) = repository() else { return };
    let tree = tree.file("service/.cursor/hooks.json", format!("{HOOKS}\n"));
    assert_places(
        &places(&tree, &["--changed"]),
        &["service/.cursor/hooks.json:4:", "service/.cursor/hooks.json:5:"],
    );
    assert_places(&places(&tree, &["--staged"]), &[]);
    git(tree.path(), &["add", "-A"]);
    assert_places(
        &places(&tree, &["--staged"]),
        &["service/.cursor/hooks.json:4:", "service/.cursor/hooks.json:5:"],
    );
}

#[test]
fn a_script_that_has_changed_stands_for_the_hooks_that_run_it() {
    let Some(tree) = repository() else { return };
    let tree = tree.script(".cursor/hooks/other.sh", format!("{SCRIPT}# changed\n"));
    assert_places(&places(&tree, &["--changed"]), &[OTHER]);
    git(tree.path(), &["add", "-A"]);
    assert_places(&places(&tree, &["--staged"]), &[OTHER]);
    git(tree.path(), &["gc", "-q"]);
    git(tree.path(), &["pack-refs", "--all"]);
    assert_places(&places(&tree, &["--staged"]), &[OTHER]);
}

#[test]
fn a_script_that_is_gone_or_renamed_stands_for_the_hooks_that_ran_it() {
    let Some(tree) = repository() else { return };
    git(tree.path(), &["mv", ".cursor/hooks/one.sh", ".cursor/hooks/first.sh"]);
    for flag in ["--changed", "--staged"] {
        let ran = check(tree.path(), &[flag]);
        assert!(ran.stdout.contains("[missing-script]"), "{flag}: {}", ran.stdout);
        assert!(ran.stdout.lines().all(|line| !line.starts_with(OTHER)), "{flag}: {}", ran.stdout);
    }
}

#[test]
fn a_new_file_counts_from_its_addition_on_and_one_that_is_ignored_never() {
    let Some(tree) = repository() else { return };
    let tree = tree.file("late/.cursor/hooks.json", HOOKS).file("build/.cursor/hooks.json", HOOKS);
    let tree = tree.file(".gitignore", "/build/\n");
    let is_late =
        |found: &[String]| !found.is_empty() && found.iter().all(|place| place.starts_with("late/"));
    assert!(is_late(&places(&tree, &["--changed"])));
    assert_places(&places(&tree, &["--staged"]), &[]);
    git(tree.path(), &["add", "-A"]);
    assert!(is_late(&places(&tree, &["--staged"])));
}

#[test]
fn a_configuration_that_has_changed_may_change_what_is_said_of_everything_below_it() {
    let Some(tree) = repository() else { return };
    let tree = tree.file("service/hookc.toml", "targets = [\"editor\"]\n");
    assert_places(
        &places(&tree, &["--changed"]),
        &["service/.cursor/hooks.json:4:", "service/.cursor/hooks.json:5:"],
    );
}

#[test]
fn inside_of_the_repository_and_in_a_second_work_tree_it_is_the_same() {
    let Some(tree) = repository() else { return };
    let moved = Tree::new();
    git(tree.path(), &["worktree", "add", "-q", "-b", "side", &moved.path().join("w").display().to_string()]);
    let moved = moved.script("w/service/.cursor/hooks/one.sh", "#!/bin/sh\necho '{}'\n");
    for folder in ["w", "w/service"] {
        let ran = check(&moved.path().join(folder), &["--changed"]);
        let found = ran.stdout.lines().filter(|line| line.contains("hooks.json:4:")).count();
        assert_eq!(found, 1, "{folder}: {}", ran.stdout);
        assert!(!ran.stdout.contains("hooks.json:5:"), "{folder}: {}", ran.stdout);
    }
    assert_places(&places(&tree, &["--changed"]), &[]);
}

#[test]
fn before_the_first_commit_everything_is_new() {
    let Some(tree) = repository() else { return };
    git(tree.path(), &["update-ref", "-d", "HEAD"]);
    assert_eq!(places(&tree, &["--staged"]).len(), 4);
    assert_eq!(places(&tree, &["--changed"]).len(), 4);
}

#[test]
fn where_changes_cannot_be_told_everything_is_checked_and_the_reason_is_said() {
    let Some(tree) = repository() else { return };
    let tree = tree.file(".git/HEAD", "ref: refs/heads/.invalid\n");
    let ran = check(tree.path(), &["--changed"]);
    assert!(
        ran.stdout.contains("everything was checked, since changes cannot be told: its references"),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.stdout.lines().filter(|line| line.contains("hooks.json:")).count(), 4);
}

#[test]
fn a_repository_cannot_have_anything_run() {
    let Some(tree) = repository() else { return };
    let trap = tree.path().join("trap");
    let config = format!(
        "\n[core]\n\tfsmonitor = touch {0}\n\tpager = touch {0}\n[diff]\n\texternal = touch {0}\n",
        trap.display()
    );
    let config = format!("{}{config}", tree.read(".git/config"));
    let tree = tree.file(".git/config", config).file("service/.cursor/hooks.json", format!("{HOOKS}\n"));
    for flag in ["--changed", "--staged"] {
        check(tree.path(), &[flag]);
    }
    assert!(!hookc_there(&trap));
}

fn hookc_there(path: &Path) -> bool {
    use hookc_compiler::system::{OsSystem, System as _};
    OsSystem.symlink_metadata(path).is_ok()
}

#[test]
fn fixes_keep_to_what_has_changed() {
    let Some(tree) = repository() else { return };
    let without = HOOKS.replace("\"version\": 1,", "");
    let tree = tree.file(".cursor/hooks.json", &without).file("service/.cursor/hooks.json", &without);
    git(tree.path(), &["add", "service"]);
    check(tree.path(), &["--staged", "--fix"]);
    assert!(tree.read("service/.cursor/hooks.json").contains("\"version\""));
    assert!(!tree.read(".cursor/hooks.json").contains("\"version\""));
}

#[test]
fn one_side_is_compared_at_a_time_and_a_baseline_is_not_made_of_a_part() {
    let Some(tree) = repository() else { return };
    for arguments in [
        &["--changed", "--staged"][..],
        &["--staged", "--write-baseline", "b.json"],
        &["--changed", "--source", "user", "x"],
    ] {
        let ran = Hookc::new().in_folder(tree.path()).args(["check"]).args(arguments).run();
        assert_eq!(ran.code, Some(2), "{arguments:?}");
    }
}
