use std::collections::HashSet;

use hookc_compiler::command::{Resolution, ScriptUse, UnquotedKind, Via};
use hookc_compiler::diagnostic::{Applicability, Edit};
use hookc_compiler::typecheck::Command;
use hookc_schema::SourceKind;

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// The script that a hook runs does not exist.
    ///
    /// ## What the host does
    /// It starts the command, the shell or the interpreter does not find the file, and the hook fails: the action goes ahead, unless
    /// `failClosed` is set. Python ends with 2 then, and 2 blocks in any case.
    ///
    /// ## Evidence
    /// DOC for the exit codes and the working directories (HOOKS.md 0.3, 0.9), OBS for leftovers of uninstalled tools.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": ".cursor/hooks/session-init.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/session_init.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "sessionStart": [{ "command": ".cursor/hooks/session_init.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/session_init.sh +x
    /// #!/bin/sh
    /// echo '{}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "afterFileEdit": [
    ///       { "command": "[ ! -f tools/format.js ] || node tools/format.js" },
    ///       { "command": "pnpm run format" },
    ///       { "command": "node -e \"require('fs').existsSync('./x.sh')\"" },
    ///       { "command": "bash \"$(git rev-parse --show-toplevel)/tools/run.sh\" \"$TARGET\"" }
    ///     ]
    ///   }
    /// }
    /// ```
    /// ```sh tools/run.sh
    /// echo '{}'
    /// ```
    ///
    /// ## When to ignore it
    /// When something builds or installs the script before the hook runs; better, guard the command: `[ ! -x tool ] || ./tool`.
    "missing-script", [Error], [FailsOpen, Blocks], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    let mut pieces = None;
    for script in &command.scripts {
        let Resolution::Missing(missing) = &script.resolution else { continue };
        let used = &script.used;
        if used.guarded
            || used.generated
            || missing.exists_elsewhere.is_some()
            || pieces.get_or_insert_with(|| first_pieces(command)).contains(&used.range.start)
            || super::wrong_cwd_path::ruled_out(context, used).is_some()
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
                format!("`{}` does not exist", context.source.place.show(&missing.path)),
            )
            .label("no such file");
        if let Some(near) = &missing.near {
            finding = finding.help(format!("did you mean `{near}`?"));
            if let Some(text) = with_name(&used.text, near) {
                finding = finding.fix(
                    Applicability::Unsafe,
                    format!("write `{text}`"),
                    name_edit(context, command, used, &text),
                );
            }
        } else if let Some(path) = with_slashes(&command.text.value[used.range.clone()], used) {
            finding =
                finding.help(format!("a POSIX shell takes the backslashes away; `{path}` works everywhere"));
        } else if context.source.kind() == Some(SourceKind::User) {
            finding = finding.help("perhaps a tool was uninstalled and left its entry: remove it");
        }
        findings.report(finding);
    }
}

/// Where paths begin that a blank splits, which is said by `unquoted-path`.
fn first_pieces(command: &Command) -> HashSet<usize> {
    let paths = command.line.unquoted_paths().iter();
    let split = paths.filter(|path| match path.kind {
        UnquotedKind::Blank { is_evident, .. } => is_evident || command.split_files.contains(&path.range),
        UnquotedKind::Variable { .. } => false,
    });
    split.map(|path| path.range.start).collect()
}

/// The path as it is meant where backslashes stand for slashes and the shell reads them as escapes.
fn with_slashes(written: &str, used: &ScriptUse) -> Option<String> {
    let is_escape = |next: char| !next.is_ascii_alphanumeric() && !matches!(next, '.' | '_' | '-');
    let escapes = written.split('\\').skip(1).any(|part| part.chars().next().is_none_or(is_escape));
    let is_posix = !matches!(used.via, Via::Windows(_)) && !used.text.contains('\\');
    (is_posix && written.contains('\\') && !escapes).then(|| written.replace('\\', "/"))
}

/// The path with another file name.
fn with_name(path: &str, name: &str) -> Option<String> {
    let folder = path.rfind(['/', '\\']).map_or("", |at| &path[..=at]);
    let plain = |text: &str| !text.contains(['\'', '"', '\\', ' ', '$']);
    (plain(name) && !folder.contains(['\'', '"'])).then(|| format!("{folder}{name}"))
}

/// The edit that puts another file name at the end of the word.
fn name_edit(context: &HookContext<'_>, command: &Command, used: &ScriptUse, text: &str) -> Vec<Edit> {
    let written = &command.text.value[used.range.clone()];
    let old = used.text.rsplit(['/', '\\']).next().unwrap_or_default();
    let new = text.rsplit(['/', '\\']).next().unwrap_or_default();
    let Some(at) = written.rfind(old).filter(|_| !old.is_empty()) else { return Vec::new() };
    let start = used.range.start + at;
    let span = command.text.span_of(&context.source.tree, start..start + old.len());
    vec![Edit { span, text: new.to_owned() }]
}
