//! Statements.

use super::super::facts::{Scope, StdinUse, UnknownKind};
use super::super::program::StatementKind;
use super::super::walk::reader::{Exits, Reader, either};
use super::super::walk::state::Entry;
use super::super::walk::thing::Thing;
use super::tree::{Node, bare, children, field, place};

impl<'t> Reader<'t> {
    /// The whole script.
    pub(super) fn script(&mut self, root: Node<'t>) {
        self.note_errors(root);
        self.statements(root);
        // Listeners run when the top of the script has come to its end, by itself or by `return`.
        self.run_pending(0);
        if let Some((at, handler)) = self.last_resort.take() {
            self.handle_all(at, &handler);
        }
        // Whatever reads it takes it for UTF-8.
        self.facts.stdin.names_encoding = self.facts.stdin.used != StdinUse::Never;
    }

    /// The statements of a block, functions first.
    pub(super) fn statements(&mut self, block: Node<'t>) {
        let statements = children(block);
        for statement in &statements {
            let declared =
                if statement.kind() == "export_statement" { field(*statement, "declaration") } else { None };
            let statement = declared.unwrap_or(*statement);
            if matches!(statement.kind(), "function_declaration" | "generator_function_declaration")
                && let Some(name) = field(statement, "name")
            {
                let closure = self.closure(statement);
                self.state.declare(self.names, self.source(&place(name)), closure);
            }
        }
        for statement in statements {
            if !self.goes_on() {
                break;
            }
            self.statement(statement);
        }
    }

    /// Statements that see names of their own.
    fn scoped(&mut self, block: Node<'t>) {
        let outer = self.names;
        self.names = self.state.open(outer);
        if block.kind() == "statement_block" {
            self.statements(block);
        } else {
            self.statement(block);
        }
        self.names = outer;
    }

    pub(super) fn statement(&mut self, node: Node<'t>) {
        if !self.spend(1) {
            return;
        }
        self.depth += 1;
        self.statement_of_kind(node);
        self.tested.extend(self.tests.drain(..));
        self.depth -= 1;
    }

    fn statement_of_kind(&mut self, node: Node<'t>) {
        match node.kind() {
            "expression_statement" => {
                if let Some(expression) = children(node).first() {
                    self.run(*expression);
                }
            }
            "lexical_declaration" | "variable_declaration" | "using_declaration" => self.declarations(node),
            "statement_block" => self.scoped(node),
            "if_statement" => self.if_statement(node),
            "for_statement" => self.for_statement(node),
            "for_in_statement" => self.for_in_statement(node),
            "while_statement" | "do_statement" => self.while_statement(node),
            "try_statement" => self.try_statement(node),
            "switch_statement" => self.switch_statement(node),
            "return_statement" => {
                let thing = children(node).first().map_or(Thing::Undefined, |value| self.evaluate(*value));
                self.come_back(node, thing);
            }
            "throw_statement" => {
                for value in children(node) {
                    self.evaluate(value);
                }
                self.end(place(node), StatementKind::Raise);
            }
            "break_statement" | "continue_statement" => self.leave(node),
            "labeled_statement" => {
                if let Some(body) = field(node, "body") {
                    self.statement(body);
                }
            }
            "import_statement" => self.import_statement(node),
            "export_statement" => self.export_statement(node),
            "class_declaration" | "abstract_class_declaration" => {
                if let Some(name) = field(node, "name") {
                    let class = self.class(node);
                    self.state.declare(self.names, self.source(&place(name)), class);
                }
            }
            "enum_declaration" => {
                if let Some(name) = field(node, "name") {
                    let thing = self.enumeration(node);
                    self.state.declare(self.names, self.source(&place(name)), thing);
                }
            }
            "with_statement" => self.unknown(place(node), UnknownKind::DynamicCode),
            _ => {}
        }
    }

    /// The object that an `enum` of TypeScript is.
    fn enumeration(&mut self, node: Node<'t>) -> Thing {
        let mut entries = Vec::new();
        for member in field(node, "body").map(children).unwrap_or_default() {
            let (Some(name), Some(value)) = (field(member, "name"), field(member, "value")) else {
                return Thing::Unknown(place(node));
            };
            let key = self.key_of(name);
            let thing = self.evaluate(value);
            entries.push(Entry { key, thing, optional: false });
        }
        self.make_object(entries)
    }

