#!/usr/bin/env bash
# hookc: event=beforeShellExecution
# Anything that goes wrong in here refuses the command.
set -Eeuo pipefail
trap 'echo "shell gate broke on line $LINENO; command refused" >&2; exit 2' ERR

input=$(cat)
command=$(jq -er '.command' <<<"$input")

verdict=allow
for word in 'aws s3 rm' 'gsutil rm' 'az storage blob delete'; do
  if [[ "$command" == *"$word"* ]]; then
    verdict=ask
  fi
done

jq -n --arg p "$verdict" '{permission: $p}'
