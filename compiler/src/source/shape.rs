//! Whether a text is hooks at all, and in whose words: asked only where the place of a file does not say it.

use hookc_schema::Event;
use serde_json::{Map, Value};

/// Whose hooks a text holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Not recognisably hooks.
    None,
    /// This product's events, or its `version` and `hooks`.
    Native,
    /// Claude's events.
    Claude,
}

/// Claude's names of events, those without a counterpart here included.
const CLAUDE_EVENTS: [&str; 12] = [
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "UserPromptSubmit",
    "SessionStart",
    "SessionEnd",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "PermissionRequest",
    "Notification",
];

/// Whose hooks the text holds. A text that is no JSON counts by the names that it quotes.
pub(super) fn of(bytes: &[u8]) -> Shape {
    match parse(bytes) {
        Some(Value::Object(members)) => of_members(&members),
        Some(_) => Shape::None,
        None => of_text(&String::from_utf8_lossy(bytes)),
    }
}

/// The text as JSON after one byte order mark; the last of duplicate members wins.
pub(super) fn parse(bytes: &[u8]) -> Option<Value> {
    serde_json::from_slice(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).ok()
}

fn of_members(members: &Map<String, Value>) -> Shape {
    let by_events = match members.get("hooks") {
        Some(Value::Object(hooks)) => of_names(hooks.keys().map(String::as_str)),
        Some(Value::Array(hooks)) => {
            of_names(hooks.iter().filter_map(|hook| hook.get("event").and_then(Value::as_str)))
        }
        Some(_) => Shape::None,
        None => return of_names(members.keys().map(String::as_str)),
    };
    let has_hooks = members.get("hooks").is_some_and(|hooks| hooks.is_object() || hooks.is_array());
    if by_events == Shape::None && has_hooks && members.contains_key("version") {
        return Shape::Native;
    }
    by_events
}

fn of_names<'a>(names: impl Iterator<Item = &'a str>) -> Shape {
    let mut shape = Shape::None;
    for name in names {
        if Event::from_name(name).is_some() {
            return Shape::Native;
        }
        if CLAUDE_EVENTS.contains(&name) {
            shape = Shape::Claude;
        }
    }
    shape
}

fn of_text(text: &str) -> Shape {
    let names = |name: &str| text.contains(&format!("\"{name}\"")) || text.contains(&format!("{name}:"));
    if !names("hooks") {
        return Shape::None;
    }
    if Event::ALL.iter().any(|event| names(event.name())) {
        return Shape::Native;
    }
    if CLAUDE_EVENTS.into_iter().any(names) { Shape::Claude } else { Shape::None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn native_hooks_are_known_by_their_events_or_their_version() {
        for text in [
            r#"{"version": 1, "hooks": {"stop": []}}"#,
            r#"{"hooks": {"beforeReadFile": []}}"#,
            r#"{"version": 1, "hooks": {}}"#,
            r#"{"hooks": [{"event": "stop"}]}"#,
            r#"{"afterFileEdit": []}"#,
            "\u{feff}{\"hooks\": {\"stop\": []}}",
        ] {
            assert_eq!(of(text.as_bytes()), Shape::Native, "{text}");
        }
    }

    #[test]
    fn claude_hooks_are_known_by_their_events() {
        assert_eq!(of(br#"{"hooks": {"PreToolUse": [{"hooks": []}]}}"#), Shape::Claude);
    }

    #[test]
    fn a_text_that_is_no_json_counts_by_the_names_in_it() {
        assert_eq!(of(b"{ \"hooks\": { // mine\n \"stop\": [] } }"), Shape::Native);
        assert_eq!(of(b"version: 1\nhooks:\n  stop:\n    - command: x\n"), Shape::Native);
        assert_eq!(of(b"{ \"hooks\": { \"Stop\": [], } }"), Shape::Claude);
    }

    #[test]
    fn other_texts_are_no_hooks() {
        for text in ["", "[]", "{}", r#"{"hooks": true}"#, r#"{"version": 1}"#, r#"{"hooks": {"onSave": 1}}"#]
        {
            assert_eq!(of(text.as_bytes()), Shape::None, "{text}");
        }
    }
}
