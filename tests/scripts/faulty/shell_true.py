#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
import json
import subprocess
import sys

event = json.load(sys.stdin.buffer)
check = subprocess.run(f"bash -n <<< '{event['command']}'", shell=True, capture_output=True)  # fault: payload-injection
if check.returncode != 0:
    print(json.dumps({"permission": "deny", "agent_message": "That is no valid shell."}))
else:
    print(json.dumps({"permission": "allow"}))
