use hookc_compiler::diagnostic::{Applicability, Edit};
use hookc_compiler::syntax::edit;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A shared file holds a path of one person's machine.
    ///
    /// ## What the host does
    /// It runs the command as written. On every other machine the file is not there, and the hook fails.
    ///
    /// ## Evidence
    /// OBS: the commonest fault of installed project files, eleven in a hundred; mostly written by installers.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node /Users/ann/work/shop/.cursor/hooks/stop.js" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/stop.js
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node .cursor/hooks/stop.js" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/stop.js
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## Stays silent
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node /opt/tools/stop.js" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the file is not shared, or all machines have that path.
    "machine-specific-path", [Warning], [FailsOpen], Obs, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let (Some(command), Some(kind)) = (context.hook.command(), context.source.kind()) else { return };
    if !kind.facts().shared {
        return;
    }
    for path in command.line.machine_paths() {
        let span = command.text.span_of(&context.source.tree, path.range.clone());
        let mut finding = RULE
            .at(context.id(), span, "this path exists on one machine only, and the file is shared")
            .label("one person's folder");
        match command.project_tails.iter().find(|(range, _)| *range == path.range) {
            Some((_, tail)) if !tail.contains([' ', '\'', '"', '$']) => {
                let text = edit::quote(tail);
                finding = finding.fix(
                    Applicability::Unsafe,
                    format!("write `{tail}`"),
                    vec![Edit { span, text: text[1..text.len() - 1].to_owned() }],
                );
            }
            _ => {
                finding = finding.help("hooks of a project run in its root: write the path from there");
            }
        }
        findings.report(finding);
    }
}
