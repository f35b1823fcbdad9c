//! The generated JSON Schemas as code. The only module that knows the `jsonschema` crate, whose interface changes often.

use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

#[jsonschema::validator(
    path = "../schema/json/hooks.schema.json",
    draft = Draft202012,
    methods = { is_valid = false, validate = false, iter_errors = true }
)]
struct HooksSchema;

#[jsonschema::validator(
    path = "../schema/json/claude-settings.schema.json",
    draft = Draft202012,
    methods = { is_valid = false, validate = false, iter_errors = true }
)]
struct ClaudeSettingsSchema;

#[jsonschema::validator(
    path = "../schema/json/plugin-manifest.schema.json",
    draft = Draft202012,
    methods = { is_valid = false, validate = false, iter_errors = true }
)]
struct PluginManifestSchema;

/// A generated schema that texts are checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// `hooks.schema.json`.
    Hooks,
    /// `claude-settings.schema.json`.
    ClaudeSettings,
    /// `plugin-manifest.schema.json`.
    PluginManifest,
}

/// One way in which a value does not fit its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The JSON pointer of the value at fault; of the object for a missing or an unknown member.
    pub pointer: String,
    /// What is wrong with it.
    pub kind: ViolationKind,
}

impl Violation {
    /// Whether it speaks of members of the value, of which there can be several, and not of the value itself.
    pub const fn is_about_members(&self) -> bool {
        matches!(self.kind, ViolationKind::Missing(_) | ViolationKind::Unexpected(_))
    }
}

/// What can be wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViolationKind {
    /// It has another JSON type than the one wanted.
    Type,
    /// It lacks this member.
    Missing(String),
    /// It has members that no schema allows.
    Unexpected(Vec<String>),
    /// It has the right type and a value outside of what is allowed.
    Value,
}

/// Everything about `value` that does not fit, in the order of the schema's keywords.
pub fn violations(schema: Schema, value: &Value) -> Vec<Violation> {
    match schema {
        Schema::Hooks => collect(HooksSchema::iter_errors(value)),
        Schema::ClaudeSettings => collect(ClaudeSettingsSchema::iter_errors(value)),
        Schema::PluginManifest => collect(PluginManifestSchema::iter_errors(value)),
    }
}

fn collect<'a>(errors: impl Iterator<Item = jsonschema::ValidationError<'a>>) -> Vec<Violation> {
    errors
        .map(|error| Violation {
            pointer: error.instance_path().as_str().to_owned(),
            kind: match error.kind() {
                ValidationErrorKind::Type { .. } => ViolationKind::Type,
                ValidationErrorKind::Required { property } => {
                    ViolationKind::Missing(property.as_str().unwrap_or_default().to_owned())
                }
                ValidationErrorKind::AdditionalProperties { unexpected } => {
                    ViolationKind::Unexpected(unexpected.clone())
                }
                _ => ViolationKind::Value,
            },
        })
        .collect()
}
