#!/usr/bin/env python3
# hookc: event=preToolUse failClosed
import json
import sys

event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
if event["tool_name"] == "Delete":
    print({"permission": "deny", "user_message": "Nothing is deleted."})  # fault: stdout-not-json
else:
    print(json.dumps({"permission": "allow"}))
