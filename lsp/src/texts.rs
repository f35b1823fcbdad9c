//! The words of the schemas, which are those of the types they are made from.

use std::sync::LazyLock;

use hookc_compiler::typecheck::Dialect;
use serde_json::Value;

static HOOKS: LazyLock<Value> = LazyLock::new(|| schema("hooks"));
static CLAUDE: LazyLock<Value> = LazyLock::new(|| schema("claude-settings"));

fn schema(name: &str) -> Value {
    hookc_schema::schema(name).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// What a schema says of a value.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Text {
    /// What it is: paragraphs in Markdown.
    pub(crate) doc: String,
    /// What holds where it is not written.
    pub(crate) default: Option<Value>,
    /// What may be written.
    pub(crate) examples: Vec<Value>,
}

impl Text {
    /// The first paragraph.
    pub(crate) fn summary(&self) -> &str {
        self.doc.split("\n\n").next().unwrap_or_default()
    }

    fn of(schema: &Value) -> Self {
        let text = |name: &str| schema.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let examples = schema.get("examples").and_then(Value::as_array).cloned().unwrap_or_default();
        Self { doc: text("description"), default: schema.get("default").cloned(), examples }
    }
}

fn of_dialect(dialect: Dialect) -> &'static Value {
    match dialect {
        Dialect::Native => &HOOKS,
        Dialect::Claude => &CLAUDE,
    }
}

fn at(dialect: Dialect, steps: &[&str]) -> Option<&'static Value> {
    steps.iter().try_fold(of_dialect(dialect), |schema, step| schema.get(step))
}

/// What a key at the top of a file is.
pub(crate) fn top_level(dialect: Dialect, key: &str) -> Option<Text> {
    at(dialect, &["properties", key]).map(Text::of)
}

/// What an event is, by its name.
pub(crate) fn event(dialect: Dialect, name: &str) -> Option<Text> {
    at(dialect, &["properties", "hooks", "properties", name]).map(Text::of)
}

/// What an option of a hook is; where the event makes a difference, what it is there.
pub(crate) fn option(dialect: Dialect, event: &str, option: &str) -> Option<Text> {
    let definition = match dialect {
        Dialect::Native => "Hook",
        Dialect::Claude if option == "matcher" || option == "hooks" => "Group",
        Dialect::Claude => "Handler",
    };
    let general = Text::of(at(dialect, &["$defs", definition, "properties", option])?);
    let path = ["properties", "hooks", "properties", event, "items", "properties", option];
    let Some(special) = at(dialect, &path).map(Text::of) else { return Some(general) };
    Some(Text {
        doc: if special.doc.is_empty() { general.doc } else { special.doc },
        default: special.default.or(general.default),
        examples: if special.examples.is_empty() { general.examples } else { special.examples },
    })
}

#[cfg(test)]
mod tests {
    use hookc_compiler::typecheck::OPTIONS;
    use hookc_schema::Event;

    use super::*;

    #[test]
    fn every_event_and_every_option_has_its_words() {
        for name in Event::ALL.map(Event::name) {
            assert!(event(Dialect::Native, name).is_some_and(|text| !text.summary().is_empty()), "{name}");
            for key in OPTIONS {
                let text = option(Dialect::Native, name, key);
                assert!(text.is_some_and(|text| !text.summary().is_empty()), "{name} {key}");
            }
        }
        for known in hookc_schema::claude::EVENTS {
            assert!(event(Dialect::Claude, known.name).is_some(), "{}", known.name);
        }
    }

    #[test]
    fn an_option_is_described_as_it_is_at_the_event() {
        let doc = |event| option(Dialect::Native, event, "matcher").unwrap().doc;
        assert!(doc("stop").contains("constant `Stop`"));
        assert!(doc("beforeShellExecution").contains("command line"));
        assert_eq!(option(Dialect::Native, "stop", "timeout").unwrap().default, Some(60.into()));
    }

    #[test]
    fn what_is_not_in_a_schema_has_no_words() {
        assert_eq!(event(Dialect::Native, "Stop"), None);
        assert_eq!(option(Dialect::Native, "stop", "enabled"), None);
    }
}
