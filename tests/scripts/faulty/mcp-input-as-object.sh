#!/usr/bin/env bash
# hookc: event=beforeMCPExecution failClosed
set -euo pipefail

payload=$(cat)
query=$(jq -r '.tool_input.query' <<<"$payload") # fault: payload-field

if grep -qiE '\b(drop|delete|truncate)\b' <<<"$query"; then
  jq -n '{permission: "deny", user_message: "Only reading queries."}'
else
  jq -n '{permission: "allow"}'
fi
