#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail
shopt -s nocasematch

command=$(jq -r '.command // ""')
client='(psql|mysql|sqlite3|sqlcmd)'
verb='(drop|truncate|delete|update|insert|alter)'

if [[ $command =~ $client && $command =~ $verb ]]; then
  jq -n --arg c "$command" '{permission: "ask", user_message: ("This writes to a database:\n" + $c)}'
else
  jq -n '{permission: "allow"}'
fi
