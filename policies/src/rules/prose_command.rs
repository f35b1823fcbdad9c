use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// The command is a sentence, not a command line.
    ///
    /// ## What the host does
    /// It hands the sentence to a shell, which looks for a program named after its first word. Words for a model belong into a prompt hook, and even
    /// there they are a question to be answered with yes or no.
    ///
    /// ## Evidence
    /// DOC: `command` is a shell command line, a prompt hook a judge (HOOKS.md 1.2, 1.3).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "If the file is TypeScript, call the lint tool." }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "npm run lint" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "afterFileEdit": [{ "command": "make lint and test" }],
    ///     "stop": [{ "command": "say Done." }, { "command": "If-Ready --then notify" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When a program really has that name.
    "prose-command", [Error], [FailsOpen, Blocks], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command().filter(|command| command.line.is_prose()) else { return };
    let failing = Failing::of(context);
    findings.report(
        failing
            .finding(
                &RULE,
                context,
                command.text.span,
                "this is a sentence, and a shell would look for a program of its first word",
            )
            .label("not a command line")
            .help("write the command that does it; a question for a model is `\"type\": \"prompt\"`"),
    );
}
