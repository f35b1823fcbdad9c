use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The file holds bytes that are not UTF-8.
    ///
    /// ## What the host does
    ///
    /// The host reads the file as UTF-8 and puts U+FFFD in the place of every sequence that is none. The file still loads, but the text
    /// around the replacement is no longer what was written: a path names no file, a matcher matches something else.
    ///
    /// A file in UTF-16, as Windows PowerShell's `>` writes it, does not load at all: read as UTF-8 it is no JSON.
    ///
    /// The message gives the offset of the first bad byte, counted from 0.
    ///
    /// ## Evidence
    ///
    /// INF: the host is a JavaScript program, and decoding with U+FFFD is what its standard file functions do. No report shows it.
    ///
    /// ## Fails
    ///
    /// Saved as Latin-1:
    ///
    /// ```json .cursor/hooks.json escaped
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done caf\xe9" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done café" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Letters outside of ASCII, in text and in paths, are fine:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "_comment": "düzenleme sonrası · 编辑之后 · после правки",
    ///   "hooks": { "stop": [{ "command": "say-done 完成" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never. Save the file as UTF-8.
    "invalid-utf8", [Error], [None, VoidsFile], Inf, Check::Compiler
}
