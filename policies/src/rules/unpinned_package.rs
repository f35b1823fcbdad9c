use hookc_compiler::command::{PackageRun, Pinning};
use hookc_compiler::typecheck::Command;

use crate::declare_rule;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A hook fetches and runs a package without naming its version.
    ///
    /// ## What the host does
    /// It runs the command at every event, and the runner takes the newest release, with the rights of the user. It also costs a start of the
    /// package manager each time.
    ///
    /// ## Evidence
    /// INF: this is what the runners do; the host has no part in it.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "npx -y agent-summary" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "npx -y agent-summary@2.1.0" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "npx --no-install eslint ." }, { "command": "uv run --script tools/stop.py" }] }
    /// }
    /// ```
    /// ```py tools/stop.py
    /// print("{}")
    /// ```
    ///
    /// ## When to ignore it
    /// When the project depends on the package, so that the runner takes the installed one.
    "unpinned-package", [Info], [Leaks], Inf, Check::Hook(check)
}

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    for package in unpinned(command) {
        let span = command.text.span_of(&context.source.tree, package.range.clone());
        findings.report(
            RULE.at(
                context.id(),
                span,
                format!("`{}` runs whatever version of `{}` is newest", package.runner, package.name),
            )
            .label("no version")
            .help(format!("name one: `{}@1.2.3`", package.name)),
        );
    }
}

/// The packages that a command fetches and runs in whatever version is newest.
pub(crate) fn unpinned(command: &Command) -> impl Iterator<Item = &PackageRun> {
    command.line.packages().iter().filter(|package| {
        let is_installed = package.pinning == Pinning::None && command.installed.contains(&package.range);
        let is_unpinned = matches!(package.pinning, Pinning::None | Pinning::Tag(_));
        is_unpinned && !package.local_only && !is_installed
    })
}
