//! What can be written here.

mod matcher;
mod path;

use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionParams, CompletionResponse,
    Documentation, InsertTextFormat, MarkupContent, MarkupKind, TextEdit,
};
use hookc_compiler::span::Span;
use hookc_compiler::syntax::Node;
use hookc_compiler::typecheck::Dialect;
use hookc_schema::event::{FailClosed, Subject};
use hookc_schema::{Event, claude};
use serde_json::Value;

use crate::cursor::{Level, Side, Site, event_of};
use crate::session::{Session, View};
use crate::snippet::Snippet;
use crate::texts;

/// The completions at a position.
pub(crate) fn answer(session: &Session<'_>, params: &CompletionParams) -> Option<CompletionResponse> {
    let at = &params.text_document_position_params;
    let view = session.view(&at.text_document.uri)?;
    let offset = view.offset(at.position);
    let drafts = match Site::at(&view, offset) {
        Some(site) => Completer { view: &view, site, offset }.drafts(),
        None => Vec::new(),
    };
    let items = drafts.iter().enumerate().map(|(place, draft)| draft.item(&view, place)).collect();
    Some(CompletionResponse::CompletionItemList(items))
}

/// A completion in the making.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) label: String,
    pub(crate) kind: CompletionItemKind,
    pub(crate) detail: Option<String>,
    pub(crate) doc: String,
    /// What is replaced.
    pub(crate) span: Span,
    pub(crate) text: Snippet,
    /// Where a comma is missing before it.
    pub(crate) comma: Option<usize>,
}

impl Draft {
    fn item(&self, view: &View<'_>, place: usize) -> CompletionItem {
        let snippets = view.session.client.snippets;
        let replaced = &view.text()[self.span.range()];
        // Clients compare what is replaced with this text, quotes and all.
        let filter_text =
            if replaced.starts_with('"') { format!("\"{}\"", self.label) } else { self.label.clone() };
        let text = if snippets { self.text.marked() } else { self.text.plain() };
        let edit = TextEdit { range: view.range(self.span), new_text: text };
        let comma = self.comma.map(|offset| {
            vec![TextEdit { range: view.range(Span::empty(offset)), new_text: ",".to_owned() }]
        });
        CompletionItem {
            label: self.label.clone(),
            kind: Some(self.kind),
            detail: self.detail.clone(),
            documentation: (!self.doc.is_empty()).then(|| {
                let content = MarkupContent { kind: MarkupKind::Markdown, value: self.doc.clone() };
                Documentation::MarkupContent(content)
            }),
            sort_text: Some(format!("{place:04}")),
            filter_text: Some(filter_text),
            insert_text_format: Some(if snippets {
                InsertTextFormat::Snippet
            } else {
                InsertTextFormat::PlainText
            }),
            text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
            additional_text_edits: comma,
            ..CompletionItem::default()
        }
    }
}

struct Completer<'a, 't> {
    view: &'a View<'t>,
    site: Site<'t>,
    offset: usize,
}

impl Completer<'_, '_> {
    fn drafts(&self) -> Vec<Draft> {
        match (self.site.level, self.site.side) {
            (Level::Root, Side::Key) => self.top_level_keys(),
            (Level::Root, Side::Value) if self.site.key() == Some("version") => {
                self.values(&["1".to_owned()])
            }
            (Level::Events, Side::Key) => self.events(),
            (Level::List | Level::Handlers, _) => self.entries(),
            (Level::Group, Side::Key) => self.keys(&["matcher", "hooks"]),
            (Level::Entry, Side::Key) => self.options(),
            (Level::Group | Level::Entry, Side::Value) => self.option_values(),
            (Level::Root | Level::Events, Side::Value) => Vec::new(),
        }
    }

    fn top_level_keys(&self) -> Vec<Draft> {
        let keys: &[&str] = match self.site.dialect {
            Dialect::Native => &["version", "hooks"],
            Dialect::Claude => &["hooks"],
        };
        self.missing(keys)
            .map(|key| self.member(key, top_level_value(key), texts::top_level(self.site.dialect, key)))
            .collect()
    }

    fn events(&self) -> Vec<Draft> {
        let names: Vec<&str> = match self.site.dialect {
            Dialect::Native => Event::ALL.map(Event::name).to_vec(),
            Dialect::Claude => {
                let mapped = claude::EVENTS.iter().filter(|event| event.runs_at.value.is_some());
                mapped.map(|event| event.name).collect()
            }
        };
        let draft = |name: &str| {
            let list = Snippet::default().text("[").then(self.whole_entry(name)).text("]");
            Draft {
                kind: CompletionItemKind::Event,
                ..self.member(name, list, texts::event(self.site.dialect, name))
            }
        };
        self.missing(&names).map(draft).collect()
    }

