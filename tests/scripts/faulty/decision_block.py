#!/usr/bin/env python3
# hookc: event=beforeSubmitPrompt failClosed
import json
import sys

event = json.load(sys.stdin.buffer)
if "BEGIN RSA PRIVATE KEY" in event["prompt"]:
    json.dump({"decision": "block", "reason": "The prompt holds a key."}, sys.stdout)  # fault: claude-output-shape
else:
    json.dump({"continue": True}, sys.stdout)
