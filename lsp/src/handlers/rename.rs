//! Another event for hooks that stay as they are.

use gen_lsp_types::{
    PrepareRenameParams, PrepareRenamePlaceholder, PrepareRenameResult, RenameParams, TextEdit, WorkspaceEdit,
};
use hookc_compiler::nearest::nearest;
use hookc_compiler::syntax::{Member, edit};
use hookc_compiler::typecheck::Dialect;
use hookc_schema::{Event, claude};

use super::code_action::text_edit;
use crate::cursor::{Level, Side, Site, event_of};
use crate::server::{Answer, Refusal};
use crate::session::{Session, View};

/// Whether the key of an event stands at the position, and which.
pub(crate) fn prepare(session: &Session<'_>, params: &PrepareRenameParams) -> Option<PrepareRenameResult> {
    let at = &params.text_document_position_params;
    let view = session.view(&at.text_document.uri)?;
    let key = event_key(&view, view.offset(at.position)).and_then(|(_, member)| member.key().string());
    key.map(|key| {
        PrepareRenameResult::PrepareRenamePlaceholder(PrepareRenamePlaceholder {
            range: view.range(key.content_span()),
            placeholder: key.text().to_owned(),
        })
    })
}

/// Gives the hooks of an event to another one that has none in this file.
pub(crate) fn rename(session: &Session<'_>, params: &RenameParams) -> Answer<Option<WorkspaceEdit>> {
    let at = &params.text_document_position_params;
    let Some(view) = session.view(&at.text_document.uri) else { return Ok(None) };
    let Some((site, member)) = event_key(&view, view.offset(at.position)) else {
        return Err(Refusal::new("only the key of an event can be renamed"));
    };
    let name = params.new_name.as_str();
    if event_of(name, site.dialect).is_none() {
        return Err(Refusal::new(no_event(name, site.dialect)));
    }
    let others = site.container.members().filter(|other| other.key().id() != member.key().id());
    if others.into_iter().any(|other| other.key().as_str() == Some(name)) {
        return Err(Refusal::new(format!("`{name}` has hooks of its own in this file")));
    }
    let new = TextEdit { range: view.range(member.key().span()), new_text: edit::quote(name) };
    Ok(Some(text_edit(session, view.uri.clone(), vec![new])))
}

fn event_key<'t>(view: &View<'t>, offset: usize) -> Option<(Site<'t>, Member<'t>)> {
    let site = Site::at(view, offset)?;
    let member = site.member?;
    let is_key = site.node.id() == member.key().id();
    (site.level == Level::Events && site.side == Side::Key && is_key).then_some((site, member))
}

fn no_event(name: &str, dialect: Dialect) -> String {
    let near = match dialect {
        Dialect::Native => nearest(name, Event::ALL.map(Event::name)),
        Dialect::Claude => nearest(name, claude::EVENTS.iter().map(|event| event.name)),
    };
    match near {
        Some(near) => format!("`{name}` is not an event; did you mean `{near}`?"),
        None => format!("`{name}` is not an event"),
    }
}
