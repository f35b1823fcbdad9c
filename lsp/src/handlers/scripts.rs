//! From a hook to its script and back: definition, links, references.

use std::path::{Path, PathBuf};

use gen_lsp_types::{
    Definition, DefinitionParams, DefinitionResponse, DocumentLink, DocumentLinkParams, Location, Range,
    ReferenceParams, Uri,
};
use hookc_compiler::analysis::Source;
use hookc_compiler::command::Resolution;
use hookc_compiler::source::Role;
use hookc_compiler::span::Span;
use hookc_compiler::system::normalize;

use crate::session::{Session, View, path_of};

/// A place in a file of hooks that names a file, and that file.
struct Mention {
    span: Span,
    path: PathBuf,
}

/// The file that is named at a position.
pub(crate) fn definition(session: &Session<'_>, params: &DefinitionParams) -> Option<DefinitionResponse> {
    let at = &params.text_document_position_params;
    let view = session.view(&at.text_document.uri)?;
    let offset = view.offset(at.position) as u32;
    let mentions = mentions(session, view.source);
    let named = mentions.iter().find(|mention| mention.span.start <= offset && offset <= mention.span.end);
    let uri = named.and_then(|mention| session.uri(&session.editor_path(&mention.path)));
    uri.map(|uri| DefinitionResponse::Definition(Definition::Location(start_of(uri))))
}

/// Every file that is named in a text.
pub(crate) fn links(session: &Session<'_>, params: &DocumentLinkParams) -> Option<Vec<DocumentLink>> {
    let view = session.view(&params.text_document.uri)?;
    let link = |mention: Mention| {
        let path = session.editor_path(&mention.path);
        Some(DocumentLink {
            range: view.range(mention.span),
            target: Some(session.uri(&path)?),
            tooltip: Some(view.source.place.show(&path)),
            ..DocumentLink::default()
        })
    };
    Some(mentions(session, view.source).into_iter().filter_map(link).collect())
}

/// The hooks that run a script: the one that is open, or the one that is named at a position.
pub(crate) fn references(session: &Session<'_>, params: &ReferenceParams) -> Option<Vec<Location>> {
    let at = &params.text_document_position_params;
    let uri = &at.text_document.uri;
    let path = script_at(session, session.view(uri), uri, |view| view.offset(at.position))?;
    let locations = session.analysis().sources.iter().flat_map(|source| {
        let mentions = mentions(session, source).into_iter();
        let here = mentions.filter(|mention| session.editor_path(&mention.path) == path);
        here.filter_map(|mention| session.location(source.file, mention.span)).collect::<Vec<_>>()
    });
    Some(locations.collect())
}

fn script_at<'s>(
    session: &'s Session<'s>,
    view: Option<View<'s>>,
    uri: &Uri,
    offset: impl Fn(&View<'s>) -> usize,
) -> Option<PathBuf> {
    let Some(view) = view else { return path_of(uri) };
    let offset = offset(&view) as u32;
    let mentions = mentions(session, view.source);
    let named = mentions.iter().find(|mention| mention.span.start <= offset && offset <= mention.span.end)?;
    Some(session.editor_path(&named.path))
}

/// A script as a whole.
fn start_of(uri: Uri) -> Location {
    Location { uri, range: Range::default() }
}

fn mentions(session: &Session<'_>, source: &Source) -> Vec<Mention> {
    let mut mentions = Vec::new();
    for hook in source.config.iter().flat_map(|config| &config.hooks) {
        let Some(command) = hook.command() else { continue };
        for script in &command.scripts {
            if let Resolution::Found(found) = &script.resolution {
                let span = command.text.span_of(&source.tree, script.used.range.clone());
                mentions.push(Mention { span, path: found.path.clone() });
            }
        }
    }
    mentions.extend(of_manifest(session, source));
    mentions
}

/// The hooks files that a manifest names and that are there.
fn of_manifest(session: &Session<'_>, source: &Source) -> Vec<Mention> {
    let (Role::PluginManifest { .. }, Some(root)) = (&source.role, &source.place.root) else {
        return Vec::new();
    };
    let Some(hooks) = source.tree.root().get("hooks") else { return Vec::new() };
    let values = std::iter::once(hooks.value()).chain(hooks.value().items());
    let is_known = |path: &Path| session.analysis().files.iter().any(|file| file.path == path);
    let named = values.filter_map(|node| {
        let string = node.string()?;
        let path = normalize(&root.join(string.text()));
        is_known(&path).then(|| Mention { span: string.content_span(), path })
    });
    named.collect()
}
