#!/usr/bin/env bash
# hookc: event=beforeSubmitPrompt failClosed
set -u
prompt=$(jq -r '.prompt')
git pull --ff-only # fault: stdout-polluted
if [[ ${#prompt} -gt 50000 ]]; then
  echo '{"continue":false,"user_message":"Too long."}'
else
  echo '{"continue":true}'
fi
