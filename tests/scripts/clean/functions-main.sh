#!/usr/bin/env bash
# hookc: event=beforeReadFile
#
# Files above one megabyte and files outside the workspace are refused.

set -u

log()   { printf '[read-gate] %s\n' "$*" >&2; }
allow() { printf '{"permission":"allow"}\n'; }
deny() {
  log "$1"
  exit 2
}

main() {
  local payload path bytes inside
  payload=$(cat)
  path=$(jq -er '.file_path' <<<"$payload") || deny "no file_path in the payload"
  bytes=$(jq -er '.content | utf8bytelength' <<<"$payload") || deny "no content in the payload"
  inside=$(jq -r '.file_path as $p | any(.workspace_roots[]; . as $r | $p | startswith($r + "/"))' <<<"$payload") \
    || deny "no workspace in the payload"

  ((bytes <= 1048576)) || deny "$path is larger than 1 MiB"
  [[ $inside == true ]] || deny "$path is outside of the workspace"
  allow
}

main "$@"
