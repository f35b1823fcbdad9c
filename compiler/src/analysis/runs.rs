//! Which hooks run which script, over all files.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::Source;
use crate::command::Resolution;
use crate::typecheck::Hook;

/// By script, the files that run it, each with the numbers of its hooks that do.
type ByScript = HashMap<PathBuf, Vec<(usize, Vec<usize>)>>;

/// It is made when first asked for: most checks never ask.
#[derive(Debug, Default)]
pub(super) struct Runs(OnceLock<ByScript>);

impl Runs {
    pub(super) fn of<'s>(
        &self,
        sources: &'s [Source],
        script: &Path,
    ) -> impl Iterator<Item = (&'s Source, impl Iterator<Item = &'s Hook>)> {
        let runs = self.0.get_or_init(|| collect(sources));
        let files = runs.get(script).map(Vec::as_slice).unwrap_or_default();
        files.iter().filter_map(|(number, hooks)| {
            let source = sources.get(*number)?;
            let all = source.config.as_ref().map(|config| config.hooks.as_slice()).unwrap_or_default();
            Some((source, hooks.iter().filter_map(|hook| all.get(*hook))))
        })
    }
}

fn collect(sources: &[Source]) -> ByScript {
    let mut runs = ByScript::new();
    for (number, source) in sources.iter().enumerate() {
        let hooks = source.config.iter().flat_map(|config| &config.hooks).enumerate();
        let scripts = hooks.flat_map(|(hook, facts)| {
            let scripts = facts.command().map(|command| command.scripts.as_slice()).unwrap_or_default();
            scripts.iter().map(move |script| (hook, script))
        });
        for (hook, script) in scripts {
            let Resolution::Found(found) = &script.resolution else { continue };
            let files = runs.entry(found.path.clone()).or_default();
            if files.last().is_none_or(|(last, _)| *last != number) {
                files.push((number, Vec::new()));
            }
            // A line may run a script twice.
            if let Some((_, hooks)) = files.last_mut()
                && hooks.last() != Some(&hook)
            {
                hooks.push(hook);
            }
        }
    }
    runs
}
