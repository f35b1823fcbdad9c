use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::SinkKind;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};

declare_rule! {
    /// A value of the payload is run as code.
    ///
    /// ## What the host does
    /// It passes on what the agent and the files of the project contain. A file named `a;id`, or a prompt with `$(…)` in it, is a command as soon as `eval`, `sh -c` or a
    /// shell of another language reads it as text.
    ///
    /// ## Evidence
    /// DOC: payloads hold file names, prompts and commands as they are.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/lint.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/lint.sh
    /// file=$(jq -r .file_path)
    /// eval "ls -l $file" >&2
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/lint.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/lint.sh
    /// file=$(jq -r .file_path)
    /// ls -l -- "$file" >&2
    /// ```
    ///
    /// ## Stays silent
    /// A value that reaches the inner shell as an argument.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/lint.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/lint.sh
    /// file=$(jq -r .file_path)
    /// sh -c 'wc -l "$1"' sh "$file" >&2
    /// ```
    ///
    /// ## When to ignore it
    /// Never for `eval` and shells. A word without quotes is harmless where the value can hold neither blanks nor `*`.
    "payload-injection", [Error, Warning], [Leaks, None], Doc, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    for sink in &context.facts().sinks {
        let value = match script::shown(&sink.path) {
            path if path.is_empty() => "the payload".to_owned(),
            path => format!("`{path}`"),
        };
        let finding = match sink.kind {
            SinkKind::Eval => context
                .finding(
                    &RULE,
                    Level::Error,
                    Effect::Leaks,
                    &sink.place,
                    format!("{value} is run as code here"),
                )
                .label("run as code")
                .consequence("whoever chooses the value chooses what runs")
                .help("call the program itself, with the value as an argument of its own"),
            SinkKind::Shell => context
                .finding(
                    &RULE,
                    Level::Error,
                    Effect::Leaks,
                    &sink.place,
                    format!("{value} becomes a part of a shell's command line here"),
                )
                .label("read by a shell")
                .consequence("a file named `a;id` runs `id`")
                .help("pass the value as an argument, without a shell in between"),
            SinkKind::Word => context
                .finding(
                    &RULE,
                    Level::Warning,
                    Effect::None,
                    &sink.place,
                    format!("{value} stands without quotes, so the shell splits it and expands `*`"),
                )
                .label("not quoted")
                .consequence(
                    "a value with blanks becomes several arguments, one that begins with `-` an option",
                )
                .help("put it in double quotes"),
        };
        findings.report(finding);
    }
}
