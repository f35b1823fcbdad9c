//! Tools of MCP servers.

use serde::{Deserialize, Serialize};

use crate::value::{Number, present};

/// What `beforeMCPExecution` tells. It has `url` for a server that is reached over HTTP, `command` for one that is
/// started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "generate",
    schemars(extend("anyOf" = [{ "required": ["url"] }, { "required": ["command"] }]))
)]
pub struct BeforeMcpExecution {
    /// The bare name of the tool, without server and without `MCP:`.
    #[cfg_attr(feature = "generate", schemars(example = &"create_issue"))]
    pub tool_name: String,
    /// The tool's input: a string that holds JSON, to be parsed once more.
    #[cfg_attr(feature = "generate", schemars(example = &"{\"title\":\"Crash at start\"}"))]
    pub tool_input: String,
    /// The server's name in `mcp.json`. Older builds lack it: a hook that lets everything else through should deny
    /// then.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &"tracker"))]
    pub mcp_server_name: Option<String>,
    /// The server's address, if it is reached over HTTP.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The server's address once more, in newer builds.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub mcp_server_url: Option<String>,
    /// The server's command and arguments, joined by spaces, if it is started as a process.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &"npx -y tracker-mcp"))]
    pub command: Option<String>,
}

/// What `afterMCPExecution` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct AfterMcpExecution {
    /// The bare name of the tool, without server and without `MCP:`.
    #[cfg_attr(feature = "generate", schemars(example = &"create_issue"))]
    pub tool_name: String,
    /// The tool's input: a string that holds JSON, to be parsed once more.
    #[cfg_attr(feature = "generate", schemars(example = &"{\"title\":\"Crash at start\"}"))]
    pub tool_input: String,
    /// The server's name in `mcp.json`. Older builds lack it.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &"tracker"))]
    pub mcp_server_name: Option<String>,
    /// The server's address, if it is reached over HTTP.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub mcp_server_url: Option<String>,
    /// The tool's result: a string that holds JSON, to be parsed once more.
    #[cfg_attr(feature = "generate", schemars(example = &"{\"content\":[{\"type\":\"text\",\"text\":\"#12\"}]}"))]
    pub result_json: String,
    /// How long the tool ran, in milliseconds, without the wait for approval. May have a fraction.
    #[cfg_attr(feature = "generate", schemars(example = 512.5))]
    pub duration: Number,
}
