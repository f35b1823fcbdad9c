#!/usr/bin/env python3
# hookc: event=postToolUse
import json
import re
import sys

TOKEN = re.compile(r"\b(ghp|gho|ghs)_[A-Za-z0-9]{36}\b")

event = json.load(sys.stdin)
answer = {}
if event["tool_name"].startswith("MCP:"):
    cleaned, count = TOKEN.subn("[token removed]", event["tool_output"])
    if count:
        answer = {
            "updated_mcp_tool_output": {"content": [{"type": "text", "text": cleaned}]},
            "additional_context": "Tokens were removed from this result.",
        }
json.dump(answer, sys.stdout)
