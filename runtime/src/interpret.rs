//! From what a process did to what it means (HOOKS.md 0.2, 0.3, 7.3). Pure.

use hookc_schema::Event;
use hookc_schema::answer::PromptVerdict;
use hookc_schema::value::{Object, is_blank, trim};
use serde_json::Value;

use crate::execution::{Ending, Execution};
use crate::outcome::{Failure, Messages, Outcome};
use crate::plan::{Format, Semantics};
use crate::{claude, json};

const BLOCKED_BY_PROMPT: &str = "Prompt hook blocked this action";

/// What is known of a hook before it runs, as far as its answer's meaning depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The event.
    pub event: Event,
    /// What counts as the answer.
    pub semantics: Semantics,
    /// The language that the hook answers in.
    pub format: Format,
    /// The time it had, in milliseconds, for the message of a timeout.
    pub timeout_ms: u64,
}

impl Reading {
    /// What a command hook came to.
    ///
    /// ```
    /// use hookc_runtime::execution::{Ending, Execution};
    /// use hookc_runtime::interpret::Reading;
    /// use hookc_runtime::outcome::Outcome;
    /// use hookc_runtime::plan::{Format, Semantics};
    ///
    /// let reading = Reading {
    ///     event: hookc_runtime::Event::PreToolUse,
    ///     semantics: Semantics::Documented,
    ///     format: Format::Native,
    ///     timeout_ms: 60_000,
    /// };
    /// let execution = Execution {
    ///     ending: Ending::Exited(2),
    ///     stdout: "".into(),
    ///     stderr: "Not on Fridays.\n".into(),
    ///     duration: std::time::Duration::ZERO,
    /// };
    /// let Outcome::Block(messages) = reading.command(&execution) else { panic!() };
    /// assert_eq!(messages.user.as_deref(), Some("Not on Fridays."));
    /// ```
    pub fn command(&self, execution: &Execution) -> Outcome {
        match &execution.ending {
            Ending::Exited(0) => self.answer(execution),
            Ending::Exited(2) => Outcome::Block(self.messages_of_block(execution)),
            Ending::Exited(code) => Outcome::Failure(Failure::Exit(*code)),
            Ending::Signal(signal) => Outcome::Failure(Failure::Signal(*signal)),
            Ending::TimedOut => Outcome::Failure(Failure::TimedOut(self.timeout_ms)),
            Ending::NotStarted(reason) => Outcome::Failure(Failure::NotStarted(reason.clone())),
        }
    }

    /// What a prompt hook came to. `ok: true` is an answer that says nothing.
    pub fn prompt(&self, verdict: Result<PromptVerdict, Failure>) -> Outcome {
        match verdict {
            Ok(PromptVerdict { ok: true, .. }) => Outcome::Answer(Object::new()),
            Ok(PromptVerdict { ok: false, reason }) => {
                let reason = reason.filter(|reason| !is_blank(reason));
                let message = reason.unwrap_or_else(|| BLOCKED_BY_PROMPT.to_owned());
                Outcome::Block(Messages { user: Some(message.clone()), agent: Some(message) })
            }
            Err(failure) => Outcome::Failure(failure),
        }
    }

    fn answer(&self, execution: &Execution) -> Outcome {
        if execution.stdout.truncated {
            return Outcome::Failure(Failure::TooLong);
        }
        let text = execution.stdout.text();
        let text = trim(&text);
        if text.is_empty() {
            return Outcome::Silent;
        }
        let mut answer = match self.json_of(text) {
            Ok(answer) => answer,
            Err(error) => return Outcome::Failure(Failure::NotJson(error.to_string())),
        };
        if let (Format::Claude, Value::Object(answer)) = (self.format, &mut answer) {
            claude::add_native_fields(self.event, answer);
        }
        match self.event.read_answer(&answer) {
            Ok(fields) => Outcome::Answer(fields),
            Err(error) => Outcome::Failure(Failure::Unfit(error.to_string())),
        }
    }

    fn json_of(&self, text: &str) -> Result<Value, serde_json::Error> {
        json::parse(text).or_else(|error| match self.semantics {
            Semantics::Observed => last_object(text).ok_or(error),
            Semantics::Documented => Err(error),
        })
    }

