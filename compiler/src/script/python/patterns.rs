//! `match` statements.

use super::super::facts::{Key, Scope};
use super::branch::nowhere;
use super::known::{Known, Path};
use super::payload::{is_event, member};
use super::{Node, Reader, children, field, fields};

/// What a pattern says.
struct Found {
    /// For which runs it can match; `None` when it never does.
    scope: Scope,
    /// The events that it matches for, when it tells nothing else.
    events: Option<Vec<String>>,
    /// Whether it matches everything.
    is_everything: bool,
}

impl Found {
    fn open() -> Self {
        Self { scope: Scope::default(), events: None, is_everything: false }
    }

    fn everything() -> Self {
        Self { is_everything: true, ..Self::open() }
    }
}

impl<'t> Reader<'t> {
    pub(super) fn match_statement(&mut self, node: Node<'t>) {
        let subjects = fields(node, "subject");
        let subject = match subjects[..] {
            [one] => self.expression(one),
            _ => {
                let mut items = Vec::new();
                for subject in subjects {
                    let item = self.valued(subject);
                    items.push(item);
                }
                Known::List(std::rc::Rc::new(items))
            }
        };
        let clauses = field(node, "body").map(|body| fields(body, "alternative")).unwrap_or_default();
        let start = self.state.scope.clone();
        let mut rest = Scope::default();
        let mut is_exhaustive = false;
        let mut fork = self.fork();
        for clause in clauses {
            if is_exhaustive {
                break;
            }
            let has_guard = field(clause, "guard").is_some();
            let mut next = rest.clone();
            let scope = rest.clone();
            let mut everything = false;
            let mut reached = Scope::default();
            // The pattern is read once to know where it leads, and its names are bound on that way.
            self.state.scope = start.and(&rest).unwrap_or_else(nowhere);
            let patterns: Vec<_> = children(clause).into_iter().filter(|child| child.kind() == "case_pattern").collect();
            let before = self.state.clone();
            for pattern in &patterns {
                let subject = match (&subject, patterns.len()) {
                    (subject, 1) => subject.clone(),
                    _ => Known::Unknown,
                };
                let found = self.pattern(*pattern, &subject);
                reached = reached.and(&found.scope).unwrap_or_else(nowhere);
                everything |= found.is_everything && patterns.len() == 1;
                if let (Some(events), false, 1) = (&found.events, has_guard, patterns.len()) {
                    let passed = Scope { except: events.clone(), ..Scope::default() };
                    next = next.and(&passed).unwrap_or_else(nowhere);
                }
            }
            let bound = std::mem::replace(&mut self.state, before);
            let scope = scope.and(&reached).unwrap_or_else(nowhere);
            let frames = bound.frames.clone();
            self.arm(&mut fork, &scope, |reader| {
                reader.state.frames = frames;
                if let Some(guard) = field(clause, "guard") {
                    for condition in children(guard) {
                        reader.condition(condition);
                    }
                }
                if let Some(body) = field(clause, "consequence") {
                    reader.block_of(body);
                }
            });
            is_exhaustive = everything && !has_guard;
            rest = next;
        }
        if !is_exhaustive {
            self.arm(&mut fork, &rest, |_| ());
        }
        self.meet(fork, node.byte_range());
    }

    fn pattern(&mut self, node: Node<'t>, subject: &Known) -> Found {
        self.deeper(node, |reader| reader.pattern_inside(node, subject)).unwrap_or_else(Found::open)
    }

    fn pattern_inside(&mut self, node: Node<'t>, subject: &Known) -> Found {
        match node.kind() {
            "case_pattern" => match children(node).first() {
                Some(inner) => self.pattern(*inner, subject),
                // `case _`.
                None => Found::everything(),
            },
            "as_pattern" => {
                let parts = children(node);
                let found = parts.first().map_or_else(Found::open, |inner| self.pattern(*inner, subject));
                if let Some(name) = parts.last().filter(|name| name.kind() == "identifier") {
                    self.bind(*name, subject.clone());
                }
                found
            }
            "string" | "concatenated_string" => match self.expression(node).constant() {
                Some(constant) => self.field_is(subject, &[constant], node),
                None => Found::open(),
            },
            "union_pattern" => self.union(node, subject),
            "dotted_name" => self.capture(node, subject),
            "dict_pattern" => self.dict_pattern(node, subject),
            "list_pattern" | "tuple_pattern" => self.list_pattern(node, subject),
            "class_pattern" => {
                for inner in children(node).into_iter().filter(|inner| inner.kind() == "case_pattern") {
                    self.pattern(inner, &Known::Unknown);
                }
                Found::open()
            }
            _ => Found::open(),
        }
    }

    /// A name takes whatever is there; a dotted name is a constant.
    fn capture(&mut self, node: Node<'t>, subject: &Known) -> Found {
        match children(node)[..] {
            [name] => {
                if self.source(name) != "_" {
                    self.state.assign(self.source(name), subject.clone());
                }
                Found::everything()
            }
            _ => Found::open(),
        }
    }

    fn union(&mut self, node: Node<'t>, subject: &Known) -> Found {
        let mut constants: Vec<Key> = Vec::new();
        for inner in children(node) {
            match inner.kind() {
                "string" | "concatenated_string" => constants.extend(self.expression(inner).constant()),
                _ => {
                    self.pattern(inner, subject);
                    return Found::open();
                }
            }
        }
        self.field_is(subject, &constants, node)
    }

    fn field_is(&mut self, subject: &Known, constants: &[Key], node: Node<'t>) -> Found {
        let events = subject.payload_path().is_some_and(|path| is_event(path));
        match self.field_is_one_of(subject, constants, node) {
            Some(condition) => Found {
                scope: condition.then.unwrap_or_else(nowhere),
                events: events.then(|| constants.iter().map(|constant| constant.name.clone()).collect()),
                is_everything: false,
            },
            None if subject.is_host() => {
                self.note_host_check(node.byte_range());
                Found { scope: Scope { conditional: true, ..Scope::default() }, ..Found::open() }
            }
            None => Found::open(),
        }
    }

    fn dict_pattern(&mut self, node: Node<'t>, subject: &Known) -> Found {
        let mut found = Found::open();
        let keys = fields(node, "key");
        let is_only = keys.len() == 1;
        for (key, value) in keys.into_iter().zip(fields(node, "value")) {
            let inner = match (self.expression(key).constant(), subject.payload_path()) {
                (Some(key_name), Some(path)) if path.len() < 16 => {
                    let path: Path = member(path, key_name);
                    // A pattern asks for the field before it looks at it.
                    self.note_read(&path, &key.byte_range(), true);
                    Known::payload(path)
                }
                _ => Known::Unknown,
            };
            let one = self.pattern(value, &inner);
            found.scope = found.scope.and(&one.scope).unwrap_or_else(nowhere);
            found.events = one.events.filter(|_| is_only);
        }
        found
    }

    fn list_pattern(&mut self, node: Node<'t>, subject: &Known) -> Found {
        let mut found = Found::open();
        let inner = children(node);
        for (index, pattern) in inner.iter().enumerate() {
            let item = match subject {
                Known::List(items) if items.len() == inner.len() => items[index].known.clone(),
                _ => Known::Unknown,
            };
            let one = self.pattern(*pattern, &item);
            found.scope = found.scope.and(&one.scope).unwrap_or_else(nowhere);
        }
        found
    }
}
