use hookc_compiler::command::{LineEnds, Resolution, Via};
use hookc_compiler::span::Span;

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A shell script has Windows line ends.
    ///
    /// ## What the host does
    /// The kernel takes the carriage return as a part of the interpreter's name and looks for `bash\r` (exit code 127); a shell that is named in the
    /// command trips over the first compound statement. Either way the hook fails.
    ///
    /// ## Evidence
    /// OBS: three reports of guards that were off after git had rewritten the line ends.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": ".cursor/hooks/guard.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/guard.sh +x crlf
    /// #!/usr/bin/env bash
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": ".cursor/hooks/guard.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/guard.sh +x
    /// #!/usr/bin/env bash
    /// echo '{"permission":"allow"}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "python3 .cursor/hooks/guard.py" }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/guard.py crlf
    /// print('{"permission":"allow"}')
    /// ```
    ///
    /// ## When to ignore it
    /// When the file on disk differs from the one in git and only the latter is used.
    "crlf-script", [Error], [FailsOpen, Blocks], Obs, Check::Hook(check)
}

const SHELLS: [&str; 6] = ["sh", "bash", "zsh", "dash", "ksh", "fish"];

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    for script in &command.scripts {
        let (Resolution::Found(file), Some(text)) = (&script.resolution, script.file) else { continue };
        let Some(head) = file.head.as_ref().filter(|_| file.has_foreign_line_ends()) else { continue };
        let is_shell = |name: &str| SHELLS.contains(&name);
        let breaks = match &script.used.via {
            Via::Direct => match &head.shebang {
                Some(shebang) => head.line_ends == LineEnds::CrlfFirst || is_shell(&shebang.program),
                None => false,
            },
            Via::Interpreter(name) => is_shell(name),
            Via::Source => true,
            Via::Windows(_) => false,
        };
        if !breaks || script.used.guarded {
            continue;
        }
        let failing = Failing::of(context);
        let script_text = context.analysis.text(text);
        let first_line = script_text.find(['\r', '\n']).unwrap_or(script_text.len());
        let message = match (&script.used.via, &head.shebang) {
            (Via::Direct, Some(shebang)) if head.line_ends == LineEnds::CrlfFirst => {
                format!(
                    "the line ends are CRLF, so the system looks for a program named `{}\\r`",
                    shebang.program
                )
            }
            _ => "the line ends are CRLF, which a shell takes as a part of each line".to_owned(),
        };
        findings.report(
            RULE.with(RULE.levels[0], failing.effect, text, Span::new(0, first_line), message)
                .label("a carriage return follows")
                .consequence(failing.consequence)
                .help("save the script with LF, and keep it so with `*.sh text eol=lf` in `.gitattributes`")
                .related(
                    context.id(),
                    command.text.span_of(&context.source.tree, script.used.range.clone()),
                    "run from here",
                ),
        );
    }
}
