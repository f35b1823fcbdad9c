//! What is said of hooks files that were not named themselves, but scripts of theirs.

use std::path::PathBuf;

use hookc_compiler::analysis::{Analysis, Source};
use hookc_compiler::command::Resolution;
use hookc_compiler::diagnostic::Diagnostic;
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::Hook;

/// Whether a file was named, or runs a script that was.
pub(crate) fn counts(source: &Source) -> bool {
    source.only_for.as_ref().is_none_or(|scripts| hooks(source).any(|hook| runs(hook, scripts)))
}

/// Leaves out what concerns neither a file that was named nor a hook that runs it.
pub(crate) fn retain(analysis: &Analysis, diagnostics: &mut Vec<Diagnostic>) {
    if analysis.sources.iter().all(|source| source.only_for.is_none()) {
        return;
    }
    // A source's text comes before those of its scripts.
    let mut owners: Vec<(&Source, Vec<Span>)> =
        analysis.sources.iter().map(|source| (source, spans(source))).collect();
    owners.sort_by_key(|(source, _)| source.file);
    diagnostics.retain(|finding| {
        let behind = owners.partition_point(|(source, _)| source.file <= finding.file);
        let Some((source, spans)) = behind.checked_sub(1).map(|place| &owners[place]) else { return true };
        let Some(scripts) = &source.only_for else { return true };
        if source.file == finding.file {
            let behind = spans.partition_point(|span| span.start <= finding.span.start);
            behind.checked_sub(1).is_some_and(|place| spans[place].contains(finding.span))
        } else {
            scripts.contains(&analysis.files[finding.file.0 as usize].path)
        }
    });
}

/// The places of the hooks that run one of the scripts that were named, in order.
fn spans(source: &Source) -> Vec<Span> {
    let Some(scripts) = &source.only_for else { return Vec::new() };
    let mut spans: Vec<Span> =
        hooks(source).filter(|hook| runs(hook, scripts)).map(|hook| hook.span).collect();
    spans.sort();
    spans
}

fn hooks(source: &Source) -> impl Iterator<Item = &Hook> {
    source.config.iter().flat_map(|config| &config.hooks)
}

/// Whether the hook runs one of the scripts.
fn runs(hook: &Hook, scripts: &[PathBuf]) -> bool {
    let own = hook.command().into_iter().flat_map(|command| &command.scripts);
    own.into_iter()
        .any(|script| matches!(&script.resolution, Resolution::Found(file) if scripts.contains(&file.path)))
}
