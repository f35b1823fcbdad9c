//! What each rule looks at, over and over: the examples of its page with their commands, matchers, hooks and scripts repeated. The time that this takes may grow with the text,
//! not with its square.

#![cfg(unix)]

use std::time::Duration;

use hookc_tests::example::{Example, sections};
use serde_json::Value;

use super::*;

/// The size that a repeated text grows to, in bytes. A quarter of it is what it is compared with.
const LINE: usize = if cfg!(debug_assertions) { 16 << 10 } else { 60 << 10 };
const PATTERN: usize = if cfg!(debug_assertions) { 16 << 10 } else { 64 << 10 };
const SCRIPT: usize = if cfg!(debug_assertions) { 64 << 10 } else { 240 << 10 };
const FILE: usize = if cfg!(debug_assertions) { 128 << 10 } else { 1 << 20 };

/// What takes no longer than this is not looked at further: a square would show.
const SHORT: Duration = Duration::from_millis(if cfg!(debug_assertions) { 600 } else { 120 });

/// How much more processor time four times the text may take: four times as much, and as much again for what varies. A square takes sixteen times.
const MOST_GROWTH: u32 = 8;

/// The examples of every page that show a fault.
fn examples() -> Vec<(&'static str, Example)> {
    let mut examples = Vec::new();
    for rule in hookc_policies::rules() {
        let page = rule.page();
        let failing = sections(&page).into_iter().filter(|section| section.title == "Fails");
        examples.extend(failing.flat_map(|section| section.examples()).map(|example| (rule.name, example)));
    }
    assert!(examples.len() > 90);
    examples
}

/// A text that grows to about this many bytes.
type Growing = Box<dyn Fn(usize) -> String>;

/// Holds the growth of every example to its bound, where `grow` finds something in a file that can be repeated.
fn grows_with_the_text(size: usize, grow: impl Fn(&str, &str) -> Option<Growing>) {
    let mut faults = Vec::new();
    let mut seen = 0;
    for (rule, example) in examples() {
        let texts: Vec<String> = example.texts().map(str::to_owned).collect();
        for path in texts {
            let Some(growing) = grow(&path, &example.text(&path)) else { continue };
            seen += 1;
            let time = |size: usize| {
                let (tree, places) = hookc_tests::on_disk(&example.with_text(&path, &growing(size)));
                let hookc = Hookc::new().in_folder(tree.path()).args(EVERYTHING).args(places);
                let (ran, time) = hookc.args(["--format=concise"]).run_counted(Limits::MEDIUM);
                if !matches!(ran.code, Some(0..=2)) || ran.stderr.contains("panicked at") {
                    return Err(ran.stderr);
                }
                Ok(time)
            };
            match time(size) {
                Ok(large) if large <= SHORT => {}
                Ok(large) => match time(size / 4) {
                    Ok(small) if large <= small * MOST_GROWTH => {}
                    small => faults.push(format!("{rule}: {path} takes {small:?}, then {large:?}")),
                },
                Err(error) => faults.push(format!("{rule}: {path} does not end: {error}")),
            }
        }
    }
    assert!(seen > 0 && faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn is_json(path: &str) -> bool {
    path.rsplit('.').next() == Some("json")
}

/// The text with every string of this member changed.
fn with_each(value: &mut Value, member: &str, change: &dyn Fn(&str) -> String) -> bool {
    match value {
        Value::Object(members) => members.iter_mut().fold(false, |any, (key, value)| match value {
            Value::String(text) if key == member && !text.is_empty() => {
                *text = change(text);
                true
            }
            value => with_each(value, member, change) || any,
        }),
        Value::Array(items) => {
            items.iter_mut().filter_map(|item| with_each(item, member, change).then_some(())).count() > 0
        }
        _ => false,
    }
}

/// Every string of a member, repeated with something between.
fn repeated(member: &'static str, between: &'static str) -> impl Fn(&str, &str) -> Option<Growing> {
    move |path, text| {
        let value: Value = serde_json::from_str(text).ok().filter(|_| is_json(path))?;
        let has_any = with_each(&mut value.clone(), member, &str::to_owned);
        has_any.then(|| -> Growing {
            Box::new(move |size| {
                let mut grown = value.clone();
                let repeat = |text: &str| {
                    let one = format!("{text}{between}");
                    one.repeat((size / one.len()).max(1))
                };
                with_each(&mut grown, member, &repeat);
                grown.to_string()
            })
        })
    }
}

#[test]
fn commands_one_after_the_other() {
    grows_with_the_text(LINE, repeated("command", "; "));
}

#[test]
fn commands_one_if_the_other_succeeds() {
    grows_with_the_text(LINE, repeated("command", " && "));
}

#[test]
fn commands_one_reading_the_other() {
    grows_with_the_text(LINE, repeated("command", " | "));
}

#[test]
fn commands_on_lines_of_their_own() {
    grows_with_the_text(LINE, repeated("command", "\n"));
}

#[test]
fn words_of_one_command() {
    grows_with_the_text(LINE, repeated("command", " "));
}

#[test]
fn alternatives_of_a_pattern() {
    grows_with_the_text(PATTERN, repeated("matcher", "|"));
}

#[test]
fn words_of_a_prompt() {
    grows_with_the_text(FILE, repeated("prompt", "\n"));
}

#[test]
fn hooks_of_an_event() {
    grows_with_the_text(FILE, |path, text| {
        let value: Value = serde_json::from_str(text).ok().filter(|_| is_json(path))?;
        let has_lists =
            value["hooks"].as_object()?.values().any(|hooks| !hooks.as_array().is_none_or(Vec::is_empty));
        has_lists.then(|| -> Growing {
            Box::new(move |size| {
                let mut grown = value.clone();
                let length = value.to_string().len();
                let lists = grown["hooks"].as_object_mut().into_iter().flatten();
                for hooks in lists.filter_map(|(_, hooks)| hooks.as_array_mut()) {
                    *hooks = std::iter::repeat_n(hooks.clone(), size / length).flatten().collect();
                }
                grown.to_string()
            })
        })
    });
}

#[test]
fn members_of_a_file() {
    grows_with_the_text(FILE, |path, text| {
        if !is_json(path) {
            return None;
        }
        let inner = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim().to_owned();
        (!inner.is_empty()).then(|| -> Growing {
            Box::new(move |size| {
                format!("{{{}}}", vec![inner.as_str(); (size / inner.len()).max(1)].join(",\n"))
            })
        })
    });
}

#[test]
fn statements_of_a_script() {
    grows_with_the_text(SCRIPT, |path, text| {
        let text = text.to_owned();
        let is_script = !is_json(path) && !path.ends_with(".toml") && !text.is_empty();
        is_script.then(|| -> Growing { Box::new(move |size| text.repeat((size / text.len()).max(1))) })
    });
}

#[test]
fn entries_of_a_configuration() {
    grows_with_the_text(FILE / 4, |path, text| {
        let table = text.find("[[").map(|at| text[at..].to_owned())?;
        let start = text.strip_suffix(&table)?.to_owned();
        path.ends_with(".toml").then(|| -> Growing {
            Box::new(move |size| format!("{start}{}", table.repeat((size / table.len()).max(1))))
        })
    });
}
