//! Why a step runs or not, in words.

use hookc_runtime::Decision;
use hookc_runtime::payload::Payload;
use hookc_runtime::plan::{Matcher, Step};
use hookc_schema::Event;
use hookc_schema::event::{Subject, SubjectText};
use hookc_schema::tool::{self, Counterpart};

use super::Compiled;
use super::claude::{Import, tool_matcher};
use crate::matcher::{self, Pattern};

/// Why a step runs or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Whether it runs; `None` if that depends on a subject that was not given.
    pub runs: Option<bool>,
    /// The pattern that the host tests, where it is not the one that was written.
    pub read_as: Option<String>,
    /// The reason, to follow the name of the step.
    pub words: String,
}

impl Explanation {
    fn runs(words: impl Into<String>) -> Self {
        Self { runs: Some(true), read_as: None, words: words.into() }
    }
}

/// Explains a step of the plan at a payload; without one, as far as the plan alone says it.
pub fn explain(compiled: &Compiled, event: Event, step: &Step, payload: Option<&Payload>) -> Explanation {
    let Some(matcher) = &step.matcher else { return Explanation::runs("it has no matcher") };
    let is_claude = compiled.plan.source(step).format == hookc_runtime::plan::Format::Claude;
    let read_as = read_as(event, matcher, is_claude);
    let pattern = matcher::parse_str(read_as.as_deref().unwrap_or(&matcher.pattern)).ok();
    let told = Told { event, matcher, pattern: pattern.as_ref() };
    let explanation = match (event.facts().subject.value.text(), payload) {
        (SubjectText::Absent, _) => {
            Explanation::runs(format!("`{event}` gives a matcher nothing to test, so it is ignored"))
        }
        _ if pattern.is_none() => Explanation::runs("the matcher is no regular expression, so it is ignored"),
        (SubjectText::Fixed(subject), _) => told.about(subject),
        (SubjectText::Field(fields), Some(payload)) => match payload.subject() {
            Some(subject) => told.about(subject),
            None => Explanation::runs(format!(
                "the payload has no `{}`, so the matcher is ignored",
                fields.join("` or `")
            )),
        },
        (SubjectText::Field(fields), None) => Explanation {
            runs: None,
            read_as: None,
            words: format!("it runs where the matcher takes the `{}`", fields.join("` or `")),
        },
    };
    Explanation { read_as, ..explanation }
}

fn read_as(event: Event, matcher: &Matcher, is_claude: bool) -> Option<String> {
    let is_for_tools = event.facts().subject.value == Subject::ToolName;
    match tool_matcher(&matcher.pattern) {
        Import::Pattern(mapped) if is_claude && is_for_tools && mapped != matcher.pattern => Some(mapped),
        _ => None,
    }
}

/// What is told of one matcher.
struct Told<'a> {
    event: Event,
    matcher: &'a Matcher,
    pattern: Option<&'a Pattern>,
}

impl Told<'_> {
    /// The plan's own program decides; the pattern only finds the words.
    fn about(&self, subject: &str) -> Explanation {
        match self.matcher.program.decide(subject) {
            Decision::Match => Explanation::runs(self.of_match(subject)),
            Decision::NoMatch => {
                Explanation { runs: Some(false), read_as: None, words: self.of_no_match(subject) }
            }
            Decision::BudgetSpent => {
                Explanation::runs("the matcher takes more steps than it may, so it counts as matching")
            }
        }
    }

    fn alternatives(&self) -> Vec<matcher::Alternative> {
        self.pattern.map(Pattern::alternatives).unwrap_or_default()
    }

    fn of_match(&self, subject: &str) -> String {
        let alternatives = self.alternatives();
        let taking = alternatives.iter().position(|one| one.pattern.matches(subject) == Some(true));
        let text = self.pattern.map(Pattern::text).unwrap_or_default();
        match taking {
            Some(place) if alternatives.len() > 1 => {
                let written = text.get(alternatives[place].range.clone()).unwrap_or_default();
                format!("`{written}` matches, alternative {} of {}", place + 1, alternatives.len())
            }
            _ => "the matcher matches".to_owned(),
        }
    }

    fn of_no_match(&self, subject: &str) -> String {
        let alternatives = self.alternatives();
        let mut words = match alternatives.len() {
            0 | 1 => format!("the matcher does not match {}", self.shown(subject)),
            count => format!("none of the {count} alternatives matches {}", self.shown(subject)),
        };
        if let Some(hint) = self.hint(subject, &alternatives) {
            words.push_str(&hint);
        }
        words
    }

    /// A subject of any length stands elsewhere; a name is worth repeating.
    fn shown(&self, subject: &str) -> String {
        match self.event.facts().subject.value {
            Subject::CommandText | Subject::Undocumented => "the command".to_owned(),
            _ => format!("`{subject}`"),
        }
    }

    fn hint(&self, subject: &str, alternatives: &[matcher::Alternative]) -> Option<String> {
        let names = alternatives.iter().filter_map(|one| one.pattern.literal());
        let foreign = names.filter_map(|name| Some((tool::foreign(&name)?.counterpart, name)));
        let is_meant = |counterpart: &Counterpart| match counterpart {
            Counterpart::Tool(name) => *name == subject,
            Counterpart::Mcp(name) => name == subject,
            Counterpart::Nothing(_) => false,
        };
        if self.event.facts().subject.value == Subject::ToolName
            && let Some((_, name)) = foreign.into_iter().find(|(counterpart, _)| is_meant(counterpart))
        {
            return Some(format!("; `{name}` is called `{subject}` here"));
        }
        let text = self.pattern?.text();
        let relaxed = matcher::parse_str(&format!("(?i:{text})")).ok()?;
        (relaxed.matches(subject) == Some(true)).then(|| "; case matters".to_owned())
    }
}
