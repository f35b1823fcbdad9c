//! JSON Schemas as lists of members.

use serde_json::{Map, Value};
use std::fmt::Write as _;

use super::markdown::{definition, list};

/// The reference of `hookc.toml`.
pub(super) fn configuration() -> String {
    let text = hookc_policies::config::json_schema();
    let schema: Value = serde_json::from_str(&text).unwrap_or_default();
    let mut page = format!(
        "# Keys of hookc.toml\n\n{}\nEvery key is optional unless it says *required*. [Configuration](../configuration.md) explains them with examples.\n\n## Top level\n\n{}",
        paragraph(&schema),
        members(&schema, |_| true)
    );
    for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
        // Writing to a string cannot fail.
        let _ = write!(page, "## {name}\n\n{}\n", paragraph(definition));
        if definition["properties"].is_object() {
            page.push_str(&members(definition, |_| true));
        } else {
            let _ = write!(page, "Type: {}.\n\n", type_of(definition));
        }
    }
    page
}

fn paragraph(schema: &Value) -> String {
    schema["description"].as_str().map(|text| format!("{text}\n")).unwrap_or_default()
}

/// The members of an object that are wanted, with their types and what is said about them.
pub(super) fn members(schema: &Value, wanted: impl Fn(&str) -> bool) -> String {
    let required: Vec<&str> = strings(&schema["required"]).collect();
    let properties = schema["properties"].as_object();
    let wanted = properties.into_iter().flatten().filter(|(name, _)| wanted(name));
    wanted
        .map(|(name, member)| {
            one(name, member, &kind(schema, name, member), required.contains(&name.as_str()))
        })
        .collect()
}

/// The member's type; where only a condition gives it one, that.
fn kind(schema: &Value, name: &str, member: &Value) -> String {
    let conditions = schema["allOf"].as_array().into_iter().flatten();
    let kinds = conditions.map(|condition| type_of(&condition["then"]["properties"][name]));
    std::iter::once(type_of(member))
        .chain(kinds)
        .find(|kind| kind != ANYTHING)
        .unwrap_or_else(|| ANYTHING.to_owned())
}

fn one(name: &str, member: &Value, kind: &str, required: bool) -> String {
    let mut term = format!("`{name}` {kind}");
    if required {
        term.push_str(", *required*");
    }
    let mut said = member["description"].as_str().unwrap_or_default().trim().to_owned();
    if let Some(default) = member.get("default").filter(|default| !default.is_null()) {
        let _ = write!(said, "\n\nDefault: `{default}`.");
    }
    for inner in [member, &member["items"], &member["additionalProperties"]] {
        if let Some(properties) = inner["properties"].as_object() {
            said.push_str(&inner_members(properties, inner));
        }
    }
    definition(&term, if said.is_empty() { "—" } else { &said })
}

/// The members of an object inside of a member, as a list of one level: nothing in the schemas is deeper.
fn inner_members(properties: &Map<String, Value>, schema: &Value) -> String {
    let required: Vec<&str> = strings(&schema["required"]).collect();
    let mut text = "\n\nMembers:\n\n".to_owned();
    for (name, member) in properties {
        let said = member["description"].as_str().unwrap_or_default().replace("\n\n", " ");
        let required = if required.contains(&name.as_str()) { ", *required*" } else { "" };
        let _ = writeln!(text, "- `{name}` {}{required}: {said}", type_of(member));
    }
    text
}

/// A type in words: `list of text`.
fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|target| target.strip_prefix("#/$defs/")) {
        return format!("[{name}](#{})", name.to_ascii_lowercase());
    }
    if let Some(only) = schema.get("const") {
        return format!("`{only}`");
    }
    if let Some(values) = schema["enum"].as_array() {
        return list(values.iter().map(|value| format!("`{value}`")), "or");
    }
    for either in ["anyOf", "oneOf"] {
        let kinds: Vec<String> = schema[either]
            .as_array()
            .into_iter()
            .flatten()
            .map(type_of)
            .filter(|kind| kind != ANYTHING)
            .collect();
        if !kinds.is_empty() {
            return list(kinds, "or");
        }
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        kinds => strings(kinds).collect(),
    };
    if kinds.is_empty() {
        return ANYTHING.to_owned();
    }
    list(kinds.into_iter().map(|kind| named(kind, schema)), "or")
}

const ANYTHING: &str = "any value";

fn named(kind: &str, schema: &Value) -> String {
    match kind {
        "string" => "text".to_owned(),
        "integer" => "whole number".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "null" => "`null`".to_owned(),
        "array" if schema["items"].is_object() => match type_of(&schema["items"]).as_str() {
            "object" => "list of objects".to_owned(),
            items => format!("list of {items}"),
        },
        "array" => "list".to_owned(),
        "object"
            if schema["additionalProperties"]["type"].is_string()
                || schema["additionalProperties"]["enum"].is_array() =>
        {
            format!("object whose values are {}", type_of(&schema["additionalProperties"]))
        }
        other => other.to_owned(),
    }
}

fn strings(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_words() {
        for (schema, words) in [
            (json!({ "type": "array", "items": { "type": "string" } }), "list of text"),
            (json!({ "type": ["string", "null"] }), "text or `null`"),
            (json!({ "enum": ["a", "b", "c"] }), "`\"a\"`, `\"b\"` or `\"c\"`"),
            (json!({ "type": "array", "items": { "$ref": "#/$defs/Over" } }), "list of [Over](#over)"),
            (
                json!({ "type": "object", "additionalProperties": { "enum": ["x"] } }),
                "object whose values are `\"x\"`",
            ),
            (json!({}), "any value"),
        ] {
            assert_eq!(type_of(&schema), words);
        }
    }

    #[test]
    fn a_required_member_says_so_and_shows_what_is_in_it() {
        let schema = json!({
            "required": ["edits"],
            "properties": { "edits": {
                "description": "The changes.", "type": "array",
                "items": { "type": "object", "properties": { "to": { "description": "The new text.", "type": "string" } } },
            } },
        });
        assert_eq!(
            members(&schema, |_| true),
            "`edits` list of objects, *required*\n:   The changes.\n\n    Members:\n\n    - `to` text: The new text.\n\n"
        );
    }

    #[test]
    fn the_reference_has_every_key_of_the_schema() {
        let schema: Value = serde_json::from_str(&hookc_policies::config::json_schema()).unwrap();
        let page = configuration();
        for (name, _) in schema["properties"].as_object().unwrap() {
            assert!(page.contains(&format!("\n`{name}` ")), "{name}");
        }
    }
}
