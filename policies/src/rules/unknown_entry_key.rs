use std::collections::HashSet;

use hookc_compiler::diagnostic::{Applicability, Diagnostic, Effect, Level};
use hookc_compiler::syntax::{Member, edit};
use hookc_compiler::typecheck::{Dialect, Meaning, OPTIONS, is_convention, meaning};

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// An entry has an option that the host does not know.
    ///
    /// ## What the host does
    /// It ignores the key. A hook with `pattern` in place of `matcher` runs every time, one with `timeoutSec` gets the default of
    /// 60 seconds, and one with `enabled: false` runs. Only a stand-in for a missing `command` costs more: then the whole file is dropped.
    ///
    /// ## Evidence
    /// BND: the validator looks at eight options and at nothing else (HOOKS.md 1.2).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "postToolUse": [{ "command": "prettier --write .", "pattern": "Write" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "postToolUse": [{ "command": "prettier --write .", "matcher": "Write" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "postToolUse": [{ "command": "prettier --write .", "description": "keeps the style", "name": "format" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When another program reads the key. A key that is plainly a mark of a tool is an info only.
    "unknown-entry-key", [Error, Warning, Info], [Ignored, VoidsFile, NeverRuns], Bnd, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    if context.dialect() != Some(Dialect::Native) {
        return;
    }
    let named = context.entry().members().filter_map(|member| Some((member, member.key().as_str()?)));
    let is_unknown = |key: &str| !OPTIONS.contains(&key) && key != "args" && key != "event";
    let unknown: Vec<_> = named.clone().filter(|(_, key)| is_unknown(key)).collect();
    if unknown.is_empty() {
        return;
    }
    let keys: HashSet<&str> = named.map(|(_, key)| key).collect();
    for (member, key) in unknown {
        findings.report(finding(context, &keys, member, key));
    }
}

/// `keys` are those of the entry.
fn finding(context: &HookContext<'_>, keys: &HashSet<&str>, member: Member<'_>, key: &str) -> Diagnostic {
    let at = |level: Level, message: String| {
        RULE.with(level, Effect::Ignored, context.id(), member.key().span(), message)
    };
    match meaning(key) {
        Meaning::Option(option) if keys.contains(option) => {
            at(Level::Info, format!("`{key}` is not read; the hook has a `{option}` of its own"))
                .label("ignored")
        }
        Meaning::Option(option) => stands_for(context, member, key, option),
        Meaning::TimeoutMilliseconds => {
            let finding =
                at(Level::Error, format!("`{key}` is not an option: the limit stays at 60 seconds"))
                    .label("wanted: `timeout`, in seconds");
            match member.value().as_f64() {
                Some(milliseconds) if milliseconds > 0.0 && !keys.contains("timeout") => {
                    let seconds = milliseconds / 1000.0;
                    finding.fix(
                        Applicability::Unsafe,
                        format!("write `\"timeout\": {seconds}`"),
                        vec![edit::replace(member.span(), format!("\"timeout\": {seconds}"))],
                    )
                }
                _ => finding,
            }
        }
        Meaning::FailOpen => {
            let finding =
                at(Level::Error, format!("`{key}` is not an option: the hook fails open whatever it says"))
                    .label("wanted: `failClosed`, the other way round");
            match member.value().as_bool() {
                Some(open) if !keys.contains("failClosed") => finding.fix(
                    Applicability::Unsafe,
                    format!("write `\"failClosed\": {}`", !open),
                    vec![edit::replace(member.span(), format!("\"failClosed\": {}", !open))],
                ),
                _ => finding,
            }
        }
        Meaning::Wish(_) if is_granted(key, member) => {
            at(Level::Info, format!("`{key}` is not an option of the host")).label("ignored").pedantic()
        }
        Meaning::Wish(instead) => {
            at(Level::Warning, format!("`{key}` is not an option: {instead}")).label("ignored")
        }
        Meaning::Note => {
            let finding = at(Level::Info, format!("`{key}` is not an option of the host")).label("ignored");
            if is_remark(key) { finding.pedantic() } else { finding }
        }
    }
}

/// Whether the wish asks for what happens anyway.
fn is_granted(key: &str, member: Member<'_>) -> bool {
    let wanted = member.value().as_bool();
    match key {
        "enabled" => wanted == Some(true),
        "blocking" => true,
        _ => wanted == Some(false),
    }
}

fn stands_for(context: &HookContext<'_>, member: Member<'_>, key: &str, option: &str) -> Diagnostic {
    let cost = match option {
        "matcher" => ", so the hook runs every time",
        "timeout" => ": the limit stays at 60 seconds",
        "failClosed" => ", so the hook fails open",
        "loop_limit" => ": the limit stays at 5",
        _ => "",
    };
    let finding = RULE
        .with(
            Level::Error,
            Effect::Ignored,
            context.id(),
            member.key().span(),
            format!("`{key}` is not an option; did you mean `{option}`?"),
        )
        .label(format!("wanted: `{option}`"))
        .consequence(if cost.is_empty() { String::new() } else { format!("`{key}` is ignored{cost}") });
    let fits = match option {
        "timeout" | "loop_limit" => member.value().as_f64().is_some(),
        "failClosed" => member.value().as_bool().is_some(),
        _ => member.value().as_str().is_some(),
    };
    if fits {
        finding.fix(
            Applicability::Unsafe,
            format!("rename it to `{option}`"),
            vec![edit::replace(member.key().span(), edit::quote(option))],
        )
    } else {
        finding
    }
}

/// Whether a key is plainly a remark for people.
fn is_remark(key: &str) -> bool {
    let lower = key.to_lowercase();
    // `__mark__` is a tool's, by which it knows its own entries; others may want to know of it.
    is_convention(key) && !key.starts_with("__")
        || ["description", "name", "title", "note", "notes", "id", "label"].contains(&lower.as_str())
        || lower.contains("comment")
        || lower.contains("note")
}
