//! The answer for people.

use std::fmt::{self, Write as _};
use std::time::Duration;

use hookc_runtime::plan::{Action, Step};
use serde_json::Value;

use super::{Answer, Position, Told};
use crate::commands::planning::refusal;
use crate::format::escape::visible;

/// The longest subject or prompt that is shown whole, in characters.
const LONGEST: usize = 200;

pub(super) fn write(answer: &Answer<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = all(answer, &mut text);
    text
}

fn all(answer: &Answer<'_>, out: &mut String) -> fmt::Result {
    let body = answer.compiled.plan.body();
    write!(out, "{}", answer.event)?;
    if let Some(subject) = &answer.subject {
        write!(out, " `{}`", short(subject))?;
    }
    let name =
        |value: serde_json::Result<Value>| value.ok().and_then(|value| value.as_str().map(str::to_owned));
    let target = name(serde_json::to_value(body.target)).unwrap_or_default();
    let platform = name(serde_json::to_value(body.platform)).unwrap_or_default();
    writeln!(out, " ({} semantics, {target}, {platform})", body.semantics)?;
    if answer.steps.is_empty() {
        writeln!(out, "\nno hook runs at this event")?;
    }
    for told in &answer.steps {
        step(told, out)?;
    }
    section(
        out,
        "left out",
        answer
            .left_out
            .iter()
            .map(|left| format!("{} at {}: {}", left.id, left.position, visible(left.reason))),
    )?;
    section(out, "refused by the host, with all hooks in it", answer.compiled.refused.iter().map(refusal))?;
    if answer.steps.is_empty() {
        return Ok(());
    }
    let width = answer.fields.iter().map(|field| field.name.len()).max().unwrap_or_default();
    section(
        out,
        "each may answer",
        answer.fields.iter().map(|field| format!("{:width$}  {}", field.name, field.does)),
    )?;
    section(out, "what becomes of the answers", answer.rules.iter().cloned())?;
    section(out, "where the semantics could differ", answer.differences.iter().map(ToString::to_string))
}

fn step(told: &Told<'_>, out: &mut String) -> fmt::Result {
    let Told { step, position, explanation } = told;
    let runs = match explanation.runs {
        Some(true) => "runs",
        Some(false) => "does not run",
        None => "may run",
    };
    writeln!(out, "\n{runs}: {} at {position}", step.id)?;
    match &step.run {
        Action::Command { line, .. } => writeln!(out, "  command  {}", short(line))?,
        Action::Prompt { text, model: None } => writeln!(out, "  prompt   {}", short(text))?,
        Action::Prompt { text, model: Some(model) } => {
            writeln!(out, "  prompt   {} (asks {})", short(text), visible(model))?;
        }
    }
    match &step.matcher {
        Some(matcher) => {
            write!(out, "  matcher  `{}`", short(&matcher.pattern))?;
            if let Some(read_as) = &explanation.read_as {
                write!(out, ", read as `{}`", short(read_as))?;
            }
            writeln!(out, ": {}", short(&explanation.words))?;
        }
        None => writeln!(out, "  because  {}", explanation.words)?,
    }
    writeln!(out, "  limits   {}", limits(step))
}

fn limits(step: &Step) -> String {
    let mut limits = format!("{} s", Duration::from_millis(step.timeout_ms).as_secs_f64());
    if let Some(limit) = step.loop_limit {
        let _ = write!(limits, ", {limit} follow-ups");
    }
    if step.fail_closed {
        limits.push_str(", fails closed");
    }
    limits
}

fn section(out: &mut String, title: &str, lines: impl Iterator<Item = String>) -> fmt::Result {
    for (place, line) in lines.enumerate() {
        if place == 0 {
            writeln!(out, "\n{title}:")?;
        }
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// A text of any length from outside, fit for a line.
fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", visible(&text[..end])),
        None => visible(text).into_owned(),
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", visible(&self.shown), self.line, self.column)
    }
}
