//! Kinds of value that several documents share.

use serde::{Deserialize, Deserializer, Serialize};

/// A JSON number as it was written. Payloads carry fractions where integers were expected (HOOKS.md 10.2), so nothing
/// narrower holds.
pub type Number = serde_json::Number;

/// A JSON object with any members.
pub type Object = serde_json::Map<String, serde_json::Value>;

/// A value for which `null` is a proper value, unlike for an optional field.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nullable<T>(pub Option<T>);

/// A string with at least one character that JavaScript's `trim` keeps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct NonBlank(String);

impl NonBlank {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text that was to be a [`NonBlank`] is blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlankError;

impl std::fmt::Display for BlankError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the string is blank")
    }
}

impl std::error::Error for BlankError {}

impl TryFrom<String> for NonBlank {
    type Error = BlankError;

    fn try_from(text: String) -> Result<Self, BlankError> {
        if is_blank(&text) { Err(BlankError) } else { Ok(Self(text)) }
    }
}

impl From<NonBlank> for String {
    fn from(text: NonBlank) -> Self {
        text.0
    }
}

/// Whether nothing is left of a text after JavaScript's `trim`, which is what the host applies before it looks for
/// emptiness (HOOKS.md 4.2).
///
/// ```
/// use hookc_schema::value::is_blank;
///
/// assert!(is_blank(" \t\u{feff}\n"));
/// assert!(!is_blank(" x "));
/// assert!(!is_blank("\u{85}"), "Rust's own `trim` would take this for white space");
/// ```
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_javascript_white_space)
}

/// The text without what JavaScript's `trim` takes away at both ends.
///
/// ```
/// assert_eq!(hookc_schema::value::trim("\u{feff}{} \n"), "{}");
/// ```
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_javascript_white_space)
}

const fn is_javascript_white_space(character: char) -> bool {
    matches!(
        character,
        '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}'
    )
}

/// Reads an optional field whose absence is fine but whose `null` is a type error (HOOKS.md 4.2, 8.2).
///
/// # Errors
///
/// Those of `T`; in particular `null` is an error unless `T` takes it.
pub(crate) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}

#[cfg(feature = "generate")]
mod json_schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::{NonBlank, Nullable};
    use crate::generate::KEEP_NULL;

    impl<T: JsonSchema> JsonSchema for Nullable<T> {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            format!("Nullable{}", T::schema_name()).into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let mut schema = <Option<T>>::json_schema(generator);
            schema.insert(KEEP_NULL.to_owned(), true.into());
            schema
        }
    }

    impl JsonSchema for NonBlank {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            "NonBlank".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({ "type": "string", "pattern": "\\S" })
        }
    }
}
