#!/usr/bin/env python3
# hookc: event=beforeMCPExecution failClosed
import json
import sys

event = json.load(sys.stdin)  # fault: stdin-bom
allowed = event.get("mcp_server_name") in ("github", "jira")
print(json.dumps({"permission": "allow" if allowed else "deny"}))
