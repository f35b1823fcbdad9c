use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::syntax::{Member, edit};
use hookc_compiler::typecheck::{Action, Dialect};
use hookc_schema::event::{FailClosed, Subject};

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// An option has no effect at this event or for this type of hook.
    ///
    /// ## What the host does
    /// It checks the option's type and then never looks at it: `loop_limit` counts for `stop` and `subagentStop` only, `failClosed` only
    /// where something can be blocked, `matcher` only where the event has a subject, `model` and `prompt` only for prompt hooks and
    /// `command` only for command hooks.
    ///
    /// ## Evidence
    /// BND for what is checked and where it is used (HOOKS.md 1.2, 4.2, 5.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "prettier --write .", "failClosed": true }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "prettier --write ." }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "afterFileEdit": [{ "command": "prettier --write .", "failClosed": false }],
    ///     "sessionStart": [{ "command": "date", "matcher": "*" }],
    ///     "stop": [{ "command": "run-tests", "loop_limit": null }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the option is there for uniformity and everyone knows that it does nothing.
    "inert-option", [Info], [Ignored], Bnd, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let (hook, facts) = (context.hook, context.hook.event.facts());
    let event = hook.event.name();
    let mut inert = |key: &str, why: &dyn Fn() -> String| {
        let Some(member) = context.entry().get(key) else { return };
        findings.report(RULE.at(context.id(), span(member), why()).label("no effect").fix(
            Applicability::Unsafe,
            format!("remove `{key}`"),
            vec![edit::remove_member(member)],
        ));
    };
    let is_limit = |limit: f64| limit >= 1.0 && limit.fract() == 0.0;
    if hook.loop_limit.is_some_and(|limit| limit.value.is_none_or(is_limit)) {
        if context.dialect() == Some(Dialect::Claude) {
            inert("loop_limit", &|| "`loop_limit` is not read in a Claude file".to_owned());
        } else if !facts.uses_loop_limit() {
            inert("loop_limit", &|| format!("`loop_limit` has no effect on `{event}`, which never loops"));
        }
    }
    if hook.fails_closed() && facts.fail_closed.value == FailClosed::NoEffect {
        inert("failClosed", &|| {
            format!("`failClosed` has no effect on `{event}`, which cannot block anything")
        });
    }
    match hook.action {
        Action::Command(_) => {
            inert("model", &|| "`model` is read for prompt hooks only".to_owned());
            inert("prompt", &|| "`prompt` is read for prompt hooks only".to_owned());
        }
        Action::Prompt { .. } => inert("command", &|| "a prompt hook runs no `command`".to_owned()),
        Action::Unsupported => {}
    }
    let narrows = hook.matcher.as_ref().is_some_and(|matcher| matcher.pattern.is_some());
    if narrows && facts.subject.value == Subject::None && context.dialect() == Some(Dialect::Native) {
        inert("matcher", &|| format!("`{event}` has nothing to match, so the hook runs every time"));
    }
}

fn span(member: Member<'_>) -> hookc_compiler::span::Span {
    member.key().span()
}
