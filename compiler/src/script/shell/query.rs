//! Calls of `jq`: what they read of the payload, and what they answer.

use std::rc::Rc;

use super::super::Scope;
use super::super::facts::{Place, UnknownKind, Value};
use super::super::program::{Arm, Block, Statement, StatementKind};
use super::arguments::JqCall;
use super::io::{Input, Target};
use super::jq::{Datum, Evaluation, evaluate};
use super::json;
use super::json::breaks_json;
use super::lower::{Failing, Reader, Status};
use super::origin::{Origin, either, is_tainted, one};
use super::word::Word;

impl Reader<'_, '_> {
    /// `jq …`
    pub(super) fn query(&mut self, words: &[Word], place: &Place, block: &mut Block) -> Status {
        let call = JqCall::new(words);
        let checked = self.state.provided || self.checked.iter().any(|known| known == "jq");
        let input = self.query_input(&call, place);
        let (datum, next) = (datum(&input, &call, place), self.next(&call, place));
        let output = self.evaluated(&call, &datum, &next, place);
        let (value, may_be_nothing) = self.put_out(&output, &call, &input);
        self.put_answer(place, &value, may_be_nothing, block);
        let failing = match () {
            () if call.exit_status => Failing::Test,
            () if call.null_input && checked => Failing::Never,
            () => Failing::Error,
        };
        Status::new(failing)
    }

    /// What the call is fed with; a file is not known.
    fn query_input(&mut self, call: &JqCall, place: &Place) -> Rc<[Origin]> {
        if call.null_input {
            return one(Origin::Plain);
        }
        let is_stdin = |file: &Word| matches!(file.constant(), Some("-" | "/dev/stdin"));
        if call.files.iter().any(|file| !is_stdin(file)) {
            let from = call.files.iter().find_map(Word::only_hole);
            return from.map_or_else(|| one(Origin::Unknown), |hole| Rc::clone(&hole.origins));
        }
        let input = self.take_all(place.clone());
        if input.contains(&Origin::Payload) {
            self.parsed(place);
        }
        input
    }

    fn parsed(&mut self, place: &Place) {
        let stdin = &mut self.facts.stdin;
        stdin.parsed = true;
        stdin.parsed_at.get_or_insert_with(|| place.clone());
    }

    /// What `input` yields, and what the text of `jq -R` decodes to.
    fn next(&self, call: &JqCall, place: &Place) -> Datum {
        let is_payload = match &self.state.io.input {
            Input::Script => true,
            Input::Value(origins) => origins.contains(&Origin::Payload),
        };
        if is_payload && (call.null_input || call.raw_input) {
            Datum::At(Vec::new())
        } else {
            Datum::Any(place.clone())
        }
    }

    fn evaluated(&mut self, call: &JqCall, input: &Datum, next: &Datum, place: &Place) -> Datum {
        let unknown = |datum: &Datum| {
            if datum.is_tainted() { Datum::Derived(place.clone()) } else { Datum::Any(place.clone()) }
        };
        let Some(filter) = call.filter.as_ref().filter(|_| !call.from_file) else {
            if call.from_file {
                self.unknown(place.clone(), UnknownKind::OtherFile);
                return unknown(input);
            }
            return input.clone();
        };
        let mut variables: Vec<_> = call
            .variables
            .iter()
            .map(|(name, word, is_json)| (name.clone(), argument(word, *is_json)))
            .collect();
        variables.extend(call.from_files.iter().map(|name| (name.clone(), Datum::Any(place.clone()))));
        let Some(found) = evaluate(filter, input, next, variables, &self.state.scope) else {
            let kind =
                if filter.constant().is_some() { UnknownKind::Syntax } else { UnknownKind::DynamicCode };
            if input.is_tainted() {
                self.unknown(filter.place.clone(), kind);
            }
            return unknown(input);
        };
        let Evaluation { output, reads, comparisons, asks_for_input } = found;
        if asks_for_input && *next == Datum::At(Vec::new()) {
            self.take_all(place.clone());
            self.parsed(place);
        }
        self.facts.reads.extend(reads);
        self.facts.comparisons.extend(comparisons);
        output
    }

