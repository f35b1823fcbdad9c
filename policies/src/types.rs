//! What events tell and read, as the generated schemas say it: the types of payloads and answers.

use std::sync::OnceLock;

use hookc_compiler::script::Segment;
use hookc_schema::Event;
use serde_json::Value;

/// What is known of a way into the payload of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carried {
    /// The documentation promises or mentions it.
    Documented,
    /// Only captures show it.
    Observed,
    /// The schema leaves open what is there.
    Open,
    /// The event never carries it; the number is that of the segment that leads nowhere.
    Never(usize),
    /// The way leads into a string as if it were an object; the number is that of the first segment inside it.
    InsideText(usize),
}

/// The payload schema of an event.
fn payload(event: Event) -> &'static Value {
    static SCHEMAS: [OnceLock<Value>; Event::ALL.len()] = [const { OnceLock::new() }; Event::ALL.len()];
    SCHEMAS[event as usize].get_or_init(|| schema(event, "input"))
}

/// The answer schema of an event.
fn answer(event: Event) -> &'static Value {
    static SCHEMAS: [OnceLock<Value>; Event::ALL.len()] = [const { OnceLock::new() }; Event::ALL.len()];
    SCHEMAS[event as usize].get_or_init(|| schema(event, "output"))
}

fn schema(event: Event, side: &str) -> Value {
    let text = hookc_schema::schema(&format!("{event}.{side}")).unwrap_or("{}");
    serde_json::from_str(text).unwrap_or_default()
}

/// Follows a way into the payload of an event. `decoded`: strings on the way are parsed as JSON of their own.
pub(crate) fn carried(event: Event, path: &[Segment], decoded: bool) -> Carried {
    let mut at = payload(event);
    let mut seen = Carried::Documented;
    for (index, segment) in path.iter().enumerate() {
        let next = match (segment, at.get("properties"), at.get("items")) {
            (Segment::Key(key), Some(properties), _) => properties.get(&key.name),
            (Segment::Item, _, Some(items)) => Some(items),
            (Segment::Key(key), None, _) if is_text(at) && !is_of_strings(&key.name) => {
                return if decoded { Carried::Open } else { Carried::InsideText(index) };
            }
            _ => return Carried::Open,
        };
        let Some(next) = next else {
            let is_open = at.get("additionalProperties").is_some_and(|more| *more != Value::Bool(false));
            return if is_open { Carried::Open } else { Carried::Never(index) };
        };
        if next.get("x-documented") == Some(&Value::Bool(false)) {
            seen = Carried::Observed;
        }
        at = next;
    }
    seen
}

/// The names of the fields at the top of an event's payload.
pub(crate) fn payload_fields(event: Event) -> impl Iterator<Item = &'static str> {
    payload(event)
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|properties| properties.keys().map(String::as_str))
}

/// Whether a name is a property of every string in some language, so that it says nothing about the value.
fn is_of_strings(name: &str) -> bool {
    name == "length"
}

fn is_text(schema: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(kind)) => kind == "string",
        Some(Value::Array(kinds)) => kinds.iter().all(|kind| kind == "string" || kind == "null"),
        _ => false,
    }
}

/// A field of the answer to an event.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field {
    schema: &'static Value,
}

/// What a value of an answer's field must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One of a list of texts: see [`Field::takes_text`].
    Choice,
    /// Any text.
    Text,
    /// `true` or `false`.
    Bool,
    /// An object.
    Object,
    /// An array.
    Array,
    /// Anything.
    Any,
}

/// The field of this name in the answer to an event; `None` when the event does not read it.
pub(crate) fn answer_field(event: Event, name: &str) -> Option<Field> {
    answer(event).get("properties")?.get(name).map(|schema| Field { schema })
}

/// The names of the fields that the answer to an event may have.
pub(crate) fn answer_fields(event: Event) -> impl Iterator<Item = &'static str> {
    answer(event)
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(|properties| properties.keys().map(String::as_str))
}

/// The events whose answer may have a field of this name, with the documented ones only.
pub(crate) fn events_that_read(name: &str) -> Vec<Event> {
    Event::ALL
        .into_iter()
        .filter(|event| {
            answer_field(*event, name).is_some_and(|field| field.is_documented() && field.is_honoured())
        })
        .collect()
}

