#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
# Builds JSON with printf, but every value is encoded by jq first.
set -euo pipefail

json_string() { jq -Rs . <<<"$1"; }

command=$(jq -r '.command')
if [[ "$command" == *"git tag"* ]]; then
  printf '{"permission":"ask","user_message":%s}\n' "$(json_string "Tag the release? $command")"
else
  printf '{"permission":"%s"}\n' allow
fi
