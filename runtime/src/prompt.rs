//! Prompt hooks: questions that a model answers (HOOKS.md 1.3).

use std::path::PathBuf;
use std::time::Duration;

use hookc_schema::answer::PromptVerdict;
use hookc_schema::value::trim;
use serde_json::json;

use crate::execution::{Ending, Invocation, Launcher};
use crate::outcome::Failure;
use crate::payload::Payload;
use crate::{json, process::Shell};

const ARGUMENTS: &str = "$ARGUMENTS";

/// What a model is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The question, with the payload in it.
    pub prompt: String,
    /// The model to ask; the evaluator's own choice if absent.
    pub model: Option<String>,
    /// How long it may take.
    pub timeout: Duration,
}

impl Question {
    /// The question of a prompt hook: the payload's text takes the place of every `$ARGUMENTS`, or follows the prompt if
    /// there is none.
    ///
    /// ```
    /// use hookc_runtime::prompt::Question;
    /// use hookc_runtime::{Event, Payload, Strictness};
    ///
    /// let payload = Payload::parse(Event::Stop, *b"{}", Strictness::Lenient)?;
    /// let question = |prompt| Question::new(prompt, None, &payload, std::time::Duration::from_secs(60)).prompt;
    /// assert_eq!(question("Is $ARGUMENTS fine?"), "Is {} fine?");
    /// assert_eq!(question("Is it fine?"), "Is it fine?\n\n{}");
    /// # Ok::<(), hookc_runtime::payload::PayloadError>(())
    /// ```
    pub fn new(prompt: &str, model: Option<&str>, payload: &Payload, timeout: Duration) -> Self {
        let input = payload.text();
        let prompt = if prompt.contains(ARGUMENTS) {
            prompt.replace(ARGUMENTS, &input)
        } else {
            format!("{prompt}\n\n{input}")
        };
        Self { prompt, model: model.map(str::to_owned), timeout }
    }
}

/// What answers the questions of prompt hooks.
pub trait PromptModel: Sync {
    /// Judges, within the question's time. Called from several threads at once.
    ///
    /// # Errors
    ///
    /// [`Failure::TimedOut`] or [`Failure::Model`]; whether that blocks is up to the hook's `failClosed`.
    fn judge(&self, question: &Question) -> Result<PromptVerdict, Failure>;
}

/// A command that judges: it gets `{"prompt": …, "model": …}` on standard input and answers
/// `{"ok": …, "reason": …}`. `model` is `null` if the hook names none.
#[derive(Debug, Clone)]
pub struct CommandModel {
    /// The command line for the platform's shell.
    pub line: String,
    /// The folder it starts in.
    pub cwd: PathBuf,
}

impl PromptModel for CommandModel {
    fn judge(&self, question: &Question) -> Result<PromptVerdict, Failure> {
        let input = json!({ "prompt": question.prompt, "model": question.model }).to_string();
        let execution = Shell.launch(&Invocation {
            line: &self.line,
            cwd: &self.cwd,
            environment: &[],
            input: input.into_bytes().into(),
            timeout: question.timeout,
        });
        match execution.ending {
            Ending::Exited(0) if !execution.stdout.truncated => verdict_of(&execution.stdout.text()),
            Ending::Exited(0) => Err(Failure::TooLong),
            Ending::Exited(code) => Err(Failure::Model(format!("exit code {code}"))),
            Ending::Signal(signal) => Err(Failure::Model(format!("signal {signal}"))),
            Ending::TimedOut => {
                Err(Failure::TimedOut(question.timeout.as_millis().try_into().unwrap_or(u64::MAX)))
            }
            Ending::NotStarted(reason) => Err(Failure::Model(reason)),
        }
    }
}

fn verdict_of(text: &str) -> Result<PromptVerdict, Failure> {
    json::parse(trim(text))
        .and_then(serde_json::from_value)
        .map_err(|error| Failure::Model(format!("it did not answer `{{ok, reason}}`: {error}")))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn judge(line: &str) -> Result<PromptVerdict, Failure> {
        let model = CommandModel { line: line.to_owned(), cwd: "/".into() };
        let timeout = Duration::from_secs(30);
        model.judge(&Question { prompt: "Fine?".to_owned(), model: Some("fast".to_owned()), timeout })
    }

    #[test]
    fn the_command_gets_the_question_and_gives_the_verdict() {
        let line =
            r#"test "$(cat)" = '{"model":"fast","prompt":"Fine?"}' && echo '{"ok": false, "reason": "No."}'"#;
        assert_eq!(judge(line), Ok(PromptVerdict { ok: false, reason: Some("No.".to_owned()) }));
    }

    #[test]
    fn a_command_that_gives_no_verdict_is_a_failure() {
        assert_eq!(judge("exit 3"), Err(Failure::Model("exit code 3".to_owned())));
        assert_eq!(judge("kill -KILL $$"), Err(Failure::Model("signal 9".to_owned())));
        for line in ["true", "echo yes", "echo '{\"reason\": \"x\"}'", "echo '{\"ok\": \"yes\"}'"] {
            let Err(Failure::Model(fault)) = judge(line) else { panic!("{line}") };
            assert!(fault.starts_with("it did not answer `{ok, reason}`: "), "{fault}");
        }
    }
}
