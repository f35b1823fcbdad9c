use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A `hookc.toml` would weaken what a file above it, or a pack, declares.
    ///
    /// ## What the host does
    ///
    /// Nothing: the file is read by hookc alone. Policies, and the levels that a file or a pack enforces, can be added to and tightened by the files below, not
    /// lowered, silenced, excluded or suppressed. What would is not heeded, and reported.
    ///
    /// Above a file are what it extends, the `hookc.toml` files of the folders above, the one beside the enterprise hooks, and the command line. A pack binds
    /// the file that names it, too, but for a suppression there, which says what is excepted and why.
    ///
    /// ## Evidence
    ///
    /// DOC: the reference of `hookc.toml`.
    ///
    /// ## Fails
    ///
    /// ```toml hookc.toml
    /// extend = "policies/base.toml"
    ///
    /// [rules]
    /// pipe-to-shell = "off"
    /// ```
    ///
    /// ```toml policies/base.toml
    /// enforce = ["pipe-to-shell"]
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "echo '{}'" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```toml hookc.toml
    /// extend = "policies/base.toml"
    /// ```
    ///
    /// ```toml policies/base.toml
    /// enforce = ["pipe-to-shell"]
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "echo '{}'" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Tightening, and a level that nothing above enforces:
    ///
    /// ```toml hookc.toml
    /// extend = "policies/base.toml"
    ///
    /// [rules]
    /// unpinned-package = "error"
    /// slow-hook = "off"
    /// ```
    ///
    /// ```toml policies/base.toml
    /// enforce = ["unpinned-package"]
    ///
    /// [rules]
    /// unpinned-package = "warning"
    /// slow-hook = "warning"
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "echo '{}'" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: ask whoever declares what is above, or take it back there.
    "policy-weakened", [Error], [None], Doc, Check::Compiler
}
