#!/usr/bin/env bash
# hookc: event=sessionStart,sessionEnd
# Sends ids (never text) to the collector on this machine.
body=$(jq -c '{event: .hook_event_name, session: .session_id, version: .cursor_version}')

curl --silent --show-error --max-time 2 \
  --header 'content-type: application/json' \
  --data "$body" \
  --output /dev/null \
  http://127.0.0.1:4318/hooks 2>/dev/null || true

echo '{}'
