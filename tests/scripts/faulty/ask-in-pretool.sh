#!/usr/bin/env bash
# hookc: event=preToolUse failClosed
set -euo pipefail
input=$(cat)
if jq -e '.tool_name == "Delete"' >/dev/null <<<"$input"; then
  jq '{permission: "ask", user_message: "Delete \(.tool_input.file_path)?"}' <<<"$input" # fault: ask-not-enforced
else
  echo '{"permission":"allow"}'
fi
