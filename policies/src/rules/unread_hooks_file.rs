use hookc_compiler::source::{Role, Unread};

use crate::declare_rule;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// A hooks file lies where nothing reads it.
    ///
    /// ## What the host does
    /// A workspace loads `.cursor/hooks.json` and nothing else. A plugin's folder that was copied into a project registers nothing, and
    /// `CURSOR_PLUGIN_ROOT` is not set for it; a file of another name is not looked for.
    ///
    /// ## Evidence
    /// DOC for the places that are read (HOOKS.md 3, 6.4).
    ///
    /// ## Fails
    /// ```json .cursor-plugin/memory/hooks/hooks.json
    /// { "version": 1, "hooks": { "sessionStart": [{ "command": "memory recall" }] } }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// { "version": 1, "hooks": { "sessionStart": [{ "command": "memory recall" }] } }
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor-plugin/plugin.json
    /// { "name": "memory", "hooks": "./hooks/hooks-cursor.json" }
    /// ```
    /// ```json hooks/hooks-cursor.json
    /// { "version": 1, "hooks": { "sessionStart": [{ "command": "memory recall" }] } }
    /// ```
    ///
    /// ## When to ignore it
    /// When the folder is a plugin's source that is packed or copied elsewhere before it is used.
    "unread-hooks-file", [Warning], [NeverRuns], Doc, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    let (message, help) = match context.source.role {
        Role::Unread(Unread::PluginFolderInProject) => (
            "nothing below `.cursor-plugin` of a workspace is read, so these hooks never run",
            "install the plugin, or register the hooks in `.cursor/hooks.json`",
        ),
        Role::Unread(Unread::OddName) => (
            "the host looks for `.cursor/hooks.json` only, so these hooks never run",
            "rename the file to `hooks.json`",
        ),
        _ => return,
    };
    findings.report(RULE.at(context.id(), context.start(), message).label("not read").help(help));
}
