use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A suppression in `hookc.toml` has ended.
    ///
    /// ## What the host does
    ///
    /// Nothing: the file is read by hookc alone. From the day in `expires` on, what was suppressed is reported again.
    ///
    /// ## Evidence
    ///
    /// DOC: the reference of `hookc.toml`.
    ///
    /// ## Fails (also missing-script)
    ///
    /// ```toml hookc.toml
    /// [[suppress]]
    /// rule = "missing-script"
    /// file = ".cursor/hooks.json"
    /// pointer = "/hooks/stop/0"
    /// reason = "the script comes with the next release"
    /// expires = 2026-03-01
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": ".cursor/hooks/summary.sh" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```toml hookc.toml
    /// # The script is there.
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
    /// One that has not ended yet:
    ///
    /// ```toml hookc.toml
    /// [[suppress]]
    /// rule = "missing-script"
    /// file = ".cursor/hooks.json"
    /// pointer = "/hooks/stop/0"
    /// reason = "the script comes with the next release"
    /// expires = 2099-12-31
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": ".cursor/hooks/summary.sh" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// When what is found may stay: write a later day, or none.
    "suppression-expired", [Warning], [None], Doc, Check::Compiler
}
