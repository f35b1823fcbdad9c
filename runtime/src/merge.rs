//! From the outcomes of all steps to one verdict (HOOKS.md 0.2, 7.2, 7.5). Pure: the order in which hooks finish plays no
//! part.

use std::fmt;

use hookc_schema::Event;
use hookc_schema::event::{Ask, Blocking, FollowUp};
use hookc_schema::value::{Object, is_blank, trim};
use serde_json::Value;

use crate::outcome::{Failure, Messages, Outcome};
use crate::payload::Payload;
use crate::plan::{Semantics, Step};
use crate::verdict::{Verdict, Vote};

const SEPARATOR: &str = "\n\n---\n\n";
/// The most UTF-16 units of one hook's `additional_context` that builds were observed to take.
const MAX_CONTEXT_UNITS: usize = 10_000;
const MESSAGES: [&str; 2] = ["user_message", "agent_message"];
const CONTEXT: &str = "additional_context";
const FOLLOW_UP: &str = "followup_message";
const MCP_OUTPUT: &str = "updated_mcp_tool_output";
const ENV: &str = "env";
const SINGLE_VALUES: [&str; 4] = ["updated_input", MCP_OUTPUT, FOLLOW_UP, "pluginPaths"];

/// A step that ran, and what it came to.
#[derive(Debug, Clone, Copy)]
pub struct Ran<'a> {
    /// The step.
    pub step: &'a Step,
    /// What it came to.
    pub outcome: &'a Outcome,
}

/// The verdict, and what became of each step.
#[derive(Debug, Clone, PartialEq)]
pub struct Merged {
    /// The verdict.
    pub verdict: Verdict,
    /// One for each step that ran, in the same order.
    pub fates: Vec<Fate>,
}

/// What became of a step.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
pub struct Fate {
    /// What it said to the action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<Vote>,
    /// What else is to be known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// Something about a step's part in the verdict that its outcome alone does not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Note {
    /// It said something to the action, and others prevailed.
    Outvoted,
    /// It failed, and that counts for nothing.
    FailureIgnored,
    /// It failed, and that blocks, since it is to fail closed.
    FailedClosed,
    /// Its answer was bad, and that blocks at this event.
    BadAnswerBlocks,
    /// It would block, but there is nothing to block at this event.
    NothingToBlock,
    /// `ask` has no effect at this event.
    AskNotEnforced,
    /// `ask` is the same as `deny` at this event.
    AskDenies,
    /// Its follow-up is ignored: there have been as many as its loop limit allows.
    LoopLimit(u64),
    /// Its follow-up is ignored: the subagent has not completed.
    NotCompleted,
    /// Its context is dropped: it is too long.
    ContextTooLong,
    /// Its output for the model is ignored: the tool belongs to no MCP server.
    NotMcp,
    /// Another step's value of this field, or of a variable in it, is used instead of its own.
    Overridden(&'static str),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Outvoted => "outvoted",
            Self::FailureIgnored => "failure ignored",
            Self::FailedClosed => "fails closed",
            Self::BadAnswerBlocks => "a bad answer blocks here",
            Self::NothingToBlock => "nothing to block here",
            Self::AskNotEnforced => "`ask` has no effect here",
            Self::AskDenies => "`ask` denies here",
            Self::LoopLimit(limit) => return write!(f, "follow-up ignored: loop limit {limit}"),
            Self::NotCompleted => "follow-up ignored: not completed",
            Self::ContextTooLong => "context dropped: too long",
            Self::NotMcp => "output ignored: no MCP tool",
            Self::Overridden(field) => return write!(f, "`{field}` overridden"),
        })
    }
}

