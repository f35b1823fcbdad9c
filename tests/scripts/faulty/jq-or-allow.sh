#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
command=$(jq -er '.command') || {
  echo '{"permission":"allow"}' # fault: fail-open-guard
  exit 0
}
case "$command" in
  *"mkfs"*) echo '{"permission":"deny","user_message":"No file systems are made."}' ;;
  *) echo '{"permission":"allow"}' ;;
esac
