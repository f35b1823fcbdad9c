use std::collections::HashSet;
use std::sync::Arc;

use hookc_compiler::diagnostic::FileId;
use hookc_compiler::script::Facts;
use hookc_compiler::typecheck::Hook;
use hookc_schema::{Event, SourceKind};

use crate::declare_rule;
use crate::reach::Reach;
use crate::rule::{Check, Findings, SourceContext};

declare_rule! {
    /// A guard protects files, and not those that make it a guard.
    ///
    /// ## What the host does
    /// It reads a hooks file again as soon as it changes. An agent that may write to it, or to the script, can switch the guard off with one edit.
    ///
    /// ## Evidence
    /// OBS: agents that rewrote the hooks that stood in their way.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "python3 tools/protect.py", "matcher": "Write|Delete", "failClosed": true }] }
    /// }
    /// ```
    /// ```py tools/protect.py
    /// import json, sys
    /// event = json.load(sys.stdin.buffer)
    /// secret = event["tool_input"]["file_path"].endswith(".env")
    /// print(json.dumps({"permission": "deny" if secret else "allow"}))
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "python3 tools/protect.py", "matcher": "Write|Delete", "failClosed": true }] }
    /// }
    /// ```
    /// ```py tools/protect.py
    /// import json, sys
    /// event = json.load(sys.stdin.buffer)
    /// path = event["tool_input"]["file_path"]
    /// secret = path.endswith(".env") or "/.cursor/" in path or "/tools/" in path
    /// print(json.dumps({"permission": "deny" if secret else "allow"}))
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [{ "command": "python3 tools/log.py", "matcher": "Write" }],
    ///     "beforeShellExecution": [{ "command": "python3 tools/shell.py", "failClosed": true }]
    ///   }
    /// }
    /// ```
    /// ```py tools/log.py
    /// import json, sys
    /// print(json.load(sys.stdin.buffer)["tool_input"]["file_path"], file=sys.stderr)
    /// print("{}")
    /// ```
    /// ```py tools/shell.py
    /// import json, sys
    /// risky = "rm -rf" in json.load(sys.stdin.buffer)["command"]
    /// print(json.dumps({"permission": "deny" if risky else "allow"}))
    /// ```
    ///
    /// ## When to ignore it
    /// When the guard is against mistakes and not against the agent, or the files are protected by other means.
    "config-self-modification", [Info], [None], Obs, Check::Source(check)
}

fn check(context: &SourceContext<'_>, findings: &mut Findings) {
    if context.source.kind() != Some(SourceKind::Project) {
        return;
    }
    let Some(config) = context.source.config.as_ref().filter(|config| !config.void) else { return };
    let gates = config.hooks.iter().filter(|hook| {
        hook.event == Event::PreToolUse
            && Reach::of(hook, config.dialect).is_some_and(|reach| reach.takes("Write"))
    });
    let mut first = None;
    let mut seen = HashSet::new();
    for hook in gates {
        let Some(files) = script_files(hook) else { return };
        let texts: Vec<&str> = files
            .into_iter()
            .filter(|file| seen.insert(*file))
            .map(|file| context.analysis.text(file))
            .collect();
        if texts.iter().any(|text| text.contains(".cursor") || text.contains("hooks")) {
            return;
        }
        if first.is_none() && texts.iter().any(|text| protects_files(text)) {
            first = Some(hook);
        }
    }
    let Some((hook, command)) = first.and_then(|hook| Some((hook, hook.command()?))) else { return };
    let Some(script) = command.scripts.first() else { return };
    let span = command.text.span_of(&context.source.tree, script.used.range.clone());
    findings.report(
        RULE.at(context.id(), span, "this guard lets the agent change its own registration and script")
            .label("does not protect itself")
            .help("refuse writes to `.cursor/` and to the scripts of hooks too")
            .related(context.id(), hook.event_key.span, "no gate here names them"),
    );
}

/// The files of all scripts of a hook; `None` when one of them, or what it loads, is not known.
fn script_files(hook: &Hook) -> Option<Vec<FileId>> {
    let scripts = hook.command()?.scripts.iter();
    let files = scripts.map(|script| {
        let loads_others =
            |facts: &Arc<Facts>| facts.imports.iter().any(|import| import.name.starts_with('.'));
        script.file.filter(|_| !script.facts.as_ref().is_some_and(loads_others))
    });
    files.collect::<Option<Vec<_>>>().filter(|files| !files.is_empty())
}

/// Whether a script refuses something by the path of a file.
fn protects_files(text: &str) -> bool {
    text.contains("file_path") && text.contains("deny")
}
