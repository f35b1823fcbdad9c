//! What the host makes of the hooks in Claude's files (HOOKS.md 2).

use hookc_schema::Evidence;
use hookc_schema::tool::{self, Counterpart, Foreign, Origin};

/// A Claude matcher in the host's names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Import {
    /// The pattern that the host tests.
    Pattern(String),
    /// Nothing is left of it, so the group is skipped: the names of which none reaches hooks.
    Nothing(Vec<String>),
}

/// Maps a matcher for tools as the host does: split at every `|`, each segment that is a name replaced by itself, what has no counterpart
/// dropped, everything else passed through (HOOKS.md 2.4).
///
/// ```
/// use hookc_compiler::plan::{Import, tool_matcher};
///
/// assert_eq!(tool_matcher("Bash|Edit|Glob"), Import::Pattern("Shell|Write".to_owned()));
/// assert_eq!(tool_matcher("Glob"), Import::Nothing(vec!["Glob".to_owned()]));
/// assert_eq!(tool_matcher("^(Bash|Edit)$"), Import::Pattern("^(Bash|Edit)$".to_owned()));
/// ```
pub fn tool_matcher(pattern: &str) -> Import {
    let mut kept = Vec::new();
    let mut dropped = Vec::new();
    for segment in pattern.split('|') {
        match mapped(segment).map(|foreign| foreign.counterpart) {
            None => kept.push(segment.to_owned()),
            Some(Counterpart::Tool(name)) => kept.push(name.to_owned()),
            Some(Counterpart::Mcp(name)) => kept.push(name),
            Some(Counterpart::Nothing(_)) => dropped.push(segment.to_owned()),
        }
    }
    if kept.is_empty() { Import::Nothing(dropped) } else { Import::Pattern(kept.join("|")) }
}

/// Only the names whose mapping is known from the vendor or from a build; what is merely likely passes through.
fn mapped(segment: &str) -> Option<Foreign> {
    tool::foreign(segment)
        .filter(|foreign| foreign.origin == Origin::Claude && foreign.evidence != Evidence::Inf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(matcher: &str) -> String {
        match tool_matcher(matcher) {
            Import::Pattern(pattern) => pattern,
            Import::Nothing(dropped) => panic!("nothing left, dropped {dropped:?}"),
        }
    }

    #[test]
    fn the_tools_of_the_table_get_the_hosts_names() {
        assert_eq!(pattern("Bash"), "Shell");
        assert_eq!(pattern("Edit|Write|Read|Grep|Task"), "Write|Write|Read|Grep|Task");
        assert_eq!(pattern("WebFetch|WebSearch"), "WebFetch|WebSearch");
        assert_eq!(pattern("mcp__github__create_issue"), "MCP:create_issue");
    }

    #[test]
    fn what_is_no_name_of_the_table_passes_through() {
        for text in
            ["Shell", ".*", "", "^Bash$", "Bash(git *)", "MultiEdit", "mcp__github__.*|", "(Bash|Edit)"]
        {
            let expected = if text.starts_with("mcp__") { "MCP:.*|" } else { text };
            assert_eq!(pattern(text), expected);
        }
    }

    #[test]
    fn a_tool_without_counterpart_is_dropped_and_alone_it_takes_the_group_with_it() {
        assert_eq!(pattern("Glob|Bash"), "Shell");
        assert_eq!(tool_matcher("Glob|Glob"), Import::Nothing(vec!["Glob".to_owned(), "Glob".to_owned()]));
    }
}
