//! The machine that executes compiled hooks.
//!
//! What is here so far decides matchers: [`program`] says whether a subject makes a hook run, either with a flat automaton ([`table`]) or,
//! for what no automaton can express, with a small bounded interpreter ([`backtrack`]). No module knows the text of a pattern.

pub mod backtrack;
pub mod program;
pub mod table;
pub mod units;

pub use program::{Decision, Program};
pub use table::Table;
