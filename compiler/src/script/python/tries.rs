//! Errors and who handles them.

use super::super::facts::{Place, Scope};
use super::super::program::{Arm, Statement, StatementKind};
use super::known::Known;
use super::state::State;
use super::{Node, Reader, children, field, fields};

/// What follows a handled error is read on its own at most this often.
const MAX_SPLITS: usize = 6;

/// A block whose errors are handled, while it is read.
#[derive(Debug, Clone, Default)]
pub(super) struct Attempt<'t> {
    /// The errors that are handled, by their last name; empty when everything is.
    handled: Option<Vec<&'t str>>,
    /// Whether even the end of the process is.
    catches_exit: bool,
    /// What runs in any case.
    finally: Option<Node<'t>>,
    /// What holds where an error may have been raised.
    raised: Option<State<'t>>,
}

/// The parts of a `try` statement.
#[derive(Default)]
struct Parts<'t> {
    body: Option<Node<'t>>,
    handlers: Vec<Clause<'t>>,
    catches_exit: bool,
    otherwise: Option<Node<'t>>,
    finally: Option<Node<'t>>,
}

/// An `except` clause.
struct Clause<'t> {
    /// From `except` to before the colon.
    head: Place,
    /// The errors, by their last name; empty for every one.
    names: Vec<&'t str>,
    alias: Option<Node<'t>>,
    body: Option<Node<'t>>,
}

impl Attempt<'_> {
    fn handles(&self, names: &[&str]) -> bool {
        self.handled.as_ref().is_some_and(|handled| {
            handled.is_empty()
                || handled
                    .iter()
                    .any(|name| matches!(*name, "Exception" | "BaseException") || names.contains(name))
        })
    }
}

impl Clause<'_> {
    fn catches_exit(&self) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| matches!(*name, "BaseException" | "SystemExit"))
    }

    /// Whether only the end of the process or a key press is meant.
    fn is_for_exits(&self) -> bool {
        !self.names.is_empty()
            && self
                .names
                .iter()
                .all(|name| matches!(*name, "SystemExit" | "KeyboardInterrupt" | "GeneratorExit"))
    }

    fn only_raises_again(&self) -> bool {
        let statements = self.body.map(children).unwrap_or_default();
        matches!(statements.as_slice(), [only] if only.kind() == "raise_statement" && only.named_child_count() == 0)
    }
}

impl<'t> Reader<'t> {
    pub(super) fn exits_are_caught(&self) -> bool {
        // An inner handler for errors lets the end of the process through, which no statement can say: the exit then stands.
        self.attempts
            .iter()
            .rev()
            .find(|attempt| attempt.handled.is_some())
            .is_some_and(|attempt| attempt.catches_exit)
    }

    /// Whether one of these errors is handled around here.
    pub(super) fn is_handled(&self, names: &[&str]) -> bool {
        self.attempts.iter().any(|attempt| attempt.handles(names))
    }

    /// Whether one of these errors is named by a handler around here.
    pub(super) fn is_named(&self, names: &[&str]) -> bool {
        self.attempts.iter().any(|attempt| {
            attempt.handled.as_ref().is_some_and(|handled| handled.iter().any(|name| names.contains(name)))
        })
    }

    pub(super) fn note_raised(&mut self) {
        if self.attempts.is_empty() {
            return;
        }
        let state = self.state.clone();
        let Some(mut attempt) = self.attempts.pop() else { return };
        let depth = attempt.raised.as_ref().map_or(state.frames.len(), |raised| raised.frames.len());
        if depth == state.frames.len() {
            self.join_into(&mut attempt.raised, state);
        }
        self.attempts.push(attempt);
    }

