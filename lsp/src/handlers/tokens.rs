//! Colours inside matchers.

use gen_lsp_types::{
    SemanticTokens, SemanticTokensLegend, SemanticTokensParams, SemanticTokensRangeParams, Uri,
};
use hookc_compiler::matcher::{Pattern, TokenKind};
use hookc_compiler::span::Span;
use hookc_compiler::typecheck::Hook;
use hookc_schema::event::Vocabulary;

use crate::session::Session;

/// The kinds of tokens, by their numbers.
const TYPES: [&str; 5] = ["enumMember", "regexp", "keyword", "operator", "variable"];
const NAME: u32 = 0;

/// What the numbers of tokens mean.
pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend { token_types: TYPES.map(str::to_owned).to_vec(), token_modifiers: Vec::new() }
}

const fn number(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::Escape | TokenKind::Class => 1,
        TokenKind::Anchor => 2,
        TokenKind::Operator | TokenKind::Group => 3,
        TokenKind::Reference => 4,
    }
}

/// The tokens of a whole text.
pub(crate) fn full(session: &Session<'_>, params: &SemanticTokensParams) -> Option<SemanticTokens> {
    tokens(session, &params.text_document.uri, |_| true)
}

/// The tokens of a part of a text.
pub(crate) fn part(session: &Session<'_>, params: &SemanticTokensRangeParams) -> Option<SemanticTokens> {
    let uri = &params.text_document.uri;
    let asked = session.view(uri).map(|view| view.span(params.range))?;
    tokens(session, uri, |span| span.start <= asked.end && asked.start <= span.end)
}

fn tokens(session: &Session<'_>, uri: &Uri, is_asked: impl Fn(Span) -> bool) -> Option<SemanticTokens> {
    let view = session.view(uri)?;
    let mut spans: Vec<(Span, u32)> = Vec::new();
    for hook in view.source.config.iter().flat_map(|config| &config.hooks) {
        let Some(matcher) = &hook.matcher else { continue };
        // Hooks of one group share the matcher, which has its colours once.
        if hook.shares_matcher || !is_asked(matcher.text.span) {
            continue;
        }
        let Some(Ok(pattern)) = &matcher.pattern else { continue };
        let mut tokens: Vec<_> =
            pattern.tokens().into_iter().map(|(range, kind)| (range, number(kind))).collect();
        tokens.extend(names(pattern, hook).into_iter().map(|range| (range, NAME)));
        spans.extend(
            tokens.into_iter().map(|(range, kind)| (matcher.text.span_of(&view.source.tree, range), kind)),
        );
    }
    spans.sort_by_key(|(span, _)| *span);
    Some(SemanticTokens { result_id: None, data: view.tokens(&spans) })
}

/// The alternatives that are names which the event sends.
fn names(pattern: &Pattern, hook: &Hook) -> Vec<std::ops::Range<usize>> {
    let (Vocabulary::Closed(names) | Vocabulary::Known(names)) = hook.event.facts().vocabulary else {
        return Vec::new();
    };
    let text = pattern.text();
    let is_name =
        |range: &std::ops::Range<usize>| text.get(range.clone()).is_some_and(|text| names.contains(&text));
    pattern.alternatives().into_iter().map(|one| one.range).filter(is_name).collect()
}
