use std::collections::BTreeMap;

use hookc_compiler::analysis::{Platform, Target};
use hookc_compiler::span::Span;

use crate::declare_rule;
use crate::programs;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// A desktop session may not find this program.
    ///
    /// ## What the host does
    /// It hands its own `PATH` on. An editor that was started from the dock or a menu never read the shell's start-up files, so what Homebrew, nvm,
    /// asdf or a language's own installer put there is missing: the hook ends with 127.
    ///
    /// ## Evidence
    /// OBS: reports from macOS and Linux.
    ///
    /// ## Fails (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "attribution checkpoint" }] }
    /// }
    /// ```
    ///
    /// ## Fixed (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "sh tools/checkpoint.sh" }] }
    /// }
    /// ```
    /// ```sh tools/checkpoint.sh
    /// PATH="$HOME/.local/bin:/opt/homebrew/bin:$PATH" attribution checkpoint
    /// ```
    ///
    /// ## Stays silent (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "command -v attribution >/dev/null || exit 0; attribution checkpoint" }, { "command": "git status" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When everybody starts the editor from a shell, or the program lies in a folder that every session has.
    "gui-path", [Info], [FailsOpen], Obs, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let is_asked = context.settings.pedantic && context.settings.targets.contains(&Target::Editor);
    if !is_asked || !(context.runs_on(Platform::Linux) || context.runs_on(Platform::Macos)) {
        return;
    }
    let mut places: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    let hooks = context.source.config.iter().flat_map(|config| &config.hooks);
    for command in hooks.filter_map(|hook| hook.command()).filter(|command| !command.line.is_windows_only()) {
        for program in command.line.programs() {
            if !program.guarded && !programs::is_of_the_system(&program.name) {
                let span = command.text.span_of(&context.source.tree, program.range.clone());
                places.entry(&program.name).or_default().push(span);
            }
        }
    }
    for (name, spans) in places {
        let message =
            format!("an editor that a desktop starts may not find `{name}`, and the hook fails then");
        let finding = RULE.at(context.id(), spans[0], message).label("looked up on the `PATH`").pedantic();
        findings.report(
            spans[1..].iter().fold(finding, |finding, span| finding.related(context.id(), *span, "here too")),
        );
    }
}
