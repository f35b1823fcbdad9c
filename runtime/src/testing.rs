//! Plans for unit tests.

use hookc_schema::{Event, SourceKind};

use crate::plan::{Action, Body, Digest, Format, Plan, Source, Step};

/// The project's own file.
pub(crate) fn project() -> Source {
    Source {
        cwd: "${project}".parse().unwrap(),
        file: "${project}/.cursor/hooks.json".parse().unwrap(),
        format: Format::Native,
        kind: SourceKind::Project,
        name: None,
        sha256: Digest::of(b""),
        voided: None,
    }
}

/// A source of another kind, with a name.
pub(crate) fn source(kind: SourceKind, name: &str) -> Source {
    let format = if kind.is_claude() { Format::Claude } else { Format::Native };
    Source { kind, name: Some(name.to_owned()), format, ..project() }
}

/// A command of a source, without an id.
pub(crate) fn command(source: usize, line: &str) -> Step {
    Step {
        cwd: None,
        fail_closed: false,
        id: String::new(),
        loop_limit: None,
        matcher: None,
        run: Action::Command { line: line.to_owned(), scripts: Vec::new() },
        source,
        timeout_ms: 10_000,
    }
}

/// A plan of these sources with these steps at one event; ids are added.
pub(crate) fn plan_from(sources: Vec<Source>, steps: &[Step], event: Event) -> Body {
    let mut places = vec![0; sources.len()];
    let steps = steps.iter().map(|step| {
        let place = places[step.source];
        places[step.source] += 1;
        Step { id: sources[step.source].step_id(event, place), ..step.clone() }
    });
    let events = [(event, steps.collect())].into();
    Body { sources, events, ..Body::default() }
}

/// A plan of the project alone.
pub(crate) fn plan_of(steps: &[Step], event: Event) -> Plan {
    Plan::seal(plan_from(vec![project()], steps, event)).unwrap()
}
