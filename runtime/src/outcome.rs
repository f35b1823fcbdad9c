//! What a step came to.

use std::fmt;

use hookc_schema::value::Object;

/// What a step came to, before it is merged with the others.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It answered. The answer fits the event and holds only fields that the event reads.
    Answer(Object),
    /// It ended well and said nothing.
    Silent,
    /// It blocks: exit code 2, or a model's no.
    Block(Messages),
    /// It failed.
    Failure(Failure),
}

/// What a hook that blocks has to say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Messages {
    /// To the user.
    pub user: Option<String>,
    /// To the agent.
    pub agent: Option<String>,
}

/// Why a step failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// An exit code other than 0 and 2.
    Exit(i32),
    /// A signal ended it.
    Signal(i32),
    /// It took too long, and was killed after this many milliseconds.
    TimedOut(u64),
    /// It never ran.
    NotStarted(String),
    /// Standard output was not one JSON value.
    NotJson(String),
    /// The answer does not fit the event.
    Unfit(String),
    /// It wrote more to standard output than is kept.
    TooLong,
    /// It is a prompt hook, and nothing is there to judge it.
    NoModel,
    /// The model of a prompt hook gave no verdict.
    Model(String),
}

impl Failure {
    /// Whether the hook ended well and its answer is at fault.
    pub const fn is_bad_answer(&self) -> bool {
        matches!(self, Self::NotJson(_) | Self::Unfit(_) | Self::TooLong)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "it ended with exit code {code}"),
            Self::Signal(signal) => write!(f, "signal {signal} ended it"),
            Self::TimedOut(limit) => write!(f, "it was killed after {limit} ms"),
            Self::NotStarted(reason) => write!(f, "it could not be started: {reason}"),
            Self::NotJson(fault) => write!(f, "its output is not one JSON value: {fault}"),
            Self::Unfit(fault) => write!(f, "its answer does not fit the event: {fault}"),
            Self::TooLong => write!(f, "its output is too long"),
            Self::NoModel => write!(f, "no model is there to judge a prompt hook"),
            Self::Model(fault) => write!(f, "the model gave no verdict: {fault}"),
        }
    }
}
