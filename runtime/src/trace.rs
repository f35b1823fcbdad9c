//! How a verdict came about, for people and as JSON.

use std::fmt;
use std::time::Duration;

use hookc_schema::Event;
use hookc_schema::value::Object;
use serde::Serialize;
use serde_json::{Value, json};

use crate::execution::{Captured, Ending, Execution};
use crate::merge::Fate;
use crate::outcome::Outcome;
use crate::plan::{Digest, Semantics};
use crate::select::Reason;
use crate::verdict::Verdict;

/// The version of the JSON form of a trace.
pub const FORMAT: u64 = 1;

/// How much of each stream a trace repeats, in bytes.
const MAX_STREAM: usize = 4 << 10;

/// How a verdict came about. It depends on the plan, the payload and what the hooks said; only durations vary from run to
/// run.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// The plan's digest.
    pub plan: Digest,
    /// How answers were read and merged.
    pub semantics: Semantics,
    /// Every step of the event, in plan order.
    pub steps: Vec<StepTrace>,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict that the other semantics would have given, if it differs.
    pub otherwise: Option<Verdict>,
}

/// One step of the event.
#[derive(Debug, Clone, PartialEq)]
pub struct StepTrace {
    /// Its id.
    pub id: String,
    /// The file that it comes from, as the plan names it.
    pub file: String,
    /// The pattern of its matcher.
    pub pattern: Option<String>,
    /// Why it ran, or why not.
    pub reason: Reason,
    /// What it did; `None` if it did not run.
    pub run: Option<StepRun>,
}

/// What a step did.
#[derive(Debug, Clone, PartialEq)]
pub struct StepRun {
    /// What its process did; `None` for a prompt hook.
    pub execution: Option<Execution>,
    /// How long it took.
    pub duration: Duration,
    /// What it came to.
    pub outcome: Outcome,
    /// What became of that.
    pub fate: Fate,
}

impl Trace {
    /// The event.
    pub const fn event(&self) -> Event {
        self.verdict.event
    }

    /// One line of JSON, without the line's end: `trace` is [`FORMAT`], durations are in milliseconds.
    pub fn to_json(&self) -> String {
        let mut trace = json!({
            "trace": FORMAT,
            "event": self.event(),
            "plan": self.plan,
            "semantics": self.semantics,
            "steps": self.steps.iter().map(StepTrace::to_value).collect::<Vec<_>>(),
            "verdict": verdict_value(&self.verdict),
        });
        if let Some(otherwise) = &self.otherwise {
            trace["otherwise"] = verdict_value(otherwise);
        }
        trace.to_string()
    }
}

impl StepTrace {
    fn to_value(&self) -> Value {
        let mut step = Object::new();
        let mut put = |key: &str, value: Value| step.insert(key.to_owned(), value);
        put("id", self.id.as_str().into());
        put("file", self.file.as_str().into());
        put("reason", value_of(self.reason));
        if let Some(pattern) = &self.pattern {
            put("pattern", pattern.as_str().into());
        }
        put("runs", self.run.is_some().into());
        if let Some(run) = &self.run {
            put("duration_ms", milliseconds(run.duration).into());
            put("outcome", outcome_value(&run.outcome));
            put("fate", value_of(&run.fate));
            if let Some(execution) = &run.execution {
                put("ending", ending_value(&execution.ending));
                put("stdout", stream_value(&execution.stdout));
                put("stderr", stream_value(&execution.stderr));
            }
        }
        Value::Object(step)
    }
}

/// To the microsecond.
fn milliseconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}

fn value_of(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn verdict_value(verdict: &Verdict) -> Value {
    json!({ "vote": verdict.vote, "blocked": verdict.is_blocked(), "answer": verdict.answer })
}

fn outcome_value(outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Answer(answer) => json!({ "answer": answer }),
        Outcome::Silent => json!("silent"),
        Outcome::Block(messages) => {
            json!({ "block": { "user_message": messages.user, "agent_message": messages.agent } })
        }
        Outcome::Failure(failure) => json!({ "failure": failure.to_string() }),
    }
}

fn ending_value(ending: &Ending) -> Value {
    match ending {
        Ending::Exited(code) => json!({ "exit": code }),
        Ending::Signal(signal) => json!({ "signal": signal }),
        Ending::TimedOut => json!("timed-out"),
        Ending::NotStarted(reason) => json!({ "not-started": reason }),
    }
}

