#!/usr/bin/env bash
# hookc: event=beforeReadFile failClosed
set -e
FILE="$(jq -r '.file_path')"
if [[ "$FILE" == *.tfvars ]]; then
  echo "{\"permission\":\"deny\",\"user_message\":\"$FILE is private\"}" # fault: json-by-hand
  exit 0
fi
echo '{"permission":"allow"}'
