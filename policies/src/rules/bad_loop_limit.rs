use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A `loop_limit` is not a whole number from 1 up, nor `null`.
    ///
    /// ## What the host does
    ///
    /// It refuses the whole file, and every other hook in it is off. `0` is refused like a negative number: it means neither "never" nor
    /// "without end". `null` means no limit; without the option the limit is 5.
    ///
    /// The value is checked on every event, although only `stop` and `subagentStop` use it.
    ///
    /// ## Evidence
    ///
    /// OBS: three reports of files that were dropped for `loop_limit: 0` (editor 3.17.8). BND: the loader says
    /// `must be a positive integer (use null for no limit)`. DOC: `null` and the default.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done", "loop_limit": 0 }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done", "loop_limit": 1 }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// High limits, and one written with a fraction of zero:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "stop": [{ "command": "say-done", "loop_limit": 200 }],
    ///     "subagentStop": [{ "command": "say-done", "loop_limit": 3.0 }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "bad-loop-limit", [Error], [VoidsFile, NeverRuns], Bnd, Check::Compiler
}
