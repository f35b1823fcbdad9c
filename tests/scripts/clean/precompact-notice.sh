#!/usr/bin/env bash
# hookc: event=preCompact
payload=$(cat)
jq '{user_message: "Compacting \(.messages_to_compact) of \(.message_count) messages (\(.context_usage_percent | round)% of the context is used)."}' <<<"$payload"
