//! Words as the shell makes them, each byte with the place in the script that it comes from.

use std::rc::Rc;

use super::super::facts::Place;
use super::origin::{Origin, one};

/// Stands in a word's text for a value that only a run knows; no value of a shell can hold it.
pub(super) const HOLE: char = '\0';

/// A word that grows longer than this by what is put into it is not known any more.
const MAX_LENGTH: usize = 16 << 10;

/// A word after expansion and removal of quotes.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Word {
    /// What it is, with a [`HOLE`] for each value that is not constant.
    pub(super) text: String,
    /// The place in the script of each byte of the text.
    origins: Vec<u32>,
    /// The values, in the order of their holes.
    pub(super) holes: Vec<Hole>,
    /// The whole word in the script, with its quotes.
    pub(super) place: Place,
}

/// A value that only a run knows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Hole {
    /// The expansion.
    pub(super) place: Place,
    /// What the value can be.
    pub(super) origins: Rc<[Origin]>,
    /// Whether it stands in double quotes, so that it stays one word.
    pub(super) quoted: bool,
}

impl Word {
    /// An empty word at a place.
    pub(super) fn new(place: Place) -> Self {
        Self { place, ..Self::default() }
    }

    /// A word that is one value.
    pub(super) fn of(place: Place, origins: Rc<[Origin]>) -> Self {
        let mut word = Self::new(place.clone());
        word.push_hole(Hole { place, origins, quoted: true });
        word
    }

    /// Adds a character that stands at `start..end`.
    pub(super) fn push(&mut self, character: char, start: usize) {
        // A NUL in a script is dropped by the shell.
        if character == HOLE {
            return;
        }
        let length = character.len_utf8();
        self.text.push(character);
        self.origins.extend((0..length).map(|at| (start + at) as u32));
    }

    /// Adds text that stands in the script exactly so.
    pub(super) fn push_str(&mut self, text: &str, start: usize) {
        for (at, character) in text.char_indices() {
            self.push(character, start + at);
        }
    }

    /// Adds a value.
    pub(super) fn push_hole(&mut self, hole: Hole) {
        self.text.push(HOLE);
        self.origins.push(hole.place.start as u32);
        self.holes.push(hole);
    }

    /// Adds what another word is. Says whether there was room.
    pub(super) fn push_word(&mut self, other: &Self) -> bool {
        if self.text.len() + other.text.len() > MAX_LENGTH {
            return false;
        }
        self.text.push_str(&other.text);
        self.origins.extend_from_slice(&other.origins);
        self.holes.extend(other.holes.iter().cloned());
        true
    }

    /// The text, when nothing of it depends on a run.
    pub(super) fn constant(&self) -> Option<&str> {
        self.holes.is_empty().then_some(self.text.as_str())
    }

    /// The one value that the word is.
    pub(super) fn only_hole(&self) -> Option<&Hole> {
        match self.holes.as_slice() {
            [hole] if self.text.len() == 1 => Some(hole),
            _ => None,
        }
    }

    /// What the word can be.
    pub(super) fn value(self) -> Rc<[Origin]> {
        match self.only_hole() {
            Some(hole) => Rc::clone(&hole.origins),
            None => one(Origin::Text(Rc::new(self))),
        }
    }

    /// The place in the script of a range of the text; that of the whole word where it was put together from several places.
    pub(super) fn place_of(&self, start: usize, end: usize) -> Place {
        if start >= end {
            let at = self.origins.get(start).map_or(self.place.end, |at| *at as usize);
            return at..at;
        }
        let (Some(first), Some(last)) = (self.origins.get(start), self.origins.get(end - 1)) else {
            return self.place.clone();
        };
        if self.text.as_bytes()[end - 1] == 0 {
            let before = self.text[..end].matches(HOLE).count();
            let hole = &self.holes[before - 1].place;
            return if (*first as usize) < hole.end { *first as usize..hole.end } else { self.place.clone() };
        }
        let rises = self.origins[start..end].windows(2).all(|pair| pair[0] < pair[1]);
        if rises { *first as usize..*last as usize + 1 } else { self.place.clone() }
    }

    /// The place in the script of the whole text when it stands there without a break.
    pub(super) fn contiguous(&self) -> Option<Place> {
        let first = *self.origins.first()? as usize;
        let unbroken = self.holes.is_empty()
            && self.origins.iter().enumerate().all(|(index, at)| *at as usize == first + index);
        unbroken.then(|| first..first + self.origins.len())
    }

    /// The part of the word between two bytes of its text.
    pub(super) fn slice(&self, start: usize, end: usize) -> Self {
        let count = |text: &str| text.matches(HOLE).count();
        let before = count(&self.text[..start]);
        let within = count(&self.text[start..end]);
        Self {
            text: self.text[start..end].to_owned(),
            origins: self.origins[start..end].to_vec(),
            holes: self.holes[before..before + within].to_vec(),
            place: self.place.clone(),
        }
    }

    /// The characters, each with its place in the script; of a hole the number among the holes.
    pub(super) fn characters(&self) -> impl Iterator<Item = (char, usize)> + '_ {
        let mut holes = 0;
        self.text.char_indices().map(move |(at, character)| {
            if character == HOLE {
                holes += 1;
                (character, holes - 1)
            } else {
                (character, self.origins[at] as usize)
            }
        })
    }

    /// The path that the word names, with `$` for what is not constant.
    pub(super) fn as_path(&self) -> String {
        self.text.replace(HOLE, "$")
    }
}
