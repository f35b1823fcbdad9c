use hookc_compiler::command::{UnquotedKind, UnquotedPath};
use hookc_compiler::diagnostic::{Applicability, Diagnostic, Edit, Effect, Level};
use hookc_compiler::syntax::edit;
use hookc_compiler::typecheck::Command;
use hookc_schema::SourceKind;

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::HookContext;
use crate::rule::{Check, Findings, SourceContext};
use crate::rules::unknown_root_variable::PLUGIN_ROOTS;

declare_rule! {
    /// A path with a blank in it stands outside quotes.
    ///
    /// ## What the host does
    /// It gives the line to a shell, and the shell splits it at the blank. A plugin's root is put into the line as text, so a blank in the
    /// folder it was installed in has the same effect. Python then looks for a file that is not there and ends with 2, which blocks.
    ///
    /// ## Evidence
    /// OBS: seven reports of locked tools on machines with a blank in the home folder (HOOKS.md 6.1).
    ///
    /// ## Fails
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "gate" }
    /// ```
    /// ```json plugin:hooks/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "python3 ${CURSOR_PLUGIN_ROOT}/hooks/gate.py" }] }
    /// }
    /// ```
    /// ```py plugin:hooks/gate.py
    /// print("{}")
    /// ```
    ///
    /// ## Fixed
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "gate" }
    /// ```
    /// ```json plugin:hooks/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "python3 \"${CURSOR_PLUGIN_ROOT}/hooks/gate.py\"" }] }
    /// }
    /// ```
    /// ```py plugin:hooks/gate.py
    /// print("{}")
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
    /// When the folder can never have a blank in its name, on no machine.
    "unquoted-path", [Error, Warning], [FailsOpen, Blocks], Obs, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let Some(config) = &context.source.config else { return };
    let is_plugin = context.source.kind() == Some(SourceKind::Plugin);
    let mut unquoted_variable: Option<Diagnostic> = None;
    for hook in &config.hooks {
        let context = HookContext { file: *context, hook };
        let Some(command) = hook.command() else { continue };
        for path in command.line.unquoted_paths() {
            match &path.kind {
                UnquotedKind::Blank { is_evident, .. } => {
                    if *is_evident || command.split_files.contains(&path.range) {
                        findings.report(literal_blank(&context, command, path));
                    }
                }
                UnquotedKind::Variable { name } if is_plugin && PLUGIN_ROOTS.contains(&name.as_str()) => {
                    let span = command.text.span_of(&context.source.tree, path.range.clone());
                    match &mut unquoted_variable {
                        Some(first) => {
                            first.relate(context.id(), span, "here too");
                            first.fixes[0].edits.push(quoted(path, span));
                        }
                        None => unquoted_variable = Some(variable(&context, path, span, name)),
                    }
                }
                UnquotedKind::Variable { .. } => {}
            }
        }
    }
    findings.0.extend(unquoted_variable);
}

fn literal_blank(context: &HookContext<'_>, command: &Command, path: &UnquotedPath) -> Diagnostic {
    let failing = Failing::of(context);
    let span = command.text.span_of(&context.source.tree, path.range.clone());
    failing
        .finding(&RULE, context, span, "the shell splits this path at the blank")
        .label("needs quotes")
        .fix(Applicability::Unsafe, "put it into quotes", vec![quoted(path, span)])
}

fn variable(
    context: &HookContext<'_>,
    path: &UnquotedPath,
    span: hookc_compiler::span::Span,
    name: &str,
) -> Diagnostic {
    RULE.with(
        Level::Warning,
        Effect::FailsOpen,
        context.id(),
        span,
        format!("`{name}` stands outside quotes: a blank in the folder's name splits the path"),
    )
    .label("needs quotes")
    .fix(Applicability::Unsafe, "put it into quotes", vec![quoted(path, span)])
}

fn quoted(path: &UnquotedPath, span: hookc_compiler::span::Span) -> Edit {
    edit::replace_inside(span, &path.replacement)
}
