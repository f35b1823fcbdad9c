//! What a filter reads of the payload and what it makes, without a payload at hand.

use std::ops::Range;
use std::rc::Rc;

use super::super::json;
use super::super::origin::word_is_tainted;
use super::super::word::Word;
use super::parse::{Entry, Filter, Kind, Name, Operator, Piece, parse};
use crate::script::facts::{Comparison, Key, Member, Place, Read, Scope, Segment, Value};

/// More outputs than this are not told apart.
const MAX_OUTPUTS: usize = 16;

/// More steps than this, each counted as often as it is taken, are not followed.
const MAX_STEPS: usize = 4_000;

/// What a filter can put out.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::script::shell) enum Datum {
    /// The value in the payload at this way from its root.
    At(Vec<Segment>),
    /// A value that the filter makes.
    Made(Value),
    /// A value that the shell hands in as text.
    Word(Rc<Word>),
    /// An array of these.
    List(Vec<Datum>),
    /// These, side by side in one text.
    Columns(Vec<Datum>),
    /// A text that holds a part of the payload.
    Derived(Place),
    /// JSON text: `@json`, `tojson`.
    Escaped(Place),
    /// Text quoted for a shell: `@sh`.
    Quoted(Place),
    /// Anything.
    Any(Place),
    /// Nothing at all: `empty`.
    Nothing,
    /// One of these, or one after the other.
    OneOf(Vec<Datum>),
}

/// What is known of a run of a filter.
#[derive(Debug)]
pub(in crate::script::shell) struct Evaluation {
    /// What it can put out.
    pub(in crate::script::shell) output: Datum,
    pub(in crate::script::shell) reads: Vec<Read>,
    pub(in crate::script::shell) comparisons: Vec<Comparison>,
    /// Whether it asks for its input by `input` or `inputs`.
    pub(in crate::script::shell) asks_for_input: bool,
}

/// Evaluates a filter. `input` is what it runs on, `next` what `input` yields. `None` when it is not understood.
pub(in crate::script::shell) fn evaluate(
    filter: &Word,
    input: &Datum,
    next: &Datum,
    variables: Vec<(String, Datum)>,
    scope: &Scope,
) -> Option<Evaluation> {
    let tree = parse(filter.constant()?)?;
    let mut run = Run {
        filter,
        next,
        variables,
        functions: Vec::new(),
        active: Vec::new(),
        budget: MAX_STEPS,
        scope,
        guarded: false,
        conditional: false,
        reads: Vec::new(),
        comparisons: Vec::new(),
        asks_for_input: false,
    };
    let output = run.evaluate(&tree, input);
    let Run { reads, comparisons, asks_for_input, .. } = run;
    Some(Evaluation { output, reads, comparisons, asks_for_input })
}

struct Run<'f> {
    filter: &'f Word,
    next: &'f Datum,
    variables: Vec<(String, Datum)>,
    /// The functions that are defined here; those with parameters have no body.
    functions: Vec<(String, Option<Rc<Filter>>)>,
    /// The function calls that are evaluated.
    active: Vec<String>,
    budget: usize,
    scope: &'f Scope,
    /// Whether an absent field is provided for.
    guarded: bool,
    /// Whether the place is reached for some inputs only.
    conditional: bool,
    reads: Vec<Read>,
    comparisons: Vec<Comparison>,
    asks_for_input: bool,
}