    /// A hook as its event wants it, with its command to be filled in.
    fn whole_entry(&self, event: &str) -> Snippet {
        let command = Snippet::default().text("\"command\": \"").stop("").text("\"");
        match self.site.dialect {
            Dialect::Native => Snippet::default().text("{ ").then(command).text(" }"),
            Dialect::Claude => {
                let has_tools = event_of(event, Dialect::Claude)
                    .is_some_and(|event| event.facts().subject.value == Subject::ToolName);
                let matcher = Snippet::default().text("\"matcher\": \"").stop("Bash").text("\", ");
                let start = Snippet::default().text("{ ");
                let start = if has_tools { start.then(matcher) } else { start };
                start.text("\"hooks\": [{ \"type\": \"command\", ").then(command).text(" }] }")
            }
        }
    }

    /// Whole hooks, between the entries of a list.
    fn entries(&self) -> Vec<Draft> {
        let name = self.site.event.and_then(|event| event.key().as_str()).unwrap_or_default();
        if self.site.level == Level::Handlers {
            let text =
                Snippet::default().text("{ \"type\": \"command\", \"command\": \"").stop("").text("\" }");
            return vec![self.entry("handler", text, "A command.")];
        }
        if self.site.dialect == Dialect::Claude {
            return vec![self.entry("group", self.whole_entry(name), "A matcher and its handlers.")];
        }
        let mut entries = vec![self.entry("command hook", self.whole_entry(name), "Runs a shell command.")];
        let Some(facts) = self.site.event().map(Event::facts) else { return entries };
        if facts.blocking.value.can_block() {
            let guard =
                Snippet::default().text("{ \"command\": \"").stop("").text("\", \"failClosed\": true }");
            entries.push(self.entry("guard", guard, "Runs a command, and blocks where that fails."));
        }
        let example =
            texts::option(Dialect::Native, name, "matcher").and_then(|text| text.examples.into_iter().next());
        if let (Some(Value::String(example)), true) = (example, facts.subject.value != Subject::None) {
            let matched = Snippet::default()
                .text("{ \"command\": \"")
                .stop("")
                .text("\", \"matcher\": \"")
                .stop(example)
                .text("\" }");
            entries.push(self.entry(
                "command hook with a matcher",
                matched,
                "Runs where the matcher takes it.",
            ));
        }
        if facts.prompt_hook.value {
            let prompt = Snippet::default()
                .text("{ \"type\": \"prompt\", \"prompt\": \"")
                .stop("")
                .text(" $ARGUMENTS\" }");
            entries.push(self.entry("prompt hook", prompt, "Asks a model, which answers yes or no."));
        }
        entries
    }

    fn entry(&self, label: &str, text: Snippet, doc: &str) -> Draft {
        let (comma, closing) = self.commas(Span::empty(self.offset));
        Draft {
            label: label.to_owned(),
            kind: CompletionItemKind::Snippet,
            detail: None,
            doc: doc.to_owned(),
            span: Span::empty(self.offset),
            text: text.text(closing),
            comma,
        }
    }

    /// The options that mean something at this event and for this type of hook.
    fn options(&self) -> Vec<Draft> {
        let is_prompt = self.type_of_entry() == Some("prompt");
        let facts = self.site.event().map(Event::facts);
        let mut keys = if is_prompt { vec!["prompt", "model"] } else { vec!["command"] };
        keys.extend(["type", "timeout"]);
        if self.site.dialect == Dialect::Native {
            if facts.is_none_or(|facts| facts.subject.value != Subject::None) {
                keys.push("matcher");
            }
            if facts.is_none_or(|facts| facts.fail_closed.value != FailClosed::NoEffect) {
                keys.push("failClosed");
            }
            if facts.is_some_and(hookc_schema::event::EventFacts::uses_loop_limit) && !is_prompt {
                keys.push("loop_limit");
            }
        }
        self.keys(&keys)
    }

    fn type_of_entry(&self) -> Option<&str> {
        self.site.container.get("type")?.value().as_str()
    }

    fn keys(&self, keys: &[&str]) -> Vec<Draft> {
        let event = self.site.event.and_then(|event| event.key().as_str()).unwrap_or_default();
        let draft = |key: &str| {
            let text = texts::option(self.site.dialect, event, key);
            let value = option_value(key, text.as_ref());
            self.member(key, value, text)
        };
        self.missing(keys).map(draft).collect()
    }

