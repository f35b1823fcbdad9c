#!/bin/bash
# hookc: event=beforeShellExecution failClosed

deny() {
  jq -n --arg why "$1" '{permission: "deny", user_message: $why, agent_message: $why}'
  exit 2
}

payload="$(cat)"
cmd="$(printf '%s' "$payload" | jq -r '.command')" || deny "The payload could not be read."

if [[ $cmd =~ (^|[;&|[:space:]])rm[[:space:]]+(-[a-zA-Z]*[rR][a-zA-Z]*f|-[a-zA-Z]*f[a-zA-Z]*[rR])[[:space:]]+(/|~|\$HOME)([[:space:]]|$) ]]; then
  deny "rm -rf on the root or home folder"
fi

printf '{}\n'
