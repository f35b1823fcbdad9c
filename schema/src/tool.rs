//! The names of tools: the host's own, and what other products and old transcripts call the same things.
//!
//! The list is open. A name that is not here may be newer than this table, so an unknown name is never more than
//! worth a note; a name that is known to belong to another product is worth more, because a matcher for it never
//! fires.

use crate::evidence::Fact;

/// What stands before the bare name of an MCP tool in the host's tool names: `MCP:search` (HOOKS.md 5.3). The
/// server's name is not in it.
pub const MCP_PREFIX: &str = "MCP:";

/// A tool name that the host is known to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tool {
    /// The name, as a matcher sees it.
    pub name: &'static str,
    /// What the tool does.
    pub doc: &'static str,
    /// Whether the vendor's short list has the name. The others were seen or read in builds, or are in wide use among
    /// authors.
    pub documented: Fact<bool>,
}

const fn documented(name: &'static str, doc: &'static str) -> Tool {
    Tool { name, doc, documented: Fact::doc(true, "5.3") }
}

const fn read_in_a_build(name: &'static str, doc: &'static str) -> Tool {
    Tool { name, doc, documented: Fact::bnd(false, "5.3") }
}

const fn seen(name: &'static str, doc: &'static str) -> Tool {
    Tool { name, doc, documented: Fact::obs(false, "5.3") }
}

/// Every tool name that the host is known to send, the documented ones first. MCP tools come beside them: see
/// [`MCP_PREFIX`].
pub const TOOLS: [Tool; 21] = [
    documented("Shell", "Runs a command line."),
    documented("Read", "Reads a file. A file edit reads the file first, so denying `Read` blocks edits too."),
    documented("Write", "Creates a file or changes one."),
    documented(
        "Grep",
        "Searches file contents; a search for file names may arrive under this name with an empty pattern.",
    ),
    documented("Delete", "Deletes a file."),
    documented("Task", "Starts a subagent."),
    seen("WebFetch", "Fetches a page."),
    seen("WebSearch", "Searches the web."),
    read_in_a_build("List", "Lists a folder."),
    read_in_a_build("ReadLints", "Reads the editor's diagnostics."),
    read_in_a_build("Fetch", "Fetches a page, in command-line builds of spring 2026."),
    read_in_a_build("ComputerUse", "Operates the screen."),
    read_in_a_build("RecordScreen", "Records the screen."),
    read_in_a_build("BackgroundShell", "Runs a command line in the background."),
    read_in_a_build("WriteShellStdin", "Types into a running shell."),
    read_in_a_build("ListMcpResources", "Lists what MCP servers offer."),
    read_in_a_build("FetchMcpResource", "Reads a resource of an MCP server."),
    seen("EditNotebook", "Changes a cell of a notebook."),
    seen("StrReplace", "Replaces text in a file."),
    seen("CallMcpTool", "Calls a tool of an MCP server."),
    seen("TabWrite", "Edits of inline completion; listed among the values of file events."),
];

/// The names of [`TOOLS`].
pub const NAMES: [&str; TOOLS.len()] = {
    let mut names = [""; TOOLS.len()];
    let mut index = 0;
    while index < TOOLS.len() {
        names[index] = TOOLS[index].name;
        index += 1;
    }
    names
};

/// The types of subagent that the documentation and captures name (HOOKS.md 5.2, 10.2). Projects define more, so the
/// list is open.
pub const SUBAGENT_TYPES: [&str; 6] =
    ["generalPurpose", "explore", "shell", "general-purpose", "bash", "unknown"];

/// The tool of this exact name, or `None`.
pub fn tool(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// Where a name that is not the host's comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Claude Code's name of a tool.
    Claude,
    /// What this host's transcripts and model instructions call a tool, unlike its hooks.
    Transcript,
    /// Another agent's name.
    OtherAgent,
}

/// What the host sends where another product sends a foreign name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Counterpart {
    /// The tool of this name.
    Tool(&'static str),
    /// The MCP tool of this full name, prefix included.
    Mcp(String),
    /// Nothing reaches hooks; the sentence says so.
    Nothing(&'static str),
}

/// A name that the host never sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// Where the name comes from.
    pub origin: Origin,
    /// What the host sends instead.
    pub counterpart: Counterpart,
    /// How sure the mapping is.
    pub evidence: crate::Evidence,
}

