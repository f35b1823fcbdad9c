use hookc_compiler::diagnostic::{Diagnostic, Effect, Level};
use hookc_compiler::script::{Answer, Exit, Value, WayOut};
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext, Run};

declare_rule! {
    /// A `stop` hook sends a follow-up each time, whatever has happened.
    ///
    /// ## What the host does
    /// It submits `followup_message` as the next message, and the hook runs again when that turn ends. `loop_limit` ends it after 5 rounds; `null` takes
    /// this last brake away, and the agent never stops.
    ///
    /// ## Evidence
    /// DOC: the default of 5, and `null` for no limit. `status` and `loop_count` are there to end the loop in the script.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "bash .cursor/hooks/again.sh", "loop_limit": null }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/again.sh
    /// cat >/dev/null
    /// echo '{"followup_message":"Run the tests again."}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "bash .cursor/hooks/again.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/again.sh
    /// if [ "$(jq -r '.loop_count')" -lt 2 ]; then
    ///   echo '{"followup_message":"Run the tests again."}'
    /// else
    ///   echo '{}'
    /// fi
    /// ```
    ///
    /// ## Stays silent
    /// No limit, and a script that ends the loop itself.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "python3 .cursor/hooks/until.py", "loop_limit": null }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/until.py
    /// import json, os, sys
    ///
    /// payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    /// if payload["status"] != "completed" or payload["loop_count"] >= 20 or os.path.exists(".green"):
    ///     print("{}")
    /// else:
    ///     print(json.dumps({"followup_message": "Tests are red, go on."}))
    /// ```
    ///
    /// ## When to ignore it
    /// When the agent shall go on until somebody stops it.
    "stop-loop", [Warning, Info], [None], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let facts = context.facts();
    if !facts.is_sure() {
        return;
    }
    let looks = facts.reads.iter().any(|read| counts(&read.path));
    let runs: Vec<&Run<'_>> =
        context.answering().filter(|run| run.event().facts().uses_loop_limit() && run.exits()).collect();
    for run in runs {
        let finding = match goes_on_always(context, run.event()) {
            Some(answer) => always(context, run, answer),
            None if looks => continue,
            None => {
                let Some(answer) = follow_ups(context, run.event()).next() else { continue };
                let is_limited = run.hook.loop_limit.is_some_and(|limit| limit.value.is_some());
                if is_limited {
                    continue;
                }
                sometimes(context, answer)
            }
        };
        findings.report(finding);
        return;
    }
}

/// A follow-up that is sent whatever has happened.
fn always(context: &ProgramContext<'_>, run: &Run<'_>, answer: &Answer) -> Diagnostic {
    let Some(limit) = run.hook.loop_limit.filter(|limit| limit.value.is_none()) else {
        return context
            .finding(
                &RULE,
                Level::Warning,
                Effect::None,
                &key_place(answer),
                "this follow-up is sent after every turn, whether it has succeeded or not",
            )
            .label("only `loop_limit` ends it")
            .help("look at `status` and `loop_count` before going on");
    };
    RULE.with(
        Level::Warning,
        Effect::None,
        run.source.file,
        limit.span,
        "no limit, and the script sends a follow-up every time: the agent never stops",
    )
    .label("takes the last brake away")
    .help("set a limit, or have the script look at `status` and `loop_count`")
    .related(context.program.file, context.span(&answer.place), "the follow-up")
}

/// A follow-up that hangs on something else than how the turn ended, such as tests that fail.
fn sometimes(context: &ProgramContext<'_>, answer: &Answer) -> Diagnostic {
    context
        .finding(
            &RULE,
            Level::Info,
            Effect::None,
            &key_place(answer),
            "this follow-up is also sent when the turn was stopped or has failed",
        )
        .label("does not look at `status` or `loop_count`")
        .help("go on only when `status` is `completed`")
}

/// Whether a reading tells how the turn ended, or how often it has gone on already.
fn counts(path: &[hookc_compiler::script::Segment]) -> bool {
    ["status", "loop_count", "stop_hook_active"].iter().any(|field| script::is_field(path, field))
}

/// The follow-up that every way out sends.
fn goes_on_always<'a>(context: &ProgramContext<'a>, event: Event) -> Option<&'a Answer> {
    let ways: Vec<&WayOut> = context.ways(event).filter(|way| way.exit == Exit::Code(0)).collect();
    let others = context.facts().ways_out.iter().any(|way| way.scope.covers(event.name()).is_none());
    let sends = |way: &&WayOut| !way.unsure && context.written(way, event).any(is_follow_up);
    if ways.is_empty() || others || !ways.iter().all(sends) {
        return None;
    }
    context.written(ways[0], event).find(|answer| is_follow_up(answer))
}

/// The follow-ups that some way out sends.
fn follow_ups<'a>(context: &ProgramContext<'a>, event: Event) -> impl Iterator<Item = &'a Answer> {
    let ways = context.ways(event).filter(|way| way.exit == Exit::Code(0));
    ways.flat_map(move |way| context.written(way, event)).filter(|answer| {
        script::objects(answer)
            .into_iter()
            .any(|members| script::member(members, "followup_message").is_some())
    })
}

fn is_follow_up(answer: &Answer) -> bool {
    let objects = script::objects(answer);
    !objects.is_empty()
        && objects.into_iter().all(|members| {
            script::member(members, "followup_message").is_some_and(|member| {
                !member.optional
                    && matches!(&member.value, Value::Text(_) | Value::AnyText(_))
                    && script::texts(&member.value).all(|text| !text.name.trim().is_empty())
            })
        })
}

/// The place of the follow-up in an answer.
fn key_place(answer: &Answer) -> std::ops::Range<usize> {
    let mut objects = script::objects(answer).into_iter();
    let found = objects.find_map(|members| script::member(members, "followup_message"));
    found.map_or_else(|| answer.place.clone(), |member| member.key.place.clone())
}
