//! What is written to standard output.

use std::rc::Rc;

use super::super::facts::{Answer, AnswerForm, AnswerId, Loudness, Member, Place, Scope, Value};
use super::super::program::{Arm, Block, Statement, StatementKind};
use super::handmade;
use super::reader::{Reader, either};
use super::state::Content;
use super::thing::{Piece, Thing};

/// The deepest nesting of a value that is told.
const MAX_DEPTH: usize = 12;

/// How many values are told of one answer.
const MAX_VALUES: usize = 400;

impl Reader<'_> {
    /// `console.log(…)` and the like.
    pub(in crate::script) fn print(&mut self, arguments: &[(Thing, Place)], at: Place, loudness: Loudness) {
        match arguments {
            [] => {}
            [(thing, place)] => {
                // An object is printed for people, not as JSON.
                let shown = matches!(thing, Thing::Object(_) | Thing::List(_) | Thing::Function(_))
                    || matches!(thing, Thing::Payload(field) if field.path.is_empty());
                if shown {
                    self.say(at, loudness);
                } else {
                    self.write(&thing.clone(), place.clone(), at, loudness);
                }
            }
            [(first, _), ..] => {
                let starts_json =
                    first.as_text().is_none_or(|text| text.text.trim_start().starts_with(['{', '[', '%']));
                if starts_json && !matches!(first, Thing::Text(_)) && !matches!(first, Thing::Mixed(..)) {
                    self.answer(AnswerForm::Unknown, at);
                } else {
                    self.say(at, loudness);
                }
            }
        }
    }

    /// Text that is no JSON is written.
    pub(in crate::script) fn say(&mut self, at: Place, loudness: Loudness) {
        self.answer(AnswerForm::Text(loudness), at);
    }

    /// A value is written as it is.
    pub(in crate::script) fn write(&mut self, thing: &Thing, value_at: Place, at: Place, loudness: Loudness) {
        if !self.alive || !self.spend(1) {
            return;
        }
        if let Some(scopes) = self.scopes_in(thing) {
            let mark = self.state.mark();
            let ways: Vec<_> = scopes
                .iter()
                .map(|scope| {
                    self.way(scope, |reader| reader.write(thing, value_at.clone(), at.clone(), loudness))
                })
                .collect();
            self.settle_ways(at, mark, scopes.iter(), ways);
            return;
        }
        let thing = &self.meant(thing);
        let at = self.place_of_answer(thing, at);
        let forms: Vec<Option<AnswerForm>> =
            thing.alternatives().iter().map(|thing| self.form(thing, &value_at, loudness)).collect();
        match forms.as_slice() {
            [Some(form)] => self.answer(form.clone(), at),
            [None] => {}
            _ => self.write_one_of(forms, at),
        }
    }

    /// The scopes that tell apart what a value is, when they do here.
    fn scopes_in(&self, thing: &Thing) -> Option<Vec<Scope>> {
        match thing {
            Thing::Choice(table) => self.partition(table),
            Thing::JsonText(inner, _) => self.scopes_in(inner),
            Thing::Object(cell) => match self.state.get(*cell) {
                Content::Object(entries, _) => entries.iter().find_map(|entry| match &entry.thing {
                    Thing::Choice(table) => self.partition(table),
                    _ => None,
                }),
                _ => None,
            },
            Thing::Mixed(pieces, _) => pieces.iter().find_map(|piece| match piece {
                Piece::Hole(thing @ (Thing::Choice(_) | Thing::JsonText(..)), _) => self.scopes_in(thing),
                _ => None,
            }),
            _ => None,
        }
    }

    /// The scopes of a choice, unless nothing is told apart by them where the walk is.
    fn partition(&self, table: &[(Scope, Thing)]) -> Option<Vec<Scope>> {
        let mut scopes: Vec<Scope> = Vec::new();
        let mut is_whole = true;
        for (scope, _) in table {
            let Some(narrowed) = self.scope.and(scope) else { continue };
            if narrowed == self.scope {
                is_whole = false;
            } else if !scopes.contains(scope) {
                scopes.push(scope.clone());
            }
        }
        if scopes.is_empty() {
            return None;
        }
        // What is meant in every run may be meant in runs that no other scope has.
        let rest = Scope::otherwise(scopes.iter());
        if !is_whole && !scopes.contains(&rest) && self.scope.and(&rest).is_some() {
            scopes.push(rest);
        }
        Some(scopes)
    }

    /// What a value is for the runs that come here.
    fn meant(&self, thing: &Thing) -> Thing {
        match thing {
            Thing::Choice(table) => {
                let things = table.iter().filter(|(scope, _)| self.scope.and(scope).is_some());
                Thing::one_of(things.map(|(_, thing)| thing.clone()))
            }
            Thing::JsonText(inner, at) if matches!(**inner, Thing::Choice(_)) => {
                Thing::JsonText(Rc::new(self.meant(inner)), at.clone())
            }
            other => other.clone(),
        }
    }

    /// One of several is written.
    fn write_one_of(&mut self, forms: Vec<Option<AnswerForm>>, at: Place) {
        let values: Option<Vec<Value>> = forms
            .iter()
            .map(|form| match form {
                Some(AnswerForm::Json(value)) => Some(value.clone()),
                _ => None,
            })
            .collect();
        if let Some(values) = values {
            self.answer(AnswerForm::Json(one_of(values)), at);
            return;
        }
        let arms: Vec<Arm> = forms
            .into_iter()
            .map(|form| {
                let (block, ()) = self.aside(|reader| {
                    if let Some(form) = form {
                        reader.answer(form, at.clone());
                    }
                });
                Arm { scope: Scope::default(), block }
            })
            .collect();
        self.branch(at, arms);
    }

    /// Writes an answer down, and that it is written here. The same answer from the same place is one.
    fn answer(&mut self, form: AnswerForm, at: Place) {
        if !self.alive {
            return;
        }
        let known = self.facts.answers.iter().rposition(|answer| answer.place == at && answer.form == form);
        self.spend(self.facts.answers.len() / 16);
        let index = if let Some(index) = known {
            let scope = self.facts.answers[index].scope.clone();
            self.facts.answers[index].scope = either(scope, self.scope.clone());
            index
        } else {
            self.facts.answers.push(Answer { place: at.clone(), form, scope: self.scope.clone() });
            self.facts.answers.len() - 1
        };
        self.emit(at, StatementKind::Write(AnswerId(index as u32)));
    }

    /// Where an answer is given: a helper that writes whatever it is handed answers where it is called.
    fn place_of_answer(&self, thing: &Thing, at: Place) -> Place {
        let Some(value) = self.value_place(thing) else { return at };
        let mut at = at;
        for frame in self.frames.iter().rev() {
            if frame.span.start <= value.start && value.end <= frame.span.end {
                break;
            }
            let inside_call = frame.call.start <= value.start && value.end <= frame.call.end;
            if !inside_call
                && !self
                    .frames
                    .iter()
                    .any(|other| other.call.start <= value.start && value.end <= other.call.end)
            {
                break;
            }
            at = frame.call.clone();
            if inside_call {
                break;
            }
        }
        at
    }

    /// Where the value that is written stands in the source.
    fn value_place(&self, thing: &Thing) -> Option<Place> {
        match thing {
            Thing::JsonText(inner, place) => self.value_place(inner).or_else(|| Some(place.clone())),
            Thing::Mixed(pieces, place) => match pieces.iter().find_map(|piece| match piece {
                Piece::Hole(Thing::JsonText(inner, _), _) => Some(inner),
                _ => None,
            }) {
                Some(inner) => self.value_place(inner),
                None => Some(place.clone()),
            },
            Thing::Object(cell) => match self.state.get(*cell) {
                // A helper may add the members that are always the same: what varies is at the call.
                Content::Object(entries, _) => entries
                    .iter()
                    .filter_map(|entry| entry.thing.place().or(Some(entry.key.place.clone())))
                    .find(|place| self.is_handed_in(place))
                    .or_else(|| entries.first().map(|entry| entry.key.place.clone())),
                _ => None,
            },
            other => other.place(),
        }
    }

    /// Whether this stands in the arguments of a call that is being walked.
    fn is_handed_in(&self, place: &Place) -> bool {
        self.frames.iter().any(|frame| frame.call.start <= place.start && place.end <= frame.call.end)
            && !self
                .frames
                .last()
                .is_some_and(|frame| frame.span.start <= place.start && place.end <= frame.span.end)
    }

    /// What is written when a value is written; `None` for nothing.
    fn form(&mut self, thing: &Thing, at: &Place, loudness: Loudness) -> Option<AnswerForm> {
        Some(match thing {
            Thing::Text(text) if text.text.trim().is_empty() => return None,
            Thing::Text(text) => {
                match handmade::read(&[Piece::Constant(text.clone())], |_, at| Value::Unknown(at.clone())) {
                    Some(made) => AnswerForm::Json(made.value),
                    None => AnswerForm::Text(loudness),
                }
            }
            Thing::JsonText(inner, _) => self.form_of_json(inner, at),
            Thing::Mixed(pieces, _) => self.form_of_pieces(pieces, at, loudness),
            Thing::Raw(_) => AnswerForm::Payload,
            Thing::Number(..) => AnswerForm::Json(Value::Number(at.clone())),
            Thing::Bool(value, _) => AnswerForm::Json(Value::Bool(*value, at.clone())),
            Thing::Undefined => AnswerForm::Text(loudness),
            _ => AnswerForm::Unknown,
        })
    }

    fn form_of_json(&mut self, inner: &Thing, at: &Place) -> AnswerForm {
        if let Thing::Payload(field) = inner
            && field.path.is_empty()
        {
            return AnswerForm::Payload;
        }
        let mut budget = MAX_VALUES;
        AnswerForm::Json(self.value_of(inner, at, 0, &mut budget).unwrap_or(Value::Unknown(at.clone())))
    }

    fn form_of_pieces(&mut self, pieces: &Rc<Vec<Piece>>, at: &Place, loudness: Loudness) -> AnswerForm {
        let blank = |piece: &Piece| matches!(piece, Piece::Constant(text) if text.text.trim().is_empty());
        let mut solid = pieces.iter().filter(|piece| !blank(piece));
        if let (Some(Piece::Hole(thing, place)), None) = (solid.next(), solid.next()) {
            return self.form(thing, place, loudness).unwrap_or(AnswerForm::Unknown);
        }
        let mut budget = MAX_VALUES;
        let made = handmade::read(pieces, |thing, place| match thing {
            Thing::JsonText(inner, _) => {
                self.value_of(inner, place, 0, &mut budget).unwrap_or(Value::Unknown(place.clone()))
            }
            Thing::Number(..) => Value::Number(place.clone()),
            _ => Value::Unknown(place.clone()),
        });
        let is_constant = pieces.iter().all(|piece| matches!(piece, Piece::Constant(_)));
        if let Some(made) = made {
            if is_constant {
                return AnswerForm::Json(made.value);
            }
            return AnswerForm::ByHand { value: made.value, unescaped: made.unescaped };
        }
        let starts_json = match pieces.iter().find(|piece| !blank(piece)) {
            Some(Piece::Constant(text)) => text.text.trim_start().starts_with(['{', '[']),
            _ => !pieces.iter().any(
                |piece| matches!(piece, Piece::Constant(text) if text.text.contains(char::is_alphabetic)),
            ),
        };
        let _ = at;
        if starts_json { AnswerForm::Unknown } else { AnswerForm::Text(loudness) }
    }

    /// A value as `JSON.stringify` writes it; `None` when a member of this value is left out.
    fn value_of(&self, thing: &Thing, at: &Place, depth: usize, budget: &mut usize) -> Option<Value> {
        if depth > MAX_DEPTH || *budget == 0 {
            return Some(Value::Unknown(at.clone()));
        }
        *budget -= 1;
        let place = thing.place().unwrap_or_else(|| at.clone());
        Some(match thing {
            Thing::Undefined | Thing::Function(_) | Thing::Class(_) => return None,
            Thing::Null(place) => Value::Null(place.clone()),
            Thing::Bool(value, place) => Value::Bool(*value, place.clone()),
            Thing::Number(_, place) => Value::Number(place.clone()),
            Thing::Text(text) => Value::Text(text.key()),
            Thing::AnyText(_)
            | Thing::Mixed(..)
            | Thing::JsonText(..)
            | Thing::Escaped(_)
            | Thing::Derived(..)
            | Thing::Raw(_) => Value::AnyText(place),
            Thing::List(_) => Value::Array,
            Thing::Object(cell) => match self.state.get(*cell) {
                Content::Object(entries, open) => {
                    let members = entries.iter().filter_map(|entry| {
                        let thing = self.meant(&entry.thing);
                        let optional = entry.optional || thing.alternatives().contains(&Thing::Undefined);
                        let value = self.value_of(&thing, &entry.key.place, depth + 1, budget)?;
                        Some(Member { key: entry.key.clone(), value, optional })
                    });
                    Value::Object { members: members.collect(), open: *open }
                }
                _ => Value::Unknown(place),
            },
            Thing::OneOf(things) => {
                let values: Vec<Value> =
                    things.iter().filter_map(|thing| self.value_of(thing, at, depth + 1, budget)).collect();
                if values.is_empty() {
                    return None;
                }
                one_of(values)
            }
            Thing::Choice(_) => return self.value_of(&self.meant(thing), at, depth + 1, budget),
            Thing::Unknown(_) | Thing::Payload(_) | Thing::Host(..) | Thing::Settle(..) | Thing::Test(_) => {
                Value::Unknown(place)
            }
        })
    }

    /// Whether a block answers with a refusal.
    pub(in crate::script) fn denies(&self, block: &Block) -> bool {
        block.iter().any(|Statement { kind, .. }| match kind {
            StatementKind::Write(id) => match &self.facts.answers[id.0 as usize].form {
                AnswerForm::Json(value) | AnswerForm::ByHand { value, .. } => is_refusal(value),
                _ => false,
            },
            StatementKind::Call(id) => self.program.get(id.0 as usize).is_some_and(|block| {
                block.iter().any(|inner| match &inner.kind {
                    StatementKind::Write(id) => match &self.facts.answers[id.0 as usize].form {
                        AnswerForm::Json(value) | AnswerForm::ByHand { value, .. } => is_refusal(value),
                        _ => false,
                    },
                    _ => false,
                })
            }),
            _ => false,
        })
    }
}

/// Whether an answer says no.
fn is_refusal(value: &Value) -> bool {
    let Value::Object { members, .. } = value else { return false };
    members.iter().any(|member| match (member.key.name.as_str(), &member.value) {
        ("permission" | "decision", Value::Text(text)) => matches!(text.name.as_str(), "deny" | "block"),
        ("continue", Value::Bool(value, _)) => !value,
        _ => false,
    })
}

fn one_of(values: Vec<Value>) -> Value {
    let mut distinct: Vec<Value> = Vec::new();
    for value in values {
        let parts = if let Value::OneOf(parts) = value { parts } else { vec![value] };
        for part in parts {
            if !distinct.contains(&part) {
                distinct.push(part);
            }
        }
    }
    if distinct.len() == 1 { distinct.remove(0) } else { Value::OneOf(distinct) }
}
