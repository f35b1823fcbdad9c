use std::collections::HashMap;
use std::ops::Range;

use hookc_compiler::diagnostic::{Applicability, Edit, Effect, Level};
use hookc_compiler::nearest;
use hookc_compiler::script::{Read, Scope, Segment};
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{self, ProgramContext};
use crate::types::{self, Carried};

declare_rule! {
    /// A script reads a field that its event does not carry.
    ///
    /// ## What the host does
    /// Each event has fields of its own beside the common ones, and a script finds nothing under any other name: `jq` prints `null`, JavaScript goes on
    /// with `undefined`, and Python ends with an error. `tool_input` is an object at the tool events and a string that holds JSON at the MCP events.
    ///
    /// ## Evidence
    /// DOC for the fields of each event. OBS for fields that only captures show, such as `session_id` outside the session events; those are an info.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/add.sh", "failClosed": true }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/add.sh
    /// cmd=$(jq -r '.tool_input.command')
    /// if [ "$cmd" = "git add -A" ]; then
    ///   echo '{"permission":"deny"}'
    /// else
    ///   echo '{"permission":"allow"}'
    /// fi
    /// ```
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "python3 .cursor/hooks/paths.py", "failClosed": true }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/paths.py
    /// import json, sys
    ///
    /// payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    /// path = payload["tool_input"]["path"]
    /// print(json.dumps({"permission": "deny" if path.startswith("/etc") else "allow"}))
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/add.sh", "failClosed": true }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/add.sh
    /// cmd=$(jq -r '.command')
    /// if [ "$cmd" = "git add -A" ]; then
    ///   echo '{"permission":"deny"}'
    /// else
    ///   echo '{"permission":"allow"}'
    /// fi
    /// ```
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeMCPExecution": [{ "command": "python3 .cursor/hooks/paths.py", "failClosed": true }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/paths.py
    /// import json, sys
    ///
    /// payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    /// path = json.loads(payload["tool_input"])["path"]
    /// print(json.dumps({"permission": "deny" if path.startswith("/etc") else "allow"}))
    /// ```
    ///
    /// ## Stays silent
    /// A script that provides for both forms, and one that another event or host runs as well.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/add.sh", "failClosed": true }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/add.sh
    /// cmd=$(jq -r '.tool_input.command // .command')
    /// if [ "$cmd" = "git add -A" ]; then
    ///   echo '{"permission":"deny"}'
    /// else
    ///   echo '{"permission":"allow"}'
    /// fi
    /// ```
    ///
    /// ## When to ignore it
    /// When another program also runs the script, with payloads of its own.
    "payload-field", [Error, Info], [None, FailsOpen], Doc, Check::Program(check)
}

/// What authors who know another host write, and what this host calls it.
const COUNTERPARTS: [(&str, &str); 27] = [
    ("session_id", "conversation_id"),
    ("tool_response", "tool_output"),
    ("path", "file_path"),
    ("filePath", "file_path"),
    ("file", "file_path"),
    ("filename", "file_path"),
    ("target_file", "file_path"),
    ("targetFile", "file_path"),
    ("user_prompt", "prompt"),
    ("message", "prompt"),
    ("query", "prompt"),
    ("response", "text"),
    ("stop_hook_active", "loop_count"),
    ("event", "hook_event_name"),
    ("workspace_root", "workspace_roots"),
    ("cmd", "command"),
    ("shell_command", "command"),
    ("shellCommand", "command"),
    ("tool_input", "command"),
    ("input", "command"),
    ("arguments", "tool_input"),
    ("args", "tool_input"),
    ("input", "tool_input"),
    ("params", "tool_input"),
    ("parameters", "tool_input"),
    ("tool", "tool_name"),
    ("name", "tool_name"),
];

/// Between two readings that stand for one another lies no more than this, in bytes.
const MAX_GAP: usize = 40;

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let reads = &context.facts().reads;
    if reads.is_empty() || context.serves_other_hosts() {
        return;
    }
    let mut said: HashMap<(bool, String), Vec<&Scope>> = HashMap::new();
    for (index, read) in reads.iter().enumerate() {
        // Two readings of one field under one condition say the same, so that one finding says both.
        let scopes = said.entry((read.decoded, script::shown(&read.path))).or_default();
        let is_repeated = scopes.contains(&&read.scope);
        if !is_repeated {
            scopes.push(&read.scope);
        }
        let events = script::reached(context.told(), &read.scope);
        let Some(fault) = fault(context, read, &events) else { continue };
        if !is_repeated && !stands_in(context, index) && !is_listed(context, index, &events) {
            findings.report(report(context, read, &events, fault));
        }
    }
}

