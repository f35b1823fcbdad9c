#!/usr/bin/env bash
# hookc: event=preToolUse failClosed
set -euo pipefail

PROTECTED=(
  '*/.cursor/hooks.json'
  '*/.cursor/hooks/*'
  '*/.git/*'
  '*/.github/workflows/*'
)

mapfile -t parts < <(jq -r '.tool_name, (.tool_input.file_path // "")')
tool=${parts[0]}
path=${parts[1]:-}

if [[ $tool == Write || $tool == Delete ]]; then
  for glob in "${PROTECTED[@]}"; do
    # shellcheck disable=SC2053
    if [[ $path == $glob ]]; then
      jq -n --arg path "$path" '{permission: "deny", user_message: "\($path) is protected.", agent_message: "Ask the user to change it."}'
      exit 0
    fi
  done
fi

echo '{"permission":"allow"}'
