//! The grammar's path: compound commands, here-documents, functions, and whatever needs recovery.
//!
//! The grammar gives the structure; the words are read by the lexer that the fast path uses, so that both agree.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;

use tree_sitter::Parser;

use super::split::{assignment, assignment_name};
use super::structure::{Joint, MAX_DEPTH, Node, Statement, settle};
use super::word::{Until, lex, words};
use super::{Command, Level, Redirection, Understanding};

/// A longer text is not given to the grammar, whose recovery from nonsense is not linear.
const MAX_GRAMMAR: usize = 8 * 1024;

thread_local! {
    /// A parser costs more to make than to use.
    static PARSER: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Reads a range of a line. Commands are appended to `commands`.
pub(super) fn parse(
    line: &str,
    range: Range<usize>,
    level: Level,
    commands: &mut Vec<Command>,
) -> (Option<Node>, Understanding) {
    let base = range.start;
    let Some(tree) = syntax_tree(&line[range]) else { return (None, Understanding::Not) };
    let mut builder = Builder { line, base, level, commands, too_deep: false };
    let node = builder.sequence(tree.root_node(), 0);
    let understanding = if builder.too_deep || tree.root_node().has_error() {
        Understanding::Partial
    } else {
        Understanding::Whole
    };
    (Some(node), understanding)
}

fn syntax_tree(text: &str) -> Option<tree_sitter::Tree> {
    if text.len() > MAX_GRAMMAR || has_endless_pipeline(text) {
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
        let tree = crate::grammar::parse(&mut parser, &for_grammar(text));
        *slot = Some(parser);
        tree
    })
}

/// So many commands of one pipeline are given to the grammar, which takes memory by the square of their number.
const MAX_PIPELINE: usize = 2048;

/// Whether a text may have a pipeline of more than [`MAX_PIPELINE`] commands: as many signs, wherever they stand, without the end of a line or statement between.
pub(crate) fn has_endless_pipeline(text: &str) -> bool {
    let (mut count, mut last) = (0, b'\n');
    text.len() > MAX_PIPELINE
        && text.bytes().any(|byte| {
            match byte {
                b'|' => count += 1,
                b';' => count = 0,
                b'\n' if !matches!(last, b'|' | b'&' | b'\\') => count = 0,
                _ => {}
            }
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                last = byte;
            }
            count > MAX_PIPELINE
        })
}

/// The text as the shell's grammar may see it: every byte of a character beyond ASCII is a letter, so that all offsets stay.
///
/// The grammar's scanner looks characters up with `isdigit`, which reads outside of its table for one like `{\u{10ffff}`. To a shell
/// these characters are parts of words, as letters are.
pub(crate) fn for_grammar(text: &str) -> Cow<'_, [u8]> {
    if text.is_ascii() {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(text.bytes().map(|byte| if byte.is_ascii() { byte } else { b'x' }).collect())
}

struct Builder<'a> {
    line: &'a str,
    base: usize,
    level: Level,
    commands: &'a mut Vec<Command>,
    too_deep: bool,
}

type Syntax<'t> = tree_sitter::Node<'t>;

