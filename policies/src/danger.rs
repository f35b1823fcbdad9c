//! Dangers of a command line and of the scripts that it runs, each with its place.

use hookc_compiler::command::{self, DangerKind};
use hookc_compiler::diagnostic::FileId;
use hookc_compiler::script::Language;
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::Script;

use crate::rule::HookContext;

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

/// The dangers of a hook: first those of its line, then those of its scripts.
pub(crate) fn of_hook(context: &HookContext<'_>) -> Vec<Place> {
    let Some(command) = context.hook.command() else { return Vec::new() };
    let of_line = command.line.dangers().into_iter().map(|danger| Place {
        file: context.id(),
        span: command.text.span_of(&context.source.tree, danger.range),
        kind: danger.kind,
    });
    of_line.chain(command.scripts.iter().flat_map(|script| of_script(context, script))).collect()
}

fn of_script(context: &HookContext<'_>, script: &Script) -> Vec<Place> {
    let (Some(file), Some(facts)) = (script.file, &script.facts) else { return Vec::new() };
    let text = context.analysis.text(file);
    let place =
        |range: std::ops::Range<usize>, kind| Place { file, span: Span::new(range.start, range.end), kind };
    match facts.language {
        Language::Shell => {
            let dangers = command::parse_script(text).dangers();
            dangers.into_iter().map(|danger| place(danger.range, danger.kind)).collect()
        }
        _ => command::decoded_code(text)
            .map(|range| place(range, DangerKind::DecodedCode))
            .into_iter()
            .collect(),
    }
}
