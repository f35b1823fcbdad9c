use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::Member;
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};
use crate::types;

declare_rule! {
    /// A hook of a Cursor file answers in Claude's form.
    ///
    /// ## What the host does
    /// It takes `hookSpecificOutput` and `decision: "block"` from hooks that it imports from Claude's settings. For its own hooks they are unknown fields,
    /// which it ignores: a denial does not deny, and context goes nowhere. Some command-line builds of 2026 read the nested form everywhere.
    ///
    /// ## Evidence
    /// DOC for the answers of each event. OBS: an editor of June 2026 ignored the nested form (HOOKS.md 2.6).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "python3 .cursor/hooks/gate.py" }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/gate.py
    /// import json, sys
    ///
    /// sys.stdin.buffer.read()
    /// print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}))
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "python3 .cursor/hooks/gate.py", "failClosed": true }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/gate.py
    /// import json, sys
    ///
    /// sys.stdin.buffer.read()
    /// print(json.dumps({"permission": "deny", "user_message": "not here"}))
    /// ```
    ///
    /// ## Stays silent
    /// An answer that holds both forms, and a script that Claude runs as well.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "python3 .cursor/hooks/gate.py", "failClosed": true }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/gate.py
    /// import json, sys
    ///
    /// sys.stdin.buffer.read()
    /// print(json.dumps({"permission": "deny", "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}))
    /// ```
    ///
    /// ## When to ignore it
    /// When only builds that read the nested form everywhere are in use.
    "claude-output-shape", [Error], [Ignored, FailsOpen], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    if context.serves_other_hosts() || !context.facts().host_checks.is_empty() {
        return;
    }
    for answer in &context.facts().answers {
        let events = script::reached(context.answering(), &answer.scope);
        for members in script::objects(answer) {
            let is_read = |member: &Member| {
                events.iter().any(|event| types::answer_field(*event, &member.key.name).is_some())
            };
            let Some(foreign) = members.iter().find(|member| is_claudes(member, &events)) else { continue };
            if events.is_empty() || members.iter().any(is_read) {
                continue;
            }
            let event = events[0];
            let gates = event.facts().blocking.value.can_block();
            let effect = if gates { Effect::FailsOpen } else { Effect::Ignored };
            let mut fields =
                types::answer_fields(event).map(|field| format!("`{field}`")).collect::<Vec<_>>();
            fields.truncate(4);
            let mut finding = context
                .finding(
                    &RULE,
                    Level::Error,
                    effect,
                    &foreign.key.place,
                    format!(
                        "`{}` is Claude's answer, which `{event}` does not read in a Cursor file",
                        foreign.key.name
                    ),
                )
                .label("not read")
                .consequence(if gates { "a denial denies nothing" } else { "the answer is lost" });
            if !fields.is_empty() {
                finding = finding.help(format!("the answer here is an object with {}", fields.join(", ")));
            }
            findings.report(finding);
            break;
        }
    }
}

/// Whether a member of an answer to these events belongs to Claude's form.
pub(super) fn is_claudes(member: &Member, events: &[Event]) -> bool {
    match member.key.name.as_str() {
        "hookSpecificOutput" | "permissionDecision" | "permissionDecisionReason" => true,
        "decision" => {
            let decides = events.iter().any(|event| types::answer_field(*event, "permission").is_some());
            let mut texts = script::texts(&member.value);
            !decides || texts.any(|text| text.name == "block" || text.name == "approve")
        }
        _ => false,
    }
}
