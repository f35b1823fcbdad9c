//! What a hook may answer: one JSON object on standard output, with the fields that the event reads (HOOKS.md 8.2).
//!
//! Every field is optional, an unknown one is ignored, and `null` is not the same as absent: it makes the whole
//! answer invalid. Deserialising a type applies exactly that, except that an array must be refused first;
//! [`crate::Event::check_answer`] does both.

/// Declares an answer: every field optional, none nullable.
macro_rules! answer {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* $field:ident: $type:ty,)*
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
        pub struct $name {
            $(
                $(#[$field_meta])*
                #[serde(default, deserialize_with = "crate::value::present", skip_serializing_if = "Option::is_none")]
                pub $field: Option<$type>,
            )*
        }
    )*};
}

mod context;
mod followup;
mod message;
mod permission;
mod prompt;

pub use context::{PostToolUse, PostToolUseFailure, SessionStart, WorkspaceOpen};
pub use followup::FollowUp;
pub use message::{BeforeSubmitPrompt, Ignored, PreCompact};
pub use permission::{
    CommandPermission, Permission, ReadPermission, ReadVerdict, SubagentPermission, ToolPermission,
};
pub use prompt::PromptVerdict;
