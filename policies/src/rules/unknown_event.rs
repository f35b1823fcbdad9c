use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A key of `hooks` is not an event.
    ///
    /// ## What the host does
    ///
    /// Current builds refuse the whole file: one wrong name switches off every hook in it, and other files go on working. The log says
    /// `Unknown hook type: X. Valid types are: …`. Names are case-sensitive. In a plugin the refusal shows no error at all.
    ///
    /// Older builds may have ignored the key alone, and some tools still describe it so. A name that is newer than the installed build is unknown
    /// to that build, with the same consequence.
    ///
    /// In a Claude settings file an unknown event costs only its own hooks: they are skipped with a line in the log.
    ///
    /// ## Evidence
    ///
    /// OBS: reports of dropped files (CLI 2026.09.10, plugins on 3.15) and the skipping in Claude files. BND: CLI 2026.09.18 and the
    /// validators of the 2026 host. DOC: the 21 events.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellCommand": [{ "command": "audit-log" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "audit-log" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Events that only newer builds have are events:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "postToolUseFailure": [{ "command": "audit-log" }],
    ///     "afterAgentThought": [{ "command": "audit-log" }],
    ///     "workspaceOpen": [{ "command": "audit-log" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// When the event is newer than this program and every build that reads the file knows it.
    "unknown-event", [Error, Warning], [VoidsFile, NeverRuns], Obs, Check::Compiler
}
