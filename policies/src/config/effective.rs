//! What a configuration comes to once everything that it extends is taken together.
//!
//! The file itself wins over what it extends: single values, the list `select` and the level of a rule replace; the other lists are joined.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{CheckedFile, Platform, Settings, Target};
use hookc_compiler::nearest::nearest;

use super::document::{At, Document, LevelName, Override};
use super::globs::PathGlob;
use super::load::{Ground, Loaded, load, path_below};
use super::{Baseline, Date, Fault, INVALID, Known, Options, Origin};

/// A value that some file sets.
#[derive(Debug, Clone)]
pub(super) struct Set<T> {
    pub(super) value: T,
    pub(super) origin: Origin,
}

/// Levels by rule.
pub(super) type Levels = BTreeMap<String, Set<LevelName>>;

/// A configuration.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// The files that make it up, the nearest first; none when there is no configuration.
    pub(super) files: Vec<CheckedFile>,
    pub(super) targets: Option<Set<Vec<Target>>>,
    pub(super) platforms: Option<Set<Vec<Platform>>>,
    pub(super) select: Option<Set<Vec<String>>>,
    pub(super) ignore: Vec<Set<String>>,
    pub(super) rules: Levels,
    pub(super) overrides: Vec<(Vec<PathGlob>, Levels)>,
    pub(super) exclude: Vec<Set<PathGlob>>,
    pub(super) tool_names: Vec<Set<String>>,
    pub(super) subagent_types: Vec<Set<String>>,
    pub(super) events: Vec<(Set<String>, Date)>,
    pub(super) suppressions: Vec<Suppression>,
    pub(super) baseline: Option<Set<Baseline>>,
    pub(super) faults: Vec<Fault>,
}

/// A finding that is not to be reported.
#[derive(Debug)]
pub(super) struct Suppression {
    pub(super) rule: String,
    /// The file, absolute.
    pub(super) file: PathBuf,
    /// The place in it; the whole file when `None`.
    pub(super) pointer: Option<Set<String>>,
    pub(super) expires: Option<Set<Date>>,
    /// The whole entry.
    pub(super) origin: Origin,
    /// The name of the file.
    pub(super) file_origin: Origin,
}

impl Config {
    /// Reads a configuration; what is wrong with it is among its faults.
    pub(super) fn read(ground: &Ground<'_>, path: &Path, folder: &Path, options: &Options) -> Self {
        let (files, faults) = load(ground, path, folder);
        let mut config = Self { faults, ..Self::default() };
        for (number, file) in files.iter().enumerate().rev() {
            config.add(number, file);
        }
        if matches!(options.known, Known::AsConfigured) {
            config.find_baseline(ground, &files);
        }
        let checked = |file: Loaded| CheckedFile { path: file.path, shown: file.shown, text: file.text };
        config.files = files.into_iter().map(checked).collect();
        config
    }

    /// Adds what a file says over what those say that it extends.
    fn add(&mut self, file: usize, loaded: &Loaded) {
        let Document {
            targets,
            platforms,
            select,
            ignore,
            rules,
            overrides,
            exclude,
            tool_names,
            subagent_types,
            events,
            suppressions,
            ..
        } = &loaded.document;
        let set = |at: &At<String>| Set { value: at.get().clone(), origin: Origin { file, span: at.span() } };
        if let Some(list) = targets {
            let value = list.get().iter().copied().map(Target::from).collect();
            self.targets = Some(Set { value, origin: Origin { file, span: list.span() } });
        }
        if let Some(list) = platforms {
            let value = list.get().iter().copied().map(Platform::from).collect();
            self.platforms = Some(Set { value, origin: Origin { file, span: list.span() } });
        }
        if let Some(list) = select {
            let value = list.get().iter().filter_map(|rule| self.rule_name(file, rule)).collect();
            self.select = Some(Set { value, origin: Origin { file, span: list.span() } });
        }
        for rule in ignore {
            if let Some(value) = self.rule_name(file, rule) {
                self.ignore.push(Set { value, origin: Origin { file, span: rule.span() } });
            }
        }
        let levels = self.levels(file, rules);
        self.rules.extend(levels);
        for Override { paths, rules } in overrides {
            let globs = self.globs(file, &loaded.folder, paths).into_iter().map(|glob| glob.value).collect();
            let levels = self.levels(file, rules);
            self.overrides.push((globs, levels));
        }
        let globs = self.globs(file, &loaded.folder, exclude);
        self.exclude.extend(globs);
        self.tool_names.extend(tool_names.iter().map(set));
        self.subagent_types.extend(subagent_types.iter().map(set));
        self.events.extend(events.iter().map(|event| (set(&event.name), event.since)));
        for entry in suppressions {
            let suppression = self.suppression(file, &loaded.folder, entry);
            self.suppressions.extend(suppression);
        }
    }

    /// A rule's name that can be set; a fault otherwise.
    fn rule_name(&mut self, file: usize, name: &At<String>) -> Option<String> {
        let at = Origin { file, span: name.span() };
        let text = name.get();
        if text == INVALID {
            self.faults.push(Fault::invalid(
                at,
                format!("`{INVALID}` cannot be set: a check with a faulty configuration has failed"),
            ));
            return None;
        }
        let mut names = crate::rules().iter().map(|rule| rule.name);
        if names.clone().any(|known| known == text) {
            return Some(text.clone());
        }
        let help = match nearest(text, names.by_ref()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`hookc rule` lists them".to_owned(),
        };
        self.faults.push(Fault::invalid(at, format!("no rule is called `{text}`")).help(help));
        None
    }