/// What is known of a name that belongs to another product. `None` for the host's own names and for names nobody
/// knows.
///
/// ```
/// use hookc_schema::tool::{Counterpart, foreign};
///
/// assert_eq!(foreign("Bash").unwrap().counterpart, Counterpart::Tool("Shell"));
/// assert_eq!(foreign("mcp__github__create_issue").unwrap().counterpart,
/// Counterpart::Mcp("MCP:create_issue".into()));
/// assert!(foreign("Shell").is_none());
/// assert!(foreign("my_own_tool").is_none());
/// ```
pub fn foreign(name: &str) -> Option<Foreign> {
    if let Some(tool) = claude_mcp_tool(name) {
        return Some(Foreign {
            origin: Origin::Claude,
            counterpart: Counterpart::Mcp(format!("{MCP_PREFIX}{tool}")),
            evidence: crate::Evidence::Bnd,
        });
    }
    let row = FOREIGN.iter().find(|row| row.name == name)?;
    let counterpart = match row.counterpart.value {
        Ok(tool) => Counterpart::Tool(tool),
        Err(why) => Counterpart::Nothing(why),
    };
    Some(Foreign { origin: row.origin, counterpart, evidence: row.counterpart.evidence })
}

/// Claude's names of tools that reach hooks here, each with the name that is sent; those that are the same in both come last.
pub fn claude_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    const SHARED: [&str; 6] = ["Read", "Write", "Grep", "Task", "WebFetch", "WebSearch"];
    let mapped = FOREIGN
        .iter()
        .filter(|row| row.origin == Origin::Claude && row.counterpart.evidence != crate::Evidence::Inf);
    let mapped = mapped.filter_map(|row| Some((row.name, row.counterpart.value.ok()?)));
    mapped.chain(SHARED.into_iter().map(|name| (name, name)))
}

/// The bare tool name in Claude's `mcp__server__tool`; `None` when the name has another form or either part is empty.
pub fn claude_mcp_tool(name: &str) -> Option<&str> {
    let (server, tool) = name.strip_prefix("mcp__")?.split_once("__")?;
    (!server.is_empty() && !tool.is_empty()).then_some(tool)
}

struct ForeignRow {
    name: &'static str,
    origin: Origin,
    counterpart: Fact<Result<&'static str, &'static str>>,
}

const fn row(name: &'static str, origin: Origin, tool: Fact<&'static str>) -> ForeignRow {
    let counterpart = Fact { value: Ok(tool.value), evidence: tool.evidence, section: tool.section };
    ForeignRow { name, origin, counterpart }
}

const fn nothing(name: &'static str, origin: Origin, why: Fact<&'static str>) -> ForeignRow {
    let counterpart = Fact { value: Err(why.value), evidence: why.evidence, section: why.section };
    ForeignRow { name, origin, counterpart }
}

const SEARCH_BY_NAME: &str =
    "no hook sees a search for file names under this name; some builds send `Grep` with an empty pattern";
const SEARCH_BY_MEANING: &str = "no hook sees semantic search";
const INTERNAL: &str = "no hook sees this; it is the agent's own bookkeeping";

