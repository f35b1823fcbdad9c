#!/usr/bin/env bash
# hookc: event=postToolUseFailure
set -euo pipefail
input=$(cat)

failure=$(jq -r '.failure_type' <<<"$input")
message=$(jq -r '.error_message' <<<"$input")

hint=""
case "$failure:$message" in
  timeout:*)               hint="Run it in the background or with a smaller scope." ;;
  error:*"not found"*)     hint="The program is not installed. Do not install it; say so." ;;
  permission_denied:*)     hint="A policy refused this. Do not look for a way around it." ;;
esac

if [[ -n "$hint" ]]; then
  jq -n --arg hint "$hint" '{additional_context: $hint}'
else
  echo '{}'
fi
