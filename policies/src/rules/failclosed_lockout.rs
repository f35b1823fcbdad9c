
use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A hook with `failClosed` needs a program that nothing in the repository provides.
    ///
    /// ## What the host does
    /// Where the program is missing, the hook ends with exit code 127, and with `failClosed` that blocks every action of the event: on a fresh clone, in CI and in a
    /// cloud agent nothing works.
    ///
    /// ## Evidence
    /// DOC for `failClosed`; OBS for three reports of people who were locked out.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "rule-hook --event tool.before", "failClosed": true }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "rule-hook --event tool.before", "failClosed": true }] }
    /// }
    /// ```
    /// ```json package.json
    /// { "devDependencies": { "rule-hook": "1.4.0" } }
    /// ```
    ///
    /// ## Stays silent
    /// A program that every system has, and one that the line looks for first.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [{ "command": "python3 -m json.tool", "failClosed": true }],
    ///     "beforeShellExecution": [{ "command": "if command -v rule-hook; then rule-hook; fi", "failClosed": true }],
    ///     "stop": [{ "command": "rule-hook" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When whoever opens the repository has the program, or shall not work without it.
    "failclosed-lockout", [Warning], [Blocks], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    let is_shared = context.source.kind().is_some_and(|kind| kind.facts().shared);
    let Some(program) = command.unprovided.first().filter(|_| is_shared) else { return };
    let name = &command.text.value[program.clone()];
    let span = command.text.span_of(&context.source.tree, program.clone());
    findings.report(
        RULE.at(context.id(), span, format!("nothing in the repository provides `{name}`, and where it is missing everything is blocked"))
            .label("comes from somewhere else")
            .consequence(format!("with `failClosed`, exit code 127 blocks whatever `{}` judges", context.hook.event))
            .help("add the program to the repository or to its dependencies, or name it where the setup is described"),
    );
}
