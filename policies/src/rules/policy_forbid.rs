use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A hook is one that a policy forbids.
    ///
    /// ## What the host does
    ///
    /// It runs the hook like any other: policies are an agreement of people, declared as `[[forbid]]` in `hookc.toml` or in a pack. The level is that of the
    /// policy, an error unless it says otherwise, and the message says which policy it is. `docs/policies.md` has the reference.
    ///
    /// ## Evidence
    ///
    /// DOC: the reference of `hookc.toml`, and its schema (`hookc schema config`).
    ///
    /// ## Fails
    ///
    /// ```toml hookc.toml
    /// [[forbid]]
    /// id = "no-docker"
    /// message = "hooks start no containers"
    /// hooks = { programs = ["docker", "podman"] }
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "docker run --rm registry.example/summary" }] }
    /// }
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```toml hookc.toml
    /// [[forbid]]
    /// id = "no-docker"
    /// message = "hooks start no containers"
    /// hooks = { programs = ["docker", "podman"] }
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
    /// A hook that the policy excepts, and a word that is no program:
    ///
    /// ```toml hookc.toml
    /// [[forbid]]
    /// id = "no-docker"
    /// hooks = { programs = ["docker"] }
    /// unless = { events = ["sessionEnd"] }
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "sessionEnd": [{ "command": "docker compose down" }],
    ///     "stop": [{ "command": "echo docker" }]
    ///   }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Where the policy has an exception: say it in its `unless`, or suppress the one finding, with a reason, in the file that declares the policy.
    "policy-forbid", [Error, Warning, Info], [None], Doc, Check::Compiler
}
