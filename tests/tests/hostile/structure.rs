//! Files of hooks that are large, deep, or wrong all over.

use super::*;

#[test]
fn brackets_without_end() {
    survives_in_every_format("[".repeat(100_000));
    survives("{\"hooks\":".repeat(100_000));
    survives(format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)));
}

#[test]
fn ten_megabytes_of_hooks() {
    let file =
        hooks_file(&[("stop", entries(MANY, |n| format!("{{ \"command\": \"audit-log --number {n}\" }}")))]);
    assert_eq!(check_file(file, &["duplicate-entry"]), (Some(0), vec![0]));
}

#[test]
fn hooks_in_every_event() {
    let hooks = entries(MANY / EVENTS.len(), |n| format!("{{ \"command\": \"audit-log --number {n}\" }}"));
    let file = hooks_file(&EVENTS.map(|event| (event, hooks.clone())));
    assert_eq!(check_file(file, &["duplicate-entry"]), (Some(0), vec![0]));
}

#[test]
fn a_fault_in_every_hook() {
    let file =
        hooks_file(&[("stop", entries(MANY, |n| format!("{{ \"command\": {n}, \"failClosed\": true }}")))]);
    assert_eq!(check_file(file, &["type-mismatch"]), (Some(1), vec![MANY]));
}

#[test]
fn a_fault_in_every_hook_of_a_file_without_line_breaks() {
    let hooks = entries(MANY, |n| format!("{{ \"command\": \"a {n}\", \"timeoutSec\": 1 }}"));
    let file = hooks_file(&[("stop", hooks)]).replace('\n', "");
    assert_eq!(check_file(file, &["unknown-entry-key"]), (Some(1), vec![MANY]));
}

#[test]
fn one_hook_over_and_over() {
    let file = hooks_file(&[("stop", entries(MANY, |_| "{ \"command\": \"audit-log\" }".to_owned()))]);
    assert_eq!(check_file(file, &["duplicate-entry"]), (Some(0), vec![MANY - 1]));
}

#[test]
fn one_persons_folder_over_and_over() {
    let hooks = entries(MANY / 4, |n| format!("{{ \"command\": \"node /Users/ann/{n}.js\" }}"));
    let file = hooks_file(&[("stop", hooks)]);
    assert_eq!(check_file(file, &["machine-specific-path"]), (Some(0), vec![1]));
}

#[test]
fn claude_settings_with_as_many() {
    let groups = entries(MANY, |n| {
        format!(
            "{{ \"matcher\": \"Bash\", \"hooks\": [{{ \"type\": \"command\", \"command\": \"audit-log {n}\" }}] }}"
        )
    });
    let file = format!("{{ \"hooks\": {{ \"PreToolUse\": [{groups}] }} }}");
    let tree = Tree::new().file(".claude/settings.json", file);
    assert_eq!(check(&tree, "concise").code, Some(0));
}

#[test]
fn claudes_nesting_over_and_over() {
    let groups = entries(MANY, |n| format!("{{ \"hooks\": [{{ \"command\": \"audit-log {n}\" }}] }}"));
    let file = hooks_file(&[("preToolUse", groups)]);
    assert_eq!(check_file(file, &["claude-nested-shape"]), (Some(1), vec![1]));
}

#[test]
fn unknown_events() {
    let events = entries(100_000, |n| format!("\"onEvent{n}\": [{{ \"command\": \"a\" }}]"));
    let file = format!("{{ \"version\": 1, \"hooks\": {{ {events} }} }}");
    assert_eq!(check_file(file, &["unknown-event"]), (Some(1), vec![100_000]));
}

#[test]
fn matchers_in_the_names_of_events() {
    let events = entries(20_000, |n| format!("\"preToolUse:W{n}\": [{{ \"command\": \"a\" }}]"));
    let file = format!("{{ \"version\": 1, \"hooks\": {{ {events} }} }}").replace('\n', "");
    assert_eq!(check_file(file, &["hooks-shape"]), (Some(1), vec![20_000]));
}

#[test]
fn one_key_over_and_over() {
    let events = entries(100_000, |_| "\"stop\": [{ \"command\": \"a\" }]".to_owned());
    let file = format!("{{ \"version\": 1, \"hooks\": {{ {events} }} }}");
    assert_eq!(check_file(file, &["duplicate-key"]), (Some(1), vec![99_999]));
}

#[test]
fn events_outside_of_hooks_over_and_over() {
    let events = entries(20_000, |_| "\"stop\": [{ \"command\": \"a\" }]".to_owned());
    let (code, counts) = check_file(format!("{{ \"version\": 1, {events} }}"), &["hooks-shape"]);
    assert_eq!((code, counts), (Some(1), vec![1]));
}

#[test]
fn hooks_as_a_long_list() {
    let hooks = entries(20_000, |n| format!("{{ \"event\": \"event{n}\", \"command\": \"a\" }}"));
    let (code, counts) = check_file(format!("{{ \"version\": 1, \"hooks\": [{hooks}] }}"), &["hooks-shape"]);
    assert_eq!((code, counts), (Some(1), vec![1]));
}

#[test]
fn a_comma_too_many_in_every_hook() {
    let file = hooks_file(&[("stop", entries(MANY, |n| format!("{{ \"command\": \"audit-log {n}\", }}")))]);
    let (code, counts) = check_file(file, &["invalid-json"]);
    assert!(code == Some(1) && (1..=200).contains(&counts[0]), "{code:?} {counts:?}");
}

#[test]
fn an_endless_number() {
    survives(format!("{{ \"version\": {}, \"hooks\": {{}} }}", "9".repeat(1_000_000)));
}
