use hookc_compiler::analysis::Target;
use hookc_compiler::command::PathForm;
use hookc_compiler::diagnostic::{Effect, Level};

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

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
    "home-path-in-project", [Info, Warning], [FailsOpen], Doc, Check::Source(check)
}

/// The first such script of the file, with the others as related places: what is to be understood is the same for all.
fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    if !context.source.kind().is_some_and(|kind| kind.facts().shared) {
        return;
    }
    let level = if context.settings.targets.contains(&Target::Cloud) { Level::Warning } else { Level::Info };
    let hooks = context.source.config.iter().flat_map(|config| &config.hooks);
    let commands = hooks.filter_map(|hook| hook.command());
    let mut places = commands.flat_map(|command| {
        let scripts = command.scripts.iter().map(|script| &script.used);
        let at_home = scripts.filter(|used| matches!(used.path, PathForm::Home(_)) && !used.guarded);
        at_home.map(|used| command.text.span_of(&context.source.tree, used.range.clone()))
    });
    let Some(first) = places.next() else { return };
    let message = "this script is there only where the user installed it, and the file is shared";
    let finding =
        RULE.with(level, Effect::FailsOpen, context.id(), first, message).label("in the home folder");
    findings.report(places.fold(finding, |finding, place| finding.related(context.id(), place, "here too")));
}
