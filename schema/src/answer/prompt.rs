//! What the model of a prompt hook answers.

use serde::{Deserialize, Serialize};

/// The verdict of a prompt hook (HOOKS.md 1.3). The host asks its model for this form; no script writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptVerdict {
    /// Whether the action may go ahead. `true` casts no vote, `false` blocks.
    pub ok: bool,
    /// What the user is told when it may not.
    #[serde(default, deserialize_with = "crate::value::present", skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
