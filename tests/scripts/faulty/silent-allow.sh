#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail
command=$(jq -r '.command')

if [[ "$command" != git* ]]; then
  exit 0 # fault: gate-empty-stdout
fi

if [[ "$command" == *"--hard"* ]]; then
  jq -n '{permission: "deny", user_message: "Hard resets are not allowed."}'
else
  jq -n '{permission: "allow"}'
fi
