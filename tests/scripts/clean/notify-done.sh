#!/usr/bin/env bash
# hookc: event=stop
status=$(jq -r '.status // "unknown"')

if command -v notify-send >/dev/null 2>&1; then
  notify-send "Cursor" "Agent: $status" >/dev/null 2>&1 || true
elif command -v osascript >/dev/null 2>&1; then
  osascript -e 'display notification "Agent finished" with title "Cursor"' >/dev/null 2>&1 || true
fi

echo '{}'
