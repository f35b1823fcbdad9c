//! Dangers of a command line and of the scripts that it runs, each with its place.

use std::collections::HashSet;

use hookc_compiler::command::{self, DangerKind};
use hookc_compiler::diagnostic::FileId;
use hookc_compiler::script::Language;
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::{Hook, Script};

use crate::rule::SourceContext;

/// A danger and its place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// The hooks file, or the script.
    pub(crate) file: FileId,
    /// Where in it.
    pub(crate) span: Span,
    /// What is done there.
    pub(crate) kind: DangerKind,
}

/// The dangers of a file's hooks, each with the hook: first those of its line, then those of its scripts. A script that several
/// hooks run is looked through once.
pub(crate) fn of_source<'a>(context: &SourceContext<'a>) -> Vec<(&'a Hook, Place)> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for hook in context.source.config.iter().flat_map(|config| &config.hooks) {
        let Some(command) = hook.command() else { continue };
        let of_line = command.line.dangers().iter().map(|danger| Place {
            file: context.id(),
            span: command.text.span_of(&context.source.tree, danger.range.clone()),
            kind: danger.kind,
        });
        found.extend(of_line.map(|place| (hook, place)));
        for script in &command.scripts {
            if script.file.is_some_and(|file| seen.insert(file)) {
                found.extend(of_script(context, script).into_iter().map(|place| (hook, place)));
            }
        }
    }
    found
}

fn of_script(context: &SourceContext<'_>, script: &Script) -> Vec<Place> {
    let (Some(file), Some(facts)) = (script.file, &script.facts) else { return Vec::new() };
    let text = context.analysis.text(file);
    let place =
        |range: std::ops::Range<usize>, kind| Place { file, span: Span::new(range.start, range.end), kind };
    match facts.language {
        Language::Shell => {
            let dangers = command::dangers_of_script(text);
            dangers.into_iter().map(|danger| place(danger.range, danger.kind)).collect()
        }
        _ => command::decoded_code(text)
            .map(|range| place(range, DangerKind::DecodedCode))
            .into_iter()
            .collect(),
    }
}
