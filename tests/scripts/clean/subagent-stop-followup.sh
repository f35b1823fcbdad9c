#!/usr/bin/env bash
# hookc: event=subagentStop
set -euo pipefail

event=$(cat)

if jq -e '.status == "completed" and .loop_count == 0 and (.summary | length) == 0' >/dev/null <<<"$event"; then
  jq '{followup_message: "You returned no summary. Say in three sentences what you found for: \(.task)"}' <<<"$event"
else
  echo '{}'
fi
