//! A matcher: what it takes, in words and in the names that are known.

use hookc_compiler::matcher::{self, Alternative, Pattern};
use hookc_compiler::plan::{Import, tool_matcher};
use hookc_compiler::typecheck::Dialect;
use hookc_runtime::Program;
use hookc_schema::Event;
use hookc_schema::config::MATCH_ALL;
use hookc_schema::event::{Subject, SubjectText, Vocabulary};

/// More alternatives are counted, not listed.
const MOST: usize = 12;

pub(super) fn said(dialect: Dialect, event: Event, written: &str) -> String {
    let facts = event.facts();
    if MATCH_ALL.contains(&written) {
        return "Matches everything.".to_owned();
    }
    if facts.subject.value.text() == SubjectText::Absent {
        return format!("`{event}` gives a matcher nothing to test, so it is ignored.");
    }
    let is_mapped = dialect == Dialect::Claude && facts.subject.value == Subject::ToolName;
    let pattern = match tool_matcher(written) {
        Import::Nothing(_) if is_mapped => {
            return "None of these tools reaches hooks, so the group is skipped.".to_owned();
        }
        Import::Pattern(mapped) if is_mapped => mapped,
        _ => written.to_owned(),
    };
    let parsed = match matcher::parse_str(&pattern) {
        Ok(parsed) => parsed,
        Err(error) => return format!("No regular expression: {}", error.message),
    };
    let mut said = Vec::new();
    if pattern != written {
        said.push(format!("Read as {}.", code(&pattern)));
    }
    said.push(in_words(&parsed, &pattern, subject(facts.subject.value)));
    if let Vocabulary::Closed(names) | Vocabulary::Known(names) = facts.vocabulary {
        said.push(known(&parsed, names));
    } else if let Some(example) = parsed.example().example().filter(|_| parsed.literal().is_none()) {
        said.push(format!("For example {}.", code(&example)));
    }
    said.join("\n\n")
}

const fn subject(subject: Subject) -> &'static str {
    match subject {
        Subject::ToolName => "the name of the tool",
        Subject::SubagentType => "the type of the subagent",
        Subject::CommandText => "the command line",
        Subject::FileAccess(_) => "the kind of file access",
        Subject::Constant(_) | Subject::Undocumented | Subject::None => "the text",
    }
}

fn in_words(pattern: &Pattern, text: &str, subject: &str) -> String {
    match pattern.program() {
        Program::Always => return "Matches everything.".to_owned(),
        Program::Never => return "Matches nothing.".to_owned(),
        Program::Table(_) | Program::Backtrack(_) => {}
    }
    let alternatives = pattern.alternatives();
    let words: Vec<String> = alternatives.iter().take(MOST).map(|one| of_alternative(one, text)).collect();
    let more = alternatives.len().saturating_sub(MOST);
    let tail = if more == 0 { String::new() } else { format!(", or one of {more} more") };
    format!("Runs where {subject} {}{tail}.", words.join(", or "))
}

/// One alternative by itself, its anchors told apart from what they hold.
fn of_alternative(alternative: &Alternative, text: &str) -> String {
    let whole = alternative.pattern.text();
    let (at_start, rest) = whole.strip_prefix('^').map_or((false, whole.as_str()), |rest| (true, rest));
    let is_anchor = rest.ends_with('$') && !rest.ends_with("\\$");
    let (at_end, inner) = if is_anchor { (true, &rest[..rest.len() - 1]) } else { (false, rest) };
    let inner = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(inner);
    match matcher::parse_str(inner).ok().and_then(|inner| inner.literal()) {
        Some(literal) => {
            let how = match (at_start, at_end) {
                (true, true) => "is",
                (true, false) => "starts with",
                (false, true) => "ends with",
                (false, false) => "contains",
            };
            format!("{how} {}", code(&literal))
        }
        None => format!("matches {}", code(text.get(alternative.range.clone()).unwrap_or(&whole))),
    }
}

/// Which of the known names it takes.
fn known(pattern: &Pattern, names: &[&str]) -> String {
    let taken: Vec<String> =
        names.iter().filter(|name| pattern.matches(name) == Some(true)).map(|name| code(name)).collect();
    match taken.len() {
        0 => format!("Of the {} known names it takes none.", names.len()),
        count if count == names.len() => format!("It takes all {count} known names."),
        count => format!("Of the {} known names it takes {count}: {}.", names.len(), taken.join(", ")),
    }
}

/// A text as code in Markdown, whatever is in it.
fn code(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    if text.contains('`') { format!("`` {text} ``") } else { format!("`{text}`") }
}
