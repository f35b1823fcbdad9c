//! Shell commands.

use serde::{Deserialize, Serialize};

use crate::value::Number;

/// What `beforeShellExecution` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct BeforeShellExecution {
    /// The whole command line. Matchers are tested against it.
    #[cfg_attr(feature = "generate", schemars(example = &"git status"))]
    pub command: String,
    /// The folder that the command is to run in. Often empty.
    #[cfg_attr(feature = "generate", schemars(example = &"/home/user/project"))]
    pub cwd: String,
    /// Whether the command is to run in a sandbox.
    #[cfg_attr(feature = "generate", schemars(example = false))]
    pub sandbox: bool,
}

/// What `afterShellExecution` tells. There is no exit code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct AfterShellExecution {
    /// The whole command line. Matchers are tested against it.
    #[cfg_attr(feature = "generate", schemars(example = &"git status"))]
    pub command: String,
    /// Everything that the command wrote to the terminal.
    #[cfg_attr(feature = "generate", schemars(example = &"nothing to commit, working tree clean\n"))]
    pub output: String,
    /// How long the command ran, in milliseconds, without the wait for approval. May have a fraction.
    #[cfg_attr(feature = "generate", schemars(example = 728.221))]
    pub duration: Number,
    /// Whether the command ran in a sandbox.
    #[cfg_attr(feature = "generate", schemars(example = false))]
    pub sandbox: bool,
}
