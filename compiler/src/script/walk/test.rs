//! Tests: for which events and hosts they hold.

use std::rc::Rc;

use super::super::facts::{Place, Scope};
use super::reader::{Reader, either};
use super::state::Content;
use super::thing::{Test, Thing, is_event_name, path_name};

/// A condition that was walked.
#[derive(Debug, Clone)]
pub(in crate::script) struct Condition {
    pub(in crate::script) yes: Scope,
    pub(in crate::script) no: Scope,
    /// Whether it always comes out the same.
    pub(in crate::script) truth: Option<bool>,
}

impl Reader<'_> {
    /// Two conditions, the second asked only where the first leaves it open: `a && b`, or `a || b`.
    pub(in crate::script) fn both(
        &mut self,
        is_and: bool,
        first: impl FnOnce(&mut Self) -> Condition,
        second: impl FnOnce(&mut Self) -> Condition,
        at: Place,
    ) -> Condition {
        let one = first(self);
        let mark = self.state.mark();
        let enters = if is_and { &one.yes } else { &one.no };
        let skips = if is_and { &one.no } else { &one.yes };
        let mut two = None;
        let way = self.way(enters, |reader| two = Some(second(reader)));
        let rest = self.way(skips, |_| {});
        let scopes = [enters.clone(), skips.clone()];
        self.settle_ways(at, mark, scopes.iter(), [way, rest]);
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

    /// For which events a value is true.
    pub(in crate::script) fn condition_of(&mut self, thing: &Thing) -> Condition {
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
            _ if thing.depends_on_host() => {
                if let Some(place) = thing.place() {
                    self.record_host_check(place);
                }
                conditional()
            }
            _ => all,
        }
    }

    /// Presence tests that the truth of a value is.
    pub(in crate::script) fn collect_tests(&mut self, thing: &Thing) {
        for thing in thing.alternatives() {
            if let Thing::Payload(field) | Thing::Derived(field, _) = thing
                && !field.path.is_empty()
            {
                self.tests.push(path_name(&field.path));
            }
        }
    }

    /// `a === b`, and whatever else asks whether two values are the same.
    pub(in crate::script) fn compare(&mut self, one: &Thing, two: &Thing, at: Place) -> Test {
        let all = Test { yes: Scope::default(), no: Scope::default(), place: at.clone() };
        if one.depends_on_host() || two.depends_on_host() {
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
    pub(in crate::script) fn is_among(&mut self, list: &Thing, item: &Thing, at: Place) -> Thing {
        let Thing::List(cell) = list else { return Thing::Unknown(at) };
        let Content::List(items, open) = self.state.get(*cell).clone() else {
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

    /// Walks what stands in for a value that is absent.
    pub(in crate::script) fn as_fallback<T>(&mut self, of: &Thing, walk: impl FnOnce(&mut Self) -> T) -> T {
        let stands_in = of.field().is_some() || of.depends_on_host();
        let outer = self.is_fallback;
        self.is_fallback |= stands_in;
        let result = walk(self);
        self.is_fallback = outer;
        result
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

pub(in crate::script) fn conditional() -> Condition {
    let scope = Scope { conditional: true, ..Scope::default() };
    Condition { yes: scope.clone(), no: scope, truth: None }
}
