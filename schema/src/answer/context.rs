//! Answers that add something: context, variables, plugins.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::value::NonBlank;

answer! {
    /// The answer to `sessionStart`.
    pub struct SessionStart {
        /// Environment variables for every later hook of the session.
        #[cfg_attr(feature = "generate", schemars(extend("examples" = [{ "TEAM": "platform" }])))]
        env: BTreeMap<String, String>,
        /// Text to add to the beginning of the conversation.
        #[cfg_attr(feature = "generate", schemars(example = &"This repository uses pnpm."))]
        additional_context: String,
        /// Accepted without effect: the session begins in any case.
        #[cfg_attr(feature = "generate", schemars(extend("x-honoured" = false)))]
        #[serde(rename = "continue")]
        proceed: bool,
        /// Accepted without effect.
        #[cfg_attr(feature = "generate", schemars(extend("x-honoured" = false)))]
        user_message: String,
    }

    /// The answer to `postToolUse`.
    pub struct PostToolUse {
        /// Text to add to the conversation after the tool's result.
        #[cfg_attr(feature = "generate", schemars(example = &"Test coverage report attached."))]
        additional_context: String,
        /// What the model sees instead of an MCP tool's result; ignored for other tools. Documented as an object; any
        /// value is taken.
        #[cfg_attr(
            feature = "generate",
            schemars(extend("examples" = [{ "content": [{ "type": "text", "text": "removed" }] }]))
        )]
        updated_mcp_tool_output: Value,
    }

    /// The answer to `postToolUseFailure`. None is documented.
    pub struct PostToolUseFailure {
        /// Text to add to the conversation. Read by some builds, not documented.
        #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
        additional_context: String,
    }

    /// The answer to `workspaceOpen`.
    pub struct WorkspaceOpen {
        /// Absolute paths of plugin folders to load for this workspace.
        #[serde(rename = "pluginPaths")]
        #[cfg_attr(feature = "generate", schemars(extend("examples" = [["/home/user/plugins/tracker"]])))]
        plugin_paths: Vec<NonBlank>,
    }
}
