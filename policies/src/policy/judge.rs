//! What is to be said of hooks that do not keep to the policies.

use std::collections::HashMap;

use hookc_compiler::analysis::{Analysis, CheckedFile, Request, Source};
use hookc_compiler::diagnostic::{Diagnostic, Effect, FileId, Level};
use hookc_compiler::span::Span;
use hookc_compiler::syntax::{Member, Node};
use hookc_compiler::system::System;
use hookc_compiler::typecheck::Dialect;
use hookc_schema::SourceKind;

use super::document::Per;
use super::hooks::{HookView, Project, hooks, projects};
use super::selector::{Selector, either};
use super::{Kind, Policy};
use crate::config::{Origin, Scope};
use crate::focus;
use crate::rule::Rule;
use crate::rules::{POLICY_FORBID, POLICY_REQUIRE};

/// A finding whose places in configurations are not yet files of the report.
pub(super) struct Found<'a> {
    pub(super) rule: &'static Rule,
    pub(super) policy: &'a Policy,
    /// The configuration that the policy belongs to.
    pub(super) config: usize,
    pub(super) level: Level,
    pub(super) effect: Effect,
    pub(super) at: At,
    pub(super) message: String,
    pub(super) help: String,
    pub(super) related: Vec<(FileId, Span, String)>,
}

/// Where a finding points.
#[derive(Clone, Copy)]
pub(super) enum At {
    File(FileId, Span),
    Configuration(Origin),
}

/// What policies are judged on.
pub(super) struct Judge<'a> {
    pub(super) system: &'a dyn System,
    pub(super) analysis: &'a Analysis,
    pub(super) scope: &'a Scope,
    pub(super) found: Vec<Found<'a>>,
}

/// What policies say.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The configurations that findings point into; their numbers go on behind the files of the analysis.
    pub(crate) files: Vec<CheckedFile>,
}

/// Judges every policy. Without a request there is one text alone, and nothing is said of what is not there.
pub(crate) fn judge(
    system: &dyn System,
    request: Option<&Request>,
    analysis: &Analysis,
    scope: &Scope,
) -> Judged {
    if scope.policies().all(|(_, policies)| policies.is_empty()) {
        return Judged::default();
    }
    let mut judge = Judge { system, analysis, scope, found: Vec::new() };
    for source in &judge.analysis.sources {
        for view in hooks(source) {
            judge.hook(&view);
        }
    }
    if let Some(request) = request {
        for project in projects(system, judge.analysis, request) {
            judge.project(&project);
        }
    }
    let found = std::mem::take(&mut judge.found);
    let mut files = Files { scope, first: analysis.files.len(), added: Vec::new(), known: HashMap::new() };
    let mut diagnostics = found.into_iter().map(|found| files.diagnostic(found)).collect();
    focus::retain(analysis, &mut diagnostics);
    Judged { diagnostics, files: files.added }
}

impl<'a> Judge<'a> {
    /// What policies say of a hook by itself.
    fn hook(&mut self, view: &HookView<'a>) {
        let config = self.scope.number(view.source.file);
        let scope = self.scope;
        for policy in scope.policies_of(config) {
            match &policy.kind {
                Kind::Forbid { hooks, unless } => {
                    let is_excused =
                        || unless.as_ref().is_some_and(|unless| unless.selects(view) != Some(false));
                    if hooks.selects(view) == Some(true) && !is_excused() {
                        let words = policy.says(&format!("no {} is allowed", hooks.words()));
                        self.report(&POLICY_FORBID, policy, config, view, hooks.blame(view), words);
                    }
                }
                Kind::Each { each, must } => {
                    if each.selects(view) == Some(true) && must.selects(view) == Some(false) {
                        let wanted = must.words();
                        let words = policy.says(&format!(
                            "every {} must be {} {wanted}",
                            each.words(),
                            article(&wanted)
                        ));
                        self.report(&POLICY_REQUIRE, policy, config, view, must.blame(view), words);
                    }
                }
                Kind::Allow(allow) => self.allow(allow, policy, config, view),
                Kind::Require { .. } | Kind::Cover(_) => {}
            }
        }
    }

    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        policy: &'a Policy,
        config: usize,
        view: &HookView<'_>,
        span: Span,
        message: String,
    ) {
        self.found.push(Found {
            rule,
            policy,
            config,
            level: policy.level,
            effect: Effect::None,
            at: At::File(view.source.file, span),
            message,
            help: String::new(),
            related: Vec::new(),
        });
    }

    /// What policies say of the hooks of a project together.
    fn project(&mut self, project: &Project<'a>) {
        let own = project
            .sources
            .iter()
            .find(|source| project.root.is_some() && source.place.root.as_deref() == project.root);
        let config = own.map_or_else(|| self.scope.main(), |source| self.scope.number(source.file));
        let scope = self.scope;
        for policy in scope.policies_of(config) {
            match &policy.kind {
                Kind::Require { hooks, per } => self.require(hooks, *per, policy, config, project),
                Kind::Cover(cover) => self.cover(cover, policy, config, project),
                Kind::Forbid { .. } | Kind::Each { .. } | Kind::Allow(_) => {}
            }
        }
    }

    fn require(
        &mut self,
        selector: &'a Selector,
        per: Per,
        policy: &'a Policy,
        config: usize,
        project: &Project<'a>,
    ) {
        let running = project.running();
        let is_one = |view: &&HookView<'a>| selector.selects(view) != Some(false);
        match per {
            Per::Project => {
                if !running.iter().any(|view| is_one(&view)) {
                    let (level, help) = unseen(selector, project, policy.level);
                    let words = policy.says(&format!("no {} is registered", selector.words()));
                    self.absent(policy, config, absence(project, selector, policy), words, (level, help));
                }
            }
            Per::Source => {
                for kind in &selector.sources {
                    let has_one = running.iter().filter(|view| view.kind == *kind).any(|view| is_one(&view));
                    if !has_one && project.looked_at.contains(kind) {
                        let words = policy.says(&format!(
                            "the source `{kind}` registers no {}",
                            selector.words_without_sources()
                        ));
                        let of_kind = project.sources.iter().find(|source| source.kind() == Some(*kind));
                        let at = of_kind.map_or_else(|| place_of(policy), |source| in_file(source, selector));
                        self.absent(policy, config, at, words, (policy.level, String::new()));
                    }
                }
            }
            Per::File => {
                let is_own = |source: &&&'a Source| self.scope.number(source.file) == config;
                let is_wanted = |source: &&&'a Source| {
                    selector.sources.is_empty()
                        || source.kind().is_some_and(|kind| selector.sources.contains(&kind))
                };
                let files: Vec<&Source> =
                    project.sources.iter().filter(is_own).filter(is_wanted).copied().collect();
                for source in files {
                    let own = running.iter().filter(|view| view.source.file == source.file);
                    if !own.into_iter().any(|view| is_one(&view)) {
                        let words = policy.says(&format!("this file registers no {}", selector.words()));
                        self.absent(
                            policy,
                            config,
                            in_file(source, selector),
                            words,
                            (policy.level, String::new()),
                        );
                    }
                }
            }
        }
    }

    fn absent(
        &mut self,
        policy: &'a Policy,
        config: usize,
        at: At,
        message: String,
        (level, help): (Level, String),
    ) {
        let rule = &POLICY_REQUIRE;
        let effect = Effect::None;
        self.found.push(Found {
            rule,
            policy,
            config,
            level,
            effect,
            at,
            message,
            help,
            related: Vec::new(),
        });
    }
}

