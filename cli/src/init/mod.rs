//! What a project starts with: a hooks file, the scripts it runs, a configuration and a gate before commits. Texts only; nothing is written here.

use hookc_schema::Event;
use hookc_schema::event::{Blocking, FailClosed};

/// Where the hooks file of a project lies, from the project's root.
pub(crate) const HOOKS_FILE: &str = ".cursor/hooks.json";

/// Where the scripts lie.
pub(crate) const SCRIPTS: &str = ".cursor/hooks";

/// The configuration of `pre-commit`.
pub(crate) const PRE_COMMIT_FILE: &str = ".pre-commit-config.yaml";

/// The events of a project that asks for none: before commands run and before files are read, in the editor and in the cloud.
pub(crate) const USUAL_EVENTS: [Event; 2] = [Event::BeforeShellExecution, Event::BeforeReadFile];

/// How long a script may take: long enough for a slow machine, short enough for whoever waits.
const TIMEOUT_SECONDS: u32 = 10;

/// The languages that there are scripts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Language {
    /// Bash 3.2 or later, and what every system has
    Bash,
    /// Python 3
    Python,
    /// TypeScript, for Node.js 22.18 or later
    Typescript,
}

impl Language {
    /// The language whose project files stand among these names; Bash where none does or several do.
    pub(crate) fn of_project(is_there: impl Fn(&str) -> bool) -> Self {
        let any = |names: &[&str]| names.iter().any(|name| is_there(name));
        let is_python = any(&["pyproject.toml", "setup.py", "requirements.txt", "Pipfile"]);
        let is_typescript = any(&["tsconfig.json"]);
        match (is_python, is_typescript) {
            (true, false) => Self::Python,
            (false, true) => Self::Typescript,
            _ => Self::Bash,
        }
    }

    /// As it is told.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Bash => "Bash",
            Self::Python => "Python",
            Self::Typescript => "TypeScript",
        }
    }
}

/// A script of the project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Script {
    /// Answers events that can be stopped.
    Guard,
    /// Answers all others.
    Observe,
}

impl Script {
    fn for_event(event: Event) -> Self {
        match event.facts().blocking.value {
            Blocking::Permission(_) | Blocking::Continue => Self::Guard,
            Blocking::ContinueNotEnforced | Blocking::No => Self::Observe,
        }
    }

    const fn file_name(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Guard, Language::Bash) => "guard.sh",
            (Self::Guard, Language::Python) => "guard.py",
            (Self::Guard, Language::Typescript) => "guard.mts",
            (Self::Observe, Language::Bash) => "observe.sh",
            (Self::Observe, Language::Python) => "observe.py",
            (Self::Observe, Language::Typescript) => "observe.mts",
        }
    }

    const fn text(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Guard, Language::Bash) => include_str!("templates/guard.sh"),
            (Self::Guard, Language::Python) => include_str!("templates/guard.py"),
            (Self::Guard, Language::Typescript) => include_str!("templates/guard.mts"),
            (Self::Observe, Language::Bash) => include_str!("templates/observe.sh"),
            (Self::Observe, Language::Python) => include_str!("templates/observe.py"),
            (Self::Observe, Language::Typescript) => include_str!("templates/observe.mts"),
        }
    }

    fn path(self, language: Language) -> String {
        format!("{SCRIPTS}/{}", self.file_name(language))
    }
}

/// A file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Planned {
    /// From the project's root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) is_executable: bool,
}

impl Planned {
    fn document(path: &str, text: impl Into<String>) -> Self {
        Self { path: path.to_owned(), text: text.into(), is_executable: false }
    }
}

/// The scripts that these events need.
pub(crate) fn scripts(events: &[Event], language: Language) -> Vec<Planned> {
    let mut scripts: Vec<Script> = events.iter().copied().map(Script::for_event).collect();
    scripts.sort_unstable();
    scripts.dedup();
    let planned = scripts.into_iter().map(|script| Planned {
        path: script.path(language),
        text: script.text(language).to_owned(),
        is_executable: true,
    });
    planned.collect()
}

