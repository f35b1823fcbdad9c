#!/usr/bin/env bash
# hookc: event=preToolUse failClosed
set -euo pipefail

IFS=$'\t' read -r tool cmd < <(jq -r '[.tool_name, (.tool_input.command // "")] | @tsv')

if [[ $tool != Shell ]]; then
  echo '{}'
  exit 0
fi

case $cmd in
  *'mkfs'* | *'dd if='*'of=/dev/'* | *':(){'*)
    printf 'Refused: "%s" can destroy a disk.\n' "$cmd" >&2
    exit 2
    ;;
esac

echo '{"permission":"allow"}'
