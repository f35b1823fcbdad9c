//! PowerShell scripts.
//!
//! The walk is that of [`super::walk`]. What a pipeline puts out and nothing takes goes to standard output, through every call.

mod command;
mod expression;
mod host;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod tree;

use super::walk::reader::Reader;
use super::{Facts, Language, UnknownKind};

/// Reads a script.
pub(super) fn read(text: &str) -> Facts {
    let Some(tree) = tree::parse(text) else {
        return Facts::unknown(Language::PowerShell, 0..text.len(), UnknownKind::Syntax);
    };
    let mut reader = Reader::new(Language::PowerShell, text);
    Posh(&mut reader).script(tree.root_node());
    reader.finish()
}

/// The walk of a PowerShell script.
#[derive(Debug)]
struct Posh<'r, 't>(&'r mut Reader<'t>);
