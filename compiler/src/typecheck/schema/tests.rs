//! The validator against another one, of the crate `jsonschema`, on every small change of texts that have something of everything.

use std::sync::LazyLock;

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::{Value, json};

use super::*;
use crate::syntax::Tree;

/// What is put in place of each value, one after the other.
static OTHERS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let texts = ["", " ", "\u{feff}\u{a0}\t", "\u{85}", "command", "prompt", "x"].map(Value::from);
    let numbers = [json!(0), json!(1), json!(1.0), json!(1.5), json!(-1), json!(1e300), json!(u64::MAX)];
    let rest = [json!(null), json!(true), json!([]), json!([1]), json!([null]), json!({}), json!({ "x": 1 })];
    texts.into_iter().chain(numbers).chain(rest).collect()
});

fn hooks() -> Value {
    json!({
        "version": 1,
        "stop_hook_loop_limit": 3,
        "hooks": {
            "preToolUse": [
                { "command": "a", "type": "command", "timeout": 1, "matcher": "x", "failClosed": true },
                { "type": "prompt", "prompt": "p", "model": "m", "loop_limit": null },
            ],
            "stop": [{ "command": "b", "loop_limit": 2 }],
        },
    })
}

fn claude() -> Value {
    json!({
        "hooks": {
            "PreToolUse": [{ "matcher": "x", "hooks": [{ "type": "command", "command": "a", "args": ["b"], "timeout": 3 }] }],
            "OfANextRelease": [{ "hooks": [{ "type": "prompt", "prompt": "p", "model": "m", "url": "u" }] }],
        },
    })
}

fn manifest() -> Value {
    json!({ "name": "n", "version": "1", "description": "d", "hooks": "./hooks.json" })
}

/// The document with each value replaced and each member or item removed, one at a time.
fn changes(document: &Value) -> Vec<Value> {
    let mut pointers = vec![String::new()];
    let mut at = 0;
    while let Some(pointer) = pointers.get(at).cloned() {
        at += 1;
        match document.pointer(&pointer) {
            Some(Value::Object(members)) => {
                pointers.extend(members.keys().map(|key| format!("{pointer}/{key}")));
            }
            Some(Value::Array(items)) => {
                pointers.extend((0..items.len()).map(|index| format!("{pointer}/{index}")));
            }
            _ => {}
        }
    }
    let replaced = pointers.iter().flat_map(|pointer| {
        OTHERS.iter().map(move |other| {
            let mut changed = document.clone();
            *changed.pointer_mut(pointer).unwrap() = other.clone();
            changed
        })
    });
    let removed = pointers.iter().filter_map(|pointer| {
        let (parent, step) = pointer.rsplit_once('/')?;
        let mut changed = document.clone();
        match changed.pointer_mut(parent)? {
            Value::Object(members) => _ = members.remove(step)?,
            Value::Array(items) => _ = items.remove(step.parse().ok()?),
            _ => return None,
        }
        Some(changed)
    });
    replaced.chain(removed).collect()
}

fn validator(name: &str) -> Validator {
    let text = hookc_schema::schema(name).unwrap();
    jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
}

fn theirs(validator: &Validator, document: &Value) -> Vec<(String, ViolationKind)> {
    let mut found: Vec<_> = validator
        .iter_errors(document)
        .map(|error| {
            let kind = match error.kind() {
                ValidationErrorKind::Type { .. } => ViolationKind::Type,
                ValidationErrorKind::Required { property } => {
                    ViolationKind::Missing(property.as_str().unwrap_or_default().to_owned().leak())
                }
                ValidationErrorKind::AdditionalProperties { .. } => ViolationKind::Unexpected,
                _ => ViolationKind::Value,
            };
            (error.instance_path().as_str().to_owned(), kind)
        })
        .collect();
    found.sort_by_key(|(pointer, kind)| (pointer.clone(), format!("{kind:?}")));
    found
}

fn ours(schema: Schema, document: &Value) -> Vec<(String, ViolationKind)> {
    let tree = Tree::parse(document.to_string());
    let mut found: Vec<_> = violations(schema, tree.root())
        .into_iter()
        .map(|violation| {
            assert_eq!(tree.root().at(&violation.pointer), Some(violation.node), "{document}");
            (violation.pointer, violation.kind)
        })
        .collect();
    found.sort_by_key(|(pointer, kind)| (pointer.clone(), format!("{kind:?}")));
    found
}

fn compare(schema: Schema, name: &str, document: &Value) {
    let validator = validator(name);
    let mut faulty = 0;
    for changed in changes(document) {
        let found = theirs(&validator, &changed);
        assert_eq!(ours(schema, &changed), found, "{changed}");
        faulty += usize::from(!found.is_empty());
    }
    assert!(faulty > 20, "{name}: only {faulty} of the changes are faults");
}

#[test]
fn hooks_are_judged_as_by_the_committed_schema() {
    compare(Schema::Hooks, "hooks", &hooks());
}

#[test]
fn claude_settings_are_judged_as_by_the_committed_schema() {
    compare(Schema::ClaudeSettings, "claude-settings", &claude());
}

#[test]
fn manifests_are_judged_as_by_the_committed_schema() {
    compare(Schema::PluginManifest, "plugin-manifest", &manifest());
}

#[test]
fn two_faults_are_both_found() {
    let validator = validator("hooks");
    for changed in changes(&hooks()).iter().step_by(7) {
        for twice in changes(changed).iter().step_by(5) {
            assert_eq!(ours(Schema::Hooks, twice), theirs(&validator, twice), "{twice}");
        }
    }
}

#[test]
fn of_a_repeated_key_the_last_counts() {
    let tree = Tree::parse(r#"{"version": "1", "version": 1, "hooks": {}}"#);
    assert_eq!(violations(Schema::Hooks, tree.root()), []);
    let tree = Tree::parse(r#"{"version": 1, "version": "1", "hooks": {}}"#);
    assert_eq!(violations(Schema::Hooks, tree.root())[0].pointer, "/version");
}

#[test]
fn what_is_no_value_counts_as_null() {
    let tree = Tree::parse(r#"{"version": 1, "hooks": {"stop": [{"loop_limit": , "command": "a"}, ]}}"#);
    let found: Vec<_> =
        violations(Schema::Hooks, tree.root()).into_iter().map(|found| (found.pointer, found.kind)).collect();
    assert!(!found.iter().any(|(pointer, _)| pointer.ends_with("loop_limit")), "{found:?}");
}
