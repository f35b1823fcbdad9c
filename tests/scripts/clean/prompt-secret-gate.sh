#!/usr/bin/env bash
# hookc: event=beforeSubmitPrompt failClosed
set -euo pipefail

IFS= read -r -d '' payload || true
prompt=$(jq -r '.prompt // ""' <<<"$payload")

patterns=(
  'AKIA[0-9A-Z]{16}'
  'ghp_[A-Za-z0-9]{36}'
  '-----BEGIN [A-Z ]*PRIVATE KEY-----'
)

for pattern in "${patterns[@]}"; do
  if grep -Eq -- "$pattern" <<<"$prompt"; then
    jq -n '{continue: false, user_message: "The prompt seems to hold a credential. Remove it and send again."}'
    exit 0
  fi
done

echo '{"continue": true}'
