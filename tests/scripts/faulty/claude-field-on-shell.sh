#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail

input=$(cat)
command=$(jq -r '.tool_input.command // ""' <<<"$input") # fault: payload-field

if [[ "$command" == *"git push --force"* ]]; then
  jq -n '{permission: "deny", user_message: "No force pushes."}'
else
  echo '{"permission":"allow"}'
fi
