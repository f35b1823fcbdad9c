use std::collections::{BTreeMap, HashMap};

use hookc_compiler::analysis::{Analysis, Settings, Source};
use hookc_compiler::typecheck::{Action, Hook};
use hookc_schema::{Event, SourceKind};

use crate::declare_rule;
use crate::rule::{Check, Findings};

declare_rule! {
    /// Two sources have a say at one event, and the documentation and current builds settle it differently.
    ///
    /// ## What the host does
    /// As documented, the source with the higher priority that votes wins: its `allow` hides a `deny` of a source below. In builds since September 2026 a
    /// `deny` from anywhere wins. Of values that only one hook can set, such as `updated_input`, the first counts as documented and the last as observed.
    ///
    /// ## Evidence
    /// DOC for both: an older and a newer page, the newer one confirmed by a build (HOOKS.md 0.2, 7.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// { "version": 1, "hooks": { "beforeShellExecution": [{ "command": "allow-known" }] } }
    /// ```
    /// ```json ~/.cursor/hooks.json
    /// { "version": 1, "hooks": { "beforeShellExecution": [{ "command": "deny-force" }] } }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// { "version": 1, "hooks": { "beforeShellExecution": [{ "command": "allow-known" }, { "command": "deny-force" }] } }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// { "version": 1, "hooks": { "afterFileEdit": [{ "command": "format" }] } }
    /// ```
    /// ```json ~/.cursor/hooks.json
    /// { "version": 1, "hooks": { "afterFileEdit": [{ "command": "audit" }] } }
    /// ```
    ///
    /// ## When to ignore it
    /// When no hook of the higher source answers `allow`, or all builds in use settle it the newer way. `hookc why` shows who wins.
    "semantics-differ", [Info], [None], Doc, Check::Analysis(check)
}

/// Says so once, at the first event of the first project where it can matter.
fn check(analysis: &Analysis, _: &Settings, findings: &mut Findings) {
    let found = projects(analysis).into_iter().find_map(first_difference);
    if let Some(((above, upper), (below, lower))) = found {
        let event = lower.event.name();
        findings.report(
            RULE.at(
                below.file,
                lower.event_key.span,
                format!("an `allow` from {} hides a `deny` from here as documented; in current builds the `deny` wins", analysis.shown(above.file)),
            )
            .label("the lower source")
            .help(format!("`hookc why {event}` shows what becomes of the answers"))
            .related(above.file, upper.event_key.span, "the higher source"),
        );
    }
}

const fn is_of_a_project(kind: SourceKind) -> bool {
    matches!(kind, SourceKind::Project | SourceKind::ClaudeProject | SourceKind::ClaudeLocal)
}

type Voter<'a> = (&'a Source, &'a Hook);

/// A source with its kind and its place among all of them.
type Ranked<'a> = (SourceKind, usize, &'a Source);

/// The sources of each project in their order, with those that belong to none. Without a project those alone.
fn projects(analysis: &Analysis) -> Vec<Vec<Ranked<'_>>> {
    let (mut projects, mut places, mut others) = (Vec::new(), HashMap::new(), Vec::new());
    for (place, source) in analysis.sources.iter().enumerate() {
        let Some(kind) = source.kind() else { continue };
        let ranked = (kind, place, source);
        if is_of_a_project(kind) {
            let project = *places.entry(source.place.root.as_deref()).or_insert_with(|| {
                projects.push(Vec::new());
                projects.len() - 1
            });
            projects[project].push(ranked);
        } else {
            others.push(ranked);
        }
    }
    if projects.is_empty() {
        projects.push(Vec::new());
    }
    for project in &mut projects {
        project.extend(&others);
        project.sort_by_key(|(kind, place, _)| (*kind, *place));
    }
    projects
}

/// The first event that can block and at which command hooks of two sources have a say.
fn first_difference(sources: Vec<Ranked<'_>>) -> Option<(Voter<'_>, Voter<'_>)> {
    let mut voters: BTreeMap<Event, (SourceKind, Voter<'_>)> = BTreeMap::new();
    for (kind, _, source) in sources {
        let config = source.config.as_ref().filter(|config| !config.void);
        for hook in config.into_iter().flat_map(|config| &config.hooks) {
            let has_a_say =
                matches!(hook.action, Action::Command(_)) && hook.event.facts().blocking.value.can_block();
            if !has_a_say {
                continue;
            }
            match voters.get(&hook.event) {
                Some((above, upper)) if *above != kind => return Some((*upper, (source, hook))),
                Some(_) => {}
                None => {
                    voters.insert(hook.event, (kind, (source, hook)));
                }
            }
        }
    }
    None
}
