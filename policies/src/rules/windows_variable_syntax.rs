use hookc_compiler::analysis::Platform;
use hookc_compiler::diagnostic::{Effect, Level};

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A variable is written in the syntax of a shell that does not run the command.
    ///
    /// ## What the host does
    /// On Windows it runs hooks through PowerShell, elsewhere through a POSIX shell. Neither expands `%NAME%`, and a POSIX shell reads `$env:NAME` as
    /// an empty variable and some text.
    ///
    /// ## Evidence
    /// BND: the shell and its arguments were read in a build (HOOKS.md 6.2). `%NAME%` is reported when Windows is among the platforms.
    ///
    /// ## Fails (platform windows)
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "node \"%USERPROFILE%/.cursor/hooks/update.js\"" }] }
    /// }
    /// ```
    ///
    /// ## Fixed (platform windows)
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": "node ./hooks/update.js" }] }
    /// }
    /// ```
    /// ```js ~/.cursor/hooks/update.js
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## Stays silent (platform windows)
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "sessionStart": [
    ///       { "command": "cmd /c \"%USERPROFILE%\\.cursor\\hooks\\update.cmd\"" },
    ///       { "command": "date '+%Y-%m-%d'" }
    ///     ]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the text is meant literally.
    "windows-variable-syntax", [Warning, Info], [FailsOpen], Bnd, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    let has_windows = context.runs_on(Platform::Windows);
    let has_posix = context.runs_on(Platform::Linux) || context.runs_on(Platform::Macos);
    for variable in command.line.windows_variables() {
        let span = command.text.span_of(&context.source.tree, variable.range.clone());
        let (level, message) = if variable.is_powershell && has_posix {
            (Level::Info, format!("a POSIX shell does not expand `$env:{}`", variable.name))
        } else if !variable.is_powershell && has_windows {
            (Level::Warning, format!("neither PowerShell nor a POSIX shell expands `%{}%`", variable.name))
        } else {
            continue;
        };
        findings.report(
            RULE.with(level, Effect::FailsOpen, context.id(), span, message)
                .label("stays as it is")
                .help("write the path from the folder that the hooks of this file run in"),
        );
    }
}
