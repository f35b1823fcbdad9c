//! What an agent hook is: its events, configuration, payloads and answers, and the facts that the host's behaviour rests on.

pub mod event;
pub mod evidence;
pub mod source;

pub use event::Event;
pub use evidence::Evidence;
pub use source::SourceKind;
