//! The payload: how it is taken, which of its fields are read and what they are compared with.

use std::rc::Rc;

use super::super::facts::{Comparison, Key, Place, Read, Segment, StdinUse};
use super::Reader;
use super::known::{Known, Path};

/// Values nested deeper than this are not looked through for a value of the payload.
const MAX_DEPTH: usize = 8;

/// A way into the payload as one text.
pub(super) fn path_name(path: &[Segment]) -> String {
    let mut name = String::new();
    for segment in path {
        match segment {
            Segment::Key(key) => {
                name.push('.');
                name.push_str(&key.name);
            }
            Segment::Item => name.push_str("[]"),
        }
    }
    name
}

/// Whether a field names the event.
pub(super) fn is_event(path: &[Segment]) -> bool {
    matches!(path, [Segment::Key(key)] if matches!(key.name.as_str(), "hook_event_name" | "hookEventName"))
}

/// Whether a field only exists where one host runs the script.
pub(super) fn is_host_field(path: &[Segment]) -> bool {
    matches!(path, [Segment::Key(key)] if matches!(key.name.as_str(), "cursor_version"))
}

/// What a value carries of the payload into something made from it.
pub(super) fn taint(known: &Known, depth: usize) -> Option<Path> {
    if depth > MAX_DEPTH {
        return None;
    }
    match known {
        Known::Payload { path, .. } => Some(path.clone()),
        Known::Input => Some(Rc::default()),
        Known::AnyText { taint, .. } => taint.clone(),
        Known::Text(text) => text.holes().find_map(|hole| taint(&hole.known, depth + 1)),
        Known::Json(value) => taint(&value.known, depth + 1),
        Known::OneOf(all) => all.iter().find_map(|one| taint(one, depth + 1)),
        Known::List(items) => items.iter().take(64).find_map(|item| taint(&item.known, depth + 1)),
        _ => None,
    }
}

impl Reader<'_> {
    /// The script takes standard input here.
    pub(super) fn take_stdin(&mut self, used: StdinUse, place: &Place) -> Known {
        let stdin = &mut self.facts.stdin;
        if stdin.used == StdinUse::Never {
            stdin.used = used;
            stdin.place = Some(place.clone());
        } else if used == StdinUse::Whole {
            stdin.used = used;
        }
        Known::Input
    }

    /// The text of the payload is parsed here.
    pub(super) fn parse_input(&mut self, place: &Place) -> Known {
        let stdin = &mut self.facts.stdin;
        stdin.parsed = true;
        stdin.parsed_at.get_or_insert_with(|| place.clone());
        self.may_raise(place.clone());
        Known::payload(Rc::default())
    }

    pub(super) fn note_read(&mut self, path: &Path, place: &Place, has_fallback: bool) {
        if matches!(&path[..], [Segment::Key(key), ..] if matches!(key.name.as_str(), "cwd" | "workspace_roots"))
        {
            let frame = self.frame();
            self.notes.knows_project.insert(frame);
        }
        if self.is_rehearsal || path.is_empty() {
            return;
        }
        let scope = self.state.scope.clone();
        let known = self
            .facts
            .reads
            .iter_mut()
            .rev()
            .take(64)
            .find(|read| read.place == *place && read.path == **path);
        match known {
            Some(read) => {
                read.scope = read.scope.or(&scope);
                read.has_fallback |= has_fallback;
            }
            None => self.facts.reads.push(Read {
                path: path.to_vec(),
                place: place.clone(),
                has_fallback,
                decoded: false,
                scope,
            }),
        }
    }

    /// The script asks whether these fields are there.
    pub(super) fn note_tested(&mut self, known: &Known) {
        for one in known.alternatives() {
            if let Known::Payload { path, maybe: true, .. } = one
                && !path.is_empty()
            {
                self.notes.tested.insert(path_name(path));
            }
        }
    }

    pub(super) fn note_comparison(&mut self, path: &Path, constant: &Key) {
        if self.is_rehearsal || path.is_empty() {
            return;
        }
        let scope = self.state.scope.clone();
        let is_same = |known: &&mut Comparison| known.constant == *constant && known.path == **path;
        match self.facts.comparisons.iter_mut().rev().take(64).find(is_same) {
            Some(known) => known.scope = known.scope.or(&scope),
            None => {
                self.facts.comparisons.push(Comparison {
                    path: path.to_vec(),
                    constant: constant.clone(),
                    scope,
                });
            }
        }
    }

    pub(super) fn note_host_check(&mut self, place: Place) {
        if !self.is_rehearsal && self.facts.host_checks.iter().all(|known| known.place != place) {
            self.facts.host_checks.push(super::super::HostCheck { place });
        }
    }

    pub(super) fn note_cwd(&mut self, place: &Place) {
        let use_of = (place.clone(), self.frame());
        if !self.notes.cwd_uses.contains(&use_of) {
            self.notes.cwd_uses.push(use_of);
        }
    }
}

/// The way to a member of a value of the payload.
pub(super) fn member(path: &Path, key: Key) -> Path {
    let mut longer = path.to_vec();
    longer.push(Segment::Key(key));
    Rc::new(longer)
}

/// The way to the items of a value of the payload.
pub(super) fn item(path: &Path) -> Path {
    let mut longer = path.to_vec();
    longer.push(Segment::Item);
    Rc::new(longer)
}
