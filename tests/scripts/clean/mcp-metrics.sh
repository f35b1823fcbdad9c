#!/usr/bin/env bash
# hookc: event=afterMCPExecution
set -u
umask 077
dir="$HOME/.cursor/metrics"
mkdir -p "$dir"

jq -r '[now, (.mcp_server_name // "-"), .tool_name, .duration, (.result_json | length)] | @csv' \
  >>"$dir/mcp.csv" || echo "mcp-metrics: bad payload" >&2

echo '{}'
