use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::syntax::{Node, edit};
use hookc_compiler::typecheck::joined_command;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// `args` beside `command`: the arguments are lost.
    ///
    /// ## What the host does
    /// It runs `command` alone, as a shell command line. With `"command": "env", "args": ["bash", "x.sh"]` it runs a bare `env`, whose output
    /// is not JSON: a gate then fails, or blocks everything in builds that take broken output for a refusal.
    ///
    /// ## Evidence
    /// OBS: four reports of Claude settings files whose `args` were dropped (HOOKS.md 1.2, 2.2).
    ///
    /// ## Fails
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": {
    ///     "Stop": [{ "hooks": [{ "type": "command", "command": "node", "args": ["tools/summary.js"] }] }]
    ///   }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": {
    ///     "Stop": [{ "hooks": [{ "type": "command", "command": "node tools/summary.js" }] }]
    ///   }
    /// }
    /// ```
    /// ```js tools/summary.js
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## Stays silent
    /// An entry that the host carries over, and one of a type that it skips in any case:
    ///
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": {
    ///     "Stop": [
    ///       { "hooks": [{ "type": "command", "command": "node tools/summary.js --short" }] },
    ///       { "hooks": [{ "type": "http", "url": "https://example.invalid/stop", "args": ["--short"] }] }
    ///     ]
    ///   }
    /// }
    /// ```
    /// ```js tools/summary.js
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## When to ignore it
    /// When nobody who uses the settings file works with Cursor, or third-party hooks are switched off there.
    "args-ignored", [Error], [Ignored], Obs, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let (Some(command), Some(member)) = (context.hook.command(), context.entry().get("args")) else { return };
    if !member.value().is_array() || member.value().items().next().is_none() {
        return;
    }
    let mut finding = RULE
        .at(context.id(), member.span(), "`args` is not read: only `command` is run, without its arguments")
        .label("lost")
        .related(context.id(), command.text.span, "all that is run");
    let words: Option<Vec<&str>> = member.value().items().map(Node::as_str).collect();
    if let Some(words) = words {
        let line = joined_command(&command.text.value, &words);
        finding = finding.fix(
            Applicability::Unsafe,
            "write one command line",
            vec![edit::replace(command.text.span, edit::quote(&line)), edit::remove_member(member)],
        );
    }
    findings.report(finding);
}
