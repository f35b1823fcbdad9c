//! Conditions: for which events they hold, and what they say of the payload.

use std::rc::Rc;

use super::super::facts::{Place, Scope};
use super::reader::{Reader, either};
use super::thing::{Test, Thing, is_event_name, path_name, tells_host};
use super::tree::{Node, bare, field, place};

/// A condition that was walked.
#[derive(Debug, Clone)]
pub(super) struct Condition {
    pub(super) yes: Scope,
    pub(super) no: Scope,
    /// Whether it always comes out the same.
    pub(super) truth: Option<bool>,
}

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
        let one = self.evaluate_test(left);
        let mark = self.state.mark();
        let enters = if is_and { &one.yes } else { &one.no };
        let skips = if is_and { &one.no } else { &one.yes };
        let mut two = None;
        let way = self.way(enters, |reader| two = Some(reader.evaluate_test(right)));
        let rest = self.way(skips, |_| {});
        let scopes = [enters.clone(), skips.clone()];
        self.settle_ways(place(node), mark, scopes.iter(), [way, rest]);
        let Some(two) = two else { return one };
        let truth = |decisive: bool| match (one.truth, two.truth) {
            (Some(value), _) | (_, Some(value)) if value == decisive => Some(decisive),
            (Some(_), other) => other,
            _ => None,
        };
        if is_and {
            let yes = one.yes.and(&two.yes).unwrap_or(two.yes);
            Condition { yes, no: either(one.no, two.no), truth: truth(false) }
        } else {
            let no = one.no.and(&two.no).unwrap_or(two.no);
            Condition { yes: either(one.yes, two.yes), no, truth: truth(true) }
        }
    }

    /// Walks an expression whose truth decides, without asking where the ways lead.
    pub(super) fn evaluate_tested(&mut self, node: Node<'t>) -> Condition {
        let outer = std::mem::take(&mut self.tests);
        let condition = self.evaluate_test(node);
        let tests = std::mem::replace(&mut self.tests, outer);
        self.tested.extend(tests);
        condition
    }

    /// For which events a value is true.
    pub(super) fn condition_of(&mut self, thing: &Thing) -> Condition {
        let all = Condition { yes: Scope::default(), no: Scope::default(), truth: thing.truth() };
        match thing {
            Thing::Test(test) => Condition { yes: test.yes.clone(), no: test.no.clone(), truth: None },
            Thing::Choice(table) => {
                let scope_of = |not: bool| {
                    let scopes = table.iter().filter(|(_, thing)| thing.truth() != Some(not));
                    scopes.map(|(scope, _)| scope.clone()).reduce(either)
                };
                match (scope_of(false), scope_of(true)) {
                    (Some(yes), Some(no)) => Condition { yes, no, truth: None },
                    (yes, _) => Condition { truth: Some(yes.is_some()), ..all },
                }
            }
            _ if self.depends_on_host(thing) => {
                if let Some(place) = thing.place() {
                    self.record_host_check(place);
                }
                conditional()
            }
            _ => all,
        }
    }

    /// Whether a value says which host runs the script, or how it was called.
    pub(super) fn depends_on_host(&self, thing: &Thing) -> bool {
        thing.alternatives().iter().any(|thing| match thing {
            Thing::Host(name, _) => tells_circumstances(name),
            Thing::Payload(field) | Thing::Derived(field, _) => tells_host(&field.path),
            _ => false,
        })
    }

    /// Presence tests that the truth of a value is.
    fn collect_tests(&mut self, thing: &Thing) {
        for thing in thing.alternatives() {
            if let Thing::Payload(field) | Thing::Derived(field, _) = thing
                && !field.path.is_empty()
            {
                self.tests.push(path_name(&field.path));
            }
        }
    }

    /// `a === b`, and whatever else asks whether two values are the same.
    pub(super) fn compare(&mut self, one: &Thing, two: &Thing, at: Place) -> Test {
        let all = Test { yes: Scope::default(), no: Scope::default(), place: at.clone() };
        if self.depends_on_host(one) || self.depends_on_host(two) {
            self.record_host_check(at);
            let Condition { yes, no, .. } = conditional();
            return Test { yes, no, ..all };
        }
        let (field, other) = match (compared(one), compared(two)) {
            (Some(field), _) => (field, two),
            (_, Some(field)) => (field, one),
            _ => return all,
        };
        let (path, is_exact) = field;
        let texts: Vec<_> = other.alternatives().iter().filter_map(Thing::as_text).cloned().collect();
        let is_constant = !texts.is_empty() && texts.len() == other.alternatives().len();
        if !is_constant {
            if matches!(other, Thing::Undefined | Thing::Null(_)) {
                self.tests.push(path_name(&path));
            }
            return all;
        }
        for text in &texts {
            if text.text.is_empty() {
                self.tests.push(path_name(&path));
            } else if is_exact {
                self.record_comparison(&path, text.key());
            }
        }
        if !is_event_name(&path) {
            return all;
        }
        self.record_host_check(at);
        let names: Vec<String> = texts.iter().map(|text| text.text.clone()).collect();
        let no = if names.len() == 1 {
            Scope { except: names.clone(), ..Scope::default() }
        } else {
            Scope::default()
        };
        Test { yes: Scope { only: Some(names), ..Scope::default() }, no, ..all }
    }

    /// Whether a value is one of a list of constants.
    pub(super) fn is_among(&mut self, list: &Thing, item: &Thing, at: Place) -> Thing {
        let Thing::List(cell) = list else { return Thing::Unknown(at) };
        let super::state::Content::List(items, open) = self.state.get(*cell).clone() else {
            return Thing::Unknown(at);
        };
        self.spend(items.len());
        let mut yes = None;
        let mut no = Scope::default();
        let mut conditional = false;
        for constant in &items {
            let test = self.compare(item, constant, at.clone());
            conditional |= test.yes.conditional;
            yes = Some(match yes {
                Some(known) => either(known, test.yes),
                None => test.yes,
            });
            no = no.and(&test.no).unwrap_or(no);
        }
        match yes {
            Some(yes) if !open && (yes != Scope::default() || conditional) => {
                Thing::Test(Rc::new(Test { yes, no, place: at }))
            }
            _ => Thing::Unknown(at),
        }
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
        let ways = [(yes, &test.yes, Some(false)), (no, &test.no, Some(true))].map(|(branch, scope, never)| {
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
        let is_test = operator == "&&" || !self.depends_on_host(&one);
        let test = if is_test { self.condition_of(&one) } else { self.condition_of(&Thing::Unknown(place(left))) };
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
                let pick = |thing: &Thing| if thing.truth() == Some(false) { two.clone() } else { thing.clone() };
                Thing::Choice(Rc::new(table.iter().map(|(scope, thing)| (scope.clone(), pick(thing))).collect()))
            }
            _ if !alive => one,
            _ if truth.is_some() => two,
            // A constant on the right stands for what is absent on the left.
            _ => without_falsy(one, is_and).or(two),
        }
    }

    /// Walks what stands in for a value that is absent.
    pub(super) fn as_fallback<T>(&mut self, of: &Thing, walk: impl FnOnce(&mut Self) -> T) -> T {
        let stands_in = of.field().is_some() || self.depends_on_host(of);
        let outer = self.is_fallback;
        self.is_fallback |= stands_in;
        let result = walk(self);
        self.is_fallback = outer;
        result
    }

    /// What a variable can still be once a condition came out one way.
    pub(super) fn narrow(&mut self, condition: Node<'t>, truth: bool) {
        let node = bare(condition);
        if self.depth >= super::reader::MAX_DEPTH {
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
        let super::state::Content::Variable(Thing::OneOf(things)) = self.state.get(cell) else { return };
        let kept: Vec<Thing> = things.iter().filter(|thing| keeps(thing)).cloned().collect();
        if !kept.is_empty() && kept.len() < things.len() {
            self.state.set(cell, super::state::Content::Variable(Thing::one_of(kept)));
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
        if let super::state::Content::Object(entries, open) = self.state.get(cell) {
            let entries = entries.iter().filter(|entry| entry.key.name != name).cloned().collect();
            let open = *open;
            self.state.set(cell, super::state::Content::Object(entries, open));
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
                Condition { yes, no, .. } if yes.conditional => Thing::Test(Rc::new(Test { yes, no, place: at })),
                _ => Thing::Unknown(at),
            };
        }
        Thing::Unknown(place(node))
    }
}

/// What a value compares as: a field of the payload, and whether the constant must be spelled as the field is.
fn compared(thing: &Thing) -> Option<(Vec<super::super::facts::Segment>, bool)> {
    thing.alternatives().iter().find_map(|thing| match thing {
        Thing::Payload(field) => Some((field.path.clone(), true)),
        Thing::Derived(field, _) => Some((field.path.clone(), false)),
        _ => None,
    })
}

/// Whether this of the host says how the script is run.
fn tells_circumstances(name: &str) -> bool {
    ["process.argv", "process.env", "process.platform", "os.platform", "process.versions", "Deno.build", "process.execArgv"]
        .iter()
        .any(|known| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

fn conditional() -> Condition {
    let scope = Scope { conditional: true, ..Scope::default() };
    Condition { yes: scope.clone(), no: scope, truth: None }
}

/// What remains of the left side of `||` when it is taken, or of `&&` when it is not.
fn without_falsy(thing: Thing, is_and: bool) -> Thing {
    let Thing::OneOf(things) = &thing else {
        return if is_and && thing.truth().is_none() { Thing::Undefined } else { thing };
    };
    let kept = things.iter().filter(|thing| thing.truth() != Some(is_and));
    Thing::one_of(kept.cloned())
}
