//! The part of the jq language that hooks use: what a filter reads of its input, and what it makes.

mod evaluate;
mod parse;

pub(super) use evaluate::{Datum, Evaluation, evaluate};
