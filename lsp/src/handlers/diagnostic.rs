//! Diagnostics that the client asks for.

use gen_lsp_types::{
    DocumentDiagnosticParams, DocumentDiagnosticReport, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, WorkspaceDiagnosticParams, WorkspaceDiagnosticReport,
    WorkspaceDocumentDiagnosticReport, WorkspaceFullDocumentDiagnosticReport,
};
use hookc_compiler::diagnostic::Diagnostic;

use crate::diagnostics::shown;
use crate::session::{Session, path_of};

/// What there is to say of one file.
pub(crate) fn of_document(
    session: &Session<'_>,
    params: &DocumentDiagnosticParams,
) -> DocumentDiagnosticReport {
    let findings = session.findings();
    let of_file = path_of(&params.text_document.uri).and_then(|path| findings.get(&path));
    let report = RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: full(session, of_file.map_or(&[], Vec::as_slice)),
    };
    DocumentDiagnosticReport::RelatedFullDocumentDiagnosticReport(report)
}

/// What there is to say of every file. A file that is not in the answer has nothing against it.
pub(crate) fn of_workspace(
    session: &Session<'_>,
    params: &WorkspaceDiagnosticParams,
) -> WorkspaceDiagnosticReport {
    let mut findings = session.findings();
    // Files that were at fault and are no longer have to be told, or the client keeps what it knows.
    for known in &params.previous_result_ids {
        if let Some(path) = path_of(&known.uri) {
            findings.entry(path).or_default();
        }
    }
    let items = findings.iter().filter_map(|(path, findings)| {
        let report = WorkspaceFullDocumentDiagnosticReport {
            uri: session.uri(path)?,
            version: session.document(path).map(|document| document.version),
            full_document_diagnostic_report: full(session, findings),
        };
        Some(WorkspaceDocumentDiagnosticReport::WorkspaceFullDocumentDiagnosticReport(report))
    });
    WorkspaceDiagnosticReport { items: items.collect() }
}

/// Every report has a number, so that the client names the files again that it knows something of.
fn full(session: &Session<'_>, findings: &[&Diagnostic]) -> FullDocumentDiagnosticReport {
    FullDocumentDiagnosticReport {
        result_id: Some(findings.len().to_string()),
        items: findings.iter().map(|finding| shown(session, finding)).collect(),
    }
}
