//! Tools of every kind.

use serde::{Deserialize, Serialize};

use crate::value::{Number, Object, present};

/// What `preToolUse` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct PreToolUse {
    /// The tool: `Shell`, `Read`, `Write`, `Grep`, `Delete`, `Task`, `MCP:name` and others. Matchers are tested
    /// against it.
    #[cfg_attr(feature = "generate", schemars(example = &"Shell"))]
    pub tool_name: String,
    /// The tool's input. Its members depend on the tool: `command` for `Shell`, `file_path` for `Read`, `Write` and
    /// `Delete`.
    #[cfg_attr(
        feature = "generate",
        schemars(extend("examples" = [{ "command": "git status", "cwd": "", "timeout": 30000 }]))
    )]
    pub tool_input: Object,
    /// This call of the tool. The same call is sometimes reported twice under one value.
    #[cfg_attr(feature = "generate", schemars(example = &"tool_0c9d3c1e"))]
    pub tool_use_id: String,
    /// The folder that the agent works in. Often empty.
    #[cfg_attr(feature = "generate", schemars(example = &"/home/user/project"))]
    pub cwd: String,
    /// What the agent said with the call. Documented, but missing from captures.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub agent_message: Option<String>,
}

/// What `postToolUse` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct PostToolUse {
    /// The tool. Matchers are tested against it.
    #[cfg_attr(feature = "generate", schemars(example = &"Shell"))]
    pub tool_name: String,
    /// The tool's input. Its members depend on the tool.
    #[cfg_attr(
        feature = "generate",
        schemars(extend("examples" = [{ "command": "echo hi", "cwd": "", "timeout": 30000 }]))
    )]
    pub tool_input: Object,
    /// The tool's result: a string that holds JSON, to be parsed once more.
    #[cfg_attr(feature = "generate", schemars(example = &"{\"output\":\"hi\\n\",\"exitCode\":0}"))]
    pub tool_output: String,
    /// This call of the tool.
    #[cfg_attr(feature = "generate", schemars(example = &"tool_0c9d3c1e"))]
    pub tool_use_id: String,
    /// The folder that the agent works in. Often empty.
    #[cfg_attr(feature = "generate", schemars(example = &"/home/user/project"))]
    pub cwd: String,
    /// How long the tool ran, in milliseconds. May have a fraction.
    #[cfg_attr(feature = "generate", schemars(example = 728.221))]
    pub duration: Number,
}

/// What `postToolUseFailure` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct PostToolUseFailure {
    /// The tool. Matchers are tested against it.
    #[cfg_attr(feature = "generate", schemars(example = &"Shell"))]
    pub tool_name: String,
    /// The tool's input. Its members depend on the tool.
    #[cfg_attr(feature = "generate", schemars(extend("examples" = [{ "command": "npm test" }])))]
    pub tool_input: Object,
    /// This call of the tool.
    #[cfg_attr(feature = "generate", schemars(example = &"tool_0c9d3c1e"))]
    pub tool_use_id: String,
    /// The folder that the agent works in. Often empty.
    #[cfg_attr(feature = "generate", schemars(example = &"/home/user/project"))]
    pub cwd: String,
    /// What went wrong. After a denial, the `user_message` of the hook that denied.
    #[cfg_attr(feature = "generate", schemars(example = &"Command timed out after 30s"))]
    pub error_message: String,
    /// The kind of failure.
    #[cfg_attr(feature = "generate", schemars(example = &"timeout"))]
    pub failure_type: FailureType,
    /// How long it took until the failure, in milliseconds. 0 after a denial.
    #[cfg_attr(feature = "generate", schemars(example = 30000))]
    pub duration: Number,
    /// Whether the user interrupted the tool.
    #[cfg_attr(feature = "generate", schemars(example = false))]
    pub is_interrupt: bool,
}

/// How a tool failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FailureType {
    /// It ran and failed.
    Error,
    /// It ran out of time.
    Timeout,
    /// A hook or the user denied it.
    PermissionDenied,
}
