//! An event: when it fires, what it sends, what may be answered, and where it runs.

use hookc_compiler::plan;
use hookc_compiler::sample::Sample;
use hookc_compiler::typecheck::Dialect;
use hookc_schema::Event;
use hookc_schema::event::{Cli, Cloud, EventFacts, FailClosed, FollowUp};

use crate::cursor::event_of;
use crate::texts;

pub(super) fn said(dialect: Dialect, name: &str) -> Option<String> {
    let text = texts::event(dialect, name)?;
    let mut said = vec![format!("**{name}**"), text.doc];
    if let Some(event) = event_of(name, dialect) {
        if dialect == Dialect::Claude {
            let native = texts::event(Dialect::Native, event.name()).unwrap_or_default();
            said.push(format!("Runs at `{event}`: {}", native.doc));
        }
        let facts: Vec<String> = facts(event.facts()).iter().map(|fact| format!("- {fact}")).collect();
        said.extend([facts.join("\n"), answer(event), payload(event)]);
    }
    Some(said.join("\n\n"))
}

fn facts(facts: &EventFacts) -> Vec<String> {
    let mut lines = Vec::new();
    let matcher = texts::option(Dialect::Native, facts.event.name(), "matcher").unwrap_or_default();
    lines.push(format!("`matcher`: {}", matcher.summary()));
    lines.push(format!(
        "`failClosed`: {}",
        match facts.fail_closed.value {
            FailClosed::Recommended => "a failing hook blocks; recommended for this event",
            FailClosed::Blocks => "a failing hook blocks",
            FailClosed::NoEffect => "no effect, since there is nothing to block",
        }
    ));
    lines.push(format!(
        "prompt hooks: {}",
        if facts.prompt_hook.value { "a no blocks" } else { "their verdict has no effect" }
    ));
    match facts.follow_up.value {
        FollowUp::Never => {}
        FollowUp::Always => lines.push("`followup_message` is sent on as the next message".to_owned()),
        FollowUp::WhenCompleted => {
            lines.push("`followup_message` is sent on if the status is `completed`".to_owned());
        }
    }
    lines.push(match facts.cloud.value {
        Cloud::Runs => "cloud agents: command hooks run".to_owned(),
        Cloud::SelfHostedOnly(why) => format!("cloud agents: on self-hosted workers only; {why}"),
        Cloud::No(why) => format!("cloud agents: does not run; {why}"),
    });
    lines.push(
        match facts.cli.value {
            Cli::Runs => "command-line agent: runs",
            Cli::NotInPrintMode => "command-line agent: runs, but not with `-p`",
            Cli::Never => "command-line agent: never runs",
        }
        .to_owned(),
    );
    lines
}

fn answer(event: Event) -> String {
    let fields = plan::answer_fields(event);
    if fields.is_empty() {
        return "The answer is not read.".to_owned();
    }
    let lines: Vec<String> =
        fields.iter().map(|field| format!("- `{}`: {}", field.name, field.does)).collect();
    format!("**Answer**\n\n{}", lines.join("\n"))
}

fn payload(event: Event) -> String {
    let sample = serde_json::to_string_pretty(&Sample::new(event).finish()).unwrap_or_default();
    format!("**Payload**, for example\n\n```json\n{sample}\n```")
}
