//! The hooks file itself: `hooks.json`, and a plugin's inline `hooks` object, which has the same form.
//!
//! The schema that is generated from these types is what the loader checks and nothing more (HOOKS.md 4.2): a
//! document that it takes is a document that the host loads, provided that every matcher compiles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::value::{Nullable, Number, present};

/// How long a hook may run when its entry does not say, in seconds (HOOKS.md 0.4).
pub const DEFAULT_TIMEOUT_SECONDS: u32 = 60;

/// The longest `timeout` that the host takes without a warning in its log, in seconds (HOOKS.md 1.2).
pub const LONGEST_QUIET_TIMEOUT_SECONDS: u32 = 3600;

/// How many follow-up messages a script of a hooks file may cause when its entry does not say (HOOKS.md 7.5). A
/// Claude hook has no limit.
pub const DEFAULT_LOOP_LIMIT: u32 = 5;

/// What a prompt hook's text may hold where the payload is to stand; without it the payload is appended (HOOKS.md
/// 1.3).
pub const PROMPT_PLACEHOLDER: &str = "$ARGUMENTS";

/// The matchers that are no patterns and let every hook run, besides an absent one (HOOKS.md 5.1).
pub const MATCH_ALL: [&str; 2] = ["", "*"];

/// Top-level keys that the host once read and now only warns of (HOOKS.md 1.1).
pub const DEPRECATED_KEYS: [&str; 1] = ["stop_hook_loop_limit"];

/// Cursor hooks: which command or prompt runs at which event.
///
/// Saved as `.cursor/hooks.json` in a project or `~/.cursor/hooks.json` for a user. One mistake in the file switches
/// all of its hooks off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "generate", schemars(title = "Cursor hooks", transform = crate::generate::describe_top_level))]
pub struct Config {
    /// The version of the format. 1 is the only one with a known meaning; without it current builds refuse the file.
    #[cfg_attr(feature = "generate", schemars(extend("default" = 1, "minimum" = 1)))]
    pub version: u64,
    /// The hooks, by event. An unknown event makes Cursor drop the whole file.
    #[cfg_attr(
        feature = "generate",
        schemars(extend("examples" = [{ "afterFileEdit": [{ "command": ".cursor/hooks/format.sh" }] }]))
    )]
    pub hooks: Hooks,
}

/// The hooks of a file, by event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hooks(pub BTreeMap<Event, Vec<Hook>>);

/// A hook: a command to run, or a prompt that a small model answers with yes or no.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "generate", schemars(transform = crate::generate::tell_commands_from_prompts))]
pub struct Hook {
    /// How the hook is executed: `command` runs a shell command, `prompt` asks a model.
    #[serde(rename = "type", default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(extend("default" = "command")))]
    pub kind: Option<HookType>,
    /// The shell command line. The payload comes on standard input, the answer is read from standard output.
    ///
    /// Relative paths start at the project's root for a project file and at `~/.cursor` for a user file. An empty
    /// command loads, and does nothing useful.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &".cursor/hooks/guard.sh"))]
    pub command: Option<String>,
    /// The question for the model, which answers `{ "ok": true }` or `{ "ok": false, "reason": "…" }`. It cannot run
    /// tools.
    ///
    /// `$ARGUMENTS` stands for the payload, which is appended otherwise.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "generate",
        schemars(example = &"Does this command only read? Answer no if it could change anything. $ARGUMENTS")
    )]
    pub prompt: Option<String>,
    /// The model that answers the prompt, instead of a fast one that Cursor chooses.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// A JavaScript regular expression that decides whether the hook runs: unanchored, case-sensitive. Absent, empty
    /// or `*` matches everything.
    ///
    /// An expression that does not compile makes Cursor drop the whole file.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub matcher: Option<String>,
    /// How long the hook may run, in seconds (not milliseconds). Fractions are fine; above 3600 Cursor warns.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "generate",
        schemars(extend("default" = DEFAULT_TIMEOUT_SECONDS, "exclusiveMinimum" = 0, "examples" = [10, 30]))
    )]
    pub timeout: Option<Number>,
    /// How many follow-up messages the script may cause in a row; `null` for no limit. Counts at `stop` and
    /// `subagentStop` only.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "generate",
        schemars(extend("default" = DEFAULT_LOOP_LIMIT, "minimum" = 1, "examples" = [10, null]))
    )]
    pub loop_limit: Option<Nullable<u64>>,
    /// Whether a hook that crashes, runs out of time or answers no valid JSON blocks the action instead of letting it
    /// pass.
    #[serde(
        rename = "failClosed",
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "generate", schemars(extend("default" = false)))]
    pub fail_closed: Option<bool>,
}

/// How a hook is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "generate", schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum HookType {
    /// A shell command.
    Command,
    /// A question to a model.
    Prompt,
}
