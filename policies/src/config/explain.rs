//! Each setting that holds for a path, and where it comes from.

use std::path::{Path, PathBuf};

use hookc_compiler::analysis::{Platform, Target};
use hookc_compiler::line_index::LineIndex;
use hookc_compiler::source::absolute;
use hookc_compiler::system::System;

use super::effective::{Config, Set};
use super::{Known, Options, Origin, Scope};

/// The settings of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The file that speaks for the path; `None` when there is none.
    pub file: Option<String>,
    /// What is wrong with it, as `file:line: message`.
    pub faults: Vec<String>,
    /// Each setting.
    pub settings: Vec<Setting>,
}

/// One setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The key, as it stands in the file.
    pub key: String,
    /// The value, as it stands in the file.
    pub value: String,
    /// `default`, `command line`, or `file:line`.
    pub origin: String,
}

/// Says which settings hold for a path, a file or a folder, inside of these roots.
pub fn explain(system: &dyn System, roots: &[PathBuf], path: &Path, options: &Options) -> Explanation {
    let path = absolute(system, path);
    let is_folder = system
        .metadata(&path)
        .is_ok_and(|metadata| metadata.kind == hookc_compiler::system::FileKind::Directory);
    // The settings of a folder are those of a file in it.
    let inside = if is_folder { path.join(super::FILE_NAME) } else { path.clone() };
    let config = Scope::config_for(system, roots, &inside, options);
    let mut page = Page {
        config: &config,
        lines: config.files.iter().map(|file| LineIndex::new(file.text.as_ref())).collect(),
        settings: Vec::new(),
    };
    page.fill(&path, options);
    let faults =
        config.faults.iter().map(|fault| format!("{}: {}", page.origin(fault.at), fault.message)).collect();
    Explanation { file: config.files.first().map(|file| file.shown.clone()), faults, settings: page.settings }
}

struct Page<'c> {
    config: &'c Config,
    lines: Vec<LineIndex>,
    settings: Vec<Setting>,
}

impl Page<'_> {
    fn fill(&mut self, path: &Path, options: &Options) {
        let config = self.config;
        let settings = config.settings(options);
        self.chosen(
            "targets",
            names(&settings.targets, target),
            options.targets.is_some(),
            config.targets.as_ref().map(|set| set.origin),
        );
        self.chosen(
            "platforms",
            names(&settings.platforms, platform),
            options.platforms.is_some(),
            config.platforms.as_ref().map(|set| set.origin),
        );
        self.chosen("pedantic", settings.pedantic.to_string(), settings.pedantic, None);
        let select = config.select.as_ref();
        self.chosen(
            "select",
            select.map_or_else(|| "all rules".to_owned(), |set| list(&set.value)),
            false,
            select.map(|set| set.origin),
        );
        self.each("ignore", &config.ignore);
        for rule in crate::rules() {
            if let Some(set) = config.level(rule.name, path) {
                self.add(format!("rules.{}", rule.name), quoted(set.value.name()), self.origin(set.origin));
            }
        }
        let mut enforced: Vec<Origin> = config.floors.iter().map(|(_, floor)| floor.origin).collect();
        enforced.sort_by_key(|origin| (origin.file, origin.span));
        enforced.dedup();
        for origin in enforced {
            let written = &config.files[origin.file].text[origin.span.range()];
            self.add("enforce".to_owned(), written.to_owned(), self.origin(origin));
        }
        for policy in &config.policies {
            self.add("policy".to_owned(), quoted(&policy.id), self.origin(policy.origin));
        }
        self.each("tool-names", &config.tool_names);
        self.each("subagent-types", &config.subagent_types);
        for (event, since) in &config.events {
            self.add(
                "event".to_owned(),
                format!("{{ name = {}, since = {since} }}", quoted(&event.value)),
                self.origin(event.origin),
            );
        }
        for suppression in config.suppressions.iter().filter(|suppression| suppression.file.starts_with(path))
        {
            let place = suppression
                .pointer
                .as_ref()
                .map(|pointer| format!(", pointer = {}", quoted(&pointer.value)))
                .unwrap_or_default();
            let ends = suppression
                .expires
                .as_ref()
                .map(|day| format!(", expires = {}", day.value))
                .unwrap_or_default();
            self.add(
                "suppress".to_owned(),
                format!("{{ rule = {}{place}{ends} }}", quoted(&suppression.rule)),
                self.origin(suppression.origin),
            );
        }
        if let Some(glob) = config.exclusion(path) {
            self.add("excluded".to_owned(), "true".to_owned(), self.origin(glob.origin));
        }
        match (&options.known, &config.baseline) {
            (Known::Only(baseline), _) => {
                self.add("baseline".to_owned(), quoted(baseline.name()), "command line".to_owned());
            }
            (Known::AsConfigured, Some(set)) => {
                let Origin { file, span } = set.origin;
                let written = config.files[file].text.get(span.range()).unwrap_or_default();
                self.add("baseline".to_owned(), written.to_owned(), self.origin(set.origin));
            }
            _ => {}
        }
    }

    fn chosen(&mut self, key: &str, value: String, on_command_line: bool, origin: Option<Origin>) {
        let origin = match origin {
            _ if on_command_line => "command line".to_owned(),
            Some(origin) => self.origin(origin),
            None => "default".to_owned(),
        };
        self.add(key.to_owned(), value, origin);
    }

    fn each(&mut self, key: &str, values: &[Set<String>]) {
        for set in values {
            self.add(key.to_owned(), quoted(&set.value), self.origin(set.origin));
        }
    }

    fn add(&mut self, key: String, value: String, origin: String) {
        self.settings.push(Setting { key, value, origin });
    }

    fn origin(&self, origin: Origin) -> String {
        let line = self.lines[origin.file].line_column(origin.span.start as usize).0;
        format!("{}:{line}", self.config.files[origin.file].shown)
    }
}

fn names<T: Copy>(values: &[T], name: impl Fn(T) -> &'static str) -> String {
    list(&values.iter().map(|value| name(*value).to_owned()).collect::<Vec<_>>())
}

fn list(values: &[String]) -> String {
    format!("[{}]", values.iter().map(|value| quoted(value)).collect::<Vec<_>>().join(", "))
}

fn quoted(text: &str) -> String {
    hookc_compiler::syntax::edit::quote(text)
}

const fn target(target: Target) -> &'static str {
    match target {
        Target::Editor => "editor",
        Target::Cli => "cli",
        Target::Cloud => "cloud",
    }
}

const fn platform(platform: Platform) -> &'static str {
    match platform {
        Platform::Linux => "linux",
        Platform::Macos => "macos",
        Platform::Windows => "windows",
    }
}
