use hookc_compiler::diagnostic::{Applicability, Diagnostic, Edit, Effect, Fix, Level};
use hookc_compiler::nearest;
use hookc_compiler::script::{Member, Value};
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};
use crate::types::{self, Kind};

declare_rule! {
    /// An answer has a key or a value that no event reads.
    ///
    /// ## What the host does
    /// It reads the fields of the event's answer by their exact names and ignores all others, those of older releases included: `userMessage` is shown to
    /// nobody, `decision` decides nothing. A known field with a value of the wrong type makes the whole answer invalid.
    ///
    /// ## Evidence
    /// DOC for the fields of each event. OBS: the camelCase names of the first beta are not read since 2.0.64.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "bash .cursor/hooks/policy.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/policy.sh
    /// cat >/dev/null
    /// echo '{"permission":"deny","userMessage":"policy 7"}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "bash .cursor/hooks/policy.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/policy.sh
    /// cat >/dev/null
    /// echo '{"permission":"deny","user_message":"policy 7"}'
    /// ```
    ///
    /// ## Stays silent
    /// Both spellings beside one another, and keys that are nobody's.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "bash .cursor/hooks/policy.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/policy.sh
    /// cat >/dev/null
    /// echo '{"permission":"deny","user_message":"policy 7","userMessage":"policy 7","rule":7}'
    /// ```
    ///
    /// ## When to ignore it
    /// When another program reads what the script prints.
    "wrong-output-key", [Error], [Ignored, FailsOpen], Doc, Check::Program(check)
}

/// Names of fields in older releases and at other hosts, with the field that took their place.
const FORMER: [(&str, &str); 9] = [
    ("userMessage", "user_message"),
    ("agentMessage", "agent_message"),
    ("followupMessage", "followup_message"),
    ("followUpMessage", "followup_message"),
    ("follow_up_message", "followup_message"),
    ("updatedInput", "updated_input"),
    ("updatedMcpToolOutput", "updated_mcp_tool_output"),
    ("plugin_paths", "pluginPaths"),
    ("decision", "permission"),
];

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    for answer in &context.facts().answers {
        let events = script::reached(context.answering(), &answer.scope);
        if events.is_empty() {
            continue;
        }
        for members in script::objects(answer) {
            let mut faults = members.iter().filter_map(|member| fault(context, members, member, &events));
            let Some(mut finding) = faults.next() else { continue };
            for other in faults {
                finding.relate(other.file, other.span, other.message);
                merge_fixes(&mut finding, other.fixes);
            }
            let is_known = |known: &Diagnostic| {
                known.rule == RULE.name && known.file == finding.file && known.span == finding.span
            };
            if !findings.0.iter().any(is_known) {
                findings.report(finding);
            }
        }
    }
}

/// Adds the edits of another fault of the same answer, so that one fix mends all of it.
fn merge_fixes(finding: &mut Diagnostic, others: Vec<Fix>) {
    let (Some(own), Some(other)) = (finding.fixes.first_mut(), others.into_iter().next()) else { return };
    own.edits.extend(other.edits);
    own.edits.sort_by_key(|edit| edit.span);
    own.edits.dedup_by_key(|edit| edit.span);
    "write the names that the host reads".clone_into(&mut own.title);
}

