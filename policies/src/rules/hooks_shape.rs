use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The hooks do not stand where the host looks for them.
    ///
    /// ## What the host does
    ///
    /// A hooks file is an object with a member `hooks`; that is an object with a member for each event; that is an array of objects. Anything
    /// else makes the host refuse the whole file. Forms that are written by hand or by other tools, and are recognised and rewritten here:
    ///
    /// - `hooks` as a list of `{ "event": …, … }`
    /// - an event that holds one object in the place of a list
    /// - events beside `version`, without `hooks` around them
    /// - a matcher inside the name of the event: `preToolUse:Write`
    /// - a list of command lines in the place of a list of objects
    ///
    /// ## Evidence
    ///
    /// DOC: the format. BND: the loader says `Config hooks must be an object`, `<event> must be an array of hook scripts` or
    /// `Unknown hook type` and drops the file.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": { "command": "format-changed" } }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "afterFileEdit": [{ "command": "format-changed" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// A file that registers nothing yet:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {}
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "hooks-shape", [Error], [VoidsFile, NeverRuns], Bnd, Check::Compiler
}
