//! What is known of the host, in words, with how sure it is; and the page that sorts it all by that.

use hookc_schema::event::{Ask, Blocking, Cli, Cloud, EventFacts, FailClosed, FollowUp, Subject, Vocabulary};
use hookc_schema::source::{Os, SourceKind, WorkingDirectory};
use hookc_schema::tool::TOOLS;
use hookc_schema::{Event, Evidence, Fact};
use std::fmt::Write as _;

use super::markdown::{code_list, row, tag};

const TAGS: [Evidence; 4] = [Evidence::Doc, Evidence::Obs, Evidence::Bnd, Evidence::Inf];

/// One fact about an event or a source.
pub(super) struct Stated {
    /// What it is about: `Cloud agents`.
    pub(super) aspect: &'static str,
    /// What is the case.
    pub(super) said: String,
    pub(super) evidence: Evidence,
}

fn stated<T: Copy>(aspect: &'static str, fact: Fact<T>, words: impl Fn(T) -> String) -> Stated {
    Stated { aspect, said: words(fact.value), evidence: fact.evidence }
}

/// Everything that the event table states of an event.
pub(super) fn of_event(facts: &EventFacts) -> Vec<Stated> {
    vec![
        stated("What it can block", facts.blocking, blocking),
        stated("Matcher", facts.subject, |subject| matcher(subject, facts.vocabulary)),
        stated("`failClosed`", facts.fail_closed, fail_closed),
        stated("Follow-up", facts.follow_up, follow_up),
        stated("Prompt hooks", facts.prompt_hook, prompt_hook),
        stated("Editor", facts.since, |version| format!("Since version {version}.")),
        stated("Command-line agent", facts.cli, cli),
        stated("Cloud agents", facts.cloud, cloud),
    ]
}

fn blocking(blocking: Blocking) -> String {
    let ask = match blocking {
        Blocking::Permission(ask) => ask,
        Blocking::Continue => return "`continue: false` stops it.".to_owned(),
        Blocking::ContinueNotEnforced => {
            return "Nothing. `continue` is accepted and has no effect.".to_owned();
        }
        Blocking::No => return "Nothing. Exit code 2 is recorded and has no effect.".to_owned(),
    };
    let ask = match ask {
        Ask::AsksUser => "`ask` has the user decide, unless the run mode approves by itself",
        Ask::NotEnforced => "`ask` is accepted and has no effect",
        Ask::Denies => "`ask` does the same as `deny`",
        Ask::Refused => "`ask` is no value here, and the whole answer is refused",
    };
    format!("`permission: \"deny\"` or exit code 2 stops it; {ask}.")
}

fn matcher(subject: Subject, vocabulary: Vocabulary) -> String {
    let subject = match subject {
        Subject::ToolName => "Tested against the payload's `tool_name`.".to_owned(),
        Subject::SubagentType => "Tested against the payload's `subagent_type`.".to_owned(),
        Subject::CommandText => "Tested against the whole command line.".to_owned(),
        Subject::FileAccess(value) => {
            format!("Tested against the kind of access, `{value}`, and not against the path.")
        }
        Subject::Constant(value) => format!("Tested against the constant `{value}`."),
        Subject::Undocumented => "Nobody documents what it is tested against.".to_owned(),
        Subject::None => return "Ignored: there is nothing to test it against.".to_owned(),
    };
    let names = match vocabulary {
        Vocabulary::Open => String::new(),
        Vocabulary::Closed(values) => {
            format!(" It meets no text but {}.", code_list(values.iter().copied(), "and"))
        }
        Vocabulary::Known(values) => format!(" Known texts: {}.", code_list(values.iter().copied(), "and")),
    };
    subject + &names
}

fn fail_closed(fail_closed: FailClosed) -> String {
    match fail_closed {
        FailClosed::Recommended => "A hook that fails blocks. Recommended here by the vendor.",
        FailClosed::Blocks => "A hook that fails blocks.",
        FailClosed::NoEffect => "No effect: there is nothing to block.",
    }
    .to_owned()
}

fn follow_up(follow_up: FollowUp) -> String {
    match follow_up {
        FollowUp::Never => "None. `loop_limit` has no effect.",
        FollowUp::Always => "`followup_message` is sent as the next message, until `loop_limit` is reached.",
        FollowUp::WhenCompleted => {
            "`followup_message` is sent as the next message if `status` is `completed`, until `loop_limit` is reached."
        }
    }
    .to_owned()
}

fn prompt_hook(blocks: bool) -> String {
    if blocks { "A no of the model blocks." } else { "The model's verdict has no effect." }.to_owned()
}

fn cli(cli: Cli) -> String {
    match cli {
        Cli::Runs => "Fires.",
        Cli::NotInPrintMode => "Fires, but not with `-p`.",
        Cli::Never => "Never fires.",
    }
    .to_owned()
}

fn cloud(cloud: Cloud) -> String {
    match cloud {
        Cloud::Runs => "Command hooks run.".to_owned(),
        Cloud::SelfHostedOnly(why) => format!("Runs on self-hosted workers only: {why}."),
        Cloud::No(why) => format!("Does not run: {why}."),
    }
}

