use hookc_compiler::diagnostic::{Effect, Level};
use hookc_schema::event::{Ask, Blocking};

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};

declare_rule! {
    /// `ask` does not ask at this event.
    ///
    /// ## What the host does
    /// At `preToolUse` it accepts `ask` and runs the tool. At `subagentStart` it takes it for `deny`. At `beforeReadFile` and `beforeTabFileRead` it is
    /// no value of `permission`, and the whole answer is invalid. Only the shell and MCP events ask the user.
    ///
    /// ## Evidence
    /// DOC: "accepted by the schema but not enforced" at `preToolUse`, and `deny` at `subagentStart`. BND for the files.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "bash .cursor/hooks/confirm.sh", "matcher": "Delete" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/confirm.sh
    /// cat >/dev/null
    /// echo '{"permission":"ask","user_message":"Delete this file?"}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "bash .cursor/hooks/confirm.sh", "matcher": "Delete" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/confirm.sh
    /// cat >/dev/null
    /// echo '{"permission":"deny","user_message":"Delete the file yourself, please."}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/confirm.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/confirm.sh
    /// cat >/dev/null
    /// echo '{"permission":"ask","user_message":"Run this?"}'
    /// ```
    ///
    /// ## When to ignore it
    /// When the answer is only meant to be logged.
    "ask-not-enforced", [Error, Warning], [FailsOpen, Blocks], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    for answer in &context.facts().answers {
        let events = script::reached(context.answering(), &answer.scope);
        let asks = |event: &hookc_schema::Event| {
            matches!(event.facts().blocking.value, Blocking::Permission(Ask::AsksUser))
        };
        if events.iter().any(asks) {
            continue;
        }
        let worst = events.iter().filter_map(|event| match event.facts().blocking.value {
            Blocking::Permission(ask) => Some((*event, ask)),
            _ => None,
        });
        let Some((event, ask)) = worst.min_by_key(|(_, ask)| *ask == Ask::Denies) else { continue };
        let (level, effect, message, help) = match ask {
            Ask::AsksUser => continue,
            Ask::NotEnforced => (
                Level::Error,
                Effect::FailsOpen,
                format!("`{event}` does not enforce `ask`: the tool runs"),
                "answer `deny`, or judge shell commands and MCP calls at their own events",
            ),
            Ask::Denies => (
                Level::Warning,
                Effect::Blocks,
                format!("`ask` is the same as `deny` at `{event}`"),
                "write what happens: `deny`",
            ),
            Ask::Refused => (
                Level::Error,
                Effect::FailsOpen,
                format!("`ask` is no value of `permission` at `{event}`: the whole answer is invalid"),
                "answer `allow` or `deny`",
            ),
        };
        let permissions =
            script::objects(answer).into_iter().filter_map(|members| script::member(members, "permission"));
        for text in
            permissions.flat_map(|member| script::texts(&member.value)).filter(|text| text.name == "ask")
        {
            findings.report(
                context
                    .finding(&RULE, level, effect, &text.place, message.clone())
                    .label("nobody is asked")
                    .help(help),
            );
        }
    }
}