/// The level of a finding about something absent, and what to do: where a source was not looked at, nothing is known.
pub(super) fn unseen(selector: &Selector, project: &Project<'_>, level: Level) -> (Level, String) {
    let unseen: Vec<&SourceKind> =
        selector.sources.iter().filter(|kind| !project.looked_at.contains(kind)).collect();
    if unseen.is_empty() {
        return (level, String::new());
    }
    let names = either(unseen.iter().map(|kind| kind.name()));
    (
        Level::Info,
        format!(
            "{names} may have it and was not looked at; `--all-sources` looks at the sources of this machine"
        ),
    )
}

/// Where something is not there that some source of the project should have.
pub(super) fn absence(project: &Project<'_>, selector: &Selector, policy: &Policy) -> At {
    let is_wanted = |kind| selector.sources.is_empty() || selector.sources.contains(&kind);
    let of_kinds = |kinds: &[SourceKind]| {
        let wanted = kinds.iter().filter(|kind| is_wanted(**kind));
        wanted
            .into_iter()
            .find_map(|kind| project.sources.iter().find(|source| source.kind() == Some(*kind)).copied())
    };
    let source = of_kinds(&[SourceKind::Project]).or_else(|| of_kinds(&SourceKind::ALL));
    source.map_or_else(|| place_of(policy), |source| in_file(source, selector))
}

/// The place of the policy, in the file of the user rather than in a pack.
pub(super) fn place_of(policy: &Policy) -> At {
    At::Configuration(policy.named_at.unwrap_or(policy.origin))
}

/// The list of the event in a file, or else its hooks, or else its beginning.
fn in_file(source: &Source, selector: &Selector) -> At {
    let root =
        source.config.as_ref().map(|config| source.tree.node(config.root)).filter(|root| root.is_object());
    let hooks = root.and_then(|root| root.get("hooks"));
    let is_native = source.config.as_ref().is_some_and(|config| config.dialect == Dialect::Native);
    let list = hooks
        .filter(|_| is_native)
        .and_then(|hooks| selector.events.iter().find_map(|event| hooks.value().get(event.name())));
    let span = list.or(hooks).map(Member::key).map_or_else(|| first_character(source), Node::span);
    At::File(source.file, span)
}

fn first_character(source: &Source) -> Span {
    let start = source.tree.root().span().start as usize;
    Span::new(start, (start + 1).min(source.tree.text().len()))
}

fn article(words: &str) -> &'static str {
    if words.trim_start_matches('`').starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// The files of configurations that findings point into.
struct Files<'a> {
    scope: &'a Scope,
    first: usize,
    added: Vec<hookc_compiler::analysis::CheckedFile>,
    known: HashMap<(usize, usize), FileId>,
}

impl Files<'_> {
    fn of(&mut self, config: usize, file: usize) -> FileId {
        *self.known.entry((config, file)).or_insert_with(|| {
            self.added.push(self.scope.file_of(config, file).clone());
            FileId((self.first + self.added.len()) as u32 - 1)
        })
    }

    fn diagnostic(&mut self, found: Found<'_>) -> Diagnostic {
        let Found { rule, policy, config, level, effect, at, message, help, related } = found;
        let declared = (self.of(config, policy.origin.file), policy.origin.span);
        let (file, span) = match at {
            At::File(file, span) => (file, span),
            At::Configuration(origin) => (self.of(config, origin.file), origin.span),
        };
        let link = policy.link.clone().unwrap_or_default();
        let help = match (help.is_empty(), link.is_empty()) {
            (_, true) => help,
            (true, false) => format!("see {link}"),
            (false, false) => format!("{help}; see {link}"),
        };
        let mut diagnostic =
            rule.with(level, effect, file, span, message).help(help).policy(&policy.id, link);
        for (file, span, words) in related {
            diagnostic.relate(file, span, words);
        }
        if declared != (file, span) {
            diagnostic.relate(declared.0, declared.1, "the policy is declared here");
        }
        diagnostic
    }
}
