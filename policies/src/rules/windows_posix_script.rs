use hookc_compiler::analysis::Platform;
use hookc_compiler::command::PosixOnlyKind;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A command needs a POSIX shell, and Windows is among the platforms.
    ///
    /// ## What the host does
    /// On Windows it runs hooks through PowerShell. A shell script that is called by its path is opened with an editor or asks what to open it
    /// with; the first `bash` on the path may be the launcher of another system. One `command` serves all systems.
    ///
    /// ## Evidence
    /// BND for PowerShell, OBS for what happens to scripts: ten reports (HOOKS.md 6.2).
    ///
    /// ## Fails (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/format.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/format.sh
    /// echo '{}'
    /// ```
    ///
    /// ## Fixed (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "node .cursor/hooks/format.mjs" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/format.mjs
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/format.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/format.sh
    /// echo '{}'
    /// ```
    ///
    /// ## When to ignore it
    /// When everyone on Windows has Git Bash first on the path.
    "windows-posix-script", [Warning], [FailsOpen], Obs, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command().filter(|_| context.runs_on(Platform::Windows)) else { return };
    let Some(posix) = command.line.posix_only().into_iter().next() else { return };
    let span = command.text.span_of(&context.source.tree, posix.range);
    let message = match posix.kind {
        PosixOnlyKind::Shell => "this shell is not a part of Windows; the first one on the path may be another system's",
        PosixOnlyKind::ShellScript => "Windows opens a shell script instead of running it",
    };
    findings.report(
        RULE.at(context.id(), span, message)
            .label("POSIX only")
            .help("a script in Node or Python runs on all systems with one command"),
    );
}
