#!/usr/bin/env python3
# hookc: event=beforeMCPExecution failClosed
import json
import sys

event = json.load(sys.stdin.buffer)
repository = event["tool_input"]["repository"]  # fault: payload-field

if repository.startswith("acme/"):
    print(json.dumps({"permission": "allow"}))
else:
    print(json.dumps({"permission": "deny", "user_message": f"{repository} is not ours."}))
