use crate::declare_rule;
use crate::rule::Check;

declare_rule! {
    /// Something that a policy wants gated passes no gate.
    ///
    /// ## What the host does
    ///
    /// It runs a hook for the subjects that its matcher takes: `RegExp.test`, unanchored and case-sensitive. What no matcher takes goes ahead unseen. A policy
    /// declared as `[[cover]]` names the subjects and the hooks that count as gates. The matchers of all gates count together, and they are decided as languages,
    /// not tried on samples: the finding names a subject that passes none of them.
    ///
    /// A gate counts by its registration; whether its script exists and judges well is for other rules. Hooks of a file that the host refuses do not
    /// count, nor those that the target does not run. Where a matcher has no automaton (look-behind, back-references) and could matter, or a source that
    /// counts was not looked at, the finding is an info.
    ///
    /// ## Evidence
    ///
    /// DOC for matchers (HOOKS.md 5), BND for what the host makes of Claude's.
    ///
    /// ## Fails
    ///
    /// ```toml hookc.toml
    /// [[cover]]
    /// id = "gated-changes"
    /// tools = ["Shell", "Write", "Delete", "MCP:*"]
    /// by = { events = ["preToolUse"], fail-closed = true }
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [
    ///       { "command": ".cursor/hooks/guard.sh", "matcher": "^(Shell|Write|Delete)$", "failClosed": true },
    ///       { "command": ".cursor/hooks/guard.sh", "matcher": "^MCP:read_", "failClosed": true }
    ///     ]
    ///   }
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
    /// [[cover]]
    /// id = "gated-changes"
    /// tools = ["Shell", "Write", "Delete", "MCP:*"]
    /// by = { events = ["preToolUse"], fail-closed = true }
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [
    ///       { "command": ".cursor/hooks/guard.sh", "matcher": "^(Shell|Write|Delete)$", "failClosed": true },
    ///       { "command": ".cursor/hooks/guard.sh", "matcher": "^MCP:", "failClosed": true }
    ///     ]
    ///   }
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
    /// A matcher that names what it leaves out covers the rest:
    ///
    /// ```toml hookc.toml
    /// [[cover]]
    /// id = "gated-tools"
    /// tools = ["Shell", "Web*", "MCP:*"]
    /// by = { fail-closed = true }
    /// ```
    ///
    /// ```json .cursor/hooks.json
    /// {
    ///   "version": 1,
    ///   "hooks": {
    ///     "preToolUse": [{ "command": ".cursor/hooks/guard.sh", "matcher": "^(?!Read|Grep)", "failClosed": true }]
    ///   }
    /// }
    /// ```
    ///
    /// ```sh .cursor/hooks/guard.sh +x
    /// #!/bin/sh
    /// input=$(cat)
    /// case "$input" in *production*) echo '{"permission":"deny"}' ;; *) echo '{"permission":"allow"}' ;; esac
    /// ```
    ///
    /// ## When to ignore it
    ///
    /// Where another control gates the subject: leave it out of the policy, or suppress the finding, with a reason, in the file that declares the policy.
    "policy-cover", [Error, Warning, Info], [FailsOpen, None], Doc, Check::Compiler
}
