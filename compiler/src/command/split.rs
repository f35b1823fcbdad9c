//! The fast path: lists and pipelines of plain commands, read without a grammar.
//!
//! Nine command lines in ten are a program and a few words. Whatever has the syntax of a compound command,
//! a here-document or a function is left to [`super::shell`].

use std::ops::Range;

use super::structure::{Joint, MAX_DEPTH, Node, Statement};
use super::word::{PartKind, Until, identifier_length, lex};
use super::{Assignment, Command, Level, Redirection};

/// Words that begin or belong to a compound command.
const RESERVED: [&str; 20] = [
    "{", "}", "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac",
    "function", "select", "[[", "]]", "coproc", "in",
];

/// Reads a range of a line; `None` when it needs the grammar. Commands are appended to `commands`.
pub(super) fn split(
    line: &str,
    range: Range<usize>,
    level: Level,
    depth: usize,
    commands: &mut Vec<Command>,
) -> Option<Node> {
    let mut splitter = Splitter { line, at: range.start, end: range.end, level, depth, commands };
    splitter.sequence()
}

struct Splitter<'a> {
    line: &'a str,
    at: usize,
    end: usize,
    level: Level,
    depth: usize,
    commands: &'a mut Vec<Command>,
}

impl Splitter<'_> {
    fn rest(&self) -> &[u8] {
        &self.line.as_bytes()[self.at..self.end]
    }

    fn blanks(&mut self) {
        loop {
            match self.rest() {
                [b' ' | b'\t' | b'\r', ..] => self.at += 1,
                [b'\\', b'\n', ..] => self.at += 2,
                [b'#', rest @ ..] => {
                    self.at += 1 + rest.iter().take_while(|byte| **byte != b'\n').count();
                }
                _ => return,
            }
        }
    }

    fn sequence(&mut self) -> Option<Node> {
        let mut statements = Vec::new();
        loop {
            self.blanks();
            match self.rest() {
                [] => break,
                [b'\n', ..] => self.at += 1,
                _ => {
                    let node = self.and_or()?;
                    let end = self.end_of_statement()?;
                    let background = Some(end).filter(|end| &self.line[end.clone()] == "&");
                    statements.push(Statement { node, background });
                }
            }
        }
        match statements.as_slice() {
            [Statement { background: None, .. }] => statements.pop().map(|statement| statement.node),
            _ => Some(Node::Sequence(statements)),
        }
    }

    /// Steps over `;`, `&` or a line end, and tells its place; the end of the text is an empty one.
    fn end_of_statement(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        self.at += match self.rest() {
            [] => 0,
            [b';', b';', ..] => return None,
            [b';' | b'\n' | b'&', ..] => 1,
            _ => return None,
        };
        Some(start..self.at)
    }

    fn and_or(&mut self) -> Option<Node> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            let joint = match self.rest() {
                [b'&', b'&', ..] => Joint::And,
                [b'|', b'|', ..] => Joint::Or,
                _ => break,
            };
            let operator = self.at..self.at + 2;
            self.at += 2;
            self.line_ends();
            rest.push((joint, operator, self.pipeline()?));
        }
        Some(if rest.is_empty() { first } else { Node::AndOr { first: Box::new(first), rest } })
    }

    fn line_ends(&mut self) {
        self.blanks();
        while self.rest().first() == Some(&b'\n') {
            self.at += 1;
            self.blanks();
        }
    }

    fn pipeline(&mut self) -> Option<Node> {
        self.blanks();
        while let [b'!', b' ' | b'\t', ..] = self.rest() {
            self.at += 1;
            self.blanks();
        }
        let mut stages = vec![self.command()?];
        while let [b'|', after, ..] = self.rest() {
            match after {
                b'|' => break,
                b'&' => self.at += 2,
                _ => self.at += 1,
            }
            self.line_ends();
            stages.push(self.command()?);
        }
        if stages.len() == 1 { stages.pop() } else { Some(Node::Pipeline(stages)) }
    }

    fn command(&mut self) -> Option<Node> {
        let start = self.at;
        let mut command = Command::new(start..start, self.level);
        let mut substitutions = Vec::new();
        loop {
            self.blanks();
            match self.rest() {
                [] | [b'\n' | b';' | b'|' | b')', ..] => break,
                [b'&', b'>', ..] => self.redirection(self.at, &mut command, &mut substitutions)?,
                [b'&', ..] => break,
                [b'(', ..] => return None,
                [b'<' | b'>', ..] => self.redirection(self.at, &mut command, &mut substitutions)?,
                rest => {
                    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                    if digits > 0 && matches!(rest.get(digits), Some(b'<' | b'>')) {
                        let start = self.at;
                        self.at += digits;
                        self.redirection(start, &mut command, &mut substitutions)?;
                    } else {
                        self.word(&mut command, &mut substitutions)?;
                    }
                }
            }
            command.range.end = self.at;
        }
        if command.range.is_empty() {
            return None;
        }
        let index = self.commands.len();
        self.commands.push(command);
        for inside in substitutions {
            let depth = self.depth + 1;
            if depth > MAX_DEPTH {
                return None;
            }
            split_substitution(self.line, inside, self.level.inside(), depth, self.commands)?;
        }
        Some(Node::Simple(index))
    }

    fn word(&mut self, command: &mut Command, substitutions: &mut Vec<Range<usize>>) -> Option<()> {
        let lexed = lex(self.line, self.at..self.end, Until::Operator);
        let word = lexed.word;
        let raw = word.raw(self.line);
        let first = command.words.is_empty();
        if !lexed.complete || word.range.is_empty() || first && RESERVED.contains(&raw) {
            return None;
        }
        self.at = word.range.end;
        collect_substitutions(&word, substitutions)?;
        match assignment_name(raw) {
            Some(length) if first => {
                // An array follows.
                if self.rest().first() == Some(&b'(') {
                    return None;
                }
                command.assignments.push(assignment(self.line, word.range.clone(), length));
            }
            _ => command.words.push(word),
        }
        Some(())
    }

    fn redirection(
        &mut self,
        start: usize,
        command: &mut Command,
        substitutions: &mut Vec<Range<usize>>,
    ) -> Option<()> {
        let length = match self.rest() {
            [b'&', b'>', b'>', ..] => 3,
            [b'<', b'<' | b'(', ..] | [b'>', b'(', ..] => return None,
            [b'&', b'>', ..] | [b'>', b'>' | b'|' | b'&', ..] | [b'<', b'&' | b'>', ..] => 2,
            _ => 1,
        };
        self.at += length;
        while let [b' ' | b'\t', ..] = self.rest() {
            self.at += 1;
        }
        let lexed = lex(self.line, self.at..self.end, Until::Operator);
        if !lexed.complete || lexed.word.range.is_empty() {
            return None;
        }
        collect_substitutions(&lexed.word, substitutions)?;
        self.at = lexed.word.range.end;
        command.redirections.push(Redirection { range: start..self.at, target: Some(lexed.word) });
        Some(())
    }
}

