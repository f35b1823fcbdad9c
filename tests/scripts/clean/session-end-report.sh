#!/usr/bin/env bash
# hookc: event=sessionEnd
# Appends one line a session to a log that only this user can read.
set -u

report() {
  local id reason seconds
  id=$1 reason=$2 seconds=$3
  printf '%s\t%s\t%s\t%ss\n' "$(date +%Y-%m-%dT%H:%M:%S)" "$id" "$reason" "$seconds"
}

mapfile -t fields < <(jq -r '.session_id, .reason, (.duration_ms / 1000 | floor)')

state="${XDG_STATE_HOME:-$HOME/.local/state}/cursor-hooks"
(
  umask 077
  mkdir -p "$state" && report "${fields[@]}" >>"$state/sessions.tsv"
) || echo "could not write the session log" >&2

echo '{}'
