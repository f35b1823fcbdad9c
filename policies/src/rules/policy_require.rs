use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// A hook that a policy requires is not there, or a hook is not what it must be.
    ///
    /// ## What the host does
    ///
    /// It runs what is registered: policies are an agreement of people, declared as `[[require]]` in `hookc.toml` or in a pack. With `hooks` there must be one of
    /// them at least, in each project, file or source; with `each` and `must` every hook of the first kind must be of the second. Where the hook may be in a
    /// source that was not looked at, the finding is an info.
    ///
    /// ## Evidence
    ///
    /// DOC: the reference of `hookc.toml`, and its schema (`hookc schema config`).
    ///
    /// ## Fails
    ///
    /// ```toml hookc.toml
    /// [[require]]
    /// id = "closed-gates"
    /// each = { events = ["beforeShellExecution"] }
    /// must = { fail-closed = true }
    ///
    /// [[require]]
    /// id = "prompt-audit"
    /// hooks = { events = ["beforeSubmitPrompt"] }
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": ".cursor/hooks/guard.sh" }] }
    /// }
    /// ```
    ///
    /// ```sh .cursor/hooks/guard.sh +x
    /// #!/bin/sh
    /// input=$(cat)
    /// case "$input" in *production*) echo '{"permission":"deny"}' ;; *) echo '{"permission":"allow"}' ;; esac
    /// ```
    ///
    /// ## Fixed
    ///
    /// ```toml hookc.toml
    /// [[require]]
    /// id = "closed-gates"
    /// each = { events = ["beforeShellExecution"] }
    /// must = { fail-closed = true }
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "beforeShellExecution": [{ "command": ".cursor/hooks/guard.sh", "failClosed": true }] }
    /// }
    /// ```
    ///
    /// ```sh .cursor/hooks/guard.sh +x
    /// #!/bin/sh
    /// input=$(cat)
    /// case "$input" in *production*) echo '{"permission":"deny"}' ;; *) echo '{"permission":"allow"}' ;; esac
    /// ```
    ///
    /// ## Stays silent
    ///
    /// Hooks of other events need not be what `must` says:
    ///
    /// ```toml hookc.toml
    /// [[require]]
    /// id = "closed-gates"
    /// each = { gate = true }
    /// must = { fail-closed = true }
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": { "stop": [{ "command": "echo '{}'" }] }
    /// }
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Where the policy has an exception: narrow it, or suppress the one finding, with a reason, in the file that declares the policy.
    "policy-require", [Error, Warning, Info], [None], Doc, Check::Compiler
}
