use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::typecheck::{Action, Dialect};

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// A prompt hook gives its verdict at an event that cannot block.
    ///
    /// ## What the host does
    /// A prompt hook is a yes-or-no judge: the model answers `{ok, reason}`, and `ok: false` blocks. At an event where nothing can be
    /// blocked the model is asked and its answer is thrown away.
    ///
    /// ## Evidence
    /// INF: from the table of what each event honours (HOOKS.md 1.3, 7.3).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "type": "prompt", "prompt": "Does the edit follow our naming rules?" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [{ "type": "prompt", "prompt": "Does the edit follow our naming rules?", "matcher": "Write" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeSubmitPrompt": [{ "type": "prompt", "prompt": "Is the prompt free of customer names?" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// Never in a hooks file of one's own. In a Claude settings file the hook may do its work in Claude Code; there it is an info.
    "inert-prompt-hook", [Warning, Info], [Ignored], Inf, Check::Source(check)
}

/// The first such hook of the file, with the others as related places: what is to be understood is the same for all.
fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let hooks = context.source.config.iter().flat_map(|config| &config.hooks);
    let mut inert = hooks.filter_map(|hook| match &hook.action {
        Action::Prompt { prompt, .. } if !hook.event.facts().prompt_hook.value => {
            Some((hook.event, prompt.span))
        }
        _ => None,
    });
    let Some((event, span)) = inert.next() else { return };
    let level = if context.dialect() == Some(Dialect::Claude) { Level::Info } else { Level::Warning };
    let mut finding = RULE
        .with(
            level,
            Effect::Ignored,
            context.id(),
            span,
            format!(
                "the verdict of this prompt has nowhere to go: in Cursor `{}` cannot block anything",
                event.name()
            ),
        )
        .label("asked, and not heard")
        .help("a prompt hook judges with yes or no; to do something at this event use a command");
    for (event, span) in inert {
        finding = finding.related(context.id(), span, format!("nor can `{}`", event.name()));
    }
    findings.report(finding);
}
