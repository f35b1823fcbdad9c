//! What a session remembers from one `hookc run` to the next: the `env` of `sessionStart`, the plugins of `workspaceOpen`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use hookc_compiler::source::MAX_FILE;
use hookc_compiler::system::System;
use hookc_runtime::environment::Session;
use hookc_runtime::{Event, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::exit::Failure;
use crate::files::{self, reason};

/// The content of a session's file.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Memory {
    /// The variables that every hook sees.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    env: Map<String, Value>,
    /// The roots of plugins that the workspace named.
    #[serde(default, rename = "pluginPaths", skip_serializing_if = "Vec::is_empty")]
    pub(super) plugins: Vec<PathBuf>,
}

impl Memory {
    /// What the file says; nothing if it is not there yet.
    pub(super) fn read(system: &dyn System, path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let bytes = match system.read(path, MAX_FILE) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Failure::new(format!("cannot read `{shown}`: {}", reason(&error)))),
        };
        serde_json::from_slice(&bytes)
            .map_err(|error| Failure::new(format!("`{shown}` is not the file of a session: {error}")))
    }

    /// The session that its hooks belong to.
    pub(super) fn session(&self) -> Result<Session, Failure> {
        let answer = serde_json::json!({ "env": self.env }).to_string();
        Session::started(&answer).map_err(|error| Failure::new(error.to_string()))
    }

    /// Takes up what an event has come to; whether that changes anything.
    pub(super) fn learn(&mut self, verdict: &Verdict) -> bool {
        let field = |name: &str| verdict.answer.get(name).cloned().unwrap_or_default();
        let learned = match verdict.event {
            Event::SessionStart => Self {
                env: serde_json::from_value(field("env")).unwrap_or_default(),
                plugins: self.plugins.clone(),
            },
            Event::WorkspaceOpen => Self {
                env: self.env.clone(),
                plugins: serde_json::from_value(field("pluginPaths")).unwrap_or_default(),
            },
            _ => return false,
        };
        let is_new = *self != learned;
        *self = learned;
        is_new
    }

    /// Keeps it for the next run.
    pub(super) fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        files::write(path, &format!("{text}\n"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(event: Event, answer: Value) -> Verdict {
        let Value::Object(answer) = answer else { panic!("not an object") };
        Verdict { event, vote: None, answer }
    }

    #[test]
    fn only_the_two_events_that_set_something_are_learned_from() {
        let mut memory = Memory::default();
        assert!(!memory.learn(&verdict(Event::Stop, json!({ "env": { "A": "1" } }))));
        assert!(memory.learn(&verdict(Event::SessionStart, json!({ "env": { "A": "1" } }))));
        assert!(memory.learn(&verdict(Event::WorkspaceOpen, json!({ "pluginPaths": ["/p"] }))));
        assert_eq!(memory.plugins, [PathBuf::from("/p")]);
        assert_eq!(memory.env["A"], "1");
    }

    #[test]
    fn a_later_answer_takes_the_place_of_an_earlier_one() {
        let mut memory = Memory::default();
        memory.learn(&verdict(Event::SessionStart, json!({ "env": { "A": "1" } })));
        memory.learn(&verdict(Event::SessionStart, json!({})));
        assert_eq!(memory, Memory::default());
    }
}
