#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail

cmd=$(jq -r .command)
if [[ "$cmd" =~ npm[[:space:]]+publish ]]; then
  echo '{"permission":"deny","userMessage":"Publishing is for CI.","agentMessage":"Do not publish."}' # fault: wrong-output-key
else
  echo '{"permission":"allow"}'
fi