/// Merges what the steps of the payload's event came to, in plan order.
pub fn merge(payload: &Payload, semantics: Semantics, ran: &[Ran<'_>]) -> Merged {
    let rules = Rules { payload, semantics };
    let mut voices: Vec<Voice> = ran.iter().map(|ran| rules.voice(ran)).collect();
    let vote = rules.winner(&voices);
    for voice in &mut voices {
        if voice.vote.is_some() && voice.vote != vote {
            voice.notes.push(Note::Outvoted);
        }
    }
    let mut answer = Object::new();
    rules.put_vote(vote, &mut answer);
    for field in MESSAGES {
        let speakers = voices.iter().filter(|voice| rules.is_heard(voice, vote));
        put_joined(&mut answer, field, speakers);
    }
    put_joined(&mut answer, CONTEXT, voices.iter());
    rules.put_env(&mut voices, &mut answer);
    for field in SINGLE_VALUES {
        rules.put_single(field, &mut voices, &mut answer);
    }
    let verdict = Verdict { event: rules.event(), vote, answer: rules.readable(answer) };
    let fates = voices.into_iter().map(|voice| Fate { vote: voice.vote, notes: voice.notes }).collect();
    Merged { verdict, fates }
}

/// A step's normalised part in the verdict.
#[derive(Debug, Default)]
struct Voice {
    source: usize,
    vote: Option<Vote>,
    /// The other fields of its answer, as far as they count.
    fields: Object,
    notes: Vec<Note>,
}

impl Voice {
    fn text(&self, field: &str) -> Option<&str> {
        self.fields.get(field).and_then(Value::as_str)
    }

    fn drop_field(&mut self, field: &str, note: Note) {
        if self.fields.remove(field).is_some() {
            self.notes.push(note);
        }
    }
}

struct Rules<'a> {
    payload: &'a Payload,
    semantics: Semantics,
}

