//! From the text of `hooks.json` to facts and structural diagnostics. Nothing here executes a hook or leaves the tree it was given.

pub mod analysis;
pub mod command;
pub mod diagnostic;
mod faults;
mod grammar;
pub mod inside;
pub mod line_index;
pub mod matcher;
pub mod nearest;
mod order;
pub mod parallel;
pub mod plan;
pub mod sample;
pub mod script;
pub mod source;
pub mod span;
pub mod syntax;
pub mod system;
pub mod typecheck;

pub use hookc_runtime::plan::Digest;
