#!/usr/bin/env bash
# hookc: event=subagentStop
set -euo pipefail

event=$(cat)
jq -j '.modified_files[] | select(endswith(".py")) | . + "\u0000"' <<<"$event" \
  | xargs -0 -r python3 -m compileall -q >&2 || true

jq 'if .status == "completed" and .loop_count == 0 and (.modified_files | length) > 20
    then {followup_message: "You changed \(.modified_files | length) files. List the reason for each."}
    else {} end' <<<"$event"
