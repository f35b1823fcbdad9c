//! Texts that are put together, and files that are written.

use super::super::facts::{FileWrite, FileWritten, Place};
use super::reader::Reader;
use super::state::Content;
use super::thing::{Piece, Thing, pieced, push_piece};

impl Reader<'_> {
    /// `a + b`.
    pub(in crate::script) fn concatenate(
        &mut self,
        one: Thing,
        (two, two_at): (Thing, Place),
        at: Place,
    ) -> Thing {
        let is_empty = |thing: &Thing| thing.as_text().is_some_and(|text| text.text.is_empty());
        if is_empty(&one) && matches!(two, Thing::Raw(_) | Thing::JsonText(..)) {
            return two;
        }
        if one.is_raw() && (two.is_raw() || is_empty(&two)) {
            return one;
        }
        if is_number(&one) && is_number(&two) {
            return Thing::Number(None, at);
        }
        if !is_textual(&one) && !is_textual(&two) {
            return Thing::Unknown(at);
        }
        let one_at = one.place().unwrap_or(at.start..two_at.start.max(at.start));
        let mut pieces = Vec::new();
        push_piece(&mut pieces, one, one_at);
        push_piece(&mut pieces, two, two_at);
        self.spend(pieces.len() / 8);
        pieced(pieces, at)
    }

    pub(in crate::script) fn file_write(
        &mut self,
        target: &Thing,
        target_at: &Place,
        thing: &Thing,
        private: bool,
    ) {
        let written = match thing.origin() {
            Some(path) if path.is_empty() => FileWritten::Payload,
            Some(path) => FileWritten::Field(path),
            None => FileWritten::Other,
        };
        let written = self.written_object(thing).unwrap_or(written);
        let write = FileWrite { target: target.as_path(), place: target_at.clone(), written, private };
        if !self.facts.file_writes.contains(&write) {
            self.facts.file_writes.push(write);
        }
    }

    /// What of the payload stands in an object that is written as JSON.
    pub(in crate::script) fn written_object(&self, thing: &Thing) -> Option<FileWritten> {
        let json = match thing {
            Thing::JsonText(inner, _) => inner.clone(),
            Thing::Mixed(pieces, _) => pieces.iter().find_map(|piece| match piece {
                Piece::Hole(Thing::JsonText(inner, _), _) => Some(inner.clone()),
                _ => None,
            })?,
            _ => return None,
        };
        let Thing::Object(cell) = *json else { return None };
        let Content::Object(entries, _) = self.state.get(cell) else { return None };
        let path = entries.iter().find_map(|entry| entry.thing.origin())?;
        Some(if path.is_empty() { FileWritten::Payload } else { FileWritten::Field(path) })
    }
}

fn is_number(thing: &Thing) -> bool {
    matches!(thing, Thing::Number(..))
}

fn is_textual(thing: &Thing) -> bool {
    thing.alternatives().iter().any(|thing| {
        matches!(
            thing,
            Thing::Text(_)
                | Thing::AnyText(_)
                | Thing::Mixed(..)
                | Thing::JsonText(..)
                | Thing::Raw(_)
                | Thing::Escaped(_)
        )
    })
}
