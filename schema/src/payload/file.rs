//! Files that the agent or inline completion reads and changes.

use serde::{Deserialize, Serialize};

use crate::value::Number;

/// What `beforeReadFile` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct BeforeReadFile {
    /// The absolute path of the file.
    #[cfg_attr(feature = "generate", schemars(example = &"/home/user/project/src/main.rs"))]
    pub file_path: String,
    /// The file's whole content.
    #[cfg_attr(feature = "generate", schemars(example = &"fn main() {}\n"))]
    pub content: String,
    /// What the user attached to the prompt.
    #[cfg_attr(feature = "generate", schemars(example = Vec::<Attachment>::new()))]
    pub attachments: Vec<Attachment>,
}

/// What `beforeTabFileRead` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct BeforeTabFileRead {
    /// The absolute path of the file.
    #[cfg_attr(feature = "generate", schemars(example = &"/home/user/project/src/main.rs"))]
    pub file_path: String,
    /// The file's whole content.
    #[cfg_attr(feature = "generate", schemars(example = &"fn main() {}\n"))]
    pub content: String,
}

/// What `afterFileEdit` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct AfterFileEdit {
    /// The absolute path of the file.
    #[cfg_attr(feature = "generate", schemars(example = &"/home/user/project/src/main.rs"))]
    pub file_path: String,
    /// The changes.
    #[cfg_attr(
        feature = "generate",
        schemars(extend("examples" = [[{ "old_string": "fn main() {}", "new_string": "fn main() { run() }" }]]))
    )]
    pub edits: Vec<Edit>,
}

/// What `afterTabFileEdit` tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct AfterTabFileEdit {
    /// The absolute path of the file.
    #[cfg_attr(feature = "generate", schemars(example = &"/home/user/project/src/main.rs"))]
    pub file_path: String,
    /// The changes.
    #[cfg_attr(
        feature = "generate",
        schemars(extend("examples" = [[{
            "old_string": "total",
            "new_string": "sum",
            "range": { "start_line_number": 10, "start_column": 5, "end_line_number": 10, "end_column": 10 },
            "old_line": "let total = 0;",
            "new_line": "let sum = 0;",
        }]]))
    )]
    pub edits: Vec<TabEdit>,
}

/// Something that the user attached to the prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct Attachment {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: AttachmentKind,
    /// Its path: absolute as documented, but relative ones were seen for rules.
    pub file_path: String,
}

/// What an attachment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AttachmentKind {
    /// A file.
    File,
    /// A rule.
    Rule,
}

/// A change of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct Edit {
    /// The text that was replaced.
    pub old_string: String,
    /// The text that took its place.
    pub new_string: String,
}

/// A change of a file by inline completion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct TabEdit {
    /// The text that was replaced.
    pub old_string: String,
    /// The text that took its place.
    pub new_string: String,
    /// Where the text was.
    pub range: TabRange,
    /// The line before the change.
    pub old_line: String,
    /// The line after the change.
    pub new_line: String,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
pub struct TabRange {
    /// The line it begins in.
    pub start_line_number: Number,
    /// The column it begins at.
    pub start_column: Number,
    /// The line it ends in.
    pub end_line_number: Number,
    /// The column it ends at.
    pub end_column: Number,
}