    fn option_values(&self) -> Vec<Draft> {
        let Some(key) = self.site.key() else { return Vec::new() };
        let event = self.site.event.and_then(|event| event.key().as_str()).unwrap_or_default();
        let examples = || {
            let text = texts::option(self.site.dialect, event, key).unwrap_or_default();
            let mut values: Vec<String> =
                text.default.iter().chain(&text.examples).map(Value::to_string).collect();
            values.dedup();
            values
        };
        match key {
            "type" => {
                let prompts = self.site.event().is_none_or(|event| event.facts().prompt_hook.value);
                let types: &[&str] = if prompts { &["\"command\"", "\"prompt\""] } else { &["\"command\""] };
                self.values(&types.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
            }
            "failClosed" => self.values(&["true".to_owned(), "false".to_owned()]),
            "timeout" | "loop_limit" => self.values(&examples()),
            "matcher" => matcher::drafts(&self.site, self.view.text(), self.offset),
            "command" => path::drafts(self.view, &self.site, self.offset),
            _ => Vec::new(),
        }
    }

    /// Values in the place of the one that stands here.
    fn values(&self, values: &[String]) -> Vec<Draft> {
        let is_here = self.site.member.is_some_and(|member| {
            let value = member.value();
            value.id() == self.site.node.id() && !value.is_invalid()
        });
        let span = if is_here { self.site.node.span() } else { Span::empty(self.offset) };
        let draft = |value: &String| Draft {
            label: value.trim_matches('"').to_owned(),
            kind: CompletionItemKind::Value,
            detail: None,
            doc: String::new(),
            span,
            text: Snippet::default().text(value.clone()),
            comma: None,
        };
        values.iter().map(draft).collect()
    }

    /// The names that the object does not have yet, but for the one that is being written.
    fn missing<'k>(&self, names: &[&'k str]) -> impl Iterator<Item = &'k str> {
        let own = self.site.member.map(|member| member.key().id());
        let members = self.site.container.members().filter(|member| Some(member.key().id()) != own);
        let taken: Vec<&str> = members.filter_map(|member| member.key().as_str()).collect();
        let missing: Vec<&str> = names.iter().copied().filter(|name| !taken.contains(name)).collect();
        missing.into_iter()
    }

    /// A member of the object: its key alone where a value follows already.
    fn member(&self, key: &str, value: Snippet, text: Option<texts::Text>) -> Draft {
        let text = text.unwrap_or_default();
        let span = match self.site.member {
            Some(member) if self.site.side == Side::Key => quoted(member.key(), self.offset),
            _ => Span::empty(self.offset),
        };
        let quoted = Snippet::default().text(format!("\"{key}\""));
        let has_value = self.view.text()[span.end as usize..].trim_start().starts_with(':');
        let (comma, closing) = self.commas(span);
        let written = if has_value { quoted } else { quoted.text(": ").then(value).text(closing) };
        Draft {
            label: key.to_owned(),
            kind: CompletionItemKind::Property,
            detail: text.default.as_ref().map(|default| format!("default {default}")),
            doc: text.doc,
            span,
            text: written,
            comma,
        }
    }

    /// Where a comma is missing before the span, and the one that is missing behind it.
    fn commas(&self, span: Span) -> (Option<usize>, &'static str) {
        let text = self.view.text();
        let before = text[..span.start as usize].trim_end();
        let comma = (!before.ends_with(['{', '[', ',', ':'])).then_some(before.len());
        let after = text[span.end as usize..].trim_start();
        (comma, if after.starts_with(['"', '{']) { "," } else { "" })
    }
}

/// The key that is being written. One without an end reaches to the cursor only: what follows is something else.
fn quoted(key: Node<'_>, offset: usize) -> Span {
    let span = key.span();
    let is_closed = key.source().len() > 1 && key.source().ends_with('"');
    if is_closed { span } else { Span { start: span.start, end: span.end.min(offset as u32) } }
}

fn top_level_value(key: &str) -> Snippet {
    match key {
        "version" => Snippet::default().text("1"),
        _ => Snippet::default().text("{ ").stop("").text(" }"),
    }
}

fn option_value(key: &str, text: Option<&texts::Text>) -> Snippet {
    let default = || text.and_then(|text| text.default.as_ref()).map(Value::to_string).unwrap_or_default();
    match key {
        "failClosed" => Snippet::default().text("true"),
        "timeout" | "loop_limit" => Snippet::default().stop(default()),
        "hooks" => {
            Snippet::default().text("[{ \"type\": \"command\", \"command\": \"").stop("").text("\" }]")
        }
        "type" => Snippet::default().text("\"").stop("command").text("\""),
        _ => Snippet::default().text("\"").stop("").text("\""),
    }
}
