//! What differs between two plans, in words.

use std::collections::BTreeMap;
use std::fmt;

use hookc_runtime::plan::{Action, Body, Plan, Script, Source, Step};
use hookc_schema::Event;
use serde::Serialize;

/// One difference between two plans.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change(String);

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What makes the new plan another one than the old; empty exactly when they are the same.
pub fn diff(old: &Plan, new: &Plan) -> Vec<Change> {
    let (old_body, new_body) = (old.body(), new.body());
    let mut changes = Changes::default();
    changes.header(old_body, new_body);
    changes.sources(&old_body.sources, &new_body.sources);
    for event in Event::ALL {
        changes.steps(
            &Side { body: old_body, steps: old.steps(event) },
            &Side { body: new_body, steps: new.steps(event) },
        );
    }
    changes.left_out(old_body, new_body);
    if changes.0.is_empty() && old.digest() != new.digest() {
        changes.say("the order of the sources has changed".to_owned());
    }
    changes.0
}

#[derive(Default)]
struct Changes(Vec<Change>);

/// The steps of one event in one of the plans.
struct Side<'a> {
    body: &'a Body,
    steps: &'a [Step],
}

impl Side<'_> {
    fn label(&self, step: &Step) -> String {
        self.body.sources[step.source].label()
    }
}

/// Which step of the old plan is which of the new one: the same action at the same place, else the same action at another place of the
/// same source, else another action at the same place.
struct Matching<'a, 's> {
    old: &'a Side<'s>,
    new: &'a Side<'s>,
    /// For each step of the new plan its index in the old one.
    before: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl<'a, 's> Matching<'a, 's> {
    fn new(old: &'a Side<'s>, new: &'a Side<'s>) -> Self {
        Self { old, new, before: vec![None; new.steps.len()], taken: vec![false; old.steps.len()] }
    }

    fn pair_in_place(&mut self, are_same: impl Fn(&Step, &Step) -> bool) {
        let places: BTreeMap<&str, usize> =
            self.old.steps.iter().enumerate().map(|(place, step)| (step.id.as_str(), place)).collect();
        for (index, step) in self.new.steps.iter().enumerate() {
            let place = places.get(step.id.as_str()).copied();
            self.pair(index, place.filter(|&place| are_same(&self.old.steps[place], step)));
        }
    }

    fn pair_moved(&mut self) {
        let mut places: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        for (place, step) in self.old.steps.iter().enumerate().rev().filter(|(place, _)| !self.taken[*place])
        {
            places.entry((self.old.label(step), described(&step.run))).or_default().push(place);
        }
        for (index, step) in self.new.steps.iter().enumerate() {
            if self.before[index].is_none() {
                let same = places.get_mut(&(self.new.label(step), described(&step.run)));
                self.pair(index, same.and_then(Vec::pop));
            }
        }
    }

    fn pair(&mut self, index: usize, place: Option<usize>) {
        if let Some(place) = place.filter(|&place| self.before[index].is_none() && !self.taken[place]) {
            self.before[index] = Some(place);
            self.taken[place] = true;
        }
    }

    fn gone(&self) -> impl Iterator<Item = &'s Step> {
        self.old.steps.iter().zip(&self.taken).filter(|(_, taken)| !**taken).map(|(step, _)| step)
    }

    fn pairs(&self) -> impl Iterator<Item = (&'s Step, Option<&'s Step>)> {
        self.new
            .steps
            .iter()
            .zip(&self.before)
            .map(|(step, before)| (step, before.map(|place| &self.old.steps[place])))
    }
}

impl Changes {
    fn say(&mut self, change: String) {
        self.0.push(Change(change));
    }

    fn differ(&mut self, what: &str, old: &str, new: &str) {
        if old != new {
            self.say(format!("{what} was {old} and is {new}"));
        }
    }

    fn header(&mut self, old: &Body, new: &Body) {
        self.differ("the semantics", old.semantics.name(), new.semantics.name());
        self.differ("the target", &name(old.target), &name(new.target));
        self.differ("the platform", &name(old.platform), &name(new.platform));
    }

