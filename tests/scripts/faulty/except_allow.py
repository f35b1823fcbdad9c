#!/usr/bin/env python3
# hookc: event=beforeShellExecution failClosed
import json
import sys

try:
    command = json.loads(sys.stdin.buffer.read())["command"]
    verdict = "deny" if "dropdb" in command else "allow"
except Exception:
    verdict = "allow"  # fault: fail-open-guard

print(json.dumps({"permission": verdict}))
