#!/usr/bin/env bash
# hookc: event=beforeMCPExecution failClosed
set -euo pipefail

readonly ALLOWED=(github linear figma)

payload=$(cat)
server=$(jq -r '.mcp_server_name // ""' <<<"$payload")
tool=$(jq -r '.tool_name' <<<"$payload")

for name in "${ALLOWED[@]}"; do
  if [[ "$server" == "$name" ]]; then
    jq -n '{permission: "allow"}'
    exit 0
  fi
done

jq -n --arg server "${server:-unknown}" --arg tool "$tool" '{
  permission: "deny",
  user_message: "MCP server \($server) is not on the allow-list (tool \($tool)).",
  agent_message: "Do not retry; this server is not approved."
}'
