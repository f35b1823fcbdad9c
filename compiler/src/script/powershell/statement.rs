//! Statements.

use super::Posh;
use super::tree::{Node, bare, child, children, place};
use crate::script::facts::{Loudness, Place, Scope, UnknownKind};
use crate::script::program::StatementKind;
use crate::script::walk::reader::Taken;
use crate::script::walk::state::Content;
use crate::script::walk::test::Condition;
use crate::script::walk::thing::Thing;

impl<'t> Posh<'_, 't> {
    /// The whole script.
    pub(super) fn script(&mut self, root: Node<'t>) {
        self.0.note_errors(root);
        self.statements(root);
    }

    /// The statements inside a node, functions first.
    pub(super) fn statements(&mut self, node: Node<'t>) {
        let statements = flat(node);
        for statement in &statements {
            if statement.kind() == "function_statement"
                && let Some(name) = child(*statement, "function_name")
            {
                let thing = self.0.function_at(*statement);
                let name = format!("function:{}", self.source(name).to_ascii_lowercase());
                self.0.state.declare(self.0.names, &name, thing);
            }
        }
        for statement in statements {
            if !self.0.goes_on() {
                return;
            }
            self.statement(statement);
        }
    }

    pub(super) fn source(&self, node: Node<'t>) -> &'t str {
        &self.0.text[node.byte_range()]
    }

    fn statement(&mut self, node: Node<'t>) {
        if !self.0.spend(1) {
            return;
        }
        self.0.depth += 1;
        self.statement_of_kind(node);
        self.0.depth -= 1;
    }

    fn statement_of_kind(&mut self, node: Node<'t>) {
        match node.kind() {
            "pipeline" => self.pipeline_statement(node),
            "if_statement" => self.if_statement(children(node)),
            "switch_statement" => self.switch_statement(node),
            "try_statement" => self.try_statement(node),
            "foreach_statement" | "while_statement" | "for_statement" | "do_statement" => {
                self.loop_statement(node);
            }
            "flow_control_statement" => self.flow_control(node),
            "trap_statement" => self.0.emit(node.byte_range(), StatementKind::Unknown),
            "statement_block" | "statement_list" | "named_block" => self.statements(node),
            _ => {}
        }
    }

    /// A pipeline whose outcome nothing takes: it goes to standard output.
    fn pipeline_statement(&mut self, node: Node<'t>) {
        let inner = bare(node);
        let at = place(self.0.text, node);
        if inner.kind() == "assignment_expression" {
            self.assignment(inner);
            return;
        }
        if matches!(
            inner.kind(),
            "pre_increment_expression"
                | "post_increment_expression"
                | "pre_decrement_expression"
                | "post_decrement_expression"
        ) {
            return;
        }
        let direct = inner.kind() == "command";
        let thing = if direct { self.command(inner, None, true) } else { self.value(node) };
        self.put_out(&thing, at);
    }

    /// Something comes out of a pipeline.
    pub(super) fn put_out(&mut self, thing: &Thing, at: Place) {
        if !self.0.alive || *thing == Thing::Undefined || matches!(thing, Thing::Null(_)) {
            return;
        }
        if let Some(taken) = self.0.captured.last_mut() {
            taken.push(thing.clone());
            return;
        }
        match thing {
            thing if super::command::is_formatted(thing) => self.0.say(at, Loudness::Said),
            thing => self.0.write(thing, at.clone(), at, Loudness::Said),
        }
    }

    /// What comes out of a walk, as one value.
    pub(super) fn capture(&mut self, walk: impl FnOnce(&mut Self)) -> Thing {
        self.0.captured.push(Vec::new());
        walk(self);
        Thing::one_of(self.0.captured.pop().unwrap_or_default())
    }

    fn assignment(&mut self, node: Node<'t>) {
        let parts = children(node);
        let (Some(target), Some(value)) = (parts.first(), parts.last()) else { return };
        let operator =
            child(node, "assignement_operator").map_or("=", |operator| self.source(operator).trim());
        let thing = self.capture_value(*value);
        let target = bare(children(*target).first().copied().unwrap_or(*target));
        let thing = if operator == "+=" {
            let old = self.value(target);
            self.0.concatenate(old, (thing, value.byte_range()), node.byte_range())
        } else {
            thing
        };
        self.assign(target, thing);
    }

    /// The value of a pipeline or of a statement whose output is taken.
    pub(super) fn capture_value(&mut self, node: Node<'t>) -> Thing {
        if node.kind() == "pipeline" || !node.kind().ends_with("_statement") {
            return self.value(node);
        }
        self.capture(|posh| posh.statement(node))
    }

    fn assign(&mut self, target: Node<'t>, thing: Thing) {
        match target.kind() {
            "variable" => {
                let name = self.variable_name(target);
                let name = name
                    .strip_prefix("script:")
                    .or_else(|| name.strip_prefix("global:"))
                    .unwrap_or(&name)
                    .to_owned();
                // A variable that begins to live on one way has no value on the others, which a later way must not forget.
                if self.0.state.find(self.0.names, &name).is_none() {
                    self.0.state.declare(self.0.names, &name, Thing::Undefined);
                }
                if let Some(cell) = self.0.state.find(self.0.names, &name) {
                    self.0.state.set(cell, Content::Variable(thing));
                }
            }
            "cast_expression" => {
                if let Some(inner) = children(target).last() {
                    self.assign(bare(*inner), thing);
                }
            }
            "member_access" | "element_access" => self.assign_member(target, &thing),
            _ => {}
        }
    }

    fn assign_member(&mut self, target: Node<'t>, thing: &Thing) {
        let parts = children(target);
        let (Some(base), Some(member)) = (parts.first(), parts.last()) else { return };
        let whole = self.base(*base);
        if let Thing::Host(name, _) = &whole
            && &**name == "[console]"
            && self.source(*member).eq_ignore_ascii_case("InputEncoding")
        {
            self.0.facts.stdin.names_encoding = true;
            return;
        }
        let Some(key) = self.member_key(*member) else {
            self.0.open_up(&whole);
            return;
        };
        for alternative in whole.alternatives().to_vec() {
            if let Thing::Object(cell) = alternative {
                let entry = crate::script::walk::state::Entry {
                    key: key.clone(),
                    thing: thing.clone(),
                    optional: false,
                };
                self.0.set_entry(cell, entry);
            }
        }
    }

    /// `if`, `elseif`, `else`: a condition, its block, and whatever comes behind.
    fn if_statement(&mut self, parts: Vec<Node<'t>>) {
        let mut parts = parts.into_iter();
        let (Some(condition), Some(block)) = (parts.next(), parts.next()) else { return };
        let mut rest: Vec<Node<'t>> = Vec::new();
        for part in parts {
            match part.kind() {
                "elseif_clauses" => rest.extend(children(part)),
                _ => rest.push(part),
            }
        }
        self.if_chain(condition, block, &rest);
    }

    fn if_chain(&mut self, condition: Node<'t>, block: Node<'t>, rest: &[Node<'t>]) {
        if !self.0.spend(1) {
            return;
        }
        self.0.depth += 1;
        let test = self.test(condition);
        let tests = std::mem::take(&mut self.0.tests);
        let mark = self.0.state.mark();
        let yes = (test.truth != Some(false))
            .then(|| self.0.way(&test.yes, |reader| Posh(reader).statements(block)))
            .flatten();
        let no = (test.truth != Some(true))
            .then(|| self.0.way(&test.no, |reader| Posh(reader).otherwise(rest)))
            .flatten();
        if ![&yes, &no].into_iter().flatten().any(|way| self.0.refuses(way)) {
            self.0.tested.extend(tests);
        }
        self.0.settle_ways(condition.byte_range(), mark, [&test.yes, &test.no], [yes, no]);
        self.0.depth -= 1;
    }

    fn otherwise(&mut self, rest: &[Node<'t>]) {
        let Some((first, rest)) = rest.split_first() else { return };
        let parts = children(*first);
        match (first.kind(), parts.as_slice()) {
            ("elseif_clause", [condition, block, ..]) => self.if_chain(*condition, *block, rest),
            (_, [block, ..]) => self.statements(*block),
            _ => {}
        }
    }

    fn switch_statement(&mut self, node: Node<'t>) {
        let (Some(condition), Some(body)) = (child(node, "switch_condition"), child(node, "switch_body"))
        else {
            return;
        };
        let subject = children(condition).first().map_or(Thing::Undefined, |node| self.value(*node));
        let by_pattern = child(node, "switch_parameters").is_some();
        let clauses: Vec<Node<'t>> = children(body).into_iter().flat_map(children).collect();
        let mut scopes = Vec::new();
        let mut ways: Vec<(Option<Taken>, Vec<_>)> = Vec::new();
        let mut named = Scope::default();
        let mark = self.0.state.mark();
        let mut has_default = false;
        for clause in clauses {
            let parts = children(clause);
            let (Some(label), Some(block)) = (parts.first(), parts.last()) else { continue };
            let is_default = self.source(*label).trim().eq_ignore_ascii_case("default");
            has_default |= is_default;
            let scope = if is_default {
                named.clone()
            } else if by_pattern {
                Scope::default()
            } else {
                let label_thing = match children(*label).first() {
                    Some(inner) => self.value(*inner),
                    None => self.word(*label),
                };
                let test = self.0.compare(&subject, &label_thing, label.byte_range());
                named = named.and(&test.no).unwrap_or(named);
                test.yes
            };
            self.0.exits.push(crate::script::walk::reader::Exits { mark, is_loop: false, left: Vec::new() });
            let way = self.0.way(&scope, |reader| Posh(reader).statements(*block));
            let left = self.0.exits.pop().map(|exits| exits.left).unwrap_or_default();
            ways.push((way, left));
            scopes.push((scope, 0));
        }
        let otherwise = (!has_default).then_some(named);
        self.0.settle_switch(node.byte_range(), mark, scopes, ways, otherwise);
    }

    fn try_statement(&mut self, node: Node<'t>) {
        let Some(body) = child(node, "statement_block") else { return };
        let catches: Vec<Node<'t>> = child(node, "catch_clauses").map(children).unwrap_or_default();
        let finally = child(node, "finally_clause").and_then(|clause| child(clause, "statement_block"));
        self.0.attempt(
            node.byte_range(),
            |reader| {
                Posh(reader).statements(body);
                Thing::Undefined
            },
            catches.first().map(Node::byte_range),
            |reader| {
                if let Some(block) = catches.last().and_then(|clause| child(*clause, "statement_block")) {
                    Posh(reader).statements(block);
                }
                Thing::Undefined
            },
            |reader| finally.into_iter().for_each(|block| Posh(reader).statements(block)),
        );
    }

    fn loop_statement(&mut self, node: Node<'t>) {
        let parts = children(node);
        let Some(block) = child(node, "statement_block") else { return };
        if node.kind() == "foreach_statement" {
            let (Some(variable), Some(list)) = (
                parts.iter().find(|part| part.kind() == "variable"),
                parts.iter().find(|part| part.kind() == "pipeline"),
            ) else {
                return;
            };
            let list_thing = self.value(*list);
            let item = self.0.item_of(&list_thing, list.byte_range());
            self.0.repeat(node.byte_range(), |reader| {
                let mut posh = Posh(reader);
                posh.assign(*variable, item);
                posh.statements(block);
            });
            return;
        }
        self.0.repeat(node.byte_range(), |reader| {
            let mut posh = Posh(reader);
            for condition in parts.iter().filter(|part| part.kind().ends_with("_condition")) {
                for inner in children(*condition) {
                    posh.test(inner);
                }
            }
            posh.statements(block);
        });
    }

    fn flow_control(&mut self, node: Node<'t>) {
        let at = node.byte_range();
        let word =
            self.source(node).split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
        let value = children(node).first().copied();
        match word.to_ascii_lowercase().as_str() {
            "exit" => {
                let code = value.map(|value| self.value(value));
                self.0.exit_with(at, code.as_ref(), true);
            }
            "return" => {
                if let Some(value) = value {
                    let thing = self.value(value);
                    self.put_out(&thing, value.byte_range());
                }
                self.0.come_back(node, Thing::Undefined);
            }
            "throw" => self.0.end(at, StatementKind::Raise),
            "break" | "continue" => {
                let Some(exits) = self.0.exits.last() else {
                    self.0.emit(at, StatementKind::Unknown);
                    self.0.alive = false;
                    return;
                };
                let (is_loop, mark) = (exits.is_loop, exits.mark);
                let changes = self.0.state.changes(mark);
                if is_loop {
                    let kind = if word.eq_ignore_ascii_case("break") {
                        StatementKind::Break
                    } else {
                        StatementKind::Continue
                    };
                    self.0.emit(at, kind);
                }
                if let Some(exits) = self.0.exits.last_mut() {
                    exits.left.push(changes);
                }
                self.0.alive = false;
            }
            _ => self.0.unknown(at, UnknownKind::Syntax),
        }
    }

    /// A condition.
    pub(super) fn test(&mut self, node: Node<'t>) -> Condition {
        let node = bare(node);
        if !self.0.spend(1) {
            return self.0.condition_of(&Thing::Unknown(node.byte_range()));
        }
        self.0.depth += 1;
        let condition = self.test_of_kind(node);
        self.0.depth -= 1;
        condition
    }

    fn test_of_kind(&mut self, node: Node<'t>) -> Condition {
        let parts = children(node);
        match (node.kind(), parts.as_slice()) {
            ("expression_with_unary_operator", [inner]) if self.is_negation(node, *inner) => {
                let inner = self.test(*inner);
                Condition { yes: inner.no, no: inner.yes, truth: inner.truth.map(|truth| !truth) }
            }
            ("logical_expression", [left, right]) => {
                let operator = self.0.text[left.end_byte()..right.start_byte()].trim().to_ascii_lowercase();
                let (left, right) = (*left, *right);
                self.0.both(
                    operator == "-and",
                    |reader| Posh(reader).test(left),
                    |reader| Posh(reader).test(right),
                    node.byte_range(),
                )
            }
            _ => {
                let thing = self.value(node);
                self.0.collect_tests(&thing);
                self.0.condition_of(&thing)
            }
        }
    }

    pub(super) fn is_negation(&self, node: Node<'t>, inner: Node<'t>) -> bool {
        let operator = self.0.text[node.start_byte()..inner.start_byte()].trim();
        operator == "!" || operator.eq_ignore_ascii_case("-not")
    }
}

/// The statements of a block, of a script or of a function's body.
fn flat(node: Node<'_>) -> Vec<Node<'_>> {
    let mut statements = Vec::new();
    for child in children(node) {
        match child.kind() {
            "statement_list" | "script_block_body" | "script_block" | "named_block_list" | "named_block"
            | "statement_block" => {
                statements.extend(flat(child));
            }
            _ => statements.push(child),
        }
    }
    statements
}
