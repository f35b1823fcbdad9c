use std::collections::BTreeMap;

use hookc_compiler::diagnostic::{Applicability, Diagnostic, Edit};
use hookc_compiler::span::Span;

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// A shared file holds a path of one person's machine.
    ///
    /// ## What the host does
    /// It runs the command as written. On every other machine the file is not there, and the hook fails.
    ///
    /// ## Evidence
    /// OBS: the commonest fault of installed project files, eleven in a hundred; mostly written by installers.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node /Users/ann/code/shop/.cursor/hooks/stop.js" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/stop.js
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node .cursor/hooks/stop.js" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/stop.js
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## Stays silent
    /// ```json ~/.cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node /opt/tools/stop.js" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the file is not shared, or all machines have that path.
    "machine-specific-path", [Warning], [FailsOpen], Obs, Check::Source(check)
}

/// One finding for each person whose folder is named, with the further places as related ones.
fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    if !context.source.kind().is_some_and(|kind| kind.facts().shared) {
        return;
    }
    let mut by_person: BTreeMap<&str, Diagnostic> = BTreeMap::new();
    for hook in context.source.config.iter().flat_map(|config| &config.hooks) {
        let Some(command) = hook.command() else { continue };
        let tails: BTreeMap<usize, &str> =
            command.project_tails.iter().map(|(range, tail)| (range.start, tail.as_str())).collect();
        for path in command.line.machine_paths() {
            let person = &command.text.value[path.person.clone()];
            let span = command.text.span_of(&context.source.tree, path.range.clone());
            let edit = tails.get(&path.range.start).and_then(|tail| relative(tail, span));
            match by_person.get_mut(person) {
                Some(first) => {
                    first.relate(context.id(), span, "here too");
                    if let Some(fix) = first.fixes.first_mut() {
                        fix.edits.extend(edit);
                    }
                }
                None => {
                    by_person.insert(person, finding(context, span, edit));
                }
            }
        }
    }
    findings.0.extend(by_person.into_values());
}

fn finding(context: &SourceContext<'_>, span: Span, edit: Option<Edit>) -> Diagnostic {
    let finding = RULE
        .at(context.id(), span, "this path exists on one machine only, and the file is shared")
        .label("one person's folder");
    match edit {
        Some(edit) => {
            finding.fix(Applicability::Unsafe, "write the paths from the project's root", vec![edit])
        }
        None => finding.help("hooks of a project run in its root: write the path from there"),
    }
}

/// The path from the project's root, when its name needs no quotes.
fn relative(tail: &str, span: Span) -> Option<Edit> {
    let is_plain = !tail.contains([' ', '\'', '"', '$', '\\']);
    is_plain.then(|| Edit { span, text: tail.to_owned() })
}
