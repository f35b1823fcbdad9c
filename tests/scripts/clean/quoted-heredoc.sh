#!/bin/bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail

command=$(jq -r '.command')

if [[ "$command" =~ ^(npm|yarn|bun)[[:space:]] ]]; then
  cat <<'JSON'
{
  "permission": "deny",
  "user_message": "This repository uses pnpm.",
  "agent_message": "Use pnpm instead, for example: pnpm add $PACKAGE"
}
JSON
else
  cat <<'JSON'
{ "permission": "allow" }
JSON
fi
