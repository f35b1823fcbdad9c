//! Facts as short text, for the tests of every language: one line a fact, each place as the text that stands there.

use std::fmt::Write as _;

use super::facts::{
    Answer, AnswerForm, Comparison, Exit, Facts, FileWrite, FileWritten, Key, Member, Place, ProgramUse,
    Read, Scope, Segment, Stdin, StdinUse, Value, WayOut,
};

/// The longest piece of source that is shown whole.
const MAX_SHOWN: usize = 72;

/// Renders the facts of a text. Panics when a place is no place of the text.
pub(super) fn render(text: &str, facts: &Facts) -> String {
    let mut out = String::new();
    let show = Show { text };
    for line in show.lines(facts) {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

struct Show<'t> {
    text: &'t str,
}

impl Show<'_> {
    fn lines(&self, facts: &Facts) -> Vec<String> {
        let mut lines = Vec::new();
        for unknown in &facts.unknowns {
            lines.push(format!("unknown: {:?} {}", unknown.kind, self.place(&unknown.place)));
        }
        lines.extend(self.stdin(&facts.stdin));
        lines.extend(facts.reads.iter().map(|read| self.read(read)));
        lines.extend(facts.comparisons.iter().map(|comparison| self.comparison(comparison)));
        for check in &facts.host_checks {
            lines.push(format!("host check: {}", self.place(&check.place)));
        }
        for (index, answer) in facts.answers.iter().enumerate() {
            lines.push(self.answer(index, answer));
        }
        lines.extend(facts.programs.iter().map(|program| self.program(program)));
        for import in &facts.imports {
            let flags = flags(&[(import.guarded, "guarded"), (import.is_esm, "esm")]);
            lines.push(format!("import: {}{flags} {}", import.name, self.place(&import.place)));
        }
        for sink in &facts.sinks {
            let path = if sink.path.is_empty() { "payload".to_owned() } else { self.path(&sink.path) };
            lines.push(format!("sink: {:?} of {path} {}", sink.kind, self.place(&sink.place)));
        }
        lines.extend(facts.file_writes.iter().map(|write| self.file_write(write)));
        for cwd in &facts.cwd_uses {
            lines.push(format!("cwd: {}", self.place(&cwd.place)));
        }
        lines.extend(facts.ways_out.iter().map(|way| self.way(way)));
        lines
    }

    fn stdin(&self, stdin: &Stdin) -> Option<String> {
        if stdin.used == StdinUse::Never && stdin.place.is_none() && !stdin.parsed {
            return None;
        }
        let mut line = format!("stdin: {:?}", stdin.used).to_lowercase();
        if let Some(place) = &stdin.place {
            let _ = write!(line, " {}", self.place(place));
        }
        if stdin.parsed {
            line.push_str(", parsed");
        }
        if let Some(place) = &stdin.parsed_at {
            let _ = write!(line, " {}", self.place(place));
        }
        line.push_str(&flags(&[
            (stdin.strips_bom, "strips BOM"),
            (stdin.names_encoding, "names encoding"),
            (stdin.has_deadline, "has deadline"),
        ]));
        Some(line)
    }

    fn read(&self, read: &Read) -> String {
        let flags = flags(&[(read.has_fallback, "fallback"), (read.decoded, "decoded")]);
        let Read { path, place, scope, .. } = read;
        format!("read: {}{flags} {}{}", self.path(path), self.place(place), show_scope(scope))
    }

    fn comparison(&self, comparison: &Comparison) -> String {
        let Comparison { path, constant, scope } = comparison;
        format!("compare: {} with {}{}", self.path(path), self.key(constant, '"'), show_scope(scope))
    }

    fn answer(&self, index: usize, answer: &Answer) -> String {
        let form = match &answer.form {
            AnswerForm::Json(value) => format!("json {}", self.value(value)),
            AnswerForm::ByHand { value, unescaped } if unescaped.is_empty() => {
                format!("by hand {}", self.value(value))
            }
            AnswerForm::ByHand { value, unescaped } => {
                let unescaped: Vec<_> = unescaped.iter().map(|place| self.place(place)).collect();
                format!("by hand {} unescaped {}", self.value(value), unescaped.join(" "))
            }
            AnswerForm::Text(loudness) => format!("text {loudness:?}"),
            AnswerForm::Payload => "payload".to_owned(),
            AnswerForm::Unknown => "unknown".to_owned(),
        };
        format!("answer {index}: {form} from {}{}", self.place(&answer.place), show_scope(&answer.scope))
    }

    fn program(&self, program: &ProgramUse) -> String {
        let flags = flags(&[(program.checked, "checked"), (program.optional, "optional")]);
        format!("program: {}{flags} {}", program.name, self.place(&program.place))
    }

    fn file_write(&self, write: &FileWrite) -> String {
        let written = match &write.written {
            FileWritten::Payload => "payload".to_owned(),
            FileWritten::Field(path) => self.path(path),
            FileWritten::Other => "other".to_owned(),
        };
        let flags = flags(&[(write.private, "private")]);
        format!("file: {written} to {}{flags} {}", write.target, self.place(&write.place))
    }

    fn way(&self, way: &WayOut) -> String {
        let answers: Vec<_> = way.answers.iter().map(|id| id.0.to_string()).collect();
        let answers = if answers.is_empty() { "nothing".to_owned() } else { answers.join(", ") };
        let exit = match way.exit {
            Exit::Code(code) => code.to_string(),
            Exit::Error => "error".to_owned(),
            Exit::Unknown => "unknown".to_owned(),
        };
        let flags = flags(&[(way.many, "many"), (way.unsure, "unsure"), (way.complains, "complains")]);
        let handler =
            way.handler.as_ref().map_or_else(String::new, |place| format!(" handler {}", self.place(place)));
        let place = if way.place.is_empty() { String::new() } else { format!(" {}", self.place(&way.place)) };
        format!("way: {answers} then {exit}{place}{flags}{handler}{}", show_scope(&way.scope))
    }

    fn path(&self, path: &[Segment]) -> String {
        path.iter()
            .map(|segment| match segment {
                Segment::Key(key) => self.key(key, '\0'),
                Segment::Item => "[]".to_owned(),
            })
            .collect::<Vec<_>>()
            .join(".")
    }

    /// A name, and its source where that is written differently.
    fn key(&self, key: &Key, quote: char) -> String {
        let quoted = if quote == '\0' { key.name.clone() } else { format!("{quote}{}{quote}", key.name) };
        let source = &self.text[key.place.clone()];
        if source == key.name { quoted } else { format!("{quoted}@{}", self.place(&key.place)) }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Object { members, open } => {
                let mut parts: Vec<_> = members.iter().map(|member| self.member(member)).collect();
                if *open {
                    parts.push("...".to_owned());
                }
                format!("{{{}}}", parts.join(", "))
            }
            Value::Array => "[]".to_owned(),
            Value::Text(key) => self.key(key, '"'),
            Value::AnyText(place) => format!("text {}", self.place(place)),
            Value::Bool(bool, place) => self.constant(&bool.to_string(), place),
            Value::Number(place) => format!("number {}", self.place(place)),
            Value::Null(place) => self.constant("null", place),
            Value::OneOf(values) => {
                values.iter().map(|value| self.value(value)).collect::<Vec<_>>().join(" | ")
            }
            Value::Unknown(place) => format!("any {}", self.place(place)),
        }
    }

    fn constant(&self, name: &str, place: &Place) -> String {
        self.key(&Key { name: name.to_owned(), place: place.clone() }, '\0')
    }

    fn member(&self, member: &Member) -> String {
        let mark = if member.optional { "?" } else { "" };
        format!("{}{mark}: {}", self.key(&member.key, '\0'), self.value(&member.value))
    }

    fn place(&self, place: &Place) -> String {
        let source = self.text[place.clone()].replace('\n', "⏎");
        match source.char_indices().nth(MAX_SHOWN) {
            Some((end, _)) => format!("`{}…`", &source[..end]),
            None => format!("`{source}`"),
        }
    }
}