impl Run<'_> {
    fn place(&self, range: &Range<usize>) -> Place {
        self.filter.place_of(range.start, range.end)
    }

    fn key(&self, name: &Name) -> Key {
        Key { name: name.name.clone(), place: self.place(&name.range) }
    }

    fn evaluate(&mut self, filter: &Filter, input: &Datum) -> Datum {
        if self.budget == 0 {
            return self.any(filter);
        }
        self.budget -= 1;
        match &filter.kind {
            Kind::Identity => input.clone(),
            Kind::Field(..) | Kind::Items(_) | Kind::Index(..) => {
                let (found, optional) = self.step(filter, input);
                self.record(&found, &filter.range, optional);
                found
            }
            Kind::Recurse => self.any(filter),
            Kind::Text(pieces) => self.text(filter, pieces, input),
            Kind::Number => Datum::Made(Value::Number(self.place(&filter.range))),
            Kind::Format(name, text) => self.format(filter, name, text.as_deref(), input),
            Kind::Call(name, arguments) => self.call(filter, name, arguments, input),
            Kind::Variable(name) => self.variable(filter, name),
            Kind::Object(entries) => self.object(entries, input),
            Kind::Array(None) => Datum::Made(Value::Array),
            Kind::Array(Some(inner)) => match self.evaluate(inner, input) {
                Datum::OneOf(items) => Datum::List(items),
                Datum::Nothing => Datum::Made(Value::Array),
                item => Datum::List(vec![item]),
            },
            Kind::Pipe(left, right) => {
                let between = self.evaluate(left, input);
                self.evaluate(right, &between)
            }
            Kind::Comma(left, right) => one_of(vec![self.evaluate(left, input), self.evaluate(right, input)]),
            Kind::Otherwise(left, right) => {
                let left = self.guarded(|run| run.evaluate(left, input));
                one_of(vec![left, self.evaluate(right, input)])
            }
            Kind::Binary(operator, left, right) => self.binary(filter, *operator, left, right, input),
            Kind::Assign(target, value) => self.assign(target, value, input),
            Kind::Negate(inner) => {
                self.evaluate(inner, input);
                Datum::Made(Value::Number(self.place(&filter.range)))
            }
            Kind::If(arms, otherwise) => self.conditional(arms, otherwise.as_deref(), input),
            Kind::Try(body, handler) => self.attempt(body, handler.as_deref(), input),
            Kind::As(source, name, body) => {
                let value = self.evaluate(source, input);
                self.variables.push((name.clone(), value));
                let found = self.evaluate(body, input);
                self.variables.pop();
                found
            }
            Kind::Define(name, body, rest) => {
                self.functions.push((name.clone(), body.clone()));
                let found = self.evaluate(rest, input);
                self.functions.pop();
                found
            }
        }
    }

    fn any(&self, filter: &Filter) -> Datum {
        Datum::Any(self.place(&filter.range))
    }

    fn guarded<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.guarded, true);
        let found = run(self);
        self.guarded = before;
        found
    }

    /// The value behind a chain of steps, and whether one of them is optional (`.a?.b`). Only whole chains are reads.
    fn step(&mut self, filter: &Filter, input: &Datum) -> (Datum, bool) {
        let (base, segment) = match &filter.kind {
            Kind::Field(base, name) => (base, Segment::Key(self.key(name))),
            Kind::Items(base) | Kind::Index(base, None) => (base, Segment::Item),
            Kind::Index(base, Some(index)) => {
                let Some(segment) = self.index(index, input) else {
                    let (found, _) = self.step(base, input);
                    let place = self.place(&filter.range);
                    let inside = if found.is_tainted() { Datum::Derived(place) } else { Datum::Any(place) };
                    return (inside, false);
                };
                (base, segment)
            }
            Kind::Try(base, None) => {
                let (found, _) = self.step(base, input);
                return (found, true);
            }
            _ => return (self.evaluate(filter, input), false),
        };
        let (found, optional) = self.step(base, input);
        (self.inside(filter, &found, &segment), optional)
    }

    /// Where an index leads: to an item, or to the member of a name that the shell hands in.
    fn index(&mut self, index: &Filter, input: &Datum) -> Option<Segment> {
        match self.evaluate(index, input) {
            Datum::Made(Value::Number(_)) => Some(Segment::Item),
            Datum::Made(Value::Text(key)) => Some(Segment::Key(key)),
            Datum::Word(word) => {
                let place = word.place_of(0, word.text.len());
                Some(Segment::Key(Key { name: word.constant()?.to_owned(), place }))
            }
            _ => None,
        }
    }

    fn inside(&self, filter: &Filter, base: &Datum, segment: &Segment) -> Datum {
        match (base, segment) {
            (Datum::At(path), _) => {
                Datum::At(path.iter().cloned().chain(std::iter::once(segment.clone())).collect())
            }
            (Datum::Made(Value::Object { members, open: false }), Segment::Key(key)) => {
                let member = members.iter().rev().find(|member| member.key.name == key.name);
                member.map_or_else(
                    || Datum::Made(Value::Null(self.place(&filter.range))),
                    |member| Datum::Made(member.value.clone()),
                )
            }
            (Datum::List(items), Segment::Item) => one_of(items.clone()),
            (Datum::OneOf(all), _) => {
                one_of(all.iter().map(|base| self.inside(filter, base, segment)).collect())
            }
            (Datum::Nothing, _) => Datum::Nothing,
            _ => self.any(filter),
        }
    }

    fn record(&mut self, found: &Datum, range: &Range<usize>, optional: bool) {
        match found {
            Datum::At(path) if path.iter().any(|segment| matches!(segment, Segment::Key(_))) => {
                self.reads.push(Read {
                    path: path.clone(),
                    place: self.place(range),
                    has_fallback: self.guarded || optional,
                    decoded: false,
                    scope: self.scope.clone(),
                });
            }
            Datum::OneOf(all) => all.iter().for_each(|found| self.record(found, range, optional)),
            _ => {}
        }
    }

    fn variable(&mut self, filter: &Filter, name: &str) -> Datum {
        let known = self.variables.iter().rev().find(|(known, _)| known == name);
        match known {
            Some((_, Datum::Word(word))) if word.constant().is_none() => Datum::Word(Rc::clone(word)),
            Some((_, found)) => found.clone(),
            None => self.any(filter),
        }
    }

    fn text(&mut self, filter: &Filter, pieces: &[Piece], input: &Datum) -> Datum {
        if let [] | [Piece::Constant(_)] = pieces {
            let name = pieces.first().map_or_else(String::new, |piece| match piece {
                Piece::Constant(text) => text.clone(),
                Piece::Filter(_) => String::new(),
            });
            let place = self.filter.place_of(filter.range.start + 1, filter.range.end - 1);
            return Datum::Made(Value::Text(Key { name, place }));
        }
        let mut tainted = false;
        for piece in pieces {
            if let Piece::Filter(inner) = piece {
                tainted |= self.evaluate(inner, input).is_tainted();
            }
        }
        let place = self.filter.place_of(filter.range.start + 1, filter.range.end - 1);
        if tainted { Datum::Derived(place) } else { Datum::Made(Value::AnyText(place)) }
    }

    fn format(&mut self, filter: &Filter, name: &str, text: Option<&Filter>, input: &Datum) -> Datum {
        let place = self.place(&filter.range);
        let given = text.map_or_else(|| input.clone(), |text| self.evaluate(text, input));
        match (name, given) {
            ("tsv" | "csv", Datum::List(items)) => Datum::Columns(items),
            ("json", _) => Datum::Escaped(place),
            ("sh" | "base64" | "uri", _) => Datum::Quoted(place),
            ("text", given) if text.is_none() => given,
            (_, given) if given.is_tainted() => Datum::Derived(place),
            _ => Datum::Made(Value::AnyText(place)),
        }
    }

    fn object(&mut self, entries: &[Entry], input: &Datum) -> Datum {
        let (mut members, mut open) = (Vec::new(), false);
        for entry in entries {
            match entry {
                Entry::Member(name, value) | Entry::Short(name, value) => {
                    let place = self.place(&value.range);
                    let value = self.evaluate(value, input).value(&place);
                    members.push(Member { key: self.key(name), value, optional: false });
                }
                Entry::Computed(key, value) => {
                    self.evaluate(key, input);
                    self.evaluate(value, input);
                    open = true;
                }
            }
        }
        Datum::Made(Value::Object { members, open })
    }

    fn binary(
        &mut self,
        filter: &Filter,
        operator: Operator,
        left: &Filter,
        right: &Filter,
        input: &Datum,
    ) -> Datum {
        let is_null = |side: &Filter| side.kind == Kind::Call("null".to_owned(), Vec::new());
        let before = self.guarded;
        // A comparison with a text says nothing of a field that is absent; one with `null` asks for it.
        if matches!(operator, Operator::Equal | Operator::NotEqual | Operator::Order) {
            self.guarded = is_null(left) || is_null(right);
        }
        let one = self.evaluate(left, input);
        let other = self.evaluate(right, input);
        self.guarded = before;
        let place = self.place(&filter.range);
        match operator {
            Operator::Equal | Operator::NotEqual => {
                self.compare(&one, &other);
                self.compare(&other, &one);
                truth(place)
            }
            Operator::Order | Operator::And | Operator::Or => truth(place),
            Operator::Add => add(one, other, place),
            Operator::Times => match (&one, &other) {
                (Datum::Made(Value::Object { .. }), _) | (_, Datum::Made(Value::Object { .. })) => {
                    add(one, other, place)
                }
                _ => Datum::Any(place),
            },
            Operator::Arithmetic => Datum::Any(place),
        }
    }

    fn compare(&mut self, field: &Datum, constant: &Datum) {
        match (field, constant) {
            (Datum::OneOf(all), _) => all.iter().for_each(|field| self.compare(field, constant)),
            (Datum::At(path), Datum::Made(Value::Text(key))) if !path.is_empty() => {
                let (path, constant) = (path.clone(), key.clone());
                self.comparisons.push(Comparison { path, constant, scope: self.scope.clone() });
            }
            _ => {}
        }
    }

    /// `.a = b` on an object that the filter makes, or on the payload.
    fn assign(&mut self, target: &Filter, value: &Filter, input: &Datum) -> Datum {
        let place = self.place(&value.range);
        let value = self.evaluate(value, input).value(&place);
        let Kind::Field(base, name) = &target.kind else { return self.open(input) };
        if base.kind != Kind::Identity {
            return self.open(input);
        }
        let member = Member { key: self.key(name), value, optional: false };
        match input {
            Datum::Made(Value::Object { members, open }) => {
                let mut members = members.clone();
                members.push(member);
                Datum::Made(Value::Object { members, open: *open })
            }
            _ => Datum::Made(Value::Object { members: vec![member], open: true }),
        }
    }

    fn open(&self, input: &Datum) -> Datum {
        match input {
            Datum::Made(Value::Object { members, .. }) => {
                Datum::Made(Value::Object { members: members.clone(), open: true })
            }
            _ => Datum::Any(self.filter.place.clone()),
        }
    }

    fn conditional(&mut self, arms: &[(Filter, Filter)], otherwise: Option<&Filter>, input: &Datum) -> Datum {
        let before = std::mem::replace(&mut self.conditional, true);
        let mut found = Vec::new();
        for (condition, consequence) in arms {
            self.guarded(|run| run.evaluate(condition, input));
            found.push(self.evaluate(consequence, input));
        }
        found.push(otherwise.map_or_else(|| input.clone(), |rest| self.evaluate(rest, input)));
        self.conditional = before;
        one_of(found)
    }

    fn attempt(&mut self, body: &Filter, handler: Option<&Filter>, input: &Datum) -> Datum {
        let before = std::mem::replace(&mut self.conditional, true);
        let found = self.guarded(|run| run.evaluate(body, input));
        let caught = handler.map_or(Datum::Nothing, |handler| {
            let message = Datum::Any(self.place(&handler.range));
            self.evaluate(handler, &message)
        });
        self.conditional = before;
        // A path behind `?` yields null for what is absent; only what is no object yields nothing.
        if handler.is_none() { found } else { one_of(vec![found, caught]) }
    }

    fn call(&mut self, filter: &Filter, name: &str, arguments: &[Filter], input: &Datum) -> Datum {
        let place = self.place(&filter.range);
        let defined = self.functions.iter().rev().find(|(known, _)| known == name);
        if let Some((_, body)) = defined {
            let body = body.clone().filter(|_| !self.active.iter().any(|active| active == name));
            let Some(body) = body.filter(|_| arguments.is_empty()) else {
                self.arguments(arguments, input);
                return if input.is_tainted() { Datum::Derived(place) } else { Datum::Any(place) };
            };
            self.active.push(name.to_owned());
            let found = self.evaluate(&body, input);
            self.active.pop();
            return found;
        }
        match (name, arguments) {
            ("true", []) => Datum::Made(Value::Bool(true, place)),
            ("false", []) => Datum::Made(Value::Bool(false, place)),
            ("null", []) => Datum::Made(Value::Null(place)),
            ("empty", []) | ("error" | "halt" | "halt_error", _) => {
                self.arguments(arguments, input);
                Datum::Nothing
            }
            ("input" | "inputs", []) => {
                self.asks_for_input = true;
                self.next.clone()
            }
            ("select", [condition]) => {
                self.guarded(|run| run.evaluate(condition, input));
                one_of(vec![input.clone(), Datum::Nothing])
            }
            ("has", [key]) => {
                if let Datum::Made(Value::Text(key)) = self.evaluate(key, input) {
                    let found = self.inside(filter, input, &Segment::Key(key));
                    self.guarded(|run| run.record(&found, &filter.range, true));
                }
                truth(place)
            }
            ("IN", constants) => {
                for constant in constants {
                    match self.evaluate(constant, input) {
                        Datum::OneOf(all) => all.iter().for_each(|constant| self.compare(input, constant)),
                        constant => self.compare(input, &constant),
                    }
                }
                truth(place)
            }
            ("map" | "any" | "all" | "sort_by" | "group_by" | "unique_by" | "min_by" | "max_by", [inner]) => {
                let item = self.inside(filter, input, &Segment::Item);
                let found = self.guarded(|run| run.evaluate(inner, &item));
                match name {
                    "any" | "all" => truth(place),
                    "map" if found.is_tainted() => Datum::Derived(place),
                    _ => Datum::Any(place),
                }
            }
            ("fromjson", []) => self.decode(input, place),
            ("tojson", []) => Datum::Escaped(place),
            ("tostring" | "values" | "objects" | "strings" | "debug" | "trim", []) => input.clone(),
            ("length" | "utf8bytelength" | "tonumber" | "floor" | "round" | "ceil" | "now" | "abs", []) => {
                Datum::Made(Value::Number(place))
            }
            (
                "not" | "test" | "contains" | "startswith" | "endswith" | "inside" | "any" | "all"
                | "isvalid" | "in",
                _,
            ) => {
                self.arguments(arguments, input);
                truth(place)
            }
            ("type" | "todate" | "strftime" | "input_filename", _) => {
                self.arguments(arguments, input);
                Datum::Made(Value::AnyText(place))
            }
            ("first" | "last" | "limit", [.., inner]) => self.evaluate(inner, input),
            ("first" | "last", []) => self.inside(filter, input, &Segment::Item),
            (
                "ascii_downcase" | "ascii_upcase" | "ltrimstr" | "rtrimstr" | "gsub" | "sub" | "join"
                | "ltrim" | "rtrim",
                _,
            ) => {
                self.arguments(arguments, input);
                if input.is_tainted() { Datum::Derived(place) } else { Datum::Made(Value::AnyText(place)) }
            }
            ("with_entries" | "del" | "walk" | "paths" | "getpath" | "recurse" | "to_entries", _) => {
                if input.is_tainted() { Datum::Derived(place) } else { Datum::Any(place) }
            }
            _ => {
                self.arguments(arguments, input);
                if input.is_tainted() { Datum::Derived(place) } else { Datum::Any(place) }
            }
        }
    }

    fn arguments(&mut self, arguments: &[Filter], input: &Datum) {
        for argument in arguments {
            self.evaluate(argument, input);
        }
    }

    /// The value in a JSON text. What lies inside is no field of the payload any more.
    fn decode(&mut self, input: &Datum, place: Place) -> Datum {
        let certain = !(self.conditional || self.guarded);
        if let (Datum::At(path), true) = (input, certain)
            && let Some(read) = self.reads.iter_mut().rev().find(|read| read.path == *path)
        {
            read.decoded = true;
        }
        match input {
            Datum::Word(word) => {
                json::parse(word).map_or_else(|| Datum::Any(place), |json| Datum::Made(json.value))
            }
            // The raw text of the payload: `jq -R fromjson`.
            Datum::Derived(_) if *self.next == Datum::At(Vec::new()) => Datum::At(Vec::new()),
            input if input.is_tainted() => Datum::Derived(place),
            _ => Datum::Any(place),
        }
    }
}