    pub(super) fn try_statement(&mut self, node: Node<'t>) {
        let may_split = std::mem::take(&mut self.may_split);
        let whole = self.parts(node);
        let place = node.byte_range();
        let before = self.state.clone();
        let outer = std::mem::take(&mut self.block);
        let mut after = self.attempted(&place, &whole);
        let body = std::mem::take(&mut self.block);
        let mut caught = None;
        self.attempts.push(Attempt { finally: whole.finally, ..Attempt::default() });
        let handler = self.handlers(&whole.handlers, &before, &mut caught);
        self.attempts.pop();
        let is_split =
            may_split && whole.finally.is_none() && self.tells_apart(after.as_ref(), caught.as_ref());
        self.split = None;
        match caught {
            Some(caught) if is_split => self.split = Some(caught),
            Some(caught) => self.join_into(&mut after, caught),
            None => {}
        }
        self.state = after.unwrap_or(State { alive: false, ..before.clone() });
        self.finally(whole.finally, &before);
        let finally = std::mem::replace(&mut self.block, outer);
        let handler = handler.map(|block| (whole.handlers[0].head.clone(), block));
        if before.alive && !(body.is_empty() && finally.is_empty()) {
            self.block.push(Statement { place, kind: StatementKind::Try { body, handler, finally } });
        }
    }

    fn parts(&self, node: Node<'t>) -> Parts<'t> {
        let mut parts = Parts { body: field(node, "body"), ..Parts::default() };
        let mut clauses = Vec::new();
        for child in children(node) {
            match child.kind() {
                "except_clause" => clauses.push(self.clause(child)),
                "else_clause" => parts.otherwise = field(child, "body"),
                "finally_clause" => parts.finally = children(child).into_iter().last(),
                _ => {}
            }
        }
        parts.catches_exit =
            clauses.iter().any(|clause| clause.catches_exit() && !clause.only_raises_again());
        clauses
            .retain(|clause| !clause.is_for_exits() || (parts.catches_exit && !clause.only_raises_again()));
        parts.handlers = clauses;
        parts
    }

    /// Whether what follows is worth reading twice, without and with an error: names hold other things.
    fn tells_apart(&self, after: Option<&State<'t>>, handled: Option<&State<'t>>) -> bool {
        let (Some(after), Some(handled)) = (after, handled) else { return false };
        if self.splits >= MAX_SPLITS || self.is_rehearsal {
            return false;
        }
        let (Some(one), Some(two)) = (after.frames.last(), handled.frames.last()) else { return false };
        let differs = |(name, known): (&&str, &Known)| {
            !matches!(known, Known::Library(_) | Known::Foreign(_))
                && one.names.get(*name).is_some_and(|other| other != known)
        };
        two.names.iter().any(differs) || !std::rc::Rc::ptr_eq(&after.objects, &handled.objects)
    }

    /// Reads what follows a handled error up to the end of the function, and puts it behind the handlers.
    pub(super) fn after_handlers(&mut self, handled: State<'t>, rest: &[Node<'t>]) {
        self.splits += 1;
        let normal = std::mem::replace(&mut self.state, handled);
        let outer = std::mem::take(&mut self.block);
        let nested = std::mem::replace(&mut self.is_after_handlers, true);
        self.statements(rest, true);
        self.end_of_function();
        self.is_after_handlers = nested;
        let follows = std::mem::replace(&mut self.block, outer);
        self.state = normal;
        if let Some(Statement { kind: StatementKind::Try { handler: Some((_, block)), .. }, .. }) =
            self.block.last_mut()
        {
            block.extend(follows);
        }
    }

