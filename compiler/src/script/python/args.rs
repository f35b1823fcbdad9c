//! The arguments of a call.

use super::super::facts::Key;
use super::known::{Known, Valued};
use super::{Node, Reader, children, field};

/// What a call is given.
#[derive(Debug, Clone, Default)]
pub(super) struct Arguments<'t> {
    pub(super) positional: Vec<Valued>,
    pub(super) keywords: Vec<Keyword>,
    /// Whether more is given than is known here: `*args`, `**options`.
    pub(super) is_open: bool,
    /// The expressions of the positional arguments.
    pub(super) nodes: Vec<Node<'t>>,
}

/// An argument that is given by name.
#[derive(Debug, Clone)]
pub(super) struct Keyword {
    pub(super) key: Key,
    pub(super) value: Valued,
}

impl Arguments<'_> {
    /// Nothing is known of what is given.
    pub(super) fn unknown() -> Self {
        Self { is_open: true, ..Self::default() }
    }

    pub(super) fn keyword(&self, name: &str) -> Option<&Valued> {
        self.keywords.iter().find(|keyword| keyword.key.name == name).map(|keyword| &keyword.value)
    }

    pub(super) fn get(&self, index: usize) -> Option<&Valued> {
        self.positional.get(index)
    }

    /// An argument by place or name.
    pub(super) fn either(&self, index: usize, name: &str) -> Option<&Valued> {
        self.get(index).or_else(|| self.keyword(name))
    }

    pub(super) fn known(&self, index: usize) -> Known {
        self.get(index).map_or(Known::Unknown, |value| value.known.clone())
    }

    /// All that is given.
    pub(super) fn all(&self) -> impl Iterator<Item = &Valued> {
        self.positional.iter().chain(self.keywords.iter().map(|keyword| &keyword.value))
    }

    /// Whether a keyword is given as a constant that counts as true.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.keyword(name).is_some_and(|value| value.known.truth() == Some(true))
    }
}

impl<'t> Reader<'t> {
    pub(super) fn arguments(&mut self, call: Node<'t>) -> Arguments<'t> {
        let mut arguments = Arguments::default();
        let Some(list) = field(call, "arguments") else { return arguments };
        if list.kind() == "generator_expression" {
            let known = self.expression(list);
            arguments.positional.push(Valued::new(known, list.byte_range()));
            arguments.nodes.push(list);
            return arguments;
        }
        for argument in children(list) {
            match argument.kind() {
                "keyword_argument" => self.keyword_argument(argument, &mut arguments),
                "list_splat" => self.list_splat(argument, &mut arguments),
                "dictionary_splat" => self.dictionary_splat(argument, &mut arguments),
                _ => {
                    let known = self.expression(argument);
                    arguments.positional.push(Valued::new(known, argument.byte_range()));
                    arguments.nodes.push(argument);
                }
            }
        }
        arguments
    }

    fn keyword_argument(&mut self, node: Node<'t>, arguments: &mut Arguments<'t>) {
        let (Some(name), Some(value)) = (field(node, "name"), field(node, "value")) else { return };
        let known = self.expression(value);
        arguments.keywords.push(Keyword {
            key: Key { name: self.source(name).to_owned(), place: name.byte_range() },
            value: Valued::new(known, value.byte_range()),
        });
    }

    fn list_splat(&mut self, node: Node<'t>, arguments: &mut Arguments<'t>) {
        match children(node).first().map(|inner| self.expression(*inner)) {
            Some(Known::List(items)) if items.len() <= 32 => {
                arguments.positional.extend(items.iter().cloned());
            }
            _ => arguments.is_open = true,
        }
    }

    fn dictionary_splat(&mut self, node: Node<'t>, arguments: &mut Arguments<'t>) {
        let known = children(node).first().map(|inner| self.expression(*inner));
        let object = match known {
            Some(Known::Object(id)) => self.state.object(id).cloned(),
            _ => None,
        };
        let Some(object) = object else {
            arguments.is_open = true;
            return;
        };
        arguments.is_open |= object.open || object.members.iter().any(|member| member.optional);
        arguments.keywords.extend(
            object
                .members
                .iter()
                .map(|member| Keyword { key: member.key.clone(), value: member.value.clone() }),
        );
    }
}
