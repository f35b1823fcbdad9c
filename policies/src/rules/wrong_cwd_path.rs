use hookc_compiler::command::{PathForm, Resolution, ScriptUse};
use hookc_compiler::diagnostic::Applicability;
use hookc_compiler::syntax::edit;
use hookc_schema::SourceKind;

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A relative path is written for another working directory than the one that hooks of this file run in.
    ///
    /// ## What the host does
    /// It runs project hooks in the project's root, user hooks in `~/.cursor`, and enterprise and team hooks in the folder of their file. So
    /// `./hooks/x.sh` is right in a user file and wrong in a project file, where it is `.cursor/hooks/x.sh`, and the other way round.
    ///
    /// ## Evidence
    /// DOC: the working directory of each source is documented, and was confirmed by probes (HOOKS.md 0.9, 6.3).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "./hooks/format.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/format.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": ".cursor/hooks/format.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/format.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "./hooks/format.sh" }] }
    /// }
    /// ```
    /// ```sh ~/.cursor/hooks/format.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## When to ignore it
    /// When a file of that name is made before the hook runs.
    "wrong-cwd-path", [Error], [FailsOpen, Blocks], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    for script in &command.scripts {
        let used = &script.used;
        let elsewhere = match &script.resolution {
            Resolution::Missing(missing) => missing.exists_elsewhere.as_ref(),
            Resolution::Found(_) => continue,
            Resolution::Unknown(_) => None,
        };
        let ruled_out = ruled_out(context, used);
        if used.guarded
            || !matches!(used.path, PathForm::Relative(_))
            || (elsewhere.is_none() && ruled_out.is_none())
            || super::plugin_relative_path::concerns(context, used)
        {
            continue;
        }
        let failing = Failing::without_script(context, &used.via);
        let span = command.text.span_of(&context.source.tree, used.range.clone());
        let mut finding = failing
            .finding(
                &RULE,
                context,
                span,
                format!("{}, where `{}` does not exist", runs_in(context), used.text),
            )
            .label("no such file from there");
        let better = elsewhere.map(|elsewhere| elsewhere.text.clone()).or(ruled_out);
        if let Some(text) = better {
            finding = finding.fix(
                Applicability::Unsafe,
                format!("write `{text}`"),
                vec![edit::replace_inside(span, &text)],
            );
        }
        findings.report(finding);
    }
}

/// What to write instead of a path that can never be right in this kind of source: `.cursor/x` from inside `~/.cursor`.
pub(crate) fn ruled_out(context: &HookContext<'_>, used: &ScriptUse) -> Option<String> {
    used.form_ruled_out(context.source.kind()?)
}

fn runs_in(context: &HookContext<'_>) -> &'static str {
    match context.source.kind() {
        Some(SourceKind::User) => "user hooks run in `~/.cursor`",
        Some(SourceKind::Enterprise) => "enterprise hooks run in the folder of their file",
        Some(SourceKind::Team) => "team hooks run in the folder of their file",
        _ => "project hooks run in the project's root",
    }
}
