//! Which of an event's subjects a hook's matcher lets through, whatever product's names it is written in.

use hookc_compiler::matcher::{self, Pattern, Proof};
use hookc_compiler::plan::{Import, tool_matcher};
use hookc_compiler::typecheck::{Dialect, Hook};
use hookc_schema::Event;
use hookc_schema::event::{Subject, SubjectText, Vocabulary};
use hookc_schema::tool;

/// What a matcher lets through.
#[derive(Debug)]
pub(crate) enum Reach<'a> {
    /// Everything.
    All,
    /// What the pattern takes.
    Only(&'a Pattern),
    /// What the pattern takes that the host makes of a Claude matcher.
    Mapped(Box<Pattern>),
    /// Nothing.
    Nothing,
}

impl<'a> Reach<'a> {
    /// What the hook's matcher lets through; `None` when the pattern does not compile.
    pub(crate) fn of(hook: &'a Hook, dialect: Dialect) -> Option<Self> {
        let Some(written) = &hook.matcher else { return Some(Self::All) };
        let Some(pattern) = &written.pattern else { return Some(Self::All) };
        let pattern = pattern.as_ref().ok()?;
        if dialect == Dialect::Claude && hook.event.facts().subject.value == Subject::ToolName {
            return match tool_matcher(&written.text.value) {
                Import::Pattern(mapped) => Some(Self::Mapped(Box::new(matcher::parse_str(&mapped).ok()?))),
                Import::Nothing(_) => Some(Self::Nothing),
            };
        }
        Some(Self::Only(pattern))
    }

    /// Its pattern, where there is one.
    pub(crate) fn pattern(&self) -> Option<&Pattern> {
        match self {
            Self::Only(pattern) => Some(pattern),
            Self::Mapped(pattern) => Some(pattern),
            Self::All | Self::Nothing => None,
        }
    }

    /// Whether this subject surely gets through.
    pub(crate) fn takes(&self, subject: &str) -> bool {
        match self.pattern() {
            Some(pattern) => pattern.matches(subject) == Some(true),
            None => matches!(self, Self::All),
        }
    }

    /// Whether this subject surely does not get through.
    pub(crate) fn refuses(&self, subject: &str) -> bool {
        match self.pattern() {
            Some(pattern) => pattern.matches(subject) == Some(false),
            None => matches!(self, Self::Nothing),
        }
    }

    /// Whether some subject of the event surely gets through both.
    pub(crate) fn meets(&self, other: &Self, event: Event) -> bool {
        match event.facts().subject.value.text() {
            SubjectText::Absent => return true,
            SubjectText::Fixed(subject) => return self.takes(subject) && other.takes(subject),
            SubjectText::Field(_) => {}
        }
        match (self, other) {
            (Self::Nothing, _) | (_, Self::Nothing) => return false,
            (Self::All, Self::All) => return true,
            _ => {}
        }
        match event.facts().vocabulary {
            Vocabulary::Known(names) | Vocabulary::Closed(names) => {
                let own = [self, other].into_iter().flat_map(Self::names).collect::<Vec<_>>();
                let known = names.iter().copied().chain(own.iter().map(String::as_str));
                known.into_iter().any(|name| self.takes(name) && other.takes(name))
            }
            Vocabulary::Open => match (self.pattern(), other.pattern()) {
                (Some(one), Some(other)) => matches!(one.intersection(other), Proof::Example(_)),
                _ => true,
            },
        }
    }

    /// A tool that surely gets through here and through none of the others.
    pub(crate) fn tool_beyond(&self, others: &[&Self]) -> Option<String> {
        let documented =
            tool::TOOLS.iter().filter(|tool| tool.documented.value).map(|tool| tool.name.to_owned());
        let own = self.names();
        documented
            .chain(own.into_iter().filter(|name| name.starts_with(tool::MCP_PREFIX)))
            .find(|name| self.takes(name) && others.iter().all(|other| other.refuses(name)))
    }

    /// The plain names among the pattern's branches, but for those that no host sends.
    fn names(&self) -> Vec<String> {
        let alternatives = self.pattern().map(Pattern::alternatives).unwrap_or_default();
        let names = alternatives.iter().filter_map(|alternative| alternative.pattern.literal());
        names.filter(|name| tool::foreign(name).is_none()).collect()
    }
}
