#!/usr/bin/env bash
# hookc: event=beforeTabFileRead failClosed
set -euo pipefail
path=$(jq -r .file_path)
if [[ "$path" =~ \.(env|pem|key|tfstate|tfvars)$ ]]; then
  echo '{"permission":"deny"}'
else
  echo '{"permission":"allow"}'
fi
