#!/usr/bin/env bash
# hookc: event=beforeShellExecution failClosed
set -euo pipefail

usage() {
  cat >&2 <<'USAGE'
usage: policy-with-usage.sh [--strict]

Reads a beforeShellExecution payload from standard input.
  --strict   refuse instead of asking
USAGE
}

mode=ask
while (($#)); do
  case "$1" in
    --strict) mode=deny ;;
    -h | --help | *) usage; exit 2 ;;
  esac
  shift
done

if jq -e '.command | test("\\b(npm|yarn|pnpm|pip|cargo) publish\\b")' >/dev/null; then
  jq -n --arg mode "$mode" '{permission: $mode, user_message: "The agent wants to publish a package."}'
else
  jq -n '{permission: "allow"}'
fi
