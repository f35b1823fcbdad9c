//! What an agent hook is: its events, configuration, payloads and answers, and the facts that the host's behaviour
//! rests on.
//!
//! Nothing here reads a file, runs a program or knows where in a text something stands. Each thing stands once:
//!
//! - [`event`] is THE event table: one entry an event, from its name to the type of its answer;
//! - [`source`] is THE source table: where hooks come from and where their commands run;
//! - [`tool`] is the table of tool names, and of other products' names for the same tools;
//! - [`claude`] is what is taken over from Claude's settings, [`misnomer`] what people write instead of an event's name;
//! - [`config`], [`payload`], [`answer`] and [`plugin`] are the documents that pass between people, hooks and the host.
//!
//! The JSON Schemas of these documents are generated from the types (module and feature `generate`) and committed;
//! [`schemas`] gives their texts without the feature.
//!
//! Facts carry the tag of their [`Evidence`]; the section numbers beside them refer to the domain specification,
//! HOOKS.md.

pub mod answer;
pub mod claude;
pub mod config;
pub mod event;
pub mod evidence;
#[cfg(feature = "generate")]
pub mod generate;
pub mod misnomer;
pub mod payload;
pub mod plugin;
mod schemas;
pub mod source;
pub mod spelling;
pub mod tool;
pub mod value;

pub use event::Event;
pub use evidence::{Evidence, Fact};
pub use schemas::schemas;
pub use source::SourceKind;

/// The text of the generated schema of this name, such as `hooks` or `stop.input`; `None` for any other name.
pub fn schema(name: &str) -> Option<&'static str> {
    schemas().iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
