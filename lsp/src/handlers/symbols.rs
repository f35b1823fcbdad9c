//! The events of a file and their hooks, and the hooks of all files.

use gen_lsp_types::{
    BaseSymbolInformation, DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolKind,
    WorkspaceSymbol, WorkspaceSymbolLocation, WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use hookc_compiler::analysis::Source;
use hookc_compiler::syntax::{Member, Node};
use hookc_compiler::typecheck::{Action, Hook};

use crate::session::{Session, View};

/// The longest name of a symbol, in characters.
const LONGEST: usize = 80;

/// More symbols are not worth a list.
const MOST: usize = 500;

/// The events of a text, each with its hooks.
pub(crate) fn of_document(
    session: &Session<'_>,
    params: &DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let view = session.view(&params.text_document.uri)?;
    let config = view.source.config.as_ref()?;
    let root = view.source.tree.node(config.root);
    let events = root.get("hooks").map(Member::value);
    let symbols = events.into_iter().flat_map(Node::members).filter_map(|member| {
        let hooks = config.hooks.iter().filter(|hook| hook.event_key.node == member.key().id());
        event(&view, member, hooks)
    });
    Some(DocumentSymbolResponse::DocumentSymbolList(symbols.collect()))
}

fn event<'h>(
    view: &View<'_>,
    member: Member<'_>,
    hooks: impl Iterator<Item = &'h Hook>,
) -> Option<DocumentSymbol> {
    let name = member.key().as_str().filter(|name| !name.is_empty())?;
    let children: Vec<DocumentSymbol> = hooks.map(|hook| symbol_of(view, hook)).collect();
    Some(DocumentSymbol {
        detail: Some(match children.len() {
            1 => "1 hook".to_owned(),
            count => format!("{count} hooks"),
        }),
        children: Some(children),
        ..symbol(name.to_owned(), SymbolKind::Event, view, member.span(), member.key().span())
    })
}

fn symbol_of(view: &View<'_>, hook: &Hook) -> DocumentSymbol {
    let detail = hook.matcher.as_ref().map(|matcher| matcher.text.value.clone());
    DocumentSymbol { detail, ..symbol(name(hook), SymbolKind::Function, view, hook.span, hook.span) }
}

fn symbol(
    name: String,
    kind: SymbolKind,
    view: &View<'_>,
    whole: hookc_compiler::span::Span,
    chosen: hookc_compiler::span::Span,
) -> DocumentSymbol {
    #[expect(deprecated, reason = "the field has to be written, and says nothing")]
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: view.range(whole),
        selection_range: view.range(chosen),
        children: None,
    }
}

/// What a hook is called: by what it runs, in one line.
fn name(hook: &Hook) -> String {
    let text = match &hook.action {
        Action::Command(command) => command.text.value.as_str(),
        Action::Prompt { prompt, .. } => prompt.value.as_str(),
        Action::Unsupported => "",
    };
    let mut line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > LONGEST {
        line = line.chars().take(LONGEST).chain(std::iter::once('…')).collect();
    }
    if line.is_empty() { "hook".to_owned() } else { line }
}

/// The hooks of all files whose event or command has the query in it.
pub(crate) fn of_workspace(session: &Session<'_>, params: &WorkspaceSymbolParams) -> WorkspaceSymbolResponse {
    let query = params.query.to_lowercase();
    let sources = session.analysis().sources.iter();
    let hooks = sources.flat_map(|source| {
        source.config.iter().flat_map(|config| &config.hooks).map(move |hook| (source, hook))
    });
    let symbols = hooks.filter_map(|(source, hook)| in_workspace(session, source, hook));
    let found = symbols.filter(|symbol| symbol.base_symbol_information.name.to_lowercase().contains(&query));
    WorkspaceSymbolResponse::WorkspaceSymbolList(found.take(MOST).collect())
}

fn in_workspace(session: &Session<'_>, source: &Source, hook: &Hook) -> Option<WorkspaceSymbol> {
    Some(WorkspaceSymbol {
        location: WorkspaceSymbolLocation::Location(session.location(source.file, hook.span)?),
        data: None,
        base_symbol_information: BaseSymbolInformation {
            name: format!("{}: {}", hook.event_key.value, name(hook)),
            kind: SymbolKind::Function,
            tags: None,
            container_name: Some(session.analysis().shown(source.file).to_owned()),
        },
    })
}
