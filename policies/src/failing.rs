//! What follows when a hook cannot do its work.

use hookc_compiler::diagnostic::{Diagnostic, Effect};
use hookc_compiler::span::Span;

use crate::rule::{HookContext, Rule};

/// What the host does when this hook's program fails to start or ends with an error.
#[derive(Debug, Clone)]
pub(crate) struct Failing {
    /// The effect.
    pub(crate) effect: Effect,
    /// The effect in words, for this event.
    pub(crate) consequence: String,
}

impl Failing {
    /// For an ordinary failure: an exit code other than 0 and 2.
    pub(crate) fn of(context: &HookContext<'_>) -> Self {
        let event = context.hook.event;
        let facts = event.facts();
        match (facts.blocking.value.can_block(), context.hook.fails_closed()) {
            (true, true) => Self {
                effect: Effect::Blocks,
                consequence: format!(
                    "with `failClosed`, everything that `{}` judges is blocked",
                    event.name()
                ),
            },
            (true, false) => Self {
                effect: Effect::FailsOpen,
                consequence: "the hook fails, and the action that it should judge goes ahead".to_owned(),
            },
            (false, _) => Self {
                effect: Effect::FailsOpen,
                consequence: "the hook fails each time, and nothing comes of it".to_owned(),
            },
        }
    }

    /// For an exit code of 2, which blocks whatever `failClosed` says: what Python answers when its file is not there.
    pub(crate) fn with_exit_two(context: &HookContext<'_>) -> Self {
        let event = context.hook.event;
        if event.facts().blocking.value.can_block() {
            Self {
                effect: Effect::Blocks,
                consequence: format!(
                    "Python ends with 2 when its file is missing, and 2 blocks: so does everything that `{}` judges",
                    event.name()
                ),
            }
        } else {
            Self::of(context)
        }
    }

    /// For a script that is not there, started in this way.
    pub(crate) fn without_script(context: &HookContext<'_>, via: &hookc_compiler::command::Via) -> Self {
        match via {
            hookc_compiler::command::Via::Interpreter(name) if name.starts_with("python") || name == "py" => {
                Self::with_exit_two(context)
            }
            _ => Self::of(context),
        }
    }

    /// A finding of a rule, at its usual level, that has this outcome.
    pub(crate) fn finding(
        self,
        rule: &Rule,
        context: &HookContext<'_>,
        span: Span,
        message: impl Into<String>,
    ) -> Diagnostic {
        rule.with(rule.levels[0], self.effect, context.id(), span, message).consequence(self.consequence)
    }
}
