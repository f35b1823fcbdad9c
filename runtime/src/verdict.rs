//! What all hooks of an event came to together.

use std::fmt;

use hookc_schema::Event;
use hookc_schema::value::Object;

/// What a hook, or all of them, say to an action. Where the event has `continue`, `true` is [`Vote::Allow`] and `false`
/// is [`Vote::Deny`]. The stronger one is the greater one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vote {
    /// No objection.
    Allow,
    /// The user is to be asked.
    Ask,
    /// The action is not to happen.
    Deny,
}

impl Vote {
    /// The value of `permission`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

impl fmt::Display for Vote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What all hooks of an event came to together.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The event.
    pub event: Event,
    /// What they say to the action; `None` is no opinion, and the action goes ahead.
    pub vote: Option<Vote>,
    /// The event's own answer, as one hook alone would give it.
    pub answer: Object,
}

impl Verdict {
    /// Whether the action does not happen. Never at events that stop nothing, whatever their hooks say.
    pub fn is_blocked(&self) -> bool {
        self.vote == Some(Vote::Deny) && self.event.facts().blocking.value.can_block()
    }

    /// The answer as one line of JSON, without the line's end.
    pub fn to_json(&self) -> String {
        serde_json::Value::Object(self.answer.clone()).to_string()
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.vote {
            Some(vote) => write!(f, "{vote}"),
            None => f.write_str("no opinion"),
        }
    }
}
