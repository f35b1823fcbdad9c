//! The machine that executes compiled hooks.

pub mod backtrack;
mod base64;
pub mod bytecode;
mod claude;
pub mod execution;
mod files;
pub mod interpret;
mod json;
pub mod merge;
pub mod outcome;
pub mod payload;
pub mod plan;
pub mod process;
pub mod program;
pub mod select;
pub mod table;
#[cfg(test)]
mod testing;
pub mod units;
pub mod verdict;

pub use hookc_schema::Event;
pub use payload::{Payload, Strictness};
pub use plan::{Plan, PlanError, Roots};
pub use program::{Decision, Program};
pub use table::Table;
pub use verdict::{Verdict, Vote};
