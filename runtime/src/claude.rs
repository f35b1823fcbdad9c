//! Answers in Claude's form, made into the host's own (HOOKS.md 2.6).

use hookc_schema::value::{Object, is_blank};
use hookc_schema::{Event, claude};
use serde_json::Value;

/// Adds to an answer the host's own fields for what it says in Claude's form. A field that it has already stays as it is,
/// and a nested part that names another event is ignored.
pub(crate) fn add_native_fields(event: Event, answer: &mut Object) {
    let Some(claude_name) = claude_name(event) else { return };
    let nested = match answer.get("hookSpecificOutput") {
        Some(Value::Object(nested)) if is_for(nested, claude_name) => nested.clone(),
        _ => Object::new(),
    };
    for (field, value) in native_fields(event, answer, &nested) {
        if let Some(value) = value {
            answer.entry(field).or_insert(value);
        }
    }
}

fn native_fields(event: Event, flat: &Object, nested: &Object) -> Vec<(&'static str, Option<Value>)> {
    let context = || {
        let value = nested.get("additionalContext").or_else(|| flat.get("additionalContext"));
        ("additional_context", value.cloned())
    };
    match event {
        Event::PreToolUse => vec![
            ("permission", nested.get("permissionDecision").cloned()),
            ("user_message", nested.get("permissionDecisionReason").cloned()),
            ("updated_input", nested.get("updatedInput").cloned()),
            context(),
        ],
        Event::Stop | Event::SubagentStop => {
            vec![("followup_message", reason_to_go_on(nested).or_else(|| reason_to_go_on(flat)))]
        }
        Event::BeforeSubmitPrompt | Event::SessionStart => {
            let is_stopped = flat.get("continue") == Some(&Value::Bool(false));
            vec![("user_message", flat.get("stopReason").filter(|_| is_stopped).cloned()), context()]
        }
        Event::PostToolUse | Event::PostToolUseFailure => vec![context()],
        _ => Vec::new(),
    }
}

/// Claude's name of the event, if the host maps one to it.
fn claude_name(event: Event) -> Option<&'static str> {
    claude::EVENTS.iter().find(|row| row.runs_at.value == Some(event)).map(|row| row.name)
}

fn is_for(nested: &Object, claude_name: &str) -> bool {
    nested.get("hookEventName").is_none_or(|name| name == claude_name)
}

/// The reason of `{"decision": "block", "reason": …}`, which keeps the agent going.
fn reason_to_go_on(answer: &Object) -> Option<Value> {
    let blocks = answer.get("decision").is_some_and(|decision| decision == "block");
    let reason = answer.get("reason").filter(|_| blocks)?;
    reason.as_str().is_some_and(|reason| !is_blank(reason)).then(|| reason.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(event: Event, answer: Value) -> Value {
        let Value::Object(mut answer) = answer else { panic!("not an object") };
        add_native_fields(event, &mut answer);
        Value::Object(event.read_answer(&Value::Object(answer)).unwrap())
    }

    #[test]
    fn a_nested_permission_counts() {
        let answer = json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "No.",
            "updatedInput": { "command": "ls" }, "additionalContext": "More.",
        } });
        assert_eq!(
            read(Event::PreToolUse, answer),
            json!({
                "permission": "deny", "user_message": "No.", "updated_input": { "command": "ls" },
                "additional_context": "More.",
            })
        );
    }

    #[test]
    fn a_nested_part_for_another_event_is_ignored() {
        let answer =
            json!({ "hookSpecificOutput": { "hookEventName": "Stop", "permissionDecision": "deny" } });
        assert_eq!(read(Event::PreToolUse, answer), json!({}));
    }

    #[test]
    fn the_hosts_own_field_wins() {
        let answer = json!({ "permission": "allow", "hookSpecificOutput": { "permissionDecision": "deny" } });
        assert_eq!(read(Event::PreToolUse, answer), json!({ "permission": "allow" }));
    }

    #[test]
    fn a_block_at_the_end_of_a_turn_goes_on_with_its_reason() {
        let block = json!({ "decision": "block", "reason": "Run the tests." });
        for answer in [block.clone(), json!({ "hookSpecificOutput": block })] {
            assert_eq!(read(Event::Stop, answer), json!({ "followup_message": "Run the tests." }));
        }
        for answer in [
            json!({ "decision": "approve", "reason": "x" }),
            json!({ "decision": "block", "reason": " " }),
            json!({ "decision": "block" }),
        ] {
            assert_eq!(read(Event::Stop, answer), json!({}));
        }
    }

    #[test]
    fn context_counts_nested_or_flat() {
        for answer in [
            json!({ "additionalContext": "x" }),
            json!({ "hookSpecificOutput": { "hookEventName": "SessionStart", "additionalContext": "x" } }),
        ] {
            assert_eq!(read(Event::SessionStart, answer), json!({ "additional_context": "x" }));
        }
    }

    #[test]
    fn a_stop_reason_is_told_when_something_stops() {
        let answer = json!({ "continue": false, "stopReason": "Keys." });
        assert_eq!(
            read(Event::BeforeSubmitPrompt, answer),
            json!({ "continue": false, "user_message": "Keys." })
        );
        let answer = json!({ "continue": true, "stopReason": "Keys." });
        assert_eq!(read(Event::BeforeSubmitPrompt, answer), json!({ "continue": true }));
    }

    #[test]
    fn decisions_of_other_events_are_ignored() {
        let answer = json!({ "decision": "block", "reason": "x" });
        for event in [Event::PreToolUse, Event::PostToolUse, Event::BeforeSubmitPrompt, Event::SessionEnd] {
            assert_eq!(read(event, answer.clone()), json!({}), "{event}");
        }
    }
}
