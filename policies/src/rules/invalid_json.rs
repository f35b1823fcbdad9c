use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The text is not JSON.
    ///
    /// ## What the host does
    ///
    /// It parses the file with `JSON.parse`, which stops at the first fault; the whole file is dropped and none of its hooks run. The log says
    /// `Failed to parse project hooks configuration`.
    ///
    /// Comments are a special case. Some builds cut them out of a `hooks.json` before parsing, without regard to strings; others drop the file, and
    /// a Claude settings file is never treated so. A comment is therefore a fault here, with a fix that removes it. To keep a note, write it as
    /// the value of a top-level `"_comment"`.
    ///
    /// ## Evidence
    ///
    /// BND: `JSON.parse` in CLI 2026.03.30 and 2026.09.18, and the cutting of comments in four readings. The editor's own reader was not seen.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "stop": [{ "command": "say-done" }],
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
    ///     "stop": [{ "command": "say-done" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Notes as members, and the signs of a comment inside a string:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "_comment": "see https://example.com/hooks",
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "curl -s https://example.com/done" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// For comments alone, and only where every build in use cuts them out.
    "invalid-json", [Error], [VoidsFile], Bnd, Check::Compiler
}
