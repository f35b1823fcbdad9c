//! The types of `hookc.toml`, as it is written. Its schema is generated from them.

use std::collections::BTreeMap;

use hookc_compiler::analysis::{Platform, Target};
use hookc_compiler::diagnostic::Level;
use hookc_compiler::span::Span;
use serde::Deserialize;
use toml::Spanned;

use super::Date;
use crate::policy::document::{Allow, Cover, Forbid, Require};

/// A value and its place in the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub struct At<T>(Spanned<T>);

impl<T> At<T> {
    pub(crate) fn get(&self) -> &T {
        self.0.get_ref()
    }

    pub(crate) fn span(&self) -> Span {
        let range = self.0.span();
        Span::new(range.start, range.end)
    }
}

#[cfg(feature = "generate")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for At<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        T::json_schema(generator)
    }
}

/// Settings of hookc for the hooks in this folder and below.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(title = "hookc.toml"))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Document {
    /// Another file of this kind, whose settings hold where this file has none: a path from this file's folder, inside of the tree.
    pub extend: Option<At<String>>,
    /// The hosts that the hooks are meant to run in. Findings about others do not appear.
    pub targets: Option<At<Vec<TargetName>>>,
    /// The systems that the hooks are meant to run on. Findings about others do not appear.
    pub platforms: Option<At<Vec<PlatformName>>>,
    /// Only these rules report. Absent, all do.
    pub select: Option<At<Vec<At<String>>>>,
    /// These rules do not report.
    pub ignore: Vec<At<String>>,
    /// The level of a rule's findings, by the rule's name.
    pub rules: BTreeMap<At<String>, At<LevelName>>,
    /// Levels for some files only. Of several that fit, the last one counts.
    #[serde(rename = "override")]
    pub overrides: Vec<Override>,
    /// Files that are not checked, as glob patterns from this file's folder. A pattern that fits a folder fits what is in it.
    pub exclude: Vec<At<String>>,
    /// Names of tools beside those that hookc knows, for matchers.
    pub tool_names: Vec<At<String>>,
    /// Types of subagents beside those that hookc knows, for matchers.
    pub subagent_types: Vec<At<String>>,
    /// Events beside those that hookc knows.
    #[serde(rename = "event")]
    pub events: Vec<ExtraEvent>,
    /// Findings that are not to be reported, each with a reason.
    #[serde(rename = "suppress")]
    pub suppressions: Vec<At<Suppress>>,
    /// Packs of levels and policies that come with hookc: "baseline", "cloud", "enterprise", "strict".
    pub packs: Vec<At<String>>,
    /// Rules that no file below this one may silence or set to a lower level than this file or else the rule itself does; "*" stands for all.
    pub enforce: Vec<At<String>>,
    /// Policies: what no hook may be.
    pub forbid: Vec<At<Forbid>>,
    /// Policies: what hooks there must be, and what they must be.
    pub require: Vec<At<Require>>,
    /// Policies: what must pass a gate.
    pub cover: Vec<At<Cover>>,
    /// What hooks may run.
    pub allow: Option<At<Allow>>,
    /// A file of known findings, written by `hookc check --write-baseline`: a path from this file's folder.
    pub baseline: Option<At<String>>,
}

/// Levels for some files.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Override {
    /// The files, as glob patterns from this file's folder. A pattern that fits a folder fits what is in it.
    pub paths: Vec<At<String>>,
    /// The level of a rule's findings in these files, by the rule's name.
    pub rules: BTreeMap<At<String>, At<LevelName>>,
}

/// An event that hookc does not know.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ExtraEvent {
    /// Its name, as it stands in a hooks file.
    pub name: At<String>,
    /// The day from which on every build that reads the files knows it. Until then it is reported as unknown.
    pub since: Date,
}

/// A finding that is not to be reported.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Suppress {
    /// The rule.
    pub rule: At<String>,
    /// The policy, for a finding of one; all of them when absent.
    pub policy: Option<At<String>>,
    /// The file: a path from this file's folder.
    pub file: At<String>,
    /// The place, as a JSON pointer such as `/hooks/stop/0`; what is inside of it counts too. Absent, the whole file; so for a script.
    pub pointer: Option<At<String>>,
    /// Why. It is for people, and must not be empty.
    #[cfg_attr(feature = "generate", schemars(with = "String", extend("pattern" = "\\S")))]
    pub reason: At<String>,
    /// The day from which on the finding is reported again.
    pub expires: Option<At<Date>>,
}

/// A level, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "kebab-case")]
pub enum LevelName {
    /// Not reported.
    Off,
    /// Worth knowing.
    Info,
    /// It works, but not everywhere or not safely.
    Warning,
    /// The hook or the file does not do what it says.
    Error,
}

impl LevelName {
    /// The level; `None` for "off".
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Off => None,
            Self::Info => Some(Level::Info),
            Self::Warning => Some(Level::Warning),
            Self::Error => Some(Level::Error),
        }
    }

    /// The name of a level.
    pub const fn of(level: Level) -> Self {
        match level {
            Level::Info => Self::Info,
            Level::Warning => Self::Warning,
            Level::Error => Self::Error,
        }
    }

    /// As it is written.
    pub fn name(self) -> &'static str {
        self.level().map_or("off", Level::name)
    }
}

/// A host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "kebab-case")]
pub enum TargetName {
    /// The desktop editor.
    Editor,
    /// The command-line agent.
    Cli,
    /// Cloud agents.
    Cloud,
}

impl From<TargetName> for Target {
    fn from(name: TargetName) -> Self {
        match name {
            TargetName::Editor => Self::Editor,
            TargetName::Cli => Self::Cli,
            TargetName::Cloud => Self::Cloud,
        }
    }
}

/// An operating system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "kebab-case")]
pub enum PlatformName {
    /// Linux.
    Linux,
    /// macOS.
    Macos,
    /// Windows with PowerShell.
    Windows,
}

impl From<PlatformName> for Platform {
    fn from(name: PlatformName) -> Self {
        match name {
            PlatformName::Linux => Self::Linux,
            PlatformName::Macos => Self::Macos,
            PlatformName::Windows => Self::Windows,
        }
    }
}

/// The text of the generated schema.
#[cfg(feature = "generate")]
pub fn json_schema() -> String {
    hookc_schema::generate::schema_of::<Document>("config").text
}