impl Builder<'_> {
    fn range(&self, node: Syntax<'_>) -> Range<usize> {
        self.base + node.start_byte()..self.base + node.end_byte()
    }

    /// The commands among the children of a node, in order.
    fn sequence(&mut self, parent: Syntax<'_>, depth: usize) -> Node {
        let mut statements: Vec<Statement> = Vec::new();
        let mut cursor = parent.walk();
        for child in parent.children(&mut cursor) {
            if child.kind() == "&" {
                let range = self.range(child);
                if let Some(last) = statements.last_mut() {
                    last.background = Some(range);
                }
            } else if child.is_named()
                && let Some(node) = self.statement(child, depth + 1)
            {
                statements.push(Statement::foreground(node));
            }
        }
        match statements.as_slice() {
            [Statement { background: None, .. }] => {
                statements.pop().map_or_else(|| Node::Sequence(Vec::new()), |statement| statement.node)
            }
            _ => Node::Sequence(statements),
        }
    }

    fn statement(&mut self, node: Syntax<'_>, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            self.too_deep = true;
            return None;
        }
        match node.kind() {
            "command" | "declaration_command" | "unset_command" => Some(self.command(node, depth)),
            "variable_assignment" | "variable_assignments" => Some(self.command(node, depth)),
            "test_command" => Some(self.test(node, depth)),
            "list" => Some(self.list(node, depth)),
            "pipeline" => Some(Node::Pipeline(self.nodes(node, depth))),
            "negated_command" | "compound_statement" | "do_group" => {
                Some(Node::Group(Box::new(self.sequence(node, depth))))
            }
            "subshell" => Some(Node::Subshell(Box::new(self.sequence(node, depth)))),
            "redirected_statement" => Some(self.redirected(node, depth)),
            "if_statement" => Some(self.conditional(node, depth)),
            "while_statement" | "for_statement" | "c_style_for_statement" => {
                Some(Node::Repeated(self.nodes(node, depth)))
            }
            "case_statement" => Some(Node::Choice(self.case_items(node, depth))),
            "function_definition" => Some(Node::Choice(self.nodes(node, depth))),
            "ERROR" => Some(Node::Group(Box::new(self.sequence(node, depth)))),
            _ => None,
        }
    }

    fn nodes(&mut self, parent: Syntax<'_>, depth: usize) -> Vec<Node> {
        let mut cursor = parent.walk();
        let mut nodes = Vec::new();
        for child in parent.named_children(&mut cursor) {
            nodes.extend(self.statement(child, depth + 1));
        }
        nodes
    }

    /// `a && b || c`, which the grammar nests to the left.
    fn list(&mut self, node: Syntax<'_>, depth: usize) -> Node {
        let mut operands = vec![node];
        let mut joints = Vec::new();
        while let Some(left) = operands.last().copied().filter(|node| node.kind() == "list") {
            operands.pop();
            let mut cursor = left.walk();
            for child in left.children(&mut cursor).collect::<Vec<_>>().into_iter().rev() {
                match child.kind() {
                    "&&" => joints.push((Joint::And, self.range(child))),
                    "||" => joints.push((Joint::Or, self.range(child))),
                    _ if child.is_named() => operands.push(child),
                    _ => {}
                }
            }
            // The leftmost operand is last now; the others wait in front of it, from right to left.
        }
        operands.reverse();
        joints.reverse();
        let mut nodes = operands
            .into_iter()
            .map(|operand| self.statement(operand, depth + 1).unwrap_or_else(|| Node::Sequence(Vec::new())));
        let first = nodes.next().unwrap_or_else(|| Node::Sequence(Vec::new()));
        let rest: Vec<_> = nodes.collect();
        let rest = joints.into_iter().zip(rest).map(|((joint, range), node)| (joint, range, node)).collect();
        Node::AndOr { first: Box::new(first), rest }
    }

    fn conditional(&mut self, node: Syntax<'_>, depth: usize) -> Node {
        let mut arms = Vec::new();
        let mut otherwise = None;
        let (mut condition, mut body, mut in_body) = (Vec::new(), Vec::new(), false);
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "then" => in_body = true,
                "elif_clause" => {
                    let inner = self.conditional(child, depth + 1);
                    if let Node::If { arms: inner, .. } = inner {
                        arms.extend(inner);
                    }
                }
                "else_clause" => otherwise = Some(Box::new(self.sequence(child, depth + 1))),
                _ if child.is_named() => {
                    let target = if in_body { &mut body } else { &mut condition };
                    target.extend(self.statement(child, depth + 1).map(Statement::foreground));
                }
                _ => {}
            }
        }
        arms.insert(0, (Node::Sequence(condition), Node::Sequence(body)));
        Node::If { arms, otherwise }
    }

    fn case_items(&mut self, node: Syntax<'_>, depth: usize) -> Vec<Node> {
        let mut cursor = node.walk();
        let items: Vec<_> =
            node.named_children(&mut cursor).filter(|child| child.kind() == "case_item").collect();
        items.into_iter().map(|item| self.sequence(item, depth + 1)).collect()
    }

    fn redirected(&mut self, node: Syntax<'_>, depth: usize) -> Node {
        let mut cursor = node.walk();
        let children: Vec<_> = node.named_children(&mut cursor).collect();
        let mut statements = Vec::new();
        for child in children {
            if is_redirection(child.kind()) {
                if let Some(Statement { node: Node::Simple(index), .. }) = statements.last() {
                    let index: usize = *index;
                    self.redirection(child, index);
                }
                // The commands behind `<<END |` stand inside the here-document's own node.
                statements.extend(self.nodes(child, depth + 1).into_iter().map(Statement::foreground));
                self.substitutions(child, depth + 1);
            } else if let Some(node) = self.statement(child, depth + 1) {
                statements.push(Statement::foreground(node));
            }
        }
        match statements.len() {
            1 => statements.pop().map_or_else(|| Node::Sequence(Vec::new()), |statement| statement.node),
            _ => Node::Sequence(statements),
        }
    }

    fn redirection(&mut self, node: Syntax<'_>, index: usize) {
        let range = self.range(node);
        let target = node.child_by_field_name("destination").map(|target| self.word(target));
        let command = &mut self.commands[index];
        command.range.end = command.range.end.max(range.end);
        command.redirections.push(Redirection { range, target });
    }

    fn command(&mut self, node: Syntax<'_>, depth: usize) -> Node {
        let index = self.commands.len();
        self.commands.push(Command::new(self.range(node), self.level));
        let mut cursor = node.walk();
        let mut children: Vec<_> = node.children(&mut cursor).collect();
        if node.kind() == "variable_assignment" {
            children = vec![node];
        }
        for child in children {
            let range = self.range(child);
            if child.kind() == "variable_assignment" && self.commands[index].words.is_empty() {
                if let Some(length) = assignment_name(&self.line[range.clone()]) {
                    self.commands[index].assignments.push(assignment(self.line, range, length));
                }
            } else if is_redirection(child.kind()) {
                self.redirection(child, index);
            } else if !range.is_empty() && child.kind() != "comment" {
                let word = self.word(child);
                self.commands[index].words.push(word);
            }
        }
        self.substitutions(node, depth + 1);
        Node::Simple(index)
    }

    /// `[ … ]` and `[[ … ]]` as the command that the first is.
    fn test(&mut self, node: Syntax<'_>, depth: usize) -> Node {
        let index = self.commands.len();
        let range = self.range(node);
        let mut command = Command::new(range.clone(), self.level);
        command.words = words(self.line, range);
        self.commands.push(command);
        self.substitutions(node, depth + 1);
        Node::Simple(index)
    }

    fn word(&self, node: Syntax<'_>) -> super::Word {
        lex(self.line, self.range(node), Until::End).word
    }

    /// The commands inside `$(…)`, backticks and `<(…)` below a node, which are no statements of their own there.
    fn substitutions(&mut self, node: Syntax<'_>, depth: usize) {
        let mut pending = vec![(node, depth)];
        while let Some((node, depth)) = pending.pop() {
            if depth > MAX_DEPTH {
                self.too_deep = true;
                return;
            }
            let mut cursor = node.walk();
            for child in node.named_children(&mut cursor) {
                if matches!(child.kind(), "command_substitution" | "process_substitution") {
                    self.substitution(child, depth);
                } else {
                    pending.push((child, depth + 1));
                }
            }
        }
    }

    fn substitution(&mut self, node: Syntax<'_>, depth: usize) {
        let first = self.commands.len();
        let outer = self.level;
        self.level = outer.inside();
        let inner = self.sequence(node, depth + 1);
        self.level = outer;
        settle(self.line, &inner, self.commands);
        for command in &mut self.commands[first..] {
            command.conditional = true;
        }
    }
}

fn is_redirection(kind: &str) -> bool {
    matches!(kind, "file_redirect" | "heredoc_redirect" | "herestring_redirect")
}
