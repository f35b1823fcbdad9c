//! Claude's settings, and what this host makes of them (HOOKS.md 2).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::evidence::Fact;
use crate::value::{Number, present};

/// A Claude settings file, as far as it concerns hooks. Cursor reads the member `hooks` and ignores the rest.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "generate", schemars(title = "Hooks in Claude settings"))]
pub struct Settings {
    /// The hooks, by Claude's event names. An event that Cursor does not map is skipped; the rest of the file still
    /// counts.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "generate",
        schemars(extend("examples" = [{
            "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.sh" }] }],
        }]))
    )]
    pub hooks: Option<Hooks>,
}

/// The hooks of a settings file, by Claude's event names.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hooks(pub BTreeMap<String, Vec<Group>>);

/// Handlers that share a matcher.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct Group {
    /// Which tools the handlers are for, in Claude's names. Cursor splits it at `|` and puts its own names in.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &"Bash", example = &"Edit|Write"))]
    pub matcher: Option<String>,
    /// The handlers.
    pub hooks: Vec<Handler>,
}

/// What is to be done. Cursor takes over `command` and `prompt` handlers only.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "generate", schemars(transform = crate::generate::require_what_the_type_needs))]
pub struct Handler {
    /// How: `command` or `prompt`; `http`, `agent` and others are skipped by Cursor.
    #[serde(rename = "type", default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &"command", example = &"prompt"))]
    pub kind: Option<String>,
    /// The shell command line.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &".claude/hooks/guard.sh"))]
    pub command: Option<String>,
    /// Arguments that Claude gives to the command. Cursor is not known to read them.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub args: Option<Vec<String>>,
    /// The question for a model.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The model that answers.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The address that an `http` handler posts to. Skipped by Cursor.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// How long the handler may run, in seconds.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = 10))]
    pub timeout: Option<Number>,
}

/// The types of handler that the host takes over (HOOKS.md 2.2).
pub const HANDLER_TYPES: [&str; 2] = ["command", "prompt"];

/// What becomes of an event of Claude's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaudeEvent {
    /// Claude's name.
    pub name: &'static str,
    /// The event that the host runs its hooks at; `None` when it skips them.
    pub runs_at: Fact<Option<Event>>,
    /// The event of a hooks file that serves the same end, if there is one, even where the host does not map it by
    /// itself.
    pub native: Option<Event>,
    /// What to do instead, where nothing serves the same end: a whole sentence, else empty.
    pub advice: &'static str,
}

const fn mapped(name: &'static str, event: Event) -> ClaudeEvent {
    ClaudeEvent { name, runs_at: Fact::doc(Some(event), "2.3"), native: Some(event), advice: "" }
}

const fn native_only(name: &'static str, event: Event) -> ClaudeEvent {
    ClaudeEvent { name, runs_at: Fact::obs(None, "2.3"), native: Some(event), advice: "" }
}

const fn skipped(name: &'static str, advice: &'static str) -> ClaudeEvent {
    ClaudeEvent { name, runs_at: Fact::obs(None, "2.3"), native: None, advice }
}

const NO_COUNTERPART: &str = "There is no counterpart.";
const AT_THE_END: &str = "There is no counterpart; to hear about the end of a turn use `stop`.";

/// Every event of Claude's that is known, those that the host maps first.
pub const EVENTS: [ClaudeEvent; 28] = [
    mapped("PreToolUse", Event::PreToolUse),
    mapped("PostToolUse", Event::PostToolUse),
    mapped("UserPromptSubmit", Event::BeforeSubmitPrompt),
    mapped("Stop", Event::Stop),
    mapped("SubagentStop", Event::SubagentStop),
    mapped("SessionStart", Event::SessionStart),
    mapped("SessionEnd", Event::SessionEnd),
    mapped("PreCompact", Event::PreCompact),
    native_only("PostToolUseFailure", Event::PostToolUseFailure),
    native_only("SubagentStart", Event::SubagentStart),
    ClaudeEvent { runs_at: Fact::doc(None, "2.3"), ..skipped("Notification", AT_THE_END) },
    ClaudeEvent {
        runs_at: Fact::doc(None, "2.3"),
        ..skipped(
            "PermissionRequest",
            "There is no counterpart; to decide about an action use `preToolUse` or `beforeShellExecution`.",
        )
    },
    skipped("PermissionDenied", "There is no counterpart; `postToolUseFailure` hears of a denied tool."),
    skipped("PostToolBatch", "There is no counterpart; `postToolUse` hears of each tool."),
    skipped(
        "PostCompact",
        "There is no counterpart; `preCompact` fires before the conversation is summarised, nothing fires after it.",
    ),
    skipped("StopFailure", "There is no counterpart; `stop` fires with `status` `error`."),
    skipped("UserPromptExpansion", "There is no counterpart; `beforeSubmitPrompt` sees what the user sends."),
    skipped("FileChanged", "There is no counterpart; `afterFileEdit` hears of the agent's own edits."),
    skipped("Setup", "There is no counterpart; `workspaceOpen` fires when a workspace is opened."),
    skipped("TeammateIdle", AT_THE_END),
    skipped("TaskCreated", NO_COUNTERPART),
    skipped("TaskCompleted", AT_THE_END),
    skipped("ConfigChange", NO_COUNTERPART),
    skipped("CwdChanged", NO_COUNTERPART),
    skipped("InstructionsLoaded", NO_COUNTERPART),
    skipped("WorktreeCreate", NO_COUNTERPART),
    skipped("WorktreeRemove", NO_COUNTERPART),
    skipped("Elicitation", NO_COUNTERPART),
];

/// The row of this exact name, or `None`.
pub fn event(name: &str) -> Option<&'static ClaudeEvent> {
    EVENTS.iter().find(|event| event.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_events_are_taken_over() {
        assert_eq!(EVENTS.iter().filter(|event| event.runs_at.value.is_some()).count(), 8);
    }

    #[test]
    fn an_event_without_a_native_counterpart_comes_with_advice() {
        for event in &EVENTS {
            assert_eq!(event.native.is_none(), !event.advice.is_empty(), "{}", event.name);
        }
    }

    #[test]
    fn claude_names_are_not_the_hosts() {
        for row in &EVENTS {
            assert_eq!(Event::from_name(row.name), None, "{}", row.name);
        }
        assert!(event("preToolUse").is_none());
    }
}
