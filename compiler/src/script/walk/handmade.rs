//! JSON texts that a script puts together by hand.

use super::super::facts::{Key, Member, Place, Value};
use super::text::Spelled;
use super::thing::{Piece, Thing};
use crate::syntax::{self, NodeKind, Tree};

/// Stands for the first hole in a text; those that follow have the next characters. Private use: no script holds them.
const FIRST_MARK: u32 = 0xe000;
const MAX_HOLES: usize = 1000;

/// The deepest nesting of a text that becomes a value.
const MAX_DEPTH: usize = 16;

/// A text that reads as JSON.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::script) struct Handmade {
    pub(in crate::script) value: Value,
    /// The holes inside strings that nothing has escaped.
    pub(in crate::script) unescaped: Vec<Place>,
}

/// A text put together, with holes marked.
struct Template<'p> {
    text: String,
    /// Where in the text each constant starts.
    constants: Vec<(usize, &'p Spelled)>,
    holes: Vec<Hole<'p>>,
}

struct Hole<'p> {
    thing: &'p Thing,
    place: &'p Place,
    in_string: bool,
}

/// Reads the pieces as JSON; `value` turns what stands in a hole into a value. `None` when they are no JSON whatever the holes hold.
pub(in crate::script) fn read(
    pieces: &[Piece],
    mut value: impl FnMut(&Thing, &Place) -> Value,
) -> Option<Handmade> {
    let text = assemble(pieces)?;
    let tree = Tree::parse(text.text.as_str());
    if !tree.is_valid() || tree.byte_order_mark().is_some() {
        return None;
    }
    let unescaped = text
        .holes
        .iter()
        .filter(|hole| hole.in_string && !is_escaped(hole.thing))
        .map(|hole| hole.place.clone())
        .collect();
    let value = text.value(tree.root(), 0, &mut value);
    Some(Handmade { value, unescaped })
}

fn is_escaped(thing: &Thing) -> bool {
    matches!(thing, Thing::Escaped(_) | Thing::Number(..) | Thing::Bool(..) | Thing::Test(_) | Thing::Null(_))
}

fn assemble(pieces: &[Piece]) -> Option<Template<'_>> {
    let mut all = Template { text: String::new(), constants: Vec::new(), holes: Vec::new() };
    let mut in_string = false;
    for piece in pieces {
        match piece {
            Piece::Constant(constant) => {
                in_string = leaves_in_string(&constant.text, in_string);
                all.constants.push((all.text.len(), constant));
                all.text.push_str(&constant.text);
            }
            Piece::Hole(thing, place) => {
                if all.holes.len() >= MAX_HOLES {
                    return None;
                }
                let mark = char::from_u32(FIRST_MARK + all.holes.len() as u32)?;
                if in_string {
                    all.text.push(mark);
                } else {
                    all.text.extend(['"', mark, '"']);
                }
                all.holes.push(Hole { thing, place, in_string });
            }
        }
    }
    Some(all)
}

/// Whether a string of JSON is open behind a text.
fn leaves_in_string(text: &str, mut in_string: bool) -> bool {
    let mut escaped = false;
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ => {}
        }
    }
    in_string
}

impl Template<'_> {
    fn place(&self, span: std::ops::Range<usize>) -> Place {
        let index = self.constants.partition_point(|(start, _)| *start <= span.start);
        let Some((start, constant)) = index.checked_sub(1).and_then(|index| self.constants.get(index)) else {
            return self.holes.first().map_or(0..0, |hole| hole.place.clone());
        };
        let length = constant.text.len();
        let part = (span.start - start).min(length)..(span.end - start).min(length);
        let mut place = constant.place_of(part);
        // A string that goes on behind its first hole ends where its last piece ends.
        if span.end > start + length {
            let last =
                self.holes.iter().filter(|hole| hole.place.start >= place.start).map(|hole| hole.place.end);
            place.end = last.min().unwrap_or(place.end).max(place.end);
        }
        place
    }

    fn hole(&self, text: &str) -> Option<&Hole<'_>> {
        let mark = text
            .chars()
            .find(|letter| (FIRST_MARK..FIRST_MARK + MAX_HOLES as u32).contains(&u32::from(*letter)))?;
        self.holes.get((u32::from(mark) - FIRST_MARK) as usize)
    }

    fn value(
        &self,
        node: syntax::Node<'_>,
        depth: usize,
        of_hole: &mut impl FnMut(&Thing, &Place) -> Value,
    ) -> Value {
        let place = self.place(node.span().range());
        if depth > MAX_DEPTH {
            return Value::Unknown(place);
        }
        match node.kind() {
            NodeKind::Null => Value::Null(place),
            NodeKind::Bool => Value::Bool(node.as_bool() == Some(true), place),
            NodeKind::Number => Value::Number(place),
            NodeKind::Array => Value::Array,
            NodeKind::String => self.string(node, place, of_hole),
            NodeKind::Object => {
                let mut open = false;
                let mut members = Vec::new();
                for member in node.members() {
                    let Some(name) = member.key().as_str() else { continue };
                    if self.hole(name).is_some() {
                        open = true;
                        continue;
                    }
                    let place = self.place(content(member.key()));
                    let value = self.value(member.value(), depth + 1, of_hole);
                    members.push(Member {
                        key: Key { name: name.to_owned(), place },
                        value,
                        optional: false,
                    });
                }
                Value::Object { members, open }
            }
            NodeKind::Invalid => Value::Unknown(place),
        }
    }

    fn string(
        &self,
        node: syntax::Node<'_>,
        place: Place,
        of_hole: &mut impl FnMut(&Thing, &Place) -> Value,
    ) -> Value {
        let name = node.as_str().unwrap_or_default();
        match self.hole(name) {
            None => Value::Text(Key { name: name.to_owned(), place: self.place(content(node)) }),
            Some(hole) if !hole.in_string => of_hole(hole.thing, hole.place),
            Some(hole) if name.chars().count() == 1 => Value::AnyText(hole.place.clone()),
            Some(_) => Value::AnyText(place),
        }
    }
}

fn content(node: syntax::Node<'_>) -> std::ops::Range<usize> {
    node.string().map_or_else(|| node.span().range(), |string| string.content_span().range())
}
