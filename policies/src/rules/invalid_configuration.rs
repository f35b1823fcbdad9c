use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A `hookc.toml` says something that cannot be meant.
    ///
    /// ## What the host does
    ///
    /// Nothing: the file is read by hookc alone. What is wrong in it would otherwise be a setting that silently does not hold, so a check with a faulty
    /// configuration has failed, whatever else it finds.
    ///
    /// ## Evidence
    ///
    /// DOC: the reference of `hookc.toml`, and its schema (`hookc schema config`).
    ///
    /// ## Fails
    ///
    /// ```toml hookc.toml
    /// [rules]
    /// mising-script = "info"
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": ".cursor/hooks/summary.sh" }] }
    /// }
    /// ```
    ///
    /// ```sh .cursor/hooks/summary.sh +x
    /// #!/bin/sh
    /// echo "{}"
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```toml hookc.toml
    /// [rules]
    /// missing-script = "info"
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": ".cursor/hooks/summary.sh" }] }
    /// }
    /// ```
    ///
    /// ```sh .cursor/hooks/summary.sh +x
    /// #!/bin/sh
    /// echo "{}"
    /// ```
    ///
    /// ## Stays silent
    ///
    /// A file that sets nothing is a configuration too: no file above it counts.
    ///
    /// ```toml hookc.toml
    /// # Everything as it comes.
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": ".cursor/hooks/summary.sh" }] }
    /// }
    /// ```
    ///
    /// ```sh .cursor/hooks/summary.sh +x
    /// #!/bin/sh
    /// echo "{}"
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never; `--no-config` checks without the file.
    "invalid-configuration", [Error], [None], Doc, Check::Compiler
}
