//! The manifest of a plugin, as far as it concerns hooks (HOOKS.md 3).

use serde::{Deserialize, Serialize};

use crate::value::{Object, present};

/// Where a plugin's manifest stands below its root; the first that exists counts (HOOKS.md 0.10).
pub const MANIFESTS: [&str; 2] = [".cursor-plugin/plugin.json", ".claude-plugin/plugin.json"];

/// The hooks file of a plugin whose manifest does not name one, below its root.
pub const DEFAULT_HOOKS_FILE: &str = "hooks/hooks.json";

/// The variables that stand for the plugin's root in its commands. They are empty in every other source's commands.
pub const ROOT_VARIABLES: [&str; 2] = ["CURSOR_PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"];

/// A plugin's manifest: `.cursor-plugin/plugin.json`. Only the members that matter for hooks are described.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "generate", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "generate", schemars(title = "Plugin manifest"))]
pub struct Manifest {
    /// The plugin's name, in lower case with hyphens.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &"my-plugin"))]
    pub name: Option<String>,
    /// The plugin's version.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "generate", schemars(example = &"1.2.3"))]
    pub version: Option<String>,
    /// What the plugin does.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The plugin's hooks: the path of a hooks file below the plugin's root, or the hooks themselves in the form of a
    /// `hooks.json`, `version` included. Without it `hooks/hooks.json` is read.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "generate",
        schemars(extend("default" = DEFAULT_HOOKS_FILE, "examples" = ["hooks/cursor-hooks.json", { "version": 1, "hooks": {} }]))
    )]
    pub hooks: Option<PluginHooks>,
}

/// Where a plugin's hooks are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PluginHooks {
    /// In the file of this path, below the plugin's root.
    File(String),
    /// Here: an object that is checked as a [`crate::config::Config`] of its own.
    Inline(Object),
}

#[cfg(feature = "generate")]
impl schemars::JsonSchema for PluginHooks {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PluginHooks".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": ["string", "object"] })
    }
}
