#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail
command=$(jq -r '.command')

if [[ $command == *"docker push"* ]]; then
  jq -n '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no pushes"}}' # fault: claude-output-shape
  exit 0
fi
echo '{}'
