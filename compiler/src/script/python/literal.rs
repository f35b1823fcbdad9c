//! Literals: strings with what is put into them, and dictionaries.

use std::rc::Rc;

use super::super::Member;
use super::super::facts::{Key, Value};
use super::args::Arguments;
use super::known::{Known, Object, ObjectId, Valued};
use super::text::{Literal, Substitute, Text};
use super::{Node, Reader, children, field, taint};

/// Answers nested deeper than this are not looked into.
const MAX_DEPTH: usize = 12;

/// Dictionaries with more members than this are not looked into.
const MAX_MEMBERS: usize = 512;

impl<'t> Reader<'t> {
    pub(super) fn string(&mut self, node: Node<'t>) -> Known {
        let mut text = Text::default();
        let parts = if node.kind() == "concatenated_string" { children(node) } else { vec![node] };
        for part in &parts {
            self.literal(*part, &mut text);
        }
        if text.pieces.is_empty() {
            // An empty text still has a place: between its quotes.
            let at = parts
                .first()
                .and_then(|part| part.child(0))
                .map_or(node.start_byte(), |start| start.end_byte());
            text.pieces.push(super::text::Piece::Fixed { text: "".into(), place: at..at });
        }
        text.into_known()
    }

    fn literal(&mut self, node: Node<'t>, text: &mut Text) {
        let mut cursor = node.walk();
        let parts: Vec<_> = node.named_children(&mut cursor).collect();
        let Some(start) = parts.first() else { return };
        let literal = Literal::of(self.source(*start));
        for part in parts {
            match part.kind() {
                "string_content" => literal.decode(self.text, part, text),
                "interpolation" => {
                    let Some(expression) = field(part, "expression") else { continue };
                    let value = self.valued(expression);
                    match field(part, "type_conversion").or_else(|| field(part, "format_specifier")) {
                        Some(_) => {
                            let known = Known::tainted(taint(&value.known));
                            text.push_value(&Valued::new(known, value.place));
                        }
                        None => text.push_value(&value),
                    }
                }
                _ => {}
            }
        }
    }

    /// `"…" % values`.
    pub(super) fn percent(&mut self, text: &Text, values: &Valued) -> Known {
        let items: Vec<Valued> = match &values.known {
            Known::List(items) => items.to_vec(),
            _ => vec![values.clone()],
        };
        let object = match &values.known {
            Known::Object(id) => self.state.object(*id).cloned(),
            _ => None,
        };
        let mut index = 0;
        let substituted = text.substitute(|fixed| {
            let (range, marker) = percent_marker(fixed)?;
            if marker == "%" {
                return Some((range, Substitute::Text("%")));
            }
            let named = marker.strip_prefix('(').and_then(|marker| marker.split(')').next());
            let value = match named {
                Some(name) => {
                    object.as_ref().and_then(|object| object.get(name)).map(|member| member.value.clone())
                }
                None => items.get(index).cloned(),
            };
            index += 1;
            Some((
                range,
                Substitute::Value(value.unwrap_or_else(|| Valued::new(Known::Unknown, values.place.clone()))),
            ))
        });
        substituted.into_known()
    }

    /// `"…".format(…)`.
    pub(super) fn format(text: &Text, arguments: &Arguments<'t>, node: Node<'t>) -> Known {
        let mut index = 0;
        let substituted = text.substitute(|fixed| {
            let (range, marker) = brace_marker(fixed)?;
            match marker {
                "{{" => return Some((range, Substitute::Text("{"))),
                "}}" => return Some((range, Substitute::Text("}"))),
                _ => {}
            }
            let name = marker.split([':', '!', '.', '[']).next().unwrap_or("");
            let value = match name.parse::<usize>() {
                Ok(position) => arguments.get(position),
                Err(_) if name.is_empty() => {
                    index += 1;
                    arguments.get(index - 1)
                }
                Err(_) => arguments.keyword(name),
            };
            let value = match value {
                Some(value) if name == marker => value.clone(),
                Some(value) => Valued::new(Known::tainted(taint(&value.known)), value.place.clone()),
                None => Valued::new(Known::Unknown, node.byte_range()),
            };
            Some((range, Substitute::Value(value)))
        });
        substituted.into_known()
    }

    pub(super) fn dictionary(&mut self, node: Node<'t>) -> Known {
        let id = self.new_object(Object::default());
        for entry in children(node) {
            if entry.kind() == "dictionary_splat" {
                if let Some(inner) = children(entry).first() {
                    let known = self.expression(*inner);
                    self.update(id, &known);
                }
                continue;
            }
            let (Some(key), Some(value)) = (field(entry, "key"), field(entry, "value")) else { continue };
            let key = self.expression(key);
            let value = self.valued(value);
            self.set_member(&Known::Object(id), &key, &value);
        }
        Known::Object(id)
    }