    fn levels(&mut self, file: usize, rules: &BTreeMap<At<String>, At<LevelName>>) -> Levels {
        let mut levels = Levels::new();
        for (rule, level) in rules {
            let origin = Origin { file, span: rule.span().cover(level.span()) };
            levels.extend(self.rule_name(file, rule).map(|name| (name, Set { value: *level.get(), origin })));
        }
        levels
    }

    fn globs(&mut self, file: usize, folder: &Path, patterns: &[At<String>]) -> Vec<Set<PathGlob>> {
        let mut globs = Vec::new();
        for pattern in patterns {
            let origin = Origin { file, span: pattern.span() };
            match PathGlob::new(folder, pattern.get()) {
                Ok(value) => globs.push(Set { value, origin }),
                Err(problem) => self.faults.push(Fault::invalid(origin, problem)),
            }
        }
        globs
    }

    fn suppression(
        &mut self,
        file: usize,
        folder: &Path,
        entry: &At<super::document::Suppress>,
    ) -> Option<Suppression> {
        let suppress = entry.get();
        let at = |span| Origin { file, span };
        if suppress.reason.get().trim().is_empty() {
            self.faults
                .push(Fault::invalid(at(suppress.reason.span()), "a suppression needs a reason: say why"));
        }
        if let Some(pointer) = &suppress.pointer
            && !(pointer.get().is_empty() || pointer.get().starts_with('/'))
        {
            let fault = Fault::invalid(at(pointer.span()), "this is not a JSON pointer");
            self.faults.push(fault.help("it names each key and number on the way: `/hooks/stop/0`"));
        }
        let rule = self.rule_name(file, &suppress.rule);
        let path = path_below(folder, &suppress.file, file, &mut self.faults);
        Some(Suppression {
            rule: rule?,
            file: path?,
            pointer: suppress
                .pointer
                .as_ref()
                .map(|pointer| Set { value: pointer.get().clone(), origin: at(pointer.span()) }),
            expires: suppress.expires.as_ref().map(|day| Set { value: *day.get(), origin: at(day.span()) }),
            origin: at(entry.span()),
            file_origin: at(suppress.file.span()),
        })
    }

    /// The baseline of the nearest file that names one.
    fn find_baseline(&mut self, ground: &Ground<'_>, files: &[Loaded]) {
        let named = files
            .iter()
            .enumerate()
            .find_map(|(number, file)| Some((number, file, file.document.baseline.as_ref()?)));
        let Some((number, file, name)) = named else { return };
        let Some(path) = path_below(&file.folder, name, number, &mut self.faults) else { return };
        let origin = Origin { file: number, span: name.span() };
        match Baseline::read(ground.system, &path) {
            Ok(value) => self.baseline = Some(Set { value, origin }),
            Err(problem) => self.faults.push(
                Fault::invalid(origin, problem)
                    .help(format!("`hookc check --write-baseline {}` writes it", name.get())),
            ),
        }
    }

    /// What the rules need to know for the files that this configuration speaks for.
    pub(super) fn settings(&self, options: &Options) -> Settings {
        let default = Settings::default();
        let values = |list: &[Set<String>]| list.iter().map(|set| set.value.clone()).collect();
        Settings {
            targets: options
                .targets
                .clone()
                .or_else(|| self.targets.as_ref().map(|set| set.value.clone()))
                .unwrap_or(default.targets),
            platforms: options
                .platforms
                .clone()
                .or_else(|| self.platforms.as_ref().map(|set| set.value.clone()))
                .unwrap_or(default.platforms),
            pedantic: options.pedantic,
            tool_names: values(&self.tool_names),
            subagent_types: values(&self.subagent_types),
        }
    }

    pub(super) fn excludes(&self, path: &Path) -> bool {
        self.exclude.iter().any(|glob| glob.value.fits(path))
    }

    /// Whether the rule reports at all, whatever its level.
    pub(super) fn is_selected(&self, rule: &str) -> bool {
        self.select.as_ref().is_none_or(|select| select.value.iter().any(|name| name == rule))
            && !self.ignore.iter().any(|name| name.value == rule)
    }

    /// The level that is set for a rule's findings in a file; `None` where nothing is set.
    pub(super) fn level(&self, rule: &str, path: &Path) -> Option<&Set<LevelName>> {
        let fitting = |(globs, levels): &&(Vec<PathGlob>, Levels)| {
            levels.contains_key(rule) && globs.iter().any(|glob| glob.fits(path))
        };
        let last = self.overrides.iter().rev().find(fitting);
        last.and_then(|(_, levels)| levels.get(rule)).or_else(|| self.rules.get(rule))
    }

    /// Whether every build knows this event, on this day.
    pub(super) fn has_event(&self, name: &str, today: Date) -> bool {
        self.events.iter().any(|(event, since)| event.value == name && *since <= today)
    }
}
