#!/usr/bin/env bash
# hookc: event=workspaceOpen
root=$(jq -r '.workspace_roots[0] // empty')
if [[ -n "$root" && -d "$root/plugin" ]]; then
  jq -n --arg p "$root/plugin" '{plugin_paths: [$p]}' # fault: wrong-output-key
else
  echo '{}'
fi
