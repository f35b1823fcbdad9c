//! Sessions, and the life of the application.

use serde::{Deserialize, Serialize};

use crate::value::{Nullable, Number, present};

/// What `sessionStart` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct SessionStart {
    /// The session, equal to `conversation_id`.
    #[cfg_attr(feature = "generate", schemars(example = &"74a1c0de-0000-4000-8000-000000000001"))]
    pub session_id: String,
    /// Whether this is a background agent rather than a conversation with the user.
    #[cfg_attr(feature = "generate", schemars(example = false))]
    pub is_background_agent: bool,
    /// The mode that the conversation begins in: `agent`, `ask` or `edit`, and others may come.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &"agent"))]
    pub composer_mode: Option<String>,
}

/// What `sessionEnd` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct SessionEnd {
    /// The session, equal to `conversation_id`.
    #[cfg_attr(feature = "generate", schemars(example = &"74a1c0de-0000-4000-8000-000000000001"))]
    pub session_id: String,
    /// How the session ended.
    #[cfg_attr(feature = "generate", schemars(example = &"completed"))]
    pub reason: EndReason,
    /// How long the session was, in milliseconds.
    #[cfg_attr(feature = "generate", schemars(example = 45000))]
    pub duration_ms: Number,
    /// Whether this was a background agent.
    #[cfg_attr(feature = "generate", schemars(example = false))]
    pub is_background_agent: bool,
    /// The state that the session ended in; may be `none`.
    #[cfg_attr(feature = "generate", schemars(example = &"completed"))]
    pub final_status: String,
    /// What went wrong, if `reason` is `error`.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The agent was done.
    Completed,
    /// The user stopped the agent.
    Aborted,
    /// The agent failed.
    Error,
    /// The window was closed.
    WindowClose,
    /// The user closed the conversation.
    UserClose,
}

/// What `workspaceOpen` tells: a part of the common fields and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct WorkspaceOpen {
    /// The event.
    pub hook_event_name: String,
    /// The version of Cursor.
    #[cfg_attr(feature = "generate", schemars(example = &"3.9.16"))]
    pub cursor_version: String,
    /// The absolute paths of the workspace's folders.
    #[cfg_attr(feature = "generate", schemars(extend("examples" = [["/home/user/project"]])))]
    pub workspace_roots: Vec<String>,
    /// The address that the user is signed in with, or `null`.
    #[cfg_attr(feature = "generate", schemars(example = &"user@example.com"))]
    pub user_email: Nullable<String>,
}
