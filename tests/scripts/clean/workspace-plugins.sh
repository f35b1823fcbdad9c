#!/usr/bin/env bash
# hookc: event=workspaceOpen
set -euo pipefail

root=$(jq -r '.workspace_roots[0] // empty')
plugins=()
for candidate in "$root/.plugins/lint" "$root/.plugins/docs"; do
  [[ -n $root && -d $candidate ]] && plugins+=("$candidate")
done

if ((${#plugins[@]})); then
  printf '%s\n' "${plugins[@]}" | jq -R . | jq -s '{pluginPaths: .}'
else
  echo '{}'
fi
