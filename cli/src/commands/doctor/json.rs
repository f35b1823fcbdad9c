//! The answer for programs: one document, `doctor` is the version of its form.

use std::path::Path;

use hookc_runtime::plan::{FORMAT as PLAN_FORMAT, Semantics};
use serde_json::{Value, json};

use super::{Health, State, Told};
use crate::format::escape::visible_json;

/// The version of the form.
const FORMAT: u64 = 1;

pub(super) fn write(health: &Health) -> String {
    let shown = |path: &Path| path.display().to_string();
    let programs = health.programs.iter().map(|program| {
        json!({
            "name": program.name,
            "hooks": program.hooks,
            "shell": program.in_shell.as_deref().map(shown),
            "desktop": program.on_desktop.as_deref().map(shown),
        })
    });
    let document = json!({
        "doctor": FORMAT,
        "versions": {
            "hookc": env!("CARGO_PKG_VERSION"),
            "plan": PLAN_FORMAT,
            "semantics": Semantics::default(),
            "events": hookc_schema::Event::ALL.len(),
            "rules": hookc_policies::rules().len(),
        },
        "sources": health.sources.iter().map(source).collect::<Vec<_>>(),
        "unreadable": health
            .unreadable
            .iter()
            .map(|(file, reason)| json!({ "file": file, "reason": reason }))
            .collect::<Vec<_>>(),
        "configuration": { "file": health.configuration.file, "faults": health.configuration.faults },
        "programs": programs.collect::<Vec<_>>(),
        "path": {
            "desktop": health.desktop.folders.iter().map(|folder| shown(folder)).collect::<Vec<_>>(),
            "desktop_from": health.desktop.origin,
            "shell": health.shell.folders.iter().map(|folder| shown(folder)).collect::<Vec<_>>(),
        },
    });
    let text = serde_json::to_string_pretty(&document).unwrap_or_default();
    let mut text = visible_json(&text).into_owned();
    text.push('\n');
    text
}

fn source(told: &Told) -> Value {
    let mut value = json!({ "kind": told.kind, "file": told.shown });
    let state = match &told.state {
        State::Loads { hooks, left_out } => {
            value["hooks"] = (*hooks).into();
            value["left_out"] = (*left_out).into();
            "loads"
        }
        State::Refused(reason) => {
            value["reason"] = reason.as_str().into();
            "refused"
        }
        State::OtherProject => "other-project",
        State::Absent => "absent",
    };
    value["state"] = state.into();
    value
}
