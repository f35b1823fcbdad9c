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

/// The text as the shell's grammar may see it: every byte of a character that is part of a word to a shell, as letters are, and not to the
/// grammar, is a letter. All offsets stay.
///
/// The grammar's scanner looks characters up with `isdigit`, which reads outside of its table for one like `{\u{10ffff}`; and it takes
/// form feeds and vertical tabs for blanks.
pub(crate) fn for_grammar(text: &str) -> Cow<'_, [u8]> {
    let is_letter = |byte: u8| !byte.is_ascii() || matches!(byte, 0x0b | 0x0c);
    if !text.bytes().any(is_letter) {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(text.bytes().map(|byte| if is_letter(byte) { b'x' } else { byte }).collect())
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
            "compound_statement" | "do_group" => Some(Node::Group(Box::new(self.sequence(node, depth)))),
            "negated_command" => Some(Node::Negated(Box::new(self.sequence(node, depth)))),
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
                if statements.is_empty() {
                    statements.push(Statement::foreground(self.nothing_at(child)));
                }
                if let Some(index) = statements.last().and_then(|last| last_command(&last.node)) {
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

    /// The command of a statement that begins with a redirection: `>file run`.
    fn nothing_at(&mut self, node: Syntax<'_>) -> Node {
        let index = self.commands.len();
        self.commands.push(Command::new(self.range(node), self.level));
        Node::Simple(index)
    }

    /// A redirection of a command. The grammar takes the words of the command that come after the file for more files.
    fn redirection(&mut self, node: Syntax<'_>, index: usize) {
        let range = self.range(node);
        let mut cursor = node.walk();
        let files = node.children_by_field_name("destination", &mut cursor).map(|file| self.range(file));
        let mut words = whole_words(self.line, files.collect()).into_iter();
        let target = words.next();
        let mut cursor = node.walk();
        let arguments = node.children_by_field_name("argument", &mut cursor).map(|word| self.range(word));
        let words: Vec<_> = words.chain(whole_words(self.line, arguments.collect())).collect();
        let own = range.start..target.as_ref().map_or(range.end, |target| target.end);
        let command = &mut self.commands[index];
        command.range.end = command.range.end.max(range.end);
        let target = target.map(|target| lex(self.line, target, Until::End).word);
        command.redirections.push(Redirection { range: own, target });
        for word in words {
            self.word(word, index);
        }
    }

    fn command(&mut self, node: Syntax<'_>, depth: usize) -> Node {
        let index = self.commands.len();
        self.commands.push(Command::new(self.range(node), self.level));
        let mut cursor = node.walk();
        let mut children: Vec<_> = node.children(&mut cursor).collect();
        if node.kind() == "variable_assignment" {
            children = vec![node];
        }
        let (redirections, words): (Vec<_>, Vec<_>) =
            children.into_iter().partition(|child| is_redirection(child.kind()));
        let is_word = |child: &Syntax<'_>| child.kind() != "comment" && child.start_byte() < child.end_byte();
        let words = words.into_iter().filter(is_word).map(|child| self.range(child)).collect();
        let mut words = whole_words(self.line, words).into_iter().peekable();
        for redirection in redirections {
            while let Some(word) = words.next_if(|word| word.start < self.range(redirection).start) {
                self.word(word, index);
            }
            self.redirection(redirection, index);
        }
        words.for_each(|word| self.word(word, index));
        self.substitutions(node, depth + 1);
        Node::Simple(index)
    }

    /// A word of a command: an assignment as long as there was none that is no assignment.
    fn word(&mut self, range: Range<usize>, index: usize) {
        let command = &mut self.commands[index];
        match assignment_name(&self.line[range.clone()]) {
            Some(length) if command.words.is_empty() => {
                command.assignments.push(assignment(self.line, range, length));
            }
            _ => command.words.push(lex(self.line, range, Until::End).word),
        }
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

/// The command that a redirection behind a statement belongs to: the grammar has `a && b >file` as a redirection of both.
fn last_command(node: &Node) -> Option<usize> {
    match node {
        Node::Simple(index) => Some(*index),
        Node::AndOr { rest, .. } => rest.last().and_then(|(_, _, last)| last_command(last)),
        Node::Pipeline(stages) => stages.last().and_then(last_command),
        Node::Negated(body) => match &**body {
            Node::Sequence(statements) => {
                statements.last().and_then(|statement| last_command(&statement.node))
            }
            body => last_command(body),
        },
        _ => None,
    }
}

/// The words that pieces make up: what no blank divides is one word, also where the grammar sees several, as in `a$"b c"`. A line end that
/// is escaped is no blank.
fn whole_words(line: &str, pieces: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let touch = |between: &str| between.as_bytes().chunks(2).all(|pair| pair == b"\\\n");
    let mut words: Vec<Range<usize>> = Vec::new();
    for piece in pieces {
        match words.last_mut() {
            Some(last) if line.get(last.end..piece.start).is_some_and(touch) => last.end = piece.end,
            _ => words.push(piece),
        }
    }
    words
}

fn is_redirection(kind: &str) -> bool {
    matches!(kind, "file_redirect" | "heredoc_redirect" | "herestring_redirect")
}
