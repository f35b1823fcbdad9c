use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A `matcher` is not a regular expression of JavaScript.
    ///
    /// ## What the host does
    ///
    /// It tries every matcher while it loads the file. One that `new RegExp` refuses makes it refuse the whole file, and every other hook in
    /// it is off. The log says `Hook script matcher "x" is not a valid regex` with the engine's reason.
    ///
    /// Matchers are no globs, and have no inline flags: write `\.ts$` for `*.ts`, and `[Rr][Mm]` for `(?i)rm`. They are not anchored: `Read` also
    /// matches `ReadLints`. Two texts are special and match everything: the empty one and `*`.
    ///
    /// ## Evidence
    ///
    /// BND: the validators of the 2026 host. DOC: matchers are regular expressions in the style of JavaScript.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "audit-log", "matcher": "*.ts" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": "audit-log", "matcher": "\\.ts$" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Look-ahead is JavaScript, `*` alone is special, and a brace or bracket that closes nothing is a plain letter:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeShellExecution": [
    ///       { "command": "audit-log", "matcher": "git push(?! --dry-run)" },
    ///       { "command": "audit-log --all", "matcher": "*" },
    ///       { "command": "audit-log --braces", "matcher": "a{|b]|\\-" }
    ///     ]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "matcher-syntax", [Error], [VoidsFile], Bnd, Check::Compiler
}
