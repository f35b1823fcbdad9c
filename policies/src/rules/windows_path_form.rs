use hookc_compiler::analysis::Platform;
use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{Read, Segment};

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::ProgramContext;

declare_rule! {
    /// A folder of `workspace_roots` is used as a path, which on Windows it is not.
    ///
    /// ## What the host does
    /// On Windows it sends the folders in the form of a URI: `/c:/Users/ann/app`. Joined or compared as it is, such a path leads nowhere.
    ///
    /// ## Evidence
    /// OBS: five captures and reports.
    ///
    /// ## Fails (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "python .cursor/hooks/save.py" }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/save.py
    /// import json, sys
    ///
    /// payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    /// root = payload["workspace_roots"][0]
    /// open(root + "/last-turn.txt", "w").close()
    /// ```
    ///
    /// ## Fixed (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "python .cursor/hooks/save.py" }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/save.py
    /// import json, re, sys
    ///
    /// payload = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    /// root = re.sub(r"^/([A-Za-z]:)", r"\1", payload["workspace_roots"][0])
    /// open(root + "/last-turn.txt", "w").close()
    /// ```
    ///
    /// ## Stays silent (platform windows)
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "python .cursor/hooks/save.py" }] }
    /// }
    /// ```
    /// ```py .cursor/hooks/save.py
    /// import json, os, sys
    ///
    /// json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
    /// open(os.environ["CURSOR_PROJECT_DIR"] + "/last-turn.txt", "w").close()
    /// ```
    ///
    /// ## When to ignore it
    /// When nobody who uses the hook works on Windows, or the path is only shown.
    "windows-path-form", [Info, Warning], [None], Obs, Check::Program(check)
}

/// What scripts write that know of drive letters.
const KNOWS_DRIVES: [&str; 9] = [
    "A-Za-z]:",
    "a-zA-Z]:",
    "[a-z]:",
    "[A-Z]:",
    "fileURLToPath",
    "url2pathname",
    "cygpath",
    "wslpath",
    "lstrip(\"/\")",
];

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    let Some(read) = context.facts().reads.iter().find(|read| is_root(read)) else { return };
    if context.told().next().is_none() || KNOWS_DRIVES.iter().any(|sign| context.text().contains(sign)) {
        return;
    }
    let level = if context.runs_on(Platform::Windows) { Level::Warning } else { Level::Info };
    findings.report(
        context
            .finding(
                &RULE,
                level,
                Effect::None,
                &read.place,
                "on Windows this has the form `/c:/Users/ann/app`, which is no path",
            )
            .label("a URI's path")
            .help("take the slash before the drive letter off, or use `CURSOR_PROJECT_DIR`"),
    );
}

/// Whether one folder of the list is read.
fn is_root(read: &Read) -> bool {
    matches!(read.path.as_slice(), [Segment::Key(key), Segment::Item, ..] if key.name == "workspace_roots")
}
