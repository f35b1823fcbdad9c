//! The parts of a pattern, for colours.

use std::ops::Range;

use super::Pattern;
use super::ast::{Ast, Kind, NodeId};

/// What a part of a pattern is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A character that is written with a backslash.
    Escape,
    /// A choice of characters: `.`, `\d`, `[a-z]`.
    Class,
    /// A place: `^`, `$`, `\b`.
    Anchor,
    /// `|`, or how often something may come: `+`, `{2}`.
    Operator,
    /// What encloses a group or a look-around: `(?:` and `)`.
    Group,
    /// A back-reference.
    Reference,
}

impl Pattern {
    /// The parts that are no plain characters, in order of their place, in bytes of the decoded pattern. None overlap.
    pub fn tokens(&self) -> Vec<(Range<usize>, TokenKind)> {
        let mut tokens: Vec<(Range<u32>, TokenKind)> = Vec::new();
        for node in self.ast.nodes() {
            let whole = node.range();
            match &node.kind {
                Kind::Unit(_) if self.starts_with_backslash(&whole) => {
                    tokens.push((whole, TokenKind::Escape));
                }
                // A letter whose case does not matter is a set, and still a letter.
                Kind::Set(_) if whole.len() > 1 || self.is_dot(&whole) => {
                    tokens.push((whole, TokenKind::Class));
                }
                Kind::Assert(_) => tokens.push((whole, TokenKind::Anchor)),
                Kind::Alternation(branches) => tokens.extend(bars(&self.ast, branches)),
                Kind::Group { body, .. } | Kind::Look { body, .. } => {
                    let body = self.ast.node(*body).range();
                    tokens.push((whole.start..body.start, TokenKind::Group));
                    tokens.push((body.end..whole.end, TokenKind::Group));
                }
                Kind::Repeat { body, .. } => {
                    tokens.push((self.ast.node(*body).end..whole.end, TokenKind::Operator));
                }
                Kind::Reference { .. } => tokens.push((whole, TokenKind::Reference)),
                Kind::Unit(_) | Kind::Set(_) | Kind::Empty | Kind::Concat(_) => {}
            }
        }
        tokens.retain(|(range, _)| range.start < range.end);
        tokens.sort_by_key(|(range, _)| (range.start, range.end));
        let mut after = 0;
        tokens.retain(|(range, _)| {
            let is_free = range.start >= after;
            after = if is_free { range.end } else { after };
            is_free
        });
        tokens.into_iter().map(|(range, kind)| (self.source.bytes(range), kind)).collect()
    }

    fn starts_with_backslash(&self, range: &Range<u32>) -> bool {
        self.source.units().get(range.start as usize) == Some(&u16::from(b'\\'))
    }

    fn is_dot(&self, range: &Range<u32>) -> bool {
        self.source.units().get(range.start as usize) == Some(&u16::from(b'.'))
    }
}

/// What stands between the branches of an alternation.
fn bars<'a>(ast: &'a Ast, branches: &'a [NodeId]) -> impl Iterator<Item = (Range<u32>, TokenKind)> + 'a {
    branches.windows(2).map(|pair| (ast.node(pair[0]).end..ast.node(pair[1]).start, TokenKind::Operator))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::parse_str;

    fn tokens(pattern: &str) -> String {
        let parsed = parse_str(pattern).unwrap();
        let shown = parsed.tokens().into_iter().map(|(range, kind)| format!("{kind:?} {}", &pattern[range]));
        shown.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn plain_names_are_told_from_what_stands_between_them() {
        assert_eq!(tokens("Shell|Write"), "Operator |");
        assert_eq!(
            tokens("^(Shell|MCP:.*)$"),
            "Anchor ^, Group (, Operator |, Class ., Operator *, Group ), Anchor $"
        );
    }

    #[test]
    fn every_part_of_a_pattern_has_its_kind() {
        assert_eq!(
            tokens(r"\.git\s+[a-z]{2}"),
            r"Escape \., Class \s, Operator +, Class [a-z], Operator {2}"
        );
        assert_eq!(
            tokens(r"(?<x>a)\k<x>(?!b)\b"),
            r"Group (?<x>, Group ), Reference \k<x>, Group (?!, Group ), Anchor \b"
        );
    }

    proptest! {
        #[test]
        fn tokens_are_in_order_and_apart(pattern in "[ab|()?*+.^$\\\\\\[\\]{}1é😀-]{0,24}") {
            if let Ok(parsed) = parse_str(&pattern) {
                let mut after = 0;
                for (range, _) in parsed.tokens() {
                    prop_assert!(range.start >= after && range.end > range.start && pattern.get(range.clone()).is_some());
                    after = range.end;
                }
            }
        }
    }
}
