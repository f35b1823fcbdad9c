#!/usr/bin/env python3
# hookc: event=afterFileEdit
import json
import sys

event = json.load(sys.stdin)
if event["file_path"].endswith(".lock"):
    print(json.dumps({"permission": "deny", "user_message": "Lock files are generated."}))  # fault: wrong-output-for-event
else:
    print("{}")
