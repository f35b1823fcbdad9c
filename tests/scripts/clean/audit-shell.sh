#!/usr/bin/env bash
# hookc: event=afterShellExecution
set -euo pipefail
umask 077

log_dir="${HOME}/.cursor/audit"
mkdir -p "$log_dir"

jq -c --arg at "$(date -u +%FT%TZ)" \
  '{at: $at, conversation: .conversation_id, duration, bytes: (.output | length)}' \
  >>"$log_dir/shell.jsonl"

echo '{}'
