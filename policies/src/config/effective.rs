//! What a configuration comes to once everything that it extends is taken together.
//!
//! The file itself wins over what it extends: single values, the list `select` and the level of a rule replace; the other lists are joined. What binds
//! ([`bind`](Config::bind)) adds up from all of them, from the configurations above and from packs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{CheckedFile, Platform, Settings, Target};
use hookc_compiler::diagnostic::{Diagnostic, Level};
use hookc_compiler::nearest::nearest;

use super::document::{At, Document, LevelName, Override, Suppress};
use super::globs::PathGlob;
use super::load::{Ground, Loaded, load, parse, path_below};
use super::{Baseline, Date, Fault, INVALID, Known, Options, Origin};
use crate::policy::enforce::{Declared, Floor, Floors, WEAKENED, weakened};
use crate::policy::{Drafting, Pack, Policy, is_policy};

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
    /// The files that make it up, the nearest first, then those above that only bind, then packs; none when there is no configuration.
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
    pub(super) floors: Floors,
    pub(super) policies: Vec<Policy>,
    pub(super) faults: Vec<Fault>,
}

/// A configuration above, of which only counts what binds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Above {
    pub(super) path: PathBuf,
    /// The tree that nothing is read outside of.
    pub(super) root: PathBuf,
}

/// A finding that is not to be reported.
#[derive(Debug)]
pub(super) struct Suppression {
    pub(super) rule: String,
    /// The name of the policy; any when `None`.
    pub(super) policy: Option<String>,
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
    /// Reads a configuration, which those of `above` bind; what is wrong with it is among its faults.
    pub(super) fn read(
        ground: &Ground<'_>,
        path: &Path,
        folder: &Path,
        above: &[Above],
        options: &Options,
    ) -> Self {
        let (files, faults) = load(ground, path, folder);
        let mut config = Self { faults, ..Self::default() };
        for (number, file) in files.iter().enumerate().rev() {
            config.add(number, file);
        }
        if matches!(options.known, Known::AsConfigured) {
            config.find_baseline(ground, &files);
        }
        config.bind(ground, files, above, &options.packs);
        config
    }

    /// No file of its own: only what `above` and the packs say.
    pub(super) fn bound(ground: &Ground<'_>, above: &[Above], options: &Options) -> Self {
        let mut config = Self::default();
        config.bind(ground, Vec::new(), above, &options.packs);
        config
    }