/// The hooks file: one hook an event, in the host's own order.
pub(crate) fn hooks_file(events: &[Event], language: Language) -> Planned {
    let entries = Event::ALL.into_iter().filter(|event| events.contains(event)).map(|event| {
        let command = Script::for_event(event).path(language);
        let can_close = !matches!(event.facts().fail_closed.value, FailClosed::NoEffect);
        let closed = if can_close { ", \"failClosed\": true" } else { "" };
        format!(
            "    \"{event}\": [\n      {{ \"command\": \"{command}\", \"timeout\": {TIMEOUT_SECONDS}{closed} }}\n    ]"
        )
    });
    let entries: Vec<String> = entries.collect();
    let text = format!("{{\n  \"version\": 1,\n  \"hooks\": {{\n{}\n  }}\n}}\n", entries.join(",\n"));
    Planned::document(HOOKS_FILE, text)
}

/// The configuration.
pub(crate) fn configuration() -> Planned {
    Planned::document(hookc_policies::config::FILE_NAME, include_str!("templates/hookc.toml"))
}

/// The gate before commits.
pub(crate) fn pre_commit() -> Planned {
    Planned::document(PRE_COMMIT_FILE, format!("repos:\n{}", pre_commit_block()))
}

/// The entry of `repos` in the configuration of `pre-commit`.
pub(crate) fn pre_commit_block() -> String {
    format!(
        "  - repo: {}\n    rev: v{}\n    hooks:\n      - id: hookc-check\n",
        env!("CARGO_PKG_REPOSITORY"),
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language_of(files: &[&str]) -> Language {
        Language::of_project(|name| files.contains(&name))
    }

    #[test]
    fn the_language_is_that_of_the_project() {
        assert_eq!(language_of(&["pyproject.toml"]), Language::Python);
        assert_eq!(language_of(&["package.json", "tsconfig.json"]), Language::Typescript);
    }

    #[test]
    fn a_project_of_several_languages_or_none_gets_what_needs_nothing_installed() {
        assert_eq!(language_of(&["pyproject.toml", "tsconfig.json"]), Language::Bash);
        assert_eq!(language_of(&["package.json", "Cargo.toml"]), Language::Bash);
    }

    #[test]
    fn the_usual_hooks_file_holds_two_gates_that_fail_closed() {
        insta::assert_snapshot!(hooks_file(&USUAL_EVENTS, Language::Bash).text, @r#"
        {
          "version": 1,
          "hooks": {
            "beforeShellExecution": [
              { "command": ".cursor/hooks/guard.sh", "timeout": 10, "failClosed": true }
            ],
            "beforeReadFile": [
              { "command": ".cursor/hooks/guard.sh", "timeout": 10, "failClosed": true }
            ]
          }
        }
        "#);
    }

    #[test]
    fn events_stand_once_in_the_order_of_the_host_and_only_gates_fail_closed() {
        let events = [Event::Stop, Event::AfterFileEdit, Event::Stop];
        insta::assert_snapshot!(hooks_file(&events, Language::Python).text, @r#"
        {
          "version": 1,
          "hooks": {
            "afterFileEdit": [
              { "command": ".cursor/hooks/observe.py", "timeout": 10 }
            ],
            "stop": [
              { "command": ".cursor/hooks/observe.py", "timeout": 10 }
            ]
          }
        }
        "#);
    }

    #[test]
    fn only_the_scripts_that_are_run_are_written() {
        let paths = |events: &[Event]| -> Vec<String> {
            scripts(events, Language::Typescript).into_iter().map(|script| script.path).collect()
        };
        assert_eq!(paths(&USUAL_EVENTS), [".cursor/hooks/guard.mts"]);
        assert_eq!(paths(&Event::ALL), [".cursor/hooks/guard.mts", ".cursor/hooks/observe.mts"]);
    }

    #[test]
    fn the_block_for_pre_commit_names_this_version() {
        let pre_commit = pre_commit().text;
        assert!(pre_commit.starts_with("repos:\n  - repo: https://"), "{pre_commit}");
        assert!(pre_commit.contains(&format!("rev: v{}\n", env!("CARGO_PKG_VERSION"))), "{pre_commit}");
    }
}
