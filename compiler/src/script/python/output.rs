//! What is written to standard output and standard error.

use super::super::facts::{Answer, AnswerForm, AnswerId, Loudness, Place, Value};
use super::super::program::{Statement, StatementKind};
use super::args::Arguments;
use super::json_text::{self, Reading};
use super::known::{Known, Valued};
use super::text::{Piece, Text};
use super::{Log, Node, Reader};

/// More alternatives than this of one write are not told apart.
const MAX_WAYS: usize = 4;

impl<'t> Reader<'t> {
    /// `print(…)`.
    pub(super) fn print(&mut self, arguments: &Arguments<'t>, node: Node<'t>) {
        let place = node.byte_range();
        let target = match arguments.keyword("file") {
            Some(value) if !matches!(value.known, Known::None(_)) => value.known.clone(),
            _ => self.stdout(),
        };
        let written = Self::printed(arguments, &place);
        self.write_to(&target, written.as_ref(), &place);
    }

    /// What standard output is.
    pub(super) fn stdout(&self) -> Known {
        self.state.lookup("sys.stdout").cloned().unwrap_or_else(|| Known::library("sys.stdout"))
    }

    /// What `print` writes; `None` for an empty line.
    fn printed(arguments: &Arguments<'t>, place: &Place) -> Option<Valued> {
        if arguments.is_open {
            return Some(Valued::new(Known::Unknown, place.clone()));
        }
        match arguments.positional.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            several => {
                let mut text = Text::default();
                for (index, one) in several.iter().enumerate() {
                    if index > 0 {
                        text.push(Piece::Fixed { text: " ".into(), place: one.place.start..one.place.start });
                    }
                    match one.known {
                        Known::Text(_) | Known::Json(_) => text.push_value(one),
                        _ => text.push(Piece::Hole(one.clone())),
                    }
                }
                Some(Valued::new(text.into_known(), place.clone()))
            }
        }
    }

    /// Writes to a stream or file; `None` is an empty line.
    pub(super) fn write_to(&mut self, target: &Known, written: Option<&Valued>, place: &Place) {
        match target {
            Known::Library(name) if name.starts_with("sys.stdout") || &**name == "sys.__stdout__" => {
                if let Some(written) = written {
                    self.write(written, place);
                }
            }
            Known::Library(name) if name.starts_with("sys.stderr") || &**name == "sys.__stderr__" => {
                self.emit(place.clone(), StatementKind::Complain);
            }
            Known::File(target) => {
                if let Some(written) = written {
                    self.write_file(&target.clone(), &written.known);
                }
            }
            Known::Library(_) | Known::Instance(..) => {}
            _ => {
                let unclear = target
                    .alternatives()
                    .iter()
                    .any(|one| matches!(one, Known::Library(_) | Known::Foreign(_)));
                if unclear {
                    self.answer(AnswerForm::Unknown, place);
                }
            }
        }
    }

    /// Writes to standard output.
    fn write(&mut self, written: &Valued, place: &Place) {
        let forms: Vec<_> = match &written.known {
            Known::OneOf(all) if all.len() <= MAX_WAYS => {
                all.iter().map(|one| self.form(&Valued::new(one.clone(), written.place.clone()))).collect()
            }
            _ => vec![self.form(written)],
        };
        let mut values = Vec::new();
        let all_json = forms.iter().all(|form| matches!(form, Some(AnswerForm::Json(_))));
        if forms.len() > 1 && all_json {
            values.extend(forms.into_iter().filter_map(|form| match form {
                Some(AnswerForm::Json(value)) => Some(value),
                _ => None,
            }));
            self.answer(AnswerForm::Json(Value::OneOf(values)), place);
            return;
        }
        if let [form] = forms.as_slice() {
            if let Some(form) = form {
                self.answer(form.clone(), place);
            }
            return;
        }
        let mut ways = Vec::new();
        for form in forms {
            ways.push(form.map_or_else(Vec::new, |form| vec![self.answer_statement(form, place)]));
        }
        self.emit_branch(place, ways);
    }

    /// What is written; `None` when nothing but blanks is.
    fn form(&self, written: &Valued) -> Option<AnswerForm> {
        let written = written.between_blanks();
        let value_of = |value: &Valued| self.json_value(value, 0);
        let is_payload = |known: &Known| matches!(known, Known::Payload { path, .. } if path.is_empty());
        Some(match &written.known {
            Known::Json(value) if is_payload(&value.known) => self.payload_form(),
            Known::Json(value) => AnswerForm::Json(value_of(value)),
            Known::Input => self.payload_form(),
            Known::Text(text) => {
                if text.constant().is_some_and(|key| key.name.trim().is_empty()) {
                    return None;
                }
                match json_text::read(text, &value_of) {
                    Reading::Json(value) => AnswerForm::Json(value),
                    Reading::ByHand(value, unescaped) => AnswerForm::ByHand { value, unescaped },
                    Reading::No => AnswerForm::Text(Loudness::Said),
                    Reading::Unclear => AnswerForm::Unknown,
                }
            }
            Known::Object(id) => match self.state.object(*id) {
                Some(object) if object.members.is_empty() && !object.open => {
                    AnswerForm::Json(Value::Object { members: Vec::new(), open: false })
                }
                // Python shows texts in single quotes.
                Some(object) if object.members.iter().any(|member| !member.optional) => {
                    AnswerForm::Text(Loudness::Said)
                }
                _ => AnswerForm::Unknown,
            },
            Known::None(_) | Known::Bool(..) => AnswerForm::Text(Loudness::Said),
            _ => AnswerForm::Unknown,
        })
    }

    fn payload_form(&self) -> AnswerForm {
        if self.notes.changed_payload { AnswerForm::Unknown } else { AnswerForm::Payload }
    }

    pub(super) fn answer(&mut self, form: AnswerForm, place: &Place) {
        if !self.state.alive {
            return;
        }
        let statement = self.answer_statement(form, place);
        self.block.push(statement);
    }

    fn answer_statement(&mut self, form: AnswerForm, place: &Place) -> Statement {
        let answer = Answer { place: self.statement_of(place), form, scope: self.state.scope.clone() };
        let id = self.add_answer(answer);
        Statement { place: place.clone(), kind: StatementKind::Write(id) }
    }

    /// The statement around a place.
    fn statement_of(&self, place: &Place) -> Place {
        let statement = &self.statement;
        let is_simple = statement.start <= place.start
            && place.end <= statement.end
            && !self.text[statement.clone()].trim_end().contains(":\n");
        if is_simple { statement.clone() } else { place.clone() }
    }

    fn add_answer(&mut self, answer: Answer) -> AnswerId {
        if self.is_rehearsal {
            return AnswerId(0);
        }
        let answers = &mut self.facts.answers;
        let known = answers.iter().rev().take(64).position(|known| *known == answer);
        if let Some(back) = known {
            return AnswerId((answers.len() - 1 - back) as u32);
        }
        answers.push(answer);
        AnswerId(answers.len() as u32 - 1)
    }

    /// A line to the log.
    pub(super) fn log(&mut self, level: &str, arguments: &Arguments<'t>, place: &Place) {
        match self.notes.log.clone() {
            Log::Stderr
                if matches!(level, "warning" | "warn" | "error" | "critical" | "exception" | "fatal") =>
            {
                self.emit(place.clone(), StatementKind::Complain);
            }
            Log::Stderr => {}
            Log::Stdout if level == "debug" => {}
            Log::Stdout => self.answer(AnswerForm::Text(Loudness::Logged), place),
            Log::File(target) => {
                let written = arguments
                    .positional
                    .iter()
                    .map(|value| value.known.clone())
                    .reduce(|all, one| if super::taint(&all).is_some() { all } else { one });
                self.write_file(&target, &written.unwrap_or(Known::Unknown));
            }
        }
    }
}
