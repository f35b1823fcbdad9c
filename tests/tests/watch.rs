//! `hookc check --watch`, and the sign of life of a long check. Nothing here waits for a time: reading waits for the program.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Stdio};

use hookc_tests::{Hookc, Tree};

const CLEAN: &str =
    "{ \"version\": 1, \"hooks\": { \"stop\": [{ \"command\": \".cursor/hooks/done.sh\" }] } }\n";

fn project() -> Tree {
    Tree::new()
        .file(".cursor/hooks.json", CLEAN)
        .script(".cursor/hooks/done.sh", "#!/bin/sh\ncat >/dev/null\necho '{}'\n")
}

/// A check that watches, ended with the test.
struct Watch {
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Watch {
    fn start(tree: &Tree) -> Self {
        let mut command = Hookc::new().in_folder(tree.path()).args(["check", "--watch"]).into_command();
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("hookc starts");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        Self { child, lines }
    }

    /// The lines up to the first that begins like this.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut seen = Vec::new();
        loop {
            let line =
                self.lines.next().unwrap_or_else(|| panic!("it ended after {seen:?}")).expect("it is text");
            let is_last = line.starts_with(start);
            seen.push(line);
            if is_last {
                return seen;
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_change_is_followed_by_a_line_that_names_it_and_a_new_report() {
    let tree = project();
    let mut watch = Watch::start(&tree);
    watch.until("no findings in 1 file");
    let tree = tree.file(".cursor/hooks.json", CLEAN.replace("stop", "stopp"));
    let seen = watch.until("1 finding");
    assert!(
        seen.iter().any(|line| line.starts_with("--- changed: ") && line.ends_with("hooks.json")),
        "{seen:?}"
    );
    assert!(seen.iter().any(|line| line.contains("error[unknown-event]")), "{seen:?}");
    let _tree = tree.file(".cursor/hooks.json", CLEAN);
    watch.until("no findings in 1 file");
}

#[test]
fn a_script_and_a_new_configuration_start_a_check_too() {
    let tree = project();
    let mut watch = Watch::start(&tree);
    watch.until("no findings in 1 file");
    let tree = tree.script(".cursor/hooks/done.sh", "#!/bin/sh\r\necho '{}'\r\n");
    let seen = watch.until("--- changed: ");
    assert!(seen.last().unwrap().ends_with("done.sh"), "{seen:?}");
    watch.until("1 finding");
    let _tree = tree.file("hookc.toml", "ignore = [\"crlf-script\"]\n");
    watch.until("no findings");
}

#[test]
fn a_configuration_that_cannot_be_read_does_not_end_it() {
    let tree = project().file("baseline.json", "{}");
    let mut command = Hookc::new()
        .in_folder(tree.path())
        .args(["check", "--watch", "--baseline", "baseline.json"])
        .into_command();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("hookc starts");
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let mut watch = Watch { child, lines };
    watch.until("error: `baseline.json`");
    let ran = Hookc::new().in_folder(tree.path()).args(["check", "--write-baseline", "known.json"]).run();
    assert_eq!(ran.code, Some(0), "{}", ran.transcript());
    let _tree = {
        let text = tree.read("known.json");
        tree.file("baseline.json", text)
    };
    watch.until("no findings");
}

#[test]
fn what_cannot_be_watched_is_refused() {
    for arguments in [
        &["--format", "json"][..],
        &["--fix"],
        &["--diff"],
        &["--write-baseline", "b"],
        &["--source", "user", "-"],
    ] {
        let ran = Hookc::new().in_folder(project().path()).args(["check", "--watch"]).args(arguments).run();
        assert_eq!(ran.code, Some(2), "{arguments:?}: {}", ran.transcript());
    }
}

#[test]
fn without_a_terminal_no_sign_of_life_is_given() {
    let ran = Hookc::new().in_folder(project().path()).args(["check"]).run();
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
}
