//! JSON text of a schema, with what a reader looks for first at the top.

use serde_json::{Map, Value};

/// The keywords in the order that they are written in; others come before the last, by name.
const FIRST: [&str; 13] = [
    "$schema",
    "title",
    "description",
    "deprecated",
    "$ref",
    "type",
    "const",
    "enum",
    "default",
    "examples",
    "required",
    "properties",
    "items",
];
const LAST: [&str; 1] = ["$defs"];

/// Keywords whose members are named by the schema's author, not by the standard.
const NAMED_BY_AUTHOR: [&str; 2] = ["properties", "$defs"];

/// Keywords whose value is any JSON, not a schema.
const DATA: [&str; 4] = ["const", "enum", "default", "examples"];

/// The schema's text, indented by two spaces, with a newline at the end.
pub(super) fn print(schema: &Value) -> String {
    let mut text = String::new();
    write(&mut text, schema, 0, Order::Keywords);
    text.push('\n');
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The object is a schema.
    Keywords,
    /// The object's members are schemas.
    Names,
    /// The value is no schema.
    Data,
}

impl Order {
    fn below(self, key: &str) -> Self {
        match self {
            Self::Keywords if DATA.contains(&key) => Self::Data,
            Self::Keywords if NAMED_BY_AUTHOR.contains(&key) => Self::Names,
            Self::Keywords | Self::Names => Self::Keywords,
            Self::Data => Self::Data,
        }
    }
}

fn write(text: &mut String, value: &Value, depth: usize, order: Order) {
    match value {
        Value::Object(members) if !members.is_empty() => write_object(text, members, depth, order),
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            write_lines(text, ['[', ']'], depth, items, |text, item| write(text, item, depth + 1, order));
        }
        Value::Array(items) => write_short_array(text, items),
        _ => text.push_str(&value.to_string()),
    }
}

fn write_short_array(text: &mut String, items: &[Value]) {
    let items: Vec<String> = items.iter().map(Value::to_string).collect();
    text.push('[');
    text.push_str(&items.join(", "));
    text.push(']');
}

fn write_object(text: &mut String, members: &Map<String, Value>, depth: usize, order: Order) {
    let mut members: Vec<(&String, &Value)> = members.iter().collect();
    if order == Order::Keywords {
        members.sort_by_key(|(key, _)| rank(key));
    }
    write_lines(text, ['{', '}'], depth, members, |text, (key, value)| {
        text.push_str(&Value::from(key.as_str()).to_string());
        text.push_str(": ");
        write(text, value, depth + 1, order.below(key));
    });
}

fn write_lines<T>(
    text: &mut String,
    [open, close]: [char; 2],
    depth: usize,
    items: impl IntoIterator<Item = T>,
    mut write_item: impl FnMut(&mut String, T),
) {
    text.push(open);
    for (index, item) in items.into_iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(&"  ".repeat(depth + 1));
        write_item(text, item);
    }
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(close);
}

fn rank(key: &str) -> usize {
    let after = |position: usize| FIRST.len() + 1 + position;
    FIRST
        .iter()
        .position(|first| *first == key)
        .or_else(|| LAST.iter().position(|last| *last == key).map(after))
        .unwrap_or(FIRST.len())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_printed_schema_is_the_schema() {
        let schema = json!({
            "$defs": { "A": { "type": "string" } },
            "type": ["string", "null"],
            "properties": { "title": {}, "a": { "examples": [{ "type": 1 }, []] } },
            "title": "T \"quoted\"",
        });
        assert_eq!(serde_json::from_str::<Value>(&print(&schema)).unwrap(), schema);
    }

    #[test]
    fn keywords_have_an_order_and_names_keep_theirs() {
        let text = print(
            &json!({ "$defs": {}, "required": ["type"], "properties": { "type": {}, "a": {} }, "title": "T" }),
        );
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(
            lines,
            [
                "{",
                "\"title\": \"T\",",
                "\"required\": [\"type\"],",
                "\"properties\": {",
                "\"a\": {},",
                "\"type\": {}",
                "},",
                "\"$defs\": {}",
                "}"
            ]
        );
    }
}