    /// Adds what binds: policies, packs and least levels of these files and of those above them.
    fn bind(
        &mut self,
        ground: &Ground<'_>,
        mut files: Vec<Loaded>,
        above: &[Above],
        packs: &[&'static Pack],
    ) {
        for Above { path, root } in above.iter().filter(|above| above.path.parent().is_some()) {
            if files.iter().any(|file| file.path == *path) {
                continue;
            }
            let folder = path.parent().unwrap_or(path);
            let (more, faults) = load(&Ground { root, ..*ground }, path, folder);
            let before = files.len();
            self.faults.extend(faults.into_iter().map(|fault| fault.behind(before)));
            files.extend(more);
        }
        for (number, file) in files.iter().enumerate() {
            let declared = Declared { file: number, by_pack: false };
            self.add_binding(number, &file.text, &file.document, declared, None);
        }
        let named = self.packs(&files, packs);
        let checked = |file: Loaded| CheckedFile { path: file.path, shown: file.shown, text: file.text };
        self.files = files.into_iter().map(checked).collect();
        for (pack, declared, named_at) in named {
            self.add_pack(pack, declared, named_at);
        }
        self.refuse_taken_names();
        self.report_weakening();
    }

    /// The packs that are named, each once and by the highest of those that name it.
    fn packs(
        &mut self,
        files: &[Loaded],
        packs: &[&'static Pack],
    ) -> Vec<(&'static Pack, Declared, Option<Origin>)> {
        let of_command_line = Declared { file: usize::MAX, by_pack: true };
        let mut named: Vec<_> = packs.iter().map(|pack| (*pack, of_command_line, None)).collect();
        for (number, file) in files.iter().enumerate().rev() {
            for name in &file.document.packs {
                let at = Origin { file: number, span: name.span() };
                match Pack::named(name.get()) {
                    Some(pack) => {
                        named.push((pack, Declared { file: number, by_pack: true }, Some(at)));
                    }
                    None => self.faults.push(no_such_pack(at, name.get())),
                }
            }
        }
        let mut known = Vec::new();
        named.retain(|(pack, ..)| {
            let is_new = !known.contains(&pack.name);
            known.push(pack.name);
            is_new
        });
        named
    }

    /// Adds a pack and those that it builds on, unless they are there already.
    fn add_pack(&mut self, pack: &'static Pack, declared: Declared, named_at: Option<Origin>) {
        let path = PathBuf::from(pack.shown());
        if self.files.iter().any(|file| file.path == path) {
            return;
        }
        let number = self.files.len();
        self.files.push(CheckedFile { path, shown: pack.shown(), text: pack.text.into() });
        let document = parse(pack.text, number, &mut self.faults);
        self.add_binding(number, pack.text, &document, declared, named_at);
        if let Some(list) = document.targets.as_ref().filter(|_| self.targets.is_none()) {
            let value = list.get().iter().copied().map(Target::from).collect();
            self.targets = Some(Set { value, origin: Origin { file: number, span: list.span() } });
        }
        for name in &document.packs {
            if let Some(pack) = Pack::named(name.get()) {
                self.add_pack(pack, declared, named_at);
            } else {
                let at = Origin { file: number, span: name.span() };
                self.faults.push(no_such_pack(at, name.get()));
            }
        }
    }

    fn add_binding(
        &mut self,
        file: usize,
        text: &str,
        document: &Document,
        declared: Declared,
        named_at: Option<Origin>,
    ) {
        for name in &document.enforce {
            let origin = Origin { file, span: name.span() };
            let rules: Vec<String> = match name.get().as_str() {
                "*" => crate::rules()
                    .iter()
                    .filter(|rule| can_be_enforced(rule.name))
                    .map(|rule| rule.name.to_owned())
                    .collect(),
                _ => self.settable_rule(file, name).into_iter().collect(),
            };
            for rule in rules {
                let set = document.rules.iter().find(|(name, _)| *name.get() == rule);
                self.add_floor(&rule, Floor { level: set.map(|(_, level)| *level.get()), declared, origin });
            }
        }
        for (name, level) in document.rules.iter().filter(|_| declared.by_pack) {
            let origin = Origin { file, span: name.span().cover(level.span()) };
            if let Some(rule) = self.settable_rule(file, name) {
                self.add_floor(&rule, Floor { level: Some(*level.get()), declared, origin });
            }
        }
        let drafting = Drafting { file, text, declared, named_at, faults: &mut self.faults };
        let policies = drafting.read(document);
        self.policies.extend(policies);
    }

    fn add_floor(&mut self, rule: &str, floor: Floor) {
        if floor.level != Some(LevelName::Off) {
            self.floors.add(rule, floor);
        }
    }

    /// A policy is added, never replaced: a name that is taken is a fault of the file below.
    fn refuse_taken_names(&mut self) {
        let mut known: BTreeMap<&str, &Policy> = BTreeMap::new();
        let mut faults = Vec::new();
        for policy in &self.policies {
            let Some(before) = known.insert(&policy.id, policy) else { continue };
            let is_below = (before.declared.file, before.declared.by_pack)
                < (policy.declared.file, policy.declared.by_pack);
            let (lower, other) = if is_below { (before, policy) } else { (policy, before) };
            if lower.is_unnamed() && other.is_unnamed() && lower.origin.file != other.origin.file {
                continue;
            }
            let shown = &self.files[other.origin.file].shown;
            let message =
                format!("`{shown}` has a policy of the name `{}`, and a policy replaces no other", policy.id);
            faults.push(
                Fault::invalid(lower.origin, message).help("give it a name of its own: both are judged"),
            );
        }
        self.faults.extend(faults);
    }

    /// Reports levels and lists that would weaken what binds. They are not heeded.
    fn report_weakening(&mut self) {
        let mut faults = Vec::new();
        let of_overrides = self.overrides.iter().flat_map(|(_, levels)| levels);
        for (rule, set) in self.rules.iter().chain(of_overrides) {
            if let Some(floor) = self.floors.against(rule, set.value, set.origin.file) {
                faults.push(weakened(set.origin, self.kept(rule, floor)));
            }
        }
        for ignored in &self.ignore {
            if let Some(floor) = self.floors.against_silence(&ignored.value, ignored.origin.file) {
                faults.push(weakened(ignored.origin, self.kept(&ignored.value, floor)));
            }
        }
        if let Some(select) = &self.select {
            let left_out = self.floors.rules().filter(|rule| {
                !select.value.iter().any(|name| name == rule)
                    && self.floors.against_silence(rule, select.origin.file).is_some()
            });
            let left_out: Vec<&str> = left_out.collect();
            if let [first, others @ ..] = left_out.as_slice() {
                let more =
                    if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
                let message =
                    format!("this leaves out `{first}`{more}, which are enforced and report all the same");
                faults.push(weakened(select.origin, message));
            }
        }
        self.faults.extend(faults);
    }

    fn kept(&self, rule: &str, floor: &Floor) -> String {
        let shown = &self.files[floor.origin.file].shown;
        match floor.level {
            Some(level) => {
                format!(
                    "`{shown}` keeps `{rule}` at the level {} at least, so this is not heeded",
                    level.name()
                )
            }
            None => format!("`{shown}` keeps `{rule}` at its own level at least, so this is not heeded"),
        }
    }

    /// Whether a file may set the finding aside, as far as it is bound.
    pub(super) fn may_set_aside(&self, diagnostic: &Diagnostic, file: usize) -> bool {
        self.binding(diagnostic).is_none_or(|declared| declared.yields_to_suppression_of(file))
    }

    /// The highest declaration that binds a finding.
    fn binding(&self, diagnostic: &Diagnostic) -> Option<Declared> {
        let of_policy = |id: &str| {
            let same = self.policies.iter().filter(move |policy| policy.id == id);
            same.map(|policy| policy.declared).max_by_key(|declared| declared.file)
        };
        if let Some(policy) = &diagnostic.policy {
            return of_policy(&policy.id);
        }
        let floors = self.floors.of(diagnostic.rule).iter();
        floors.map(|floor| floor.declared).max_by_key(|declared| declared.file)
    }

    /// Whether anything that binds is declared above this file.
    pub(super) fn is_bound_above(&self, file: usize) -> bool {
        let policies = self.policies.iter().map(|policy| policy.declared);
        let floors = self.floors.iter().map(|(_, floor)| floor.declared);
        policies.chain(floors).any(|declared| !declared.yields_to_suppression_of(file))
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
        } = &*loaded.document;
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
            if let Some(value) = self.settable_rule(file, rule) {
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

    /// A rule's name whose level can be set; a fault otherwise.
    fn settable_rule(&mut self, file: usize, name: &At<String>) -> Option<String> {
        if is_policy(name.get()) || name.get() == WEAKENED {
            let at = Origin { file, span: name.span() };
            let message =
                "this cannot be set for all policies together: the level of a policy stands in the policy";
            self.faults.push(weakened(at, message.to_owned()));
            return None;
        }
        self.rule_name(file, name)
    }

    fn levels(&mut self, file: usize, rules: &BTreeMap<At<String>, At<LevelName>>) -> Levels {
        let mut levels = Levels::new();
        for (rule, level) in rules {
            let origin = Origin { file, span: rule.span().cover(level.span()) };
            levels.extend(
                self.settable_rule(file, rule).map(|name| (name, Set { value: *level.get(), origin })),
            );
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

    fn suppression(&mut self, file: usize, folder: &Path, entry: &At<Suppress>) -> Option<Suppression> {
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
            policy: suppress.policy.as_ref().map(|policy| policy.get().clone()),
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
        match ground.inside(&path).and_then(|_| Baseline::read(ground.system, &path)) {
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

    /// What keeps a file from being checked.
    pub(super) fn exclusion(&self, path: &Path) -> Option<&Set<PathGlob>> {
        self.exclude.iter().find(|glob| glob.value.fits(path))
    }

    /// Whether the rule reports at all, whatever its level.
    pub(super) fn is_selected(&self, rule: &str) -> bool {
        let is_wanted =
            self.select.as_ref().is_none_or(|select| select.value.iter().any(|name| name == rule))
                && !self.ignore.iter().any(|name| name.value == rule);
        is_wanted || !self.floors.of(rule).is_empty()
    }

    /// The level of a finding of a rule in a file that has the level `own` by itself: as it is set, and not below what binds.
    pub(super) fn level_of(&self, rule: &str, path: &Path, own: Level) -> LevelName {
        let set = self.level(rule, path).map(|set| (set.value, set.origin.file));
        self.floors.raise(rule, own, set)
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

fn no_such_pack(at: Origin, name: &str) -> Fault {
    let names = crate::policy::PACKS.map(|pack| pack.name);
    let help = match nearest(name, names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the packs are {}", names.join(", ")),
    };
    Fault::invalid(at, format!("no pack is called `{name}`")).help(help)
}

/// Whether a rule is one that reports on hooks and has a level of its own.
fn can_be_enforced(rule: &str) -> bool {
    !super::aside::is_about_configuration(rule) && !is_policy(rule)
}
