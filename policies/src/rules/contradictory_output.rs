use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::Member;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};
use crate::types;

declare_rule! {
    /// `continue` and `permission` of one answer disagree, and only one of them is read.
    ///
    /// ## What the host does
    /// It reads one of the two: `permission` before commands, tools, files and subagents, `continue` before a prompt. The other is ignored, whatever it says.
    ///
    /// ## Evidence
    /// DOC for the fields of each event.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/stop.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/stop.sh
    /// cat >/dev/null
    /// echo '{"continue":false,"permission":"allow"}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/stop.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/stop.sh
    /// cat >/dev/null
    /// echo '{"continue":false,"permission":"deny"}'
    /// ```
    ///
    /// `continue: true` beside a denial is an info, since the denial counts.
    ///
    /// ## Stays silent
    /// Both say the same.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/stop.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/stop.sh
    /// cat >/dev/null
    /// echo '{"continue":true,"permission":"allow"}'
    /// ```
    ///
    /// ## When to ignore it
    /// Never: drop the field that does not count.
    "contradictory-output", [Warning, Info], [Ignored], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    for answer in &context.facts().answers {
        let events = script::reached(context.answering(), &answer.scope);
        let reads = |name: &str| events.iter().any(|event| types::answer_field(*event, name).is_some());
        for members in script::objects(answer) {
            let (Some(proceed), Some(permission)) =
                (script::member(members, "continue"), script::member(members, "permission"))
            else {
                continue;
            };
            let (counts, ignored, is_no) = match (reads("permission"), reads("continue")) {
                (true, false)
                    if can_be_text(permission, "allow") && script::can_be(&proceed.value, false) =>
                {
                    (permission, proceed, true)
                }
                (true, false) if can_be_text(permission, "deny") && script::can_be(&proceed.value, true) => {
                    (permission, proceed, false)
                }
                (false, true) if script::can_be(&proceed.value, true) && can_be_text(permission, "deny") => {
                    (proceed, permission, true)
                }
                _ => continue,
            };
            let (level, message, consequence) = if is_no {
                (
                    Level::Warning,
                    format!(
                        "`{}` says no and is not read here, while `{}` says yes",
                        ignored.key.name, counts.key.name
                    ),
                    "the action goes ahead",
                )
            } else {
                (
                    Level::Info,
                    format!("`{}` says yes beside a denial, and is not read here", ignored.key.name),
                    "the denial counts",
                )
            };
            // What is certain of one of several values only may never be answered together.
            let is_certain =
                [counts, ignored].iter().all(|member| script::alternatives(&member.value).len() == 1);
            if is_no && !is_certain {
                continue;
            }
            findings.report(
                context
                    .finding(&RULE, level, Effect::Ignored, &ignored.key.place, message)
                    .label("ignored")
                    .consequence(consequence)
                    .related(context.program.file, context.span(&counts.key.place), "this counts"),
            );
        }
    }
}

fn can_be_text(member: &Member, wanted: &str) -> bool {
    script::texts(&member.value).any(|text| text.name == wanted)
}
