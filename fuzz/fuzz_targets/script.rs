//! A script in one of the languages that are understood: facts of it, and what is said of a project whose hooks run it.

#![no_main]

use hookc_compiler::script::{self, Facts, Language};
use hookc_compiler::system::MemorySystem;
use hookc_fuzz::{bytes, places, report};
use hookc_schema::Event;
use libfuzzer_sys::fuzz_target;

const LANGUAGES: [(Language, &str); 5] = [
    (Language::Shell, "bash .cursor/hooks/hook.sh"),
    (Language::Python, "python3 .cursor/hooks/hook.py"),
    (Language::JavaScript, "node .cursor/hooks/hook.mjs"),
    (Language::TypeScript, "npx tsx .cursor/hooks/hook.ts"),
    (Language::PowerShell, "pwsh -NoProfile -File .cursor/hooks/hook.ps1"),
];

fuzz_target!(|data: &[u8]| {
    let (choice, data) = bytes::split_first(data);
    let (event, data) = bytes::split_first(data);
    let text = bytes::text(data);
    let (language, command) = bytes::choose(&LANGUAGES, choice);
    let facts = script::read(language, &text);
    examine(&facts, &text);
    assert_eq!(facts, script::read(language, &text));
    if language == Language::Shell
        && let Some(of_line) = script::read_line(&text)
    {
        examine(&of_line, &text);
    }
    judge(bytes::choose(&Event::ALL, event), command, &text);
});

fn examine(facts: &Facts, text: &str) {
    places::assert_all_in(text, facts);
    facts.is_sure();
}

/// A project with the script at one event, alone and beside an event that blocks.
fn judge(event: Event, command: &str, text: &str) {
    let hooks = serde_json::json!({
        "version": 1,
        "hooks": {
            event.name(): [{ "command": command }],
            "beforeShellExecution": [{ "command": command, "failClosed": true }],
        },
    });
    let path = command.split(' ').next_back().unwrap_or_default();
    let system = MemorySystem::new()
        .file("/w/.cursor/hooks.json", hooks.to_string())
        .script(format!("/w/{path}"), text);
    report::examine(&report::check(&system));
}
