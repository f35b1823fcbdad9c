use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// Entries of a Cursor file are nested the way Claude nests them.
    ///
    /// ## What the host does
    ///
    /// Claude groups hooks: `{ "matcher": …, "hooks": [ … ] }`. Cursor's entries are flat, each with its own `command` and `matcher`. The host takes a
    /// group for an entry without a `command` and refuses the whole file.
    ///
    /// It is reported once for a file; the fix lifts all inner hooks and copies the matcher to each.
    ///
    /// ## Evidence
    ///
    /// BND: the loader says `Hook script command must be a string`. OBS: three reports of one file offered to both products.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [
    ///       { "matcher": "Shell", "hooks": [{ "type": "command", "command": "audit-log" }] }
    ///     ]
    ///   }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [
    ///       { "matcher": "Shell", "type": "command", "command": "audit-log" }
    ///     ]
    ///   }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// The nesting is right in a Claude settings file:
    ///
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": {
    ///     "PreToolUse": [
    ///       { "matcher": "Bash", "hooks": [{ "type": "command", "command": "audit-log" }] }
    ///     ]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build reads groups from a `hooks.json`. Keep a file for each product.
    "claude-nested-shape", [Error], [VoidsFile], Bnd, Check::Compiler
}
