//! One page an event: when it fires, what is known of it, its payload and its answer.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use hookc_schema::Event;
use hookc_schema::event::{Category, Cloud};
use serde_json::Value;

use super::markdown::{definition, fenced, tag};
use super::schema::members;
use super::{Pages, evidence};

pub(super) fn pages() -> Pages {
    let common = common_fields();
    let mut pages: Pages =
        Event::ALL.into_iter().map(|event| (format!("events/{event}.md"), page(event, &common))).collect();
    pages.insert("events/index.md".to_owned(), index());
    pages
}

fn index() -> String {
    let mut text = "# Events\n\nThe points at which the host runs hooks, in the order of its own list. Names are case-sensitive, and a name that is not \
                    in this list [makes the host drop the whole file](../rules/unknown-event.md).\n\n"
        .to_owned();
    for event in Event::ALL {
        let facts = event.facts();
        let mut marks = Vec::new();
        if facts.blocking.value.can_block() {
            marks.push("[can block](../concepts.md#gate){ .level .level-error }");
        }
        if facts.cloud.value == Cloud::Runs {
            marks.push("[cloud](../concepts.md#targets){ .level .level-info }");
        }
        text.push_str(&definition(&format!("[`{event}`]({event}.md) {}", marks.join(" ")), facts.doc));
    }
    text
}

fn page(event: Event, common: &BTreeSet<String>) -> String {
    let facts = event.facts();
    let mut text = format!("# {event}\n\n{}\n\n", facts.doc);
    if facts.category == Category::Tab {
        text.push_str("Belongs to inline completion, not to the agent.\n\n");
    }
    text.push_str("## Facts\n\n");
    for fact in evidence::of_event(facts) {
        let term = format!("{} {}", fact.aspect, tag(fact.evidence, "../"));
        text.push_str(&definition(&term, &fact.said));
    }
    text.push_str(&payload(event, common));
    text.push_str(&answer(event));
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "## Try it\n\n{}",
        fenced(
            "console",
            &format!(
                "$ hookc sample {event}                          # the payload above\n\
                 $ hookc sample {event} | hookc run {event} --trace\n\
                 $ hookc why {event}"
            )
        )
    );
    text
}

fn payload(event: Event, common: &BTreeSet<String>) -> String {
    let schema = schema(event, "input");
    let mut text = format!(
        "## Payload\n\nComes as one JSON object on standard input. Other fields may come with it. `hookc schema {event}.input` prints its JSON Schema.\n\n"
    );
    text.push_str(&fenced("json", &pretty(&schema["examples"][0])));
    text.push_str(&members(&schema, |name| !common.contains(name)));
    let shared = members(&schema, |name| common.contains(name));
    if !shared.is_empty() {
        text.push_str("### Fields of every event\n\n");
        text.push_str(&shared);
    }
    text
}

fn answer(event: Event) -> String {
    let schema = schema(event, "output");
    let description = schema["description"].as_str().unwrap_or_default();
    let mut text = format!("## Answer\n\n{description}\n\n");
    let examples = schema["examples"].as_array().into_iter().flatten();
    for example in examples.filter(|example| example.as_object().is_some_and(|fields| !fields.is_empty())) {
        text.push_str(&fenced("json", &pretty(example)));
    }
    text.push_str(&members(&schema, |_| true));
    text
}

/// The payload fields that come at every event of the agent in the same words.
fn common_fields() -> BTreeSet<String> {
    let agents = Event::ALL.into_iter().filter(|event| event.facts().category == Category::Agent);
    let fields = |event: Event| -> BTreeSet<String> {
        schema(event, "input")["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, _)| name.clone())
            .collect()
    };
    agents.map(fields).reduce(|common, fields| &common & &fields).unwrap_or_default()
}

fn schema(event: Event, which: &str) -> Value {
    let text = hookc_schema::schema(&format!("{event}.{which}")).unwrap_or("{}");
    serde_json::from_str(text).unwrap_or_default()
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_payload_and_answer_stands_on_the_page() {
        let pages = pages();
        for event in Event::ALL {
            let page = &pages[&format!("events/{event}.md")];
            for which in ["input", "output"] {
                for (name, _) in schema(event, which)["properties"].as_object().into_iter().flatten() {
                    assert!(page.contains(&format!("\n`{name}` ")), "{event}.{which}: {name}");
                }
            }
        }
    }

    #[test]
    fn what_every_event_sends_stands_apart() {
        let common = common_fields();
        assert!(common.contains("conversation_id") && !common.contains("tool_name"), "{common:?}");
    }
}
