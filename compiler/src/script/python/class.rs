//! Classes of the script, as far as hooks use them: methods, attributes and constants.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::facts::{Key, Place};
use super::args::Arguments;
use super::known::{Known, Object, Valued};
use super::state::Frame;
use super::{Node, Reader, children, field};

/// Classes derived deeper than this are not followed.
const MAX_BASES: usize = 16;

/// A class of the script.
#[derive(Debug, Clone)]
pub(super) struct Class<'t> {
    names: BTreeMap<&'t str, Known>,
    bases: Vec<Known>,
    /// The fields of a data class, in order.
    fields: Vec<Node<'t>>,
}

impl<'t> Reader<'t> {
    pub(super) fn define_class(&mut self, node: Node<'t>) {
        let Some(name) = field(node, "name").map(|name| self.source(name)) else { return };
        let mut bases = Vec::new();
        for base in field(node, "superclasses").map(children).unwrap_or_default() {
            if base.kind() != "keyword_argument" {
                bases.push(self.expression(base));
            }
        }
        let parent = self.frame();
        let frame = Frame { id: self.next_frame, parent, is_class: true, ..Frame::default() };
        self.next_frame += 1;
        self.state.frames.push(Rc::new(frame));
        let body = field(node, "body");
        if let Some(body) = body {
            self.block_of(body);
        }
        let names = self.state.frames.pop().map(|frame| frame.names.clone()).unwrap_or_default();
        let fields = body.map(Self::annotated).unwrap_or_default();
        self.classes.push(Class { names, bases, fields });
        self.state.assign(name, Known::Class(self.classes.len() - 1));
    }

    /// The names that a class body declares with a type.
    fn annotated(body: Node<'t>) -> Vec<Node<'t>> {
        let statements =
            children(body).into_iter().filter(|statement| statement.kind() == "expression_statement");
        let assignments = statements.flat_map(children).filter(|inner| inner.kind() == "assignment");
        let typed = assignments.filter(|assignment| field(*assignment, "type").is_some());
        typed.filter_map(|assignment| field(assignment, "left")).collect()
    }

    pub(super) fn class_member(&self, class: usize, name: &str) -> Option<Known> {
        let mut class = self.classes.get(class)?;
        for _ in 0..MAX_BASES {
            if let Some(known) = class.names.get(name) {
                return Some(known.clone());
            }
            let next = class.bases.iter().find_map(|base| match base {
                Known::Class(index) => Some(*index),
                _ => None,
            });
            match next.and_then(|index| self.classes.get(index)) {
                Some(base) => class = base,
                None if class.bases.iter().any(|base| matches!(base, Known::Foreign(_) | Known::Unknown)) => {
                    return class.bases.iter().find(|base| matches!(base, Known::Foreign(_))).cloned();
                }
                None => return None,
            }
        }
        None
    }

    /// Makes an object of a class.
    pub(super) fn instantiate(&mut self, class: usize, arguments: &Arguments<'t>, place: &Place) -> Known {
        let object = self.new_object(Object::default());
        let instance = Known::Instance(class, object);
        match self.class_member(class, "__init__") {
            Some(Known::Function(index)) => {
                self.call_function(index, Some(instance.clone()), arguments, place, false);
                return instance;
            }
            Some(foreign @ Known::Foreign(_)) => {
                self.call_known(&foreign, arguments, place, false);
                return instance;
            }
            _ => {}
        }
        let fields = self.classes[class].fields.clone();
        let mut members = Object::default();
        for (index, node) in fields.into_iter().enumerate() {
            let name = self.source(node);
            let given = arguments.either(index, name).cloned();
            let default = || {
                self.classes[class].names.get(name).cloned().map(|known| Valued::new(known, place.clone()))
            };
            let value = given.or_else(default).unwrap_or_else(|| Valued::new(Known::Unknown, place.clone()));
            members.set(Key { name: name.to_owned(), place: node.byte_range() }, value, false);
        }
        self.state.insert(object, members);
        instance
    }

    /// `super().name(…)`: the method of the class that the object's class is derived from.
    pub(super) fn call_of_base(&mut self, name: &str, arguments: &Arguments<'t>, place: &Place) -> Known {
        let Some(instance @ Known::Instance(class, _)) = self.state.lookup("self").cloned() else {
            return Known::Unknown;
        };
        let bases = self.classes.get(class).map(|class| class.bases.clone()).unwrap_or_default();
        let method = bases.iter().find_map(|base| match base {
            Known::Class(base) => self.class_member(*base, name),
            Known::Foreign(_) => Some(base.clone()),
            _ => None,
        });
        match method {
            Some(Known::Function(index)) => {
                self.call_function(index, Some(instance), arguments, place, false)
            }
            Some(foreign @ Known::Foreign(_)) => self.call_known(&foreign, arguments, place, false),
            _ => Known::Unknown,
        }
    }

    /// An attribute of an object of the script.
    pub(super) fn instance_attribute(
        &mut self,
        class: usize,
        instance: &Known,
        name: &str,
        place: &Place,
    ) -> Known {
        let Known::Instance(_, object) = instance else { return Known::Unknown };
        if let Some(member) = self.state.object(*object).and_then(|object| object.get(name)) {
            return member.value.known.clone();
        }
        match self.class_member(class, name) {
            Some(Known::Function(index)) => {
                let definition = &self.definitions[index];
                if definition.is_property {
                    self.call_function(index, Some(instance.clone()), &Arguments::default(), place, false)
                } else if definition.is_static {
                    Known::Function(index)
                } else if definition.is_class_method {
                    Known::Method(index, Rc::new(Known::Class(class)))
                } else {
                    Known::Method(index, Rc::new(instance.clone()))
                }
            }
            Some(known) => known,
            None => Known::Unknown,
        }
    }
}
