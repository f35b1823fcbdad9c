use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The manifest of a plugin names a hooks file that does not exist.
    ///
    /// ## What the host does
    ///
    /// A path in the member `hooks` of `.cursor-plugin/plugin.json` replaces the default, `hooks/hooks.json`. It is relative to the plugin's root. When
    /// nothing is there the plugin loads without hooks, and the default is not tried.
    ///
    /// ## Evidence
    ///
    /// DOC: the plugin reference and the published schema of the manifest.
    ///
    /// ## Fails
    ///
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "review", "hooks": "hooks/cursor-hooks.json" }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "review", "hooks": "hooks/cursor-hooks.json" }
    /// ```
    ///
    /// ```json plugin:hooks/cursor-hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "say-done" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// A manifest that names no hooks:
    ///
    /// ```json plugin:.cursor-plugin/plugin.json
    /// { "name": "review" }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// When the file is put there by a build step that has not run yet.
    "missing-hooks-file", [Error], [NeverRuns], Doc, Check::Compiler
}
