use hookc_compiler::typecheck::Dialect;
use hookc_schema::Event;
use hookc_schema::claude;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// An entry names another event than the one that it is registered for.
    ///
    /// ## What the host does
    /// It ignores the key `event`: the hook runs at the event whose array it stands in.
    ///
    /// ## Evidence
    /// BND: unknown entry keys are not looked at (HOOKS.md 1.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "summary", "event": "sessionEnd" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionEnd": [{ "command": "summary", "event": "sessionEnd" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "stop": [{ "command": "summary", "event": "Stop" }],
    ///     "sessionEnd": [{ "command": "summary", "event": "session-finished" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When another program reads the key and means something else by it.
    "event-key-disagrees", [Warning], [Ignored], Bnd, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    if context.dialect() != Some(Dialect::Native) {
        return;
    }
    let Some(member) = context.entry().get("event") else { return };
    let Some(named) = member.value().as_str() else { return };
    let event = Event::from_name(named).or_else(|| claude::event(named).and_then(|row| row.native));
    let Some(event) = event.filter(|event| *event != context.hook.event) else { return };
    let here = context.hook.event.name();
    findings.report(
        RULE.at(
            context.id(),
            member.value().span(),
            format!("the hook runs at `{here}`, whatever `event` says"),
        )
        .label(format!("`{}` is meant?", event.name()))
        .related(context.id(), context.hook.event_key.span, "it is registered here"),
    );
}
