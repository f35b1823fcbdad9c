//! The walk: from statements of the grammar to statements of the common form.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use tree_sitter::{Node, Tree};

use super::super::facts::{Facts, Place, Scope, Unknown, UnknownKind};
use super::super::program::{Arm, Block, FunctionId, Program, Statement, StatementKind};
use super::super::{Language, StatementKind as Kind};
use super::call::KnownCall;
use super::io::{Input, Io, Target};
use super::origin::{Origin, either, is_tainted};
use super::{finish, place_in};

/// Statements nested deeper than this are not read.
const MAX_DEPTH: usize = 64;

/// More statements than this, each counted as often as it is walked, are not read.
const MAX_STATEMENTS: usize = 40_000;

/// More variables than this are not followed.
const MAX_VARIABLES: usize = 256;

/// What each variable can hold.
pub(super) type Variables = BTreeMap<Rc<str>, Rc<[Origin]>>;

/// How a command can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Failing {
    Never,
    /// By something going wrong.
    Error,
    /// By saying no.
    Test,
}

/// What a command's exit code says.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Status {
    /// For which runs it can succeed; `None` when it cannot.
    pub(super) yes: Option<Scope>,
    /// For which runs it can fail.
    pub(super) no: Option<Scope>,
    pub(super) failing: Failing,
    /// What a success says of variables.
    pub(super) learned: Vec<Learned>,
}

/// A variable, and what it holds where a test has succeeded.
pub(super) type Learned = (Box<str>, Rc<[Origin]>);

impl Status {
    pub(super) fn new(failing: Failing) -> Self {
        let no = (failing != Failing::Never).then(Scope::default);
        Self { yes: Some(Scope::default()), no, failing, learned: Vec::new() }
    }

    pub(super) fn not(self) -> Self {
        Self { yes: self.no, no: self.yes, failing: Failing::Test, learned: Vec::new() }
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            yes: both(self.yes.as_ref(), other.yes.as_ref()),
            no: any(self.no.as_ref(), other.no.as_ref()),
            failing: self.failing.max(other.failing),
            learned: self.learned.iter().chain(&other.learned).cloned().collect(),
        }
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self {
            yes: any(self.yes.as_ref(), other.yes.as_ref()),
            no: both(self.no.as_ref(), other.no.as_ref()),
            failing: other.failing,
            learned: learned_either_way(&self.learned, &other.learned),
        }
    }
}

/// What holds of variables whichever of two tests has succeeded.
fn learned_either_way(one: &[Learned], other: &[Learned]) -> Vec<Learned> {
    let shared = one.iter().filter_map(|(name, value)| {
        let (_, second) = other.iter().find(|(known, _)| known == name)?;
        Some((name.clone(), either(value, second)))
    });
    shared.collect()
}

fn both(one: Option<&Scope>, other: Option<&Scope>) -> Option<Scope> {
    one?.and(other?)
}

/// A scope that holds wherever one of two holds.
fn any(one: Option<&Scope>, other: Option<&Scope>) -> Option<Scope> {
    let (Some(one), Some(other)) = (one, other) else { return one.or(other).cloned() };
    let conditional = one.conditional || other.conditional;
    let only = match (&one.only, &other.only) {
        (Some(names), Some(more)) => {
            let mut all = names.clone();
            all.extend(more.iter().filter(|name| !names.contains(name)).cloned());
            Some(all)
        }
        _ => None,
    };
    let except = one.except.iter().filter(|name| other.except.contains(name)).cloned().collect();
    Some(Scope { only, except, conditional })
}

