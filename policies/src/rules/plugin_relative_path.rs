use hookc_compiler::command::{Directory, PathForm, Resolution, ScriptUse};
use hookc_compiler::diagnostic::{Applicability, Edit, Effect, Level};
use hookc_schema::{Event, SourceKind};

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A plugin's hook names its script by a relative path.
    ///
    /// ## What the host does
    /// It runs a plugin's hooks in the plugin's root, but `stop` and `subagentStop` in the workspace that the user has open, where the script is
    /// not. `${CURSOR_PLUGIN_ROOT}` is put into the command before it runs and holds at every event.
    ///
    /// ## Evidence
    /// OBS: two independent probes agree for `stop`, one saw `subagentStop` (HOOKS.md 3). The working directory is not documented.
    ///
    /// ## Fails
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "summary" }
    /// ```
    /// ```json plugin:hooks/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "./scripts/summary.sh" }] }
    /// }
    /// ```
    /// ```sh plugin:scripts/summary.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## Fixed
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "summary" }
    /// ```
    /// ```json plugin:hooks/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "\"${CURSOR_PLUGIN_ROOT}/scripts/summary.sh\"" }] }
    /// }
    /// ```
    /// ```sh plugin:scripts/summary.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "summary" }
    /// ```
    /// ```json plugin:hooks/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "summary report" }, { "command": "cd \"${CURSOR_PLUGIN_ROOT}\" && ./scripts/summary.sh" }] }
    /// }
    /// ```
    /// ```sh plugin:scripts/summary.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## When to ignore it
    /// At other events than `stop` and `subagentStop` it is an info while the file exists in the plugin.
    "plugin-relative-path", [Error, Info], [FailsOpen, Blocks, None], Obs, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    let runs_in_workspace = matches!(context.hook.event, Event::Stop | Event::SubagentStop);
    for script in &command.scripts {
        let used = &script.used;
        if !concerns(context, used) || used.guarded {
            continue;
        }
        let missing = matches!(script.resolution, Resolution::Missing(_)) && !used.generated;
        let event = context.hook.event.name();
        let (level, effect, message, consequence) = if runs_in_workspace {
            let message = format!(
                "`{event}` hooks of a plugin run in the user's workspace, where `{}` is not",
                used.text
            );
            (
                Level::Error,
                Effect::FailsOpen,
                message,
                "the hook fails each time, and nothing comes of it".to_owned(),
            )
        } else if missing {
            let failing = Failing::without_script(context, &used.via);
            (
                Level::Error,
                failing.effect,
                format!("`{}` does not exist in the plugin", used.text),
                failing.consequence,
            )
        } else {
            let message = "the working directory of a plugin's hook is not documented".to_owned();
            (Level::Info, Effect::None, message, String::new())
        };
        let span = command.text.span_of(&context.source.tree, used.range.clone());
        let mut finding = RULE
            .with(level, effect, context.id(), span, message)
            .label("relative")
            .consequence(consequence)
            .help("start the path with `${CURSOR_PLUGIN_ROOT}`");
        if let (PathForm::Relative(path), false) = (&used.path, missing) {
            let path = path.trim_start_matches("./").replace('\\', "/");
            if !path.contains(['"', '$', '`', '\'']) {
                finding = finding.fix(
                    Applicability::Unsafe,
                    format!("write `\"${{CURSOR_PLUGIN_ROOT}}/{path}\"`"),
                    vec![Edit { span, text: format!("\\\"${{CURSOR_PLUGIN_ROOT}}/{path}\\\"") }],
                );
            }
        }
        findings.report(finding);
    }
}

/// Whether the script is named relative to the folder that a plugin's hook starts in.
pub(crate) fn concerns(context: &HookContext<'_>, used: &ScriptUse) -> bool {
    context.source.kind() == Some(SourceKind::Plugin)
        && used.directory == Directory::Start
        && matches!(used.path, PathForm::Relative(_))
}
