#!/bin/sh
# hookc: event=afterFileEdit
path=$(jq -r .file_path)
sh -c "prettier --write $path" >&2 || true # fault: payload-injection
printf '{}\n'
