#!/usr/bin/env bash
# hookc: event=beforeShellExecution
# No deploys from Friday noon to Monday morning. Needs jq, and says so.

if ! command -v jq >/dev/null 2>&1; then
  echo 'deploy-freeze: jq is missing, refusing to guess' >&2
  exit 2
fi

if ! command=$(jq -er '.command'); then
  echo 'deploy-freeze: unreadable payload' >&2
  exit 2
fi

day=$(date +%u)
hour=$(date +%-H)
frozen=false
if [ "$day" -ge 6 ] || { [ "$day" -eq 5 ] && [ "$hour" -ge 12 ]; }; then
  frozen=true
fi

if [ "$frozen" = true ] && printf '%s' "$command" | grep -qE '(vercel --prod|fly deploy|make deploy|helm upgrade)'; then
  printf '%s\n' '{"permission":"deny","user_message":"Deploy freeze until Monday."}'
else
  printf '%s\n' '{"permission":"allow"}'
fi
