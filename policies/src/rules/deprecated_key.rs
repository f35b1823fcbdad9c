use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::syntax::edit;
use hookc_compiler::typecheck::Dialect;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// `stop_hook_loop_limit` is no longer read.
    ///
    /// ## What the host does
    /// It writes a warning to its log and ignores the value. The limit is set hook by hook now, with `loop_limit`.
    ///
    /// ## Evidence
    /// BND: read in two builds of 2026 (HOOKS.md 1.1).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "stop_hook_loop_limit": 3,
    ///   "hooks": { "stop": [{ "command": "run-tests" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "run-tests", "loop_limit": 3 }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "_stop_hook_loop_limit": "was 3",
    ///   "hooks": { "stop": [{ "command": "run-tests", "loop_limit": null }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the file must also serve a build from before the change.
    "deprecated-key", [Warning], [Ignored], Bnd, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let Some(root) = context.root().filter(|_| context.dialect() == Some(Dialect::Native)) else { return };
    let Some(member) = root.get("stop_hook_loop_limit") else { return };
    findings.report(
        RULE.at(context.id(), member.key().span(), "`stop_hook_loop_limit` is no longer read")
            .label("ignored")
            .help("set `loop_limit` in the entries of `stop` and `subagentStop`")
            .fix(Applicability::Unsafe, "remove the key", vec![edit::remove_member(member)]),
    );
}
