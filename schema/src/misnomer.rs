//! What people write instead of an event's name, and what they mean (FIELD.md, mistake 5).

use crate::claude;
use crate::event::Event;
use crate::spelling::distance;

/// What to write instead of a name that is no event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instead {
    /// This event.
    Event(Event),
    /// This event with this matcher.
    EventWithMatcher(Event, &'static str),
    /// Nothing serves the same end; the sentence says what comes nearest.
    Nothing(&'static str),
}

impl Instead {
    /// The event, if there is one.
    pub const fn event(self) -> Option<Event> {
        match self {
            Self::Event(event) | Self::EventWithMatcher(event, _) => Some(event),
            Self::Nothing(_) => None,
        }
    }
}

/// Why a name is taken for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It is the event's name but for upper and lower case and separators.
    Spelling,
    /// It is an event of Claude's, in whatever case.
    Claude,
    /// Another product, an old guide or a guess has it.
    Known,
    /// It is a few letters away.
    Similar,
}

/// What a name that is no event is likely to mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Suggestion {
    /// What to write instead.
    pub instead: Instead,
    /// Why.
    pub reason: Reason,
}

/// A name longer than this is not compared letter by letter; no event's name is half as long.
const LONGEST_COMPARED: usize = 48;

/// What a name that is no event is likely to mean. `None` when nothing comes near, and for the events' own names.
///
/// ```
/// use hookc_schema::Event;
/// use hookc_schema::misnomer::{Instead, suggest};
///
/// assert_eq!(suggest("userPromptSubmit").unwrap().instead, Instead::Event(Event::BeforeSubmitPrompt));
/// assert_eq!(suggest("beforeFileEdit").unwrap().instead, Instead::EventWithMatcher(Event::PreToolUse, "Write"));
/// assert!(suggest("afterwards").is_none());
/// assert!(suggest("stop").is_none());
/// ```
pub fn suggest(name: &str) -> Option<Suggestion> {
    if Event::from_name(name).is_some() {
        return None;
    }
    let letters = letters(name);
    by_spelling(&letters)
        .or_else(|| by_claude(&letters))
        .or_else(|| by_table(&letters))
        .or_else(|| by_similarity(&letters))
}

fn by_spelling(letters: &str) -> Option<Suggestion> {
    let event = Event::ALL.into_iter().find(|event| event.name().eq_ignore_ascii_case(letters))?;
    Some(Suggestion { instead: Instead::Event(event), reason: Reason::Spelling })
}

fn by_claude(letters: &str) -> Option<Suggestion> {
    let row = claude::EVENTS.iter().find(|row| row.name.eq_ignore_ascii_case(letters))?;
    let instead = row.native.map_or(Instead::Nothing(row.advice), Instead::Event);
    Some(Suggestion { instead, reason: Reason::Claude })
}

fn by_table(letters: &str) -> Option<Suggestion> {
    let (_, instead) = KNOWN.iter().find(|(names, _)| names.contains(&letters))?;
    Some(Suggestion { instead: *instead, reason: Reason::Known })
}

fn by_similarity(letters: &str) -> Option<Suggestion> {
    if letters.len() > LONGEST_COMPARED {
        return None;
    }
    let (distance, event) = Event::ALL
        .into_iter()
        .map(|event| (distance(letters, event.name()), event))
        .min_by_key(|(distance, _)| *distance)?;
    // A short name is near to too many others: one letter in five may differ.
    (distance <= event.name().len() / 5)
        .then_some(Suggestion { instead: Instead::Event(event), reason: Reason::Similar })
}

/// The name in lower case, without anything that only separates words.
fn letters(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '-' | '_' | '.' | ' ')).flat_map(char::to_lowercase).collect()
}

const BEFORE_EDIT: Instead = Instead::EventWithMatcher(Event::PreToolUse, "Write");
const BEFORE_DELETE: Instead = Instead::EventWithMatcher(Event::PreToolUse, "Delete");
const GIT: Instead = Instead::Nothing(
    "The host knows nothing of commits: use a git hook, or `beforeShellExecution` with a matcher such as `git commit`.",
);
const NOTIFICATION: Instead =
    Instead::Nothing("There is no counterpart; to hear about the end of a turn use `stop`.");