impl Rules<'_> {
    fn event(&self) -> Event {
        self.payload.event()
    }

    fn blocking(&self) -> Blocking {
        self.event().facts().blocking.value
    }

    fn voice(&self, ran: &Ran<'_>) -> Voice {
        let mut voice = Voice { source: ran.step.source, ..Voice::default() };
        match ran.outcome {
            Outcome::Answer(fields) => {
                voice.fields.clone_from(fields);
                self.take_vote(&mut voice);
                self.drop_what_does_not_count(ran.step, &mut voice);
            }
            Outcome::Silent if ran.step.fail_closed && self.semantics == Semantics::Observed => {
                self.block(&mut voice, says("it returned no output", ran.step), Some(Note::FailedClosed));
            }
            Outcome::Silent => {}
            Outcome::Block(messages) => self.block(&mut voice, messages.clone(), None),
            Outcome::Failure(failure) => self.fail(&mut voice, ran.step, failure),
        }
        voice
    }

    fn fail(&self, voice: &mut Voice, step: &Step, failure: &Failure) {
        let bad_answer_blocks = self.semantics == Semantics::Observed
            && self.event().facts().is_permission()
            && failure.is_bad_answer();
        let note = if step.fail_closed {
            Note::FailedClosed
        } else if bad_answer_blocks {
            Note::BadAnswerBlocks
        } else {
            voice.notes.push(Note::FailureIgnored);
            return;
        };
        self.block(voice, says(failure, step), Some(note));
    }

    fn block(&self, voice: &mut Voice, messages: Messages, note: Option<Note>) {
        if self.blocking() == Blocking::No {
            voice.notes.push(Note::NothingToBlock);
            return;
        }
        voice.vote = Some(Vote::Deny);
        voice.notes.extend(note);
        for (field, message) in MESSAGES.into_iter().zip([messages.user, messages.agent]) {
            voice.fields.extend(message.map(|message| (field.to_owned(), message.into())));
        }
    }

    /// Turns `permission` or `continue` into a vote.
    fn take_vote(&self, voice: &mut Voice) {
        voice.vote = match self.blocking() {
            Blocking::Permission(ask) => {
                match voice.fields.remove("permission").as_ref().and_then(Value::as_str) {
                    Some("allow") => Some(Vote::Allow),
                    Some("deny") => Some(Vote::Deny),
                    Some("ask") => vote_of_ask(ask, &mut voice.notes),
                    _ => None,
                }
            }
            Blocking::Continue | Blocking::ContinueNotEnforced => {
                match voice.fields.remove("continue").as_ref().and_then(Value::as_bool) {
                    Some(true) => Some(Vote::Allow),
                    Some(false) => Some(Vote::Deny),
                    None => None,
                }
            }
            Blocking::No => None,
        };
    }

    fn drop_what_does_not_count(&self, step: &Step, voice: &mut Voice) {
        for field in MESSAGES.into_iter().chain([CONTEXT, FOLLOW_UP]) {
            if voice.text(field).is_some_and(is_blank) {
                voice.fields.remove(field);
            }
        }
        if self.semantics == Semantics::Observed && voice.text(CONTEXT).is_some_and(is_too_long) {
            voice.drop_field(CONTEXT, Note::ContextTooLong);
        }
        if !self.payload.is_about_mcp() {
            voice.drop_field(MCP_OUTPUT, Note::NotMcp);
        }
        if self.event().facts().follow_up.value == FollowUp::WhenCompleted && !self.payload.is_completed() {
            voice.drop_field(FOLLOW_UP, Note::NotCompleted);
        }
        if let Some(limit) = step.loop_limit
            && self.payload.loop_count() >= limit
        {
            voice.drop_field(FOLLOW_UP, Note::LoopLimit(limit));
        }
    }

    fn winner(&self, voices: &[Voice]) -> Option<Vote> {
        match self.semantics {
            Semantics::Documented => {
                let first_source_that_votes = voices.iter().find(|voice| voice.vote.is_some())?.source;
                let of_source = voices.iter().filter(|voice| voice.source == first_source_that_votes);
                of_source.filter_map(|voice| voice.vote).max()
            }
            Semantics::Observed => voices.iter().filter_map(|voice| voice.vote).max(),
        }
    }

    /// Whether a step's messages are told.
    fn is_heard(&self, voice: &Voice, winner: Option<Vote>) -> bool {
        match (self.semantics, self.blocking()) {
            (Semantics::Observed, _) | (_, Blocking::No) => true,
            (Semantics::Documented, _) => voice.vote.is_some() && voice.vote == winner,
        }
    }

    fn put_vote(&self, vote: Option<Vote>, answer: &mut Object) {
        let Some(vote) = vote else { return };
        match self.blocking() {
            Blocking::Permission(_) => answer.insert("permission".to_owned(), vote.name().into()),
            Blocking::Continue | Blocking::ContinueNotEnforced => {
                answer.insert("continue".to_owned(), (vote != Vote::Deny).into())
            }
            Blocking::No => None,
        };
    }

    fn put_env(&self, voices: &mut [Voice], answer: &mut Object) {
        let mut merged = Object::new();
        for voice in self.weakest_first(voices) {
            let Some(Value::Object(env)) = voice.fields.get(ENV) else { continue };
            merged.extend(env.clone());
        }
        if merged.is_empty() {
            return;
        }
        for voice in voices {
            let Some(Value::Object(env)) = voice.fields.get(ENV) else { continue };
            if env.iter().any(|(name, value)| merged.get(name) != Some(value)) {
                voice.notes.push(Note::Overridden(ENV));
            }
        }
        answer.insert(ENV.to_owned(), merged.into());
    }

    fn put_single(&self, field: &'static str, voices: &mut [Voice], answer: &mut Object) {
        let mut winner: Option<&mut Voice> = None;
        for voice in self.weakest_first(voices).filter(|voice| voice.fields.contains_key(field)) {
            if let Some(loser) = winner.replace(voice) {
                loser.notes.push(Note::Overridden(field));
            }
        }
        let value = winner.and_then(|voice| voice.fields.get(field));
        answer.extend(value.map(|value| (field.to_owned(), value.clone())));
    }

    /// The steps in such an order that a later one's single value replaces an earlier one's.
    fn weakest_first<'v>(&self, voices: &'v mut [Voice]) -> Box<dyn Iterator<Item = &'v mut Voice> + 'v> {
        match self.semantics {
            Semantics::Documented => Box::new(voices.iter_mut().rev()),
            Semantics::Observed => Box::new(voices.iter_mut()),
        }
    }

    /// The fields of the answer that the event reads: a message to the agent is not told where there is no such field.
    fn readable(&self, answer: Object) -> Object {
        let answer = Value::Object(answer);
        self.event().read_answer(&answer).unwrap_or_default()
    }
}

