use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The `version` is not a positive integer.
    ///
    /// ## What the host does
    ///
    /// It refuses the whole file: a string, `null`, `0`, a negative number and a fraction are all wrong. Any integer from 1 up passes, and no
    /// build gives a meaning to 2 or more. `1.0` is the same number as `1`.
    ///
    /// ## Evidence
    ///
    /// DOC (since September 2026): a positive integer. BND: the loader says `Config version must be a number` or
    /// `Config version must be a positive integer` and drops the file.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": "1",
    ///   "hooks": { "stop": [{ "command": "say-done" }] }
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
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1.0,
    ///   "hooks": { "stop": [{ "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no current build takes such a file.
    "bad-version", [Error], [VoidsFile], Bnd, Check::Compiler
}