/// Reads what stands inside `$(…)`: its commands join, its structure is settled on its own.
fn split_substitution(
    line: &str,
    inside: Range<usize>,
    level: Level,
    depth: usize,
    commands: &mut Vec<Command>,
) -> Option<()> {
    let first = commands.len();
    let node = split(line, inside, level, depth, commands)?;
    super::structure::settle(line, &node, commands);
    for command in &mut commands[first..] {
        command.conditional = true;
    }
    Some(())
}

/// The insides of the substitutions of a word; `None` when one of them is in backticks, where other quoting rules hold.
fn collect_substitutions(word: &super::Word, substitutions: &mut Vec<Range<usize>>) -> Option<()> {
    for part in &word.parts {
        match &part.kind {
            PartKind::Substitution(inside) if part.range.len() == inside.len() + 3 => {
                substitutions.push(inside.clone());
            }
            PartKind::Substitution(_) => return None,
            _ => {}
        }
    }
    Some(())
}

/// The length of the name if the text is `NAME=…` or `NAME+=…`.
pub(super) fn assignment_name(raw: &str) -> Option<usize> {
    let length = identifier_length(raw.as_bytes());
    let rest = &raw[length..];
    (length > 0 && (rest.starts_with('=') || rest.starts_with("+="))).then_some(length)
}

/// The assignment that stands at a range; `name_length` from [`assignment_name`].
pub(super) fn assignment(line: &str, range: Range<usize>, name_length: usize) -> Assignment {
    let raw = &line[range.clone()];
    let operator = if raw[name_length..].starts_with('+') { 2 } else { 1 };
    let value = lex(line, range.start + name_length + operator..range.end, Until::End).word;
    Assignment { name: raw[..name_length].to_owned(), value, range }
}
