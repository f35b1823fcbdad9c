//! The agent's turns, its subagents and its memory.

use serde::{Deserialize, Serialize};

use super::Attachment;
use crate::value::{Nullable, Number, present};

/// What `beforeSubmitPrompt` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct BeforeSubmitPrompt {
    /// What the user wrote.
    #[cfg_attr(feature = "generate", schemars(example = &"Fix the failing test"))]
    pub prompt: String,
    /// What the user attached.
    #[cfg_attr(
        feature = "generate",
        schemars(extend("examples" = [[{ "type": "file", "file_path": "/home/user/project/src/main.rs" }]]))
    )]
    pub attachments: Vec<Attachment>,
    /// The mode of the conversation. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub composer_mode: Option<String>,
}

/// What `afterAgentResponse` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct AfterAgentResponse {
    /// What the agent said.
    #[cfg_attr(feature = "generate", schemars(example = &"The test passes now."))]
    pub text: String,
    /// Tokens read. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<Number>,
    /// Tokens written. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<Number>,
    /// Tokens read from the cache. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub cache_read_tokens: Option<Number>,
    /// Tokens written to the cache. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub cache_write_tokens: Option<Number>,
}

/// What `afterAgentThought` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct AfterAgentThought {
    /// The whole block of thinking.
    #[cfg_attr(feature = "generate", schemars(example = &"The test expects a trailing newline."))]
    pub text: String,
    /// How long the agent thought, in milliseconds.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = 5000))]
    pub duration_ms: Option<Number>,
}

/// What `stop` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct Stop {
    /// How the turn ended.
    #[cfg_attr(feature = "generate", schemars(example = &"completed"))]
    pub status: StopStatus,
    /// How many follow-up messages this conversation has had already, from 0.
    #[cfg_attr(feature = "generate", schemars(example = 0))]
    pub loop_count: Number,
    /// Tokens read. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<Number>,
    /// Tokens written. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<Number>,
    /// Tokens read from the cache. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub cache_read_tokens: Option<Number>,
    /// Tokens written to the cache. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub cache_write_tokens: Option<Number>,
}

/// How a turn, or a subagent, ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StopStatus {
    /// The agent was done.
    Completed,
    /// The user stopped it.
    Aborted,
    /// It failed.
    Error,
}

/// What `preCompact` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct PreCompact {
    /// What caused it.
    #[cfg_attr(feature = "generate", schemars(example = &"auto"))]
    pub trigger: CompactionTrigger,
    /// How full the context window is, in percent, 0 to 100. May have a fraction.
    #[cfg_attr(feature = "generate", schemars(example = 85.25))]
    pub context_usage_percent: Number,
    /// How many tokens the context window holds now.
    #[cfg_attr(feature = "generate", schemars(example = 120_000))]
    pub context_tokens: Number,
    /// How many tokens the context window can hold.
    #[cfg_attr(feature = "generate", schemars(example = 128_000))]
    pub context_window_size: Number,
    /// How many messages the conversation has.
    #[cfg_attr(feature = "generate", schemars(example = 45))]
    pub message_count: Number,
    /// How many of them are to be summarised.
    #[cfg_attr(feature = "generate", schemars(example = 30))]
    pub messages_to_compact: Number,
    /// Whether it is the first time in this conversation.
    #[cfg_attr(feature = "generate", schemars(example = true))]
    pub is_first_compaction: bool,
}

/// What caused a compaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CompactionTrigger {
    /// The context window was nearly full.
    Auto,
    /// The user asked for it.
    Manual,
}

/// What `subagentStart` tells. The conversation of the common fields is the parent's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct SubagentStart {
    /// This subagent.
    #[cfg_attr(feature = "generate", schemars(example = &"tool_ce1b2a90"))]
    pub subagent_id: String,
    /// The type of subagent: `generalPurpose`, `explore`, `shell`, or one that the project defines. Matchers are
    /// tested against it.
    #[cfg_attr(feature = "generate", schemars(example = &"explore"))]
    pub subagent_type: String,
    /// What the subagent is to do.
    #[cfg_attr(feature = "generate", schemars(example = &"Explore the authentication flow"))]
    pub task: String,
    /// The conversation that starts it.
    #[cfg_attr(feature = "generate", schemars(example = &"74a1c0de-0000-4000-8000-000000000001"))]
    pub parent_conversation_id: String,
    /// The tool call that starts it.
    #[cfg_attr(feature = "generate", schemars(example = &"tool_ce1b2a90"))]
    pub tool_call_id: String,
    /// The model that it uses.
    #[cfg_attr(feature = "generate", schemars(example = &"default"))]
    pub subagent_model: String,
    /// Whether it works beside others.
    #[cfg_attr(feature = "generate", schemars(example = false))]
    pub is_parallel_worker: bool,
    /// The branch that it works on, if it has its own.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub git_branch: Option<String>,
}

/// What `subagentStop` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct SubagentStop {
    /// The type of subagent: `generalPurpose`, `explore`, `shell`, or one that the project defines. Matchers are
    /// tested against it.
    #[cfg_attr(feature = "generate", schemars(example = &"explore"))]
    pub subagent_type: String,
    /// How it ended.
    #[cfg_attr(feature = "generate", schemars(example = &"completed"))]
    pub status: StopStatus,
    /// What it was to do.
    #[cfg_attr(feature = "generate", schemars(example = &"Explore the authentication flow"))]
    pub task: String,
    /// What it was for, in short.
    #[cfg_attr(feature = "generate", schemars(example = &"Exploring auth flow"))]
    pub description: String,
    /// What it reports.
    #[cfg_attr(feature = "generate", schemars(example = &"Sign-in goes through one middleware."))]
    pub summary: String,
    /// How long it ran, in milliseconds.
    #[cfg_attr(feature = "generate", schemars(example = 45000))]
    pub duration_ms: Number,
    /// How many messages were exchanged.
    #[cfg_attr(feature = "generate", schemars(example = 12))]
    pub message_count: Number,
    /// How many tools it called.
    #[cfg_attr(feature = "generate", schemars(example = 8))]
    pub tool_call_count: Number,
    /// How many follow-up messages this subagent has had already, from 0.
    #[cfg_attr(feature = "generate", schemars(example = 0))]
    pub loop_count: Number,
    /// The files that it changed.
    #[cfg_attr(feature = "generate", schemars(extend("examples" = [["src/auth.ts"]])))]
    pub modified_files: Vec<String>,
    /// The file with the subagent's own transcript, or `null`, which is common.
    #[cfg_attr(feature = "generate", schemars(example = None::<String>))]
    pub agent_transcript_path: Nullable<String>,
    /// This subagent. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub subagent_id: Option<String>,
    /// The conversation that started it. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub parent_conversation_id: Option<String>,
    /// What went wrong. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    /// The branch that it worked on. Seen, not documented.
    #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub git_branch: Option<String>,
}
