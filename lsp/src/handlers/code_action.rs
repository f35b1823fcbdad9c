//! Ways out of what is at fault.

mod suppress;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, Command, CreateFile, CreateFileOptions,
    DocumentChange, Edit as ProtocolEdit, OptionalVersionedTextDocumentIdentifier, Range, TextDocumentEdit,
    TextDocumentIdentifier, TextEdit, Uri, WorkspaceEdit,
};
use hookc_compiler::command::Resolution;
use hookc_compiler::diagnostic::{Applicability, Diagnostic, Edit, Fix};
use hookc_compiler::span::Span;
use hookc_compiler::system::normalize;
use hookc_compiler::typecheck::Hook;
use hookc_policies::fix;

use crate::diagnostics::shown;
use crate::session::{Session, View, path_of};
use crate::template;

use super::execute::MAKE_EXECUTABLE;

/// The kind of "fix everything", so that a client can ask for this server's alone.
const FIX_ALL: &str = "source.fixAll.hookc";

/// The actions for a part of a text.
pub(crate) fn answer(session: &Session<'_>, params: &CodeActionParams) -> Option<Vec<CodeActionResponse>> {
    let wanted = params.context.only.as_ref();
    let is_wanted = |kind: &str| {
        let is_part = |known: &CodeActionKind| {
            let known = name(known);
            known.is_empty() || kind == known || kind.starts_with(&format!("{known}."))
        };
        wanted.is_none_or(|kinds| kinds.iter().any(is_part))
    };
    let path = path_of(&params.text_document.uri)?;
    let findings = session.all_findings();
    let findings = findings.get(&path)?;
    let lines = findings.first().map(|finding| session.lines(finding.file))?;
    let chosen = lines.span(params.range);
    let meets = |span: Span| span.start <= chosen.end && chosen.start <= span.end;
    let mut actions = Vec::new();
    if is_wanted("quickfix") {
        let touched: Vec<&Diagnostic> =
            findings.iter().copied().filter(|finding| meets(finding.span)).collect();
        for finding in &touched {
            for (place, fix) in finding.fixes.iter().enumerate() {
                actions.extend(quick_fix(session, finding, fix, place == 0));
            }
        }
        if let Some(view) = session.view(&params.text_document.uri) {
            actions.extend(touched.iter().flat_map(|finding| about_script(&view, finding)));
        }
        actions.extend(touched.iter().filter_map(|finding| suppress::action(session, finding)));
    }
    // Everything at once is offered where it is asked for, and not at every place.
    if wanted.is_some() && is_wanted(FIX_ALL) {
        actions.extend(fix_all(session, findings));
    }
    Some(actions.into_iter().map(CodeActionResponse::CodeAction).collect())
}

fn name(kind: &CodeActionKind) -> String {
    serde_json::to_value(kind).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

fn quick_fix(session: &Session<'_>, finding: &Diagnostic, fix: &Fix, is_first: bool) -> Option<CodeAction> {
    let edit = edit(session, finding, &fix.edits)?;
    Some(CodeAction {
        title: capitalised(&fix.title),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![shown(session, finding)]),
        is_preferred: Some(is_first && fix.applicability == Applicability::Safe),
        edit: Some(edit),
        ..CodeAction::default()
    })
}

