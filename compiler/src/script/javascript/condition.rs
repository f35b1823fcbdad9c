//! Conditions: for which events they hold, and what they say of the payload.

use std::rc::Rc;

use super::super::facts::Scope;
use super::super::walk::reader::{Reader, either};
use super::super::walk::test::Condition;
use super::super::walk::thing::{Test, Thing};
use super::tree::{Node, bare, field, place};

impl<'t> Reader<'t> {
    /// Walks a condition. Presence tests in it go to [`Reader::tests`].
    pub(super) fn evaluate_test(&mut self, node: Node<'t>) -> Condition {
        let node = bare(node);
        if !self.spend(1) {
            return self.condition_of(&Thing::Unknown(place(node)));
        }
        self.depth += 1;
        let condition = self.test_of_kind(node);
        self.depth -= 1;
        condition
    }

    fn test_of_kind(&mut self, node: Node<'t>) -> Condition {
        match node.kind() {
            "unary_expression" if self.operator(node) == "!" => {
                let Some(argument) = field(node, "argument") else {
                    return self.condition_of(&Thing::Unknown(place(node)));
                };
                let inner = self.evaluate_test(argument);
                Condition { yes: inner.no, no: inner.yes, truth: inner.truth.map(|truth| !truth) }
            }
            "binary_expression" if matches!(self.operator(node), "&&" | "||") => {
                let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
                    return self.condition_of(&Thing::Unknown(place(node)));
                };
                self.logical_test(node, left, right)
            }
            _ => {
                let thing = self.evaluate(node);
                self.collect_tests(&thing);
                self.condition_of(&thing)
            }
        }
    }

    fn logical_test(&mut self, node: Node<'t>, left: Node<'t>, right: Node<'t>) -> Condition {
        let is_and = self.operator(node) == "&&";
        self.both(
            is_and,
            |reader| reader.evaluate_test(left),
            |reader| reader.evaluate_test(right),
            place(node),
        )
    }

    /// Walks an expression whose truth decides, without asking where the ways lead.
    pub(super) fn evaluate_tested(&mut self, node: Node<'t>) -> Condition {
        let outer = std::mem::take(&mut self.tests);
        let condition = self.evaluate_test(node);
        let tests = std::mem::replace(&mut self.tests, outer);
        self.tested.extend(tests);
        condition
    }

    /// The operator of an expression.
    pub(super) fn operator(&self, node: Node<'t>) -> &'t str {
        field(node, "operator").map_or("", |operator| self.source(&place(operator)))
    }

    /// `a ? b : c`.
    pub(super) fn ternary(&mut self, node: Node<'t>) -> Thing {
        let (Some(test), Some(yes), Some(no)) =
            (field(node, "condition"), field(node, "consequence"), field(node, "alternative"))
        else {
            return Thing::Unknown(place(node));
        };
        let condition = test;
        let test = self.evaluate_tested(condition);
        let mark = self.state.mark();
        let base = self.scope.clone();
        let mut things = Vec::new();
        let ways =
            [(yes, &test.yes, Some(false)), (no, &test.no, Some(true))].map(|(branch, scope, never)| {
                if test.truth.is_some() && test.truth == never {
                    return None;
                }
                let mut thing = Thing::Undefined;
                let way = self.way(scope, |reader| {
                    reader.narrow(condition, never == Some(false));
                    thing = reader.evaluate(branch);
                });
                if let Some(way) = way.as_ref().filter(|way| way.alive) {
                    things.push((way.scope.clone(), thing));
                }
                way
            });
        self.settle_ways(place(node), mark, [&test.yes, &test.no], ways);
        if things.is_empty() { Thing::Undefined } else { Thing::chosen(things, &base) }
    }

    /// `a && b`, `a || b`, `a ?? b` as values.
    pub(super) fn logical(&mut self, node: Node<'t>) -> Thing {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            return Thing::Unknown(place(node));
        };
        let operator = self.operator(node);
        let one = self.evaluate(left);
        self.note_tested(&one);
        // A default says nothing of the host, where a test does.
        let is_test = operator == "&&" || !one.depends_on_host();
        let test =
            if is_test { self.condition_of(&one) } else { self.condition_of(&Thing::Unknown(place(left))) };
        let truth = if operator == "??" {
            match &one {
                Thing::Undefined | Thing::Null(_) => Some(false),
                Thing::Bool(..) | Thing::Text(_) | Thing::Number(..) => Some(true),
                _ => None,
            }
        } else {
            test.truth
        };
        let is_and = operator == "&&";
        if truth == Some(!is_and) {
            return one;
        }
        let (enters, skips) = if is_and { (&test.yes, &test.no) } else { (&test.no, &test.yes) };
        let mark = self.state.mark();
        let mut two = Thing::Undefined;
        let way = self.way(enters, |reader| {
            if is_and {
                reader.narrow(left, true);
            }
            two = reader.as_fallback(&one, |reader| reader.evaluate(right));
            if !is_and {
                reader.note_alternative(&two.clone());
            }
        });
        let alive = way.as_ref().is_some_and(|way| way.alive);
        let rest = if truth.is_none() { self.way(skips, |_| {}) } else { None };
        let scopes = [enters.clone(), skips.clone()];
        self.settle_ways(place(node), mark, scopes.iter(), [way, rest]);
        match (&one, &two) {
            (Thing::Test(_) | Thing::Unknown(_), _) if is_and => {
                if let (Thing::Test(one), other) = (&one, &two) {
                    let second = self.condition_of(other);
                    let yes = one.yes.and(&second.yes).unwrap_or(second.yes);
                    let no = either(one.no.clone(), second.no);
                    return Thing::Test(Rc::new(Test { yes, no, place: place(node) }));
                }
                if matches!(two, Thing::Unknown(_)) { Thing::Unknown(place(node)) } else { one.or(two) }
            }
            (Thing::Test(one), Thing::Test(two)) => {
                let yes = either(one.yes.clone(), two.yes.clone());
                let no = one.no.and(&two.no).unwrap_or_else(|| two.no.clone());
                Thing::Test(Rc::new(Test { yes, no, place: place(node) }))
            }
            (Thing::Test(_), _) => Thing::Unknown(place(node)),
            (Thing::Choice(table), _) if !is_and => {
                let pick =
                    |thing: &Thing| if thing.truth() == Some(false) { two.clone() } else { thing.clone() };
                Thing::Choice(Rc::new(
                    table.iter().map(|(scope, thing)| (scope.clone(), pick(thing))).collect(),
                ))
            }
            _ if !alive => one,
            _ if truth.is_some() => two,
            // A constant on the right stands for what is absent on the left.
            _ => without_falsy(one, is_and).or(two),
        }
    }

    /// What a variable can still be once a condition came out one way.
    pub(super) fn narrow(&mut self, condition: Node<'t>, truth: bool) {
        let node = bare(condition);
        if self.depth >= super::super::walk::reader::MAX_DEPTH {
            return;
        }
        self.depth += 1;
        let parts = (field(node, "left"), field(node, "right"));
        match (node.kind(), parts) {
            ("unary_expression", _) if self.operator(node) == "!" => {
                if let Some(argument) = field(node, "argument") {
                    self.narrow(argument, !truth);
                }
            }
            ("identifier", _) => self.keep(node, |thing| thing.truth() != Some(!truth)),
            ("binary_expression", (Some(left), Some(right))) => {
                let operator = self.operator(node);
                let is_nothing = matches!(bare(right).kind(), "null" | "undefined");
                match operator {
                    "&&" | "||" if truth == (operator == "&&") => {
                        self.narrow(left, truth);
                        self.narrow(right, truth);
                    }
                    "===" | "==" | "!==" | "!=" if is_nothing && bare(left).kind() == "identifier" => {
                        let wants_nothing = truth == operator.starts_with('=');
                        self.keep(bare(left), |thing| {
                            !matches!(thing, Thing::Undefined | Thing::Null(_)) || wants_nothing
                        });
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        self.depth -= 1;
    }

    fn keep(&mut self, name: Node<'t>, keeps: impl Fn(&Thing) -> bool) {
        let Some(cell) = self.state.find(self.names, self.source(&place(name))) else { return };
        let super::super::walk::state::Content::Variable(Thing::OneOf(things)) = self.state.get(cell) else {
            return;
        };
        let kept: Vec<Thing> = things.iter().filter(|thing| keeps(thing)).cloned().collect();
        if !kept.is_empty() && kept.len() < things.len() {
            self.state.set(cell, super::super::walk::state::Content::Variable(Thing::one_of(kept)));
        }
    }

    /// The last of several alternatives of the payload has nothing behind it, but is asked for only when others are absent.
    fn note_alternative(&mut self, thing: &Thing) {
        if thing.field().is_some() {
            self.note_tested(thing);
        }
    }

    /// `typeof a`, `!a`, `-a`, `void a`, `delete a.b`.
    pub(super) fn unary(&mut self, node: Node<'t>) -> Thing {
        let Some(argument) = field(node, "argument") else { return Thing::Unknown(place(node)) };
        match self.operator(node) {
            "!" => {
                let test = self.evaluate_tested(argument);
                match test.truth {
                    Some(truth) => Thing::Bool(!truth, place(node)),
                    None if test.yes == Scope::default() && test.no == Scope::default() => {
                        Thing::Unknown(place(node))
                    }
                    None => Thing::Test(Rc::new(Test { yes: test.no, no: test.yes, place: place(node) })),
                }
            }
            "typeof" => {
                let thing = self.evaluate(argument);
                self.collect_tests(&thing);
                Thing::Unknown(place(node))
            }
            "-" => match self.evaluate(argument) {
                Thing::Number(number, _) => Thing::Number(number.and_then(i64::checked_neg), place(node)),
                _ => Thing::Unknown(place(node)),
            },
            "void" => {
                self.run(argument);
                Thing::Undefined
            }
            "delete" => {
                self.delete(argument);
                Thing::Unknown(place(node))
            }
            _ => {
                self.evaluate(argument);
                Thing::Unknown(place(node))
            }
        }
    }

    /// `delete a.b` on an object of the script.
    fn delete(&mut self, target: Node<'t>) {
        let target = bare(target);
        let (Some(object), Some(property)) = (field(target, "object"), field(target, "property")) else {
            return;
        };
        let Thing::Object(cell) = self.evaluate_base(object) else { return };
        let name = self.key_of(property).name;
        if let super::super::walk::state::Content::Object(entries, open) = self.state.get(cell) {
            let entries = entries.iter().filter(|entry| entry.key.name != name).cloned().collect();
            let open = *open;
            self.state.set(cell, super::super::walk::state::Content::Object(entries, open));
        }
    }

    /// `"a" in b`.
    pub(super) fn is_in(&mut self, node: Node<'t>, key: &Thing, whole: &Thing) -> Thing {
        if let (Some(text), Some(field)) = (key.as_text(), whole.field()) {
            let at = place(node);
            let member = self.member(&Thing::Payload(field.clone()), text.key(), at.clone());
            self.note_reads(&member, &at);
            self.collect_tests(&member);
            return match self.condition_of(&member) {
                Condition { yes, no, .. } if yes.conditional => {
                    Thing::Test(Rc::new(Test { yes, no, place: at }))
                }
                _ => Thing::Unknown(at),
            };
        }
        Thing::Unknown(place(node))
    }
}

/// What remains of the left side of `||` when it is taken, or of `&&` when it is not.
fn without_falsy(thing: Thing, is_and: bool) -> Thing {
    let Thing::OneOf(things) = &thing else {
        return if is_and && thing.truth().is_none() { Thing::Undefined } else { thing };
    };
    let kept = things.iter().filter(|thing| thing.truth() != Some(is_and));
    Thing::one_of(kept.cloned())
}
