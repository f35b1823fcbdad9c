//! A file of a repository, at one of the places that hosts read: every check, every fix, every output format.

#![no_main]

#[path = "../../cli/src/format/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "the command's own formats, which are a part of a program")]
mod format;

use std::path::{Path, PathBuf};

use format::{Findings, Style};
use hookc_compiler::diagnostic::{Applicability, Effect, Level};
use hookc_compiler::syntax::{Tree, decode};
use hookc_compiler::system::{MemorySystem, Overlay, System};
use hookc_fuzz::{bytes, report, tree};
use hookc_policies::{Report, fix};
use libfuzzer_sys::fuzz_target;

/// Where the file lies. A configuration comes with a file of hooks beside it.
const PLACES: [&str; 8] = [
    "/w/.cursor/hooks.json",
    "/w/.claude/settings.json",
    "/plugin/hooks/hooks.json",
    "/plugin/.cursor-plugin/plugin.json",
    "/home/me/.cursor/hooks.json",
    "/system/etc/cursor/hooks.json",
    "/w/hookc.toml",
    "/w/packages/a/.cursor/hooks.json",
];

const HOOKS: &str = r#"{ "version": 1, "hooks": {
  "preToolUse": [{ "command": ".cursor/hooks/guard.sh", "matcher": "Shell|Bash", "failClosed": true }],
  "stop": [{ "command": "./missing.sh || true", "timeout": 30000 }]
} }
"#;

fuzz_target!(|data: &[u8]| {
    let (choice, data) = bytes::split_first(data);
    let place = bytes::choose(&PLACES, choice);
    let system = tree_around(place, data);
    tree::examine(&Tree::parse(decode(data).text));
    let found = report::check(&system);
    report::examine(&found);
    write(&found, choice / PLACES.len() as u8);
    fix_safely(&system, place, &found);
    fix_all(&system);
});

/// A project with scripts, and the file at its place.
fn tree_around(place: &str, data: &[u8]) -> MemorySystem {
    let system = MemorySystem::new()
        .script("/w/.cursor/hooks/guard.sh", "#!/bin/sh\npayload=$(cat)\nexit 0\n")
        .file("/w/.cursor/hooks/plain.sh", "#!/bin/bash\r\necho done\r\n")
        .script(
            "/w/tools/lint.py",
            "#!/usr/bin/env python3\nimport json, sys\nprint(json.load(sys.stdin)['command'])\n",
        )
        .script("/plugin/scripts/run.sh", "#!/bin/sh\nexit 2\n")
        .script("/home/me/.cursor/hooks/mine.sh", "#!/bin/sh\n")
        .file("/w/package.json", "{}")
        .folder("/w/.git");
    let system = if place == "/w/hookc.toml" { system.file("/w/.cursor/hooks.json", HOOKS) } else { system };
    system.file(place, data)
}

/// A format, another one for every other input, writes the report: what programs read is JSON, and no terminal is steered.
fn write(report: &Report, choice: u8) {
    let format = bytes::choose(&format::ALL, choice);
    let style = if choice >= 16 {
        Style { color: true, width: 20, quiet: false }
    } else {
        Style { color: false, width: 100, quiet: false }
    };
    let mut out = Vec::new();
    (format.write)(&Findings::new(report, true), &style, &mut out).expect("memory takes everything");
    let text = String::from_utf8(out).expect("text");
    if matches!(format.name, "json" | "sarif" | "gitlab") {
        serde_json::from_str::<serde_json::Value>(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
    let is_hidden = |sign: char| sign.is_control() && !matches!(sign, '\n' | '\t');
    assert!(style.color || !text.contains(is_hidden), "{}: {text:?}", format.name);
}

/// Fixes that need no look leave no more errors than before, and nothing for a second time.
fn fix_safely(system: &dyn System, place: &str, before: &Report) {
    let fixed = fix::apply(system, &roots(), Applicability::Safe, report::check);
    report::examine(&fixed.report);
    let mut after = Overlay::new(system);
    for file in &fixed.files {
        // What a dropped file holds is judged only when it is one again.
        if still_parses(&file.path, &file.before, &file.after) && !is_dropped(before) {
            assert!(
                errors(&fixed.report) <= errors(before),
                "{place}: {:?} became {:?}",
                file.before,
                file.after
            );
        }
        after.set(&file.path, &*file.after);
    }
    let again = fix::apply(&after, &roots(), Applicability::Safe, report::check);
    assert!(again.files.is_empty(), "{:?} and then {:?}", fixed.files, again.files);
}

/// Whether it is JSON that parsed before; then it must still.
fn still_parses(path: &Path, before: &str, after: &str) -> bool {
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    let did_parse = is_json && Tree::parse(before).is_valid();
    assert!(!did_parse || Tree::parse(after).is_valid(), "{before:?} became {after:?}");
    did_parse
}

fn errors(report: &Report) -> usize {
    report.diagnostics.iter().filter(|finding| finding.level == Level::Error).count()
}

fn is_dropped(report: &Report) -> bool {
    report.diagnostics.iter().any(|finding| finding.effect == Effect::VoidsFile)
}

/// All fixes together leave a text that parses if it did.
fn fix_all(system: &dyn System) {
    let fixed = fix::apply(system, &roots(), Applicability::Unsafe, report::check);
    report::examine(&fixed.report);
    for file in &fixed.files {
        still_parses(&file.path, &file.before, &file.after);
    }
}

fn roots() -> Vec<PathBuf> {
    ["/w", "/home/me", "/system", "/plugin"].map(PathBuf::from).to_vec()
}