    fn sources(&mut self, old: &[Source], new: &[Source]) {
        let by_label = |sources: &'_ [Source]| -> BTreeMap<String, Source> {
            sources.iter().map(|source| (source.label(), source.clone())).collect()
        };
        let (old, new) = (by_label(old), by_label(new));
        for (label, source) in &old {
            if !new.contains_key(label) {
                self.say(format!("`{}` is no longer read", source.file));
            }
        }
        for (label, source) in &new {
            match old.get(label) {
                None => self.say(format!("`{}` is read now", source.file)),
                Some(before) => self.source(before, source),
            }
        }
    }

    fn source(&mut self, old: &Source, new: &Source) {
        let file = &new.file;
        self.differ(
            &format!("the file of `{}`", new.label()),
            &format!("`{}`", old.file),
            &format!("`{file}`"),
        );
        match (&old.voided, &new.voided) {
            (None, Some(reason)) => self.say(format!("`{file}` is refused now: {reason}")),
            (Some(_), None) => self.say(format!("`{file}` is no longer refused")),
            (Some(before), Some(reason)) if before != reason => {
                self.say(format!("`{file}` is refused for another reason: {reason}"));
            }
            _ => {}
        }
        self.differ(
            &format!("the working directory of `{file}`"),
            &old.cwd.to_string(),
            &new.cwd.to_string(),
        );
        if old.format != new.format {
            self.say(format!("the answers of `{file}` are read in another language"));
        }
        if old.sha256 != new.sha256 {
            self.say(format!("the content of `{file}` has changed"));
        }
    }

    fn steps(&mut self, old: &Side<'_>, new: &Side<'_>) {
        let mut matching = Matching::new(old, new);
        matching.pair_in_place(same_action);
        matching.pair_moved();
        matching.pair_in_place(|_, _| true);
        for gone in matching.gone() {
            self.say(format!("`{}` is gone: {}", gone.id, described(&gone.run)));
        }
        for (step, before) in matching.pairs() {
            match before {
                None => self.say(format!("`{}` is new: {}", step.id, described(&step.run))),
                Some(before) => self.step(before, step),
            }
        }
    }

    fn step(&mut self, old: &Step, new: &Step) {
        let id = &new.id;
        if old.id != new.id {
            self.say(format!("`{}` stands at another place: `{id}`", old.id));
        }
        match (&old.run, &new.run) {
            (Action::Command { line: before, scripts: old }, Action::Command { line, scripts: new }) => {
                self.differ(&format!("the command of `{id}`"), &format!("`{before}`"), &format!("`{line}`"));
                self.scripts(id, old, new);
            }
            (before, run) if before != run => {
                self.say(format!("`{id}` runs something else: {}", described(run)));
            }
            _ => {}
        }
        let pattern = |step: &Step| {
            step.matcher.as_ref().map_or("absent".to_owned(), |matcher| format!("`{}`", matcher.pattern))
        };
        self.differ(&format!("the matcher of `{id}`"), &pattern(old), &pattern(new));
        let programs = |step: &Step| step.matcher.as_ref().map(|matcher| matcher.program.clone());
        if pattern(old) == pattern(new) && programs(old) != programs(new) {
            self.say(format!("the matcher of `{id}` has another program"));
        }
        let milliseconds = |step: &Step| format!("{} ms", step.timeout_ms);
        self.differ(&format!("the timeout of `{id}`"), &milliseconds(old), &milliseconds(new));
        let limit = |step: &Step| step.loop_limit.map_or("none".to_owned(), |limit| limit.to_string());
        self.differ(&format!("the loop limit of `{id}`"), &limit(old), &limit(new));
        let cwd = |step: &Step| step.cwd.as_ref().map_or("the source's".to_owned(), ToString::to_string);
        self.differ(&format!("the working directory of `{id}`"), &cwd(old), &cwd(new));
        match (old.fail_closed, new.fail_closed) {
            (false, true) => self.say(format!("`{id}` fails closed now")),
            (true, false) => self.say(format!("`{id}` no longer fails closed")),
            _ => {}
        }
    }

    fn scripts(&mut self, id: &str, old: &[Script], new: &[Script]) {
        for script in old.iter().filter(|script| new.iter().all(|other| other.path != script.path)) {
            self.say(format!("`{id}` is no longer known to run `{}`", script.path));
        }
        for script in new {
            match old.iter().find(|other| other.path == script.path) {
                None => self.say(format!("`{id}` is now known to run `{}`", script.path)),
                Some(before) if before.sha256 != script.sha256 => {
                    self.say(format!("the content of `{}`, which `{id}` runs, has changed", script.path));
                }
                Some(_) => {}
            }
        }
    }

    fn left_out(&mut self, old: &Body, new: &Body) {
        let by_id = |body: &'_ Body| -> BTreeMap<String, String> {
            body.left_out.iter().map(|left| (left.id.clone(), left.reason.clone())).collect()
        };
        let (old, new) = (by_id(old), by_id(new));
        for id in old.keys().filter(|id| !new.contains_key(*id)) {
            self.say(format!("`{id}` is no longer left out"));
        }
        for (id, reason) in new.iter().filter(|(id, reason)| old.get(*id) != Some(*reason)) {
            self.say(format!("`{id}` is left out: {reason}"));
        }
    }
}

/// The name of a value as a plan writes it.
fn name(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| Some(value.as_str()?.to_owned())).unwrap_or_default()
}

fn same_action(one: &Step, other: &Step) -> bool {
    match (&one.run, &other.run) {
        (Action::Command { line, .. }, Action::Command { line: other, .. }) => line == other,
        (one, other) => one == other,
    }
}

fn described(action: &Action) -> String {
    match action {
        Action::Command { line, .. } => format!("`{line}`"),
        Action::Prompt { text, .. } => format!("the prompt `{text}`"),
    }
}
