//! Texts: strings in single and double quotes, here-strings, bare words.

use std::rc::Rc;

use super::super::walk::reader::Reader;
use super::super::walk::text::Spelled;
use super::super::walk::thing::{Piece, Thing};
use super::Posh;
use super::tree::{Node, children};
use crate::script::facts::Place;

impl<'t> Posh<'_, 't> {
    /// A string.
    pub(super) fn string(&mut self, node: Node<'t>) -> Thing {
        let inner = children(node).first().copied().unwrap_or(node);
        let at = inner.byte_range();
        let content = content(self.0.text, at.clone());
        match inner.kind() {
            "expandable_string_literal" | "expandable_here_string_literal" => self.expandable(inner, content),
            "verbatim_here_string_characters" => {
                Thing::Text(Rc::new(Spelled::plain(&self.0.text[content.clone()], content)))
            }
            _ => Thing::Text(Rc::new(verbatim(self.0, content))),
        }
    }

    fn expandable(&mut self, node: Node<'t>, content: Place) -> Thing {
        let mut pieces = Vec::new();
        let mut start = content.start;
        for hole in children(node) {
            let at = hole.byte_range();
            pieces.push(Piece::Constant(Rc::new(unescaped(self.0, start..at.start.max(start)))));
            let thing = self.value(hole);
            super::super::walk::thing::push_piece(&mut pieces, thing, at.clone());
            start = at.end.max(start);
        }
        pieces.push(Piece::Constant(Rc::new(unescaped(self.0, start..content.end.max(start)))));
        super::super::walk::thing::pieced(pieces, content)
    }
}

/// What stands between the quotes of a string, or between the first and last line of a here-string.
fn content(text: &str, at: Place) -> Place {
    let source = &text[at.clone()];
    if source.starts_with('@') {
        let start = source.find('\n').map_or(source.len(), |line| line + 1);
        let end = source.rfind('\n').map_or(source.len(), |line| line.max(start));
        let end = if source[start..end].ends_with('\r') { end - 1 } else { end };
        return at.start + start..at.start + end;
    }
    let is_closed = source.len() >= 2 && source.starts_with(['"', '\'']) && source.ends_with(['"', '\'']);
    if is_closed { at.start + 1..at.end - 1 } else { at }
}

fn verbatim(reader: &Reader<'_>, content: Place) -> Spelled {
    decode(reader, content, |rest| rest.starts_with("''").then_some(('\'', 2)))
}

fn unescaped(reader: &Reader<'_>, content: Place) -> Spelled {
    decode(reader, content, |rest| {
        if rest.starts_with("\"\"") {
            return Some(('"', 2));
        }
        let letter = rest.strip_prefix('`')?.chars().next()?;
        let meant = match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            other => other,
        };
        Some((meant, 1 + letter.len_utf8()))
    })
}

/// Decodes a text; `escape` says what a sequence at the start of the rest stands for, and how long it is.
fn decode(reader: &Reader<'_>, content: Place, escape: impl Fn(&str) -> Option<(char, usize)>) -> Spelled {
    let raw = &reader.text[content.clone()];
    let mut text = String::with_capacity(raw.len());
    let mut starts = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(first) = rest.chars().next() {
        let start = content.start + raw.len() - rest.len();
        let (letter, length) = escape(rest).unwrap_or((first, first.len_utf8()));
        text.push(letter);
        starts.extend((0..letter.len_utf8()).map(|_| start as u32));
        rest = &rest[length..];
    }
    starts.push(content.end as u32);
    Spelled::mapped(text, content, starts)
}
