//! The answer for programs: one document, `why` is the version of its form.

use serde_json::{Value, json};

use super::{Answer, Position, Told};
use crate::commands::planning;
use crate::format::escape::visible_json;

/// The version of the form.
const FORMAT: u64 = 1;

pub(super) fn write(answer: &Answer<'_>) -> String {
    let body = answer.compiled.plan.body();
    let refused = answer.compiled.refused.iter().map(|refused| {
        let (line, column) = refused.position.unzip();
        json!({ "file": refused.shown, "line": line, "column": column, "reason": refused.reason })
    });
    let left_out = answer
        .left_out
        .iter()
        .map(|left| with_position(json!({ "id": left.id, "reason": left.reason }), &left.position));
    let differences = answer.differences.iter().map(|difference| {
        json!({ "kind": difference.kind.name(), "steps": difference.steps, "words": difference.to_string() })
    });
    let document = json!({
        "why": FORMAT,
        "event": answer.event,
        "subject": answer.subject,
        "digest": planning::digest(&answer.compiled.plan),
        "semantics": body.semantics,
        "target": body.target,
        "platform": body.platform,
        "steps": answer.steps.iter().map(|told| step(answer, told)).collect::<Vec<_>>(),
        "left_out": left_out.collect::<Vec<_>>(),
        "refused": refused.collect::<Vec<_>>(),
        "answers": answer
            .fields
            .iter()
            .map(|field| json!({ "field": field.name, "does": field.does }))
            .collect::<Vec<_>>(),
        "merge": answer.rules,
        "differences": differences.collect::<Vec<_>>(),
    });
    let text = serde_json::to_string_pretty(&document).unwrap_or_default();
    let mut text = visible_json(&text).into_owned();
    text.push('\n');
    text
}

fn step(answer: &Answer<'_>, told: &Told<'_>) -> Value {
    let Told { step, position, explanation } = told;
    let source = answer.compiled.plan.source(step);
    let cwd = source.cwd.resolve(&answer.compiled.roots).ok();
    let mut value = json!({
        "id": step.id,
        "source": source.label(),
        "cwd": cwd.map(|cwd| cwd.display().to_string()),
        "run": step.run,
        "runs": explanation.runs,
        "reason": explanation.words,
        "timeout_ms": step.timeout_ms,
        "fail_closed": step.fail_closed,
        "loop_limit": step.loop_limit,
    });
    if let Some(matcher) = &step.matcher {
        value["matcher"] = json!({ "pattern": matcher.pattern, "read_as": explanation.read_as });
    }
    with_position(value, position)
}

fn with_position(mut value: Value, position: &Position) -> Value {
    value["file"] = position.shown.as_str().into();
    value["line"] = position.line.into();
    value["column"] = position.column.into();
    value
}
