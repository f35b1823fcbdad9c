//! How the commands of a line hang together, and what follows from it: what guards a command, in which folder
//! it runs, whether it is reached at all, and whether the line's end hides a failure.

use std::ops::Range;

use super::script::PathForm;
use super::{Command, Directory, Swallow, SwallowKind, Variables};

/// How deep commands may be nested; what lies deeper is not looked at.
pub(super) const MAX_DEPTH: usize = 48;

/// What stands between two commands of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    And,
    Or,
}

/// The structure of a line; a number is an index into the line's commands.
#[derive(Debug)]
pub(super) enum Node {
    Simple(usize),
    Pipeline(Vec<Node>),
    AndOr {
        first: Box<Node>,
        rest: Vec<(Joint, Range<usize>, Node)>,
    },
    Sequence(Vec<Statement>),
    /// `{ … }`, or anything else that only holds commands together.
    Group(Box<Node>),
    /// `! …`.
    Negated(Box<Node>),
    Subshell(Box<Node>),
    /// Condition and body of each arm; the last body may stand alone.
    If {
        arms: Vec<(Node, Node)>,
        otherwise: Option<Box<Node>>,
    },
    /// Commands that run any number of times, in order.
    Repeated(Vec<Node>),
    /// Bodies of which one may run.
    Choice(Vec<Node>),
}

/// One statement of a sequence.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) node: Node,
    /// The place of a `&` behind it.
    pub(super) background: Option<Range<usize>>,
}

impl Statement {
    pub(super) fn foreground(node: Node) -> Self {
        Self { node, background: None }
    }
}

/// What holds for a command because of those around it.
#[derive(Debug, Clone, Copy, Default)]
struct Context {
    guarded: bool,
    conditional: bool,
    unreachable: bool,
    depth: usize,
}

/// Writes what follows from the structure into the commands.
pub(super) fn settle(line: &str, root: &Node, commands: &mut [Command]) {
    let mut settler = Settler { line, commands };
    settler.visit(root, Context::default(), &mut Directory::Start);
}

struct Settler<'a> {
    line: &'a str,
    commands: &'a mut [Command],
}

impl Settler<'_> {
    fn visit(&mut self, node: &Node, context: Context, directory: &mut Directory) {
        if context.depth > MAX_DEPTH {
            return;
        }
        let inner = Context { depth: context.depth + 1, ..context };
        match node {
            Node::Simple(index) => self.simple(*index, context, directory),
            Node::Group(body) | Node::Negated(body) => self.visit(body, inner, directory),
            Node::Subshell(body) => self.visit(body, inner, &mut directory.clone()),
            Node::Pipeline(stages) => self.pipeline(stages, inner, directory),
            Node::AndOr { first, rest } => self.and_or(first, rest, inner, directory),
            Node::Sequence(statements) => self.sequence(statements, inner, directory),
            Node::If { arms, otherwise } => {
                let mut body = inner;
                for (condition, then) in arms {
                    self.visit(condition, body, directory);
                    body.guarded |= self.is_guard(condition, 0);
                    body.conditional = true;
                    self.visit(then, body, &mut directory.clone());
                }
                if let Some(otherwise) = otherwise {
                    self.visit(otherwise, body, &mut directory.clone());
                }
            }
            Node::Repeated(bodies) | Node::Choice(bodies) => {
                let mut body = Context { conditional: true, ..inner };
                for node in bodies {
                    self.visit(node, body, &mut directory.clone());
                    body.guarded |= self.is_guard(node, 0);
                }
            }
        }
    }

    fn simple(&mut self, index: usize, context: Context, directory: &mut Directory) {
        let command = &mut self.commands[index];
        command.guarded = context.guarded;
        command.conditional = context.conditional;
        command.reachable = !context.unreachable;
        command.directory = directory.clone();
        if let Some(target) = changed_directory(self.line, command) {
            *directory = directory.enter(target);
        }
    }

    fn pipeline(&mut self, stages: &[Node], context: Context, directory: &Directory) {
        for stage in stages {
            self.visit(stage, context, &mut directory.clone());
        }
        for pair in stages.windows(2) {
            if let [Node::Simple(from), Node::Simple(to)] = pair {
                self.commands[*from].piped_into = Some(*to);
            }
        }
    }

    fn and_or(
        &mut self,
        first: &Node,
        rest: &[(Joint, Range<usize>, Node)],
        context: Context,
        directory: &mut Directory,
    ) {
        let mut context = context;
        let mut operand = first;
        for next in rest.iter().map(Some).chain([None]) {
            let guard = self.is_guard(operand, 0);
            let fallback = matches!(next, Some((Joint::Or, _, alternative)) if !self.is_trivial(alternative));
            let here = Context { guarded: context.guarded || fallback && !guard, ..context };
            self.visit(operand, here, directory);
            context.guarded |= guard;
            context.conditional = true;
            let Some((_, _, node)) = next else { return };
            operand = node;
        }
    }

    fn sequence(&mut self, statements: &[Statement], context: Context, directory: &mut Directory) {
        let mut context = context;
        for Statement { node, background } in statements {
            if background.is_some() {
                self.visit(node, context, &mut directory.clone());
                continue;
            }
            self.visit(node, context, directory);
            context.guarded |= self.leaves(node, 0) && self.is_guard(node, 0);
            context.unreachable |= matches!(node, Node::Simple(index) if self.ends_the_line(*index));
        }
    }

    /// Whether a command tests that a file or program is there.
    fn is_guard(&self, node: &Node, depth: usize) -> bool {
        self.any(node, depth, &|settler, index| tests_existence(settler.line, &settler.commands[index]))
    }

    /// Whether a command may end the line.
    fn leaves(&self, node: &Node, depth: usize) -> bool {
        self.any(node, depth, &|settler, index| settler.ends_the_line(index))
    }

    /// Whether nothing but an exit code comes of it.
    fn is_trivial(&self, node: &Node) -> bool {
        self.any(node, 0, &|settler, index| {
            let name = settler.commands[index].program_text(settler.line);
            matches!(&*name, "true" | ":" | "false" | "exit" | "return" | "echo" | "printf" | "[" | "test")
        })
    }

    fn ends_the_line(&self, index: usize) -> bool {
        matches!(&*self.commands[index].program_text(self.line), "exit" | "return")
            || self.commands[index].program_text(self.line) == "exec" && self.commands[index].words.len() > 1
    }

    fn any(&self, node: &Node, depth: usize, holds: &dyn Fn(&Self, usize) -> bool) -> bool {
        if depth > MAX_DEPTH {
            return false;
        }
        let inside = |node: &Node| self.any(node, depth + 1, holds);
        match node {
            Node::Simple(index) => holds(self, *index),
            Node::Group(body) | Node::Negated(body) | Node::Subshell(body) => inside(body),
            Node::Pipeline(nodes) | Node::Repeated(nodes) | Node::Choice(nodes) => nodes.iter().any(inside),
            Node::AndOr { first, rest } => inside(first) || rest.iter().any(|(_, _, node)| inside(node)),
            Node::Sequence(statements) => statements.iter().any(|statement| inside(&statement.node)),
            Node::If { arms, otherwise } => {
                arms.iter().any(|(condition, body)| inside(condition) || inside(body))
                    || otherwise.as_deref().is_some_and(inside)
            }
        }
    }
}

