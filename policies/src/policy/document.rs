//! The types of policies, as `hookc.toml` and packs write them. They are a part of the schema of the file.

use hookc_compiler::diagnostic::Level;
use hookc_schema::{Event, SourceKind};
use serde::Deserialize;

use crate::config::At;

/// What no hook may be.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Forbid {
    /// The policy's name, for reports and suppressions.
    pub id: At<String>,
    /// What a finding says, in place of hookc's own words.
    pub message: Option<String>,
    /// Where people can read more.
    pub link: Option<String>,
    /// The level of its findings; "error" when absent.
    pub level: Option<PolicyLevel>,
    /// The hooks that are forbidden.
    pub hooks: At<Selector>,
    /// Those of them that are allowed all the same.
    pub unless: Option<At<Selector>>,
}

/// What there must be: either `hooks`, of which one at least must be registered, or `each`, the hooks that `must` be something.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Require {
    /// The policy's name, for reports and suppressions.
    pub id: At<String>,
    /// What a finding says, in place of hookc's own words.
    pub message: Option<String>,
    /// Where people can read more.
    pub link: Option<String>,
    /// The level of its findings; "error" when absent.
    pub level: Option<PolicyLevel>,
    /// The hooks of which one at least must be registered.
    pub hooks: Option<At<Selector>>,
    /// What must register one; "project" when absent.
    pub per: Option<At<Per>>,
    /// The hooks that must be something.
    pub each: Option<At<Selector>>,
    /// What they must be.
    pub must: Option<At<Selector>>,
}

/// Subjects of which each must pass a gate: a set of `tools`, `commands` or `agents`.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Cover {
    /// The policy's name, for reports and suppressions.
    pub id: At<String>,
    /// What a finding says, in place of hookc's own words.
    pub message: Option<String>,
    /// Where people can read more.
    pub link: Option<String>,
    /// The level of its findings; "error" when absent.
    pub level: Option<PolicyLevel>,
    /// Names of tools, as in "Shell" or "MCP:*". A `*` stands for letters, digits and the signs `_ . : / -`, one at least.
    #[serde(default)]
    pub tools: Vec<At<String>>,
    /// Command lines, as ECMAScript patterns that are searched in them, as in "\\bgit push\\b".
    #[serde(default)]
    pub commands: Vec<At<String>>,
    /// Types of subagents, as in "explore". A `*` is that of `tools`.
    #[serde(default)]
    pub agents: Vec<At<String>>,
    /// The hooks that count as gates. Without `events`, those at `preToolUse`, `beforeShellExecution` or `subagentStart`.
    pub by: Option<At<Selector>>,
}

/// What hooks may run: anything else is reported.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Allow {
    /// The policy's name, for reports and suppressions; "allow" when absent.
    pub id: Option<At<String>>,
    /// What a finding says, in place of hookc's own words.
    pub message: Option<String>,
    /// Where people can read more.
    pub link: Option<String>,
    /// The level of its findings; "error" when absent.
    pub level: Option<PolicyLevel>,
    /// The programs that command lines may start, by the name or path that is written there. Absent, any.
    pub programs: Option<Vec<At<String>>>,
    /// The SHA-256 digests of the scripts that hooks may run, in hexadecimal. Absent, any.
    pub digests: Option<Vec<At<String>>>,
}

/// Some hooks: those of which everything holds that is said here.
#[derive(Debug, Default, Clone, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Selector {
    /// At one of these events.
    pub events: Option<At<Vec<At<Event>>>>,
    /// Of one of these sources.
    pub sources: Option<At<Vec<At<SourceKind>>>>,
    /// At an event that can block (true), or at one that cannot.
    pub gate: Option<bool>,
    /// That run a command, or ask a model.
    #[serde(rename = "type")]
    pub action: Option<ActionType>,
    /// Whose command line has a match of this ECMAScript pattern.
    pub command: Option<At<String>>,
    /// That start one of these programs, by the name that is written.
    pub programs: Option<At<Vec<At<String>>>>,
    /// That run a script of this path: glob patterns from the folder that the source belongs to, such as ".cursor/hooks/**".
    pub scripts: Option<At<Vec<At<String>>>>,
    /// That fetch and run a package without a fixed version (true), or none.
    pub unpinned: Option<bool>,
    /// Whose matcher is this very text; "" stands for no matcher.
    pub matcher: Option<String>,
    /// Whose matcher lets this subject through: the name of a tool, a command line.
    pub matches: Option<String>,
    /// That fail closed (true), or do not.
    pub fail_closed: Option<bool>,
    /// Whose timeout in seconds lies in this range. It is 60 where a hook sets none.
    pub timeout: Option<At<Range>>,
    /// Whose loop limit lies in this range, at events that have one. It is 5 where a hook sets none, and above everything where it is `null`.
    pub loop_limit: Option<At<Range>>,
}

/// Numbers from `min` to `max`, both included.
#[derive(Debug, Default, Clone, Copy, PartialEq, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Range {
    /// The smallest.
    pub min: Option<f64>,
    /// The largest.
    pub max: Option<f64>,
}

/// What a hook does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "kebab-case")]
pub enum ActionType {
    /// It runs a command.
    Command,
    /// It asks a model.
    Prompt,
}

/// What must register a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "kebab-case")]
pub enum Per {
    /// The sources of a project together.
    #[default]
    Project,
    /// Every hooks file of the sources that are named, or of all.
    File,
    /// Every source that is named.
    Source,
}

/// A level that a policy can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "kebab-case")]
pub enum PolicyLevel {
    /// Worth knowing.
    Info,
    /// To be mended.
    Warning,
    /// Not to be accepted.
    Error,
}

impl From<PolicyLevel> for Level {
    fn from(level: PolicyLevel) -> Self {
        match level {
            PolicyLevel::Info => Self::Info,
            PolicyLevel::Warning => Self::Warning,
            PolicyLevel::Error => Self::Error,
        }
    }
}
