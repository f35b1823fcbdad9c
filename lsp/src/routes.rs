//! Which request is answered by which handler.

use gen_lsp_types::{self as lsp, Request};
use serde_json::Value;

use crate::handlers::diagnostic;
use crate::server::{Answer, Refusal};
use crate::session::Session;

/// A request and its handler.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) run: Box<dyn Fn(&Session<'_>, Value) -> Answer<Value>>,
}

fn route<R: Request + 'static>(handler: fn(&Session<'_>, R::Params) -> Answer<R::Result>) -> Route {
    let run = move |session: &Session<'_>, params: Value| {
        let params = serde_json::from_value(params).map_err(|error| Refusal::params(&error))?;
        let answer = handler(session, params)?;
        serde_json::to_value(answer).map_err(|error| Refusal::new(error.to_string()))
    };
    Route { method: R::METHOD.as_str(), run: Box::new(run) }
}

/// Every request that is answered, apart from those of the connection itself.
pub(crate) fn all() -> Vec<Route> {
    vec![
        route::<lsp::DocumentDiagnosticRequest>(diagnostic::of_document),
        route::<lsp::WorkspaceDiagnosticRequest>(diagnostic::of_workspace),
    ]
}
