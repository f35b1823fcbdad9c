//! Where the two semantics could come to different verdicts for a plan (HOOKS.md 0.2).

use std::fmt;

use hookc_runtime::Program;
use hookc_runtime::plan::{Action, Plan, Step};
use hookc_schema::Event;
use serde_json::Value;

/// A place where the semantics could differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The event.
    pub event: Event,
    /// In what they differ.
    pub kind: DifferenceKind,
    /// The ids of the steps that it takes, in plan order.
    pub steps: Vec<String>,
}

/// In what the semantics differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DifferenceKind {
    /// Several sources have a say: the first that votes wins as documented, a `deny` from anywhere as observed.
    Priority,
    /// Several hooks may set this field: the first wins as documented, the last as observed.
    SingleValue(&'static str),
    /// Hooks that fail closed: saying nothing is no opinion as documented, and blocks as observed.
    SilenceUnderFailClosed,
}

impl DifferenceKind {
    /// The name in JSON: `priority`, `single-value`, `silence-under-fail-closed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Priority => "priority",
            Self::SingleValue(_) => "single-value",
            Self::SilenceUnderFailClosed => "silence-under-fail-closed",
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = list(&self.steps);
        match self.kind {
            DifferenceKind::Priority => write!(
                f,
                "{}: an `allow` of a source above hides a `deny` of one below as documented; as observed any `deny` wins ({steps})",
                self.event
            ),
            DifferenceKind::SingleValue(field) => write!(
                f,
                "{}: of several `{field}` the first counts as documented, the last as observed ({steps})",
                self.event
            ),
            DifferenceKind::SilenceUnderFailClosed => write!(
                f,
                "{}: a fail-closed hook that ends well without a word has no opinion as documented, and blocks as observed ({steps})",
                self.event
            ),
        }
    }
}

/// So many steps are named; the others are counted.
const NAMED: usize = 4;

fn list(steps: &[String]) -> String {
    match steps.split_at_checked(NAMED) {
        Some((named, others)) if !others.is_empty() => {
            format!("{} and {} more", named.join(", "), others.len())
        }
        _ => steps.join(", "),
    }
}

/// Where the semantics could come to different verdicts, by event.
pub fn differences(plan: &Plan) -> Vec<Difference> {
    let mut found = Vec::new();
    for (&event, steps) in &plan.body().events {
        let live: Vec<&Step> = steps.iter().filter(|step| can_run(step)).collect();
        let mut add = |kind, steps: Vec<&Step>| {
            let steps = steps.into_iter().map(|step| step.id.clone()).collect();
            found.push(Difference { event, kind, steps });
        };
        let can_block = event.facts().blocking.value.can_block();
        if can_block && may_be_hidden(&live) {
            add(DifferenceKind::Priority, live.clone());
        }
        let setting: Vec<&Step> = live.iter().copied().filter(|step| answers(step)).collect();
        if setting.len() > 1 {
            single_values(event).for_each(|field| add(DifferenceKind::SingleValue(field), setting.clone()));
        }
        let silent: Vec<&Step> = live.into_iter().filter(|step| may_be_silent(step)).collect();
        if can_block && !silent.is_empty() {
            add(DifferenceKind::SilenceUnderFailClosed, silent);
        }
    }
    found
}

fn can_run(step: &Step) -> bool {
    step.matcher.as_ref().is_none_or(|matcher| matcher.program != Program::Never)
}

/// Whether a step says more than yes and no.
const fn answers(step: &Step) -> bool {
    matches!(step.run, Action::Command { .. })
}

/// Whether a source below one that may say `allow` has a say too. A prompt hook never says `allow`.
fn may_be_hidden(steps: &[&Step]) -> bool {
    let first = steps.iter().find(|step| answers(step)).map(|step| step.source);
    first.is_some_and(|source| steps.iter().any(|step| step.source > source))
}

fn may_be_silent(step: &Step) -> bool {
    step.fail_closed && answers(step)
}

/// The fields of which only one counts, among those that the event reads.
fn single_values(event: Event) -> impl Iterator<Item = &'static str> {
    const FIELDS: [&str; 5] =
        ["updated_input", "updated_mcp_tool_output", "followup_message", "env", "pluginPaths"];
    let schema =
        hookc_schema::schema(&format!("{event}.output")).and_then(|text| serde_json::from_str(text).ok());
    let properties =
        schema.as_ref().and_then(|schema: &Value| schema.get("properties")).cloned().unwrap_or_default();
    FIELDS.into_iter().filter(move |field| properties.get(field).is_some())
}
