#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail

readarray -t info < <(jq -r '.cwd, .command')
dir=${info[0]}
cmd=${info[*]:1}
[[ -n $dir ]] || dir=${CURSOR_PROJECT_DIR:-$PWD}

if [[ $cmd == *"git commit"* ]]; then
  branch=$(git -C "$dir" symbolic-ref --short HEAD 2>/dev/null || true)
  if [[ $branch == main || $branch == master ]]; then
    jq -n --arg b "$branch" '{
      permission: "deny",
      user_message: ("No commits on " + $b),
      agent_message: "Create a branch first: git switch -c <name>"
    }'
    exit 0
  fi
fi

echo '{"permission":"allow"}'
