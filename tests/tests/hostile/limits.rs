//! The bounds themselves: a run that goes beyond them is ended by the system, not by this suite.

use super::*;

fn many_hooks() -> Tree {
    let hooks = entries(MANY, |n| format!("{{ \"command\": \"audit-log --number {n}\" }}"));
    Tree::new().file(".cursor/hooks.json", hooks_file(&[("stop", hooks)]))
}

fn ends_by_itself(tree: &Tree, limits: Limits) -> bool {
    let hookc = Hookc::new().in_folder(tree.path()).args(EVERYTHING).within(limits);
    hookc.run_within(PATIENCE).code.is_some_and(|code| code <= 2)
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_fills_more_memory_is_ended() {
    let tree = many_hooks();
    assert!(!ends_by_itself(&tree, Limits { memory: 24, ..Limits::LARGE }));
    assert!(ends_by_itself(&tree, Limits::LARGE));
}

#[cfg(unix)]
#[test]
fn a_run_that_takes_more_processor_time_is_ended() {
    use std::process::Stdio;
    let busy = std::process::Command::new("/bin/sh")
        .args(["-c", "ulimit -t 1 && while :; do :; done"])
        .stderr(Stdio::null())
        .status()
        .expect("there is a shell");
    assert_eq!(busy.code(), None);
}
