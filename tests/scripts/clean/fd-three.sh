#!/usr/bin/env bash
# hookc: event=sessionStart
# Everything that prints goes to stderr; only the answer goes to the real stdout.
set -euo pipefail
exec 3>&1 1>&2

cat >/dev/null
cd "${CURSOR_PROJECT_DIR:-.}"

if [[ -f package-lock.json && ! -d node_modules ]]; then
  npm ci --prefer-offline --no-audit || echo "npm ci failed"
fi
git fetch --quiet || echo "no network"

jq -n '{additional_context: "The dependencies were installed by a hook."}' >&3
