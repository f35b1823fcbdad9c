use hookc_compiler::diagnostic::{Applicability, Effect};
use hookc_compiler::matcher::{self, Trap, TrapKind};
use hookc_compiler::syntax::edit;
use hookc_schema::event::Subject;
use hookc_schema::tool;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A matcher compiles, but JavaScript reads it otherwise than its author.
    ///
    /// ## What the host does
    /// It reads matchers as JavaScript regular expressions without flags. `[[:space:]]` is a set of letters there, `\A` and `\Z` are the letters
    /// A and Z, and `Bash(git *)` is the word `Bash` followed by `git` and blanks: it matches no tool.
    ///
    /// ## Evidence
    /// DOC: the vendor's hook-writing skill says "JavaScript-style, not POSIX" (HOOKS.md 5.1).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "check-command", "matcher": "git[[:space:]]+push" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "check-command", "matcher": "git\\s+push" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeShellExecution": [{ "command": "check-command", "matcher": "openspec[\\\\/]changes|nc \\-l|rm\\s+(-rf|--force)" }],
    ///     "preToolUse": [{ "command": "check-command", "matcher": "^(Shell|Write)$" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    /// When the pattern means what JavaScript makes of it.
    "matcher-dialect", [Warning], [NeverRuns, AlwaysRuns], Doc, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(matcher) = &context.hook.matcher else { return };
    let Some(Ok(pattern)) = &matcher.pattern else { return };
    if context.hook.shares_matcher {
        return;
    }
    for trap in matcher::traps(pattern) {
        if matches!(trap.kind, TrapKind::PermissionRule { .. })
            && context.hook.event.facts().subject.value == Subject::CommandText
        {
            continue;
        }
        let span = matcher.text.span_of(&context.source.tree, trap.range.clone());
        let written = &matcher.text.value[trap.range.clone()];
        let mut finding = RULE
            .at(
                context.id(),
                span,
                format!("`{written}` means something else in JavaScript: {}", trap.meaning),
            )
            .label("not JavaScript's")
            .help(help(&trap));
        finding.effect = Effect::NeverRuns;
        if let Some(replacement) = &trap.replacement {
            finding = finding.fix(
                Applicability::Unsafe,
                format!("write `{replacement}`"),
                vec![edit::replace_inside(span, replacement)],
            );
        }
        findings.report(finding);
    }
}

fn help(trap: &Trap) -> String {
    match &trap.kind {
        TrapKind::PermissionRule { tool, .. } => match tool::foreign(tool) {
            Some(_) => "match the tool alone, and test its input in the script".to_owned(),
            None => format!("match `{tool}` alone, and test its input in the script"),
        },
        _ => String::new(),
    }
}
