use std::collections::HashMap;
use std::path::Path;

use hookc_compiler::analysis::{Analysis, Settings};
use hookc_compiler::command::{LineEnds, Resolution, Via};
use hookc_compiler::diagnostic::Diagnostic;
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::Script;

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings, HookContext, SourceContext};

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
    "crlf-script", [Error], [FailsOpen, Blocks], Obs, Check::Analysis(check)
}

/// So many places that run one script are shown.
const MOST_PLACES: usize = 20;

const SHELLS: [&str; 6] = ["sh", "bash", "zsh", "dash", "ksh", "fish"];

/// One finding for a script, however many hooks run it in however many ways.
fn check(analysis: &Analysis, settings: &Settings, findings: &mut Findings) {
    let mut places: HashMap<&Path, usize> = HashMap::new();
    let mut found: Vec<Diagnostic> = Vec::new();
    for source in &analysis.sources {
        let file = SourceContext { analysis, source, settings };
        for hook in source.config.iter().flat_map(|config| &config.hooks) {
            let context = HookContext { file, hook };
            for script in hook.command().into_iter().flat_map(|command| &command.scripts) {
                let Some((path, finding)) = finding(&context, script) else { continue };
                match places.get(path).map(|place| &mut found[*place]) {
                    None => {
                        places.insert(path, found.len());
                        found.push(finding);
                    }
                    Some(known) if known.related.len() < MOST_PLACES => known.related.extend(finding.related),
                    Some(_) => {}
                }
            }
        }
    }
    for finding in found {
        findings.report(finding);
    }
}

fn finding<'a>(context: &HookContext<'a>, script: &'a Script) -> Option<(&'a Path, Diagnostic)> {
    let (Resolution::Found(file), Some(text)) = (&script.resolution, script.file) else { return None };
    let head = file.head.as_ref().filter(|_| file.has_foreign_line_ends() && !script.used.guarded)?;
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
    if !breaks {
        return None;
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
    let command = context.hook.command()?;
    let finding = RULE
        .with(RULE.levels[0], failing.effect, text, Span::new(0, first_line), message)
        .label("a carriage return follows")
        .consequence(failing.consequence)
        .help("save the script with LF, and keep it so with `*.sh text eol=lf` in `.gitattributes`")
        .related(
            context.id(),
            command.text.span_of(&context.source.tree, script.used.range.clone()),
            "run from here",
        );
    Some((file.path.as_path(), finding))
}
