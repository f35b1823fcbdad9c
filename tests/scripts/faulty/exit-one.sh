#!/usr/bin/env bash
# hookc: event=beforeShellExecution
command -v jq >/dev/null || { echo "jq is needed" >&2; exit 2; }

command=$(jq -r '.command')
if [[ "$command" == *"git push"*"--force"* ]]; then
  echo "Force pushes are blocked" >&2
  exit 1 # fault: exit-code
fi
echo '{"permission":"allow"}'
