#!/usr/bin/env python3
# hookc: event=preToolUse failClosed
import json
import sys


def refuse(text):
    return {
        "permission": "deny",
        "userMessage": text,  # fault: wrong-output-key
        "agent_message": text,
    }


event = json.loads(sys.stdin.buffer.read())
path = event["tool_input"].get("file_path", "")
print(json.dumps(refuse("Not in vendor/.") if "/vendor/" in path else {}))
