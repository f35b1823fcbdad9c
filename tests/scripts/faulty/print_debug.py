#!/usr/bin/env python3
# hookc: event=preToolUse failClosed
import json
import sys

DEBUG = True


def log(*values):
    if DEBUG:
        print("[guard]", *values)  # fault: stdout-polluted


event = json.load(sys.stdin.buffer)
log("tool", event["tool_name"])
if event["tool_name"] == "WebFetch" and not event["tool_input"]["url"].startswith("https:"):
    print(json.dumps({"permission": "deny", "user_message": "https only"}))
else:
    print(json.dumps({}))