/// What is wrong with a reading at every event that it is reached for; `None` when some event carries the field.
fn fault(context: &ProgramContext<'_>, read: &Read, events: &[Event]) -> Option<Carried> {
    let mut worst: Option<Carried> = None;
    for event in events {
        let carried = types::carried(*event, &read.path, read.decoded);
        match carried {
            Carried::Documented | Carried::Open => return None,
            Carried::Observed => worst = Some(carried),
            Carried::Never(_) | Carried::InsideText(_) => worst = worst.or(Some(carried)),
        }
    }
    match worst? {
        Carried::Observed if read.has_fallback => None,
        Carried::Never(_) if read.has_fallback && is_read_otherwise(context, read, events) => None,
        Carried::InsideText(at) if is_decoded_elsewhere(context, &read.path[..at]) => None,
        fault => Some(fault),
    }
}

/// Whether the program also reads the field that takes the place of an absent one, so that it serves payloads of two forms. A constant that
/// stands in for what is never there is no such thing.
fn is_read_otherwise(context: &ProgramContext<'_>, read: &Read, events: &[Event]) -> bool {
    let (Some(Segment::Key(first)), Some(Segment::Key(last))) = (read.path.first(), read.path.last()) else {
        return false;
    };
    // What lies inside a tool's input is no other name for the command.
    let is_name = read.path.len() == 1 || !matches!(first.name.as_str(), "tool_input" | "input");
    let own =
        COUNTERPARTS.iter().filter(|(foreign, _)| is_name && *foreign == first.name).map(|(_, own)| *own);
    let names: Vec<&str> = own.chain([last.name.as_str()]).chain(ends_inside(context, read)).collect();
    context.facts().reads.iter().any(|other| {
        let is_same_thing = matches!(other.path.last(), Some(Segment::Key(key))
            if names.contains(&key.name.as_str()) || is_respelled(&first.name, &key.name));
        let is_carried = |event: &Event| {
            matches!(types::carried(*event, &other.path, other.decoded), Carried::Documented | Carried::Open)
        };
        is_same_thing && events.iter().any(is_carried)
    })
}

/// The names in which readings inside of what a reading gives end.
fn ends_inside<'a>(context: &ProgramContext<'a>, read: &'a Read) -> impl Iterator<Item = &'a str> {
    let way = script::shown(&read.path);
    context.facts().reads.iter().filter_map(move |inner| {
        let is_inside =
            inner.path.len() > read.path.len() && script::shown(&inner.path[..read.path.len()]) == way;
        match inner.path.last() {
            Some(Segment::Key(key)) if is_inside => Some(key.name.as_str()),
            _ => None,
        }
    })
}

/// Whether a name is another in camelCase.
fn is_respelled(camel: &str, snake: &str) -> bool {
    let letters = snake.chars().filter(|sign| *sign != '_').map(|sign| sign.to_ascii_lowercase());
    camel.contains(|sign: char| sign.is_ascii_uppercase())
        && camel.chars().map(|sign| sign.to_ascii_lowercase()).eq(letters)
}

/// Whether the program decodes the text at the beginning of a way somewhere, so that both forms are provided for.
fn is_decoded_elsewhere(context: &ProgramContext<'_>, way: &[Segment]) -> bool {
    context.facts().reads.iter().any(|read| {
        read.decoded
            && read.path.len() >= way.len()
            && script::shown(&read.path[..way.len()]) == script::shown(way)
    })
}

/// Whether a reading is one of several that stand for one another: `a or b`, `.a // .b`, `a ?? b`. What is read inside of either is named where the
/// alternatives are: `(p.get("tool_input") or p.get("input")).get("path")`.
fn stands_in(context: &ProgramContext<'_>, index: usize) -> bool {
    let reads = &context.facts().reads;
    let (read, text) = (&reads[index], context.text());
    reads.iter().enumerate().any(|(other, alternative)| {
        other != index
            && (are_alternatives(text, &read.place, &alternative.place)
                || are_alternatives(text, key_place(read, 0), key_place(alternative, 0)))
    })
}

/// Whether a sign that says "or else" lies between two places.
fn are_alternatives(text: &str, one: &Range<usize>, other: &Range<usize>) -> bool {
    let (first, second) = if other.start < one.start { (other, one) } else { (one, other) };
    let Some(gap) = text.get(first.end..second.start) else { return false };
    // `a || b !== 1` is a condition, and `a || b` a value.
    let is_compared =
        text.get(second.end..).is_some_and(|rest| rest.trim_start().starts_with(['=', '!', '<', '>']));
    gap.len() <= MAX_GAP && !is_compared && [" or ", "//", "??", "||"].iter().any(|sign| gap.contains(sign))
}

