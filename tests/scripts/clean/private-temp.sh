#!/usr/bin/env bash
# hookc: event=beforeReadFile failClosed
# Scans the content by file; the copy is private and removed in every case.
set -euo pipefail
umask 077

scratch=$(mktemp)
trap 'rm -f -- "$scratch"' EXIT

payload=$(cat)
jq -r '.content' <<<"$payload" >"$scratch"

if grep -qE 'eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.' -- "$scratch"; then
  jq -n '{permission: "deny", user_message: "The file holds a signed token."}'
else
  jq -n '{permission: "allow"}'
fi
