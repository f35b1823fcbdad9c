#!/usr/bin/env bash
# hookc: event=preToolUse failClosed
set -euo pipefail

scan() {
  grep -nE 'AKIA[0-9A-Z]{16}|xox[bpa]-[0-9A-Za-z-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY' | cut -d: -f1 | paste -sd, -
}

payload=$(cat)
if [[ "$(jq -r '.tool_name' <<<"$payload")" != "Write" ]]; then
  echo '{}'
  exit 0
fi

lines=$(jq -r '.tool_input.content // ""' <<<"$payload" | { scan || true; })
if [[ -n "$lines" ]]; then
  jq -n --arg lines "$lines" '{
    permission: "deny",
    user_message: "A secret would be written (line \($lines)).",
    agent_message: "Read the value from the environment instead of writing it down."
  }'
else
  echo '{}'
fi
