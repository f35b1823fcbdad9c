//! Realistic payloads: the examples of the schemas, with the shapes that were observed (HOOKS.md 10).

use std::fmt;

use hookc_schema::Event;
use hookc_schema::event::{PayloadError, Subject, SubjectText};
use serde_json::{Map, Value, json};

/// A payload in the making.
///
/// ```
/// use hookc_compiler::sample::Sample;
/// use hookc_schema::Event;
///
/// let mut sample = Sample::new(Event::PreToolUse);
/// sample.set("tool_name", "Read".into())?;
/// assert_eq!(sample.finish()["tool_input"]["file_path"], "/home/user/project/src/main.ts");
/// # Ok::<(), hookc_compiler::sample::SetError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    event: Event,
    payload: Value,
    /// The members of the payload that were set.
    set: Vec<String>,
}

/// Why a value cannot be set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetError {
    /// A step of the path is empty.
    EmptyStep,
    /// Something on the way has no members.
    NoMembers(String),
    /// An item of a list is named by something else than a number, or is not the next one at most.
    NoItem(String),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EmptyStep => f.write_str("a step of the path is empty"),
            Self::NoMembers(step) => write!(f, "there is nothing below `{step}`"),
            Self::NoItem(step) => write!(f, "a list has no item `{step}`"),
        }
    }
}

impl std::error::Error for SetError {}

impl Sample {
    /// What the host might send at an event.
    pub fn new(event: Event) -> Self {
        let schema =
            hookc_schema::schema(&format!("{event}.input")).and_then(|text| serde_json::from_str(text).ok());
        let example = schema.as_ref().and_then(|schema: &Value| schema.pointer("/examples/0"));
        Self { event, payload: example.cloned().unwrap_or_else(|| json!({})), set: Vec::new() }
    }

    /// Sets a value. The steps of the path stand between dots; a number is an item of a list, and the one behind the last is added.
    ///
    /// # Errors
    ///
    /// The path leads through something that has no members, or past the end of a list.
    pub fn set(&mut self, path: &str, value: Value) -> Result<(), SetError> {
        let steps: Vec<&str> = path.split('.').collect();
        if steps.iter().any(|step| step.is_empty()) {
            return Err(SetError::EmptyStep);
        }
        let mut at = &mut self.payload;
        let mut above = "the payload";
        for step in &steps {
            at = member(at, above, step)?;
            above = step;
        }
        *at = value;
        self.set.extend(steps.first().map(|step| (*step).to_owned()));
        Ok(())
    }

    /// Sets what matchers are tested against.
    ///
    /// # Errors
    ///
    /// The event has nothing of that kind, or always the same text, which is told.
    pub fn set_subject(&mut self, subject: &str) -> Result<(), SubjectText> {
        let text = self.event.facts().subject.value.text();
        let SubjectText::Field([field, ..]) = text else { return Err(text) };
        self.set(field, subject.into()).map_err(|_| text)
    }

    /// Whether the host could have sent it.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn check(&self) -> Result<(), PayloadError> {
        self.event.check_payload(&self.finish())
    }

    /// The payload. Where the tool was set and its input was not, the input is one of that tool.
    pub fn finish(&self) -> Value {
        let mut payload = self.payload.clone();
        let was_set = |name: &str| self.set.iter().any(|set| set == name);
        if self.event.facts().subject.value != Subject::ToolName || !was_set("tool_name") {
            return payload;
        }
        let tool = payload.get("tool_name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let Value::Object(members) = &mut payload else { return payload };
        for (name, value) in [("tool_input", input_of(&tool)), ("tool_output", output_of(&tool))] {
            if members.contains_key(name) && !was_set(name) {
                members.insert(name.to_owned(), value);
            }
        }
        payload
    }
}

