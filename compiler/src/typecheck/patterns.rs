//! Matchers that do not compile.

use hookc_schema::Evidence;

use super::{Checker, Dialect, Hook, Matcher};
use crate::diagnostic::{Applicability, Diagnostic, Effect, Level};
use crate::matcher::{self, PatternError};
use crate::syntax::edit;

impl Checker<'_> {
    /// Reports every matcher that JavaScript refuses; whether there is one.
    pub(super) fn matchers(&mut self, hooks: &[Hook]) -> bool {
        let mut refused = false;
        for hook in hooks {
            let Some(matcher) = &hook.matcher else { continue };
            let Some(Err(error)) = &matcher.pattern else { continue };
            refused = true;
            if !hook.shares_matcher {
                let diagnostic = self.matcher_syntax(matcher, error);
                self.report(diagnostic);
            }
        }
        refused
    }

    fn matcher_syntax(&self, matcher: &Matcher, error: &PatternError) -> Diagnostic {
        let text = &matcher.text;
        let span = text.span_of(self.tree, error.range.clone());
        let span = if span.start == span.end { text.span } else { span };
        let diagnostic = match self.dialect {
            Dialect::Native => self.fault(
                "matcher-syntax",
                Evidence::Bnd,
                span,
                format!(
                    "this matcher is not a JavaScript regular expression ({}), {}",
                    error.message,
                    self.cost()
                ),
            ),
            Dialect::Claude => Diagnostic::new(
                "matcher-syntax",
                Level::Error,
                Effect::AlwaysRuns,
                Evidence::Inf,
                self.file,
                span,
                format!(
                    "this matcher is not a JavaScript regular expression ({}), so it cannot narrow anything",
                    error.message
                ),
            ),
        }
        .label("does not compile");
        match matcher::suggest(&text.value, error) {
            Some(suggestion) => diagnostic.fix(
                Applicability::Unsafe,
                format!("write `{}`", suggestion.text),
                vec![edit::replace(text.span, edit::quote(&suggestion.text))],
            ),
            None => diagnostic,
        }
    }
}
