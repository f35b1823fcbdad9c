//! Text to a tree in which every key and value keeps its place.
//!
//! Parsing never fails: a [`Tree`] always comes back, with the list of [`Fault`]s that keep `JSON.parse` from
//! accepting the text, each once and at its place. A text without faults is exactly a text that `JSON.parse` accepts
//! after one byte order mark (HOOKS.md 0.7), within [`MAX_DEPTH`] and [`MAX_TEXT`].

mod decode;
pub mod edit;
mod fault;
mod fix;
pub mod hidden;
mod lex;
mod number;
mod parse;
mod string;
#[cfg(test)]
mod tests;
mod tree;

pub use decode::{Decoded, Encoding, EncodingFault, EncodingFaultKind, decode};
pub use fault::{Bracket, Fault, FaultKind, Foreign, Trailing};
pub use hidden::{Hidden, HiddenKind};
pub use string::JsonString;
pub use tree::{Items, Member, Members, Node, NodeId, NodeKind, Tree};

/// The deepest nesting of arrays and objects that is followed. `JSON.parse` has no such limit; no hooks file comes
/// near it, and whatever walks a value may then do so without care for its stack.
pub const MAX_DEPTH: usize = 512;

/// The longest text that is parsed, in bytes. A tree takes up to ten times as much memory as its text.
pub const MAX_TEXT: usize = 16 << 20;

/// The most faults that are kept of one text.
pub const MAX_FAULTS: usize = 100;
