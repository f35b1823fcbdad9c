use hookc_compiler::command::{Resolution, Via};

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A script is run by its path and has no execute bit.
    ///
    /// ## What the host does
    /// The shell refuses to run it and ends with 126. The hook fails, and the action goes ahead unless `failClosed` is set.
    ///
    /// ## Evidence
    /// DOC: the quick start makes the script executable first (HOOKS.md 6.1). The bit that counts is the one in git: others get that one.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": ".cursor/hooks/no-env.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/no-env.sh
    /// #!/bin/sh
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": ".cursor/hooks/no-env.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/no-env.sh +x
    /// #!/bin/sh
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": "sh .cursor/hooks/no-env.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/no-env.sh
    /// #!/bin/sh
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## When to ignore it
    /// When an install step sets the bit.
    "not-executable", [Error], [FailsOpen, Blocks], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    for script in &command.scripts {
        let Resolution::Found(file) = &script.resolution else { continue };
        let is_windows_script = file.path.extension().is_some_and(|ending| {
            ["cmd", "bat", "ps1", "exe"].iter().any(|known| ending.eq_ignore_ascii_case(known))
        });
        if script.used.via != Via::Direct
            || script.used.guarded
            || script.used.made_executable
            || is_windows_script
            || file.executable != Some(false)
        {
            continue;
        }
        let failing = Failing::of(context);
        let shown = context.source.place.show(&file.path);
        let span = command.text.span_of(&context.source.tree, script.used.range.clone());
        let message = if file.executable_on_disk == Some(true) {
            format!("`{shown}` is executable here and not in git, so others get it without the execute bit")
        } else {
            format!("`{shown}` is run by its path and has no execute bit (exit code 126)")
        };
        let help = if matches!(file.git, hookc_compiler::command::GitState::Tracked(_)) {
            format!("`git update-index --chmod=+x {shown}`, or name the interpreter in the command")
        } else {
            format!("`chmod +x {shown}`, or name the interpreter in the command")
        };
        findings.report(failing.finding(&RULE, context, span, message).label("not executable").help(help));
    }
}