    /// An expression whose value nobody takes.
    pub(super) fn run(&mut self, expression: Node<'t>) {
        let expression = bare(expression);
        if expression.kind() == "sequence_expression" {
            for part in children(expression) {
                self.run(part);
            }
            return;
        }
        let inner = if expression.kind() == "await_expression" {
            children(expression).first().copied().map_or(expression, bare)
        } else {
            expression
        };
        if inner.kind() == "call_expression" {
            self.call_expression(inner, true);
        } else {
            self.evaluate(inner);
        }
    }

    pub(super) fn declarations(&mut self, node: Node<'t>) {
        for declarator in children(node).into_iter().filter(|child| child.kind() == "variable_declarator") {
            let Some(name) = field(declarator, "name") else { continue };
            let thing = field(declarator, "value").map_or(Thing::Undefined, |value| self.evaluate(value));
            self.bind(name, thing, true);
        }
    }

    fn if_statement(&mut self, node: Node<'t>) {
        let Some(condition) = field(node, "condition") else { return };
        let outer_tests = std::mem::take(&mut self.tests);
        let test = self.evaluate_test(condition);
        let tests = std::mem::replace(&mut self.tests, outer_tests);
        let consequence = field(node, "consequence");
        let alternative = field(node, "alternative").and_then(|clause| children(clause).first().copied());
        let mark = self.state.mark();
        let yes = (test.truth != Some(false)).then(|| {
            self.way(&test.yes, |reader| {
                reader.narrow(condition, true);
                if let Some(node) = consequence {
                    reader.scoped(node);
                }
            })
        });
        let no = (test.truth != Some(true)).then(|| {
            self.way(&test.no, |reader| {
                reader.narrow(condition, false);
                if let Some(node) = alternative {
                    reader.scoped(node);
                }
            })
        });
        let (yes, no) = (yes.flatten(), no.flatten());
        let refuses = [&yes, &no].into_iter().flatten().any(|way| self.refuses(way));
        if !refuses {
            self.tested.extend(tests);
        }
        self.settle_ways(place(node), mark, [&test.yes, &test.no], [yes, no]);
    }

    fn for_statement(&mut self, node: Node<'t>) {
        let outer = self.names;
        self.names = self.state.open(outer);
        if let Some(initializer) = field(node, "initializer") {
            self.statement(initializer);
        }
        self.repeat(place(node), |reader| {
            if let Some(condition) = field(node, "condition") {
                reader.condition_of_loop(condition);
            }
            if let Some(body) = field(node, "body") {
                reader.scoped(body);
            }
            if let Some(increment) = field(node, "increment") {
                reader.evaluate(increment);
            }
        });
        self.names = outer;
    }

    fn condition_of_loop(&mut self, condition: Node<'t>) {
        let condition = if condition.kind() == "expression_statement" {
            children(condition).first().copied().unwrap_or(condition)
        } else {
            condition
        };
        self.evaluate_tested(condition);
    }

    fn for_in_statement(&mut self, node: Node<'t>) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
        let iterated = self.evaluate(right);
        let is_of = field(node, "operator").is_none_or(|operator| self.source(&place(operator)) == "of");
        let item = if is_of { self.item_of(&iterated, place(right)) } else { Thing::Unknown(place(left)) };
        let outer = self.names;
        self.names = self.state.open(outer);
        let declares = field(node, "kind").is_some();
        self.repeat(place(node), |reader| {
            reader.bind(left, item, declares);
            if let Some(body) = field(node, "body") {
                reader.scoped(body);
            }
        });
        self.names = outer;
    }

    fn while_statement(&mut self, node: Node<'t>) {
        let is_do = node.kind() == "do_statement";
        let (Some(condition), Some(body)) = (field(node, "condition"), field(node, "body")) else { return };
        if is_do {
            self.repeat(place(node), |reader| {
                reader.scoped(body);
                reader.condition_of_loop(condition);
            });
            return;
        }
        let for_ever = bare(condition).kind() == "true";
        let mut leaves = true;
        self.repeat(place(node), |reader| {
            reader.condition_of_loop(condition);
            reader.scoped(body);
            leaves = !for_ever || reader.exits.last().is_some_and(|exits| !exits.left.is_empty());
        });
        if !leaves {
            self.alive = false;
        }
    }