impl Datum {
    /// Whether someone who writes the payload decides a part of it.
    pub(in crate::script::shell) fn is_tainted(&self) -> bool {
        match self {
            Self::At(_) | Self::Derived(_) => true,
            Self::List(all) | Self::Columns(all) | Self::OneOf(all) => all.iter().any(Self::is_tainted),
            Self::Word(word) => word_is_tainted(word),
            Self::Made(_) | Self::Escaped(_) | Self::Quoted(_) | Self::Any(_) | Self::Nothing => false,
        }
    }

    /// The JSON value that it is, made at a place.
    pub(in crate::script::shell) fn value(self, place: &Place) -> Value {
        match self {
            Self::Made(value) => value,
            Self::Word(word) => match (word.constant(), word.only_hole().and_then(json::constants)) {
                (Some(text), _) => {
                    Value::Text(Key { name: text.to_owned(), place: word.place_of(0, word.text.len()) })
                }
                (None, Some(values)) => Value::OneOf(values),
                (None, None) => Value::AnyText(place.clone()),
            },
            Self::List(_) => Value::Array,
            Self::Columns(_) | Self::Derived(_) | Self::Escaped(_) | Self::Quoted(_) => {
                Value::AnyText(place.clone())
            }
            Self::OneOf(all) => {
                let all = all.into_iter().filter(|datum| *datum != Self::Nothing);
                Value::OneOf(all.map(|datum| datum.value(place)).collect())
            }
            Self::At(_) | Self::Any(_) | Self::Nothing => Value::Unknown(place.clone()),
        }
    }