fn capitalised(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Every fix that needs no look, as far as they go together.
fn fix_all(session: &Session<'_>, findings: &[&Diagnostic]) -> Option<CodeAction> {
    let first = findings.first()?;
    let file = &session.files()[first.file.0 as usize];
    let edits = fix::one_round(file, findings.iter().copied(), Applicability::Safe);
    (!edits.is_empty()).then_some(())?;
    Some(CodeAction {
        title: "Fix everything that is safe to fix".to_owned(),
        kind: Some(CodeActionKind::Custom(FIX_ALL.into())),
        edit: Some(edit(session, first, &edits)?),
        ..CodeAction::default()
    })
}

/// The edits in the file that a finding is about, for the version of it that was checked.
fn edit(session: &Session<'_>, finding: &Diagnostic, edits: &[Edit]) -> Option<WorkspaceEdit> {
    let lines = session.lines(finding.file);
    let uri = session.uri(&session.path(finding.file))?;
    let edits =
        edits.iter().map(|edit| TextEdit { range: lines.range(edit.span), new_text: edit.text.clone() });
    Some(text_edit(session, uri, edits.collect()))
}

/// Edits of one text, with its version where the client cares for versions.
pub(super) fn text_edit(session: &Session<'_>, uri: Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    if !session.client.versions {
        return WorkspaceEdit { changes: Some([(uri, edits)].into()), ..WorkspaceEdit::default() };
    }
    let version = path_of(&uri).and_then(|path| session.document(&path).map(|document| document.version));
    let change = TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            version,
            text_document_identifier: TextDocumentIdentifier { uri },
        },
        edits: edits.into_iter().map(ProtocolEdit::TextEdit).collect(),
    };
    WorkspaceEdit {
        document_changes: Some(vec![DocumentChange::TextDocumentEdit(change)]),
        ..WorkspaceEdit::default()
    }
}

/// What can be done about a script, for the finding of a hook that runs it.
type AboutScript = fn(&View<'_>, &Diagnostic, &Hook, &Path) -> Option<CodeAction>;

/// What can be done about the script that a finding is about.
fn about_script(view: &View<'_>, finding: &Diagnostic) -> Vec<CodeAction> {
    let config = view.source.config.as_ref();
    let hooks = config.into_iter().flat_map(|config| &config.hooks);
    let Some(hook) = hooks.into_iter().find(|hook| hook.span.contains(finding.span)) else {
        return Vec::new();
    };
    let scripts = hook.command().into_iter().flat_map(|command| &command.scripts);
    let mut known = BTreeSet::new();
    let mut actions = Vec::new();
    for script in scripts {
        let (path, action): (PathBuf, AboutScript) = match (&script.resolution, finding.rule) {
            (Resolution::Missing(missing), "missing-script") => (normalize(&missing.path), create),
            (Resolution::Found(found), "not-executable") => (found.path.clone(), make_executable),
            _ => continue,
        };
        if known.insert(path.clone()) {
            actions.extend(action(view, finding, hook, &path));
        }
    }
    actions
}

fn create(view: &View<'_>, finding: &Diagnostic, hook: &Hook, path: &std::path::Path) -> Option<CodeAction> {
    if !view.session.client.creates || !view.session.is_in_a_folder(path) {
        return None;
    }
    let uri = view.session.uri(path)?;
    let text = template::script(path, hook.event)?;
    let changes = vec![
        DocumentChange::CreateFile(create_file(uri.clone())),
        DocumentChange::TextDocumentEdit(fill_file(uri, text)),
    ];
    Some(CodeAction {
        title: format!("Create `{}` from a template", view.source.place.show(path)),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![shown(view.session, finding)]),
        edit: Some(WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }),
        ..CodeAction::default()
    })
}

/// Makes an empty file, unless there is one.
fn create_file(uri: Uri) -> CreateFile {
    let options = CreateFileOptions { overwrite: Some(false), ignore_if_exists: Some(true) };
    CreateFile { uri, options: Some(options), annotation_id: None }
}

/// Writes a text into an empty file.
fn fill_file(uri: Uri, text: String) -> TextDocumentEdit {
    let at_start = TextEdit { range: Range::default(), new_text: text };
    TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier {
            version: None,
            text_document_identifier: TextDocumentIdentifier { uri },
        },
        edits: vec![ProtocolEdit::TextEdit(at_start)],
    }
}

fn make_executable(view: &View<'_>, finding: &Diagnostic, _: &Hook, path: &Path) -> Option<CodeAction> {
    if !cfg!(unix) {
        return None;
    }
    let shown_path = view.source.place.show(&view.session.editor_path(path));
    let uri = view.session.uri(&view.session.editor_path(path))?;
    let title = format!("Make `{shown_path}` executable");
    Some(CodeAction {
        title: title.clone(),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![shown(view.session, finding)]),
        command: Some(Command {
            title,
            command: MAKE_EXECUTABLE.to_owned(),
            arguments: Some(vec![uri.to_string().into()]),
            ..Command::default()
        }),
        ..CodeAction::default()
    })
}
