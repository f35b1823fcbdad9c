//! Organisation policies: what hooks there must be and must not be, as `hookc.toml` and packs declare it.
//!
//! A policy is read by `Drafting`, which reports every fault at its place, and judged by `judge` over the compiler's facts. What no file may take back that another
//! one declares above it is a matter of `enforce`. Policies add up: each is judged by itself, and none is replaced by another.

mod allow;
mod cover;
pub(crate) mod document;
mod drafting;
pub(crate) mod enforce;
mod hooks;
mod judge;
mod packs;
mod selector;
mod toml_string;

use hookc_compiler::diagnostic::Level;
use hookc_compiler::matcher::Pattern;

pub(crate) use drafting::Drafting;
pub(crate) use judge::judge;
pub use packs::{PACKS, Pack};

use crate::config::Origin;
use document::Per;
use enforce::Declared;
use selector::Selector;

/// A policy that is ready to be judged.
#[derive(Debug)]
pub(crate) struct Policy {
    /// Its name.
    pub(crate) id: String,
    kind: Kind,
    message: Option<String>,
    link: Option<String>,
    level: Level,
    /// Where its name stands.
    pub(crate) origin: Origin,
    /// Who may take it back.
    pub(crate) declared: Declared,
    /// Where the pack is named that declares it, in a file.
    named_at: Option<Origin>,
}

/// What a policy demands.
#[derive(Debug)]
enum Kind {
    /// No hook is one of `hooks`, but for those of `unless`.
    Forbid { hooks: Selector, unless: Option<Selector> },
    /// One hook at least is one of `hooks`.
    Require { hooks: Selector, per: Per },
    /// Every hook of `each` is one of `must`.
    Each { each: Selector, must: Selector },
    /// Subjects pass a gate.
    Cover(Cover),
    /// Hooks run nothing else.
    Allow(Allow),
}

/// Subjects that must pass a gate.
#[derive(Debug)]
struct Cover {
    kind: Subjects,
    /// Each as written, with the pattern of those that are meant.
    subjects: Vec<(String, Pattern)>,
    by: Selector,
}

/// What the subjects of a [`Cover`] are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Subjects {
    Tools,
    Commands,
    Agents,
}

/// What hooks may run.
#[derive(Debug)]
struct Allow {
    programs: Option<Vec<String>>,
    digests: Option<Vec<String>>,
}

impl Policy {
    /// Whether it is an allow list without a name.
    pub(crate) fn is_unnamed(&self) -> bool {
        matches!(self.kind, Kind::Allow(_)) && self.id == drafting::ALLOW_ID
    }

    /// What a finding says: the policy's own words, or else hookc's.
    fn says(&self, default: &str) -> String {
        let words = self.message.as_deref().unwrap_or(default);
        format!("{words} (policy `{}`)", self.id)
    }

    /// What a finding says where a fact matters whatever the policy's own words are.
    fn says_fact(&self, fact: &str) -> String {
        match &self.message {
            Some(message) => format!("{message}: {fact} (policy `{}`)", self.id),
            None => format!("{fact} (policy `{}`)", self.id),
        }
    }
}

/// Whether findings of the rule are those of policies.
pub(crate) fn is_policy(rule: &str) -> bool {
    crate::rules::POLICIES.iter().any(|policy| policy.name == rule)
}