fn fault(
    context: &ProgramContext<'_>,
    members: &[Member],
    member: &Member,
    events: &[Event],
) -> Option<Diagnostic> {
    let name = member.key.name.as_str();
    if events.iter().any(|event| types::answer_field(*event, name).is_some()) {
        return wrong_value(context, member, events);
    }
    if super::claude_output_shape::is_claudes(member, events) || name == "additionalContext" {
        return None;
    }
    let meant = meant(name, events)?;
    if script::member(members, meant).is_some() {
        return None;
    }
    let event = events[0];
    let effect =
        if meant == "permission" || meant == "continue" { Effect::FailsOpen } else { Effect::Ignored };
    let consequence = match meant {
        "permission" | "continue" => "the answer decides nothing",
        "user_message" | "agent_message" => "nobody sees the text",
        _ => "the value is not read",
    };
    let finding = context
        .finding(
            &RULE,
            Level::Error,
            effect,
            &member.key.place,
            format!("`{event}` reads `{meant}`, not `{name}`"),
        )
        .label("not read")
        .consequence(consequence);
    let is_exact = context.text().get(member.key.place.clone()) == Some(name);
    if is_exact && name != "decision" {
        let edit = Edit { span: context.span(&member.key.place), text: meant.to_owned() };
        return Some(finding.fix(Applicability::Safe, format!("write `{meant}`"), vec![edit]));
    }
    Some(finding.help(format!("write `{meant}`")))
}

/// The field of these events that a key was meant to be.
fn meant(name: &str, events: &[Event]) -> Option<&'static str> {
    let is_read = |field: &&str| events.iter().any(|event| types::answer_field(*event, field).is_some());
    if let Some((_, field)) = FORMER.iter().find(|(former, _)| *former == name) {
        return Some(*field).filter(|field| is_read(field));
    }
    let is_of_another_event = Event::ALL.into_iter().any(|event| types::answer_field(event, name).is_some());
    if is_of_another_event {
        return None;
    }
    let mut fields = events.iter().flat_map(|event| types::answer_fields(*event));
    fields.find(|field| nearest::is_misspelling(name, field))
}

/// A value that makes the answer invalid at every event that the answer is for.
fn wrong_value(context: &ProgramContext<'_>, member: &Member, events: &[Event]) -> Option<Diagnostic> {
    let name = member.key.name.as_str();
    let fields: Vec<_> = events.iter().filter_map(|event| types::answer_field(*event, name)).collect();
    // What `ask` does depends on the event, and has a rule of its own.
    let fits = |value: &Value| {
        fields.iter().any(|field| match (value, field.kind()) {
            (Value::Text(text), Kind::Choice) => text.name == "ask" || field.takes_text(&text.name),
            (Value::Text(_) | Value::AnyText(_), kind) => {
                matches!(kind, Kind::Text | Kind::Any | Kind::Choice)
            }
            (Value::Bool(..), kind) => matches!(kind, Kind::Bool | Kind::Any),
            (Value::Number(_) | Value::Null(_), kind) => kind == Kind::Any,
            _ => true,
        })
    };
    let alternatives = script::alternatives(&member.value);
    // One of several values may be ruled out where the answer is written.
    let is_only = alternatives.len() == 1;
    let value = alternatives
        .into_iter()
        .find(|value| !fits(value) && (is_only || matches!(value, Value::Text(_))))?;
    let place = script::place(value)?;
    let (event, field) = (events[0], fields.first()?);
    let message = match value {
        Value::Text(text) if field.kind() == Kind::Choice => {
            format!("`{}` is no value of `{name}` at `{event}`", text.name)
        }
        Value::Null(_) => format!("`null` is no value of `{name}`: the host refuses the whole answer"),
        _ => format!("`{name}` must be {} at `{event}`", kind_name(field.kind())),
    };
    let mut finding = context
        .finding(&RULE, Level::Error, Effect::FailsOpen, place, message)
        .consequence("the whole answer is invalid; builds differ in whether that blocks");
    if let Some(choices) = field.choices() {
        let choices: Vec<String> =
            choices.iter().filter_map(|choice| Some(format!("`{}`", choice.as_str()?))).collect();
        finding = finding.help(format!("its values are {}", choices.join(", ")));
    } else if matches!(value, Value::Null(_)) {
        finding = finding.help("leave the key out where there is no value");
    }
    Some(finding)
}

const fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Choice | Kind::Text => "a string",
        Kind::Bool => "`true` or `false`",
        Kind::Object => "an object",
        Kind::Array => "an array",
        Kind::Any => "a value",
    }
}
