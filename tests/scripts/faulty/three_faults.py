#!/usr/bin/env python3
# hookc: event=beforeShellExecution
import json
import sys

try:
    data = json.load(sys.stdin.buffer)
    print("payload keys:", list(data))  # fault: stdout-polluted
    if data["tool_input"]["command"].startswith("sudo"):  # fault: payload-field
        print(json.dumps({"permission": "deny", "user_message": "no root"}))
    else:
        print(json.dumps({"permission": "allow"}))
except Exception:
    print(json.dumps({"permission": "allow"}))  # fault: fail-open-guard
