//! What is no file at all. The exit code is 2 when nothing else could be read.

use super::*;

#[test]
fn a_folder_of_that_name() {
    let ran = check(&Tree::new().folder(".cursor/hooks.json"), "concise");
    assert!(ran.stdout.contains("[unreadable-file]"), "{}", ran.transcript());
}

#[test]
fn a_link_to_nothing() {
    let ran = check(&Tree::new().link(".cursor/hooks.json", "nowhere.json"), "concise");
    assert!(ran.stdout.contains("[broken-link]"), "{}", ran.transcript());
}

#[test]
fn a_link_to_itself() {
    let ran = check(&Tree::new().link(".cursor/hooks.json", "hooks.json"), "concise");
    assert!(ran.stdout.contains("[broken-link]"), "{}", ran.transcript());
    let tree = Tree::new().link(".cursor/hooks.json", "other.json").link(".cursor/other.json", "hooks.json");
    assert!(check(&tree, "concise").stdout.contains("[broken-link]"));
}

#[test]
fn a_folder_that_holds_itself() {
    let tree = Tree::new().file(".cursor/hooks.json", one_command("a")).link("loop", ".").link("a/b", "..");
    assert_eq!(check(&tree, "concise").code, Some(0));
}

#[test]
fn a_pipe_that_nobody_writes_to() {
    let tree = Tree::new().folder(".cursor");
    let made = std::process::Command::new("mkfifo").arg(tree.path().join(".cursor/hooks.json")).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: no pipe can be made");
        return;
    }
    let ran = check(&tree, "concise");
    assert!(ran.stdout.contains("[unreadable-file]"), "{}", ran.transcript());
}

#[test]
fn a_file_that_may_not_be_read() {
    let path = "/w/.cursor/hooks.json";
    let system = MemorySystem::new().file(path, one_command("a")).unreadable(path);
    let request = Request { workspaces: vec!["/w".into()], ..Request::default() };
    let report = hookc_policies::check(&system, &request, &Settings::default());
    let rules: Vec<&str> = report.diagnostics.iter().map(|finding| finding.rule).collect();
    assert_eq!((rules, report.unreadable), (vec!["unreadable-file"], 1));
}

#[test]
fn a_link_out_of_the_tree_is_not_followed() {
    let outside = Tree::new().file("hooks.json", hooks_file(&[("outsideEvent", String::new())]));
    let tree = Tree::new().link(".cursor/hooks.json", outside.path().join("hooks.json"));
    let ran = check(&tree, "human");
    assert!(!ran.stdout.contains("outsideEvent"), "{}", ran.transcript());
}

#[test]
fn a_file_below_four_hundred_folders() {
    let mut path = String::new();
    for _ in 0..400 {
        let _ = write!(path, "deep/");
    }
    let tree = Tree::new().file(&format!("{path}.cursor/hooks.json"), one_command("a"));
    assert_eq!(check(&tree, "concise").code, Some(0));
}
