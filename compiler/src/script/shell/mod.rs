//! POSIX shell scripts, read with the grammar of bash.
//!
//! A script is walked once, in the order in which it runs: functions where they are called, with what their arguments are known
//! to be. Beside the statements of the common form the walk keeps what each variable can hold ([`origin::Origin`]), where the
//! file descriptors lead ([`io::Io`]) and for which events the place is reached. Words keep the place of each byte through quotes
//! and escapes ([`word::Word`]), so that a key in an answer is found where it stands.

mod arguments;
mod assign;
mod call;
mod command;
mod condition;
mod expand;
mod finish;
mod io;
mod jq;
mod json;
mod lower;
mod origin;
mod print;
pub(in crate::script) mod programs;
mod query;
mod redirect;
#[cfg(test)]
mod tests;
mod word;

use std::cell::RefCell;

use tree_sitter::{Parser, Tree};

use super::facts::Place;
use super::{Facts, Language, StdinUse, UnknownKind};
use lower::Reader;

/// Reads a script.
pub(super) fn read(text: &str) -> Facts {
    let Some(tree) = parse(text) else {
        return Facts::unknown(Language::Shell, 0..text.len(), UnknownKind::TooLarge);
    };
    Reader::new(text, &tree).read()
}

/// Reads the command line of a hook, when it is a program of its own: it writes an answer itself, or joins several commands.
/// `None` for the plain call of a script. Places are bytes of the line.
pub fn read_line(line: &str) -> Option<Facts> {
    if line.len() > super::MAX_TEXT || !may_be_program(line) {
        return None;
    }
    let tree = parse(line)?;
    if tree.root_node().has_error() {
        return None;
    }
    let facts = Reader::new(line, &tree).read();
    let reads = matches!(facts.stdin.used, StdinUse::Whole | StdinUse::Part);
    let acts = !(facts.answers.is_empty() && facts.sinks.is_empty() && facts.file_writes.is_empty());
    (reads || acts).then_some(facts)
}

/// Whether a line has a word of one of the programs that make a line a program of its own.
fn may_be_program(line: &str) -> bool {
    const WORDS: [&str; 7] = ["echo", "printf", "jq", "cat", "tee", "eval", "exit"];
    WORDS.iter().any(|word| line.contains(word))
}

thread_local! {
    /// A parser costs more to make than to use.
    static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// The syntax tree of a text; `None` when it takes too long.
fn parse(text: &str) -> Option<Tree> {
    if crate::command::has_endless_pipeline(text) {
        return None;
    }
    PARSER.with_borrow_mut(|slot| {
        let mut parser = if let Some(parser) = slot.take() {
            parser
        } else {
            let mut parser = Parser::new();
            parser.set_language(&tree_sitter_bash::LANGUAGE.into()).ok()?;
            parser
        };
        let tree = crate::grammar::parse(&mut parser, &crate::command::for_grammar(text));
        *slot = Some(parser);
        tree
    })
}

/// The place of a node of a tree whose text begins at `base`.
fn place_in(base: usize, node: tree_sitter::Node<'_>) -> Place {
    base + node.start_byte()..base + node.end_byte()
}
