#!/usr/bin/env python3
# hookc: event=preToolUse failClosed
import json
import sys

event = json.load(sys.stdin.buffer)
risky = event["tool_name"] == "Shell" and "migrate" in event["tool_input"]["command"]
verdict = "ask" if risky else "allow"  # fault: ask-not-enforced
print(json.dumps({"permission": verdict}))
