//! From the text of `hooks.json` to facts and structural diagnostics. Nothing here executes a hook or leaves the tree it was given.

pub mod analysis;
pub mod diagnostic;
pub mod matcher;
pub mod parallel;
pub mod source;
pub mod span;
pub mod system;
