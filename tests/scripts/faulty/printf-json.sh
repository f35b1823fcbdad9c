#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail
command=$(jq -r '.command')
if [[ $command == *"sudo "* ]]; then
  printf '{"permission":"deny","user_message":"refused: %s"}\n' "$command" # fault: json-by-hand
else
  printf '{"permission":"allow"}\n'
fi