    /// Reads the block whose errors are handled; yields what holds when none was raised.
    fn attempted(&mut self, place: &Place, parts: &Parts<'t>) -> Option<State<'t>> {
        let handlers = &parts.handlers;
        let handled = (!handlers.is_empty()).then(|| {
            let is_everything = handlers.iter().any(|clause| clause.names.is_empty());
            if is_everything {
                Vec::new()
            } else {
                handlers.iter().flat_map(|clause| clause.names.clone()).collect()
            }
        });
        let has_handler = handled.is_some();
        let catches_exit = parts.catches_exit;
        self.attempts.push(Attempt { handled, catches_exit, finally: parts.finally, raised: None });
        if has_handler {
            // Anything may fail; that a handler can be reached is all that is claimed.
            self.may_raise(place.clone());
        }
        for block in [parts.body, parts.otherwise].into_iter().flatten() {
            if self.state.alive {
                self.block_of(block);
            }
        }
        let ended = self.state.clone();
        let raised = self.attempts.pop().and_then(|attempt| attempt.raised);
        let mut at_handler = raised;
        if has_handler {
            self.join_into(&mut at_handler, ended.clone());
        }
        if let Some(state) = at_handler {
            self.state = state;
        }
        ended.alive.then_some(ended)
    }

    fn handlers(
        &mut self,
        handlers: &[Clause<'t>],
        before: &State<'t>,
        after: &mut Option<State<'t>>,
    ) -> Option<Vec<Statement>> {
        let mut raised = self.state.clone();
        raised.scope = before.scope.clone();
        raised.alive = before.alive;
        let mut arms = Vec::new();
        for clause in handlers {
            self.state = raised.clone();
            if let Some(alias) = clause.alias {
                self.bind(alias, Known::text());
            }
            if let Some(body) = clause.body {
                self.block_of(body);
            }
            let block = std::mem::take(&mut self.block);
            let state = self.state.clone();
            self.join_into(after, state);
            arms.push((clause.head.clone(), block));
        }
        if arms.len() < 2 {
            return arms.pop().map(|(_, block)| block);
        }
        // One handler takes every error in the common form: each clause raises anew inside a block of its own, so that
        // the way names the clause it leads through.
        let arms = arms.into_iter().map(|(head, block)| {
            let raise = Statement { place: head.clone(), kind: StatementKind::Raise };
            let kind = StatementKind::Try {
                body: vec![raise],
                handler: Some((head.clone(), block)),
                finally: Vec::new(),
            };
            Arm { scope: Scope::default(), block: vec![Statement { place: head, kind }] }
        });
        let place = handlers[0].head.clone();
        let kind = StatementKind::Branch { arms: arms.collect(), exhaustive: true };
        Some(vec![Statement { place, kind }])
    }

    /// Reads what runs in any case, also when nothing comes after it.
    fn finally(&mut self, body: Option<Node<'t>>, before: &State<'t>) {
        let Some(body) = body else { return };
        let was_alive = self.state.alive;
        if !was_alive {
            self.state = before.clone();
        }
        self.block_of(body);
        self.state.alive &= was_alive;
    }

    /// Reads what runs in any case before the process ends here.
    pub(super) fn finally_before_exit(&mut self) {
        for index in (0..self.attempts.len()).rev() {
            if let Some(body) = self.attempts.get_mut(index).and_then(|attempt| attempt.finally.take()) {
                self.block_of(body);
                if let Some(attempt) = self.attempts.get_mut(index) {
                    attempt.finally = Some(body);
                }
            }
        }
    }

    /// Reads a block whose errors are dropped: `with suppress(Exception)`.
    pub(super) fn attempt(&mut self, place: Place, body: Node<'t>) {
        let clause = Clause { head: place.clone(), names: vec!["Exception"], alias: None, body: None };
        let before = self.state.clone();
        let outer = std::mem::take(&mut self.block);
        let parts = Parts { body: Some(body), handlers: vec![clause], ..Parts::default() };
        let mut after = self.attempted(&place, &parts);
        let body = std::mem::take(&mut self.block);
        self.handlers(&parts.handlers, &before, &mut after);
        self.state = after.unwrap_or(State { alive: false, ..before });
        self.block = outer;
        let handler = Some((place.clone(), Vec::new()));
        self.block.push(Statement { place, kind: StatementKind::Try { body, handler, finally: Vec::new() } });
    }

    fn clause(&self, node: Node<'t>) -> Clause<'t> {
        let mut values = fields(node, "value");
        let mut alias = field(node, "alias");
        if let [value] = values[..]
            && value.kind() == "as_pattern"
        {
            alias = field(value, "alias").and_then(|target| children(target).into_iter().next());
            values = children(value).into_iter().take(1).collect();
        }
        let mut names = Vec::new();
        let mut end = node.start_byte() + "except".len();
        for value in &values {
            end = value.end_byte();
            let inner = if value.kind() == "tuple" { children(*value) } else { vec![*value] };
            names.extend(inner.into_iter().map(|name| last_name(self.source(name))));
        }
        if let Some(alias) = alias {
            end = alias.end_byte();
        }
        let body = children(node).into_iter().rfind(|child| child.kind() == "block");
        Clause { head: node.start_byte()..end, names, alias, body }
    }
}

fn last_name(dotted: &str) -> &str {
    dotted.rsplit('.').next().unwrap_or(dotted)
}
