use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A key, a command or a matcher holds a character that cannot be seen.
    ///
    /// ## What the host does
    ///
    /// It takes the character as part of the text. A zero-width character makes a name that looks right and is another one; a bidirectional
    /// override shows the parts of a command in another order than the shell reads them; NUL ends a command early.
    ///
    /// ## Evidence
    ///
    /// INF: neither JSON nor a shell gives these characters a meaning of their own. Reviewers see one text and the shell gets another.
    ///
    /// ## Fails
    ///
    /// A right-to-left override inside the command:
    ///
    /// ```json .cursor/hooks.json escaped
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done \u{202e}enod" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done done" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Joiners in a note, which nothing runs:
    ///
    /// ```json .cursor/hooks.json escaped
    /// {
    ///   "version": 1,
    ///   "_comment": "\u{1f469}\u{200d}\u{1f4bb} keeps this up to date",
    ///   "hooks": { "stop": [{ "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// When the character is meant, for example in a text that the command prints in a script that needs joiners.
    "hidden-character", [Warning], [None], Inf, Check::Compiler
}
