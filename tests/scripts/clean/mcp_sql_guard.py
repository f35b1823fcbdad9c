#!/usr/bin/env python3
# hookc: event=beforeMCPExecution failClosed
"""tool_input is JSON text here, not an object."""
import json
import re
import sys

WRITES = re.compile(r"\b(insert|update|delete|drop|truncate|alter)\b", re.IGNORECASE)

with open(0, encoding="utf-8-sig") as stdin:
    payload = json.load(stdin)
if payload.get("mcp_server_name") != "postgres":
    print(json.dumps({"permission": "allow"}))
    sys.exit(0)

arguments = json.loads(payload["tool_input"])
sql = str(arguments.get("query") or arguments.get("sql") or "")
if WRITES.search(sql):
    print(json.dumps({"permission": "ask", "user_message": f"Run this statement?\n{sql}"}))
else:
    print(json.dumps({"permission": "allow"}))
