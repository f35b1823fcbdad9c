use std::ops::Range;

use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{Exit, WayOut};

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{ProgramContext, Run};

declare_rule! {
    /// A gate can end without an answer.
    ///
    /// ## What the host does
    /// With `failClosed`, an empty output counts as a failure and blocks. Without it the documentation takes silence for no objection, yet builds of 2026
    /// were seen to block with "not valid JSON". `{}` means no objection everywhere.
    ///
    /// ## Evidence
    /// DOC, OBS: the editor 3.19 lets the action pass; command-line builds of July and August 2026 blocked it. BND for `failClosed`.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "bash .cursor/hooks/guard.sh", "failClosed": true }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/guard.sh
    /// cat >/dev/null
    /// [ -e .cursor/guard.disabled ] && exit 0
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "bash .cursor/hooks/guard.sh", "failClosed": true }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/guard.sh
    /// cat >/dev/null
    /// [ -e .cursor/guard.disabled ] && { echo '{}'; exit 0; }
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## Stays silent
    /// Silence at an event that only observes, and a refusal by exit code.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "afterFileEdit": [{ "command": "bash .cursor/hooks/log.sh" }],
    ///     "beforeMCPExecution": [{ "command": "bash .cursor/hooks/no.sh", "failClosed": true }]
    ///   }
    /// }
    /// ```
    /// ```sh .cursor/hooks/log.sh
    /// cat >/dev/null
    /// ```
    /// ```sh .cursor/hooks/no.sh
    /// cat >/dev/null
    /// echo "no MCP here" >&2
    /// exit 2
    /// ```
    ///
    /// ## When to ignore it
    /// When the builds in use take silence for no objection and the hook has no `failClosed`.
    "gate-empty-stdout", [Warning, Info], [FailsOpen, Blocks], Bnd, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    if !context.facts().is_sure() {
        return;
    }
    let gates: Vec<&Run<'_>> = context
        .answering()
        .filter(|run| {
            run.event().facts().is_permission()
                && run.exits()
                // What a short line leaves unsaid is said by its exit code.
                && (run.script.is_some() || run.hook.fails_closed())
        })
        .collect();
    let mut told: Vec<Range<usize>> = Vec::new();
    for way in context.facts().ways_out.iter().filter(|way| is_silent(way)) {
        let mut runs = gates.iter().filter(|run| way.scope.covers(run.event().name()) == Some(true));
        let place = seen_end(context.text(), way);
        let Some(first) = runs.clone().next().filter(|_| !told.contains(&place)) else { continue };
        told.push(place.clone());
        let closed = runs.find(|run| run.hook.fails_closed());
        let (level, effect, consequence) = match closed {
            Some(run) => (
                Level::Warning,
                Effect::Blocks,
                format!(
                    "with `failClosed`, `{}` takes an empty output for a failure and blocks",
                    run.event()
                ),
            ),
            None => (
                Level::Info,
                Effect::FailsOpen,
                format!(
                    "some builds take silence at `{}` for no objection, others for invalid JSON, which blocks",
                    first.event()
                ),
            ),
        };
        let at_the_end = way.place.is_empty();
        let message = if at_the_end {
            "the gate can come to its end without an answer"
        } else {
            "here the gate ends without an answer"
        };
        findings.report(
            context
                .finding(&RULE, level, effect, &place, message)
                .label(if at_the_end { "nothing was printed" } else { "prints nothing" })
                .consequence(consequence)
                .help("print `{}` where there is no objection"),
        );
    }
}

/// Whether a way is known to succeed without a word.
fn is_silent(way: &WayOut) -> bool {
    way.exit == Exit::Code(0) && way.answers.is_empty() && !way.many && !way.unsure
}

/// Where a way turns silent: the `return` or `exit` that ends it, the branch without an answer; at the least the last line of the script.
fn seen_end(text: &str, way: &WayOut) -> Range<usize> {
    let returns = |turn: &&Range<usize>| {
        way.place.is_empty() || text.get((*turn).clone()).is_some_and(|turn| turn.starts_with("return"))
    };
    if let Some(turn) = way.turn.as_ref().filter(returns) {
        return turn.start..first_line_end(text, turn);
    }
    if !way.place.is_empty() {
        return way.place.clone();
    }
    let end = text.trim_end().len();
    let line = text[..end].rfind('\n').map_or(0, |at| at + 1);
    let start = line + (text[line..end].len() - text[line..end].trim_start().len());
    start..end
}

/// The end of the first line of a place.
fn first_line_end(text: &str, place: &Range<usize>) -> usize {
    let line = text.get(place.clone()).and_then(|inside| inside.lines().next()).unwrap_or_default();
    place.start + line.trim_end().len()
}
