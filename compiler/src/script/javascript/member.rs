//! Members and items of values.

use super::super::facts::Key;
use super::super::walk::reader::Reader;
use super::super::walk::thing::Thing;
use super::tree::{Node, field, is_optional, place};

impl<'t> Reader<'t> {
    /// `a.b`, without a record of the read: whoever takes the whole chain writes it down.
    pub(super) fn member_expression(&mut self, node: Node<'t>) -> Thing {
        let (Some(object), Some(property)) = (field(node, "object"), field(node, "property")) else {
            return Thing::Unknown(place(node));
        };
        let whole = self.evaluate_base(object);
        if is_optional(node) {
            self.note_tested(&whole);
        }
        let key = self.key_of(property);
        if is_builtin_property(&key.name) && whole.field().is_some() {
            self.note_reads(&whole, &place(object));
            return Thing::Unknown(place(node));
        }
        let thing = self.member(&whole, key, place(node));
        if !is_optional(node) {
            return thing;
        }
        self.note_optional(&thing);
        let can_be_absent =
            whole.alternatives().iter().any(|thing| matches!(thing, Thing::Undefined | Thing::Null(_)));
        if can_be_absent { thing.or(Thing::Undefined) } else { thing }
    }

    /// `a[b]`.
    pub(super) fn subscript_expression(&mut self, node: Node<'t>) -> Thing {
        let (Some(object), Some(index)) = (field(node, "object"), field(node, "index")) else {
            return Thing::Unknown(place(node));
        };
        let whole = self.evaluate_base(object);
        if is_optional(node) {
            self.note_tested(&whole);
        }
        let index = self.evaluate(index);
        match &index {
            Thing::Text(text) => {
                let key = text.key();
                self.member(&whole, key, place(node))
            }
            Thing::Number(number, _) => {
                let index = number.and_then(|number| usize::try_from(number).ok());
                self.item_at(&whole, index, place(node))
            }
            Thing::OneOf(keys) if keys.iter().all(|key| key.as_text().is_some()) => {
                let keys: Vec<Key> =
                    keys.iter().filter_map(|key| key.as_text().map(|text| text.key())).collect();
                let things: Vec<Thing> =
                    keys.into_iter().map(|key| self.member(&whole, key, place(node))).collect();
                for thing in &things {
                    self.note_optional(thing);
                }
                Thing::one_of(things)
            }
            _ => self.table(&whole, &index, place(node)),
        }
    }
}

/// Members that texts and lists have of their own.
pub(super) fn is_builtin_property(name: &str) -> bool {
    name == "length"
}
