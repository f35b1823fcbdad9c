use std::ops::Range;

use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{Exit, Language, Member, Value, WayOut};
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};

declare_rule! {
    /// A guard answers "allow" when it fails.
    ///
    /// ## What the host does
    /// It takes the answer at its word: the action goes ahead, and `failClosed` never hears of a failure.
    ///
    /// ## Evidence
    /// DOC for answers and `failClosed`.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": "python3 .cursor/hooks/files.py", "failClosed": true }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/files.py
    /// import json, sys
    ///
    /// try:
    ///     payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    ///     secret = payload["file_path"].endswith(".pem")
    /// except Exception:
    ///     print(json.dumps({"permission": "allow"}))
    ///     sys.exit(0)
    /// if secret:
    ///     print(json.dumps({"permission": "deny"}))
    /// else:
    ///     print(json.dumps({"permission": "allow"}))
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": "python3 .cursor/hooks/files.py", "failClosed": true }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/files.py
    /// import json, sys
    ///
    /// try:
    ///     payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    ///     secret = payload["file_path"].endswith(".pem")
    /// except Exception:
    ///     print(json.dumps({"permission": "deny"}))
    ///     sys.exit(0)
    /// if secret:
    ///     print(json.dumps({"permission": "deny"}))
    /// else:
    ///     print(json.dumps({"permission": "allow"}))
    /// ```
    ///
    /// ## Stays silent
    /// A hook that never refuses has nothing to open.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": "python3 .cursor/hooks/watch.py" }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/watch.py
    /// import json, sys
    ///
    /// try:
    ///     payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    ///     sys.stderr.write(payload["file_path"])
    /// except Exception:
    ///     pass
    /// print(json.dumps({"permission": "allow"}))
    /// ```
    ///
    /// ## When to ignore it
    /// When work that goes on matters more than the rule.
    "fail-open-guard", [Warning], [FailsOpen], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let mut told: Vec<Range<usize>> = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    for run in context.answering().filter(|run| run.can_block()) {
        if !events.contains(&run.event())
            && (context.is_guard(run.event()) || super::exit_code::loses_a_refusal(context, run.event()))
        {
            events.push(run.event());
        }
    }
    for event in events {
        for way in context.ways(event).filter(|way| way.exit == Exit::Code(0) && way.handler.is_some()) {
            let Some(place) = opening(context, way, event) else { continue };
            if told.contains(&place) {
                continue;
            }
            told.push(place.clone());
            let mut finding = context
                .finding(
                    &RULE,
                    Level::Warning,
                    Effect::FailsOpen,
                    &place,
                    "the guard lets the action pass when it fails",
                )
                .label("inside an error handler")
                .consequence("whatever makes the script fail switches it off, and `failClosed` never acts")
                .help("refuse here, or let the script end with an error and set `failClosed`");
            if let Some(handler) = &way.handler {
                finding.relate(context.program.file, context.span(handler), "the handler");
            }
            findings.report(finding);
        }
    }
}

/// What lets the action pass on a way through an error handler: the answer that the handler gives, or the value that it puts into the answer.
fn opening(context: &ProgramContext<'_>, way: &WayOut, event: Event) -> Option<Range<usize>> {
    let handler = extent(context, way.handler.as_ref()?);
    let is_inside = |place: &Range<usize>| handler.start <= place.start && place.end <= handler.end;
    let mut written = context.written(way, event);
    let (Some(answer), None) = (written.next(), written.next()) else { return None };
    if way.unsure {
        return None;
    }
    if is_inside(&answer.place) {
        let yes = script::objects(answer).into_iter().all(|members| yes(members).is_some());
        return (yes && !script::is_refusal(answer, event) && script::json(answer).is_some())
            .then(|| answer.place.clone());
    }
    let mut places = script::objects(answer).into_iter().filter_map(yes);
    places.find(is_inside)
}

/// The whole of a handler of which the head is known: in Python the lines that are indented below it.
fn extent(context: &ProgramContext<'_>, head: &Range<usize>) -> Range<usize> {
    let text = context.text();
    if context.facts().language != Language::Python {
        return head.clone();
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let line = text.get(..head.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let own = indent(text.get(line..).unwrap_or_default());
    let mut end =
        text.get(head.end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| head.end + at + 1);
    for line in text.get(end..).unwrap_or_default().split_inclusive('\n') {
        if !line.trim().is_empty() && indent(line) <= own {
            break;
        }
        end += line.len();
    }
    head.start..end
}

/// Where an answer says yes.
fn yes(members: &[Member]) -> Option<Range<usize>> {
    let is_yes = |value: &&Value| match value {
        Value::Text(text) => text.name == "allow",
        Value::Bool(truth, _) => *truth,
        _ => false,
    };
    let values = ["permission", "continue"].into_iter().filter_map(|name| script::member(members, name));
    values
        .flat_map(|member| script::alternatives(&member.value))
        .find(is_yes)
        .and_then(script::place)
        .cloned()
}
