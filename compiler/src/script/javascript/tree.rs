//! Small helpers over the syntax tree.

use std::cell::RefCell;

use tree_sitter::Parser;

use super::super::facts::Place;

/// A node of the syntax tree.
pub(super) type Node<'t> = tree_sitter::Node<'t>;

/// Which grammar reads a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grammar {
    JavaScript,
    TypeScript,
}

thread_local! {
    /// A parser costs more to make than to use.
    static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Parses a text.
pub(super) fn parse(grammar: Grammar, text: &str) -> Option<tree_sitter::Tree> {
    PARSER.with_borrow_mut(|slot| {
        let parser = slot.get_or_insert_with(Parser::new);
        let language = match grammar {
            Grammar::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
            Grammar::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        };
        parser.set_language(&language).ok()?;
        crate::grammar::parse(parser, text.as_bytes())
    })
}

/// The children that mean something.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() != "comment").collect()
}

/// The first child of this kind.
pub(super) fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| child.kind() == kind)
}

pub(super) fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.child_by_field_name(name)
}

pub(super) fn place(node: Node<'_>) -> Place {
    node.byte_range()
}

/// The expression inside parentheses, assertions of types and the like, none of which change it.
pub(super) fn bare(mut node: Node<'_>) -> Node<'_> {
    loop {
        let inner = match node.kind() {
            "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "instantiation_expression" => children(node).first().copied(),
            "type_assertion" => children(node).last().copied(),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return node,
        }
    }
}

/// Whether a member access, a subscript or a call is written with `?.`.
pub(super) fn is_optional(node: Node<'_>) -> bool {
    child(node, "optional_chain").is_some() || child(node, "?.").is_some()
}

/// Whether this starts a function of its own.
pub(super) fn is_function(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "function_declaration"
            | "function_expression"
            | "arrow_function"
            | "method_definition"
            | "generator_function"
            | "generator_function_declaration"
    )
}
