#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail
if jq -e '.command | test("rm -rf /")' >/dev/null; then
  echo '{"continue": true, "permission": "deny", "user_message": "No."}' # fault: contradictory-output
else
  echo '{"permission": "allow"}'
fi
