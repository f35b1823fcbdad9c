#!/usr/bin/env bash
# hookc: event=preCompact
count=$(jq '.messages_to_compact')
printf '{"user_message":"%d messages will be compacted."}\n' "$count"
