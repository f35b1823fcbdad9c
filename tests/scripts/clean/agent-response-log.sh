#!/usr/bin/env bash
# hookc: event=afterAgentResponse,afterAgentThought

payload=$(cat)
event=$(jq -r .hook_event_name <<<"$payload")
length=$(jq '.text | length' <<<"$payload")

logger -t cursor-hook "event=${event} chars=${length}" 2>/dev/null || true
echo '{}'