const FOREIGN: [ForeignRow; 37] = [
    row("Bash", Origin::Claude, Fact::doc("Shell", "2.4")),
    row("Edit", Origin::Claude, Fact::doc("Write", "2.4")),
    row("MultiEdit", Origin::Claude, Fact::inf("Write", "2.4")),
    row("NotebookEdit", Origin::Claude, Fact::inf("Write", "2.4")),
    row("NotebookRead", Origin::Claude, Fact::inf("Read", "2.4")),
    nothing("Glob", Origin::Claude, Fact::doc(SEARCH_BY_NAME, "2.4")),
    row("LS", Origin::Claude, Fact::inf("List", "5.3")),
    row("Agent", Origin::Claude, Fact::inf("Task", "2.4")),
    row("BashOutput", Origin::Claude, Fact::inf("BackgroundShell", "5.3")),
    nothing("KillShell", Origin::Claude, Fact::inf(INTERNAL, "2.4")),
    nothing("KillBash", Origin::Claude, Fact::inf(INTERNAL, "2.4")),
    nothing("TodoWrite", Origin::Claude, Fact::bnd(INTERNAL, "5.3")),
    nothing("TodoRead", Origin::Claude, Fact::bnd(INTERNAL, "5.3")),
    nothing("ExitPlanMode", Origin::Claude, Fact::inf(INTERNAL, "2.4")),
    nothing("EnterPlanMode", Origin::Claude, Fact::inf(INTERNAL, "2.4")),
    nothing("AskUserQuestion", Origin::Claude, Fact::inf(INTERNAL, "2.4")),
    nothing("SlashCommand", Origin::Claude, Fact::inf(INTERNAL, "2.4")),
    nothing("Skill", Origin::Claude, Fact::inf(INTERNAL, "2.4")),
    row("ListMcpResourcesTool", Origin::Claude, Fact::inf("ListMcpResources", "5.3")),
    row("ReadMcpResourceTool", Origin::Claude, Fact::inf("FetchMcpResource", "5.3")),
    row("ReadFile", Origin::Transcript, Fact::obs("Read", "5.3")),
    row("Read File V2", Origin::Transcript, Fact::inf("Read", "5.3")),
    row("read_file", Origin::Transcript, Fact::inf("Read", "5.3")),
    row("edit_file", Origin::Transcript, Fact::inf("Write", "5.3")),
    row("search_replace", Origin::Transcript, Fact::inf("Write", "5.3")),
    row("delete_file", Origin::Transcript, Fact::inf("Delete", "5.3")),
    row("list_dir", Origin::Transcript, Fact::inf("List", "5.3")),
    row("grep_search", Origin::Transcript, Fact::inf("Grep", "5.3")),
    row("run_terminal_cmd", Origin::Transcript, Fact::inf("Shell", "5.3")),
    row("web_search", Origin::Transcript, Fact::inf("WebSearch", "5.3")),
    nothing("file_search", Origin::Transcript, Fact::inf(SEARCH_BY_NAME, "5.3")),
    nothing("codebase_search", Origin::Transcript, Fact::bnd(SEARCH_BY_MEANING, "5.3")),
    row("Subagent", Origin::OtherAgent, Fact::inf("Task", "5.3")),
    row("apply_patch", Origin::OtherAgent, Fact::inf("Write", "5.3")),
    row("write_to_file", Origin::OtherAgent, Fact::inf("Write", "5.3")),
    row("replace_file_content", Origin::OtherAgent, Fact::inf("Write", "5.3")),
    row("run_shell_command", Origin::OtherAgent, Fact::inf("Shell", "5.3")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_hosts_own_or_foreign_but_never_both() {
        for row in &FOREIGN {
            assert!(tool(row.name).is_none(), "{} stands in both tables", row.name);
        }
    }

    #[test]
    fn every_counterpart_is_a_tool_that_the_host_sends() {
        for row in &FOREIGN {
            if let Ok(name) = row.counterpart.value {
                assert!(tool(name).is_some(), "{} leads to {name}, which no table has", row.name);
            }
        }
    }

    #[test]
    fn claude_names_lead_to_tools_that_the_host_sends() {
        let names: Vec<_> = claude_names().collect();
        assert!(names.contains(&("Bash", "Shell")) && names.contains(&("Read", "Read")));
        assert!(names.iter().all(|(_, sent)| tool(sent).is_some()), "{names:?}");
    }

    #[test]
    fn names_stand_once() {
        let mut names: Vec<&str> = NAMES.into_iter().chain(FOREIGN.iter().map(|row| row.name)).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn an_mcp_tool_keeps_its_own_name_and_loses_its_server() {
        assert_eq!(claude_mcp_tool("mcp__files__read_all"), Some("read_all"));
        assert_eq!(claude_mcp_tool("mcp__files__a__b"), Some("a__b"));
    }

    #[test]
    fn half_an_mcp_name_is_not_one() {
        for name in ["mcp__files", "mcp__files__", "mcp____x", "mcp_files_x", "MCP:x"] {
            assert_eq!(claude_mcp_tool(name), None, "{name}");
        }
    }
}
