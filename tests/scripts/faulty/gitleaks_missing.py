#!/usr/bin/env python3
# hookc: event=beforeReadFile
import json
import subprocess
import sys

event = json.load(sys.stdin.buffer)
scan = subprocess.run(["gitleaks", "stdin", "--no-banner"], input=event["content"], text=True, capture_output=True)  # fault: missing-dependency
if scan.returncode == 1:
    print(json.dumps({"permission": "deny", "user_message": "gitleaks found a secret."}))
else:
    print(json.dumps({"permission": "allow"}))
