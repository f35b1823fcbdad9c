//! Answers of the six permission events.

use serde::{Deserialize, Serialize};

use crate::value::Object;

/// What a hook says to an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// No objection.
    Allow,
    /// The action does not happen.
    Deny,
    /// The user is to be asked, where the event honours it.
    Ask,
}

/// What a hook says to a file that is about to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReadVerdict {
    /// No objection.
    Allow,
    /// The content is withheld.
    Deny,
}

answer! {
    /// The answer to `beforeShellExecution` and `beforeMCPExecution`.
    pub struct CommandPermission {
        /// Whether it may run. `ask` has the user asked, except where the run mode approves by itself.
        permission: Permission,
        /// What the user is told.
        #[cfg_attr(feature = "generate", schemars(example = &"This command is blocked here."))]
        user_message: String,
        /// What the agent is told. Some builds pass it the `user_message` instead: set both.
        #[cfg_attr(feature = "generate", schemars(example = &"Use the project's task runner instead."))]
        agent_message: String,
    }

    /// The answer to `preToolUse`.
    pub struct ToolPermission {
        /// Whether the tool may run. `ask` is accepted and has no effect: the tool runs.
        permission: Permission,
        /// What the user is told when the tool is denied.
        #[cfg_attr(feature = "generate", schemars(example = &"Writing here is blocked."))]
        user_message: String,
        /// What the agent is told when the tool is denied. Some builds pass it the `user_message` instead: set both.
        #[cfg_attr(feature = "generate", schemars(example = &"Generated files are not edited by hand."))]
        agent_message: String,
        /// The input to use instead of the tool's own, whole.
        #[cfg_attr(feature = "generate", schemars(extend("examples" = [{ "command": "npm ci" }])))]
        updated_input: Object,
        /// Text to add to the conversation. Read by some builds, not documented.
        #[cfg_attr(feature = "generate", schemars(extend("x-documented" = false)))]
        additional_context: String,
    }

    /// The answer to `beforeReadFile` and `beforeTabFileRead`. An `agent_message` is ignored.
    pub struct ReadPermission {
        /// Whether the content may be seen. `ask` is no value here and makes the answer invalid.
        permission: ReadVerdict,
        /// What the user is told when the content is withheld.
        #[cfg_attr(feature = "generate", schemars(example = &"This file holds secrets."))]
        user_message: String,
    }

    /// The answer to `subagentStart`. An `agent_message` is ignored.
    pub struct SubagentPermission {
        /// Whether the subagent may start. `ask` counts as `deny`.
        permission: Permission,
        /// What the user is told when the subagent is denied.
        #[cfg_attr(feature = "generate", schemars(example = &"No subagents in this project."))]
        user_message: String,
    }
}
