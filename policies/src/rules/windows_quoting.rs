use hookc_compiler::analysis::Platform;
use hookc_compiler::command::WindowsQuotingKind;
use hookc_compiler::diagnostic::{Applicability, Effect, Level};
use hookc_compiler::syntax::edit;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A path is quoted for another shell than PowerShell, and Windows is among the platforms.
    ///
    /// ## What the host does
    /// On Windows it runs hooks through PowerShell. There a line that starts with a quoted path is a text and needs `&` before it, which some
    /// builds add by themselves; `-File` takes one word.
    ///
    /// ## Evidence
    /// BND for PowerShell and the added `&`, OBS for the faults (HOOKS.md 6.2).
    ///
    /// ## Fails (platform windows)
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "powershell -File C:\\Users\\Ann Lee\\.cursor\\hooks\\stop.ps1" }] }
    /// }
    /// ```
    ///
    /// ## Fixed (platform windows)
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "powershell -File ./hooks/stop.ps1" }] }
    /// }
    /// ```
    /// ```ps1 ~/.cursor/hooks/stop.ps1
    /// Write-Output '{}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "'./hooks/my tool/report.sh' --from-hook" }] }
    /// }
    /// ```
    /// ```sh ~/.cursor/hooks/my tool/report.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## When to ignore it
    /// When only builds that add the `&` are in use.
    "windows-quoting", [Warning, Info], [FailsOpen], Bnd, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command().filter(|_| context.runs_on(Platform::Windows)) else { return };
    for quoting in command.line.windows_quoting() {
        let span = command.text.span_of(&context.source.tree, quoting.range);
        let (level, message) = match quoting.kind {
            WindowsQuotingKind::FileWithBlank => {
                (Level::Warning, "`-File` takes one word, and this path has a blank")
            }
            // The host was read to add the `&` itself; other programs that run the same line do not.
            WindowsQuotingKind::LeadingQuote => (
                Level::Info,
                "PowerShell takes a line that starts with a quote as a text, unless `&` stands before it",
            ),
        };
        let finding = RULE
            .with(level, Effect::FailsOpen, context.id(), span, message)
            .label("quoted for another shell");
        // No other shell knows a line that starts with `&`.
        let is_for_windows_only = !context.runs_on(Platform::Linux) && !context.runs_on(Platform::Macos);
        let fits_all = quoting.kind != WindowsQuotingKind::LeadingQuote || is_for_windows_only;
        let edit = edit::replace_inside(span, &quoting.replacement);
        findings.report(if fits_all {
            finding.fix(Applicability::Unsafe, format!("write `{}`", quoting.replacement), vec![edit])
        } else {
            finding.help("a path without a blank and without quotes runs in every shell")
        });
    }
}