/// Whether a reading stands in a list of names that are tried one after the other, one of which the events have: `for key in ("command", "cmd")`,
/// `[p?.file_path, p?.filePath]`.
fn is_listed(context: &ProgramContext<'_>, index: usize, events: &[Event]) -> bool {
    let reads = &context.facts().reads;
    let is_had = |read: &Read| {
        events
            .iter()
            .any(|event| matches!(types::carried(*event, &read.path, read.decoded), Carried::Documented))
    };
    let follows = |one: &Read, other: &Read| is_next_in_list(context.text(), one, other);
    let before = (1..=index).rev().take_while(|at| follows(&reads[at - 1], &reads[*at])).last();
    let first = before.map_or(index, |at| at - 1);
    let run = reads[first..].windows(2).take_while(|pair| follows(&pair[0], &pair[1])).count();
    reads[first..=first + run].iter().any(is_had) && first + run >= index
}

/// Whether nothing but a comma lies between two readings in a list: between two texts, or between two fields that may be absent.
fn is_next_in_list(text: &str, one: &Read, other: &Read) -> bool {
    let (from, to) = (key_place(one, one.path.len() - 1).end, key_place(other, 0).start);
    let Some(gap) = text.get(from..to).filter(|gap| gap.len() <= MAX_GAP) else { return false };
    let gap: String = gap.split_whitespace().collect();
    if matches!(gap.as_str(), "\",\"" | "','") {
        return true;
    }
    let Some(receiver) = gap.strip_prefix(',') else { return false };
    one.has_fallback
        && other.has_fallback
        && receiver.ends_with("?.")
        && receiver.trim_end_matches("?.").chars().all(|sign| sign.is_alphanumeric() || sign == '_')
}

fn report(
    context: &ProgramContext<'_>,
    read: &Read,
    events: &[Event],
    fault: Carried,
) -> hookc_compiler::diagnostic::Diagnostic {
    let event = events[0];
    match fault {
        Carried::InsideText(at) => {
            let field = script::shown(&read.path[..at]);
            let place = &read.place;
            context
                .finding(
                    &RULE,
                    Level::Error,
                    Effect::FailsOpen,
                    place,
                    format!("`{field}` is a string at `{event}`, so nothing is found inside it"),
                )
                .label("read as an object")
                .consequence("the script fails or finds nothing, and what it should judge goes ahead")
                .help(format!("parse `{field}` as JSON first"))
        }
        Carried::Observed => context
            .finding(
                &RULE,
                Level::Info,
                Effect::None,
                key_place(read, 0),
                format!("`{}` is not a documented field of `{event}`", script::shown(&read.path)),
            )
            .label("seen in captures only")
            .help(instead(read, 0, event).map_or_else(
                || "provide for payloads without it".to_owned(),
                |name| format!("`{name}` is documented"),
            )),
        _ => never(context, read, event, fault),
    }
}

fn never(
    context: &ProgramContext<'_>,
    read: &Read,
    event: Event,
    fault: Carried,
) -> hookc_compiler::diagnostic::Diagnostic {
    let at = match fault {
        Carried::Never(at) => at,
        _ => 0,
    };
    let field = script::shown(&read.path[..=at]);
    let place = key_place(read, at);
    let finding = context
        .finding(&RULE, Level::Error, Effect::None, place, format!("`{event}` carries no `{field}`"))
        .label("never there");
    if let Some(inner) = lifted(read, event) {
        return finding.help(format!("`{event}` has `{inner}` at the top: read `.{inner}`"));
    }
    let Some(name) = instead(read, at, event) else { return finding };
    let edit = Edit { span: context.span(place), text: name.to_owned() };
    let is_misspelt = matches!(&read.path[at], Segment::Key(key) if nearest::is_misspelling(&key.name, name));
    let is_exact = matches!(&read.path[at], Segment::Key(key) if context.text().get(place.clone()) == Some(key.name.as_str()));
    if is_misspelt && is_exact {
        finding.fix(Applicability::Unsafe, format!("read `{name}`"), vec![edit])
    } else {
        finding.help(format!("the name here is `{name}`"))
    }
}

/// The field that a way ends in, when the event has it at the top: `command` of `tool_input.command`.
fn lifted(read: &Read, event: Event) -> Option<&'static str> {
    let [_, .., Segment::Key(last)] = read.path.as_slice() else { return None };
    types::payload_fields(event).find(|field| *field == last.name)
}

/// The field of the event that is probably meant.
fn instead(read: &Read, at: usize, event: Event) -> Option<&'static str> {
    let (0, Segment::Key(key)) = (at, &read.path[at]) else { return None };
    let known = COUNTERPARTS.iter().filter(|(foreign, _)| *foreign == key.name);
    let own = known.map(|(_, own)| *own).find(|own| types::payload_fields(event).any(|field| field == *own));
    own.or_else(|| nearest::nearest(&key.name, types::payload_fields(event)))
}

/// The place of a segment's name; the whole reading where the segment has none.
fn key_place(read: &Read, at: usize) -> &Range<usize> {
    match &read.path[at] {
        Segment::Key(key) if !key.place.is_empty() => &key.place,
        _ => &read.place,
    }
}