fn says(fault: impl fmt::Display, step: &Step) -> Messages {
    let message = format!("Hook `{}` failed: {fault}.", step.id);
    Messages { user: Some(message.clone()), agent: Some(message) }
}

fn vote_of_ask(ask: Ask, notes: &mut Vec<Note>) -> Option<Vote> {
    match ask {
        Ask::AsksUser => Some(Vote::Ask),
        Ask::NotEnforced => {
            notes.push(Note::AskNotEnforced);
            None
        }
        Ask::Denies => {
            notes.push(Note::AskDenies);
            Some(Vote::Deny)
        }
        Ask::Refused => None,
    }
}

fn is_too_long(context: &str) -> bool {
    trim(context).encode_utf16().count() > MAX_CONTEXT_UNITS
}

fn put_joined<'v>(answer: &mut Object, field: &str, voices: impl Iterator<Item = &'v Voice>) {
    let texts: Vec<&str> = voices.filter_map(|voice| voice.text(field)).collect();
    if !texts.is_empty() {
        answer.insert(field.to_owned(), texts.join(SEPARATOR).into());
    }
}

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "tables of plain values read best")]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::payload::Strictness;
    use crate::testing::command;

    /// Steps of the sources 0, 1, … with what they came to.
    struct Table {
        event: Event,
        payload: Value,
        rows: Vec<(Step, Outcome)>,
    }

    fn at(event: Event) -> Table {
        Table { event, payload: json!({}), rows: vec![] }
    }

    impl Table {
        fn payload(mut self, payload: Value) -> Self {
            self.payload = payload;
            self
        }

        fn row(mut self, step: Step, outcome: Outcome) -> Self {
            self.rows.push((step, outcome));
            self
        }

        fn answer(self, source: usize, answer: Value) -> Self {
            let fields = self.event.read_answer(&answer).unwrap();
            self.row(command(source, "x"), Outcome::Answer(fields))
        }

        fn block(self, source: usize, message: &str) -> Self {
            let message = Some(message.to_owned());
            let messages = Messages { user: message.clone(), agent: message };
            self.row(command(source, "x"), Outcome::Block(messages))
        }

        fn failure(self, source: usize, fail_closed: bool, failure: Failure) -> Self {
            let step = Step { fail_closed, id: "h".to_owned(), ..command(source, "x") };
            self.row(step, Outcome::Failure(failure))
        }

        fn merged(&self, semantics: Semantics) -> Merged {
            let bytes = self.payload.to_string().into_bytes();
            let payload = Payload::parse(self.event, bytes, Strictness::Lenient).unwrap();
            let ran: Vec<Ran<'_>> = self.rows.iter().map(|(step, outcome)| Ran { step, outcome }).collect();
            merge(&payload, semantics, &ran)
        }

        fn verdict(&self, semantics: Semantics) -> Value {
            Value::Object(self.merged(semantics).verdict.answer)
        }

        fn notes(&self, semantics: Semantics) -> Vec<Vec<Note>> {
            self.merged(semantics).fates.into_iter().map(|fate| fate.notes).collect()
        }

        fn assert(self, documented: Value, observed: Value) {
            assert_eq!(self.verdict(Semantics::Documented), documented, "documented");
            assert_eq!(self.verdict(Semantics::Observed), observed, "observed");
        }

        fn assert_both(self, verdict: Value) {
            self.assert(verdict.clone(), verdict);
        }
    }

    #[test]
    fn without_votes_there_is_no_opinion() {
        at(Event::PreToolUse).assert_both(json!({}));
        at(Event::PreToolUse)
            .answer(0, json!({}))
            .row(command(0, "x"), Outcome::Silent)
            .assert_both(json!({}));
    }

    #[test]
    fn a_higher_source_overrules_a_lower_one_only_as_documented() {
        at(Event::BeforeShellExecution)
            .answer(0, json!({ "permission": "allow" }))
            .answer(1, json!({ "permission": "deny" }))
            .assert(json!({ "permission": "allow" }), json!({ "permission": "deny" }));
    }

    #[test]
    fn within_a_source_deny_wins_over_ask_and_ask_over_allow() {
        at(Event::BeforeShellExecution)
            .answer(0, json!({ "permission": "allow" }))
            .answer(0, json!({ "permission": "ask" }))
            .assert_both(json!({ "permission": "ask" }));
        at(Event::BeforeShellExecution)
            .answer(0, json!({ "permission": "deny" }))
            .answer(0, json!({ "permission": "ask" }))
            .assert_both(json!({ "permission": "deny" }));
    }

    #[test]
    fn a_source_that_does_not_vote_is_passed_over() {
        at(Event::BeforeShellExecution)
            .answer(0, json!({}))
            .answer(1, json!({ "permission": "ask" }))
            .answer(2, json!({ "permission": "allow" }))
            .assert_both(json!({ "permission": "ask" }));
    }

    #[test]
    fn ask_does_what_the_event_makes_of_it() {
        let ask = json!({ "permission": "ask" });
        at(Event::BeforeMcpExecution).answer(0, ask.clone()).assert_both(ask.clone());
        at(Event::PreToolUse).answer(0, ask.clone()).assert_both(json!({}));
        at(Event::SubagentStart).answer(0, ask).assert_both(json!({ "permission": "deny" }));
    }

    #[test]
    fn one_hook_that_does_not_continue_stops_its_source() {
        at(Event::BeforeSubmitPrompt)
            .answer(0, json!({ "continue": true }))
            .answer(0, json!({ "continue": false }))
            .assert_both(json!({ "continue": false }));
        at(Event::BeforeSubmitPrompt)
            .answer(0, json!({ "continue": true }))
            .answer(1, json!({ "continue": false }))
            .assert(json!({ "continue": true }), json!({ "continue": false }));
    }

    #[test]
    fn messages_are_those_of_the_winners_or_of_all() {
        at(Event::BeforeShellExecution)
            .answer(0, json!({ "permission": "deny", "user_message": "a", "agent_message": "A" }))
            .answer(0, json!({ "permission": "allow", "user_message": "b" }))
            .answer(1, json!({ "permission": "deny", "user_message": "c" }))
            .answer(1, json!({ "user_message": "d" }))
            .assert(
                json!({ "permission": "deny", "user_message": "a\n\n---\n\nc", "agent_message": "A" }),
                json!({
                    "permission": "deny", "user_message": "a\n\n---\n\nb\n\n---\n\nc\n\n---\n\nd",
                    "agent_message": "A",
                }),
            );
    }

    #[test]
    fn where_nothing_is_voted_on_all_messages_are_told() {
        at(Event::PreCompact)
            .answer(0, json!({ "user_message": "a" }))
            .answer(1, json!({ "user_message": " " }))
            .answer(2, json!({ "user_message": "c" }))
            .assert_both(json!({ "user_message": "a\n\n---\n\nc" }));
    }

    #[test]
    fn contexts_are_joined_whoever_wins() {
        at(Event::PreToolUse)
            .answer(0, json!({ "permission": "allow", "additional_context": "a" }))
            .answer(0, json!({ "permission": "deny", "additional_context": "b" }))
            .assert_both(json!({ "permission": "deny", "additional_context": "a\n\n---\n\nb" }));
    }

    #[test]
    fn a_context_that_is_too_long_was_observed_to_be_dropped() {
        let longest = "😀".repeat(5_000);
        let too_long = format!("{longest}x");
        let table = at(Event::SessionStart)
            .answer(0, json!({ "additional_context": too_long }))
            .answer(0, json!({ "additional_context": format!(" {longest}\n") }));
        assert_eq!(table.notes(Semantics::Observed), [vec![Note::ContextTooLong], vec![]]);
        table.assert(
            json!({ "additional_context": format!("{too_long}\n\n---\n\n {longest}\n") }),
            json!({ "additional_context": format!(" {longest}\n") }),
        );
    }

    #[test]
    fn variables_are_merged_one_by_one() {
        let table = at(Event::SessionStart)
            .answer(0, json!({ "env": { "A": "0", "B": "0" } }))
            .answer(1, json!({ "env": { "B": "1", "C": "1" } }));
        assert_eq!(table.notes(Semantics::Documented), [vec![], vec![Note::Overridden("env")]]);
        assert_eq!(table.notes(Semantics::Observed), [vec![Note::Overridden("env")], vec![]]);
        table.assert(
            json!({ "env": { "A": "0", "B": "0", "C": "1" } }),
            json!({ "env": { "A": "0", "B": "1", "C": "1" } }),
        );
    }

    #[test]
    fn of_single_values_the_first_or_the_last_counts() {
        let table = at(Event::PreToolUse)
            .answer(0, json!({ "updated_input": { "a": 0 } }))
            .answer(0, json!({}))
            .answer(1, json!({ "updated_input": { "b": 1 } }));
        let overridden = vec![Note::Overridden("updated_input")];
        assert_eq!(table.notes(Semantics::Documented), [vec![], vec![], overridden.clone()]);
        assert_eq!(table.notes(Semantics::Observed), [overridden, vec![], vec![]]);
        table.assert(json!({ "updated_input": { "a": 0 } }), json!({ "updated_input": { "b": 1 } }));
        at(Event::WorkspaceOpen)
            .answer(0, json!({ "pluginPaths": ["/a"] }))
            .answer(1, json!({ "pluginPaths": ["/b"] }))
            .assert(json!({ "pluginPaths": ["/a"] }), json!({ "pluginPaths": ["/b"] }));
    }

    #[test]
    fn only_mcp_tools_have_their_output_replaced() {
        let table = |tool: &str| {
            at(Event::PostToolUse)
                .payload(json!({ "tool_name": tool }))
                .answer(0, json!({ "updated_mcp_tool_output": "x" }))
        };
        table("MCP:dump").assert_both(json!({ "updated_mcp_tool_output": "x" }));
        assert_eq!(table("Shell").notes(Semantics::Documented), [[Note::NotMcp]]);
        table("Shell").assert_both(json!({}));
    }

    fn follow_up(limit: Option<u64>, loop_count: Value) -> Table {
        let fields = Event::Stop.read_answer(&json!({ "followup_message": "go on" })).unwrap();
        let step = Step { loop_limit: limit, ..command(0, "x") };
        at(Event::Stop).payload(json!({ "loop_count": loop_count })).row(step, Outcome::Answer(fields))
    }

    #[test]
    fn a_follow_up_counts_below_the_loop_limit() {
        let goes_on = json!({ "followup_message": "go on" });
        follow_up(Some(5), json!(4)).assert_both(goes_on.clone());
        follow_up(Some(5), json!(4.5)).assert_both(goes_on.clone());
        follow_up(None, json!(1_000_000)).assert_both(goes_on);
        follow_up(Some(5), json!(5)).assert_both(json!({}));
        assert_eq!(follow_up(Some(5), json!(5)).notes(Semantics::Observed), [[Note::LoopLimit(5)]]);
    }

    #[test]
    fn the_limit_of_one_script_is_not_that_of_another() {
        let fields = |text: &str| Event::Stop.read_answer(&json!({ "followup_message": text })).unwrap();
        let limited = Step { loop_limit: Some(2), ..command(0, "x") };
        at(Event::Stop)
            .payload(json!({ "loop_count": 3 }))
            .row(limited, Outcome::Answer(fields("limited")))
            .row(command(1, "x"), Outcome::Answer(fields("free")))
            .assert_both(json!({ "followup_message": "free" }));
    }

    #[test]
    fn a_subagent_goes_on_only_when_it_has_completed() {
        let table = |status: &str| {
            at(Event::SubagentStop)
                .payload(json!({ "status": status }))
                .answer(0, json!({ "followup_message": "go on" }))
        };
        table("completed").assert_both(json!({ "followup_message": "go on" }));
        table("error").assert_both(json!({}));
    }

    #[test]
    fn an_empty_follow_up_is_none() {
        at(Event::Stop)
            .answer(0, json!({ "followup_message": "" }))
            .answer(1, json!({ "followup_message": "x" }))
            .assert_both(json!({ "followup_message": "x" }));
    }

    #[test]
    fn a_block_denies_or_stops_with_the_messages_that_the_event_has() {
        let both = json!({ "permission": "deny", "user_message": "No.", "agent_message": "No." });
        at(Event::PreToolUse).block(0, "No.").assert_both(both);
        at(Event::BeforeReadFile)
            .block(0, "No.")
            .assert_both(json!({ "permission": "deny", "user_message": "No." }));
        for event in [Event::BeforeSubmitPrompt, Event::SessionStart] {
            at(event).block(0, "No.").assert_both(json!({ "continue": false, "user_message": "No." }));
        }
    }

    #[test]
    fn a_block_has_no_effect_where_there_is_nothing_to_block() {
        for event in Event::ALL.into_iter().filter(|event| event.facts().blocking.value == Blocking::No) {
            let table = at(event).block(0, "No.").failure(0, true, Failure::Exit(1));
            let notes = table.notes(Semantics::Observed);
            assert_eq!(notes, [[Note::NothingToBlock], [Note::NothingToBlock]], "{event}");
            table.assert_both(json!({}));
        }
    }

    #[test]
    fn a_session_begins_whatever_its_hooks_say() {
        let table = at(Event::SessionStart).block(0, "No.");
        assert!(!table.merged(Semantics::Documented).verdict.is_blocked());
        assert!(
            at(Event::BeforeSubmitPrompt).block(0, "No.").merged(Semantics::Documented).verdict.is_blocked()
        );
    }

    #[test]
    fn a_failure_is_open_unless_it_is_to_fail_closed() {
        let failure = || Failure::TimedOut(5);
        let table = at(Event::BeforeReadFile).failure(0, false, failure());
        assert_eq!(table.notes(Semantics::Documented), [[Note::FailureIgnored]]);
        table.assert_both(json!({}));
        let message = "Hook `h` failed: it was killed after 5 ms.";
        at(Event::BeforeReadFile)
            .failure(0, true, failure())
            .assert_both(json!({ "permission": "deny", "user_message": message }));
        at(Event::BeforeSubmitPrompt)
            .failure(0, true, failure())
            .assert_both(json!({ "continue": false, "user_message": message }));
    }

    #[test]
    fn a_bad_answer_was_observed_to_block_permission_events() {
        let bad = || Failure::NotJson("x".to_owned());
        for event in Event::ALL {
            let table = at(event).failure(0, false, bad());
            assert_eq!(table.verdict(Semantics::Documented), json!({}), "{event}");
            let denies = table.merged(Semantics::Observed).verdict.vote == Some(Vote::Deny);
            assert_eq!(denies, event.facts().is_permission(), "{event}");
        }
    }

    #[test]
    fn saying_nothing_was_observed_to_fail_closed() {
        let step = Step { fail_closed: true, id: "h".to_owned(), ..command(0, "x") };
        at(Event::BeforeReadFile).row(step, Outcome::Silent).assert(
            json!({}),
            json!({ "permission": "deny", "user_message": "Hook `h` failed: it returned no output." }),
        );
    }

    #[test]
    fn a_failure_that_denies_is_a_vote_of_its_own_source() {
        at(Event::BeforeShellExecution)
            .answer(0, json!({ "permission": "allow" }))
            .failure(1, true, Failure::Exit(1))
            .answer(2, json!({ "permission": "allow" }))
            .assert(
                json!({ "permission": "allow" }),
                json!({
                    "permission": "deny", "user_message": "Hook `h` failed: it ended with exit code 1.",
                    "agent_message": "Hook `h` failed: it ended with exit code 1.",
                }),
            );
    }

    #[test]
    fn who_is_outvoted_is_told() {
        let table = at(Event::BeforeShellExecution)
            .answer(0, json!({ "permission": "allow" }))
            .answer(1, json!({ "permission": "deny" }))
            .answer(1, json!({}));
        assert_eq!(table.notes(Semantics::Documented), [vec![], vec![Note::Outvoted], vec![]]);
        assert_eq!(table.notes(Semantics::Observed), [vec![Note::Outvoted], vec![], vec![]]);
    }
}
