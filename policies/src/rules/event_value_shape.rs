use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// An event holds something other than a list of hooks.
    ///
    /// ## What the host does
    ///
    /// The value of an event must be an array. A string, a number, `null` or `false` makes the host refuse the whole file; `null` does not mean
    /// "no hooks". An object in the place of the array is reported as `hooks-shape`.
    ///
    /// ## Evidence
    ///
    /// DOC: an array of definitions. BND: the loader says `<event> must be an array of hook scripts` and drops the file.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": "say-done" }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// A list that is empty:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "event-value-shape", [Error], [VoidsFile, NeverRuns], Bnd, Check::Compiler
}
