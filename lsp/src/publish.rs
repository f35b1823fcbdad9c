//! What the client has been told of each file, so that only news is sent.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::{Diagnostic as Shown, PublishDiagnosticsParams};
use hookc_compiler::diagnostic::{Diagnostic, FileId};

use crate::diagnostics::shown;
use crate::session::Session;

/// What there is to say of a file.
#[derive(Debug)]
pub(crate) struct News {
    pub(crate) params: PublishDiagnosticsParams,
    /// Whether the client has not touched the file, so that it has no cause to ask.
    pub(crate) unprompted: bool,
}

/// What was sent.
#[derive(Debug, Default)]
pub(crate) struct Published(BTreeMap<PathBuf, Told>);

/// What was sent of one file, and what it was made of: the findings, and the texts that they point into.
#[derive(Debug)]
struct Told {
    shown: Vec<Shown>,
    findings: Vec<Diagnostic>,
    texts: Vec<Arc<str>>,
    version: Option<i32>,
}

impl Published {
    /// What there is to say that has not been said: of each file whose findings are others, or whose text has a newer version.
    pub(crate) fn news(&mut self, session: &Session<'_>) -> Vec<News> {
        let now = session.findings();
        let gone: Vec<PathBuf> = self.0.keys().filter(|path| !now.contains_key(*path)).cloned().collect();
        let mut news: Vec<_> = gone.iter().filter_map(|path| self.file(session, path, &[])).collect();
        news.extend(now.iter().filter_map(|(path, findings)| self.file(session, path, findings)));
        for (path, document) in session.documents() {
            if !now.contains_key(path) && self.is_older(path, document.version) {
                news.extend(self.file(session, path, &[]));
            }
        }
        self.0.retain(|path, told| !told.findings.is_empty() || session.document(path).is_some());
        news
    }

    fn is_older(&self, path: &Path, version: i32) -> bool {
        self.0.get(path).is_none_or(|told| told.version != Some(version))
    }

    fn file(&mut self, session: &Session<'_>, path: &Path, findings: &[&Diagnostic]) -> Option<News> {
        let version = session.document(path).map(|document| document.version);
        if let Some(told) = self.0.get(path)
            && told.version == version
            && is_same(told, session, findings)
        {
            return None;
        }
        let uri = session.uri(path)?;
        let shown: Vec<Shown> = findings.iter().map(|finding| shown(session, finding)).collect();
        let texts = texts(session, findings).cloned().collect();
        let findings = findings.iter().map(|&finding| finding.clone()).collect();
        let told = Told { shown: shown.clone(), findings, texts, version };
        let before = self.0.insert(path.to_path_buf(), told);
        // Another text around the same findings is seldom news of another file.
        if before.as_ref().is_some_and(|told| told.version == version && told.shown == shown) {
            return None;
        }
        let unprompted = before.and_then(|told| told.version) == version;
        Some(News { params: PublishDiagnosticsParams { uri, version, diagnostics: shown }, unprompted })
    }
}

/// Whether nothing would be shown in another way. The same place is another line where the text before it is another.
fn is_same(told: &Told, session: &Session<'_>, findings: &[&Diagnostic]) -> bool {
    // As many findings as before point into as many texts.
    told.findings.len() == findings.len()
        && told.findings.iter().zip(findings).all(|(one, other)| one == *other)
        && told.texts.iter().zip(texts(session, findings)).all(|(one, other)| Arc::ptr_eq(one, other))
}

/// The text that each finding and each place beside it points into.
fn texts<'s>(session: &'s Session<'_>, findings: &[&Diagnostic]) -> impl Iterator<Item = &'s Arc<str>> {
    let files = findings.iter().flat_map(|finding| {
        std::iter::once(finding.file).chain(finding.related.iter().map(|related| related.file))
    });
    files.map(|file: FileId| &session.files()[file.0 as usize].text)
}