fn stream_value(stream: &Captured) -> Value {
    let shown = &stream.bytes[..stream.bytes.len().min(MAX_STREAM)];
    let is_whole = shown.len() == stream.bytes.len() && !stream.truncated;
    json!({ "text": String::from_utf8_lossy(shown), "whole": is_whole })
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({} semantics)", self.event(), self.semantics)?;
        if self.steps.is_empty() {
            writeln!(f, "  no hooks")?;
        }
        for step in &self.steps {
            writeln!(f, "  {step}")?;
        }
        write!(f, "verdict: {}", self.verdict)?;
        match &self.otherwise {
            Some(otherwise) if otherwise.vote == self.verdict.vote => {
                write!(f, " (the same with {} semantics, but another answer)", self.semantics.other())
            }
            Some(otherwise) => write!(f, " ({otherwise} with {} semantics)", self.semantics.other()),
            None => Ok(()),
        }
    }
}

impl fmt::Display for StepTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {}: ", self.id, self.file)?;
        match &self.pattern {
            Some(pattern) => write!(f, "{} by {pattern:?}", self.reason)?,
            None => write!(f, "{}", self.reason)?,
        }
        match &self.run {
            Some(run) => write!(f, ", {run}"),
            None => f.write_str(", not run"),
        }
    }
}

impl fmt::Display for StepRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms, ", self.duration.as_millis())?;
        match &self.outcome {
            Outcome::Answer(answer) if answer.is_empty() => f.write_str("answered nothing of weight")?,
            Outcome::Answer(answer) => {
                let fields: Vec<&str> = answer.keys().map(String::as_str).collect();
                write!(f, "answered {}", fields.join(", "))?;
            }
            Outcome::Silent => f.write_str("said nothing")?,
            Outcome::Block(_) => f.write_str("blocks")?,
            Outcome::Failure(failure) => write!(f, "failed: {failure}")?,
        }
        if let Some(vote) = self.fate.vote {
            write!(f, ", says {vote}")?;
        }
        self.fate.notes.iter().try_for_each(|note| write!(f, ", {note}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merge::Note;
    use crate::outcome::Failure;
    use crate::verdict::Vote;

    fn trace() -> Trace {
        let run = |outcome, vote, notes| StepRun {
            execution: Some(Execution {
                ending: Ending::Exited(1),
                stdout: "x".repeat(5000).as_str().into(),
                stderr: "e".into(),
                duration: Duration::from_micros(1500),
            }),
            duration: Duration::from_micros(1500),
            outcome,
            fate: Fate { vote, notes },
        };
        let step = |id: &str, reason, run| StepTrace {
            id: id.to_owned(),
            file: "${project}/.cursor/hooks.json".to_owned(),
            pattern: Some("a|b".to_owned()),
            reason,
            run,
        };
        let failed = run(Outcome::Failure(Failure::Exit(1)), Some(Vote::Deny), vec![Note::FailedClosed]);
        let verdict = Verdict { event: Event::PreToolUse, vote: Some(Vote::Deny), answer: Object::new() };
        Trace {
            plan: Digest::of(b""),
            semantics: Semantics::Documented,
            steps: vec![
                step("project/preToolUse/0", Reason::Matched, Some(failed)),
                step("project/preToolUse/1", Reason::NotMatched, None),
            ],
            otherwise: Some(Verdict { vote: None, ..verdict.clone() }),
            verdict,
        }
    }

    #[test]
    fn a_person_reads_one_line_a_step() {
        assert_eq!(
            trace().to_string(),
            "preToolUse (documented semantics)\n  \
             project/preToolUse/0 from ${project}/.cursor/hooks.json: matched by \"a|b\", 1 ms, \
             failed: it ended with exit code 1, says deny, fails closed\n  \
             project/preToolUse/1 from ${project}/.cursor/hooks.json: not matched by \"a|b\", not run\n\
             verdict: deny (no opinion with observed semantics)"
        );
    }

    #[test]
    fn a_program_reads_json() {
        let value: Value = serde_json::from_str(&trace().to_json()).unwrap();
        assert_eq!(value["trace"], 1);
        assert_eq!(value["steps"][0]["duration_ms"], 1.5);
        assert_eq!(value["steps"][0]["ending"], json!({ "exit": 1 }));
        assert_eq!(value["steps"][0]["fate"], json!({ "vote": "deny", "notes": ["failed-closed"] }));
        assert_eq!(value["steps"][0]["stderr"], json!({ "text": "e", "whole": true }));
        assert_eq!(value["steps"][0]["stdout"]["whole"], false);
        assert_eq!(value["steps"][1]["runs"], false);
        assert_eq!(value["verdict"], json!({ "vote": "deny", "blocked": true, "answer": {} }));
        assert_eq!(value["otherwise"]["vote"], Value::Null);
    }
}
