use hookc_compiler::diagnostic::{Diagnostic, Effect, Level};
use hookc_compiler::script::{Answer, AnswerForm, Exit, Loudness, WayOut};
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext, Run};
use crate::types::{self, Field};

declare_rule! {
    /// A hook writes something to standard output that is not one JSON object.
    ///
    /// ## What the host does
    /// It parses all that a successful hook has written as one JSON value. Plain text, and two answers one after the other, are invalid: by the older
    /// documentation that is a failure, which lets the action pass unless `failClosed` is set, and builds since September 2026 block the six permission events.
    ///
    /// ## Evidence
    /// DOC for the one object. BND, OBS: what follows from an invalid answer differs between builds (HOOKS.md 0.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/log.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/log.sh
    /// cat >/dev/null
    /// echo "command recorded"
    /// ```
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "bash .cursor/hooks/start.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/start.sh
    /// cat >/dev/null
    /// echo '{"additional_context":"ready"}'
    /// echo '{}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/log.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/log.sh
    /// cat >/dev/null
    /// echo "command recorded" >&2
    /// echo '{}'
    /// ```
    ///
    /// ## Stays silent
    /// Text at an event whose answer nobody reads, and text behind which the hook refuses with an exit code of 2.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "afterFileEdit": [{ "command": "bash .cursor/hooks/log.sh" }],
    ///     "beforeShellExecution": [{ "command": "bash .cursor/hooks/no.sh" }]
    ///   }
    /// }
    /// ```
    /// ```sh .cursor/hooks/log.sh
    /// cat >/dev/null
    /// echo "formatted"
    /// ```
    /// ```sh .cursor/hooks/no.sh
    /// cat >/dev/null
    /// echo "not today"
    /// exit 2
    /// ```
    ///
    /// ## When to ignore it
    /// When the hook is only there to watch, and every build in use lets invalid answers pass.
    "stdout-not-json", [Error, Warning, Info], [FailsOpen, Ignored], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let runs: Vec<&Run<'_>> = context.program.runs.iter().filter(|run| run.answers()).collect();
    let mut told: Vec<Diagnostic> = Vec::new();
    for way in context.facts().ways_out.iter().filter(|way| matches!(way.exit, Exit::Code(0))) {
        for run in runs.iter().filter(|run| way.scope.covers(run.event().name()) == Some(true)) {
            // Most scripts give nothing to tell, and then no schema has to be read.
            if let Some(finding) = judge(context, way, run)
                && reads_answers(run)
            {
                told.push(finding);
            }
        }
    }
    // The gravest of one place.
    told.sort_by_key(|finding| (finding.span, std::cmp::Reverse(finding.level)));
    told.dedup_by_key(|finding| finding.span);
    for finding in told {
        findings.report(finding);
    }
}

/// Whether the event reads anything of an answer.
fn reads_answers(run: &Run<'_>) -> bool {
    types::answer_fields(run.event()).next().is_some()
}

fn judge(context: &ProgramContext<'_>, way: &WayOut, run: &Run<'_>) -> Option<Diagnostic> {
    let event = run.event();
    let written: Vec<&Answer> = way
        .answers
        .iter()
        .map(|id| context.facts().answer(*id))
        .filter(|answer| answer.scope.covers(event.name()) == Some(true))
        .collect();
    let mut documents: Vec<&Answer> = written.iter().copied().filter(|answer| is_document(answer)).collect();
    // What a loop writes again may be what it ends with.
    documents.dedup_by(|one, other| std::ptr::eq(*one, *other));
    if let [_, second, ..] = documents.as_slice() {
        return Some(two_documents(context, second, event));
    }
    if let Some(first) = written_by_the_script(run)
        && let [own] = documents.as_slice()
    {
        return Some(two_documents(context, own, event).related(first.0, first.1, "this answers, too"));
    }
    if !documents.is_empty() {
        return None;
    }
    let text = written
        .iter()
        .find(|answer| matches!(answer.form, AnswerForm::Text(Loudness::Said | Loudness::Logged)))?;
    let gates = event.facts().is_permission();
    // What Claude takes for a message is its author's good right; only the import makes it an answer.
    let level = match (gates, run.is_native()) {
        (true, true) => Level::Error,
        (true, false) => Level::Warning,
        (false, true) if takes_text(event) => Level::Warning,
        (false, true) => Level::Info,
        (false, false) => return None,
    };
    let effect = if gates { Effect::FailsOpen } else { Effect::Ignored };
    let consequence = if gates {
        "the answer is invalid: some builds let the action pass, others block it"
    } else {
        "the answer is invalid and dropped"
    };
    Some(
        context
            .finding(
                &RULE,
                level,
                effect,
                &text.place,
                format!("`{event}` wants one JSON object on standard output, and this is text"),
            )
            .label("not JSON")
            .consequence(consequence)
            .help("send messages to standard error, and print `{}` when there is nothing to say"),
    )
}

/// Whether text could have been meant for the conversation, where Claude puts it, or for a decision.
fn takes_text(event: Event) -> bool {
    types::answer_field(event, "additional_context").is_some_and(Field::is_documented)
        || event.facts().blocking.value.can_block()
}

/// Whether a write is a JSON document of its own.
fn is_document(answer: &Answer) -> bool {
    matches!(answer.form, AnswerForm::Json(_) | AnswerForm::ByHand { .. } | AnswerForm::Payload)
}

fn two_documents(context: &ProgramContext<'_>, second: &Answer, event: Event) -> Diagnostic {
    let level = if event.facts().is_permission() { Level::Error } else { Level::Warning };
    let effect = if event.facts().is_permission() { Effect::FailsOpen } else { Effect::Ignored };
    context
        .finding(
            &RULE,
            level,
            effect,
            &second.place,
            "two JSON documents reach standard output, and the host reads one",
        )
        .label("the second one")
        .consequence("the answer is invalid")
        .help("print one object that says everything")
}

/// Where a script of the command line answers before the line itself does.
fn written_by_the_script(
    run: &Run<'_>,
) -> Option<(hookc_compiler::diagnostic::FileId, hookc_compiler::span::Span)> {
    if run.script.is_some() {
        return None;
    }
    let scripts =
        run.command.scripts.iter().filter_map(|script| Some((script, script.facts.as_ref()?, script.file?)));
    for (script, facts, file) in scripts {
        let answers = Run { script: Some(script), ..*run }.answers() && !script.used.conditional;
        let always = |way: &&WayOut| {
            matches!(way.exit, Exit::Code(0)) && way.scope.covers(run.event().name()) == Some(true)
        };
        let says =
            facts.ways_out.iter().filter(always).flat_map(|way| &way.answers).map(|id| facts.answer(*id));
        if let Some(answer) = says.into_iter().find(|answer| answers && script::json(answer).is_some()) {
            return Some((file, hookc_compiler::span::Span::new(answer.place.start, answer.place.end)));
        }
    }
    None
}