    fn leave(&mut self, node: Node<'t>) {
        let is_break = node.kind() == "break_statement";
        let labelled = field(node, "label").is_some();
        let target =
            if labelled { None } else { self.exits.iter().rposition(|exits| is_break || exits.is_loop) };
        if let Some(index) = target {
            let is_loop = self.exits[index].is_loop;
            let changes = self.state.changes(self.exits[index].mark);
            self.spend(changes.len() / 4);
            let ends_case = node.parent().is_some_and(|parent| {
                parent.kind().starts_with("switch_")
                    || parent.parent().is_some_and(|outer| outer.kind().starts_with("switch_"))
            });
            if !is_loop && !ends_case {
                self.emit(place(node), StatementKind::Unknown);
            } else if is_loop {
                let kind = if is_break { StatementKind::Break } else { StatementKind::Continue };
                self.emit(place(node), kind);
            }
            self.exits[index].left.push(changes);
        } else {
            self.emit(place(node), StatementKind::Unknown);
        }
        self.alive = false;
    }

    fn try_statement(&mut self, node: Node<'t>) {
        let Some(body) = field(node, "body") else { return };
        let handler = field(node, "handler");
        let finally = field(node, "finalizer").and_then(|clause| field(clause, "body"));
        let handler_place = handler.map(place);
        self.attempt(
            place(node),
            |reader| {
                reader.scoped(body);
                Thing::Undefined
            },
            handler_place,
            |reader| {
                let Some(handler) = handler else { return Thing::Undefined };
                let outer = reader.names;
                reader.names = reader.state.open(outer);
                if let Some(parameter) = field(handler, "parameter") {
                    let error = Thing::Unknown(place(parameter));
                    reader.bind(parameter, error, true);
                }
                if let Some(body) = field(handler, "body") {
                    reader.scoped(body);
                }
                reader.names = outer;
                Thing::Undefined
            },
            |reader| finally.into_iter().for_each(|block| reader.scoped(block)),
        );
    }

    fn switch_statement(&mut self, node: Node<'t>) {
        let (Some(value), Some(body)) = (field(node, "value"), field(node, "body")) else { return };
        let subject = self.evaluate(value);
        let subject_place = place(value);
        let cases: Vec<Node<'t>> = children(body);
        let mut scopes: Vec<(Scope, usize)> = Vec::new();
        let mut named: Scope = Scope::default();
        let mut default = None;
        let mut labels: Option<Scope> = None;
        for (index, case) in cases.iter().enumerate() {
            let is_default = case.kind() == "switch_default";
            if let Some(label) = field(*case, "value") {
                let label_thing = self.evaluate(label);
                let test = self.compare(&subject, &label_thing, subject_place.clone());
                let yes = test.yes.and(&named).unwrap_or(test.yes);
                labels = Some(match labels {
                    Some(known) => either(known, yes),
                    None => yes,
                });
                named = named.and(&test.no).unwrap_or(named);
            }
            let has_body = children(*case).len() > usize::from(!is_default);
            if is_default {
                default = Some(index);
            } else if has_body {
                scopes.push((labels.take().unwrap_or_default(), index));
            }
        }
        if let Some(index) = default {
            scopes.push((named.clone(), index));
        }
        let mark = self.state.mark();
        let outer = self.names;
        self.names = self.state.open(outer);
        let mut ways = Vec::new();
        for (scope, first) in &scopes {
            if !self.goes_on() {
                break;
            }
            self.exits.push(Exits { mark, is_loop: false, left: Vec::new() });
            let way = self.way(scope, |reader| reader.cases(&cases[*first..]));
            let left = self.exits.pop().map(|exits| exits.left).unwrap_or_default();
            ways.push((way, left));
        }
        self.names = outer;
        self.settle_switch(place(node), mark, scopes, ways, default.is_none().then_some(named));
    }

    /// Walks a case and those that it falls through to.
    fn cases(&mut self, cases: &[Node<'t>]) {
        for case in cases {
            if !self.goes_on() {
                return;
            }
            let label = field(*case, "value");
            for statement in children(*case).into_iter().filter(|child| Some(*child) != label) {
                if !self.goes_on() {
                    return;
                }
                self.statement(statement);
            }
        }
    }
}
