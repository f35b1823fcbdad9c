use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A prompt hook has no `prompt`, or a blank one.
    ///
    /// ## What the host does
    ///
    /// An entry with `"type": "prompt"` needs a `prompt` that is a string and holds more than white space. Without one the host refuses the whole
    /// file, and every other hook in it is off.
    ///
    /// ## Evidence
    ///
    /// DOC: `prompt` is required for the type. BND: the loader says `Prompt hook must have a 'prompt' property (string)` or
    /// `Prompt hook 'prompt' property cannot be empty` and drops the file.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "type": "prompt" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeShellExecution": [{ "type": "prompt", "prompt": "Does this command only read files? $ARGUMENTS" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// A prompt without `$ARGUMENTS`: the host appends the payload.
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "type": "prompt", "prompt": "Does this command only read files?" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "missing-prompt", [Error], [VoidsFile, NeverRuns], Bnd, Check::Compiler
}
