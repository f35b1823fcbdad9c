use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A value has another JSON type than the host accepts.
    ///
    /// ## What the host does
    ///
    /// It checks the type of every option of every entry while it loads the file, and one wrong type makes it refuse the whole file: all hooks
    /// in it are off, also the ones that are right. A conversion is never tried: `"true"` is a string and no truth value.
    ///
    /// `null` counts as a value. It is right for `loop_limit` alone, and wrong for `matcher`, `failClosed`, `command` and the others: leave
    /// the option out to get its default.
    ///
    /// The options table of the documentation calls `matcher` an object. Its examples and every known build take a string.
    ///
    /// In a Claude settings file the fault costs that hook, not the file.
    ///
    /// ## Evidence
    ///
    /// BND: the validators of the 2026 host (`Hook script matcher must be a string if provided`, `Hook script failClosed must be a boolean`,
    /// `Hook script command must be a string`). INF for Claude settings files.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "git diff --quiet", "failClosed": "true" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "preToolUse": [{ "command": "git diff --quiet", "failClosed": true }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Options of the other type of hook, which the host does not look at, and `null` where it is right:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeShellExecution": [{ "type": "prompt", "prompt": "Does this command only read files?", "command": 7 }],
    ///     "stop": [{ "command": "say-done", "prompt": 7, "loop_limit": null }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "type-mismatch", [Error], [VoidsFile, NeverRuns], Bnd, Check::Compiler
}
