//! What the server offers.

use gen_lsp_types::{
    ChangeNotifications, DiagnosticOptions, DiagnosticProvider, PositionEncodingKind, Save,
    ServerCapabilities, TextDocumentSync, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceOptions,
};

use crate::client::Client;
use crate::convert::Encoding;

/// The capabilities for this client. Where it does not ask for diagnostics, they are sent unasked, never both.
pub(crate) fn of_server(client: &Client) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match client.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSync::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::Incremental),
            save: Some(Save::Bool(true)),
            ..TextDocumentSyncOptions::default()
        })),
        diagnostic_provider: client.pulls.then(|| {
            DiagnosticProvider::DiagnosticOptions(DiagnosticOptions {
                identifier: Some("hookc".to_owned()),
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                ..DiagnosticOptions::default()
            })
        }),
        workspace: Some(WorkspaceOptions {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(ChangeNotifications::Bool(true)),
            }),
            ..WorkspaceOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}
