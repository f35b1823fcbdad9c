#!/usr/bin/env bash
# hookc: event=preToolUse failClosed
# Used from .claude/settings.json too: each host gets its own shape.
set -euo pipefail

input=$(cat)
command=$(jq -r '.tool_input.command // ""' <<<"$input")
reason="Direct production access is closed."

if [[ "$command" != *"prod-db"* ]]; then
  echo '{}'
  exit 0
fi

if jq -e 'has("cursor_version")' >/dev/null <<<"$input"; then
  jq -n --arg r "$reason" '{permission: "deny", user_message: $r, agent_message: $r}'
else
  jq -n --arg r "$reason" '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: $r}}'
fi
