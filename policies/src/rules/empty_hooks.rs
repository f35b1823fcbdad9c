use hookc_compiler::typecheck::Dialect;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// The file configures no hook.
    ///
    /// ## What the host does
    /// It loads the file and runs nothing. An empty file is also the way to take hooks away while the editor runs, since deleting the file does
    /// not unload them.
    ///
    /// ## Evidence
    /// BND for the first, OBS for the second (HOOKS.md 4.2, 4.3).
    ///
    /// ## Fails (pedantic)
    /// ```json .cursor/hooks.json
    /// { "version": 1, "hooks": {} }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// { "version": 1, "hooks": { "stop": [{ "command": "notify-send done" }] } }
    /// ```
    ///
    /// ## Stays silent
    /// One event may be empty beside others:
    ///
    /// ```json .cursor/hooks.json
    /// { "version": 1, "hooks": { "stop": [{ "command": "notify-send done" }], "sessionEnd": [] } }
    /// ```
    ///
    /// ## When to ignore it
    /// When the file is a placeholder.
    "empty-hooks", [Info], [None], Bnd, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let Some(hooks) = context
        .root()
        .filter(|_| context.dialect() == Some(Dialect::Native))
        .and_then(|root| root.get("hooks"))
    else {
        return;
    };
    if hooks.value().is_object()
        && hooks
            .value()
            .members()
            .all(|event| event.value().items().next().is_none() && event.value().is_array())
    {
        findings
            .report(RULE.at(context.id(), hooks.value().span(), "this file configures no hook").pedantic());
    }
}
