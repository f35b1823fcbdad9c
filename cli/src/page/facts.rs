//! What the page shows beside the plan: the facts of the events, and what the sources say of each step.

use std::collections::BTreeMap;

use hookc_compiler::line_index::LineIndex;
use hookc_compiler::matcher;
use hookc_compiler::plan::{self, Compiled};
use hookc_runtime::plan::{Plan, Step, Target};
use hookc_schema::Event;
use hookc_schema::event::{Blocking, Cli, Cloud, EventFacts, SAME_CALL, Subject, SubjectText, Vocabulary};
use serde_json::{Map, Value, json};

/// The longest example of a matcher that is shown, in characters.
const LONGEST_EXAMPLE: usize = 60;

/// The facts as one document.
pub(super) fn of(compiled: &Compiled, events: &[Event]) -> Value {
    let plan = &compiled.plan;
    let same_call =
        SAME_CALL.map(|(first, then, tool)| json!({ "first": first, "then": then, "tool": tool }));
    let differences = plan::differences(plan);
    json!({
        "events": events.iter().map(|event| of_event(*event, plan)).collect::<Vec<_>>(),
        "steps": of_steps(compiled),
        "same_call": same_call,
        "differences": differences
            .iter()
            .map(|difference| json!({ "event": difference.event, "words": difference.to_string() }))
            .collect::<Vec<_>>(),
    })
}

fn of_event(event: Event, plan: &Plan) -> Value {
    let facts = event.facts();
    let (fires, why) = fires(facts, plan.body().target);
    json!({
        "name": event,
        "doc": facts.doc,
        "can_block": facts.blocking.value.can_block(),
        "blocks_by": blocks_by(facts),
        "prompt_counts": facts.prompt_hook.value,
        "fires": fires,
        "why": why,
        "subject": subject(facts.subject.value),
        "subject_word": subject_word(facts.subject.value),
        "takes_mcp": facts.subject.value == Subject::ToolName,
        "vocabulary": vocabulary(facts.vocabulary),
        "merge": plan::merge_rules(event, plan.semantics()),
    })
}

const fn blocks_by(facts: &EventFacts) -> Option<&'static str> {
    match facts.blocking.value {
        Blocking::Permission(_) => Some("permission"),
        Blocking::Continue => Some("continue"),
        Blocking::ContinueNotEnforced | Blocking::No => None,
    }
}

/// Whether the event comes at the host of the plan: `yes`, `no` or `partly`, and why not always.
const fn fires(facts: &EventFacts, target: Target) -> (&'static str, Option<&'static str>) {
    match (target, facts.cloud.value, facts.cli.value) {
        (Target::Cloud, Cloud::No(why), _) => ("no", Some(why)),
        (Target::Cloud, Cloud::SelfHostedOnly(why), _) => ("partly", Some(why)),
        (Target::Cli, _, Cli::Never) => ("no", Some("the command-line agent never comes here")),
        (Target::Cli, _, Cli::NotInPrintMode) => ("partly", Some("not with `-p`")),
        _ => ("yes", None),
    }
}

fn subject(subject: Subject) -> Value {
    match subject.text() {
        SubjectText::Field(fields) => json!({ "kind": "field", "fields": fields }),
        SubjectText::Fixed(text) => json!({ "kind": "fixed", "text": text }),
        SubjectText::Absent => json!({ "kind": "absent" }),
    }
}

const fn subject_word(subject: Subject) -> &'static str {
    match subject {
        Subject::ToolName => "tool",
        Subject::SubagentType => "type of subagent",
        Subject::CommandText => "command line",
        Subject::Undocumented => "command or address of the server",
        Subject::FileAccess(_) => "kind of access",
        Subject::Constant(_) | Subject::None => "subject",
    }
}

fn vocabulary(vocabulary: Vocabulary) -> Value {
    match vocabulary {
        Vocabulary::Closed(names) => json!({ "kind": "closed", "names": names }),
        Vocabulary::Known(names) => json!({ "kind": "known", "names": names }),
        Vocabulary::Open => json!({ "kind": "open", "names": [] }),
    }
}

