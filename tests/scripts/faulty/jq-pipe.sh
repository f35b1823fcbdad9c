#!/bin/sh
# hookc: event=beforeReadFile
input=$(cat)
if printf '%s' "$input" | jq -e '.file_path | endswith(".env")' >/dev/null; then # fault: missing-dependency
  printf '{"permission":"deny","user_message":"Environment files stay here."}\n'
else
  printf '{"permission":"allow"}\n'
fi
