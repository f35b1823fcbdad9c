use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::typecheck::{Action, Dialect};

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

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
    "inert-prompt-hook", [Warning, Info], [Ignored], Inf, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Action::Prompt { prompt, .. } = &context.hook.action else { return };
    let event = context.hook.event;
    if event.facts().prompt_hook.value {
        return;
    }
    let level = if context.dialect() == Some(Dialect::Claude) { Level::Info } else { Level::Warning };
    findings.report(
        RULE.with(
            level,
            Effect::Ignored,
            context.id(),
            prompt.span,
            format!("the verdict of this prompt has nowhere to go: `{}` cannot block anything", event.name()),
        )
        .label("asked, and not heard")
        .help("a prompt hook judges with yes or no; to do something at this event use a command"),
    );
}
