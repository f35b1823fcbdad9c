//! Statements.

use super::super::facts::{Exit, Place, Scope, UnknownKind};
use super::super::program::StatementKind;
use super::branch::nowhere;
use super::condition::Condition;
use super::known::Known;
use super::{Node, Reader, children, field, fields};

impl<'t> Reader<'t> {
    /// Reads the statements of a block, up to one that nothing follows.
    pub(super) fn block_of(&mut self, block: Node<'t>) {
        let is_whole_function = block.parent().is_none_or(|parent| parent.kind() == "function_definition");
        self.statements(&children(block), is_whole_function);
    }

    /// Reads statements; at the level of a function or the module, what follows a handled error may be read on its own.
    pub(super) fn statements(&mut self, statements: &[Node<'t>], is_whole_function: bool) {
        let mut index = 0;
        while index < statements.len() && self.state.alive && self.work > 0 {
            let both =
                statements.get(index + 1).is_some_and(|next| self.exit_with_result(statements[index], *next));
            if both {
                return;
            }
            self.split = None;
            index += 1;
            self.may_split = is_whole_function && index < statements.len() && !self.is_after_handlers;
            self.statement(statements[index - 1]);
            if let Some(handled) = self.split.take() {
                self.after_handlers(handled, &statements[index..]);
            }
        }
    }

    pub(super) fn statement(&mut self, node: Node<'t>) {
        let outer = std::mem::replace(&mut self.statement, node.byte_range());
        self.deeper(node, |reader| reader.statement_inside(node));
        self.statement = outer;
    }

    fn statement_inside(&mut self, node: Node<'t>) {
        let place = node.byte_range();
        match node.kind() {
            "expression_statement" => {
                for child in children(node) {
                    self.expression(child);
                }
            }
            "if_statement" => self.if_statement(node),
            "for_statement" => self.for_statement(node),
            "while_statement" => self.while_statement(node),
            "try_statement" => self.try_statement(node),
            "with_statement" => self.with_statement(node),
            "match_statement" => self.match_statement(node),
            "function_definition" => self.define(node, &[]),
            "class_definition" => self.define_class(node),
            "decorated_definition" => self.decorated(node),
            "return_statement" => self.return_statement(node),
            "raise_statement" => self.raise_statement(node),
            "assert_statement" => self.assert_statement(node),
            "import_statement" => self.import_statement(node),
            "import_from_statement" => self.import_from(node),
            "global_statement" | "nonlocal_statement" => self.outer_names(node),
            "delete_statement" => self.delete(node),
            "break_statement" => self.leave_loop(place, true),
            "continue_statement" => self.leave_loop(place, false),
            "pass_statement" | "future_import_statement" | "type_alias_statement" | "comment" => {}
            // Python 2, an error, or something newer than the grammar.
            _ => self.unknown_step(place, UnknownKind::Syntax),
        }
    }

    fn if_statement(&mut self, node: Node<'t>) {
        let mut clauses = vec![node];
        clauses.extend(fields(node, "alternative"));
        let start = self.state.scope.clone();
        let mut rest = Some(Scope::default());
        let mut arms: Vec<(Scope, Option<Node<'t>>, Vec<super::condition::Narrowing<'t>>)> = Vec::new();
        let mut passed = Vec::new();
        for clause in clauses {
            let Some(before) = rest.clone() else { break };
            if clause.kind() == "else_clause" {
                arms.push((before, field(clause, "body"), passed.clone()));
                rest = None;
                break;
            }
            let Some(condition) = field(clause, "condition") else { continue };
            self.state.scope = start.and(&before).unwrap_or_else(nowhere);
            let Condition { then, otherwise, narrows } = self.condition(condition);
            if let Some(scope) = then.and_then(|then| before.and(&then)) {
                let mut all = passed.clone();
                all.extend(narrows.iter().filter(|narrowing| narrowing.when).cloned());
                arms.push((scope, field(clause, "consequence"), all));
            }
            passed.extend(narrows.into_iter().filter(|narrowing| !narrowing.when));
            rest = otherwise.and_then(|otherwise| before.and(&otherwise));
        }
        if let Some(rest) = rest {
            arms.push((rest, None, passed));
        }
        self.state.scope = start;
        if let [(_, body, _)] = arms.as_slice() {
            // Only one way is possible.
            if let Some(body) = body {
                self.block_of(*body);
            }
            return;
        }
        let mut fork = self.fork();
        for (scope, body, narrows) in arms {
            self.arm(&mut fork, &scope, |reader| {
                reader.narrow(&narrows);
                if let Some(body) = body {
                    reader.block_of(body);
                }
            });
        }
        self.meet(fork, node.byte_range());
    }

    fn while_statement(&mut self, node: Node<'t>) {
        let condition = field(node, "condition");
        let is_endless = condition.is_some_and(|condition| matches!(self.source(condition), "True" | "1"));
        let start = |reader: &mut Self| {
            if let Some(condition) = condition.filter(|_| !is_endless) {
                reader.condition(condition);
            }
        };
        self.repeat(node.byte_range(), is_endless, field(node, "body"), start, field(node, "alternative"));
    }

    fn for_statement(&mut self, node: Node<'t>) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
        let items = self.expression(right);
        let item = self.item_of(&items, right);
        let start = |reader: &mut Self| reader.bind(left, item.clone());
        self.repeat(node.byte_range(), false, field(node, "body"), start, field(node, "alternative"));
    }

    fn return_statement(&mut self, node: Node<'t>) {
        let place = node.byte_range();
        let value = children(node).into_iter().next();
        if self.running.last().is_some_and(|activation| activation.exits) {
            match value {
                Some(value) => self.exit_with(value, &place),
                None => self.exit(Exit::Code(0), &place),
            }
            return;
        }
        let known = match value {
            Some(value) => self.expression(value),
            None => Known::None(place.clone()),
        };
        self.leave_function(known);
        self.emit(place, StatementKind::Return);
        self.state.alive = false;
    }

    fn assert_statement(&mut self, node: Node<'t>) {
        if let Some(condition) = children(node).first() {
            self.condition(*condition);
        }
        self.may_raise(node.byte_range());
    }

    fn outer_names(&mut self, node: Node<'t>) {
        let names: Vec<_> = children(node).into_iter().map(|name| self.source(name)).collect();
        if let Some(frame) = self.state.frames.last_mut() {
            std::rc::Rc::make_mut(frame).outer.extend(names);
        }
    }

    fn delete(&mut self, node: Node<'t>) {
        for target in children(node) {
            if target.kind() != "subscript" {
                continue;
            }
            let (Some(value), Some(index)) = (field(target, "value"), field(target, "subscript")) else {
                continue;
            };
            let value = self.expression(value);
            let key = self.expression(index).constant();
            self.remove_member(&value, key.as_ref());
        }
    }

    fn with_statement(&mut self, node: Node<'t>) {
        let clause = children(node).into_iter().find(|child| child.kind() == "with_clause");
        let mut suppressed = None;
        let mut redirected = None;
        for item in clause.map(children).unwrap_or_default() {
            let Some(value) = field(item, "value") else { continue };
            let (value, alias) = match value.kind() {
                "as_pattern" => (children(value).into_iter().next().unwrap_or(value), field(value, "alias")),
                _ => (value, None),
            };
            let known = self.expression(value);
            if let Known::Library(name) = &known {
                match &**name {
                    "contextlib.suppress()" => suppressed = Some(value.byte_range()),
                    "contextlib.redirect_stdout()" => redirected = Some(Known::library("sys.stderr")),
                    _ => {}
                }
            }
            if let Some(alias) = alias {
                let target = children(alias).into_iter().next().unwrap_or(alias);
                self.bind(target, known);
            }
        }
        let Some(body) = field(node, "body") else { return };
        let before = redirected.map(|stderr| self.redirect_stdout(stderr));
        match suppressed {
            Some(place) => self.attempt(place, body),
            None => self.block_of(body),
        }
        if let Some(before) = before {
            self.redirect_stdout(before);
        }
    }

    /// Raises an error that something may handle.
    pub(super) fn raise(&mut self, place: Place) {
        self.note_raised();
        self.emit(place, StatementKind::Raise);
        self.state.alive = false;
    }

    pub(super) fn may_raise(&mut self, place: Place) {
        if !self.state.alive {
            return;
        }
        self.note_raised();
        let is_repeated = self.block.last().is_some_and(|last| last.kind == StatementKind::MayRaise);
        if !is_repeated {
            self.emit(place, StatementKind::MayRaise);
        }
    }

    fn raise_statement(&mut self, node: Node<'t>) {
        let place = node.byte_range();
        let Some(error) = children(node).into_iter().next() else {
            self.raise(place);
            return;
        };
        let function = if error.kind() == "call" { field(error, "function") } else { Some(error) };
        if function.is_some_and(|function| self.source(function) == "SystemExit") {
            let argument = if error.kind() == "call" { field(error, "arguments") } else { None };
            match argument.map(children).and_then(|arguments| arguments.into_iter().next()) {
                Some(value) => self.exit_with(value, &place),
                None => self.exit(Exit::Code(0), &place),
            }
            return;
        }
        self.expression(error);
        self.raise(place);
    }
}
