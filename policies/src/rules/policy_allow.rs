use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A hook runs a program or a script that is on no list of what hooks may run.
    ///
    /// ## What the host does
    ///
    /// It hands the line to a shell, which runs whatever stands there. `[allow]` in `hookc.toml` lists `programs` that a line may start, by name or path,
    /// and `digests` of the scripts that it may run. Every list must allow what runs: a list of a file below narrows those above and cannot widen them. A script
    /// of the project is judged by `digests` alone; what a script starts in turn is not judged.
    ///
    /// What only a run can tell is not on a list either. A script that does not exist is reported by `missing-script`.
    ///
    /// ## Evidence
    ///
    /// DOC for the shell (HOOKS.md 6.1); the reference of `hookc.toml`.
    ///
    /// ## Fails
    ///
    /// ```toml hookc.toml
    /// [allow]
    /// programs = ["node"]
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "perl -e 1" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```toml hookc.toml
    /// [allow]
    /// programs = ["node", "perl"]
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "perl -e 1" }] }
    /// }
    /// ```
    ///
    /// ## Stays silent
    ///
    /// What the shell does by itself, a wrapper around a listed program, and a listed program by its path:
    ///
    /// ```toml hookc.toml
    /// [allow]
    /// programs = ["node"]
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "stop": [{ "command": "cd tools && env CI=1 node -e 1" }],
    ///     "sessionEnd": [{ "command": "/usr/bin/node -e 1" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Never: what may run belongs on the list.
    "policy-allow", [Error, Warning, Info], [None], Doc, Check::Compiler
}
