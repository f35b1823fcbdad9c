//! Findings as the protocol has them.

use gen_lsp_types::{
    Code, CodeDescription, Diagnostic as Shown, DiagnosticRelatedInformation, DiagnosticSeverity,
    DiagnosticTag, Message, Uri,
};
use hookc_compiler::diagnostic::{Diagnostic, Effect, Level, Related};
use hookc_policies::escape::visible_lines;
use hookc_policies::rule::Rule;

use crate::session::Session;

/// The name under which findings appear.
pub(crate) const SOURCE: &str = "hookc";

/// A finding, with everything that a client can show of it.
pub(crate) fn shown(session: &Session<'_>, finding: &Diagnostic) -> Shown {
    let related = session.client.related.then(|| finding.related.iter());
    let related: Vec<_> =
        related.into_iter().flatten().filter_map(|related| place(session, related)).collect();
    Shown {
        range: session.lines(finding.file).range(finding.span),
        severity: Some(severity(finding.level)),
        code: Some(Code::String(finding.rule.to_owned())),
        code_description: page(finding.rule),
        source: Some(SOURCE.to_owned()),
        message: Message::String(message(finding)),
        tags: tag(finding).map(|tag| vec![tag]),
        related_information: (!related.is_empty()).then_some(related),
        data: None,
    }
}

fn place(session: &Session<'_>, related: &Related) -> Option<DiagnosticRelatedInformation> {
    let location = session.location(related.file, related.span)?;
    Some(DiagnosticRelatedInformation { location, message: visible_lines(&related.message).into_owned() })
}

const fn severity(level: Level) -> DiagnosticSeverity {
    match level {
        Level::Error => DiagnosticSeverity::Error,
        Level::Warning => DiagnosticSeverity::Warning,
        Level::Info => DiagnosticSeverity::Information,
    }
}

/// What is wrong, what it costs, and what to do: a line each.
fn message(finding: &Diagnostic) -> String {
    let mut message = finding.message.clone();
    for (word, text) in [("effect", &finding.consequence), ("help", &finding.help)] {
        if !text.is_empty() {
            message = format!("{message}\n{word}: {text}");
        }
    }
    visible_lines(&message).into_owned()
}

/// Text that is not read is shown faded, and what the host no longer reads is struck through.
fn tag(finding: &Diagnostic) -> Option<DiagnosticTag> {
    match (finding.rule, finding.effect) {
        ("deprecated-key", _) => Some(DiagnosticTag::Deprecated),
        (_, Effect::Ignored) => Some(DiagnosticTag::Unnecessary),
        _ => None,
    }
}

/// The page of a rule.
fn page(rule: &str) -> Option<CodeDescription> {
    Some(CodeDescription { href: Uri::parse(&Rule::help_uri(rule)).ok()? })
}
