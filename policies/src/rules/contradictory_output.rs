use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{Member, Value};

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};
use crate::types;

declare_rule! {
    /// `continue` and `permission` of one answer disagree, and the one that counts says yes.
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
    /// ## Stays silent
    /// `continue: true` beside a denial: the denial counts.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/stop.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/stop.sh
    /// cat >/dev/null
    /// echo '{"continue":true,"permission":"deny"}'
    /// ```
    ///
    /// ## When to ignore it
    /// Never: drop the field that does not count.
    "contradictory-output", [Warning], [Ignored], Doc, Check::Program(check)
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
            let (counts, ignored) = match (reads("permission"), reads("continue")) {
                (true, false) if is_allow(permission) && is_false(proceed) => (permission, proceed),
                (false, true) if is_true(proceed) && is_deny(permission) => (proceed, permission),
                _ => continue,
            };
            let finding = context
                .finding(
                    &RULE,
                    Level::Warning,
                    Effect::Ignored,
                    &ignored.key.place,
                    format!(
                        "`{}` says no and is not read here, while `{}` says yes",
                        ignored.key.name, counts.key.name
                    ),
                )
                .label("ignored")
                .consequence("the action goes ahead")
                .related(context.program.file, context.span(&counts.key.place), "this counts");
            findings.report(finding);
        }
    }
}

fn is_allow(member: &Member) -> bool {
    matches!(&member.value, Value::Text(text) if text.name == "allow")
}

fn is_deny(member: &Member) -> bool {
    matches!(&member.value, Value::Text(text) if text.name == "deny")
}

fn is_true(member: &Member) -> bool {
    matches!(member.value, Value::Bool(true, _))
}

fn is_false(member: &Member) -> bool {
    matches!(member.value, Value::Bool(false, _))
}
