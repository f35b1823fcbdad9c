#!/usr/bin/env python3
# hookc: event=beforeMCPExecution failClosed
import json
import sys

event = json.load(sys.stdin.buffer)
response = {}
if event.get("mcp_server_name") not in {"github", "sentry"}:
    response.update({"continue": True, "permission": "deny", "user_message": "Unknown MCP server."})  # fault: contradictory-output
print(json.dumps(response))
