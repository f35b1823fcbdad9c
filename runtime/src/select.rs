//! Which steps of a plan run, and why the others do not.

use std::fmt;

use crate::payload::Payload;
use crate::plan::{Plan, Step};
use crate::program::Decision;

/// One step of the event, selected or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection<'plan> {
    /// The step.
    pub step: &'plan Step,
    /// Why it runs, or why not.
    pub reason: Reason,
}

impl Selection<'_> {
    /// Whether the step runs.
    pub const fn runs(&self) -> bool {
        self.reason.runs()
    }
}

/// Why a step runs, or why not (HOOKS.md 5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It has no matcher.
    NoMatcher,
    /// The event or its payload has nothing to test a matcher against.
    NoSubject,
    /// Its matcher matches.
    Matched,
    /// Its matcher does not match: it does not run.
    NotMatched,
    /// Its matcher needed more steps than it may take, so it runs as if it had none.
    BudgetSpent,
}

impl Reason {
    /// Whether the step runs.
    pub const fn runs(self) -> bool {
        !matches!(self, Self::NotMatched)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMatcher => "no matcher",
            Self::NoSubject => "nothing to match",
            Self::Matched => "matched",
            Self::NotMatched => "not matched",
            Self::BudgetSpent => "matcher too slow, so it runs",
        })
    }
}

impl Plan {
    /// The steps of the payload's event, in plan order, each with the reason why it runs or not.
    ///
    /// Pure: nothing is started.
    pub fn select<'plan>(&'plan self, payload: &Payload) -> Vec<Selection<'plan>> {
        let subject = payload.subject();
        self.steps(payload.event())
            .iter()
            .map(|step| Selection { step, reason: reason_for(step, subject) })
            .collect()
    }
}

fn reason_for(step: &Step, subject: Option<&str>) -> Reason {
    let Some(matcher) = &step.matcher else { return Reason::NoMatcher };
    let Some(subject) = subject else { return Reason::NoSubject };
    match matcher.program.decide(subject) {
        Decision::Match => Reason::Matched,
        Decision::NoMatch => Reason::NotMatched,
        Decision::BudgetSpent => Reason::BudgetSpent,
    }
}

#[cfg(test)]
mod tests {
    use hookc_schema::Event;

    use super::*;
    use crate::backtrack::{Code, Op};
    use crate::payload::Strictness;
    use crate::plan::Matcher;
    use crate::program::Program;
    use crate::testing::{command, plan_of};

    fn reasons(event: Event, payload: &str, programs: Vec<Option<Program>>) -> Vec<Reason> {
        let steps: Vec<Step> = programs
            .into_iter()
            .map(|program| Step {
                matcher: program.map(|program| Matcher { pattern: String::new(), program }),
                ..command(0, "x")
            })
            .collect();
        let plan = plan_of(&steps, event);
        let payload = Payload::parse(event, payload.as_bytes(), Strictness::Lenient).unwrap();
        plan.select(&payload).into_iter().map(|selection| selection.reason).collect()
    }

    fn never_ends() -> Program {
        Program::Backtrack(Code::new(vec![Op::Jump(0), Op::Match], vec![], 0).unwrap())
    }

    #[test]
    fn only_a_matcher_that_says_no_keeps_a_step_from_running() {
        let programs = vec![None, Some(Program::Always), Some(Program::Never), Some(never_ends())];
        let reasons = reasons(Event::PreToolUse, r#"{ "tool_name": "Shell" }"#, programs);
        assert_eq!(reasons, [Reason::NoMatcher, Reason::Matched, Reason::NotMatched, Reason::BudgetSpent]);
        assert_eq!(reasons.iter().map(|reason| reason.runs()).collect::<Vec<_>>(), [true, true, false, true]);
    }

    #[test]
    fn without_a_subject_every_matcher_lets_the_step_run() {
        for (event, payload) in [(Event::SessionStart, "{}"), (Event::PreToolUse, "{}")] {
            assert_eq!(reasons(event, payload, vec![Some(Program::Never)]), [Reason::NoSubject], "{event}");
        }
    }
}
