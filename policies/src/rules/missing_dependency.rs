use hookc_compiler::diagnostic::{Effect, Level};
use hookc_schema::Event;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::{ProgramContext, Run};

declare_rule! {
    /// A guard needs a tool that may not be there, and does not look for it first.
    ///
    /// ## What the host does
    /// Without the tool the script fails before it has judged anything: with exit code 127, or with an empty value in place of what the tool should have
    /// found. Without `failClosed` the action goes ahead.
    ///
    /// ## Evidence
    /// OBS: four reports of guards that were off where `jq` was missing.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/no-push.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/no-push.sh
    /// command=$(jq -r '.command')
    /// if [ "$command" = "git push" ]; then
    ///   echo '{"permission":"deny"}'
    /// else
    ///   echo '{"permission":"allow"}'
    /// fi
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "bash .cursor/hooks/no-push.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/no-push.sh
    /// if ! command -v jq >/dev/null; then
    ///   echo "jq is not installed" >&2
    ///   exit 2
    /// fi
    /// command=$(jq -r '.command')
    /// if [ "$command" = "git push" ]; then
    ///   echo '{"permission":"deny"}'
    /// else
    ///   echo '{"permission":"allow"}'
    /// fi
    /// ```
    ///
    /// ## Stays silent
    /// A hook that fails closed, and one that only observes.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeShellExecution": [{ "command": "bash .cursor/hooks/no-push.sh", "failClosed": true }],
    ///     "afterFileEdit": [{ "command": "bash .cursor/hooks/log.sh" }]
    ///   }
    /// }
    /// ```
    /// ```sh .cursor/hooks/no-push.sh
    /// command=$(jq -r '.command')
    /// if [ "$command" = "git push" ]; then
    ///   echo '{"permission":"deny"}'
    /// else
    ///   echo '{"permission":"allow"}'
    /// fi
    /// ```
    /// ```sh .cursor/hooks/log.sh
    /// jq -r '.file_path' >&2
    /// ```
    ///
    /// ## When to ignore it
    /// When every machine that runs the hook has the tool.
    "missing-dependency", [Warning], [FailsOpen], Obs, Check::Program(check)
}

/// Tools that hooks like to use and that a fresh system lacks.
const TOOLS: [&str; 26] = [
    "jq",
    "gojq",
    "jaq",
    "yq",
    "rg",
    "fd",
    "ag",
    "ast-grep",
    "sg",
    "gh",
    "glab",
    "gitleaks",
    "trufflehog",
    "detect-secrets",
    "shellcheck",
    "semgrep",
    "opa",
    "conftest",
    "cue",
    "dasel",
    "fx",
    "gron",
    "sqlite3",
    "redis-cli",
    "psql",
    "gpg",
];

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let gates: Vec<&Run<'_>> = context
        .answering()
        .filter(|run| run.exits() && run.can_block() && !run.hook.fails_closed())
        .filter(|run| context.is_guard(run.event()) && !refuses_when_it_fails(context, run.event()))
        .collect();
    let Some(gate) = gates.first() else { return };
    let mut told: Vec<&str> = Vec::new();
    for program in &context.facts().programs {
        let name = program.name.as_str();
        if program.checked || program.optional || !TOOLS.contains(&name) || told.contains(&name) {
            continue;
        }
        told.push(name);
        findings.report(
            context
                .finding(
                    &RULE,
                    Level::Warning,
                    Effect::FailsOpen,
                    &program.place,
                    format!("the guard needs `{name}` and does not look whether it is there"),
                )
                .label("may be missing")
                .consequence(format!(
                    "without it the script fails, and what `{}` should judge goes ahead",
                    gate.event()
                ))
                .help(format!(
                    "refuse when `command -v {name}` finds nothing, or add `\"failClosed\": true`"
                )),
        );
    }
}

/// Whether an error handler of the program says no.
fn refuses_when_it_fails(context: &ProgramContext<'_>, event: Event) -> bool {
    context.ways(event).any(|way| way.handler.is_some() && context.refuses(way, event))
}
