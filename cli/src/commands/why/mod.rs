//! `hookc why EVENT [SUBJECT]`.

mod human;
mod json;

use std::io;

use hookc_compiler::line_index::LineIndex;
use hookc_compiler::plan::{self, AnswerField, Compiled, Difference, Explanation};
use hookc_compiler::sample::Sample;
use hookc_compiler::system::System;
use hookc_runtime::plan::Step;
use hookc_runtime::{Event, Payload, Strictness};
use hookc_schema::event::SubjectText;

use super::planning;
use crate::args::{WhyArgs, WhyFormat};
use crate::exit::Failure;
use crate::files;
use crate::terminal::Terminal;

/// Everything that is told.
struct Answer<'a> {
    event: Event,
    /// What matchers are tested against, where it is known.
    subject: Option<String>,
    compiled: &'a Compiled,
    steps: Vec<Told<'a>>,
    left_out: Vec<LeftOut<'a>>,
    fields: Vec<AnswerField>,
    rules: Vec<String>,
    differences: Vec<Difference>,
}

/// A step and why it runs or not.
struct Told<'a> {
    step: &'a Step,
    position: Position,
    explanation: Explanation,
}

/// A hook that is not in the plan.
struct LeftOut<'a> {
    id: &'a str,
    position: Position,
    reason: &'a str,
}

/// Where a hook stands.
struct Position {
    shown: String,
    line: u32,
    column: u32,
}

/// The answer in the format that was asked for.
pub(crate) fn run(args: &WhyArgs, system: &dyn System, terminal: &Terminal) -> Result<String, Failure> {
    let payload = payload(args, system)?;
    let request = planning::this_machine(&args.places, system, terminal)?;
    let options = planning::options(&args.plan_for, planning::here());
    let compiled = planning::compile(system, &request, &options)?;
    let answer = answer(args.event, payload.as_ref(), &compiled);
    Ok(match args.format {
        WhyFormat::Human => human::write(&answer),
        WhyFormat::Json => json::write(&answer),
    })
}

fn answer<'a>(event: Event, payload: Option<&Payload>, compiled: &'a Compiled) -> Answer<'a> {
    let steps = compiled.plan.steps(event).iter().map(|step| Told {
        step,
        position: position(compiled, &step.id),
        explanation: plan::explain(compiled, event, step, payload),
    });
    let is_of_event = |id: &str| hook_of(compiled, id).is_some_and(|hook| hook.event == event);
    let left_out = compiled.plan.body().left_out.iter().filter(|left| is_of_event(&left.id));
    let subject = match event.facts().subject.value.text() {
        SubjectText::Fixed(subject) => Some(subject),
        SubjectText::Absent => None,
        SubjectText::Field(_) => payload.and_then(Payload::subject),
    };
    Answer {
        event,
        subject: subject.map(str::to_owned),
        compiled,
        steps: steps.collect(),
        left_out: left_out
            .map(|left| LeftOut {
                id: &left.id,
                position: position(compiled, &left.id),
                reason: &left.reason,
            })
            .collect(),
        fields: plan::answer_fields(event),
        rules: plan::merge_rules(event, compiled.plan.semantics()),
        differences: plan::differences(&compiled.plan)
            .into_iter()
            .filter(|difference| difference.event == event)
            .collect(),
    }
}

/// The payload that is asked about, if one is given or a subject makes one.
fn payload(args: &WhyArgs, system: &dyn System) -> Result<Option<Payload>, Failure> {
    let bytes = match (&args.input, &args.subject) {
        (Some(path), _) if path.as_os_str() == "-" => files::read_input(io::stdin().lock())?,
        (Some(path), _) => files::read(system, path)?,
        (None, Some(subject)) => with_subject(args.event, subject)?.into_bytes(),
        (None, None) => return Ok(None),
    };
    let payload = Payload::parse(args.event, bytes, Strictness::Lenient);
    payload.map(Some).map_err(|error| Failure::new(error.to_string()))
}

fn with_subject(event: Event, subject: &str) -> Result<String, Failure> {
    let mut sample = Sample::new(event);
    sample.set_subject(subject).map_err(|text| {
        let failure = match text {
            SubjectText::Fixed(fixed) => {
                Failure::new(format!("matchers of `{event}` are always tested against `{fixed}`"))
            }
            _ => Failure::new(format!("`{event}` gives a matcher nothing to test")),
        };
        failure.help("leave the subject out")
    })?;
    Ok(sample.finish().to_string())
}

fn hook_of<'a>(compiled: &'a Compiled, id: &str) -> Option<&'a hookc_compiler::typecheck::Hook> {
    let origin = compiled.origins.get(id)?;
    compiled.analysis.sources.get(origin.source)?.config.as_ref()?.hooks.get(origin.hook)
}

fn position(compiled: &Compiled, id: &str) -> Position {
    let source = compiled.origins.get(id).and_then(|origin| compiled.analysis.sources.get(origin.source));
    let (Some(source), Some(hook)) = (source, hook_of(compiled, id)) else {
        return Position { shown: String::new(), line: 1, column: 1 };
    };
    let (line, column) = LineIndex::new(source.tree.text()).line_column(hook.span.start as usize);
    Position { shown: compiled.analysis.shown(source.file).to_owned(), line, column }
}
