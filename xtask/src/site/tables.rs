//! The reference of a hooks file: its keys, the places that it is read from, and the names of tools.

use hookc_schema::source::SourceKind;
use hookc_schema::tool::TOOLS;
use serde_json::Value;
use std::fmt::Write as _;

use super::evidence;
use super::markdown::{definition, tag};
use super::schema::members;

pub(super) fn hooks_file() -> String {
    let text = hookc_schema::schema("hooks").unwrap_or("{}");
    let schema: Value = serde_json::from_str(text).unwrap_or_default();
    let mut page = "# Hooks files\n\n`hookc schema hooks` prints the JSON Schema of a hooks file; the members below come from it.\n\n## The file\n\n"
        .to_owned();
    page.push_str(&members(&schema, |name| name != "hooks"));
    page.push_str(&definition(
        "`hooks` object, *required*",
        "The hooks: a list of hooks for each [event](../events/index.md). An unknown event makes the host drop the whole file.",
    ));
    page.push_str("## A hook\n\n");
    page.push_str(&members(&schema["$defs"]["Hook"], |_| true));
    page.push_str(&sources());
    page.push_str(&tools());
    page
}

fn sources() -> String {
    let mut text = "## Sources\n\nWhere hooks come from, the highest priority first.\n\n".to_owned();
    for kind in SourceKind::ALL {
        let mut said = format!("{}\n\n", kind.facts().doc);
        for fact in evidence::of_source(kind) {
            // Writing to a string cannot fail.
            let _ = writeln!(said, "- {}: {} {}", fact.aspect, fact.said, tag(fact.evidence, "../"));
        }
        text.push_str(&definition(&format!("`{kind}`"), &said));
    }
    text
}

fn tools() -> String {
    let mut text = "## Names of tools\n\nThe names that matchers of `preToolUse` and `postToolUse` meet. The list is open: a tool of an MCP server comes as \
                    `MCP:name`, and newer builds may send others.\n\n"
        .to_owned();
    for tool in TOOLS {
        let evidence = tag(tool.documented.evidence, "../");
        text.push_str(&definition(&format!("`{}` {evidence}", tool.name), tool.doc));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_and_tool_has_its_entry() {
        let page = hooks_file();
        for name in SourceKind::ALL.map(SourceKind::name).into_iter().chain(TOOLS.map(|tool| tool.name)) {
            assert!(page.contains(&format!("\n`{name}`")), "{name}");
        }
    }
}
