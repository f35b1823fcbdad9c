//! What the fuzz targets share: how bytes become texts, and what must hold of places and trees.

pub mod bytes;
pub mod engine;
pub mod places;
pub mod report;
pub mod tree;
