//! Who prevails: every combination of two and three hooks, in sources of different and of equal priority, at every event
//! that can block, under both semantics, against a second implementation of HOOKS.md 0.2 that is as plain as possible.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a broken fixture fails the test")]

mod runtime_support;

use std::collections::BTreeMap;
use std::time::Duration;

use hookc_runtime::execution::{Ending, Execution, Invocation, Launcher};
use hookc_runtime::interpret::Reading;
use hookc_runtime::merge::{Ran, merge};
use hookc_runtime::outcome::Outcome;
use hookc_runtime::plan::{Format, Root, Roots, Semantics, Step};
use hookc_runtime::{Event, Runner};
use runtime_support::{command, payload, plan};
use serde_json::{Map, Value, json};

const EVENTS: [Event; 7] = [
    Event::BeforeShellExecution,
    Event::BeforeMcpExecution,
    Event::BeforeReadFile,
    Event::BeforeTabFileRead,
    Event::SubagentStart,
    Event::PreToolUse,
    Event::BeforeSubmitPrompt,
];

/// What a hook does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deed {
    Allow,
    Deny,
    Ask,
    Nothing,
    Silence,
    Exit2,
    Exit1,
    Timeout,
    InvalidJson,
    Unfit,
}

const DEEDS: [Deed; 10] = [
    Deed::Allow,
    Deed::Deny,
    Deed::Ask,
    Deed::Nothing,
    Deed::Silence,
    Deed::Exit2,
    Deed::Exit1,
    Deed::Timeout,
    Deed::InvalidJson,
    Deed::Unfit,
];

/// A hook: where it comes from, what it does, and what that is to mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hook {
    source: usize,
    deed: Deed,
    fail_closed: bool,
}

fn hooks_of(source: usize) -> impl Iterator<Item = Hook> {
    let of_deed = move |deed| [false, true].map(|fail_closed| Hook { source, deed, fail_closed });
    DEEDS.into_iter().flat_map(of_deed)
}

// The plain implementation. It knows words and lists, and nothing of the runtime.
mod plain {
    use super::{Deed, Hook};

    /// What a hook says in the end: a word (`allow`, `ask`, `deny`, or empty) and a message (or empty).
    fn says(event: &str, observed: bool, number: usize, hook: Hook) -> (&'static str, String) {
        let is_prompt = event == "beforeSubmitPrompt";
        let is_read = event == "beforeReadFile" || event == "beforeTabFileRead";
        let message = format!("hook {number}");
        let blocks = ("deny", "failed".to_owned());
        let nothing = ("", String::new());
        // A bad answer blocks the six permission events as observed, and otherwise it is a failure like any other.
        let bad_answer =
            if hook.fail_closed || (observed && !is_prompt) { blocks.clone() } else { nothing.clone() };
        let failure = if hook.fail_closed { blocks.clone() } else { nothing.clone() };
        match hook.deed {
            Deed::Allow => ("allow", message),
            Deed::Deny => ("deny", message),
            // `beforeSubmitPrompt` has no permission: the field is not read, the message stays.
            Deed::Ask if is_prompt => ("", message),
            Deed::Ask if is_read => bad_answer,
            Deed::Ask if event == "preToolUse" => ("", message),
            Deed::Ask if event == "subagentStart" => ("deny", message),
            Deed::Ask => ("ask", message),
            Deed::Nothing => nothing,
            Deed::Silence if observed && hook.fail_closed => blocks,
            Deed::Silence => nothing,
            Deed::Exit2 => ("deny", message),
            Deed::Exit1 | Deed::Timeout => failure,
            Deed::InvalidJson | Deed::Unfit => bad_answer,
        }
    }

