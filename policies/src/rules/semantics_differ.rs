use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::OsStr;
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
    let (own, shared): (Vec<&Source>, Vec<&Source>) =
        analysis.sources.iter().partition(|source| source.kind().is_some_and(is_of_a_project));
    let shared = first_voters(shared);
    let mut projects: HashMap<Option<&OsStr>, Vec<&Source>> = HashMap::new();
    for source in &own {
        projects.entry(root_of(source)).or_default().push(source);
    }
    let found = if own.is_empty() {
        first_difference(&shared, Vec::new())
    } else {
        // Each project once, in the order of the files.
        let mut roots = own.into_iter().filter_map(|source| projects.remove(&root_of(source)));
        roots.find_map(|sources| first_difference(&shared, sources))
    };
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

fn root_of(source: &Source) -> Option<&OsStr> {
    source.place.root.as_deref().map(Path::as_os_str)
}

/// A hook that has a say, with its file.
type Voter<'a> = (&'a Source, &'a Hook);

/// The first hook that has a say for each kind of source and event, the higher sources first. No other can be told.
fn first_voters(sources: Vec<&Source>) -> Vec<(SourceKind, Voter<'_>)> {
    let mut seen = HashSet::new();
    let mut voters: Vec<(SourceKind, Voter<'_>)> = Vec::new();
    for source in sources {
        let Some(kind) = source.kind() else { continue };
        let config = source.config.as_ref().filter(|config| !config.void);
        let hooks = config.into_iter().flat_map(|config| &config.hooks);
        let heard = hooks.filter(|hook| {
            matches!(hook.action, Action::Command(_)) && hook.event.facts().blocking.value.can_block()
        });
        voters
            .extend(heard.filter(|hook| seen.insert((kind, hook.event))).map(|hook| (kind, (source, hook))));
    }
    voters.sort_by_key(|(kind, _)| *kind);
    voters
}

/// The first hook of a source for whose event a higher source has one.
fn first_difference<'a>(
    shared: &[(SourceKind, Voter<'a>)],
    own: Vec<&'a Source>,
) -> Option<(Voter<'a>, Voter<'a>)> {
    let mut voters = first_voters(own);
    voters.extend_from_slice(shared);
    voters.sort_by_key(|(kind, _)| *kind);
    let mut heard: BTreeMap<Event, Voter<'a>> = BTreeMap::new();
    for (_, voter) in voters {
        if let Some(above) = heard.insert(voter.1.event, voter) {
            return Some((above, voter));
        }
    }
    None
}