fn flags(flags: &[(bool, &str)]) -> String {
    flags.iter().filter(|(set, _)| *set).fold(String::new(), |mut all, (_, name)| {
        let _ = write!(all, ", {name}");
        all
    })
}

fn show_scope(scope: &Scope) -> String {
    let mut parts = Vec::new();
    if let Some(only) = &scope.only {
        parts.push(format!("only {}", only.join(" ")));
    }
    if !scope.except.is_empty() {
        parts.push(format!("except {}", scope.except.join(" ")));
    }
    if scope.conditional {
        parts.push("conditional".to_owned());
    }
    if parts.is_empty() { String::new() } else { format!(" [{}]", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::super::{Language, UnknownKind};
    use super::*;

    #[test]
    fn facts_are_shown_one_a_line_with_their_source() {
        let text = "print(payload['tool'])";
        let mut facts = Facts::unknown(Language::Python, 0..5, UnknownKind::DynamicCode);
        let key = Key { name: "tool".to_owned(), place: 15..19 };
        facts.reads.push(Read {
            path: vec![Segment::Key(key)],
            place: 6..21,
            has_fallback: true,
            decoded: false,
            scope: Scope { conditional: true, ..Scope::default() },
        });
        insta::assert_snapshot!(render(text, &facts), @r"
        unknown: DynamicCode `print`
        read: tool, fallback `payload['tool']` [conditional]
        ");
    }
}