/// What the walk knows at a place of the script.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub(super) struct State {
    pub(super) variables: Variables,
    pub(super) io: Io,
    pub(super) scope: Scope,
    /// Whether the place is never reached.
    pub(super) ended: bool,
    /// `set -e`.
    pub(super) errexit: bool,
    /// Whether a failure is asked for, so that `set -e` does not count.
    pub(super) in_condition: bool,
    /// Whether an exit ends this shell only.
    pub(super) in_subshell: bool,
    /// Whether new files are private: `umask 077`.
    pub(super) private: bool,
    /// What runs at the exit.
    pub(super) at_exit: Option<Rc<Block>>,
    /// What runs when a command fails.
    pub(super) on_error: Option<(Place, Rc<Block>)>,
    /// Whether the absence of the programs here is provided for, or decides nothing.
    pub(super) provided: bool,
    pub(super) optional: bool,
    /// Whether reading has a limit of time.
    pub(super) deadline: bool,
    /// What the function's arguments can be; `None` outside functions.
    pub(super) arguments: Option<Rc<[Rc<[Origin]>]>>,
}

/// The walk over one script.
pub(super) struct Reader<'t, 'n> {
    pub(super) text: &'t str,
    /// Where the text of the tree that is walked begins.
    pub(super) base: usize,
    pub(super) facts: Facts,
    pub(super) program: Program,
    pub(super) state: State,
    /// What the enclosing substitutions and pipelines have caught.
    pub(super) captured: Vec<Vec<Rc<[Origin]>>>,
    /// Names of programs that were asked for.
    pub(super) checked: Vec<String>,
    pub(super) functions: HashMap<String, Option<Node<'n>>>,
    pub(super) calls: Vec<KnownCall>,
    pub(super) active: Vec<String>,
    /// How many statements return, to see whether a subshell has one.
    pub(super) returns: usize,
    /// How the last substitution can fail.
    pub(super) substitution: Failing,
    pub(super) depth: usize,
    budget: usize,
    root: Node<'n>,
}

/// One way of a branch after it was walked.
pub(super) struct Walked {
    arm: Arm,
    after: State,
}

impl<'t, 'n> Reader<'t, 'n> {
    pub(super) fn new(text: &'t str, tree: &'n Tree) -> Self {
        let state = State {
            variables: Variables::new(),
            io: Io::new(),
            scope: Scope::default(),
            ended: false,
            errexit: false,
            in_condition: false,
            in_subshell: false,
            private: false,
            at_exit: None,
            on_error: None,
            provided: false,
            optional: false,
            deadline: false,
            arguments: None,
        };
        Self {
            text,
            base: 0,
            facts: Facts::new(Language::Shell),
            program: Program::default(),
            state,
            captured: Vec::new(),
            checked: Vec::new(),
            functions: HashMap::new(),
            calls: Vec::new(),
            active: Vec::new(),
            returns: 0,
            substitution: Failing::Never,
            depth: 0,
            budget: MAX_STATEMENTS,
            root: tree.root_node(),
        }
    }

    /// Walks the script.
    pub(super) fn read(mut self) -> Facts {
        let root = self.root;
        self.syntax(root);
        let mut main = Block::new();
        let status = self.children(root, &mut main);
        if !self.state.ended {
            self.at_exit(&mut main);
            if status.failing == Failing::Test && status.no.is_some() && ends_in_test(root) {
                // The code of a test is that of the script; what it means is for the run to say.
                let end = self.text.len();
                main.push(Statement { place: end..end, kind: Kind::Exit(super::super::Exit::Unknown) });
            }
        }
        self.program.main = main;
        finish::finish(self.facts, self.program, self.text.len())
    }

    /// Finds the functions, and what does not parse.
    fn syntax(&mut self, root: Node<'n>) {
        // Neither is in most scripts.
        if !root.has_error() && !self.may_define_functions() {
            return;
        }
        let mut pending = vec![root];
        while let Some(node) = pending.pop() {
            if self.is_harmless(node) {
                continue;
            }
            if node.is_error() || node.is_missing() {
                self.unknown(place_in(self.base, node), UnknownKind::Syntax);
                continue;
            }
            if node.kind() == "function_definition"
                && let Some(name) = node.child_by_field_name("name")
            {
                let name = self.source(name).to_owned();
                self.functions.entry(name).and_modify(|known| *known = None).or_insert(Some(node));
            }
            let mut cursor = node.walk();
            pending.extend(node.children(&mut cursor));
        }
    }

