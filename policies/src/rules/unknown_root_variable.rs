use hookc_compiler::command::VariableUse;
use hookc_compiler::diagnostic::{Applicability, Edit};
use hookc_schema::SourceKind;

use crate::declare_rule;
use crate::failing::Failing;
use crate::rule::{Check, Findings, HookContext};

declare_rule! {
    /// A command uses a folder variable that the host does not set here.
    ///
    /// ## What the host does
    /// It sets `CURSOR_PROJECT_DIR` and `CLAUDE_PROJECT_DIR` for every hook, and `CURSOR_PLUGIN_ROOT` and `CLAUDE_PLUGIN_ROOT` for the hooks of plugins.
    /// Any other is empty unless the machine sets it, so that `${PLUGIN_ROOT}/x` becomes `/x`.
    ///
    /// ## Evidence
    /// OBS: probes saw the plugin variables empty in project and user hooks (HOOKS.md 3, 11).
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node \"${CLAUDE_PLUGIN_ROOT}/hooks/stop.mjs\"" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "node .cursor/hooks/stop.mjs" }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/stop.mjs
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "stop": [
    ///       { "command": "node \"${CURSOR_PLUGIN_ROOT:-.}/hooks/stop.mjs\"" },
    ///       { "command": "PLUGIN_ROOT=. sh -c 'echo \"$PLUGIN_ROOT\"'" }
    ///     ]
    ///   }
    /// }
    /// ```
    /// ```js hooks/stop.mjs
    /// process.stdout.write("{}");
    /// ```
    ///
    /// ## When to ignore it
    /// When every machine that uses the file sets the variable.
    "unknown-root-variable", [Error], [FailsOpen, Blocks], Obs, Check::Hook(check)
}

/// Variables with a plugin's folder, as the host names them.
pub(crate) const PLUGIN_ROOTS: [&str; 2] = ["CURSOR_PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"];

/// Folder variables of other hosts.
const OTHER_HOSTS: [&str; 6] = [
    "PLUGIN_ROOT",
    "CODEX_PLUGIN_ROOT",
    "COPILOT_PLUGIN_ROOT",
    "GEMINI_PROJECT_DIR",
    "CURSOR_PROJECT_ROOT",
    "CURSOR_WORKSPACE_ROOT",
];

fn check(context: &HookContext<'_>, findings: &mut Findings) {
    let Some(command) = context.hook.command() else { return };
    let is_plugin = context.source.kind() == Some(SourceKind::Plugin);
    let unset = |variable: &&VariableUse| {
        let name = variable.name.as_str();
        variable.default.is_none()
            && !variable.assigned
            && (OTHER_HOSTS.contains(&name) || (!is_plugin && PLUGIN_ROOTS.contains(&name)))
    };
    let variables = command.line.variables();
    let Some(variable) = variables.iter().find(unset) else { return };
    if is_tested(&command.text.value, &variable.name) {
        return;
    }
    let failing = Failing::of(context);
    let span = command.text.span_of(&context.source.tree, variable.range.clone());
    let mut finding = failing
        .finding(
            &RULE,
            context,
            span,
            format!("`{}` is not set by the host here, so the path starts at `/`", variable.name),
        )
        .label("empty");
    if is_plugin {
        let name = command.text.span_of(&context.source.tree, variable.name_range.clone());
        finding = finding.help("in a plugin the variable is `CURSOR_PLUGIN_ROOT`").fix(
            Applicability::Unsafe,
            "write `CURSOR_PLUGIN_ROOT`",
            vec![Edit { span: name, text: "CURSOR_PLUGIN_ROOT".to_owned() }],
        );
    } else {
        finding = finding.help("project hooks run in the project's root: write the path from there");
    }
    findings.report(finding);
}

/// Whether the line itself asks if the variable is set.
fn is_tested(line: &str, name: &str) -> bool {
    ["-n", "-z", "-d", "-f", "-e", "-x"].into_iter().any(|test| {
        line.contains(&format!("{test} \"${name}")) || line.contains(&format!("{test} \"${{{name}"))
    })
}
