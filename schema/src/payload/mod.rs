//! What a hook is told: one JSON object on standard input.
//!
//! A payload has the common fields ([`Common`]) and the event's own; each type here holds the event's own alone, so
//! that both can be read from the same object. [`WorkspaceOpen`] is the exception: it has only a part of the common
//! fields and lists them itself.
//!
//! A field that is not optional is one that the documentation promises (HOOKS.md, inputs). Fields that only captures
//! show are optional and say so. Unknown fields are always possible, and numbers may have fractions (HOOKS.md 10.2).

mod agent;
mod file;
mod mcp;
mod session;
mod shell;
mod tool;

use serde::{Deserialize, Serialize};

pub use agent::{
    AfterAgentResponse, AfterAgentThought, BeforeSubmitPrompt, CompactionTrigger, PreCompact, Stop,
    StopStatus, SubagentStart, SubagentStop,
};
pub use file::{
    AfterFileEdit, AfterTabFileEdit, Attachment, AttachmentKind, BeforeReadFile, BeforeTabFileRead, Edit,
    TabEdit, TabRange,
};
pub use mcp::{AfterMcpExecution, BeforeMcpExecution};
pub use session::{EndReason, SessionEnd, SessionStart, WorkspaceOpen};
pub use shell::{AfterShellExecution, BeforeShellExecution};
pub use tool::{FailureType, PostToolUse, PostToolUseFailure, PreToolUse};

use crate::value::{Nullable, present};

/// The fields that every event has but `workspaceOpen` (HOOKS.md 10.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct Common {
    /// The conversation, the same over all its turns. A subagent's tool calls carry the subagent's own.
    #[cfg_attr(feature = "generate", schemars(example = &"74a1c0de-0000-4000-8000-000000000001"))]
    pub conversation_id: String,
    /// The current turn, which changes with every message of the user. May be empty at the ends of a session.
    #[cfg_attr(feature = "generate", schemars(example = &"f7b2c0de-0000-4000-8000-000000000002"))]
    pub generation_id: String,
    /// The model as the conversation is set up. May be `default` or empty.
    #[cfg_attr(feature = "generate", schemars(example = &"default"))]
    pub model: String,
    /// The structured name of the model, when there is one.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &"default"))]
    pub model_id: Option<String>,
    /// Parameters of the model, such as thinking, context or effort.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub model_params: Option<Vec<ModelParameter>>,
    /// The event, under its native name also for hooks of a Claude settings file.
    pub hook_event_name: String,
    /// The version of Cursor; the command-line agent sends a date and a hash.
    #[cfg_attr(feature = "generate", schemars(example = &"3.9.16"))]
    pub cursor_version: String,
    /// The folders of the workspace, usually one; empty in some windows. On Windows in the form `/c:/folder`.
    #[cfg_attr(feature = "generate", schemars(extend("examples" = [["/home/user/project"]])))]
    pub workspace_roots: Vec<String>,
    /// The address that the user is signed in with, or `null`.
    #[cfg_attr(feature = "generate", schemars(example = &"user@example.com"))]
    pub user_email: Nullable<String>,
    /// The file with the conversation's transcript, or `null`, which is common.
    #[cfg_attr(feature = "generate", schemars(example = None::<String>))]
    pub transcript_path: Nullable<String>,
    /// The session, equal to `conversation_id`. Seen on every event, documented for the session events only: do not
    /// rely on it.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

/// One parameter of the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct ModelParameter {
    /// Its name.
    #[cfg_attr(feature = "generate", schemars(example = &"effort"))]
    pub id: String,
    /// Its value, as text.
    #[cfg_attr(feature = "generate", schemars(example = &"max"))]
    pub value: String,
}
