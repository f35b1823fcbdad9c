use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{Answer, Exit, Value, WayOut};
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
    let mut told: Vec<std::ops::Range<usize>> = Vec::new();
    let mut events: Vec<Event> = Vec::new();
    for run in context.answering().filter(|run| run.can_block()) {
        if !events.contains(&run.event()) && context.is_guard(run.event()) {
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

/// What lets the action pass on a way through an error handler: the answer that the handler gives.
fn opening(context: &ProgramContext<'_>, way: &WayOut, event: Event) -> Option<std::ops::Range<usize>> {
    let handler = way.handler.as_ref()?;
    let mut written = context.written(way, event);
    let (Some(answer), None) = (written.next(), written.next()) else { return None };
    let is_inside = handler.start <= answer.place.start && answer.place.end <= handler.end;
    (is_inside && !way.unsure && allows(answer, event)).then(|| answer.place.clone())
}

/// Whether an answer is constant and says yes.
fn allows(answer: &Answer, event: Event) -> bool {
    let objects = script::objects(answer);
    !script::is_refusal(answer, event)
        && !objects.is_empty()
        && objects.into_iter().all(|members| {
            let is_yes = |name: &str| match script::member(members, name).map(|member| &member.value) {
                Some(Value::Text(text)) => text.name == "allow",
                Some(Value::Bool(true, _)) => true,
                _ => false,
            };
            is_yes("permission") || is_yes("continue")
        })
}
