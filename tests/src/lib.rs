//! What the end-to-end tests share: the real binary in a clean environment, small trees of files, and the examples of rule pages.

mod binary;
pub mod example;
mod limits;
pub mod lsp;
mod tree;

pub use binary::{Hookc, Ran};
pub use limits::Limits;
pub use tree::Tree;

/// The programs in the documentation's page about embedding.
#[cfg(doctest)]
#[doc = include_str!("../../docs/embedding.md")]
#[derive(Debug)]
pub struct Embedding;