    fn is_text(&self) -> bool {
        matches!(
            self,
            Self::Made(Value::Text(_) | Value::AnyText(_))
                | Self::Word(_)
                | Self::Derived(_)
                | Self::Escaped(_)
                | Self::Quoted(_)
                | Self::Columns(_)
        )
    }
}

/// `true` or `false`, which a run decides.
fn truth(place: Place) -> Datum {
    Datum::Made(Value::OneOf(vec![Value::Bool(true, place.clone()), Value::Bool(false, place)]))
}

/// The sum of two texts, or the union of two objects.
fn add(one: Datum, other: Datum, place: Place) -> Datum {
    if one.is_text() || other.is_text() {
        let tainted = one.is_tainted() || other.is_tainted();
        return if tainted { Datum::Derived(place) } else { Datum::Made(Value::AnyText(place)) };
    }
    match (one, other) {
        (
            Datum::Made(Value::Object { mut members, open }),
            Datum::Made(Value::Object { members: more, open: more_open }),
        ) => {
            members.extend(more);
            Datum::Made(Value::Object { members, open: open || more_open })
        }
        (Datum::Made(Value::Object { mut members, .. }), Datum::OneOf(all)) => {
            for datum in all {
                if let Datum::Made(Value::Object { members: more, .. }) = datum {
                    members.extend(more.into_iter().map(|member| Member { optional: true, ..member }));
                }
            }
            Datum::Made(Value::Object { members, open: true })
        }
        (Datum::Made(Value::Object { members, .. }), _) | (_, Datum::Made(Value::Object { members, .. })) => {
            Datum::Made(Value::Object { members, open: true })
        }
        (one, other) if one.is_tainted() || other.is_tainted() => Datum::Derived(place),
        _ => Datum::Any(place),
    }
}

/// Any of several outputs.
fn one_of(all: Vec<Datum>) -> Datum {
    let mut flat: Vec<Datum> = Vec::new();
    for datum in all {
        match datum {
            Datum::OneOf(inner) => flat.extend(inner),
            datum => flat.push(datum),
        }
    }
    flat.dedup();
    if flat.len() > MAX_OUTPUTS {
        let tainted = flat.iter().any(Datum::is_tainted);
        return if tainted { Datum::Derived(0..0) } else { Datum::Any(0..0) };
    }
    if flat.len() == 1 { flat.remove(0) } else { Datum::OneOf(flat) }
}
