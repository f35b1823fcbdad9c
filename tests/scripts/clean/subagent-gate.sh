#!/bin/sh
# hookc: event=subagentStart
# Only the built-in explorer may run in parallel.

command -v jq >/dev/null 2>&1 || {
  echo "jq is needed to judge subagents" >&2
  exit 2
}

input=$(cat)
type=$(printf '%s' "$input" | jq -r '.subagent_type') || exit 2
parallel=$(printf '%s' "$input" | jq -r '.is_parallel_worker') || exit 2

if [ "$parallel" = "true" ] && [ "$type" != "explore" ]; then
  jq -n --arg t "$type" '{permission: "deny", user_message: "\($t) may not run in parallel."}'
else
  echo '{"permission":"allow"}'
fi
