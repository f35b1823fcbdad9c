//! What is said of hooks files that were not named themselves, but scripts of theirs; and of those that have changed in part.

use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{Analysis, CheckedFile, Source};
use hookc_compiler::command::Resolution;
use hookc_compiler::diagnostic::Diagnostic;
use hookc_compiler::source::Place;
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::Hook;

/// Keeps to what has changed: hooks files that have, and of the others the hooks whose script has, or is gone. A configuration that
/// has changed may change what is said of every file below it.
///
/// # Errors
///
/// The first that `has_changed` gives; nothing is left out then.
pub(crate) fn on_changes<E>(
    analysis: &mut Analysis,
    mut has_changed: impl FnMut(&Path, &Place) -> Result<bool, E>,
) -> Result<(), E> {
    let mut only_for = Vec::new();
    for source in &analysis.sources {
        only_for.push(changed_scripts(source, &analysis.files, &mut has_changed)?);
    }
    for (source, changed) in analysis.sources.iter_mut().zip(only_for) {
        let Some(changed) = changed else { continue };
        source.only_for = Some(match &source.only_for {
            Some(named) => changed.into_iter().filter(|script| named.contains(script)).collect(),
            None => changed.into(),
        });
    }
    Ok(())
}

/// The scripts of a file that have changed; `None` when all of it counts.
fn changed_scripts<E>(
    source: &Source,
    files: &[CheckedFile],
    has_changed: &mut impl FnMut(&Path, &Place) -> Result<bool, E>,
) -> Result<Option<Vec<PathBuf>>, E> {
    let path = files[source.file.0 as usize].path.as_path();
    if has_changed(path, &source.place)? {
        return Ok(None);
    }
    let root = source.place.root.as_deref();
    let above =
        path.ancestors().skip(1).take_while(|folder| root.is_some_and(|root| folder.starts_with(root)));
    for folder in above {
        if has_changed(&folder.join(crate::config::FILE_NAME), &source.place)? {
            return Ok(None);
        }
    }
    let mut changed = Vec::new();
    for script in hooks(source).filter_map(Hook::command).flat_map(|command| &command.scripts) {
        let Some(path) = place_of(&script.resolution) else { continue };
        if !changed.contains(path) && has_changed(path, &source.place)? {
            changed.push(path.clone());
        }
    }
    Ok(Some(changed))
}

/// Where a script is, or should be.
fn place_of(resolution: &Resolution) -> Option<&PathBuf> {
    match resolution {
        Resolution::Found(file) => Some(&file.path),
        Resolution::Missing(missing) => Some(&missing.path),
        Resolution::Unknown(_) => None,
    }
}

/// Whether a file was named, or runs a script that was.
pub(crate) fn counts(source: &Source) -> bool {
    source.only_for.as_ref().is_none_or(|scripts| hooks(source).any(|hook| runs(hook, scripts)))
}

/// Leaves out what concerns neither a file that was named nor a hook that runs it.
pub(crate) fn retain(analysis: &Analysis, diagnostics: &mut Vec<Diagnostic>) {
    if analysis.sources.iter().all(|source| source.only_for.is_none()) {
        return;
    }
    let anything_counts = analysis.sources.iter().any(counts);
    // A source's text comes before those of its scripts.
    let mut owners: Vec<(&Source, Vec<Span>)> =
        analysis.sources.iter().map(|source| (source, spans(source))).collect();
    owners.sort_by_key(|(source, _)| source.file);
    diagnostics.retain(|finding| {
        // What is said at a configuration, which is no file of the analysis, is about all that is checked.
        if analysis.files.get(finding.file.0 as usize).is_none() {
            return anything_counts;
        }
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
    own.into_iter().any(|script| place_of(&script.resolution).is_some_and(|path| scripts.contains(path)))
}
