//! What an event tells its hooks.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use hookc_schema::Event;
use hookc_schema::event::{PayloadError as SchemaError, SubjectText};
use serde_json::Value;

use crate::json;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A payload: the bytes that every hook gets on standard input, unchanged, and what they say.
#[derive(Debug, Clone)]
pub struct Payload {
    event: Event,
    bytes: Arc<[u8]>,
    value: Value,
}

/// How closely a payload is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// It must be one that the host could have sent.
    #[default]
    Strict,
    /// It must be a JSON object.
    Lenient,
}

/// Why a payload is refused.
#[derive(Debug, thiserror::Error)]
pub enum PayloadError {
    /// The bytes are not UTF-8.
    #[error("the payload is not UTF-8: byte {0} is wrong")]
    Utf8(usize),
    /// The text is not JSON.
    #[error("the payload is not JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The value is no object.
    #[error("the payload is not a JSON object")]
    NoObject,
    /// It does not fit the event.
    #[error("the payload is not one of `{event}`: {error}")]
    Unfit {
        /// The event.
        event: Event,
        /// What is wrong.
        error: SchemaError,
    },
}

impl Payload {
    /// Reads a payload. Byte order marks before it are accepted, as Windows hosts send them, and unknown fields are kept
    /// (HOOKS.md 10).
    ///
    /// ```
    /// use hookc_runtime::payload::{Payload, Strictness};
    /// use hookc_runtime::Event;
    ///
    /// let bytes = br#"{ "command": "git push" }"#.as_slice();
    /// assert!(Payload::parse(Event::BeforeShellExecution, bytes, Strictness::Lenient).is_ok());
    ///
    /// let error = Payload::parse(Event::BeforeShellExecution, bytes, Strictness::Strict).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the payload is not one of `beforeShellExecution`: missing field `conversation_id`"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// The bytes are not UTF-8, not a JSON object, nested deeper than 128 levels, or, when strict, not what the host could
    /// have sent.
    pub fn parse(
        event: Event,
        bytes: impl Into<Arc<[u8]>>,
        strictness: Strictness,
    ) -> Result<Self, PayloadError> {
        let bytes = bytes.into();
        let text = std::str::from_utf8(&bytes).map_err(|error| PayloadError::Utf8(error.valid_up_to()))?;
        let value = json::parse(text.trim_start_matches(BYTE_ORDER_MARK))?;
        if !value.is_object() {
            return Err(PayloadError::NoObject);
        }
        if strictness == Strictness::Strict {
            event.check_payload(&value).map_err(|error| PayloadError::Unfit { event, error })?;
        }
        Ok(Self { event, bytes, value })
    }

    /// The event.
    pub const fn event(&self) -> Event {
        self.event
    }

    /// What hooks get on standard input.
    pub const fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// The text without byte order marks.
    pub fn text(&self) -> Cow<'_, str> {
        let text = String::from_utf8_lossy(&self.bytes);
        match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim_start_matches(BYTE_ORDER_MARK)),
            Cow::Owned(text) => Cow::Owned(text.trim_start_matches(BYTE_ORDER_MARK).to_owned()),
        }
    }

    /// What it says.
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// A text field; `None` if it is absent or no text.
    pub fn str(&self, field: &str) -> Option<&str> {
        self.value.get(field).and_then(Value::as_str)
    }

    /// The text that matchers are tested against; `None` if the event or the payload has none (HOOKS.md 5.1, 5.2).
    pub fn subject(&self) -> Option<&str> {
        match self.event.facts().subject.value.text() {
            SubjectText::Field(fields) => fields.iter().find_map(|field| self.str(field)),
            SubjectText::Fixed(text) => Some(text),
            SubjectText::Absent => None,
        }
    }

    /// The first folder of the workspace.
    pub(crate) fn first_workspace_folder(&self) -> Option<&Path> {
        let first = self.value.get("workspace_roots")?.get(0)?.as_str()?;
        Path::new(first).is_absolute().then_some(Path::new(first))
    }

    /// How many follow-ups there have been, without a fraction; 0 if the payload does not say.
    #[expect(clippy::cast_sign_loss, reason = "a negative count is none")]
    pub(crate) fn loop_count(&self) -> u64 {
        let count = self.value.get("loop_count").unwrap_or(&Value::Null);
        count.as_u64().or_else(|| count.as_f64().map(|count| count as u64)).unwrap_or_default()
    }

    /// Whether the turn or the subagent came to its proper end.
    pub(crate) fn is_completed(&self) -> bool {
        self.str("status") == Some("completed")
    }

    /// Whether it is about a tool of an MCP server.
    pub(crate) fn is_about_mcp(&self) -> bool {
        self.str("tool_name").is_some_and(|name| name.starts_with("MCP:"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lenient(event: Event, text: &str) -> Payload {
        Payload::parse(event, text.as_bytes(), Strictness::Lenient).unwrap()
    }

    fn error_of(bytes: &[u8]) -> String {
        Payload::parse(Event::Stop, bytes, Strictness::Lenient).unwrap_err().to_string()
    }

    #[test]
    fn byte_order_marks_are_accepted_and_passed_on() {
        let payload = lenient(Event::Stop, "\u{feff}\u{feff}{}");
        assert_eq!(payload.text(), "{}");
        assert_eq!(&**payload.bytes(), "\u{feff}\u{feff}{}".as_bytes());
    }

    #[test]
    fn even_a_lenient_reader_wants_an_object() {
        assert_eq!(error_of(b"{\"a\": \"\xff\"}"), "the payload is not UTF-8: byte 7 is wrong");
        assert_eq!(error_of(b"[]"), "the payload is not a JSON object");
        assert!(error_of(b"").starts_with("the payload is not JSON: EOF"));
        assert!(error_of("[".repeat(100_000).as_bytes()).contains("recursion limit"));
    }

    #[test]
    fn the_subject_is_the_one_of_the_event_table() {
        let text =
            r#"{ "command": "ls", "tool_name": "Shell", "url": "http://x", "subagent_type": "explore" }"#;
        for (event, subject) in [
            (Event::BeforeShellExecution, Some("ls")),
            (Event::PreToolUse, Some("Shell")),
            (Event::SubagentStop, Some("explore")),
            (Event::BeforeReadFile, Some("Read")),
            (Event::BeforeSubmitPrompt, Some("UserPromptSubmit")),
            (Event::BeforeMcpExecution, Some("ls")),
            (Event::SessionStart, None),
        ] {
            assert_eq!(lenient(event, text).subject(), subject, "{event}");
        }
    }

    #[test]
    fn an_mcp_server_without_a_command_is_known_by_its_address() {
        assert_eq!(
            lenient(Event::BeforeMcpExecution, r#"{ "url": "http://x" }"#).subject(),
            Some("http://x")
        );
        assert_eq!(lenient(Event::BeforeMcpExecution, "{}").subject(), None);
    }
}
