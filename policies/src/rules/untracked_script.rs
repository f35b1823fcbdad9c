use hookc_compiler::command::{GitState, Resolution};

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// The hooks file is in git, and the script that it runs is not.
    ///
    /// ## What the host does
    /// In a clone, a worktree or a cloud agent the entry is there and the script is not, so the hook fails, and what it should judge goes ahead.
    ///
    /// ## Evidence
    /// OBS: three reports of ignored or forgotten scripts.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": ".cursor/local/stop.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/local/stop.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    /// ```text .gitignore
    /// .cursor/local/
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": ".cursor/hooks/stop.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/stop.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    /// ```text .gitignore
    /// .cursor/local/
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": ".cursor/local/stop.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/local/stop.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    /// ```text .gitignore
    /// .cursor/
    /// ```
    ///
    /// ## When to ignore it
    /// When each machine makes the script by itself, for example in an install step.
    "untracked-script", [Warning], [FailsOpen], Obs, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let (Some(command), Some(kind)) = (context.hook.command(), context.source.kind()) else { return };
    if !kind.facts().shared || !context.source.travels() {
        return;
    }
    for script in &command.scripts {
        let Resolution::Found(file) = &script.resolution else { continue };
        if script.used.guarded || script.used.generated {
            continue;
        }
        let shown = context.source.place.show(&file.path);
        let message = match &file.git {
            GitState::Untracked { ignored_by: Some(line) } | GitState::NoIndex { ignored_by: Some(line) } => {
                let ignore_file = context.source.place.show(&line.file);
                format!("{ignore_file}:{} keeps `{shown}` out of git, so the entry travels without it", line.line)
            }
            GitState::Untracked { ignored_by: None } => {
                format!("`{shown}` is not in git, so the entry travels without it")
            }
            _ => continue,
        };
        let span = command.text.span_of(&context.source.tree, script.used.range.clone());
        findings.report(
            RULE.at(context.id(), span, message)
                .label("not in clones")
                .consequence("in a clone, a worktree or a cloud agent the hook fails")
                .help("add the script to git (`git add -f` when a pattern ignores it)"),
        );
    }
}
