//! What the end-to-end tests share: the real binary in a clean environment, and small trees of files.

mod binary;
mod tree;

pub use binary::{Hookc, Ran};
pub use tree::Tree;
