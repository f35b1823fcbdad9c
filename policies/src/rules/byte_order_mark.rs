use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The file starts with a byte order mark.
    ///
    /// ## What the host does
    ///
    /// Not known. `JSON.parse` refuses a text that starts with U+FEFF, so the file loads only where the host strips the mark when it reads
    /// the file. Other readers of JSON refuse it as well.
    ///
    /// The mark is usually written by Windows PowerShell (`Out-File`, `Set-Content -Encoding UTF8`) or by an editor set to
    /// "UTF-8 with BOM".
    ///
    /// ## Evidence
    ///
    /// INF: follows from `JSON.parse`; whether a build strips the mark has not been seen.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json escaped
    /// \u{feff}{
    ///   "version": 1,
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
    /// CRLF line ends, which often come with the mark, are plain white space in JSON:
    ///
    /// ```json .cursor/hooks.json crlf
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// When every build that reads the file is known to strip the mark.
    "byte-order-mark", [Warning], [None], Inf, Check::Compiler
}