/// Whether a command asks for the existence of a file or program: `[ -f x ]`, `test -x x`, `command -v x`, `which x`.
fn tests_existence(line: &str, command: &Command) -> bool {
    let mut words = command.words.iter().map(|word| word.text(line));
    let Some(program) = words.next() else { return false };
    match program.as_str() {
        "[" | "[[" | "test" => words.any(|word| {
            matches!(word.as_str(), "-f" | "-e" | "-x" | "-r" | "-s" | "-d" | "-L" | "-h" | "-w" | "-a")
        }),
        "command" => words.next().is_some_and(|flag| flag == "-v" || flag == "-V"),
        "which" | "type" | "hash" | "where" => words.next().is_some(),
        _ => false,
    }
}

/// The folder that a `cd` or `pushd` goes to.
fn changed_directory(line: &str, command: &Command) -> Option<PathForm> {
    if !matches!(&*command.program_text(line), "cd" | "pushd") {
        return None;
    }
    let target = command.words[1..].iter().find(|word| {
        let text = word.raw(line);
        !(text == "--" || text == "-P" || text == "-L")
    });
    Some(match target {
        None => PathForm::Home(String::new()),
        Some(word) if word.raw(line).starts_with('-') => PathForm::Dynamic,
        Some(word) => PathForm::of(line, word, &Variables::default()),
    })
}

/// How the end of a line makes it succeed whatever happened before.
pub(super) fn swallow(line: &str, root: &Node, commands: &[Command]) -> Option<Swallow> {
    let mut node = root;
    for _ in 0..MAX_DEPTH {
        match node {
            Node::Group(body) | Node::Negated(body) => node = body,
            Node::Sequence(statements) => {
                let last = statements.last()?;
                if let Some(range) = &last.background {
                    return Some(Swallow { range: range.clone(), kind: SwallowKind::Background });
                }
                if let (Node::Simple(index), true) = (&last.node, statements.len() > 1)
                    && always_succeeds(line, &commands[*index])
                    && statements[..statements.len() - 1]
                        .iter()
                        .any(|before| runs_something(before, commands))
                {
                    let range = commands[*index].range.clone();
                    return Some(Swallow { range, kind: SwallowKind::Then });
                }
                node = &last.node;
            }
            Node::AndOr { first, rest } => {
                let (joint, operator, last) = rest.last()?;
                let before = rest[..rest.len() - 1].iter().map(|(_, _, node)| node);
                if std::iter::once(&**first).chain(before).any(|node| refuses(line, node, commands)) {
                    return None;
                }
                let Node::Simple(index) = last else { return None };
                let trivial = *joint == Joint::Or && always_succeeds(line, &commands[*index]);
                let range = operator.start..commands[*index].range.end;
                return trivial.then_some(Swallow { range, kind: SwallowKind::Or });
            }
            Node::Pipeline(_) if line.contains("pipefail") => return None,
            Node::Pipeline(stages) => {
                let Some(Node::Simple(index)) = stages.last() else { return None };
                let program = commands[*index].program_text(line);
                let range = commands[*index].range.clone();
                return matches!(&*program, "cat" | "tee")
                    .then_some(Swallow { range, kind: SwallowKind::Pipe });
            }
            _ => return None,
        }
    }
    None
}

fn runs_something(statement: &Statement, commands: &[Command]) -> bool {
    match &statement.node {
        Node::Simple(index) => !commands[*index].words.is_empty(),
        _ => true,
    }
}

/// `exit 2`: it ends the shell with its own code, whatever stands behind it.
fn refuses(line: &str, node: &Node, commands: &[Command]) -> bool {
    let Node::Simple(index) = node else { return false };
    let command = &commands[*index];
    command.program_text(line) == "exit" && command.words.get(1).is_some_and(|code| code.raw(line) != "0")
}

/// `true`, `:` and `exit 0`.
fn always_succeeds(line: &str, command: &Command) -> bool {
    match &*command.program_text(line) {
        "true" | ":" | "/bin/true" | "/usr/bin/true" => true,
        "exit" => command.words.len() == 2 && command.words[1].raw(line) == "0",
        _ => false,
    }
}
