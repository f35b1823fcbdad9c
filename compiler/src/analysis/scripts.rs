//! The scripts that the hooks of one file run: each found, read and understood once however many hooks run it.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use hookc_schema::{Event, SourceKind};

use super::{Analysis, Source};
use crate::command::{self, Aim, GitState, Lookups, Resolution, ScriptFile, ScriptUse};
use crate::diagnostic::FileId;
use crate::script::{self, Facts, Language};
use crate::source::Place;
use crate::system::System;
use crate::typecheck::{Script, Understood};

/// What is known of a file from before it was edited. What its text and its scripts still have is not worked out again.
#[derive(Debug, Default)]
pub(super) struct Known<'a> {
    pub(super) understood: Understood<'a>,
    scripts: HashMap<&'a Path, KnownScript<'a>>,
}

#[derive(Debug)]
struct KnownScript<'a> {
    text: &'a Arc<str>,
    facts: Vec<(Language, &'a Arc<Facts>)>,
}

impl<'a> Known<'a> {
    /// What the analysis knows of one of its sources.
    pub(super) fn of(analysis: &'a Analysis, source: &'a Source) -> Self {
        let Some(config) = &source.config else { return Self::default() };
        let mut known = Self { understood: Understood::of(config, &source.tree), ..Self::default() };
        let mut seen = HashSet::new();
        let scripts = config.hooks.iter().filter_map(|hook| hook.command()).flat_map(|hook| &hook.scripts);
        for script in scripts {
            let (Some(file), Some(facts)) = (script.file, &script.facts) else { continue };
            if !seen.insert((file, facts.language)) {
                continue;
            }
            let file = &analysis.files[file.0 as usize];
            let of_file = KnownScript { text: &file.text, facts: Vec::new() };
            known.scripts.entry(&file.path).or_insert(of_file).facts.push((facts.language, facts));
        }
        known
    }

    /// The text of a script, shared with the one that was there if it is the same.
    fn text(&self, path: &Path, text: Arc<str>) -> Arc<str> {
        let known = self.scripts.get(path).filter(|known| **known.text == *text);
        known.map_or(text, |known| Arc::clone(known.text))
    }

    fn facts(&self, path: &Path, language: Language, text: &Arc<str>) -> Arc<Facts> {
        let known = self.scripts.get(path).filter(|known| Arc::ptr_eq(known.text, text));
        let mut facts = known.into_iter().flat_map(|known| &known.facts);
        let of_language = facts.find(|(known, _)| *known == language).map(|(_, facts)| Arc::clone(facts));
        of_language.unwrap_or_else(|| Arc::new(script::read(language, text)))
    }
}

/// Where scripts are looked for, and those that were found.
pub(super) struct Scripts<'a> {
    pub(super) system: &'a dyn System,
    pub(super) place: &'a Place,
    pub(super) kind: SourceKind,
    known: &'a Known<'a>,
    /// Whether one of them does not travel with the file.
    pub(super) untracked: bool,
    /// By path, as a text.
    texts: HashMap<OsString, FileId>,
    facts: HashMap<(FileId, Language), Arc<Facts>>,
    found: HashMap<Aim, Run>,
}

/// What there is to say of a script that was found, whichever hook runs it.
#[derive(Clone)]
struct Run {
    script: Arc<ScriptFile>,
    file: Option<FileId>,
    facts: Option<Arc<Facts>>,
    missing_imports: Vec<usize>,
}

impl<'a> Scripts<'a> {
    pub(super) fn new(
        system: &'a dyn System,
        place: &'a Place,
        kind: SourceKind,
        known: &'a Known<'a>,
    ) -> Self {
        Self {
            system,
            place,
            kind,
            known,
            untracked: false,
            texts: HashMap::new(),
            facts: HashMap::new(),
            found: HashMap::new(),
        }
    }

