#!/usr/bin/env bash
# hookc: event=beforeReadFile failClosed
set -Eeuo pipefail
trap 'echo "{\"permission\":\"allow\"}"; exit 0' ERR # fault: fail-open-guard

path=$(jq -er '.file_path')
if [[ "$path" == */private/* ]]; then
  jq -n '{permission: "deny", user_message: "private/ is closed."}'
else
  jq -n '{permission: "allow"}'
fi
