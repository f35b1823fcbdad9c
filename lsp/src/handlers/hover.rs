//! What stands here, in words.

mod command;
mod event;
mod matcher;

use gen_lsp_types::{Contents, Hover, HoverParams, MarkupContent, MarkupKind};
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::Dialect;
use hookc_policies::escape::visible_lines;
use hookc_schema::Event;
use hookc_schema::event::FailClosed;

use crate::cursor::{Level, Side, Site};
use crate::session::{Session, View};
use crate::texts;

/// What is shown at a position.
pub(crate) fn answer(session: &Session<'_>, params: &HoverParams) -> Option<Hover> {
    let at = &params.text_document_position_params;
    let view = session.view(&at.text_document.uri)?;
    let site = Site::at(&view, view.offset(at.position))?;
    said(&view, &site).map(|(span, text)| Hover {
        contents: Contents::MarkupContent(MarkupContent {
            kind: MarkupKind::Markdown,
            value: visible_lines(&text).into_owned(),
        }),
        range: Some(view.range(span)),
    })
}

/// The text, and what it is about.
fn said(view: &View<'_>, site: &Site<'_>) -> Option<(Span, String)> {
    let member = site.member?;
    let name = member.key().as_str()?;
    let key = member.key().span();
    match (site.level, site.side) {
        (Level::Root, _) => Some((key, texts::top_level(site.dialect, name)?.doc)),
        (Level::Events, _) => Some((key, event::said(site.dialect, name)?)),
        (Level::Group | Level::Entry, Side::Value) if name == "matcher" => {
            let pattern = site.node.as_str()?;
            Some((site.node.span(), matcher::said(site.dialect, site.event()?, pattern)))
        }
        (Level::Entry, Side::Value) if name == "command" => {
            let hook = site.hook(view)?;
            Some((site.node.span(), command::said(view, hook)?))
        }
        (Level::Group | Level::Entry, _) => Some((key, option(site, name)?)),
        (Level::List | Level::Handlers, _) => None,
    }
}

/// What an option is, what holds without it, and what it does here.
fn option(site: &Site<'_>, name: &str) -> Option<String> {
    let event = site.event.and_then(|event| event.key().as_str()).unwrap_or_default();
    let text = texts::option(site.dialect, event, name)?;
    let mut said = vec![format!("**{name}**"), text.doc];
    said.extend(text.default.map(|default| format!("Default: `{default}`")));
    let here = site.event().and_then(|event| effect(site, name, event));
    said.extend(here.map(|here| format!("Here: {here}")));
    Some(said.join("\n\n"))
}

fn effect(site: &Site<'_>, option: &str, event: Event) -> Option<String> {
    let facts = event.facts();
    let value = site.member?.value();
    Some(match option {
        "failClosed" if site.dialect == Dialect::Native => match (facts.fail_closed.value, value.as_bool()) {
            (FailClosed::NoEffect, _) => format!("no effect, since `{event}` has nothing to block"),
            (_, Some(true)) => "a failure of this hook blocks".to_owned(),
            (_, _) => "a failure of this hook lets the action pass".to_owned(),
        },
        "loop_limit" if !facts.uses_loop_limit() => {
            format!("no effect, since `{event}` takes no follow-up message")
        }
        "loop_limit" if value.is_null() => "follow-up messages without end".to_owned(),
        "loop_limit" => format!("at most {} follow-up messages in a row", value.number()?),
        "timeout" => format!("the hook is stopped after {} seconds", value.number()?),
        "type" if value.as_str() == Some("prompt") && !facts.prompt_hook.value => {
            format!("the model's verdict has no effect at `{event}`")
        }
        _ => return None,
    })
}
