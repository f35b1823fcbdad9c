//! What the branches of a matcher are in the world of its event: names that the host sends, names of another product, or neither.

use std::ops::Range;

use hookc_compiler::analysis::Settings;
use hookc_compiler::matcher::{Alternative, Pattern};
use hookc_schema::Event;
use hookc_schema::event::{Subject, Vocabulary};
use hookc_schema::tool::{self, Counterpart, Foreign};

/// A branch of a matcher and what it can match.
#[derive(Debug)]
pub(crate) struct Branch {
    /// The branch, in bytes of the decoded pattern.
    pub(crate) range: Range<usize>,
    /// What to delete to be rid of it; `None` for an only branch.
    pub(crate) removal: Option<Range<usize>>,
    /// The plain name that the branch is, anchors removed; `None` when it is more than a name.
    pub(crate) name: Option<String>,
    /// What it is.
    pub(crate) meaning: Meaning,
}

/// What a branch is in the world of its event.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It matches something that the host sends, or nothing is known against it.
    Live,
    /// It is a name of another product.
    Foreign(Foreign),
    /// It is a value that this host sends at other events only.
    OfOtherEvents,
    /// It is a plain name that nobody documents.
    Unknown,
    /// It matches none of a closed set.
    Dead,
}

/// The branches of a matcher at an event, each judged by itself. The settings may know more names than the host documents.
pub(crate) fn branches(pattern: &Pattern, event: Event, settings: &Settings) -> Vec<Branch> {
    let facts = event.facts();
    let text = pattern.text();
    pattern
        .alternatives()
        .into_iter()
        .map(|alternative| {
            let name = plain_name(&text, &alternative);
            let meaning = match facts.vocabulary {
                Vocabulary::Open => Meaning::Live,
                _ if matches_any(&alternative.pattern, extra_names(event, settings)) => Meaning::Live,
                Vocabulary::Closed(names) => among_closed(&alternative.pattern, names, name.as_deref()),
                Vocabulary::Known(names) => among_known(&alternative.pattern, names, name.as_deref(), event),
            };
            Branch { range: alternative.range, removal: alternative.removal, name, meaning }
        })
        .collect()
}

/// Names that the configuration adds to those that are sent at the event.
fn extra_names(event: Event, settings: &Settings) -> &[String] {
    match event.facts().subject.value {
        Subject::ToolName => &settings.tool_names,
        Subject::SubagentType => &settings.subagent_types,
        _ => &[],
    }
}

fn matches_any(pattern: &Pattern, names: &[String]) -> bool {
    names.iter().any(|name| pattern.matches(name) != Some(false))
}

fn among_closed(pattern: &Pattern, names: &[&str], name: Option<&str>) -> Meaning {
    if names.iter().any(|known| pattern.matches(known) != Some(false)) {
        return Meaning::Live;
    }
    name.and_then(tool::foreign).map_or(Meaning::Dead, Meaning::Foreign)
}

fn among_known(pattern: &Pattern, names: &[&str], name: Option<&str>, event: Event) -> Meaning {
    let Some(name) = name else { return Meaning::Live };
    let is_tool_event = event.facts().subject.value == Subject::ToolName;
    if is_tool_event && let Some(foreign) = tool::foreign(name) {
        let documented = tool::TOOLS.iter().filter(|tool| tool.documented.value);
        if !documented.map(|tool| tool.name).any(|known| pattern.matches(known) != Some(false)) {
            return Meaning::Foreign(foreign);
        }
    }
    // A part of `MCP:` is a part of the name of every MCP tool.
    let is_mcp =
        name.contains(tool::MCP_PREFIX) || is_tool_event && pattern.matches(tool::MCP_PREFIX) != Some(false);
    if names.iter().any(|known| pattern.matches(known) != Some(false)) || is_mcp {
        return Meaning::Live;
    }
    if is_tool_event && is_file_access(name) { Meaning::OfOtherEvents } else { Meaning::Unknown }
}

/// Whether some event sends this name as its kind of file access.
fn is_file_access(name: &str) -> bool {
    Event::ALL.into_iter().any(|event| match event.facts().vocabulary {
        Vocabulary::Closed(names) => {
            matches!(event.facts().subject.value, Subject::FileAccess(_)) && names.contains(&name)
        }
        _ => false,
    })
}

/// The name that a branch is when it is nothing but a name, perhaps anchored.
fn plain_name(text: &str, alternative: &Alternative) -> Option<String> {
    let branch = text.get(alternative.range.clone())?;
    let branch = branch.strip_prefix('^').unwrap_or(branch);
    let branch = branch.strip_suffix('$').unwrap_or(branch);
    let branch = branch.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(branch);
    let is_name = branch.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && branch
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | ':' | '-' | ' '));
    is_name.then(|| branch.to_owned())
}

/// What to write instead of a foreign name; `None` when nothing serves.
pub(crate) fn replacement(foreign: &Foreign) -> Option<String> {
    match &foreign.counterpart {
        Counterpart::Tool(name) => Some((*name).to_owned()),
        Counterpart::Mcp(name) => Some(name.clone()),
        Counterpart::Nothing(_) => None,
    }
}
