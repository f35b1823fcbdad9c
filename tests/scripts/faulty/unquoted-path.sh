#!/usr/bin/env bash
# hookc: event=afterFileEdit
FILE=$(jq -r '.file_path')
if [[ $FILE == *.py ]]; then
  black --quiet $FILE >&2 || true # fault: payload-injection
fi
echo '{}'
