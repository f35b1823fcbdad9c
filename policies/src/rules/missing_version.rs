use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// The file has no `version`.
    ///
    /// ## What the host does
    ///
    /// There are two readings.
    ///
    /// - The documentation up to August 2026 gives the option a default: without `version` the file is one of version 1. One report says that hooks of
    ///   a user file without it still ran, while the settings page did not list the file.
    /// - The documentation since September 2026 requires it, and current builds refuse the whole file: `Config version must be a number`. The
    ///   same was reported of plugins, where the message names the plugin, although the plugin example of the documentation leaves it out.
    ///
    /// Refusal costs every hook of the file, so it is what is reported. A Claude settings file has no `version` and needs none.
    ///
    /// ## Evidence
    ///
    /// OBS: five reports of refused files, two of them of plugins. BND: CLI 2026.09.18 and the validators of the 2026 host. DOC for both
    /// readings.
    ///
    /// ## Fails
    ///
    /// ```json .cursor/hooks.json
    /// {
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
    /// A `version` behind the hooks, and a Claude settings file:
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "hooks": { "stop": [{ "command": "say-done" }] },
    ///   "version": 1
    /// }
    /// ```
    ///
    /// ```json .claude/settings.json
    /// {
    ///   "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "run-tests" }] }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: `"version": 1` is right in every build, old or new.
    "missing-version", [Error], [VoidsFile], Obs, Check::Compiler
}
