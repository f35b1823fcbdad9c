//! What hooks may answer at an event, and what becomes of several answers, in words (HOOKS.md 0.2, 0.3, 7).

use hookc_runtime::plan::Semantics;
use hookc_schema::Event;
use hookc_schema::event::{Ask, Blocking, FollowUp};
use serde_json::Value;

/// A field that an answer may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerField {
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub does: String,
}

/// The fields that the host reads at an event, as its schema has them.
pub fn answer_fields(event: Event) -> Vec<AnswerField> {
    let schema =
        hookc_schema::schema(&format!("{event}.output")).and_then(|text| serde_json::from_str(text).ok());
    let Some(Value::Object(properties)) = schema.as_ref().and_then(|schema: &Value| schema.get("properties"))
    else {
        return Vec::new();
    };
    let fields = properties.iter().map(|(name, property)| {
        let does = property.get("description").and_then(Value::as_str).unwrap_or_default();
        AnswerField { name: name.clone(), does: first_paragraph(does) }
    });
    fields.collect()
}

fn first_paragraph(text: &str) -> String {
    text.split("\n\n").next().unwrap_or_default().replace('\n', " ")
}

/// What the merge makes of the answers at an event, one sentence a point.
pub fn merge_rules(event: Event, semantics: Semantics) -> Vec<String> {
    let fields = answer_fields(event);
    let has = |field: &str| fields.iter().any(|known| known.name == field);
    let mut rules: Vec<String> = Vec::new();
    rules.extend(of_votes(event, semantics).map(str::to_owned));
    rules.extend(of_ask(event).map(str::to_owned));
    if has("user_message") || has("agent_message") {
        rules.push(of_messages(event, semantics).to_owned());
    }
    if has("additional_context") {
        rules.push(of_context(semantics).to_owned());
    }
    if has("env") {
        rules.push(format!("`env` is merged key by key; of one key the {} counts", which(semantics)));
    }
    let singles = ["updated_input", "updated_mcp_tool_output", "followup_message", "pluginPaths"];
    let which = which(semantics);
    rules.extend(
        singles
            .iter()
            .filter(|field| has(field))
            .map(|field| format!("of several `{field}` the {which} counts")),
    );
    rules.extend(of_follow_ups(event).map(str::to_owned));
    rules.push(of_exit_2(event).to_owned());
    rules.push(of_failures(event, semantics));
    rules
}

const fn which(semantics: Semantics) -> &'static str {
    match semantics {
        Semantics::Documented => "first in plan order",
        Semantics::Observed => "last in plan order",
    }
}

fn of_votes(event: Event, semantics: Semantics) -> Option<&'static str> {
    Some(match (event.facts().blocking.value, semantics) {
        (Blocking::Permission(_), Semantics::Documented) => {
            "the first source that votes decides; within it `deny` beats `ask` and `ask` beats `allow`"
        }
        (Blocking::Permission(_), Semantics::Observed) => {
            "`deny` from any source beats `ask`, and `ask` beats `allow`"
        }
        (Blocking::Continue, Semantics::Documented) => {
            "the first source that says `continue` decides; within it one `false` stops the prompt"
        }
        (Blocking::Continue, Semantics::Observed) => "one `continue: false` from any source stops the prompt",
        (Blocking::ContinueNotEnforced, _) => "`continue` is taken note of and stops nothing",
        (Blocking::No, _) => return None,
    })
}

fn of_ask(event: Event) -> Option<&'static str> {
    let Blocking::Permission(ask) = event.facts().blocking.value else { return None };
    Some(match ask {
        Ask::AsksUser => "`ask` has the user asked, unless the run mode approves by itself",
        Ask::NotEnforced => "`ask` is accepted and has no effect here",
        Ask::Denies => "`ask` is the same as `deny` here",
        Ask::Refused => "`ask` is no value here and makes the whole answer a failure",
    })
}

fn of_messages(event: Event, semantics: Semantics) -> &'static str {
    match (semantics, event.facts().blocking.value) {
        (Semantics::Observed, _) | (_, Blocking::No) => "messages of all hooks are joined",
        (Semantics::Documented, _) => "messages of the hooks that voted for the verdict are joined",
    }
}

const fn of_context(semantics: Semantics) -> &'static str {
    match semantics {
        Semantics::Documented => "`additional_context` of all hooks is joined",
        Semantics::Observed => {
            "`additional_context` of all hooks is joined; one longer than 10,000 characters is dropped whole"
        }
    }
}

fn of_follow_ups(event: Event) -> Option<&'static str> {
    match event.facts().follow_up.value {
        FollowUp::Never => None,
        FollowUp::Always => Some("a follow-up counts until the hook's loop limit is reached"),
        FollowUp::WhenCompleted => {
            Some("a follow-up counts when the subagent has completed, until the hook's loop limit is reached")
        }
    }
}

fn of_exit_2(event: Event) -> &'static str {
    match event.facts().blocking.value {
        Blocking::Permission(_) => "exit code 2 is `deny`, with standard error as the message",
        Blocking::Continue => "exit code 2 is `continue: false`, with standard error as the message",
        Blocking::ContinueNotEnforced | Blocking::No => "exit code 2 blocks nothing here",
    }
}

fn of_failures(event: Event, semantics: Semantics) -> String {
    let facts = event.facts();
    if !facts.blocking.value.can_block() {
        return "a hook that fails counts for nothing".to_owned();
    }
    let mut rule = "a hook that fails counts for nothing, or blocks if it fails closed".to_owned();
    match semantics {
        Semantics::Documented => rule.push_str("; one that says nothing has no opinion"),
        Semantics::Observed => {
            rule.push_str("; so does one that says nothing");
            if facts.is_permission() {
                rule.push_str("; a bad answer blocks in any case");
            }
        }
    }
    rule
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_says_what_becomes_of_exit_codes_and_failures() {
        for event in Event::ALL {
            for semantics in Semantics::ALL {
                let rules = merge_rules(event, semantics).join("\n");
                assert!(rules.contains("exit code 2") && rules.contains("fails"), "{event}: {rules}");
            }
        }
    }

    #[test]
    fn the_semantics_differ_in_what_they_say_of_permissions() {
        let first = |semantics| merge_rules(Event::PreToolUse, semantics).remove(0);
        assert!(first(Semantics::Documented).starts_with("the first source that votes decides"));
        assert!(first(Semantics::Observed).starts_with("`deny` from any source"));
    }

    #[test]
    fn fields_are_those_of_the_schema() {
        let names = |event| answer_fields(event).into_iter().map(|field| field.name).collect::<Vec<_>>();
        assert_eq!(names(Event::Stop), ["followup_message"]);
        assert!(names(Event::AfterFileEdit).is_empty());
        assert!(answer_fields(Event::PreToolUse).iter().all(|field| !field.does.is_empty()));
    }
}
