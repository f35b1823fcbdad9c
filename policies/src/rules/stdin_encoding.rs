use hookc_compiler::analysis::Platform;
use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{Language, StdinUse};

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::ProgramContext;

declare_rule! {
    /// A script reads its input in the code page of the console.
    ///
    /// ## What the host does
    /// It writes the payload in UTF-8. On Windows, Python's text mode and PowerShell's `[Console]::In` decode it in the code page of the system: names and prompts
    /// with other letters than English ones arrive broken, and some of them make parsing fail.
    ///
    /// ## Evidence
    /// OBS: four reports on Windows.
    ///
    /// ## Fails (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterMCPExecution": [{ "command": "powershell -NoProfile -File .cursor/hooks/log.ps1" }] }
    /// }
    /// ```
    /// ```ps1 .cursor/hooks/log.ps1
    /// $raw = [Console]::In.ReadToEnd()
    /// $event = $raw | ConvertFrom-Json
    /// [Console]::Error.WriteLine($event.tool_name)
    /// ```
    ///
    /// ## Fixed (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterMCPExecution": [{ "command": "powershell -NoProfile -File .cursor/hooks/log.ps1" }] }
    /// }
    /// ```
    /// ```ps1 .cursor/hooks/log.ps1
    /// $stream = [System.IO.StreamReader]::new([Console]::OpenStandardInput(), [System.Text.Encoding]::UTF8)
    /// $raw = $stream.ReadToEnd()
    /// $event = $raw | ConvertFrom-Json
    /// [Console]::Error.WriteLine($event.tool_name)
    /// ```
    ///
    /// ## Stays silent
    /// Without Windows among the platforms.
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "python3 .cursor/hooks/log.py" }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/log.py
    /// import json, sys
    ///
    /// payload = json.load(sys.stdin)
    /// sys.stderr.write(payload["file_path"])
    /// ```
    ///
    /// ## When to ignore it
    /// When only fields are used that hold plain English letters.
    "stdin-encoding", [Warning], [FailsOpen], Obs, Check::Program(check)
}

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let stdin = &context.facts().stdin;
    let help = match context.facts().language {
        Language::Python => "read bytes: `sys.stdin.buffer.read().decode(\"utf-8-sig\")`",
        Language::PowerShell => "read `[Console]::OpenStandardInput()` as UTF-8 with a `StreamReader`",
        Language::Shell | Language::JavaScript | Language::TypeScript => return,
    };
    let reads_text = stdin.used == StdinUse::Whole && stdin.parsed && !stdin.names_encoding;
    let Some(place) = stdin.place.as_ref().filter(|_| reads_text && context.runs_on(Platform::Windows))
    else {
        return;
    };
    if context.told().next().is_none() {
        return;
    }
    findings.report(
        context
            .finding(
                &RULE,
                Level::Warning,
                Effect::FailsOpen,
                place,
                "on Windows this reads UTF-8 in the code page of the system",
            )
            .label("no encoding is named")
            .consequence("other letters than English ones arrive broken, and parsing can fail")
            .help(help),
    );
}