    fn strongest(words: &[&'static str]) -> &'static str {
        for word in ["deny", "ask", "allow"] {
            if words.contains(&word) {
                return word;
            }
        }
        ""
    }

    /// The word and the messages of all hooks together.
    pub(super) fn verdict(event: &str, observed: bool, hooks: &[Hook]) -> (&'static str, String) {
        let said: Vec<(usize, &'static str, String)> = hooks
            .iter()
            .enumerate()
            .map(|(number, hook)| {
                let (word, message) = says(event, observed, number, *hook);
                (hook.source, word, message)
            })
            .collect();
        let mut winner = "";
        if observed {
            let words: Vec<&'static str> = said.iter().map(|(_, word, _)| *word).collect();
            winner = strongest(&words);
        } else {
            for priority in 0..3 {
                let words: Vec<&'static str> = said
                    .iter()
                    .filter(|(source, _, _)| *source == priority)
                    .map(|(_, word, _)| *word)
                    .collect();
                if winner.is_empty() {
                    winner = strongest(&words);
                }
            }
        }
        let mut messages = Vec::new();
        for (_, word, message) in said {
            let is_told = observed || (!word.is_empty() && word == winner);
            if is_told && !message.is_empty() {
                messages.push(message);
            }
        }
        (winner, messages.join("\n\n---\n\n"))
    }
}

/// What a process does for a deed.
fn execution(event: Event, number: usize, deed: Deed) -> Execution {
    let message = format!("hook {number}");
    let answer = |word: &str| {
        let answer = match (event, word) {
            (Event::BeforeSubmitPrompt, "ask") => json!({ "permission": word, "user_message": message }),
            (Event::BeforeSubmitPrompt, _) => json!({ "continue": word == "allow", "user_message": message }),
            _ => json!({ "permission": word, "user_message": message }),
        };
        (Ending::Exited(0), answer.to_string(), String::new())
    };
    let says = |text: &str| (Ending::Exited(0), text.to_owned(), String::new());
    let (ending, stdout, stderr) = match deed {
        Deed::Allow => answer("allow"),
        Deed::Deny => answer("deny"),
        Deed::Ask => answer("ask"),
        Deed::Nothing => says("{}"),
        Deed::Silence => says("\n"),
        Deed::InvalidJson => says("all is well"),
        Deed::Unfit => says(r#"{"permission":"maybe","continue":"maybe"}"#),
        Deed::Exit2 => (Ending::Exited(2), String::new(), message),
        Deed::Exit1 => (Ending::Exited(1), String::new(), message),
        Deed::Timeout => (Ending::TimedOut, String::new(), message),
    };
    let (stdout, stderr) = (stdout.as_str().into(), stderr.as_str().into());
    Execution { ending, stdout, stderr, duration: Duration::ZERO }
}

fn step(hook: Hook, line: &str) -> Step {
    Step { fail_closed: hook.fail_closed, id: "h".to_owned(), ..command(hook.source, line) }
}

/// The word and the messages of an answer, with every text about a failure made the same.
fn essence(event: Event, answer: &Map<String, Value>) -> (&'static str, String) {
    let word = match (answer.get("permission"), answer.get("continue")) {
        (None, None) => "",
        (Some(word), None) if word == "allow" => "allow",
        (Some(word), None) if word == "ask" => "ask",
        (Some(word), None) if word == "deny" => "deny",
        (None, Some(Value::Bool(true))) => "allow",
        (None, Some(Value::Bool(false))) => "deny",
        other => panic!("{event} answers {other:?}"),
    };
    let messages = answer.get("user_message").and_then(Value::as_str).unwrap_or_default();
    let messages: Vec<&str> = messages
        .split("\n\n---\n\n")
        .map(|message| if message.starts_with("Hook `") { "failed" } else { message })
        .collect();
    (word, messages.join("\n\n---\n\n"))
}

/// Compares the two implementations on hooks of all deeds in these sources; how many combinations there were.
fn compare(sources: &[usize]) -> usize {
    let mut combinations: Vec<Vec<Hook>> = vec![vec![]];
    for &source in sources {
        let longer = |hooks: &Vec<Hook>| {
            hooks_of(source).map(|hook| [hooks.as_slice(), &[hook]].concat()).collect::<Vec<_>>()
        };
        combinations = combinations.iter().flat_map(longer).collect();
    }
    let mut count = 0;
    for event in EVENTS {
        let payload = payload(event, &json!({}));
        for semantics in Semantics::ALL {
            let outcomes = outcomes(event, semantics, sources.len());
            for hooks in &combinations {
                let steps: Vec<Step> = hooks.iter().map(|hook| step(*hook, "x")).collect();
                let ran: Vec<Ran<'_>> = hooks
                    .iter()
                    .zip(&steps)
                    .enumerate()
                    .map(|(number, (hook, step))| Ran {
                        step,
                        outcome: &outcomes[&(number, hook.deed as u8)],
                    })
                    .collect();
                let verdict = merge(&payload, semantics, &ran).verdict;
                let expected = plain::verdict(event.name(), semantics == Semantics::Observed, hooks);
                assert_eq!(essence(event, &verdict.answer), expected, "{event}, {semantics}: {hooks:?}");
                count += 1;
            }
        }
    }
    count
}

fn outcomes(event: Event, semantics: Semantics, hooks: usize) -> BTreeMap<(usize, u8), Outcome> {
    let reading = Reading { event, semantics, format: Format::Native, timeout_ms: 1 };
    let of_number =
        |number| DEEDS.map(|deed| ((number, deed as u8), reading.command(&execution(event, number, deed))));
    (0..hooks).flat_map(of_number).collect()
}

#[test]
fn three_hooks_of_three_sources() {
    assert!(compare(&[0, 1, 2]) >= 20_000);
}

#[test]
fn three_hooks_of_two_sources() {
    compare(&[0, 0, 1]);
    compare(&[0, 1, 1]);
}

#[test]
fn three_hooks_of_one_source() {
    compare(&[1, 1, 1]);
}

#[test]
fn two_hooks_and_one() {
    compare(&[0, 1]);
    compare(&[2, 2]);
    compare(&[1]);
}

/// Plays the shell: the line `NUMBER DEED` does that deed.
struct Player {
    event: Event,
}

impl Launcher for Player {
    fn launch(&self, invocation: &Invocation<'_>) -> Execution {
        let (number, deed) = invocation.line.split_once(' ').unwrap();
        execution(self.event, number.parse().unwrap(), DEEDS[deed.parse::<usize>().unwrap()])
    }
}

#[test]
fn a_whole_run_gives_the_same_as_its_parts() {
    let roots = Roots::default().bind(Root::Project, "/");
    for event in EVENTS {
        let payload = payload(event, &json!({}));
        for (first, second) in hooks_of(0).flat_map(|first| hooks_of(1).map(move |second| (first, second))) {
            let hooks = [first, second];
            let steps: Vec<Step> = hooks
                .iter()
                .enumerate()
                .map(|(number, hook)| step(*hook, &format!("{number} {}", hook.deed as u8)))
                .collect();
            for semantics in Semantics::ALL {
                let plan = plan(semantics, event, &steps);
                let player = Player { event };
                let report = Runner::new(&plan, roots.clone()).launcher(&player).run(&payload).unwrap();
                let expected = plain::verdict(event.name(), semantics == Semantics::Observed, &hooks);
                assert_eq!(
                    essence(event, &report.verdict.answer),
                    expected,
                    "{event}, {semantics}: {hooks:?}"
                );
            }
        }
    }
}
