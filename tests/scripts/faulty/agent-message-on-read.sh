#!/usr/bin/env bash
# hookc: event=beforeReadFile failClosed
set -eu
file=$(jq -r .file_path)
case "$file" in
  */secrets/*)
    jq -n --arg f "$file" '{permission: "deny", user_message: "closed", agent_message: "Do not read \($f)"}' # fault: wrong-output-for-event
    ;;
  *) echo '{"permission":"allow"}' ;;
esac