/// What the source table states of a kind of source.
pub(super) fn of_source(kind: SourceKind) -> Vec<Stated> {
    let facts = kind.facts();
    vec![
        stated("File", facts.path(Os::Linux), |_| paths(kind)),
        stated("Commands run in", facts.working_directory, folder),
        stated("Cloud agents", facts.cloud, |reads| {
            if reads { "Read it." } else { "Do not read it." }.to_owned()
        }),
    ]
}

fn paths(kind: SourceKind) -> String {
    use hookc_schema::source::Root;

    let facts = kind.facts();
    let root = match facts.root {
        Root::System => "/",
        Root::Home => "~/",
        Root::Project => "PROJECT/",
        Root::Plugin => "PLUGIN/",
    };
    let [linux, macos, windows] = [Os::Linux, Os::Macos, Os::Windows].map(|os| facts.path(os).value);
    if linux == macos && linux == windows {
        return format!("`{root}{linux}`");
    }
    format!("`{root}{linux}` on Linux, `{root}{macos}` on macOS, `C:/{windows}` on Windows")
}

fn folder(folder: WorkingDirectory) -> String {
    match folder {
        WorkingDirectory::Project => "The project's root.",
        WorkingDirectory::CursorHome => "`~/.cursor`.",
        WorkingDirectory::FolderOfFile => "The folder of the file.",
        WorkingDirectory::Plugin => {
            "The plugin's root; at `stop` and `subagentStop` the first folder of the workspace."
        }
        WorkingDirectory::FirstWorkspaceFolder => "The first folder of the workspace.",
    }
    .to_owned()
}

/// What the page sorts: a group, a name in it, and how sure it is.
struct Entry {
    group: String,
    name: String,
    evidence: Evidence,
}

fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    for event in Event::ALL {
        for fact in of_event(event.facts()) {
            let name = format!("[{event}](../events/{event}.md)");
            entries.push(Entry { group: format!("Events: {}", fact.aspect), name, evidence: fact.evidence });
        }
    }
    for kind in SourceKind::ALL {
        for fact in of_source(kind) {
            let group = format!("Sources: {}", fact.aspect);
            entries.push(Entry { group, name: format!("`{kind}`"), evidence: fact.evidence });
        }
    }
    for tool in TOOLS {
        let name = format!("`{}`", tool.name);
        entries.push(Entry { group: "Names of tools".to_owned(), name, evidence: tool.documented.evidence });
    }
    for rule in hookc_policies::rules() {
        let name = format!("[{0}](../rules/{0}.md)", rule.name);
        entries.push(Entry { group: "Rules".to_owned(), name, evidence: rule.evidence });
    }
    entries
}

/// Every fact by its tag: first in numbers, then by name.
pub(super) fn page() -> String {
    let entries = entries();
    let mut groups: Vec<&str> = Vec::new();
    for entry in &entries {
        if !groups.contains(&entry.group.as_str()) {
            groups.push(&entry.group);
        }
    }
    let mut page = "# Facts by evidence\n\nWhat hookc takes for a fact about the host, sorted by [how sure it is](../how-sure.md). The tables in the \
                    source code are the only place where these facts stand; this page is made from them.\n\n"
        .to_owned();
    page.push_str(&counts(&groups, &entries));
    for evidence in TAGS {
        // Writing to a string cannot fail.
        let _ = write!(page, "\n## {}\n\n", evidence.tag());
        for group in &groups {
            let names: Vec<&str> = of(&entries, group, evidence).map(|entry| entry.name.as_str()).collect();
            if !names.is_empty() {
                let _ = writeln!(page, "- **{group}**: {}", names.join(", "));
            }
        }
    }
    page
}

fn of<'e>(entries: &'e [Entry], group: &str, evidence: Evidence) -> impl Iterator<Item = &'e Entry> {
    entries.iter().filter(move |entry| entry.group == group && entry.evidence == evidence)
}

fn counts(groups: &[&str], entries: &[Entry]) -> String {
    let heads = TAGS.map(|evidence| tag(evidence, "../"));
    let mut table = row(std::iter::once("").chain(heads.iter().map(String::as_str)));
    table.push_str("|---|--:|--:|--:|--:|\n");
    for group in groups {
        let numbers = TAGS.map(|evidence| of(entries, group, evidence).count().to_string());
        table.push_str(&row(std::iter::once(*group).chain(numbers.iter().map(String::as_str))));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_stands_on_the_page_once() {
        let page = page();
        let entries = entries();
        assert_eq!(entries.len(), Event::ALL.len() * 8 + 8 * 3 + TOOLS.len() + hookc_policies::rules().len());
        for entry in entries {
            assert!(page.contains(&entry.name), "{}", entry.name);
        }
    }

    #[test]
    fn what_a_permission_event_does_with_ask_is_said() {
        assert_eq!(
            blocking(Event::SubagentStart.facts().blocking.value),
            "`permission: \"deny\"` or exit code 2 stops it; `ask` does the same as `deny`."
        );
    }
}