fn of_steps(compiled: &Compiled) -> Value {
    let lines = Lines::of(compiled);
    let mut readings = BTreeMap::new();
    let mut steps = Map::new();
    for (&event, of_event) in &compiled.plan.body().events {
        for step in of_event {
            steps.insert(step.id.clone(), of_step(compiled, event, step, &lines, &mut readings));
        }
    }
    Value::Object(steps)
}

fn of_step(
    compiled: &Compiled,
    event: Event,
    step: &Step,
    lines: &Lines<'_>,
    readings: &mut BTreeMap<String, Reading>,
) -> Value {
    let mut facts = Map::new();
    if let Some(line) = lines.of_step(&step.id) {
        facts.insert("line".to_owned(), line.into());
    }
    let Some(matcher) = &step.matcher else { return Value::Object(facts) };
    let read_as = plan::explain(compiled, event, step, None).read_as;
    let pattern = read_as.as_deref().unwrap_or(&matcher.pattern);
    let reading = readings.entry(pattern.to_owned()).or_insert_with(|| Reading::of(pattern));
    reading.tell(&mut facts);
    if let Some(read_as) = read_as {
        facts.insert("read_as".to_owned(), read_as.into());
    }
    Value::Object(facts)
}

/// What a person would say of a pattern.
enum Reading {
    /// It is none.
    Refused,
    /// It takes what contains one of these texts, and what one of these parts of it matches.
    Parts { texts: Vec<String>, patterns: Vec<String> },
    /// It takes something like this.
    Such(String),
    /// Nothing short.
    Unsaid,
}

impl Reading {
    fn of(pattern: &str) -> Self {
        let Ok(pattern) = matcher::parse_str(pattern) else { return Self::Refused };
        let text = pattern.text();
        let (mut texts, mut patterns) = (Vec::new(), Vec::new());
        for alternative in pattern.alternatives() {
            match alternative.pattern.literal() {
                Some(literal) if !literal.is_empty() => texts.push(literal),
                _ => patterns.push(text.get(alternative.range).unwrap_or_default().to_owned()),
            }
        }
        if !texts.is_empty() {
            return Self::Parts { texts, patterns };
        }
        match pattern.example().example() {
            Some(example) if (1..=LONGEST_EXAMPLE).contains(&example.chars().count()) => Self::Such(example),
            _ => Self::Unsaid,
        }
    }

    fn tell(&self, facts: &mut Map<String, Value>) {
        let mut tell = |name: &str, value: Value| facts.insert(name.to_owned(), value);
        match self {
            Self::Refused => {
                tell("note", "always: the matcher is no regular expression, so the host ignores it".into());
            }
            Self::Parts { texts, patterns } => {
                tell("holds", texts.clone().into());
                tell("matches", patterns.clone().into());
            }
            Self::Such(example) => {
                tell("example", example.clone().into());
            }
            Self::Unsaid => {}
        }
    }
}

/// The lines of steps in their files. Each file is looked through once.
struct Lines<'a> {
    compiled: &'a Compiled,
    of_source: BTreeMap<usize, LineIndex>,
}

impl<'a> Lines<'a> {
    fn of(compiled: &'a Compiled) -> Self {
        let sources = compiled.origins.values().map(|origin| origin.source);
        let of_source = sources
            .filter_map(|source| Some((source, compiled.analysis.sources.get(source)?)))
            .collect::<BTreeMap<_, _>>();
        let of_source =
            of_source.into_iter().map(|(at, source)| (at, LineIndex::new(source.tree.text()))).collect();
        Self { compiled, of_source }
    }

    /// From 1.
    fn of_step(&self, id: &str) -> Option<u32> {
        let origin = self.compiled.origins.get(id)?;
        let config = self.compiled.analysis.sources.get(origin.source)?.config.as_ref()?;
        let start = config.hooks.get(origin.hook)?.span.start;
        Some(self.of_source.get(&origin.source)?.line_column(start as usize).0)
    }
}