    /// Standard output has the word if it holds a message, otherwise standard error has it for everyone.
    fn messages_of_block(&self, execution: &Execution) -> Messages {
        let text = execution.stdout.text();
        if let Ok(Value::Object(mut answer)) = self.json_of(trim(&text)) {
            if self.format == Format::Claude {
                claude::add_native_fields(self.event, &mut answer);
            }
            let message = |field: &str| {
                let text = answer.get(field)?.as_str()?;
                (!is_blank(text)).then(|| text.to_owned())
            };
            let messages = Messages { user: message("user_message"), agent: message("agent_message") };
            if messages != Messages::default() {
                return messages;
            }
        }
        let text = execution.stderr.text();
        let message = Some(trim(&text)).filter(|text| !text.is_empty()).map(str::to_owned);
        Messages { user: message.clone(), agent: message }
    }
}

/// The last `{…}` suffix that is a JSON value: what a hook answers after it has written other things.
fn last_object(text: &str) -> Option<Value> {
    if !text.ends_with('}') {
        return None;
    }
    text.rmatch_indices('{').find_map(|(start, _)| json::parse(&text[start..]).ok())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    fn reading(event: Event, semantics: Semantics) -> Reading {
        Reading { event, semantics, format: Format::Native, timeout_ms: 100 }
    }

    fn ended(ending: Ending, stdout: &str, stderr: &str) -> Execution {
        Execution { ending, stdout: stdout.into(), stderr: stderr.into(), duration: Duration::ZERO }
    }

    fn says(semantics: Semantics, stdout: &str) -> Outcome {
        reading(Event::PreToolUse, semantics).command(&ended(Ending::Exited(0), stdout, ""))
    }

    fn answer(value: Value) -> Outcome {
        let Value::Object(fields) = value else { panic!("not an object") };
        Outcome::Answer(fields)
    }

    fn is_not_json(outcome: &Outcome) -> bool {
        matches!(outcome, Outcome::Failure(Failure::NotJson(_)))
    }

    #[test]
    fn an_answer_may_stand_between_white_space() {
        for semantics in Semantics::ALL {
            for stdout in ["{\"permission\":\"deny\"}", "\u{feff}\n {\"permission\": \"deny\"}\r\n\u{a0}"] {
                assert_eq!(says(semantics, stdout), answer(json!({ "permission": "deny" })), "{stdout:?}");
            }
        }
    }

    #[test]
    fn nothing_said_is_told_from_an_empty_answer() {
        for semantics in Semantics::ALL {
            assert_eq!(says(semantics, " \n"), Outcome::Silent);
            assert_eq!(says(semantics, "{}"), answer(json!({})));
        }
    }

    #[test]
    fn noise_before_the_answer_counts_as_documented_and_not_as_observed() {
        let stdout = "checking {a}\n{\"permission\":\"deny\",\"updated_input\":{\"a\":{}}}";
        assert!(is_not_json(&says(Semantics::Documented, stdout)));
        assert_eq!(
            says(Semantics::Observed, stdout),
            answer(json!({ "permission": "deny", "updated_input": { "a": {} } }))
        );
    }

    #[test]
    fn of_two_documents_the_last_is_observed() {
        let stdout = "{\"permission\":\"deny\"}\n{\"permission\":\"allow\"}";
        assert!(is_not_json(&says(Semantics::Documented, stdout)));
        assert_eq!(says(Semantics::Observed, stdout), answer(json!({ "permission": "allow" })));
    }

    #[test]
    fn noise_after_the_answer_is_never_accepted() {
        for semantics in Semantics::ALL {
            assert!(is_not_json(&says(semantics, "{\"permission\":\"deny\"}\ndone")));
        }
    }

    #[test]
    fn an_answer_that_does_not_fit_is_a_failure() {
        for stdout in ["[]", "null", "\"deny\"", "{\"permission\":\"block\"}", "{\"agent_message\":null}"] {
            let outcome = says(Semantics::Documented, stdout);
            assert!(matches!(outcome, Outcome::Failure(Failure::Unfit(_))), "{stdout}: {outcome:?}");
        }
    }

    #[test]
    fn fields_that_the_event_does_not_read_are_gone() {
        assert_eq!(
            says(Semantics::Documented, "{\"continue\":false,\"decision\":\"deny\"}"),
            answer(json!({}))
        );
    }

    #[test]
    fn claudes_form_counts_only_where_the_source_is_claudes() {
        let stdout = "{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\"}}";
        let native = reading(Event::PreToolUse, Semantics::Documented);
        let execution = ended(Ending::Exited(0), stdout, "");
        assert_eq!(native.command(&execution), answer(json!({})));
        let claude = Reading { format: Format::Claude, ..native };
        assert_eq!(claude.command(&execution), answer(json!({ "permission": "deny" })));
    }

    #[test]
    fn invalid_utf_8_becomes_the_replacement_character() {
        let mut execution = ended(Ending::Exited(0), "", "");
        execution.stdout.bytes = b"{\"user_message\":\"\xff\"}".to_vec();
        assert_eq!(
            reading(Event::PreToolUse, Semantics::Documented).command(&execution),
            answer(json!({ "user_message": "\u{fffd}" }))
        );
    }

    #[test]
    fn exit_code_2_speaks_through_standard_error() {
        let outcome = reading(Event::PreToolUse, Semantics::Documented).command(&ended(
            Ending::Exited(2),
            "not json",
            " No.\n",
        ));
        let message = Some("No.".to_owned());
        assert_eq!(outcome, Outcome::Block(Messages { user: message.clone(), agent: message }));
    }

    #[test]
    fn exit_code_2_speaks_through_standard_output_if_there_is_a_message() {
        let stdout = r#"{ "permission": "allow", "user_message": "Stop." }"#;
        let outcome = reading(Event::PreToolUse, Semantics::Documented).command(&ended(
            Ending::Exited(2),
            stdout,
            "No.",
        ));
        assert_eq!(outcome, Outcome::Block(Messages { user: Some("Stop.".to_owned()), agent: None }));
    }

    #[test]
    fn exit_code_2_may_have_nothing_to_say() {
        let outcome =
            reading(Event::Stop, Semantics::Documented).command(&ended(Ending::Exited(2), "{}", " "));
        assert_eq!(outcome, Outcome::Block(Messages::default()));
    }

    #[test]
    fn every_other_ending_is_a_failure_whatever_was_said() {
        for (ending, failure) in [
            (Ending::Exited(1), Failure::Exit(1)),
            (Ending::Exited(127), Failure::Exit(127)),
            (Ending::Signal(9), Failure::Signal(9)),
            (Ending::TimedOut, Failure::TimedOut(100)),
            (Ending::NotStarted("gone".to_owned()), Failure::NotStarted("gone".to_owned())),
        ] {
            let outcome = reading(Event::PreToolUse, Semantics::Observed).command(&ended(
                ending,
                "{\"permission\":\"deny\"}",
                "",
            ));
            assert_eq!(outcome, Outcome::Failure(failure));
        }
    }

    #[test]
    fn too_much_output_is_a_failure_unless_the_exit_code_decides() {
        let mut execution = ended(Ending::Exited(0), "{}", "");
        execution.stdout.truncated = true;
        let reading = reading(Event::PreToolUse, Semantics::Observed);
        assert_eq!(reading.command(&execution), Outcome::Failure(Failure::TooLong));
        execution.ending = Ending::Exited(2);
        assert_eq!(reading.command(&execution), Outcome::Block(Messages::default()));
    }

    #[test]
    fn a_models_no_blocks_and_its_yes_says_nothing() {
        let reading = reading(Event::PreToolUse, Semantics::Documented);
        let verdict = |ok, reason: Option<&str>| Ok(PromptVerdict { ok, reason: reason.map(str::to_owned) });
        assert_eq!(reading.prompt(verdict(true, Some("fine"))), answer(json!({})));
        for (reason, message) in
            [(Some("No."), "No."), (None, BLOCKED_BY_PROMPT), (Some(" "), BLOCKED_BY_PROMPT)]
        {
            let Outcome::Block(messages) = reading.prompt(verdict(false, reason)) else { panic!() };
            assert_eq!(messages.user.as_deref(), Some(message));
        }
        assert_eq!(reading.prompt(Err(Failure::NoModel)), Outcome::Failure(Failure::NoModel));
    }

    #[test]
    fn ten_thousand_lines_of_noise_take_no_time() {
        let stdout = "{\"level\": {\"x\": \"debug {\n".repeat(10_000) + "{\"permission\":\"ask\"}";
        assert_eq!(says(Semantics::Observed, &stdout), answer(json!({ "permission": "ask" })));
    }
}
