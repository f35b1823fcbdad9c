//! What the tests share: the real binary in a clean environment, small trees of files, and examples in Markdown.

mod binary;
pub mod example;
mod tree;

pub use binary::{Hookc, Ran};
pub use tree::Tree;
