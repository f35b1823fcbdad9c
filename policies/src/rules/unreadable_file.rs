use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The hooks file cannot be read.
    ///
    /// ## What the host does
    ///
    /// What it cannot open it cannot load, so none of the file's hooks run. The reasons are: no permission, a folder or a pipe of that name, or
    /// a size beyond that of any hooks file.
    ///
    /// A pipe or a device is never opened by this program. A path that was named and is not there, or is a file where a folder is wanted, is
    /// reported in the same way. A folder of the tree that cannot be listed is worth an info: whether hooks lie below it is not known.
    ///
    /// ## Evidence
    ///
    /// INF: what a file system does.
    ///
    /// ## Fails
    ///
    /// A folder with the name of the file:
    ///
    /// ```text .cursor/hooks.json/README.md
    /// The hooks live here.
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
    /// The folder that hook scripts usually live in:
    ///
    /// ```text .cursor/hooks/README.md
    /// Scripts of our hooks.
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// When this program runs as another user than the host does.
    "unreadable-file", [Error, Info], [VoidsFile, None], Inf, Check::Compiler
}
