use hookc_compiler::analysis::Target;
use hookc_compiler::diagnostic::{Diagnostic, Effect, Level};
use hookc_compiler::script::{Exit, Member};
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};
use crate::types::{self, Field};

declare_rule! {
    /// An answer has a field that works at other events only.
    ///
    /// ## What the host does
    /// Each event reads fields of its own. `permission` decides before an action and not after it, context is taken at the start of a session and after a tool,
    /// and the answer of an observing event such as `afterMCPExecution` is thrown away. An exit code of 2 blocks only where there is something to block.
    ///
    /// ## Evidence
    /// DOC for the fields of each event; BND for fields that some builds read beyond that.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterMCPExecution": [{ "command": "bash .cursor/hooks/redact.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/redact.sh
    /// cat >/dev/null
    /// echo '{"updated_mcp_tool_output":{"text":"[redacted]"}}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "postToolUse": [{ "command": "bash .cursor/hooks/redact.sh", "matcher": "^MCP:" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/redact.sh
    /// cat >/dev/null
    /// echo '{"updated_mcp_tool_output":{"text":"[redacted]"}}'
    /// ```
    ///
    /// ## Stays silent
    /// An answer that says what happens anyway.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/format.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/format.sh
    /// cat >/dev/null
    /// echo '{"continue":true,"permission":"allow"}'
    /// ```
    ///
    /// ## When to ignore it
    /// When the builds in use read the field at this event although nobody documents it.
    "wrong-output-for-event", [Warning, Info], [Ignored], Doc, Check::Program(check)
}

/// Fields that make something happen, whatever their value.
const ACTING: [&str; 6] = [
    "updated_input",
    "updated_mcp_tool_output",
    "additional_context",
    "followup_message",
    "env",
    "pluginPaths",
];

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    for answer in &context.facts().answers {
        let events = script::reached(context.answering(), &answer.scope);
        if events.is_empty() {
            continue;
        }
        for members in script::objects(answer) {
            let is_message = |member: &&Member| member.key.name.ends_with("_message");
            let lost = members.iter().filter(|member| is_lost(member, members, &events));
            // A message goes with what it explains.
            if let Some(member) = lost.min_by_key(is_message) {
                let finding = report(context, member, &events);
                if !findings.0.iter().any(|known| is_same(known, &finding)) {
                    findings.report(finding);
                }
            }
        }
    }
    exits(context, findings);
}

/// Whether a member asks for something that none of these events does for certain.
fn is_lost(member: &Member, members: &[Member], events: &[Event]) -> bool {
    let name = member.key.name.as_str();
    let is_read = |name: &str| {
        events.iter().any(|event| {
            types::answer_field(*event, name)
                .is_some_and(|field| field.is_documented() && field.is_honoured())
        })
    };
    let wants_something = match name {
        "permission" => script::texts(&member.value).any(|text| text.name == "deny" || text.name == "ask"),
        "continue" => script::can_be(&member.value, false),
        "user_message" | "agent_message" => true,
        _ => ACTING.contains(&name),
    };
    // A refusal in the form of every event at once is one in the form of this event.
    let stands_in = name == "permission"
        && script::member(members, "continue").is_some_and(|_| is_read("continue"))
        || name == "continue" && script::member(members, "permission").is_some_and(|_| is_read("permission"));
    wants_something && !is_read(name) && !stands_in
}

fn report(context: &ProgramContext<'_>, member: &Member, events: &[Event]) -> Diagnostic {
    let (name, event) = (member.key.name.as_str(), events[0]);
    let field = types::answer_field(event, name);
    let is_sure = field.is_none_or(Field::is_documented);
    let message = match field {
        Some(field) if field.is_of_the_cli() => {
            format!(
                "`{name}` is not a documented answer to `{event}`: only some builds of the command-line agent read it"
            )
        }
        Some(_) if !is_sure => {
            format!("`{name}` is not a documented answer to `{event}`: only some builds read it")
        }
        Some(_) => format!("`{event}` accepts `{name}` and does nothing about it"),
        None => format!("`{event}` does not read `{name}`"),
    };
    // What some builds of a selected host read may well be meant.
    let is_of_others = field.is_some_and(Field::is_of_the_cli)
        && context.settings.targets.iter().any(|target| *target != Target::Cli);
    let level = if is_sure || is_of_others { Level::Warning } else { Level::Info };
    let finding = context
        .finding(&RULE, level, Effect::Ignored, &member.key.place, message)
        .label(if field.is_some() { "not relied on" } else { "not read here" });
    let readers: Vec<String> =
        types::events_that_read(name).iter().map(|event| format!("`{event}`")).collect();
    let own = match (name, types::answer_field(event, "continue"), types::answer_field(event, "permission")) {
        ("permission", Some(own), _) if own.is_honoured() => Some("`continue: false`"),
        ("continue", _, Some(_)) => Some("`permission: \"deny\"`"),
        _ => None,
    };
    finding.help(match own {
        Some(own) => format!("what stops this event is {own}"),
        None => format!("it works at {}", readers.join(", ")),
    })
}

/// Exit codes of 2 at events that have nothing to block.
fn exits(context: &ProgramContext<'_>, findings: &mut Findings) {
    if context.serves_other_hosts() {
        return;
    }
    for way in
        context.facts().ways_out.iter().filter(|way| way.exit == Exit::Code(2) && way.handler.is_none())
    {
        let runs = context.answering().filter(|run| run.exits());
        let events = script::reached(runs, &way.scope);
        let blocks = |event: &Event| event.facts().blocking.value.can_block();
        let Some(event) = events.first().filter(|_| !events.iter().any(blocks) && !way.place.is_empty())
        else {
            continue;
        };
        let finding = context
            .finding(
                &RULE,
                Level::Warning,
                Effect::Ignored,
                &way.place,
                format!("an exit code of 2 blocks nothing at `{event}`"),
            )
            .label("recorded without effect");
        let finding = if types::answer_field(*event, "followup_message").is_some() {
            finding.help("to have the agent go on, answer with a `followup_message`")
        } else {
            finding
        };
        if !findings.0.iter().any(|known| is_same(known, &finding)) {
            findings.report(finding);
        }
    }
}

fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.rule == other.rule && one.file == other.file && one.span == other.span
}