    /// What stands on the output, and whether it can be nothing.
    fn put_out(&self, datum: &Datum, call: &JqCall, input: &Rc<[Origin]>) -> (Rc<[Origin]>, bool) {
        let all = match datum {
            Datum::OneOf(all) => all.as_slice(),
            one => std::slice::from_ref(one),
        };
        let may_be_nothing = all.contains(&Datum::Nothing);
        let value = all
            .iter()
            .filter(|datum| **datum != Datum::Nothing)
            .map(|datum| one(self.origin(datum, call, input)))
            .reduce(|one, other| either(&one, &other));
        (value.unwrap_or_else(|| one(Origin::Plain)), may_be_nothing)
    }

    fn origin(&self, datum: &Datum, call: &JqCall, input: &Rc<[Origin]>) -> Origin {
        match datum {
            Datum::At(path) if path.is_empty() => match &**input {
                // `jq .` passes on what it was fed with.
                [origin @ (Origin::Field(..) | Origin::Json(_))] => origin.clone(),
                _ => Origin::Payload,
            },
            Datum::At(path) => Origin::Field(path.as_slice().into(), !call.raw),
            Datum::Made(Value::Text(key)) if call.raw => {
                if self.text[key.place.clone()] == key.name {
                    let mut word = Word::new(key.place.clone());
                    word.push_str(&key.name, key.place.start);
                    Origin::Text(Rc::new(word))
                } else if breaks_json(&key.name) {
                    Origin::Unknown
                } else {
                    Origin::Plain
                }
            }
            Datum::Made(Value::AnyText(_)) if call.raw => Origin::Unknown,
            Datum::Made(value) => Origin::Json(Rc::new(value.clone())),
            Datum::Word(word) if call.raw => Origin::Text(Rc::clone(word)),
            Datum::Escaped(_) | Datum::Word(_) => Origin::Escaped,
            Datum::Derived(_) if call.raw_input && !call.raw => Origin::Escaped,
            Datum::Quoted(_) => Origin::Quoted,
            Datum::Columns(columns) => {
                Origin::Columns(columns.iter().map(|column| self.put_out(column, call, input).0).collect())
            }
            Datum::List(_) if !datum.is_tainted() => Origin::Json(Rc::new(Value::Array)),
            datum if datum.is_tainted() => Origin::Derived,
            _ => Origin::Unknown,
        }
    }

    /// Writes what the filter puts out, if it puts out anything.
    fn put_answer(&mut self, place: &Place, value: &Rc<[Origin]>, may_be_nothing: bool, block: &mut Block) {
        if !may_be_nothing || *self.state.io.output(1) != Target::Answer {
            self.write(place, 1, value, block);
            return;
        }
        let mut written = Block::new();
        self.write(place, 1, value, &mut written);
        let arm = |block| Arm { scope: Scope::default(), block };
        let kind = StatementKind::Branch { arms: vec![arm(written), arm(Block::new())], exhaustive: true };
        block.push(Statement { place: place.clone(), kind });
    }
}

/// The value that jq runs on.
fn datum(input: &Rc<[Origin]>, call: &JqCall, place: &Place) -> Datum {
    if call.null_input {
        return Datum::Made(Value::Null(place.clone()));
    }
    let tainted = is_tainted(input);
    if call.raw_input {
        return if tainted {
            Datum::Derived(place.clone())
        } else {
            Datum::Made(Value::AnyText(place.clone()))
        };
    }
    let known = match &**input {
        origins if origins.contains(&Origin::Payload) => Datum::At(Vec::new()),
        // The text of a field is a JSON text of its own, or the field is an object; nothing is claimed of what is inside.
        [Origin::Field(path, true)] => Datum::At(path.to_vec()),
        [Origin::Json(value)] => Datum::Made((**value).clone()),
        [Origin::Text(word)] => match json::parse(word) {
            Some(json) => Datum::Made(json.value),
            None if tainted => Datum::Derived(place.clone()),
            None => Datum::Any(place.clone()),
        },
        _ if tainted => Datum::Derived(place.clone()),
        _ => Datum::Any(place.clone()),
    };
    // The items of a slurped input are its documents.
    if call.slurp { Datum::List(vec![known]) } else { known }
}

/// The value of `--arg` or `--argjson`.
fn argument(word: &Rc<Word>, is_json: bool) -> Datum {
    if !is_json {
        return match word.only_hole().map(|hole| &*hole.origins) {
            Some([Origin::Field(path, false)]) if !path.is_empty() => Datum::Derived(word.place.clone()),
            _ => Datum::Word(Rc::clone(word)),
        };
    }
    match json::parse(word) {
        Some(json) => Datum::Made(json.value),
        None => Datum::Any(word.place.clone()),
    }
}
