use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The `type` of an entry is neither `"command"` nor `"prompt"`.
    ///
    /// ## What the host does
    ///
    /// It refuses the whole file, and every other hook in it is off. `null` is refused too: an entry without a type is one that leaves the
    /// key out.
    ///
    /// A Claude settings file may hold other types (`http`, `agent`): the host skips those hooks and reads the rest.
    ///
    /// ## Evidence
    ///
    /// DOC: the two values. BND: the loader says `Invalid hook type: "x". Must be "command", "prompt", or omitted` and drops the file.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "type": "script", "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "type": "command", "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Without `type` an entry is a command hook:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "bad-type", [Error], [VoidsFile, NeverRuns], Bnd, Check::Compiler
}
