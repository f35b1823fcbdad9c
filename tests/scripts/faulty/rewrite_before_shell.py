#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
import json
import sys

event = json.loads(sys.stdin.buffer.read().decode("utf-8-sig"))
answer = {"permission": "allow"}
if event["command"].startswith("pip "):
    answer["updated_input"] = {"command": "uv " + event["command"]}  # fault: wrong-output-for-event
print(json.dumps(answer))
