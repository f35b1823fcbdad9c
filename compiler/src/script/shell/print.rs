//! What is written, and where: answers, messages, files.

use std::rc::Rc;

use super::super::facts::{
    Answer, AnswerForm, AnswerId, FileWrite, FileWritten, Loudness, Place, Segment, Value,
};
use super::super::program::{Block, Statement, StatementKind};
use super::io::Target;
use super::json;
use super::lower::Reader;
use super::origin::{Origin, one};
use super::word::{HOLE, Hole, Word};

/// A format of `printf` is used again for the arguments left over, as often as this.
const MAX_ROUNDS: usize = 16;

impl Reader<'_, '_> {
    /// Writes a value to a file descriptor.
    pub(super) fn write(
        &mut self,
        place: &Place,
        descriptor: usize,
        value: &Rc<[Origin]>,
        block: &mut Block,
    ) {
        let target = self.state.io.output(descriptor).clone();
        self.write_to(place, &target, value, block);
    }

    pub(super) fn write_to(
        &mut self,
        place: &Place,
        target: &Target,
        value: &Rc<[Origin]>,
        block: &mut Block,
    ) {
        let kind = match target {
            Target::Answer => match form(value) {
                Some(form) => StatementKind::Write(self.answer(place, form)),
                None => return,
            },
            Target::Error => StatementKind::Complain,
            Target::Nowhere => return,
            Target::Capture => {
                if let Some(caught) = self.captured.last_mut() {
                    caught.push(Rc::clone(value));
                }
                return;
            }
            Target::File(path, path_place, is_private) => {
                let private = *is_private || self.state.private;
                self.file_write(path, path_place, value, private);
                return;
            }
            Target::Unknown => StatementKind::Unknown,
        };
        block.push(Statement { place: place.clone(), kind });
    }

    /// Notes an answer.
    pub(super) fn answer(&mut self, place: &Place, form: AnswerForm) -> AnswerId {
        let answer = Answer { place: place.clone(), form, scope: self.state.scope.clone() };
        let known = self.facts.answers.iter().position(|known| *known == answer);
        let index = known.unwrap_or_else(|| {
            self.facts.answers.push(answer);
            self.facts.answers.len() - 1
        });
        AnswerId(index as u32)
    }

    fn file_write(&mut self, path: &str, place: &Place, value: &[Origin], private: bool) {
        let written = written(value);
        let write = FileWrite { target: path.to_owned(), place: place.clone(), written, private };
        if !self.facts.file_writes.contains(&write) {
            self.facts.file_writes.push(write);
        }
    }

    /// `echo …`
    pub(super) fn echo(&mut self, words: &[Word], place: &Place, block: &mut Block) {
        let is_option = |word: &&Word| {
            word.constant().and_then(|text| text.strip_prefix('-')).is_some_and(|letters| {
                !letters.is_empty() && letters.chars().all(|letter| matches!(letter, 'n' | 'e' | 'E'))
            })
        };
        let options = words.iter().take_while(is_option).count();
        let escapes = words[..options].iter().any(|word| word.text.contains('e'));
        let mut all = Word::new(place.clone());
        for (index, word) in words[options..].iter().enumerate() {
            if index > 0 {
                all.push(' ', word.place.start.saturating_sub(1));
            }
            if !all.push_word(word) {
                let place = place.clone();
                self.write(&place, 1, &one(Origin::Unknown), block);
                return;
            }
        }
        if escapes {
            all = unescaped(&all, false);
        }
        self.write_word(place, all, block);
    }

    /// `printf …`
    pub(super) fn printf(&mut self, words: &[Word], place: &Place, block: &mut Block) {
        let (variable, words) = match words {
            [option, name, rest @ ..] if option.constant() == Some("-v") => (name.constant(), rest),
            [dashes, rest @ ..] if dashes.constant() == Some("--") => (None, rest),
            words => (None, words),
        };
        let Some((format, arguments)) = words.split_first() else { return };
        let text = formatted(format, arguments, place);
        match variable {
            Some(name) => {
                let value = text.value();
                self.set(name, value);
            }
            None => self.write_word(place, text, block),
        }
    }

    fn write_word(&mut self, place: &Place, word: Word, block: &mut Block) {
        let value = without_line_end(word).value();
        self.write(place, 1, &value, block);
    }
}

/// A line end behind a text does not change what it is.
fn without_line_end(word: Word) -> Word {
    let length = word.text.trim_end_matches('\n').len();
    if length < word.text.len() { word.slice(0, length) } else { word }
}

/// What text on standard output is to the host; `None` for nothing.
pub(super) fn form(value: &[Origin]) -> Option<AnswerForm> {
    let mut forms: Vec<AnswerForm> = Vec::new();
    let mut is_blank = false;
    for origin in value {
        match form_of(origin) {
            Some(form) if !forms.contains(&form) => forms.push(form),
            Some(_) => {}
            None => is_blank = true,
        }
    }
    match (forms.len(), is_blank) {
        (0, _) => None,
        (1, false) => forms.pop(),
        _ => Some(one_of(&forms, is_blank)),
    }
}

fn one_of(forms: &[AnswerForm], is_blank: bool) -> AnswerForm {
    let values: Option<Vec<Value>> = forms
        .iter()
        .map(|form| match form {
            AnswerForm::Json(value) => Some(value.clone()),
            _ => None,
        })
        .collect();
    match values {
        Some(values) if !is_blank => AnswerForm::Json(Value::OneOf(values)),
        _ => AnswerForm::Unknown,
    }
}