/// The value that a step leads to; a new one where there is none yet.
fn member<'v>(value: &'v mut Value, above: &str, step: &str) -> Result<&'v mut Value, SetError> {
    match value {
        Value::Object(members) => Ok(members.entry(step).or_insert_with(|| Value::Object(Map::new()))),
        Value::Array(items) => {
            let place: usize = step.parse().map_err(|_| SetError::NoItem(step.to_owned()))?;
            if place == items.len() {
                items.push(Value::Object(Map::new()));
            }
            items.get_mut(place).ok_or_else(|| SetError::NoItem(step.to_owned()))
        }
        _ => Err(SetError::NoMembers(above.to_owned())),
    }
}

const FILE: &str = "/home/user/project/src/main.ts";

/// The input of a tool in its observed shape (HOOKS.md 10.2).
fn input_of(tool: &str) -> Value {
    match tool {
        "Shell" => json!({ "command": "git status", "cwd": "", "timeout": 30000 }),
        "Read" | "Delete" => json!({ "file_path": FILE }),
        "Write" => json!({ "file_path": FILE, "content": "export const answer = 42;\n" }),
        "Grep" => {
            json!({ "pattern": "TODO", "file_path": "/home/user/project", "glob": "*.ts", "output_mode": "content" })
        }
        "Task" => json!({
            "description": "Find callers", "prompt": "Find every caller of `answer`.", "subagent_type": "explore",
            "model": "default",
        }),
        "WebFetch" => json!({ "url": "https://example.com/" }),
        "WebSearch" => json!({ "search_term": "hooks", "explanation": "To read about hooks." }),
        _ => json!({}),
    }
}

fn output_of(tool: &str) -> Value {
    let output = match tool {
        "Shell" => json!({ "output": "nothing to commit\n", "exitCode": 0 }),
        _ => json!({ "output": "done" }),
    };
    Value::String(output.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(event: Event, path: &str, value: Value) -> Result<Value, SetError> {
        let mut sample = Sample::new(event);
        sample.set(path, value).map(|()| sample.finish())
    }

    #[test]
    fn every_event_has_a_sample_that_the_host_could_have_sent() {
        for event in Event::ALL {
            assert_eq!(Sample::new(event).check(), Ok(()), "{event}");
        }
    }

    #[test]
    fn a_path_leads_into_objects_and_lists() {
        let payload = set(Event::AfterFileEdit, "edits.0.old_string", "x".into()).unwrap();
        assert_eq!(payload["edits"][0]["old_string"], "x");
        let count = payload["edits"].as_array().unwrap().len();
        let payload = set(Event::AfterFileEdit, &format!("edits.{count}.new_string"), "y".into()).unwrap();
        assert_eq!(payload["edits"][count]["new_string"], "y");
        assert_eq!(set(Event::Stop, "a.b", 1.into()).unwrap()["a"]["b"], 1);
    }

    #[test]
    fn a_path_that_leads_nowhere_is_an_error() {
        assert_eq!(set(Event::Stop, "status.x", 1.into()), Err(SetError::NoMembers("status".to_owned())));
        assert_eq!(set(Event::Stop, "workspace_roots.9", 1.into()), Err(SetError::NoItem("9".to_owned())));
        assert_eq!(
            set(Event::Stop, "workspace_roots.first", 1.into()),
            Err(SetError::NoItem("first".to_owned()))
        );
        assert_eq!(set(Event::Stop, "a..b", 1.into()), Err(SetError::EmptyStep));
    }

    #[test]
    fn a_tool_comes_with_its_own_input_unless_that_is_set() {
        let mut sample = Sample::new(Event::PostToolUse);
        sample.set("tool_name", "Write".into()).unwrap();
        assert!(sample.finish()["tool_input"]["content"].is_string());
        sample.set("tool_input.other", 1.into()).unwrap();
        assert!(sample.finish()["tool_input"].get("content").is_none());
    }

    #[test]
    fn the_subject_is_the_field_that_matchers_see() {
        let mut sample = Sample::new(Event::BeforeShellExecution);
        sample.set_subject("rm -rf /").unwrap();
        assert_eq!(sample.finish()["command"], "rm -rf /");
        assert_eq!(Sample::new(Event::Stop).set_subject("x"), Err(SubjectText::Fixed("Stop")));
        assert_eq!(Sample::new(Event::SessionEnd).set_subject("x"), Err(SubjectText::Absent));
    }
}
