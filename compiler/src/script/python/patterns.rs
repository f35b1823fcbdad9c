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
        let subject = self.subject(&fields(node, "subject"));
        let clauses = field(node, "body").map(|body| fields(body, "alternative")).unwrap_or_default();
        let start = self.state.scope.clone();
        // What no clause so far has taken; nothing once one takes everything.
        let mut rest = Some(Scope::default());
        let mut fork = self.fork();
        for clause in clauses {
            let Some(before) = rest.take() else { break };
            self.state.scope = start.and(&before).unwrap_or_else(nowhere);
            let outside = self.state.clone();
            let found = self.clause_pattern(clause, &subject);
            let frames = std::mem::replace(&mut self.state, outside).frames;
            let scope = before.and(&found.scope).unwrap_or_else(nowhere);
            self.arm(&mut fork, &scope, |reader| {
                reader.state.frames = frames;
                reader.clause_body(clause);
            });
            let has_guard = field(clause, "guard").is_some();
            rest = match found {
                Found { is_everything: true, .. } if !has_guard => None,
                Found { events: Some(events), .. } if !has_guard => {
                    before.and(&Scope { except: events, ..Scope::default() })
                }
                _ => Some(before),
            };
        }
        if let Some(rest) = rest {
            self.arm(&mut fork, &rest, |_| ());
        }
        self.meet(fork, node.byte_range());
    }

    /// What is matched; several subjects are a tuple.
    fn subject(&mut self, subjects: &[Node<'t>]) -> Known {
        if let [one] = subjects {
            return self.expression(*one);
        }
        let items: Vec<_> = subjects.iter().map(|subject| self.valued(*subject)).collect();
        Known::List(std::rc::Rc::new(items))
    }

    /// Reads a clause's pattern and binds its names.
    fn clause_pattern(&mut self, clause: Node<'t>, subject: &Known) -> Found {
        let patterns: Vec<_> =
            children(clause).into_iter().filter(|child| child.kind() == "case_pattern").collect();
        if let [one] = patterns[..] {
            return self.pattern(one, subject);
        }
        // `case a, b:` is a tuple without its parentheses.
        self.tuple(&patterns, subject)
    }

    fn clause_body(&mut self, clause: Node<'t>) {
        for condition in field(clause, "guard").map(children).unwrap_or_default() {
            self.condition(condition);
        }
        if let Some(body) = field(clause, "consequence") {
            self.block_of(body);
        }
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
            "list_pattern" | "tuple_pattern" => self.tuple(&children(node), subject),
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

    fn tuple(&mut self, patterns: &[Node<'t>], subject: &Known) -> Found {
        let mut found = Found::open();
        for (index, pattern) in patterns.iter().enumerate() {
            let item = match subject {
                Known::List(items) if items.len() == patterns.len() => items[index].known.clone(),
                _ => Known::Unknown,
            };
            let one = self.pattern(*pattern, &item);
            found.scope = found.scope.and(&one.scope).unwrap_or_else(nowhere);
        }
        found
    }
}