    fn may_define_functions(&self) -> bool {
        self.text.contains('(') || self.text.contains("function")
    }

    /// Whether an error is one of the grammar's, and what it leaves is still understood: patterns of `case` with several quoted
    /// parts, and `>file <<<text`.
    fn is_harmless(&self, node: Node<'_>) -> bool {
        // The parent of a node is looked for from the root.
        if !node.is_error() {
            return false;
        }
        let source = self.source(node);
        let in_case = |parent: Node<'_>| matches!(parent.kind(), "case_statement" | "case_item");
        source == "<<" || node.parent().is_some_and(in_case) && !source.contains(['\n', ';', ')'])
    }

    pub(super) fn place(&self, node: Node<'_>) -> Place {
        place_in(self.base, node)
    }

    pub(super) fn source(&self, node: Node<'_>) -> &'t str {
        &self.text[place_in(self.base, node)]
    }

    pub(super) fn unknown(&mut self, place: Place, kind: UnknownKind) {
        let unknown = Unknown { place, kind };
        if !self.facts.unknowns.contains(&unknown) && self.facts.unknowns.len() < 64 {
            self.facts.unknowns.push(unknown);
        }
    }

    /// Goes one level down, unless that is too deep.
    pub(super) fn deeper<T>(&mut self, node: Node<'_>, walk: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.budget = self.budget.saturating_sub(1);
        if self.depth >= MAX_DEPTH || self.budget == 0 {
            let place = self.place(node);
            self.unknown(place, UnknownKind::TooLarge);
            return None;
        }
        self.depth += 1;
        let found = walk(self);
        self.depth -= 1;
        Some(found)
    }

    /// The statements among the children of a node, in order.
    pub(super) fn children(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        let mut cursor = node.walk();
        let children: Vec<_> = node.children(&mut cursor).collect();
        self.sequence(&children, block)
    }

    /// Statements in order, between them signs.
    pub(super) fn sequence(&mut self, nodes: &[Node<'_>], block: &mut Block) -> Status {
        let mut status = Status::new(Failing::Never);
        for (index, node) in nodes.iter().enumerate() {
            if !node.is_named() || node.kind() == "comment" {
                continue;
            }
            if self.state.ended {
                break;
            }
            let handled_before = self.state.on_error.clone();
            if nodes.get(index + 1).is_some_and(|next| next.kind() == "&") {
                let place = self.place(*node);
                self.subshell(place, block, |reader, block| reader.statement(*node, block));
                continue;
            }
            let is_last = !nodes[index + 1..].iter().any(Node::is_named);
            let in_condition = self.state.in_condition;
            self.state.in_condition = in_condition && is_last;
            status = self.statement(*node, block);
            self.state.in_condition = in_condition;
            let handled = self.state.on_error.clone();
            if handled != handled_before
                && let Some((place, handler)) = handled
            {
                let mut body = Block::new();
                status = self.sequence(&nodes[index + 1..], &mut body);
                let kind = Kind::Try {
                    body,
                    handler: Some((place.clone(), (*handler).clone())),
                    finally: Block::new(),
                };
                block.push(Statement { place, kind });
                break;
            }
        }
        status
    }

    /// One statement.
    pub(super) fn statement(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        let walked = self.deeper(node, |reader| reader.statement_here(node, block));
        walked.unwrap_or_else(|| {
            block.push(Statement { place: self.place(node), kind: Kind::Unknown });
            Status::new(Failing::Test)
        })
    }

    fn statement_here(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        match node.kind() {
            "command" => self.fallible(node, block, |reader, block| reader.command(node, block)),
            "variable_assignment" => {
                self.fallible(node, block, |reader, _| Status::new(reader.assignment(node)))
            }
            "variable_assignments" => {
                let mut cursor = node.walk();
                for child in node.named_children(&mut cursor).collect::<Vec<_>>() {
                    self.statement(child, block);
                }
                Status::new(Failing::Never)
            }
            "declaration_command" | "unset_command" => self.declaration(node),
            "redirected_statement" => self.redirected(node, block),
            "pipeline" => self.fallible(node, block, |reader, block| {
                let mut cursor = node.walk();
                let stages: Vec<_> = node.named_children(&mut cursor).collect();
                reader.pipeline(&stages, block)
            }),
            "list" => self.list(node, block),
            "negated_command" => {
                let before = (self.state.in_condition, self.state.provided);
                (self.state.in_condition, self.state.provided) = (true, true);
                let status = self.children(node, block).not();
                (self.state.in_condition, self.state.provided) = before;
                status
            }
            "test_command" => self.fallible(node, block, |reader, _| reader.test(node)),
            "compound_statement" if self.source(node).starts_with("((") => {
                self.expansions(node);
                Status::new(Failing::Test)
            }
            "compound_statement" | "do_group" => self.children(node, block),
            "subshell" => {
                let place = self.place(node);
                self.subshell(place, block, |reader, block| reader.children(node, block))
            }
            "if_statement" => self.conditional(node, block),
            "case_statement" => self.case(node, block),
            "while_statement" => self.while_loop(node, block),
            "for_statement" | "c_style_for_statement" => self.for_loop(node, block),
            "function_definition" => Status::new(Failing::Never),
            "ERROR" => {
                block.push(Statement { place: self.place(node), kind: Kind::Unknown });
                Status::new(Failing::Test)
            }
            // A bare expression, as recovery leaves it.
            _ => Status::new(Failing::Test),
        }
    }

    /// A command whose failure ends the script under `set -e`, or is handled by a trap.
    fn fallible(
        &mut self,
        node: Node<'_>,
        block: &mut Block,
        walk: impl FnOnce(&mut Self, &mut Block) -> Status,
    ) -> Status {
        let at = block.len();
        let counts = !self.state.in_condition && (self.state.errexit || self.state.on_error.is_some());
        let status = walk(self, block);
        if counts && status.failing != Failing::Never && status.no.is_some() {
            block.insert(at, Statement { place: self.place(node), kind: Kind::MayRaise });
        }
        status
    }

    /// `a && b`, `a || b`
    fn list(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        let mut cursor = node.walk();
        let children: Vec<_> = node.children(&mut cursor).collect();
        let sides: Vec<_> =
            children.iter().copied().filter(|child| child.is_named() && child.kind() != "comment").collect();
        let is_and = children.iter().any(|child| child.kind() == "&&");
        let [left, right] = sides.as_slice() else { return self.sequence(&children, block) };
        self.join(*left, is_and, *right, block)
    }

    pub(super) fn join(
        &mut self,
        left: Node<'_>,
        is_and: bool,
        right: Node<'_>,
        block: &mut Block,
    ) -> Status {
        let nothing = matches!(self.source(right).trim(), "true" | ":");
        let before = (self.state.in_condition, self.state.provided, self.state.optional);
        self.state.in_condition = true;
        self.state.provided |= !is_and;
        self.state.optional |= !is_and && nothing;
        let mut first = Block::new();
        let one = self.statement(left, &mut first);
        (self.state.in_condition, self.state.provided, self.state.optional) = before;
        if self.state.ended {
            block.append(&mut first);
            return one;
        }
        if !is_and && nothing {
            block.append(&mut first);
            return Status::new(Failing::Never);
        }
        // What cannot be read from the payload, and a program that is not there, are failures like any other.
        let is_failure = match left.kind() {
            "variable_assignment" => one.failing != Failing::Never,
            "command" | "redirected_statement" => {
                one.failing == Failing::Error || self.source(left).starts_with("command -v ")
            }
            _ => one.failing == Failing::Error,
        };
        let is_handler = !is_and && is_failure;
        if !is_handler {
            block.append(&mut first);
        }
        let (taken, other) = if is_and { (&one.yes, &one.no) } else { (&one.no, &one.yes) };
        let state = self.state.clone();
        let mut two = Status::new(Failing::Never);
        let mut arms = Vec::new();
        let learned: &[Learned] = if is_and { &one.learned } else { &[] };
        arms.extend(self.arm(&state, taken.as_ref(), |reader, block| {
            reader.learn(learned);
            two = reader.statement(right, block);
        }));
        if is_handler {
            self.handle(state, first, arms, self.place(right), block);
        } else {
            arms.extend(self.arm(&state, other.as_ref(), |_, _| {}));
            self.branch(state, arms, self.place(right), block);
        }
        if is_and { one.and(&two) } else { one.or(&two) }
    }

    /// A command whose errors something else handles.
    fn handle(
        &mut self,
        before: State,
        mut body: Block,
        mut handler: Vec<Walked>,
        place: Place,
        block: &mut Block,
    ) {
        let Some(Walked { arm, after }) = handler.pop() else {
            block.append(&mut body);
            return;
        };
        // The failing command has written nothing: its writes come behind the point where it can fail.
        body.insert(0, Statement { place: place.clone(), kind: Kind::MayRaise });
        let kind = Kind::Try { body, handler: Some((place.clone(), arm.block)), finally: Block::new() };
        block.push(Statement { place, kind });
        let mut state = before;
        if !after.ended {
            state.variables = join_variables(&state.variables, &after.variables);
        }
        self.state = state;
    }

    /// Walks one way of a branch from a state, when it can be taken at all.
    pub(super) fn arm(
        &mut self,
        before: &State,
        scope: Option<&Scope>,
        walk: impl FnOnce(&mut Self, &mut Block),
    ) -> Option<Walked> {
        let scope = scope?;
        self.state = before.clone();
        self.state.scope = before.scope.and(scope)?;
        let mut block = Block::new();
        walk(self, &mut block);
        let arm = Arm { scope: scope.clone(), block };
        Some(Walked { arm, after: self.state.clone() })
    }

    /// Joins the ways of a branch of which one is always taken.
    pub(super) fn branch(&mut self, before: State, walked: Vec<Walked>, place: Place, block: &mut Block) {
        let mut live = walked.iter().filter(|walked| !walked.after.ended);
        let mut state = match (live.next(), live.next()) {
            (None, _) => State { ended: true, ..before },
            (Some(only), None) => State {
                scope: only.after.scope.clone(),
                variables: only.after.variables.clone(),
                errexit: only.after.errexit,
                private: only.after.private,
                ..before
            },
            (Some(first), Some(second)) => {
                let mut variables = join_variables(&first.after.variables, &second.after.variables);
                for walked in live {
                    variables = join_variables(&variables, &walked.after.variables);
                }
                State { variables, ..before }
            }
        };
        if walked.is_empty() {
            state.ended = false;
        }
        self.state = state;
        let arms: Vec<_> = walked.into_iter().map(|walked| walked.arm).collect();
        if arms.iter().any(|arm| !arm.block.is_empty()) {
            block.push(Statement { place, kind: Kind::Branch { arms, exhaustive: true } });
        }
    }

    /// Walks what a shell of its own runs: what it sets is lost, and an exit ends it only.
    pub(super) fn subshell(
        &mut self,
        place: Place,
        block: &mut Block,
        walk: impl FnOnce(&mut Self, &mut Block) -> Status,
    ) -> Status {
        let before = self.state.clone();
        let returns = self.returns;
        self.state.in_subshell = true;
        self.state.at_exit = None;
        let mut inner = Block::new();
        let mut status = walk(self, &mut inner);
        self.state = before;
        if self.returns == returns {
            block.append(&mut inner);
        } else {
            status = Status::new(Failing::Test);
            let id = FunctionId(self.program.functions.len() as u32);
            self.program.functions.push(inner);
            block.push(Statement { place, kind: Kind::Call(id) });
        }
        status
    }

    /// Commands joined by `|`.
    pub(super) fn pipeline(&mut self, stages: &[Node<'_>], block: &mut Block) -> Status {
        let mut input = self.state.io.input.clone();
        let mut status = Status::new(Failing::Never);
        for (index, stage) in stages.iter().enumerate() {
            let is_last = index + 1 == stages.len();
            let from = input.clone();
            if !is_last {
                self.captured.push(Vec::new());
            }
            let place = self.place(*stage);
            status = self.subshell(place, block, |reader, block| {
                reader.state.io.input = from;
                if !is_last {
                    reader.state.io.redirect(1, Target::Capture);
                    reader.state.in_condition = true;
                }
                reader.statement(*stage, block)
            });
            if !is_last {
                let caught = self.captured.pop().unwrap_or_default();
                input = Input::Value(joined(&caught, false));
            }
        }
        status
    }

    fn conditional(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        let mut clauses: Vec<(Vec<Node<'_>>, Vec<Node<'_>>)> = Vec::new();
        let mut otherwise = Vec::new();
        let mut pending = vec![node];
        while let Some(clause) = pending.pop() {
            let (mut condition, mut body, mut in_body) = (Vec::new(), Vec::new(), false);
            let mut cursor = clause.walk();
            for child in clause.children(&mut cursor) {
                match child.kind() {
                    "then" => in_body = true,
                    "elif_clause" => pending.push(child),
                    "else_clause" => {
                        let mut cursor = child.walk();
                        otherwise = child.children(&mut cursor).collect();
                    }
                    _ if in_body => body.push(child),
                    _ => condition.push(child),
                }
            }
            clauses.push((condition, body));
            // The clauses of the whole were pushed in order; the first comes next.
            if clauses.len() == 1 {
                pending.reverse();
            }
        }
        self.clauses(node, &clauses, &otherwise, block);
        Status::new(Failing::Never)
    }

    fn clauses(
        &mut self,
        node: Node<'_>,
        clauses: &[(Vec<Node<'_>>, Vec<Node<'_>>)],
        otherwise: &[Node<'_>],
        block: &mut Block,
    ) {
        let Some(((condition, body), rest)) = clauses.split_first() else {
            self.sequence(otherwise, block);
            return;
        };
        let in_condition = std::mem::replace(&mut self.state.in_condition, true);
        let status = self.sequence(condition, block);
        self.state.in_condition = in_condition;
        if self.state.ended {
            return;
        }
        let before = self.state.clone();
        let mut arms = Vec::new();
        arms.extend(self.arm(&before, status.yes.as_ref(), |reader, block| {
            reader.learn(&status.learned);
            reader.sequence(body, block);
        }));
        arms.extend(self.arm(&before, status.no.as_ref(), |reader, block| {
            if reader.deeper(node, |reader| reader.clauses(node, rest, otherwise, block)).is_none() {
                block.push(Statement { place: reader.place(node), kind: Kind::Unknown });
            }
        }));
        self.branch(before, arms, self.place(node), block);
    }

    fn while_loop(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        let mut cursor = node.walk();
        let children: Vec<_> = node.children(&mut cursor).collect();
        let (body, condition): (Vec<_>, Vec<_>) =
            children.into_iter().partition(|child| child.kind() == "do_group");
        let is_until = self.source(node).starts_with("until");
        let mut inner = Block::new();
        let in_condition = std::mem::replace(&mut self.state.in_condition, true);
        let mut status = self.sequence(&condition, &mut inner);
        self.state.in_condition = in_condition;
        if is_until {
            status = status.not();
        }
        let before = self.state.clone();
        let arm = self.arm(&before, status.yes.as_ref(), |reader, block| {
            for body in body {
                reader.statement(body, block);
            }
        });
        self.repeat(before, arm, inner, node, block)
    }

    fn for_loop(&mut self, node: Node<'_>, block: &mut Block) -> Status {
        let mut values = Vec::new();
        let mut cursor = node.walk();
        let children: Vec<_> = node.children_by_field_name("value", &mut cursor).collect();
        for value in &children {
            let word = self.word(*value);
            values.push(word.value());
        }
        if node.kind() == "c_style_for_statement" {
            values.push(super::origin::one(Origin::Escaped));
        }
        if let Some(variable) = node.child_by_field_name("variable") {
            let value = values.into_iter().reduce(|one, other| either(&one, &other));
            let name = self.source(variable);
            // Without a list the loop runs over the arguments.
            let value = value.unwrap_or_else(|| self.lookup("@"));
            self.set(name, value);
        }
        let before = self.state.clone();
        let body = node.child_by_field_name("body");
        let arm = self.arm(&before, Some(&Scope::default()), |reader, block| {
            if let Some(body) = body {
                reader.statement(body, block);
            }
        });
        self.repeat(before, arm, Block::new(), node, block)
    }

    fn repeat(
        &mut self,
        before: State,
        arm: Option<Walked>,
        mut inner: Block,
        node: Node<'_>,
        block: &mut Block,
    ) -> Status {
        let mut state = before;
        if let Some(Walked { mut arm, after }) = arm {
            state.variables = join_variables(&state.variables, &after.variables);
            inner.append(&mut arm.block);
        }
        self.state = state;
        if !inner.is_empty() {
            block.push(Statement { place: self.place(node), kind: StatementKind::Loop(inner) });
        }
        Status::new(Failing::Never)
    }

    /// What runs at the exit of the script.
    pub(super) fn at_exit(&mut self, block: &mut Block) {
        if let (Some(trap), false) = (&self.state.at_exit, self.state.in_subshell) {
            block.extend(trap.iter().cloned());
        }
    }

    /// Puts a value into a variable.
    /// Goes on where a test has succeeded.
    pub(super) fn learn(&mut self, learned: &[Learned]) {
        for (name, value) in learned {
            self.set(name, Rc::clone(value));
        }
    }

    pub(super) fn set(&mut self, name: &str, value: Rc<[Origin]>) {
        let variables = &mut self.state.variables;
        if let Some(known) = variables.get_mut(name) {
            *known = value;
        } else if variables.len() < MAX_VARIABLES {
            variables.insert(name.into(), value);
        }
    }
}

/// Whether the last statement is a test, alone or before `&&`.
fn ends_in_test(root: Node<'_>) -> bool {
    let mut cursor = root.walk();
    let last = root.named_children(&mut cursor).filter(|child| child.kind() != "comment").last();
    last.is_some_and(|last| matches!(last.kind(), "list" | "test_command" | "negated_command"))
}

/// What variables can hold where two ways meet.
fn join_variables(one: &Variables, other: &Variables) -> Variables {
    let mut all = one.clone();
    for (name, value) in other {
        match all.get_mut(name) {
            Some(known) => *known = either(known, value),
            None => {
                all.insert(Rc::clone(name), Rc::clone(value));
            }
        }
    }
    all
}

/// What several writes come to: either of them, or all of them one behind the other.
pub(super) fn joined(caught: &[Rc<[Origin]>], alternatives: bool) -> Rc<[Origin]> {
    match caught {
        [] => super::origin::one(Origin::Unknown),
        [only] => Rc::clone(only),
        [first, rest @ ..] if alternatives => {
            rest.iter().fold(Rc::clone(first), |all, more| either(&all, more))
        }
        _ if caught
            .iter()
            .all(|origins| matches!(**origins, [Origin::Text(ref word)] if word.holes.is_empty())) =>
        {
            super::origin::one(Origin::Unknown)
        }
        _ if caught.iter().any(|origins| is_tainted(origins)) => super::origin::one(Origin::Derived),
        _ => super::origin::one(Origin::Unknown),
    }
}
