#!/usr/bin/env bash
# hookc: event=sessionStart
set -euo pipefail

cat >/dev/null

branch=$(git rev-parse --abbrev-ref HEAD 2>/dev/null || echo "none")
changed=$(git status --porcelain 2>/dev/null | wc -l | tr -d ' ')

jq -n --arg branch "$branch" --arg changed "$changed" '{
  additional_context: "Current branch: \($branch). Uncommitted files: \($changed).",
  env: { AGENT_BRANCH: $branch }
}'
