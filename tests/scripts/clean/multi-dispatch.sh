#!/usr/bin/env bash
# hookc: event=beforeShellExecution,beforeReadFile,beforeSubmitPrompt,afterFileEdit,stop failClosed
set -euo pipefail

INPUT=$(cat)
field() { jq -r --arg name "$1" '.[$name] // empty' <<<"$INPUT"; }

on_shell() {
  if [[ "$(field command)" == *"docker system prune"* ]]; then
    echo '{"permission":"ask","user_message":"Prune all of Docker?"}'
  else
    echo '{"permission":"allow"}'
  fi
}

on_read() {
  if [[ "$(field file_path)" == *"/.aws/"* ]]; then
    echo '{"permission":"deny","user_message":"AWS credentials stay local."}'
  else
    echo '{"permission":"allow"}'
  fi
}

on_prompt() {
  if [[ -z "$(field prompt)" ]]; then
    echo '{"continue":false,"user_message":"The prompt is empty."}'
  else
    echo '{"continue":true}'
  fi
}

case "$(field hook_event_name)" in
  beforeShellExecution) on_shell ;;
  beforeReadFile)       on_read ;;
  beforeSubmitPrompt)   on_prompt ;;
  afterFileEdit | stop) echo '{}' ;;
  *)
    echo "unexpected event" >&2
    echo '{}'
    ;;
esac
