use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

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
    let mut of_root: HashMap<Option<&Path>, Vec<&Source>> = HashMap::new();
    let mut roots = Vec::new();
    let mut machine = Vec::new();
    for source in &analysis.sources {
        if source.kind().is_some_and(is_of_a_project) {
            let root = source.place.root.as_deref();
            let own = of_root.entry(root).or_default();
            if own.is_empty() {
                roots.push(root);
            }
            own.push(source);
        } else {
            machine.push(source);
        }
    }
    if roots.is_empty() {
        roots.push(None);
    }
    let of_machine = voters(&machine);
    let found = roots.into_iter().find_map(|root| {
        let own = of_root.get(&root).map(Vec::as_slice).unwrap_or_default();
        let mut together = voters(own);
        together.extend(&of_machine);
        together.sort_by_key(|(kind, _)| *kind);
        first_difference(together)
    });
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

/// The hooks of these files that can decide an event: of one kind of source the first of each event, which speaks for the others.
fn voters<'a>(sources: &[&'a Source]) -> Vec<(SourceKind, Voter<'a>)> {
    let mut seen = BTreeSet::new();
    let mut voters = Vec::new();
    for source in sources {
        let Some(kind) = source.kind() else { continue };
        let config = source.config.as_ref().filter(|config| !config.void);
        for hook in config.into_iter().flat_map(|config| &config.hooks) {
            let has_a_say =
                matches!(hook.action, Action::Command(_)) && hook.event.facts().blocking.value.can_block();
            if has_a_say && seen.insert((kind, hook.event)) {
                voters.push((kind, (*source, hook)));
            }
        }
    }
    voters
}

/// The first event that can block and at which command hooks of two sources have a say. The voters come with the highest priority first.
fn first_difference<'a>(voters: Vec<(SourceKind, Voter<'a>)>) -> Option<(Voter<'a>, Voter<'a>)> {
    let mut above: BTreeMap<Event, (SourceKind, Voter<'a>)> = BTreeMap::new();
    for (kind, voter) in voters {
        match above.get(&voter.1.event) {
            Some((of_upper, upper)) if *of_upper != kind => return Some((*upper, voter)),
            Some(_) => {}
            None => {
                above.insert(voter.1.event, (kind, voter));
            }
        }
    }
    None
}