/// Names in [`letters`] form, with what they mean.
const KNOWN: [(&[&str], Instead); 19] = [
    (
        &[
            "beforefileedit",
            "beforefilewrite",
            "beforewritefile",
            "beforeeditfile",
            "beforeedit",
            "beforewrite",
            "preedit",
            "prewrite",
            "prefileedit",
        ],
        BEFORE_EDIT,
    ),
    (&["beforefiledelete", "beforedeletefile", "beforedelete"], BEFORE_DELETE),
    (
        &[
            "beforeshellcommand",
            "beforeshell",
            "beforecommand",
            "beforecommandexecution",
            "beforebash",
            "preshellexecution",
            "precommand",
            "beforeterminalcommand",
        ],
        Instead::Event(Event::BeforeShellExecution),
    ),
    (
        &[
            "aftershellcommand",
            "aftershell",
            "aftercommand",
            "aftercommandexecution",
            "afterbash",
            "postshellexecution",
            "postcommand",
            "afterterminalcommand",
        ],
        Instead::Event(Event::AfterShellExecution),
    ),
    (
        &[
            "beforetoolcall",
            "beforetooluse",
            "beforetool",
            "pretool",
            "pretoolcall",
            "onbeforetoolcall",
            "beforetoolexecution",
            "pretoolexecution",
        ],
        Instead::Event(Event::PreToolUse),
    ),
    (
        &[
            "aftertoolcall",
            "aftertooluse",
            "aftertool",
            "posttool",
            "posttoolcall",
            "onaftertoolcall",
            "aftertoolexecution",
            "posttoolexecution",
        ],
        Instead::Event(Event::PostToolUse),
    ),
    (
        &["premcpexecution", "beforemcp", "beforemcpcall", "beforemcptool", "beforemcptooluse"],
        Instead::Event(Event::BeforeMcpExecution),
    ),
    (
        &["postmcpexecution", "aftermcp", "aftermcpcall", "aftermcptool", "aftermcptooluse"],
        Instead::Event(Event::AfterMcpExecution),
    ),
    (
        &["beforefileread", "beforeread", "preread", "prereadfile", "onfileread"],
        Instead::Event(Event::BeforeReadFile),
    ),
    (
        &[
            "afteredit",
            "afterwrite",
            "afterfilewrite",
            "afterwritefile",
            "aftereditfile",
            "postedit",
            "postwrite",
            "postfileedit",
            "postgenerate",
            "onfileedit",
            "onfilesave",
            "onsave",
            "filesaved",
            "aftersave",
        ],
        Instead::Event(Event::AfterFileEdit),
    ),
    (
        &[
            "beforeprompt",
            "beforeuserprompt",
            "beforepromptsubmit",
            "onpromptsubmit",
            "promptsubmit",
            "preprompt",
            "userprompt",
            "usermessage",
            "beforesubmit",
        ],
        Instead::Event(Event::BeforeSubmitPrompt),
    ),
    (
        &[
            "onstop",
            "agentstop",
            "afterstop",
            "onagentstop",
            "agentend",
            "ontaskcomplete",
            "taskcomplete",
            "oncomplete",
        ],
        Instead::Event(Event::Stop),
    ),
    (
        &["onsessionstart", "sessionbegin", "startsession", "beforesession", "beforesessionstart"],
        Instead::Event(Event::SessionStart),
    ),
    (
        &["onsessionend", "sessionstop", "endsession", "aftersession", "aftersessionend"],
        Instead::Event(Event::SessionEnd),
    ),
    (
        &["beforecompact", "beforecompaction", "precompaction", "precompress"],
        Instead::Event(Event::PreCompact),
    ),
    (&["beforesubagent", "beforesubagentstart", "presubagent"], Instead::Event(Event::SubagentStart)),
    (
        &["aftersubagent", "subagentend", "postsubagent", "aftersubagentstop"],
        Instead::Event(Event::SubagentStop),
    ),
    (&["precommit", "beforecommit", "aftercommit", "postcommit", "prepush", "beforepush", "postpush"], GIT),
    (&["notify", "onnotification", "notifications"], NOTIFICATION),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_means(name: &str, instead: Instead, reason: Reason) {
        assert_eq!(suggest(name), Some(Suggestion { instead, reason }), "{name}");
    }

    #[test]
    fn case_and_separators_are_spelling() {
        assert_means("BeforeShellExecution", Instead::Event(Event::BeforeShellExecution), Reason::Spelling);
        assert_means("before_shell_execution", Instead::Event(Event::BeforeShellExecution), Reason::Spelling);
        assert_means("after-file-edit", Instead::Event(Event::AfterFileEdit), Reason::Spelling);
        assert_means("beforeMcpExecution", Instead::Event(Event::BeforeMcpExecution), Reason::Spelling);
        assert_means("PreToolUse", Instead::Event(Event::PreToolUse), Reason::Spelling);
        assert_means("stop ", Instead::Event(Event::Stop), Reason::Spelling);
    }

    #[test]
    fn a_claude_name_is_known_in_both_cases() {
        assert_means("UserPromptSubmit", Instead::Event(Event::BeforeSubmitPrompt), Reason::Claude);
        assert_means("userPromptSubmit", Instead::Event(Event::BeforeSubmitPrompt), Reason::Claude);
    }

    #[test]
    fn some_names_have_no_counterpart_and_say_so() {
        for name in ["Notification", "notification", "PostCompact", "postCompact", "preCommit", "pre-commit"]
        {
            let Some(Suggestion { instead: Instead::Nothing(sentence), .. }) = suggest(name) else {
                panic!("{name}")
            };
            assert!(sentence.ends_with('.'), "{name}: {sentence}");
        }
    }

    #[test]
    fn guesses_that_people_made_are_known() {
        assert_means("beforeFileEdit", BEFORE_EDIT, Reason::Known);
        assert_means("beforeWriteFile", BEFORE_EDIT, Reason::Known);
        assert_means("beforeEdit", BEFORE_EDIT, Reason::Known);
        assert_means("beforeShellCommand", Instead::Event(Event::BeforeShellExecution), Reason::Known);
        assert_means("beforeToolCall", Instead::Event(Event::PreToolUse), Reason::Known);
        assert_means("postMCPExecution", Instead::Event(Event::AfterMcpExecution), Reason::Known);
        assert_means("beforeFileRead", Instead::Event(Event::BeforeReadFile), Reason::Known);
        assert_means("after-edit", Instead::Event(Event::AfterFileEdit), Reason::Known);
        assert_means("post-edit", Instead::Event(Event::AfterFileEdit), Reason::Known);
    }

    #[test]
    fn a_slip_of_the_finger_is_near() {
        assert_means("beforeShelExecution", Instead::Event(Event::BeforeShellExecution), Reason::Similar);
        assert_means("afterFileEdits", Instead::Event(Event::AfterFileEdit), Reason::Similar);
        assert_means("sesionStart", Instead::Event(Event::SessionStart), Reason::Similar);
    }

    #[test]
    fn a_stranger_is_not_near() {
        for name in ["", "step", "hooks", "afterLunch", "version", "onWindowResize", &"x".repeat(10_000)] {
            assert_eq!(suggest(name), None, "{name}");
        }
    }

    #[test]
    fn the_table_is_in_plain_letters_and_names_stand_once() {
        let mut names: Vec<&str> = KNOWN.iter().flat_map(|(names, _)| names.iter().copied()).collect();
        for name in &names {
            assert_eq!(*name, letters(name));
            assert!(
                by_spelling(name).is_none() && by_claude(name).is_none(),
                "{name} is found before the table"
            );
        }
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
