//! Names inside a matcher, one for each alternative.

use gen_lsp_types::CompletionItemKind;
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::Dialect;
use hookc_schema::event::{Subject, Vocabulary};
use hookc_schema::tool;

use super::Draft;
use crate::cursor::Site;
use crate::snippet::Snippet;

/// Signs between which a name stands.
const BEFORE: [char; 5] = ['|', '(', '^', ':', '"'];
const AFTER: [char; 3] = ['|', ')', '$'];

/// The names that the event may send and that no other alternative has.
pub(super) fn drafts(site: &Site<'_>, text: &str, offset: usize) -> Vec<Draft> {
    let (Some(event), Some(string)) = (site.event(), site.node.string()) else { return Vec::new() };
    let content = string.content_span();
    if !(content.start as usize..=content.end as usize).contains(&offset) {
        return Vec::new();
    }
    let before = &text[content.start as usize..offset];
    // `MCP:` is the beginning of a name, and the only colon of one.
    let start = before.rfind(&BEFORE[..]).map_or(0, |at| at + 1);
    let start = before[..start].strip_suffix(tool::MCP_PREFIX).map_or(start, str::len);
    let after = &text[offset..content.end as usize];
    let end = after.find(&AFTER[..]).unwrap_or(after.len());
    let span = Span::new(content.start as usize + start, offset + end);
    let others = format!("{} {}", &before[..start], &after[end..]);
    let taken: Vec<&str> = others.split(|sign: char| !sign.is_ascii_alphanumeric()).collect();
    names(site, event)
        .into_iter()
        .filter(|(name, _)| !taken.contains(&name.as_str()))
        .map(|(name, doc)| Draft {
            kind: CompletionItemKind::EnumMember,
            detail: None,
            doc,
            span,
            text: Snippet::default().text(name.clone()),
            comma: None,
            label: name,
        })
        .collect()
}

fn names(site: &Site<'_>, event: hookc_schema::Event) -> Vec<(String, String)> {
    let facts = event.facts();
    let is_tool = facts.subject.value == Subject::ToolName;
    if is_tool && site.dialect == Dialect::Claude {
        let sent = |(name, tool): (&str, &str)| (name.to_owned(), format!("`{tool}` here. {}", doc(tool)));
        return tool::claude_names().map(sent).collect();
    }
    let names = match facts.vocabulary {
        Vocabulary::Closed(names) | Vocabulary::Known(names) => names,
        Vocabulary::Open => &[],
    };
    let mut names: Vec<_> = names.iter().map(|name| ((*name).to_owned(), doc(name).to_owned())).collect();
    if is_tool {
        names
            .push((tool::MCP_PREFIX.to_owned(), "The tools of MCP servers, by their bare names.".to_owned()));
    }
    names
}

fn doc(name: &str) -> &'static str {
    tool::tool(name).map_or("", |tool| tool.doc)
}
