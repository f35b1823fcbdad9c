#!/usr/bin/env bash
# hookc: event=beforeMCPExecution failClosed
set -euo pipefail

jq '
  (.tool_input | fromjson) as $input
  | if .tool_name == "execute_sql" and ($input.sql | test("\\b(drop|truncate|delete)\\b"; "i")) then
      {permission: "deny", user_message: "Only reading statements.", agent_message: "Use a select."}
    else
      {permission: "allow"}
    end
'
