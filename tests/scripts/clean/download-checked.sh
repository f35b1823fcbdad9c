#!/usr/bin/env bash
# hookc: event=sessionStart
# Fetches the team's notes; nothing of it is run.
set -uo pipefail
cat >/dev/null

cache="$HOME/.cache/team-notes.md"
mkdir -p "${cache%/*}"
curl -fsS --max-time 3 -o "$cache.new" https://notes.example.com/agents.md && mv -- "$cache.new" "$cache"

if [[ -s $cache ]]; then
  jq -Rs '{additional_context: .[0:8000]}' <"$cache"
else
  echo '{}'
fi
