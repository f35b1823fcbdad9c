#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -eu
command=$(jq -r .command)
case "$command" in
  *"rm -rf"*)
    echo "Blocked: rm -rf" >&2
    exit 2
    ;;
esac
echo "OK" # fault: stdout-not-json
