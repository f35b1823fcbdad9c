use hookc_compiler::command::PlaceholderKind;
use hookc_compiler::diagnostic::{Applicability, Edit, Level};
use hookc_compiler::source::Role;

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A command holds a placeholder that nobody fills in.
    ///
    /// ## What the host does
    /// It hands the command to the shell as it is. `${file}` and `${workspaceFolder}` are empty shell variables there, `{{file}}` is a text. What the hook
    /// is about arrives as JSON on standard input.
    ///
    /// ## Evidence
    /// OBS: a probe saw `${workspaceFolder}` expand to nothing (HOOKS.md 11).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "prettier --write {{file}}" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "prettier --write \"$(jq -r .file_path)\"" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "echo 'usage: run <cmd> on {} each time'" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When a template is checked that something fills in before it is installed.
    "unexpanded-placeholder", [Error, Warning], [FailsOpen, Blocks], Obs, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    for placeholder in command.line.placeholders() {
        let is_unfilled = placeholder.kind == PlaceholderKind::Unfilled;
        if is_unfilled && (matches!(context.source.role, Role::Template(_)) || is_in_an_example(context)) {
            continue;
        }
        let text = &command.text.value[placeholder.range.clone()];
        let span = command.text.span_of(&context.source.tree, placeholder.range.clone());
        let failing = Failing::of(context);
        let level = if is_unfilled { Level::Warning } else { Level::Error };
        let (message, help) = match placeholder.kind {
            PlaceholderKind::File => (
                format!("`{text}` is not filled in: the path arrives as JSON on standard input"),
                "read it in the command or the script, for example with `jq -r .file_path`",
            ),
            PlaceholderKind::Workspace => (
                format!("`{text}` is not filled in: a shell reads an empty variable"),
                "`$CURSOR_PROJECT_DIR` holds the project's folder, and project hooks run there",
            ),
            PlaceholderKind::Editor => (
                format!("`{text}` is not filled in: it is a placeholder of editor settings"),
                "use a variable of the shell",
            ),
            PlaceholderKind::Unfilled => {
                (format!("`{text}` looks like a placeholder that was never filled in"), "write the real path")
            }
        };
        let mut finding = RULE
            .with(level, failing.effect, context.id(), span, message)
            .label("stays as it is")
            .consequence(failing.consequence)
            .help(help);
        if placeholder.kind == PlaceholderKind::Workspace {
            finding = finding.fix(
                Applicability::Unsafe,
                "write `$CURSOR_PROJECT_DIR`",
                vec![Edit { span, text: "$CURSOR_PROJECT_DIR".to_owned() }],
            );
        }
        findings.report(finding);
    }
}

/// Whether the file lies among examples, which are copied before anyone runs them.
fn is_in_an_example(context: &HookContext<'_>) -> bool {
    let shown = context.analysis.files.get(context.id().0 as usize).map_or("", |file| file.shown.as_str());
    let mut folders = shown.split('/');
    folders.next_back();
    folders.any(|folder| matches!(folder, "example" | "examples" | "sample" | "samples" | "docs"))
}
