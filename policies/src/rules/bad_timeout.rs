use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A `timeout` is not a number above 0.
    ///
    /// ## What the host does
    ///
    /// It refuses the whole file, and every other hook in it is off. That holds for a string (`"30"`), for `0`, for a negative number and for
    /// `null`. The unit is seconds and fractions are fine; without the option the limit is 60 seconds.
    ///
    /// ## Evidence
    ///
    /// DOC: a number of seconds. BND: the loader says `Hook script timeout must be a number (seconds)` or `must be a positive number` and
    /// drops the file.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done", "timeout": "30" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done", "timeout": 30 }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// A fraction, and a long limit for a test suite:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "afterFileEdit": [{ "command": "format-changed", "timeout": 2.5 }],
    ///     "stop": [{ "command": "run-tests", "timeout": 900 }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "bad-timeout", [Error], [VoidsFile, NeverRuns], Bnd, Check::Compiler
}
