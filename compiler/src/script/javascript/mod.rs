//! JavaScript and TypeScript scripts.
//!
//! The script is walked once as it would run: names stand for [`thing::Thing`]s, calls of its own functions are walked where they
//! are made with what they are given, and both ways of a condition are walked and joined. What that meets is written down as facts
//! and as statements of the common form.

mod binding;
mod call;
mod condition;
mod expression;
mod function;
mod host;
mod member;
mod method;
mod modules;
mod process;
mod statement;
mod stdin;
mod syntax;
#[cfg(test)]
mod tests;
mod tree;

pub use syntax::{JavaScriptSyntax, javascript_syntax};

use super::walk::reader::Reader;
use super::{Facts, Language, UnknownKind};
use tree::Grammar;

/// Reads a script. A JavaScript file that holds TypeScript is read as TypeScript.
pub(super) fn read(language: Language, text: &str) -> Facts {
    let Some((tree, _)) = parse(language, text) else {
        return Facts::unknown(language, 0..text.len(), UnknownKind::Syntax);
    };
    let mut reader = Reader::new(language, text);
    reader.script(tree.root_node());
    reader.finish()
}

/// The tree of a script, by whichever grammar takes it whole.
fn parse(language: Language, text: &str) -> Option<(tree_sitter::Tree, Grammar)> {
    if language == Language::TypeScript {
        return tree::parse(Grammar::TypeScript, text).map(|tree| (tree, Grammar::TypeScript));
    }
    let plain = tree::parse(Grammar::JavaScript, text)?;
    if plain.root_node().has_error()
        && let Some(typed) = tree::parse(Grammar::TypeScript, text)
        && !typed.root_node().has_error()
    {
        return Some((typed, Grammar::TypeScript));
    }
    Some((plain, Grammar::JavaScript))
}
