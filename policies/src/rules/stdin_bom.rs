use hookc_compiler::analysis::Platform;
use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::Language;

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::ProgramContext;

declare_rule! {
    /// A gate parses its input without taking a byte order mark off.
    ///
    /// ## What the host does
    /// On Windows it puts a byte order mark before the payload, some builds two. `JSON.parse` and `json.loads` refuse the text, so the gate fails: it is off, or
    /// with `failClosed` blocks everything.
    ///
    /// ## Evidence
    /// OBS: nine reports, among them entireio/cli#2352.
    ///
    /// ## Fails (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeSubmitPrompt": [{ "command": "node .cursor/hooks/keys.js", "failClosed": true }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/keys.js
    /// const raw = require('fs').readFileSync(0, 'utf8');
    /// const input = JSON.parse(raw);
    /// process.stdout.write(JSON.stringify({ continue: !/AKIA/.test(input.prompt) }));
    /// ```
    ///
    /// ## Fixed (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeSubmitPrompt": [{ "command": "node .cursor/hooks/keys.js", "failClosed": true }] }
    /// }
    /// ```
    /// ```js .cursor/hooks/keys.js
    /// const raw = require('fs').readFileSync(0, 'utf8');
    /// const input = JSON.parse(raw.replace(/^\uFEFF+/, ''));
    /// process.stdout.write(JSON.stringify({ continue: !/AKIA/.test(input.prompt) }));
    /// ```
    ///
    /// ## Stays silent (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeReadFile": [{ "command": "python .cursor/hooks/files.py", "failClosed": true }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/files.py
    /// import json, sys
    ///
    /// payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    /// print(json.dumps({"permission": "deny" if payload["file_path"].endswith(".pem") else "allow"}))
    /// ```
    ///
    /// ## When to ignore it
    /// When nobody who uses the hook works on Windows.
    "stdin-bom", [Info, Warning], [FailsOpen, Blocks], Obs, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let stdin = &context.facts().stdin;
    let is_strict = match context.facts().language {
        Language::Python | Language::JavaScript | Language::TypeScript => true,
        // `jq` skips the mark, and PowerShell's reader has taken it off or has spoilt it already.
        Language::Shell | Language::PowerShell => false,
    };
    let place = stdin.parsed_at.as_ref().or(stdin.place.as_ref());
    let Some(place) = place.filter(|_| is_strict && stdin.parsed && !stdin.strips_bom) else { return };
    let Some(gate) = context.told().find(|run| run.can_block()) else { return };
    let level = if context.runs_on(Platform::Windows) { Level::Warning } else { Level::Info };
    let (effect, consequence) = if gate.hook.fails_closed() {
        (Effect::Blocks, "parsing fails there, and with `failClosed` everything is blocked")
    } else {
        (Effect::FailsOpen, "parsing fails there, so the gate is off")
    };
    let help = if context.facts().language == Language::Python {
        "decode the bytes as `utf-8-sig`: `sys.stdin.buffer.read().decode(\"utf-8-sig\")`"
    } else {
        "strip it before parsing: `raw.replace(/^\\uFEFF+/, '')`"
    };
    findings.report(
        context
            .finding(
                &RULE,
                level,
                effect,
                place,
                "on Windows a byte order mark stands before the payload, and this does not take it",
            )
            .label("parsed as it comes")
            .consequence(consequence)
            .help(help),
    );
}
