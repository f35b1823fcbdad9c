#!/usr/bin/env bash
# hookc: event=beforeSubmitPrompt failClosed
set -euo pipefail
prompt=$(jq -r '.user_prompt') # fault: payload-field
if [[ $prompt == *AKIA* ]]; then
  echo '{"continue":false,"user_message":"Remove the key."}'
else
  echo '{"continue":true}'
fi