    /// `object[key] = value`.
    pub(super) fn set_member(&mut self, object: &Known, key: &Known, value: &Valued) {
        let all = object.alternatives();
        let optional = all.len() > 1;
        for one in all {
            match one {
                Known::Object(id) => {
                    let members = self.state.object(*id).map_or(0, |object| object.members.len());
                    self.spend(1 + members);
                    match key.constant() {
                        Some(key) if members < MAX_MEMBERS => {
                            let value = value.clone();
                            self.state.change(*id, |object| object.set(key, value, optional));
                        }
                        _ => self.state.change(*id, |object| object.open = true),
                    }
                }
                Known::Payload { .. } => self.notes.changed_payload = true,
                _ => {}
            }
        }
    }

    pub(super) fn remove_member(&mut self, object: &Known, key: Option<&Key>) {
        for one in object.alternatives() {
            match (one, key) {
                (Known::Object(id), Some(key)) if object.alternatives().len() == 1 => {
                    self.state.change(*id, |object| object.remove(&key.name));
                }
                (Known::Object(id), _) => {
                    self.state.change(*id, |object| {
                        object.members.iter_mut().for_each(|member| member.optional = true);
                    });
                }
                (Known::Payload { .. }, _) => self.notes.changed_payload = true,
                _ => {}
            }
        }
    }

    /// `object.update(more)`.
    pub(super) fn update(&mut self, id: ObjectId, more: &Known) {
        let added = match more {
            Known::Object(more) | Known::Instance(_, more) => self.state.object(*more).cloned(),
            _ => None,
        };
        self.spend(added.as_ref().map_or(1, |added| added.members.len() * added.members.len()));
        self.state.change(id, |object| match added {
            Some(added) => {
                object.open |= added.open;
                for member in &added.members {
                    let known = object.get(&member.key.name);
                    let optional = member.optional && known.is_none_or(|known| known.optional);
                    let weak = member.optional && known.is_some();
                    object.set(member.key.clone(), member.value.clone(), weak || optional);
                }
            }
            None => object.open = true,
        });
    }

    pub(super) fn copy(&mut self, id: ObjectId) -> ObjectId {
        let object = self.state.object(id).map(|object| (**object).clone());
        self.new_object(object.unwrap_or_else(|| Object { open: true, ..Object::default() }))
    }

    /// A value as JSON.
    pub(super) fn json_value(&self, value: &Valued, depth: usize) -> Value {
        let place = value.place.clone();
        if depth > MAX_DEPTH {
            return Value::Unknown(place);
        }
        match &value.known {
            Known::Text(text) => match text.constant() {
                Some(key) => Value::Text(key),
                None => Value::AnyText(place),
            },
            Known::AnyText { .. } | Known::Json(_) | Known::Input => Value::AnyText(place),
            Known::Number(_, place) => Value::Number(place.clone()),
            Known::Bool(bool, place) => Value::Bool(*bool, place.clone()),
            Known::None(place) => Value::Null(place.clone()),
            Known::List(_) => Value::Array,
            Known::Object(id) => self.json_object(*id, depth).unwrap_or(Value::Unknown(place)),
            Known::OneOf(all) => {
                let all = all
                    .iter()
                    .map(|one| self.json_value(&Valued::new(one.clone(), place.clone()), depth + 1));
                Value::OneOf(all.collect())
            }
            _ => Value::Unknown(place),
        }
    }

    fn json_object(&self, id: ObjectId, depth: usize) -> Option<Value> {
        let object: &Rc<Object> = self.state.object(id)?;
        let members = object.members.iter().map(|member| Member {
            key: member.key.clone(),
            value: self.json_value(&member.value, depth + 1),
            optional: member.optional,
        });
        Some(Value::Object { members: members.collect(), open: object.open })
    }
}

/// The first `%s`, `%(name)s` or `%%` of a text, and what stands behind the sign.
fn percent_marker(text: &str) -> Option<(std::ops::Range<usize>, &str)> {
    let start = text.find('%')?;
    let rest = &text[start + 1..];
    if rest.starts_with('%') {
        return Some((start..start + 2, "%"));
    }
    let named = rest.strip_prefix('(').and_then(|rest| rest.find(')')).map_or(0, |end| end + 2);
    let flags =
        rest[named..].find(|letter: char| !matches!(letter, '0'..='9' | '.' | '-' | '+' | '#' | ' '))?;
    let letter = rest[named + flags..].chars().next()?;
    let length = named + flags + letter.len_utf8();
    Some((start..start + 1 + length, &rest[..length]))
}

/// The first `{…}`, `{{` or `}}` of a text, and what stands inside.
fn brace_marker(text: &str) -> Option<(std::ops::Range<usize>, &str)> {
    let start = text.find(['{', '}'])?;
    let rest = &text[start..];
    if rest.starts_with("{{") || rest.starts_with("}}") {
        return Some((start..start + 2, &rest[..2]));
    }
    let end = rest.find('}').filter(|_| rest.starts_with('{'))?;
    Some((start..start + end + 1, &rest[1..end]))
}
