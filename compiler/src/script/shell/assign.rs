//! Assignments.

use std::rc::Rc;

use tree_sitter::Node;

use super::lower::{Failing, Reader, Status};
use super::origin::{Origin, either, is_tainted, one};
use super::word::Word;

impl Reader<'_, '_> {
    /// `x=value`. Says how it can fail: as its last substitution does.
    pub(super) fn assignment(&mut self, node: Node<'_>) -> Failing {
        self.substitution = Failing::Never;
        let value = match node.child_by_field_name("value") {
            Some(value) if value.kind() == "array" => self.array(value),
            Some(value) => {
                let word = self.word(value);
                word.value()
            }
            None => one(Origin::Text(Rc::new(Word::new(self.place(node))))),
        };
        let failing = self.substitution;
        let Some(target) = node.child_by_field_name("name") else { return failing };
        let is_element = target.kind() == "subscript";
        let name = target.child_by_field_name("name").unwrap_or(target);
        let name = self.source(name);
        let mut cursor = node.walk();
        let appends = node.children(&mut cursor).any(|child| child.kind() == "+=");
        let known = self.state.variables.get(name).cloned();
        let value = match known {
            // An element of an array stands beside the others.
            Some(known) if is_element => either(&known, &value),
            Some(known)
                if appends
                    && node.child_by_field_name("value").is_some_and(|value| value.kind() == "array") =>
            {
                either(&known, &value)
            }
            Some(known) if appends => appended(&known, &value),
            None if appends => one(if is_tainted(&value) { Origin::Derived } else { Origin::Unknown }),
            _ => value,
        };
        self.set(name, value);
        failing
    }

    /// What an element of an array can be.
    fn array(&mut self, node: Node<'_>) -> Rc<[Origin]> {
        let mut cursor = node.walk();
        let mut all: Option<Rc<[Origin]>> = None;
        for child in node.named_children(&mut cursor).collect::<Vec<_>>() {
            let word = self.word(child);
            let value = word.value();
            all = Some(all.map_or_else(|| Rc::clone(&value), |all| either(&all, &value)));
        }
        all.unwrap_or_else(|| one(Origin::Plain))
    }

    /// `local x=…`, `export x`, `unset x`. It succeeds whatever its substitutions do.
    pub(super) fn declaration(&mut self, node: Node<'_>) -> Status {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor).collect::<Vec<_>>() {
            match child.kind() {
                "variable_assignment" => {
                    self.assignment(child);
                }
                "variable_name" if node.kind() == "unset_command" => {
                    let place = self.place(child);
                    self.set(self.source(child), one(Origin::Text(Rc::new(Word::new(place)))));
                }
                _ => {}
            }
        }
        Status::new(Failing::Never)
    }
}

/// A text with another behind it.
fn appended(known: &Rc<[Origin]>, value: &Rc<[Origin]>) -> Rc<[Origin]> {
    if let ([Origin::Text(first)], [more]) = (&**known, &**value) {
        let mut word = (**first).clone();
        let fits = match more {
            Origin::Text(more) => word.push_word(more),
            _ => word.push_word(&Word::of(first.place.clone(), Rc::clone(value))),
        };
        if fits {
            return one(Origin::Text(Rc::new(word)));
        }
    }
    one(if is_tainted(known) || is_tainted(value) { Origin::Derived } else { Origin::Unknown })
}
