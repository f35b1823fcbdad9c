use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The `model` of a prompt hook is blank.
    ///
    /// ## What the host does
    ///
    /// A `model` must hold more than white space. A blank one makes the host refuse the whole file, and every other hook in it is off. Without
    /// the option a fast model of the host's choice judges the prompt.
    ///
    /// ## Evidence
    ///
    /// BND: the loader says `Prompt hook 'model' cannot be an empty string` and drops the file. The documentation names the option
    /// in its text and leaves it out of the options table.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeShellExecution": [{ "type": "prompt", "prompt": "Does this command only read files?", "model": "" }]
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
    ///     "beforeShellExecution": [{ "type": "prompt", "prompt": "Does this command only read files?" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Any name of a model, since names come and go:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "beforeShellExecution": [{ "type": "prompt", "prompt": "Does this command only read files?", "model": "judge-2" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: no known build takes such a file.
    "bad-model", [Error], [VoidsFile, NeverRuns], Bnd, Check::Compiler
}
