use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The hooks file is a symbolic link that leads to nothing, or out of the tree.
    ///
    /// ## What the host does
    ///
    /// There is no file to read, so none of its hooks run. The same holds for a link that leads back to itself. The usual cause is a link with
    /// an absolute target, which exists on one machine only, or a target that was moved.
    ///
    /// A link that leads out of the tree may work for the host. This program does not follow it, so the hooks behind it are not checked, and it
    /// says so as a warning.
    ///
    /// One build of the CLI was read to refuse every hooks file that is a link, also one that works.
    ///
    /// ## Evidence
    ///
    /// INF: what a file system does. BND for the refusal of links (CLI, September to October 2026).
    ///
    /// ## Fails
    ///
    /// ```text .cursor/hooks.json link=../shared/hooks.json
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```text .cursor/hooks.json link=../shared/hooks.json
    /// ```
    ///
    /// ```json shared/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// A broken link that is no hooks file:
    ///
    /// ```text .cursor/notes.json link=/nowhere/notes.json
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
    /// When the target is made by a step that has not run yet.
    "broken-link", [Error, Warning], [VoidsFile, None], Inf, Check::Compiler
}
