#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
# Refuses force pushes; --force-with-lease is fine.
set -euo pipefail

input=$(cat)
command=$(jq -r '.command // empty' <<<"$input")

case "$command" in
  *"git push"*"--force-with-lease"*)
    echo '{"permission":"allow"}'
    ;;
  *"git push"*" --force"* | *"git push"*" -f"*)
    jq -n '{
      permission: "deny",
      user_message: "Force pushes are not allowed from the agent.",
      agent_message: "Use git push --force-with-lease, or ask the user to push."
    }'
    ;;
  *)
    echo '{"permission":"allow"}'
    ;;
esac