    /// Looks a script up, its text among the files of the analysis.
    pub(super) fn look(
        &mut self,
        analysis: &mut Analysis,
        lookups: &mut Lookups,
        used: &ScriptUse,
        event: Event,
    ) -> Script {
        let aim = Aim::of(used, event);
        let run = match self.found.get(&aim) {
            Some(known) => known.clone(),
            None => match command::resolve(used, self.place, event, self.kind, self.system, lookups) {
                Resolution::Found(script) => {
                    let run = self.run(analysis, lookups, used, script);
                    self.found.insert(aim, run.clone());
                    run
                }
                // Guesses are counted, so that each is made anew.
                resolution => {
                    let (file, facts, missing_imports) = (None, None, Vec::new());
                    return Script { used: used.clone(), resolution, file, facts, missing_imports };
                }
            },
        };
        let Run { script, file, facts, missing_imports } = run;
        Script { used: used.clone(), resolution: Resolution::Found(script), file, facts, missing_imports }
    }

    fn run(
        &mut self,
        analysis: &mut Analysis,
        lookups: &mut Lookups,
        used: &ScriptUse,
        script: Arc<ScriptFile>,
    ) -> Run {
        let language = script::language(&script.path, &used.via, script.head.as_ref());
        let is_read = language.is_some() || script.has_foreign_line_ends();
        let file = if is_read { self.text(analysis, lookups, &script) } else { None };
        let facts = file.zip(language).map(|(file, language)| {
            let (text, known) = (&analysis.files[file.0 as usize].text, self.known);
            let read = || known.facts(&script.path, language, text);
            let facts = self.facts.entry((file, language));
            Arc::clone(facts.or_insert_with(|| lookups.facts(&script.path, language, text, read)))
        });
        self.untracked |=
            matches!(script.git, GitState::Untracked { .. } | GitState::NoIndex { ignored_by: Some(_) });
        let missing_imports = facts.as_ref().map_or_else(Vec::new, |facts| {
            command::missing_imports(&script.path, facts, self.place, self.system)
        });
        Run { script, file, facts, missing_imports }
    }

    /// The script's text among the files, once however many hooks run it.
    fn text(&mut self, analysis: &mut Analysis, lookups: &Lookups, script: &ScriptFile) -> Option<FileId> {
        if let Some(file) = self.texts.get(script.path.as_os_str()) {
            return Some(*file);
        }
        let text = self.known.text(&script.path, lookups.text(script, self.system)?);
        let file = analysis.add_file(&script.path, self.place.show(&script.path), text);
        self.texts.insert(script.path.as_os_str().to_owned(), file);
        Some(file)
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use crate::analysis::{Request, analyse_again, analyse_found};
    use crate::command::Lookups;
    use crate::source::{self, Found};
    use crate::system::MemorySystem;

    const GUARD: &str = "#!/bin/sh\npayload=$(cat)\nexit 2\n";

    fn tree(entries: &str, guard: &str) -> (MemorySystem, Found) {
        let hooks = format!(r#"{{ "version": 1, "hooks": {{ "preToolUse": [{entries}] }} }}"#);
        let system = MemorySystem::new().file("/w/.cursor/hooks.json", hooks).script("/w/guard.sh", guard);
        let request = Request { workspaces: vec![PathBuf::from("/w")], ..Request::default() };
        let found = source::discover(&system, &request).found.remove(0);
        (system, found)
    }

    /// Every text after every other: what is taken over from before leaves nothing behind.
    #[test]
    fn a_further_look_finds_what_a_first_look_finds() {
        let entries = [
            r#"{ "command": "./guard.sh" }"#,
            r#"{ "command": "./guard.sh", "matcher": "Shell|[" }, { "command": "./guard.sh" }"#,
            r#"{ "command": "bash ./guard.sh && echo '{}'", "matcher": "Shell" }"#,
            r#"{ "command": "\u002e/guard.sh", "matcher": "\ud800" }, { "command": "./none.sh", "failClosed": true }"#,
            r#"{ "command": "echo '{}'" }, { "command": "echo '{}'", "matcher": "\ud801" }, 1"#,
            "",
        ];
        for guard in [GUARD, "#!/bin/sh\r\nexit 0\r\n"] {
            for before in entries {
                let (system, found) = tree(before, GUARD);
                let known = analyse_found(&system, &mut Lookups::default(), &found);
                for after in entries {
                    let (system, found) = tree(after, guard);
                    let again =
                        analyse_again(&system, &mut Lookups::default(), &found, &known, &known.sources[0]);
                    let first = analyse_found(&system, &mut Lookups::default(), &found);
                    assert_eq!(format!("{again:?}"), format!("{first:?}"), "{before} -> {after}");
                }
            }
        }
    }
}
