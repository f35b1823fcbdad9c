use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A command hook has no `command`.
    ///
    /// ## What the host does
    ///
    /// An entry without `type`, or with `"type": "command"`, needs a `command` that is a string. Without one the host refuses the whole file, and
    /// every other hook in it is off.
    ///
    /// An entry that holds a `prompt` and no `type` is a command hook too: it lacks `"type": "prompt"`.
    ///
    /// ## Evidence
    ///
    /// DOC: `command` is required. BND: the loader says `Hook script command must be a string` and drops the file.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "timeout": 10 }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done", "timeout": 10 }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// A prompt hook has no command:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeShellExecution": [{ "type": "prompt", "prompt": "Is this command safe to run? $ARGUMENTS" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "missing-command", [Error], [VoidsFile, NeverRuns], Bnd, Check::Compiler
}
