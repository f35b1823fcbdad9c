use hookc_compiler::diagnostic::{Effect, Level};
use hookc_compiler::script::{FileWrite, FileWritten, Segment};

use crate::declare_rule;
use crate::rule::{Check, Findings};
use crate::script::ProgramContext;

declare_rule! {
    /// Prompts, commands or file contents are written to a file that everyone may read.
    ///
    /// ## What the host does
    /// It puts into the payload what the user types, what commands print and what files hold, secrets included. A file in `/tmp` is readable for every user of the
    /// machine by default, and nobody prunes it.
    ///
    /// ## Evidence
    /// DOC for the fields of each event.
    ///
    /// ## Fails
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeSubmitPrompt": [{ "command": "bash .cursor/hooks/trace.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/trace.sh
    /// payload=$(cat)
    /// echo "$payload" >> /tmp/cursor-hooks.log
    /// echo '{"continue":true}'
    /// ```
    ///
    /// ## Fixed
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeSubmitPrompt": [{ "command": "bash .cursor/hooks/trace.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/trace.sh
    /// umask 077
    /// payload=$(cat)
    /// echo "${#payload}" >> "$HOME/.cursor/hooks.log"
    /// echo '{"continue":true}'
    /// ```
    ///
    /// ## Stays silent
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "bash .cursor/hooks/trace.sh" }] }
    /// }
    /// ```
    /// ```sh .cursor/hooks/trace.sh
    /// file=$(jq -r .file_path)
    /// echo "$file" >> /tmp/edited-files.log
    /// ```
    ///
    /// ## When to ignore it
    /// When one person uses the machine and the file is short-lived.
    "secret-logging", [Warning], [Leaks], Doc, Check::Program(check)
}

/// Folders that every user of a machine may read.
const SHARED: [&str; 5] = ["/tmp/", "/private/tmp/", "/var/tmp/", "/dev/shm/", "C:/Windows/Temp/"];

/// What scripts write for such a folder.
const NAMES_OF_SHARED: [&str; 6] =
    ["gettempdir()", "tmpdir()", "$env:PUBLIC", "$env:ProgramData", "${TMPDIR:-/tmp}", "GetTempPath()"];

/// Fields that hold what people type, what programs print or what files contain.
const PRIVATE: [&str; 15] = [
    "prompt",
    "content",
    "command",
    "output",
    "text",
    "tool_input",
    "tool_output",
    "result_json",
    "edits",
    "user_email",
    "attachments",
    "task",
    "summary",
    "agent_message",
    "error_message",
];

fn check(context: &ProgramContext<'_>, findings: &mut Findings) {
    for write in &context.facts().file_writes {
        let Some(what) = private_part(write) else { continue };
        if write.private || !is_shared(context, write) {
            continue;
        }
        findings.report(
            context
                .finding(
                    &RULE,
                    Level::Warning,
                    Effect::Leaks,
                    &write.place,
                    format!("{what} is written to a file that every user of the machine may read"),
                )
                .label("readable for all, never pruned")
                .help("write lengths and event names only, or use a file of your own under `umask 077`"),
        );
    }
}

fn private_part(write: &FileWrite) -> Option<String> {
    match &write.written {
        FileWritten::Payload => Some("the whole payload, prompts and file contents included,".to_owned()),
        FileWritten::Field(path) => match path.first() {
            Some(Segment::Key(key)) if PRIVATE.contains(&key.name.as_str()) => {
                Some(format!("`{}`", key.name))
            }
            _ => None,
        },
        FileWritten::Other => None,
    }
}

/// Whether every user of the machine may read the file, unless somebody has seen to it.
fn is_shared(context: &ProgramContext<'_>, write: &FileWrite) -> bool {
    let target = write.target.replace('\\', "/");
    let written = context.text().get(write.place.clone()).unwrap_or_default().to_ascii_lowercase();
    SHARED.iter().any(|folder| target.starts_with(folder))
        || NAMES_OF_SHARED.iter().any(|name| written.contains(&name.to_ascii_lowercase()))
}