impl Field {
    /// Whether the documentation has it, and not only some builds.
    pub(crate) fn is_documented(self) -> bool {
        self.schema.get("x-documented") != Some(&Value::Bool(false))
    }

    /// Whether only builds of the command-line agent read it, as far as is known.
    pub(crate) fn is_of_the_cli(self) -> bool {
        self.schema
            .get("x-targets")
            .and_then(Value::as_array)
            .is_some_and(|targets| targets.iter().all(|target| target == "cli"))
    }

    /// Whether it has any effect where it is accepted.
    pub(crate) fn is_honoured(self) -> bool {
        self.schema.get("x-honoured") != Some(&Value::Bool(false))
    }

    /// What its value must be.
    pub(crate) fn kind(self) -> Kind {
        if self.choices().is_some() {
            return Kind::Choice;
        }
        match self.schema.get("type").and_then(Value::as_str) {
            Some("string") => Kind::Text,
            Some("boolean") => Kind::Bool,
            Some("object") => Kind::Object,
            Some("array") => Kind::Array,
            _ => Kind::Any,
        }
    }

    /// Whether this text is one of its values.
    pub(crate) fn takes_text(self, text: &str) -> bool {
        match self.choices() {
            Some(choices) => choices.iter().any(|choice| choice == text),
            None => matches!(self.kind(), Kind::Text | Kind::Any),
        }
    }

    /// The texts that it may be, when these are listed.
    pub(crate) fn choices(self) -> Option<&'static Vec<Value>> {
        self.schema.get("enum").and_then(Value::as_array)
    }
}

#[cfg(test)]
mod tests {
    use hookc_compiler::script::Key;

    use super::*;

    fn path(text: &str) -> Vec<Segment> {
        text.split('.')
            .map(|name| match name {
                "[]" => Segment::Item,
                name => Segment::Key(Key { name: name.to_owned(), place: 0..0 }),
            })
            .collect()
    }

    fn plain(event: Event, text: &str) -> Carried {
        carried(event, &path(text), false)
    }

    #[test]
    fn fields_of_the_event_and_common_ones_are_carried() {
        assert_eq!(plain(Event::BeforeShellExecution, "command"), Carried::Documented);
        assert_eq!(plain(Event::Stop, "conversation_id"), Carried::Documented);
        assert_eq!(plain(Event::AfterFileEdit, "edits.[].new_string"), Carried::Documented);
    }

    #[test]
    fn a_field_of_another_event_is_not() {
        assert_eq!(plain(Event::BeforeShellExecution, "tool_input.command"), Carried::Never(0));
        assert_eq!(plain(Event::AfterFileEdit, "edits.[].text"), Carried::Never(2));
        assert_eq!(plain(Event::WorkspaceOpen, "conversation_id"), Carried::Never(0));
    }

    #[test]
    fn a_session_is_promised_by_session_events_only() {
        assert_eq!(plain(Event::BeforeSubmitPrompt, "session_id"), Carried::Observed);
        assert_eq!(plain(Event::SessionStart, "session_id"), Carried::Documented);
    }

    #[test]
    fn a_text_that_holds_json_is_entered_only_when_it_is_decoded() {
        assert_eq!(plain(Event::BeforeMcpExecution, "tool_input.path"), Carried::InsideText(1));
        assert_eq!(carried(Event::BeforeMcpExecution, &path("tool_input.path"), true), Carried::Open);
        assert_eq!(plain(Event::PreToolUse, "tool_input.path"), Carried::Open);
        assert_eq!(plain(Event::BeforeShellExecution, "command.length"), Carried::Open);
    }

    #[test]
    fn every_event_has_both_schemas() {
        for event in Event::ALL {
            assert!(payload_fields(event).count() > 2, "{event}");
            assert!(answer(event).get("title").is_some(), "{event}");
        }
    }

    #[test]
    fn answers_are_typed_by_their_event() {
        let ask = |event| answer_field(event, "permission").map(|field| field.takes_text("ask"));
        assert_eq!(ask(Event::PreToolUse), Some(true));
        assert_eq!(ask(Event::BeforeReadFile), Some(false));
        assert_eq!(ask(Event::Stop), None);
        let context = |event| answer_field(event, "additional_context").map(Field::is_documented);
        assert_eq!(context(Event::SessionStart), Some(true));
        assert_eq!(context(Event::BeforeSubmitPrompt), Some(false));
    }
}
