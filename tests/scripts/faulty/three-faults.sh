#!/usr/bin/env bash
# hookc: event=beforeMCPExecution
input=$(cat)
echo "$input" >> /tmp/mcp.log # fault: secret-logging
server=$(echo "$input" | jq -r '.server_name') # fault: payload-field, missing-dependency
if [[ "$server" != "github" ]]; then
  echo "{\"permission\":\"deny\",\"userMessage\":\"$server is blocked\"}" # fault: json-by-hand, wrong-output-key
  exit 0
fi
echo '{"permission":"allow"}'
