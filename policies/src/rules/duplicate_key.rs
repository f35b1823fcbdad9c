use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// An object holds the same key twice.
    ///
    /// ## What the host does
    ///
    /// `JSON.parse` keeps the last value of a key and says nothing. When an event stands twice in `hooks`, all hooks of the first block are gone;
    /// when an option stands twice, the first value is.
    ///
    /// ## Evidence
    ///
    /// INF: follows from `JSON.parse`, which the host uses (BND). Two reports describe hooks that vanished this way.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "stop": [{ "command": "run-tests" }],
    ///     "stop": [{ "command": "say-done" }]
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
    ///     "stop": [{ "command": "run-tests" }, { "command": "say-done" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// The same key in two objects, and keys that differ in case:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "_note": "first",
    ///   "_Note": "second",
    ///   "hooks": {
    ///     "stop": [{ "command": "run-tests" }, { "command": "say-done" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: one of the two has no effect.
    "duplicate-key", [Error], [LastWins], Inf, Check::Compiler
}
