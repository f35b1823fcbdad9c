use hookc_compiler::source::{Role, Unread};

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// A hooks file lies beside the place where the host looks for it.
    ///
    /// ## What the host does
    /// It reads `.cursor/hooks.json`. A copy in `.cursor/hooks/`, beside the scripts, and hooks in `.cursor/settings.json` are not read, unless a
    /// plugin's manifest names the file.
    ///
    /// ## Evidence
    /// DOC for the places that are read (HOOKS.md 3, 6.4).
    ///
    /// ## Fails
    /// ```json .cursor/hooks/hooks.json
    /// { "version": 1, "hooks": { "stop": [{ "command": "notify-send done" }] } }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// { "version": 1, "hooks": { "stop": [{ "command": "notify-send done" }] } }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor-plugin/plugin.json
    /// { "name": "done", "hooks": ".cursor/hooks/hooks.json" }
    /// ```
    /// ```json .cursor/hooks/hooks.json
    /// { "version": 1, "hooks": { "stop": [{ "command": "notify-send done" }] } }
    /// ```
    ///
    /// ## When to ignore it
    /// When an installer copies the file to its place.
    "misplaced-hooks-file", [Warning], [NeverRuns], Doc, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    match context.source.role {
        Role::Unread(Unread::BesideScripts) => findings.report(
            RULE.at(
                context.id(),
                context.start(),
                "the host reads `.cursor/hooks.json`, not `.cursor/hooks/hooks.json`, so these hooks never run",
            )
            .label("not read here")
            .help("move the file one folder up"),
        ),
        Role::Unread(Unread::InSettings) => {
            let Some(hooks) = context.source.tree.root().get("hooks") else { return };
            findings.report(
                RULE.at(
                    context.id(),
                    hooks.key().span(),
                    "hooks in `.cursor/settings.json` are not read, so they never run",
                )
                .label("not read here")
                .help("put them into `.cursor/hooks.json`, or into `.claude/settings.json` in Claude's shape"),
            );
        }
        _ => {}
    }
}
