#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail
input=$(cat)
echo "$input" >> /tmp/cursor-hooks.log # fault: secret-logging
if jq -e '.command | contains("gh repo delete")' >/dev/null <<<"$input"; then
  jq -n '{permission: "deny"}'
else
  jq -n '{permission: "allow"}'
fi
