//! Which request is answered by which handler.

use gen_lsp_types::{self as lsp, Request};
use serde_json::Value;

use crate::handlers::{
    code_action, code_lens, completion, diagnostic, execute, formatting, hover, inlay_hint, rename, scripts,
    structure, symbols, tokens,
};
use crate::server::{Answer, Refusal};
use crate::session::Session;

/// A request and its handler.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) run: Handler,
}

type Handler = Box<dyn Fn(&Session<'_>, Value) -> Answer<Value>>;

fn route<R: Request + 'static>(handler: fn(&Session<'_>, &R::Params) -> R::Result) -> Route {
    Route {
        method: R::METHOD.as_str(),
        run: Box::new(move |session, params| answer::<R>(params, |params| Ok(handler(session, params)))),
    }
}

/// A request that may be refused although its form is right.
fn refusing<R: Request + 'static>(handler: fn(&Session<'_>, &R::Params) -> Answer<R::Result>) -> Route {
    Route {
        method: R::METHOD.as_str(),
        run: Box::new(move |session, params| answer::<R>(params, |params| handler(session, params))),
    }
}

fn answer<R: Request>(params: Value, handler: impl FnOnce(&R::Params) -> Answer<R::Result>) -> Answer<Value> {
    let params = serde_json::from_value(params).map_err(|error| Refusal::params(&error))?;
    serde_json::to_value(handler(&params)?).map_err(|error| Refusal::new(error.to_string()))
}

/// Every request that is answered, apart from those of the connection itself.
pub(crate) fn all() -> Vec<Route> {
    vec![
        route::<lsp::HoverRequest>(hover::answer),
        route::<lsp::CodeActionRequest>(code_action::answer),
        refusing::<lsp::ExecuteCommandRequest>(execute::answer),
        route::<lsp::DefinitionRequest>(scripts::definition),
        route::<lsp::DocumentLinkRequest>(scripts::links),
        route::<lsp::ReferencesRequest>(scripts::references),
        route::<lsp::DocumentSymbolRequest>(symbols::of_document),
        route::<lsp::WorkspaceSymbolRequest>(|session, params| Some(symbols::of_workspace(session, params))),
        route::<lsp::FoldingRangeRequest>(structure::folding),
        route::<lsp::SelectionRangeRequest>(structure::selections),
        route::<lsp::InlayHintRequest>(inlay_hint::answer),
        route::<lsp::CodeLensRequest>(code_lens::answer),
        route::<lsp::PrepareRenameRequest>(rename::prepare),
        refusing::<lsp::RenameRequest>(rename::rename),
        route::<lsp::DocumentFormattingRequest>(formatting::answer),
        route::<lsp::SemanticTokensRequest>(tokens::full),
        route::<lsp::SemanticTokensRangeRequest>(tokens::part),
        route::<lsp::CompletionRequest>(completion::answer),
        route::<lsp::DocumentDiagnosticRequest>(diagnostic::of_document),
        route::<lsp::WorkspaceDiagnosticRequest>(diagnostic::of_workspace),
    ]
}
