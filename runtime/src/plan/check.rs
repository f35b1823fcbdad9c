//! What the types of a plan cannot say.

use hookc_schema::{Event, SourceKind};

use super::{Body, PlanError, Source, Step};

/// Checks every index, every id, and the order of sources and steps.
pub(super) fn check(body: &Body) -> Result<(), PlanError> {
    for (index, source) in body.sources.iter().enumerate() {
        check_source(&body.sources[..index], source)
            .map_err(|fault| PlanError::Source { index, fault: fault.to_owned() })?;
    }
    for (&event, steps) in &body.events {
        check_steps(event, steps, &body.sources)?;
    }
    Ok(())
}

fn check_source(before: &[Source], source: &Source) -> Result<(), &'static str> {
    if before.last().is_some_and(|previous| previous.kind > source.kind) {
        return Err("has a higher priority than the one before it");
    }
    if before.iter().any(|other| (other.kind, &other.name) == (source.kind, &source.name)) {
        return Err("has the name of an earlier one");
    }
    match &source.name {
        None if source.kind == SourceKind::Plugin => Err("is a plugin without a name"),
        Some(name) if name.is_empty() => Err("has an empty name"),
        _ => Ok(()),
    }
}

fn check_steps(event: Event, steps: &[Step], sources: &[Source]) -> Result<(), PlanError> {
    let mut previous: Option<(usize, usize)> = None;
    for (place, step) in steps.iter().enumerate() {
        let position = check_step(event, step, sources)
            .and_then(|position| match previous {
                Some(previous) if previous >= position => {
                    Err(format!("has the id `{}`, which belongs before the step before it", step.id))
                }
                _ => Ok(position),
            })
            .map_err(|fault| PlanError::Step { event, place, fault })?;
        previous = Some(position);
    }
    Ok(())
}

/// The step's place in plan order: source, then place in the file.
fn check_step(event: Event, step: &Step, sources: &[Source]) -> Result<(usize, usize), String> {
    let Some(source) = sources.get(step.source) else {
        return Err(format!("has source {}, but there are {}", step.source, sources.len()));
    };
    if source.voided.is_some() {
        return Err(format!("comes from `{}`, a file that counts for nothing", source.file));
    }
    if step.timeout_ms == 0 {
        return Err("has no time to run".to_owned());
    }
    let place = step.id.rsplit('/').next().and_then(|place| place.parse().ok()).unwrap_or_default();
    let expected = source.step_id(event, place);
    if step.id == expected {
        Ok((step.source, place))
    } else {
        Err(format!("has the id `{}` instead of one like `{expected}`", step.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::testing::{command, project};

    fn fault(sources: Vec<Source>, steps: Vec<Step>) -> String {
        let body = Body { sources, events: [(Event::Stop, steps)].into(), ..Body::default() };
        Plan::seal(body).unwrap_err().to_string()
    }

    fn step(id: &str, source: usize) -> Step {
        Step { id: id.to_owned(), source, ..command(0, "x") }
    }

    #[test]
    fn a_step_has_a_source() {
        assert_eq!(
            fault(vec![project()], vec![step("project/stop/0", 1)]),
            "step 0 of stop in the plan has source 1, but there are 1"
        );
    }

    #[test]
    fn an_id_is_made_of_source_event_and_place() {
        for id in ["project/stop/x", "project/sessionEnd/0", "user/stop/0", "project/stop/00", "", "0"] {
            let fault = fault(vec![project()], vec![step(id, 0)]);
            assert!(fault.contains("instead of one like `project/stop/"), "{fault}");
        }
    }

    #[test]
    fn steps_stand_in_plan_order_and_only_once() {
        for (first, second) in [("project/stop/1", "project/stop/0"), ("project/stop/0", "project/stop/0")] {
            let fault = fault(vec![project()], vec![step(first, 0), step(second, 0)]);
            assert!(fault.contains("belongs before the step before it"), "{fault}");
        }
    }

    #[test]
    fn a_voided_source_has_no_steps() {
        let source = Source { voided: Some("unknown event".to_owned()), ..project() };
        assert!(fault(vec![source], vec![step("project/stop/0", 0)]).contains("counts for nothing"));
    }

    #[test]
    fn sources_stand_by_priority_under_different_names() {
        let user = Source { kind: SourceKind::User, ..project() };
        assert_eq!(
            fault(vec![user, project()], vec![]),
            "source 1 of the plan has a higher priority than the one before it"
        );
        assert_eq!(
            fault(vec![project(), project()], vec![]),
            "source 1 of the plan has the name of an earlier one"
        );
        let plugin = Source { kind: SourceKind::Plugin, ..project() };
        assert_eq!(fault(vec![plugin], vec![]), "source 0 of the plan is a plugin without a name");
    }

    #[test]
    fn a_step_has_time_to_run() {
        let step = Step { timeout_ms: 0, ..step("project/stop/0", 0) };
        assert_eq!(fault(vec![project()], vec![step]), "step 0 of stop in the plan has no time to run");
    }
}
