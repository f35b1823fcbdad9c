use hookc_compiler::command::ProgramUse;
use hookc_compiler::typecheck::Command;
use hookc_schema::Event;

use crate::declare_rule;
use crate::reach::Reach;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// Every tool call waits for a program that takes long to start.
    ///
    /// ## What the host does
    /// It waits for the hook each time the event fires, and without a matcher that is each time something is read, written or run. A hook that
    /// takes longer than its timeout has failed.
    ///
    /// ## Evidence
    /// OBS: reports of sessions slowed down by seconds a call.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "npx agent-audit@1.4.0" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "npx agent-audit@1.4.0", "matcher": "Shell|Write" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [{ "command": "node tools/audit.js" }],
    ///     "afterFileEdit": [{ "command": "npx prettier@3.3.3 --write ." }],
    ///     "stop": [{ "command": "docker compose run --rm tests" }]
    ///   }
    /// }
    /// ```
    /// ```js tools/audit.js
    /// console.log("{}");
    /// ```
    ///
    /// ## When to ignore it
    /// When the program answers fast enough: measure it with `hookc run --trace`.
    "slow-hook", [Info], [None], Obs, Check::Hook(check)
}

/// Events that fire with every call of a tool, or as often.
const PER_CALL: [Event; 10] = [
    Event::PreToolUse,
    Event::PostToolUse,
    Event::PostToolUseFailure,
    Event::BeforeShellExecution,
    Event::AfterShellExecution,
    Event::BeforeMcpExecution,
    Event::AfterMcpExecution,
    Event::BeforeReadFile,
    Event::BeforeTabFileRead,
    Event::AfterTabFileEdit,
];

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let hook = context.hook;
    let Some(command) = hook.command().filter(|_| PER_CALL.contains(&hook.event)) else { return };
    let Some(dialect) = context.dialect() else { return };
    let is_for_all = match Reach::of(hook, dialect) {
        Some(Reach::All) => true,
        Some(Reach::Only(pattern)) => pattern.matches_everything(),
        Some(Reach::Mapped(pattern)) => pattern.matches_everything(),
        Some(Reach::Nothing) | None => false,
    };
    if !is_for_all {
        return;
    }
    let package =
        command.line.packages().first().map(|package| (package.range.clone(), package.runner.to_owned()));
    let slow = package.or_else(|| {
        let mut programs = command.line.programs().iter();
        let slow = programs.find(|program| is_slow(command, program))?;
        Some((slow.range.clone(), slow.name.clone()))
    });
    let Some((range, name)) = slow else { return };
    let span = command.text.span_of(&context.source.tree, range);
    let message = format!("`{name}` takes long to start, and `{}` waits for it each time", hook.event);
    findings.report(
        RULE.at(context.id(), span, message)
            .label("at every call")
            .help("name the tools it is for in a matcher, or start the program itself"),
    );
}

/// Whether a program starts a container, a build or a package manager.
fn is_slow(command: &Command, program: &ProgramUse) -> bool {
    let Some(parts) = command.line.commands().get(program.command) else { return false };
    let line = command.line.text();
    let behind = parts.words.iter().skip_while(|word| word.range.start <= program.range.start);
    let first = behind.map(|word| word.text(line)).find(|word| !word.starts_with('-')).unwrap_or_default();
    match program.name.as_str() {
        "docker" | "podman" => matches!(first.as_str(), "run" | "compose" | "build"),
        "cargo" | "go" | "dotnet" => matches!(first.as_str(), "run" | "build" | "test"),
        "npm" | "pnpm" | "yarn" | "bun" => matches!(first.as_str(), "install" | "ci" | "add"),
        "pip" | "pip3" => first == "install",
        "gradle" | "mvn" => true,
        _ => false,
    }
}
