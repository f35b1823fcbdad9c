use hookc_compiler::typecheck::Dialect;
use hookc_schema::event::{Blocking, Subject};

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A guard also runs for commands that only mention what it guards against.
    ///
    /// ## What the host does
    /// It searches the whole command line for the pattern. The message of a commit, a text to search for and a here-document are parts of that line.
    ///
    /// ## Evidence
    /// DOC for the subject (HOOKS.md 5.2), OBS for commits that were refused because of their message.
    ///
    /// ## Fails (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "exit 2", "matcher": "--no-verify" }] }
    /// }
    /// ```
    ///
    /// ## Fixed (pedantic)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "exit 2", "matcher": "^git (commit|push)\\b[^'\"]* --no-verify( |$)" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "exit 2", "matcher": "--no-verify" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the script looks closer itself, or a refusal too many does no harm.
    "guard-too-broad", [Info], [AlwaysRuns], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let facts = context.hook.event.facts();
    let is_gate = matches!(facts.blocking.value, Blocking::Permission(_));
    if !context.settings.pedantic || !is_gate || facts.subject.value != Subject::CommandText {
        return;
    }
    let Some((matcher, pattern)) =
        context.native_matcher().filter(|_| context.dialect() == Some(Dialect::Native))
    else {
        return;
    };
    let alternatives = pattern.alternatives();
    let Some(word) = alternatives.iter().find(|one| one.pattern.literal().is_some_and(|text| text.len() > 1))
    else {
        return;
    };
    let span = matcher.text.span_of(&context.source.tree, word.range.clone());
    let message =
        "this is found anywhere in the command line, in a commit's message or a text to search for too";
    findings.report(RULE.at(context.id(), span, message).label("no anchor").pedantic());
}
