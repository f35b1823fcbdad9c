use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// An event of a Cursor file has Claude's name.
    ///
    /// ## What the host does
    ///
    /// Names such as `PreToolUse`, `UserPromptSubmit` or `SessionStart` are read from Claude settings files only, where the host maps
    /// them. In a `hooks.json` they are unknown events, and current builds refuse the whole file with every hook in it.
    ///
    /// | Claude | Cursor |
    /// |---|---|
    /// | `PreToolUse`, `PostToolUse` | `preToolUse`, `postToolUse` |
    /// | `UserPromptSubmit` | `beforeSubmitPrompt` |
    /// | `Stop`, `SubagentStop` | `stop`, `subagentStop` |
    /// | `SessionStart`, `SessionEnd` | `sessionStart`, `sessionEnd` |
    /// | `PreCompact` | `preCompact` |
    /// | `Notification`, `PermissionRequest` | none |
    ///
    /// Tool names differ as well: Claude's `Bash` is `Shell`, and `Edit` is `Write`.
    ///
    /// ## Evidence
    ///
    /// OBS and BND: as for `unknown-event`; the validators know no other spelling of a name. DOC: the table.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "UserPromptSubmit": [{ "command": "audit-log" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeSubmitPrompt": [{ "command": "audit-log" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Some matchers are constants that look like Claude's names:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeSubmitPrompt": [{ "command": "audit-log", "matcher": "UserPromptSubmit" }],
    ///     "stop": [{ "command": "say-done", "matcher": "Stop" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build reads these names from a `hooks.json`.
    "claude-event-name", [Error], [VoidsFile], Obs, Check::Compiler
}
