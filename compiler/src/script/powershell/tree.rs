//! Small helpers over the syntax tree.

use std::cell::RefCell;

use tree_sitter::Parser;

/// A node of the syntax tree.
pub(super) type Node<'t> = tree_sitter::Node<'t>;

thread_local! {
    /// A parser costs more to make than to use.
    static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Parses a text.
pub(super) fn parse(text: &str) -> Option<tree_sitter::Tree> {
    PARSER.with_borrow_mut(|slot| {
        if slot.is_none() {
            let mut parser = Parser::new();
            parser.set_language(&tree_sitter_powershell::LANGUAGE.into()).ok()?;
            *slot = Some(parser);
        }
        crate::grammar::parse(slot.as_mut()?, text.as_bytes())
    })
}

/// The children that mean something.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let kept =
        |child: &Node<'_>| !matches!(child.kind(), "comment" | "command_argument_sep" | "empty_statement");
    node.named_children(&mut cursor).filter(kept).collect()
}

/// The first child of this kind.
pub(super) fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| child.kind() == kind)
}

/// The expression inside the levels of precedence that add nothing to it.
pub(super) fn bare(mut node: Node<'_>) -> Node<'_> {
    loop {
        let adds_nothing = matches!(
            node.kind(),
            "pipeline"
                | "pipeline_chain"
                | "parenthesized_expression"
                | "unary_expression"
                | "argument_expression"
        ) || (node.kind().ends_with("_expression")
            && !matches!(
                node.kind(),
                "member_access"
                    | "hash_literal_expression"
                    | "array_expression"
                    | "sub_expression"
                    | "cast_expression"
                    | "assignment_expression"
                    | "invokation_expression"
                    | "script_block_expression"
                    | "key_expression"
            ));
        if !adds_nothing {
            return node;
        }
        let inner = children(node);
        match inner.as_slice() {
            [only] if only.kind() != "redirections" => node = *only,
            _ => return node,
        }
    }
}

/// Where a node stands, without the blanks that the grammar counts to it.
pub(super) fn place(text: &str, node: Node<'_>) -> std::ops::Range<usize> {
    let at = node.byte_range();
    at.start..at.start + text[at.clone()].trim_end().len()
}
