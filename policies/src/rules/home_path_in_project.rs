use hookc_compiler::analysis::Target;
use hookc_compiler::command::PathForm;
use hookc_compiler::diagnostic::{Effect, Level};

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A shared file runs a script from the user's home folder.
    ///
    /// ## What the host does
    /// The shell expands `~` to the home folder of whoever runs it. The script is there only where the user installed it; cloud agents have no
    /// such folder.
    ///
    /// ## Evidence
    /// DOC: cloud agents have no access to the home folder (HOOKS.md 9).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "~/.cursor/hooks/format.sh" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": ".cursor/hooks/format.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/format.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "~/.cursor/hooks/format.sh" }] }
    /// }
    /// ```
    /// ```sh ~/.cursor/hooks/format.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## When to ignore it
    /// When everyone who works on the project has the script.
    "home-path-in-project", [Info, Warning], [FailsOpen], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let (Some(command), Some(kind)) = (context.hook.command(), context.source.kind()) else { return };
    if !kind.facts().shared {
        return;
    }
    let level = if context.settings.targets.contains(&Target::Cloud) { Level::Warning } else { Level::Info };
    for script in command.scripts.iter().filter(|script| matches!(script.used.path, PathForm::Home(_))) {
        if script.used.guarded {
            continue;
        }
        let span = command.text.span_of(&context.source.tree, script.used.range.clone());
        findings.report(
            RULE.with(
                level,
                Effect::FailsOpen,
                context.id(),
                span,
                "this script is there only where the user installed it, and the file is shared",
            )
            .label("in the home folder"),
        );
    }
}