fn form_of(origin: &Origin) -> Option<AnswerForm> {
    Some(match origin {
        Origin::Payload => AnswerForm::Payload,
        Origin::Json(value) => AnswerForm::Json((**value).clone()),
        Origin::Text(word) => return form_of_word(word),
        _ => AnswerForm::Unknown,
    })
}

fn form_of_word(word: &Word) -> Option<AnswerForm> {
    let text = word.text.trim();
    if text.is_empty() {
        return None;
    }
    if text.len() == 1
        && let [hole] = word.holes.as_slice()
    {
        return form(&hole.origins);
    }
    if let Some(json::Json { value, unescaped }) = json::parse(word) {
        return Some(if word.holes.is_empty() {
            AnswerForm::Json(value)
        } else {
            AnswerForm::ByHand { value, unescaped }
        });
    }
    let is_several = word.holes.is_empty() && json::is_many(word);
    let may_be_json = !is_several && may_begin_json(text);
    Some(if may_be_json { AnswerForm::Unknown } else { AnswerForm::Text(Loudness::Said) })
}

/// Whether a text can be a piece of JSON that other writes complete.
fn may_begin_json(text: &str) -> bool {
    let rest = text[text.chars().next().map_or(0, char::len_utf8)..].trim_start();
    let next = rest.chars().next();
    match text.chars().next() {
        Some(HOLE | '"' | '}' | ']' | ',' | ':') | None => true,
        Some('{') => matches!(next, None | Some('"' | '}' | HOLE)),
        Some('[') => {
            matches!(next, None | Some('{' | '[' | ']' | '"' | '-' | '0'..='9' | HOLE))
                || ["true", "false", "null"].iter().any(|name| rest.starts_with(name))
        }
        Some(_) => false,
    }
}

/// What of the payload is written.
fn written(value: &[Origin]) -> FileWritten {
    let mut field: Option<Vec<Segment>> = None;
    for origin in value {
        match origin {
            Origin::Payload => return FileWritten::Payload,
            Origin::Field(path, _) => field = field.or_else(|| Some(path.to_vec())),
            Origin::Text(word) => {
                for hole in &word.holes {
                    match written(&hole.origins) {
                        FileWritten::Payload => return FileWritten::Payload,
                        FileWritten::Field(path) => field = field.or(Some(path)),
                        FileWritten::Other => {}
                    }
                }
            }
            _ => {}
        }
    }
    field.map_or(FileWritten::Other, FileWritten::Field)
}

/// A text after `printf` or `echo -e` has read its backslashes.
fn unescaped(word: &Word, is_format: bool) -> Word {
    let mut all = Word::new(word.place.clone());
    let mut characters = word.characters();
    while let Some((character, at)) = characters.next() {
        match character {
            HOLE => all.push_hole(word.holes[at].clone()),
            '\\' => match characters.next() {
                Some((HOLE, hole)) => {
                    all.push('\\', at);
                    all.push_hole(word.holes[hole].clone());
                }
                Some((escaped, place)) => push_escape(&mut all, escaped, at, place, is_format),
                None => all.push('\\', at),
            },
            _ => all.push(character, at),
        }
    }
    all
}

fn push_escape(all: &mut Word, escaped: char, at: usize, place: usize, is_format: bool) {
    match escaped {
        'n' => all.push('\n', place),
        't' => all.push('\t', place),
        'r' => all.push('\r', place),
        '\\' => all.push('\\', place),
        '"' | '\'' if is_format => all.push(escaped, place),
        _ => {
            all.push('\\', at);
            all.push(escaped, place);
        }
    }
}

/// What `printf` makes of a format and its arguments.
fn formatted(format: &Word, arguments: &[Word], place: &Place) -> Word {
    let format = unescaped(format, true);
    let mut all = Word::new(place.clone());
    let mut arguments = arguments.iter();
    for _ in 0..MAX_ROUNDS {
        let before = arguments.len();
        if !fill(&mut all, &format, &mut arguments) {
            return Word::of(place.clone(), one(Origin::Unknown));
        }
        if arguments.len() == 0 || arguments.len() == before {
            return all;
        }
    }
    Word::of(place.clone(), one(Origin::Unknown))
}

/// Puts arguments into a format once. Says whether there was room.
fn fill(all: &mut Word, format: &Word, arguments: &mut std::slice::Iter<'_, Word>) -> bool {
    let mut characters = format.characters();
    while let Some((character, at)) = characters.next() {
        if character == HOLE {
            all.push_hole(format.holes[at].clone());
            continue;
        }
        if character != '%' {
            all.push(character, at);
            continue;
        }
        let Some((conversion, _)) = characters
            .by_ref()
            .find(|(letter, _)| letter.is_ascii_alphabetic() || matches!(letter, '%' | '\0'))
        else {
            return true;
        };
        let hole = |place: Option<&Place>, origin| Hole {
            place: place.cloned().unwrap_or(at..at + 1),
            origins: one(origin),
            quoted: true,
        };
        match conversion {
            '%' => all.push('%', at),
            's' | 'b' => {
                if let Some(argument) = arguments.next()
                    && !all.push_word(argument)
                {
                    return false;
                }
            }
            'q' => all.push_hole(hole(arguments.next().map(|word| &word.place), Origin::Quoted)),
            'd' | 'i' | 'u' | 'f' | 'x' | 'X' | 'o' | 'e' | 'g' | 'c' => {
                all.push_hole(hole(arguments.next().map(|word| &word.place), Origin::Escaped));
            }
            // A time, or nothing that we know.
            _ => all.push_hole(hole(None, Origin::Escaped)),
        }
    }
    true
}
