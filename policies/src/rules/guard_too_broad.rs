use hookc_compiler::diagnostic::{Diagnostic, Effect, Level};
use hookc_schema::event::Subject;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::ProgramContext;

declare_rule! {
    /// A guard refuses every command that only mentions a word.
    ///
    /// ## What the host does
    /// It looks for the matcher anywhere in the command line. A word without a boundary also stands in commit messages, in arguments of `grep` and inside longer words, and
    /// a hook that refuses whenever it runs blocks all of these.
    ///
    /// ## Evidence
    /// DOC for matchers; OBS for four reports of guards that blocked a commit about the forbidden command.
    ///
    /// ## Fails (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "echo '{\"permission\":\"deny\"}'", "matcher": "terraform" }] }
    /// }
    /// ```
    ///
    /// ## Fixed (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "echo '{\"permission\":\"deny\"}'", "matcher": "^terraform " }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When blocking too much is better than blocking too little.
    "guard-too-broad", [Info], [AlwaysRuns], Inf, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    if !context.settings.pedantic || !context.facts().is_sure() {
        return;
    }
    for run in context.answering().filter(|run| run.exits()) {
        let event = run.event();
        let refuses_always = context.ways(event).next().is_some()
            && context.ways(event).all(|way| context.refuses(way, event));
        let hook = context.hook(run);
        let Some((matcher, pattern)) = hook.native_matcher() else { continue };
        if !refuses_always || event.facts().subject.value != Subject::CommandText {
            continue;
        }
        let text = pattern.text();
        let Some(word) =
            pattern.alternatives().into_iter().find(|branch| is_bare(text.get(branch.range.clone())))
        else {
            continue;
        };
        let span = matcher.text.span_of(&run.source.tree, word.range.clone());
        findings.report(finding(run.source.file, span));
    }
}

fn finding(file: hookc_compiler::diagnostic::FileId, span: hookc_compiler::span::Span) -> Diagnostic {
    RULE.with(
        Level::Info,
        Effect::AlwaysRuns,
        file,
        span,
        "the guard refuses every command that only mentions this word",
    )
    .label("found anywhere in the line")
    .help("begin with `^`, or end the word with `\\b`")
    .pedantic()
}

/// Whether a branch is a word without any boundary.
fn is_bare(branch: Option<&str>) -> bool {
    branch.is_some_and(|branch| {
        !branch.is_empty()
            && branch.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_'))
    })
}
