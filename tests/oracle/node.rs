//! Asks a script of this folder about many texts, in one process of Node.js. `HOOKC_NODE` names the program, `node` otherwise.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// The script's answer to each text: `None` when it refuses it. `None` instead of answers when Node.js is not installed and need not be.
pub(crate) fn ask(script: &str, texts: &[impl AsRef<str>]) -> Option<Vec<Option<String>>> {
    let node = std::env::var("HOOKC_NODE").unwrap_or_else(|_| "node".to_owned());
    let script = format!("{}/oracle/{script}", env!("CARGO_MANIFEST_DIR"));
    let spawned = Command::new(&node).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = spawned else {
        let is_required = std::env::var_os("HOOKC_REQUIRE_TOOLS").is_some_and(|value| value == "1");
        assert!(!is_required, "`{node}` does not start");
        eprintln!("skipped: `{node}` does not start; set HOOKC_NODE to a Node.js");
        return None;
    };
    let mut input = child.stdin.take().unwrap();
    let lines: String =
        texts.iter().map(|text| serde_json::to_string(text.as_ref()).unwrap() + "\n").collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<_> =
        answers.split_terminator('\n').map(|line| line.strip_prefix('1').map(str::to_owned)).collect();
    assert_eq!(answers.len(), texts.len());
    Some(answers)
}
