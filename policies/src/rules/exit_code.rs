use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{Answer, Exit, WayOut};
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext, Run};

declare_rule! {
    /// A hook says no with an exit code that does not block.
    ///
    /// ## What the host does
    /// An exit code of 2 blocks. Any other code but 0 is a failed hook: its answer is not read, and the action goes ahead unless `failClosed` is set. With 0 the
    /// answer counts, so a command line that turns 2 into 0 takes the refusal away.
    ///
    /// ## Evidence
    /// DOC (HOOKS.md 0.3).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/no.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/no.sh
    /// cat >/dev/null
    /// echo '{"permission":"deny"}'
    /// exit 1
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/no.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/no.sh
    /// cat >/dev/null
    /// echo '{"permission":"deny"}'
    /// exit 0
    /// ```
    ///
    /// ## Stays silent
    /// A failure that is none of the refusals.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/no.sh", "failClosed": true }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/no.sh
    /// cat >/dev/null
    /// if [ ! -r .cursor/rules.txt ]; then
    ///   echo "no rules" >&2
    ///   exit 1
    /// fi
    /// echo "not allowed" >&2
    /// exit 2
    /// ```
    ///
    /// ## When to ignore it
    /// When the hook shall only warn.
    "exit-code", [Error], [FailsOpen], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    swallowed(context, findings);
    let runs: Vec<&Run<'_>> = context
        .answering()
        .filter(|run| run.exits() && run.can_block() && !run.hook.fails_closed())
        .collect();
    let mut told: Vec<std::ops::Range<usize>> = Vec::new();
    for way in &context.facts().ways_out {
        let Exit::Code(code) = way.exit else { continue };
        if code == 0 || code == 2 || told.contains(&way.place) {
            continue;
        }
        let event = runs.iter().map(|run| run.event()).find(|event| {
            way.scope.covers(event.name()) == Some(true) && is_lost_refusal(context, way, *event)
        });
        let Some(event) = event else { continue };
        told.push(way.place.clone());
        findings.report(
            context
                .finding(
                    &RULE,
                    Level::Error,
                    Effect::FailsOpen,
                    &way.place,
                    format!("an exit code of {code} does not block: the host takes it for a failure"),
                )
                .label("lets the action pass")
                .consequence(format!("what `{event}` should stop goes ahead"))
                .help("end with 2 to block, or with 0 after printing a denial"),
        );
    }
}

/// Whether the program means to say no at an event and ends with a code that does not.
pub(super) fn loses_a_refusal(context: &ProgramContext<'_>, event: Event) -> bool {
    let fails = |way: &&WayOut| matches!(way.exit, Exit::Code(code) if code != 0 && code != 2);
    context.ways(event).filter(fails).any(|way| is_lost_refusal(context, way, event))
}

/// Whether a way that ends in failure was meant to say no: it answers so; or it is the only way on which a script that says yes elsewhere complains.
fn is_lost_refusal(context: &ProgramContext<'_>, way: &WayOut, event: Event) -> bool {
    if context.says_no(way, event) {
        return true;
    }
    let says_yes = |other: &WayOut| other.exit == Exit::Code(0) && context.written(other, event).any(is_yes);
    let is_ordinary = |other: &&WayOut| other.handler.is_none();
    way.exit == Exit::Code(1)
        && way.complains
        && way.answers.is_empty()
        && is_ordinary(&way)
        && context.facts().is_sure()
        && !context.ways(event).filter(is_ordinary).any(|other| context.refuses(other, event))
        && context.ways(event).any(says_yes)
}

/// Whether an answer lets the action pass in so many words.
fn is_yes(answer: &Answer) -> bool {
    script::objects(answer).into_iter().any(|members| {
        let permission = script::member(members, "permission");
        permission.is_some_and(|member| script::texts(&member.value).any(|text| text.name == "allow"))
            || script::member(members, "continue").is_some_and(|member| script::can_be(&member.value, true))
    })
}

/// A command line that turns the refusal of its script into success.
fn swallowed(context: &ProgramContext<'_>, findings: &mut Findings) {
    for run in context.answering().filter(|run| run.script.is_some() && run.can_block()) {
        let Some(swallow) = run.command.line.swallow() else { continue };
        let Some(way) = context.ways(run.event()).find(|way| way.exit == Exit::Code(2)) else { continue };
        let span = run.command.text.span_of(&run.source.tree, swallow.range.clone());
        findings.report(
            RULE.with(
                Level::Error,
                Effect::FailsOpen,
                run.source.file,
                span,
                "this replaces the exit code of 2, with which the script blocks, by 0",
            )
            .label("takes the refusal away")
            .consequence(format!("what `{}` should stop goes ahead", run.event()))
            .related(context.program.file, context.span(&way.place), "the script blocks here"),
        );
    }
}
