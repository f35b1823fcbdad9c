use hookc_compiler::command::{Command, Word};
use hookc_compiler::diagnostic::{Effect, Level};
use hookc_schema::SourceKind;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};
use crate::script::ProgramContext;

declare_rule! {
    /// A hook that does not run in the project takes its working directory for the project.
    ///
    /// ## What the host does
    /// Hooks of a user file run in `~/.cursor`, enterprise and team hooks in the folder of their file, plugin hooks in the plugin's own folder or in the workspace. `.`,
    /// `$PWD` and `process.cwd()` are these folders, and not the project.
    ///
    /// ## Evidence
    /// DOC for user and enterprise files; OBS for plugins (HOOKS.md 0.9).
    ///
    /// ## Fails
    /// ```json plugin:hooks/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "observer hook --workspace . --event sessionStart" }] }
    /// }
    /// ```
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "observer", "version": "0.9.0", "hooks": "./hooks/hooks.json" }
    /// ```
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node hooks/status.js" }] }
    /// }
    /// ```
    /// ```js ~/.cursor/hooks/status.js
    /// const { existsSync } = require('fs');
    /// if (existsSync(process.cwd() + '/package.json')) console.error('node project');
    /// console.log('{}');
    /// ```
    ///
    /// ## Fixed
    /// ```json plugin:hooks/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "observer hook --workspace \"$CURSOR_PROJECT_DIR\" --event sessionStart" }] }
    /// }
    /// ```
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "observer", "version": "0.9.0", "hooks": "./hooks/hooks.json" }
    /// ```
    ///
    /// ## Stays silent
    /// A project hook, which runs in the project.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "observer hook --workspace ." }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the working directory itself is meant.
    "script-assumes-cwd", [Warning], [None], Obs, Check::HookAndProgram(arguments, check)
}

/// Words in the names of options whose value is the project's folder.
const PLACES: [&str; 6] = ["workspace", "project", "root", "cwd", "repo", "dir"];

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let runs = &context.program.runs;
    let is_outside = |kind: Option<SourceKind>| kind.is_some_and(runs_elsewhere);
    let Some(used) = context.facts().cwd_uses.first() else { return };
    if !runs.iter().all(|run| is_outside(run.source.kind())) {
        return;
    }
    let mut finding = context
        .finding(
            &RULE,
            Level::Warning,
            Effect::None,
            &used.place,
            "the working directory of this hook is not the project",
        )
        .label("another folder")
        .help("use the variable `CURSOR_PROJECT_DIR`, or `workspace_roots` of the payload");
    for other in context.facts().cwd_uses.iter().skip(1).take(3) {
        finding.relate(context.program.file, context.span(&other.place), "likewise");
    }
    findings.report(finding);
}

/// A `.` among the arguments of the command, where an option says that it is the project.
fn arguments(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    if !context.source.kind().is_some_and(runs_elsewhere) {
        return;
    }
    let Some(word) = command.line.commands().iter().find_map(|simple| project_argument(simple)) else {
        return;
    };
    let span = command.text.span_of(&context.source.tree, word.range.clone());
    findings.report(
        RULE.at(context.id(), span, "the working directory of this hook is not the project")
            .label("another folder")
            .help("pass `\"$CURSOR_PROJECT_DIR\"`"),
    );
}

fn project_argument(command: &Command) -> Option<&Word> {
    let is_place = |option: &str| {
        let name = option.trim_start_matches('-').to_lowercase();
        option.starts_with("--") && PLACES.iter().any(|place| name.contains(place))
    };
    let words = &command.words;
    words.iter().enumerate().skip(1).find_map(|(at, word)| {
        let text = word.literal()?;
        let is_here = |path: &str| path == "." || path == "./";
        let follows = is_here(&text) && words[at - 1].literal().is_some_and(|option| is_place(&option));
        let is_glued = text.split_once('=').is_some_and(|(option, value)| is_here(value) && is_place(option));
        (follows || is_glued).then_some(word)
    })
}

/// Whether hooks of such a source run in a folder that is not the project. `~/.claude/settings.json` is read by Claude in the project.
const fn runs_elsewhere(kind: SourceKind) -> bool {
    matches!(kind, SourceKind::User | SourceKind::Enterprise | SourceKind::Team | SourceKind::Plugin)
}
