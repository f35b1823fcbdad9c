//! Setting a finding aside in `hookc.toml`, with a reason that its author has to write: without one the configuration is at fault.

use std::path::{Path, PathBuf};

use gen_lsp_types::{CodeAction, CodeActionKind, DocumentChange, TextEdit, WorkspaceEdit};
use hookc_compiler::diagnostic::Diagnostic;
use hookc_compiler::span::Span;
use hookc_compiler::syntax::{Node, Tree, edit};
use hookc_policies::config::{FILE_NAME, INVALID};

use super::{create_file, fill_file, text_edit};
use crate::diagnostics::shown;
use crate::session::Session;

/// The largest configuration that is added to, in bytes.
const LARGEST: u64 = 1 << 20;

/// The action for a finding; none for one about a configuration itself, and outside of the workspace.
pub(super) fn action(session: &Session<'_>, finding: &Diagnostic) -> Option<CodeAction> {
    let path = session.path(finding.file);
    let is_configuration = path.file_name().is_some_and(|name| name == FILE_NAME);
    if finding.rule == INVALID || is_configuration {
        return None;
    }
    let folder = session.folders().iter().find(|folder| path.starts_with(folder))?;
    let nearest = nearest(session, &path, folder);
    let config = nearest.clone().unwrap_or_else(|| folder.join(FILE_NAME));
    let entry = entry(session, finding, &path, config.parent()?)?;
    let edit =
        if nearest.is_some() { append(session, &config, &entry)? } else { create(session, &config, &entry)? };
    Some(CodeAction {
        title: format!("Suppress `{}` here, with a reason", finding.rule),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![shown(session, finding)]),
        edit: Some(edit),
        ..CodeAction::default()
    })
}

/// The configuration that speaks for a file.
fn nearest(session: &Session<'_>, path: &Path, root: &Path) -> Option<PathBuf> {
    let folders = path.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    let mut files = folders.map(|folder| folder.join(FILE_NAME));
    files.find(|file| session.system().symlink_metadata(file).is_ok())
}

fn entry(session: &Session<'_>, finding: &Diagnostic, path: &Path, folder: &Path) -> Option<String> {
    let file = path.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/");
    let mut lines = vec![
        "[[suppress]]".to_owned(),
        format!("rule = {}", edit::quote(finding.rule)),
        format!("file = {}", edit::quote(&file)),
    ];
    let sources = &session.analysis().sources;
    if let Some(source) = sources.iter().find(|source| source.file == finding.file) {
        let pointer = pointer(&source.tree, finding.span);
        if !pointer.is_empty() {
            lines.push(format!("pointer = {}", edit::quote(&pointer)));
        }
    }
    lines.push("reason = \"\"\n".to_owned());
    Some(lines.join("\n"))
}

/// The innermost value around a place.
fn pointer(tree: &Tree, span: Span) -> String {
    let innermost = tree.node_at(span.start as usize);
    let mut around = std::iter::successors(innermost, |node| node.parent());
    around.find(|node| node.span().contains(span)).map(Node::pointer).unwrap_or_default()
}

fn append(session: &Session<'_>, config: &Path, entry: &str) -> Option<WorkspaceEdit> {
    let bytes = session.system().read(config, LARGEST).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let gap = match text.as_str() {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    let range = session.lines_of(config, text.as_str().into()).range(Span::empty(text.len()));
    let new_text = format!("{gap}{entry}");
    Some(text_edit(session, session.uri(config)?, vec![TextEdit { range, new_text }]))
}

fn create(session: &Session<'_>, config: &Path, entry: &str) -> Option<WorkspaceEdit> {
    if !session.client.creates {
        return None;
    }
    let uri = session.uri(config)?;
    let changes = vec![
        DocumentChange::CreateFile(create_file(uri.clone())),
        DocumentChange::TextDocumentEdit(fill_file(uri, entry.to_owned())),
    ];
    Some(WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() })
}
